#pragma once

#include "common/container.h"
#include "common/execution.h"
#include "common/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

// What a server tells those who watch it, and what they may ask of it. One UTF-8 JSON object a line, both ways; the
// journal holds the same lines. monitorprotocol.cpp is the only place that knows the keys,
// tests/data/monitor-events.jsonl is the contract.
//
// A server sends Hello, then ReplayStarted, what it remembers, ReplayEnded, and from then on what happens. Events carry
// a number that rises within one server (its `instance`): a reader that connects again skips what it has seen. Readers
// ignore keys and types that they do not know; a server ends the connection of a peer that sends anything malformed.

namespace monitor {

inline constexpr int protocolVersion = 1;

/// Longest line of a server, with its end. The limits below keep what is sent under it even if every character has
/// to be escaped.
inline constexpr qsizetype maxEventLine = 1024 * 1024;
/// Longest line of a reader.
inline constexpr qsizetype maxCommandLine = 64 * 1024;
inline constexpr qsizetype maxCodeBytes = 128 * 1024;
/// Characters of one Output.
inline constexpr qsizetype maxOutputText = 16 * 1024;
/// Characters of one TextPiece.
inline constexpr qsizetype maxPieceText = 48 * 1024;
/// Characters of any other text.
inline constexpr qsizetype maxText = 8 * 1024;

enum class EngineState
{
    Probing,
    Ready,
    Unavailable
};

/// The limits that hold for an execution unless its request says otherwise.
struct Limits
{
    std::chrono::milliseconds timeout{0};
    std::chrono::milliseconds maxTimeout{0};
    qint64 memoryBytes = 0;
    double cpus = 0;
    int pids = 0;
    int maxConcurrent = 0;
    qint64 captureBytes = 0; ///< Kept of each output stream.
    QString network;         ///< As on the command line: "public", "none", "allow:…", "bridge".

    friend bool operator==(const Limits &, const Limits &) = default;
};

struct ServerInfo
{
    QString instance; ///< Names the socket, and the owner in container labels.
    qint64 pid = 0;
    QString version;
    QDateTime started;
    QString transport; ///< "stdio", "http"
    QString client;    ///< Name and version of the MCP client; empty until it has introduced itself.
    EngineState engineState = EngineState::Probing;
    QString engine;  ///< "podman 4.3.1"
    QString runtime; ///< "runc"
    QString engineError;
    Limits limits;
    QMap<QString, QString> configuration; ///< Further settings by option name, for people to read; never a secret.

    friend bool operator==(const ServerInfo &, const ServerInfo &) = default;
};

// Outside the numbered stream (Event::seq is 0).

/// Always the first line.
struct Hello
{
    int version = protocolVersion;
    ServerInfo server;
};
/// `events` numbered events follow from the past; `forgotten` earlier ones are not known any more.
struct ReplayStarted
{
    qint64 events = 0;
    qint64 forgotten = 0;
};
struct ReplayEnded
{
};
/// The reader was too slow: this many events were left out here.
struct Missed
{
    qint64 events = 0;
};
/// What became of one container of a command; for ListOrphans what would be touched.
struct AnswerItem
{
    QString container;
    QString owner; ///< In words: "server 4711, ended" …
    QDateTime created;
    QString state; ///< The engine's word: "running", "exited".
    bool ok = true;
    QString message; ///< Why not, in the engine's words.
    /// Disk space that goes when the container goes; only for MeasureContainers.
    std::optional<qint64> sizeBytes = std::nullopt;
};
/// A part of a long text that was asked for.
struct TextPiece
{
    qint64 offset = 0; ///< Of its first character.
    qint64 total = 0;  ///< Characters of the whole text.
    QString text;

    friend bool operator==(const TextPiece &, const TextPiece &) = default;
};
/// Exactly one for each Command.
struct Answer
{
    quint32 request = 0;
    bool ok = true;
    QString message;
    QList<AnswerItem> items;
    TextPiece text = {}; ///< For ReadOutput and Reproduce.
};
/// A line of a newer server; readers go on.
struct Unknown
{
    QString type;
};

// The numbered stream.

/// Something in ServerInfo changed (the client introduced itself, the engine was probed).
struct ServerChanged
{
    ServerInfo server;
};
struct ExecutionQueued
{
    ExecutionId id;
    Language language = Language::Python;
    QString code; ///< Its beginning, if it is longer than maxCodeBytes.
    qint64 codeBytes = 0;
    qint64 stdinBytes = 0;
    std::chrono::milliseconds timeout{0};
    QString client;
};
struct PhaseChanged
{
    ExecutionId id;
    Phase phase = Phase::Waiting;
};
struct ExecutionStarted
{
    ExecutionId id;
    QString container;
};
enum class OutputPart
{
    Live,   ///< The next bytes.
    Sample, ///< The latest bytes of a flood, to watch it; superseded by the next sample and by the tail.
    Tail,   ///< After the end: the last bytes that were kept.
};
/// Output, decoded (U+FFFD for what is no UTF-8) and masked. A reader sees a gap when `offset` is not where the last
/// Live or Tail of the stream ended.
struct Output
{
    ExecutionId id;
    Stream stream = Stream::Stdout;
    OutputPart part = OutputPart::Live;
    qint64 offset = 0; ///< Of the text's first byte in the stream as it was written; 0 for samples.
    qint64 bytes = 0;  ///< As many bytes of the stream it stands for.
    QString text;
};
struct UsageReported
{
    ExecutionId id;
    UsageSample usage;
};
struct ExecutionFinished
{
    ExecutionId id;
    ExecutionResult result; ///< Of the captures only totalBytes; the text came as Output.
    bool isStdoutTruncated = false;
    bool isStderrTruncated = false;
};
struct ExecutionFailed
{
    ExecutionId id;
    Error error;
};
/// One connection that the program made, or tried to make, through the server's proxy; told when it has ended.
struct ConnectionReported
{
    ExecutionId id;
    ConnectionReport report;
};
struct ContainerChanged
{
    ContainerInfo container;
};
struct OrphansRemoved
{
    QStringList names;
};
struct PoolChanged
{
    PoolState pool;
};
struct Note
{
    QString text;
};

using Payload = std::variant<Unknown, Hello, ReplayStarted, ReplayEnded, Missed, Answer, ServerChanged, ExecutionQueued,
                             PhaseChanged, ExecutionStarted, Output, UsageReported, ExecutionFinished, ExecutionFailed,
                             ConnectionReported, ContainerChanged, OrphansRemoved, PoolChanged, Note>;

struct Event
{
    quint64 seq = 0; ///< From 1; 0 outside the numbered stream.
    QDateTime time;  ///< UTC, milliseconds.
    Payload payload;
};

// Commands. A server refuses what is not its own.

struct CancelExecution
{
    ExecutionId id;
};
struct RemoveContainer
{
    QString name;
};
/// Asks for the containers whose owner is dead, thus what Prune would remove.
struct ListOrphans
{
};
struct Prune
{
    QStringList names; ///< Only these, of those that ListOrphans gives; empty: all of them.
};
/// Asks for what an ended execution wrote, as far as the server keeps it: one piece from `offset` on. The first piece
/// says how long the whole is; where the server itself kept only head and tail, a line in the text says so.
struct ReadOutput
{
    ExecutionId id;
    Stream stream = Stream::Stdout;
    qint64 offset = 0; ///< In characters.
};
/// Asks for the disk space of this user's containers, of whatever server. The engine has to look for it, which may take
/// seconds.
struct MeasureContainers
{
};
/// Asks for a command line that starts a container like that of the execution by hand.
struct Reproduce
{
    ExecutionId id;
};

struct Command
{
    quint32 request = 0; ///< Chosen by the reader; its Answer repeats it.
    std::variant<CancelExecution, RemoveContainer, ListOrphans, Prune, ReadOutput, MeasureContainers, Reproduce>
        payload;
};

/// One line with its end. Texts beyond their limit are cut here.
QByteArray encode(const Event &event);
QByteArray encode(const Command &command);

/// `line` with or without its end.
Result<Event> decodeEvent(const QByteArray &line);
Result<Command> decodeCommand(const QByteArray &line);

/// The id of the execution that the event is about, if any.
const ExecutionId *executionOf(const Payload &payload);

/// Cuts to at most `maxSize` characters, never half a surrogate pair.
QString cut(const QString &text, qsizetype maxSize);

/// Cuts received bytes into lines, with bounded memory whatever the peer sends.
class LineReader
{
public:
    explicit LineReader(qsizetype maxLine)
        : m_maxLine(maxLine)
    {
    }

    void append(const QByteArray &bytes);
    /// The next whole line without its end; nothing when more bytes are needed or a line was too long.
    std::optional<QByteArray> next();
    /// True for good once a line exceeded the limit: the stream cannot be trusted any more.
    [[nodiscard]] bool hasOverflowed() const { return m_hasOverflowed; }

private:
    qsizetype m_maxLine;
    QByteArray m_buffer;
    qsizetype m_start = 0;   ///< Of what was not given out yet.
    qsizetype m_scanned = 0; ///< No line end between m_start and here.
    bool m_hasOverflowed = false;
};

} // namespace monitor
