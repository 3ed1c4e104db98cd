#pragma once

#include "common/connection.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

// The values of one execution (one request to run a program), shared by server and monitor. No behaviour.

enum class Language
{
    Python,
    JavaScript
};

/// Random, 128 bits, 26 characters a-z2-7: also the capability to read the run's output later.
struct ExecutionId
{
    QString value;

    friend bool operator==(const ExecutionId &, const ExecutionId &) = default;
    friend size_t qHash(const ExecutionId &id, size_t seed = 0) { return ::qHash(id.value, seed); }
};

struct ExecutionRequest
{
    ExecutionId id;
    Language language = Language::Python;
    QByteArray code;      ///< As the client sent it, UTF-8, at most 4 MiB.
    QByteArray stdinText; ///< All that the program can read; may be empty.
    std::chrono::milliseconds timeout{30'000};
    QString client; ///< Name and version as the client gave them; may be empty.
    QString owner;  ///< Whose share of the sandbox it takes; empty where there is one client only.
};

/// Where an execution is before it has ended.
enum class Phase
{
    Waiting,  ///< In the queue.
    Pulling,  ///< The image is on its way.
    Starting, ///< The container starts.
    Running,
};

enum class Stream
{
    Stdout,
    Stderr
};

/// How the user's program ended. That the sandbox failed is no outcome but an Error.
enum class Outcome
{
    Exited,
    Signalled,
    TimedOut,
    OutOfMemory,
    Cancelled
};

/// What was kept of one output stream: all of it, or its head and its tail.
struct StreamCapture
{
    QByteArray head;
    QByteArray tail;       ///< What follows `head`, after a gap if truncated.
    qint64 totalBytes = 0; ///< True count, also of what was not kept.

    [[nodiscard]] qint64 omittedBytes() const { return totalBytes - head.size() - tail.size(); }
    [[nodiscard]] bool isTruncated() const { return omittedBytes() > 0; }
};

/// One of the folders that a program may write to, as it left it. Its files are in memory.
struct FolderUse
{
    QString path;
    qint64 size = 0; ///< Bytes, as is the next one.
    qint64 used = 0;

    /// The next write would have failed, or nearly so.
    [[nodiscard]] bool isFull() const { return size > 0 && size - used < 64 * 1024; }
};

struct ExecutionResult
{
    Outcome outcome = Outcome::Exited;
    std::optional<int> exitCode; ///< Only when the program exited by itself.
    int signal = 0;              ///< The signal that killed it, 0 if none did.
    std::chrono::microseconds duration{0};
    std::chrono::microseconds cpuTime{0};
    qint64 peakMemoryBytes = 0;
    int oomKills = 0;    ///< Processes killed by the kernel for memory; the main program need not be among them.
    int pidsRefused = 0; ///< How often the process limit refused a new process.
    /// Of Node's own heap, when it was that and not the container's memory that ran out; else 0.
    qint64 heapLimitBytes = 0;
    QList<FolderUse> folders;
    bool ranAsTypeScript = false;
    StreamCapture out;
    StreamCapture err;
    bool isOutputWhole = true; ///< Else nobody knows how much more there was: the container had to be removed.
    QString engine;    ///< "podman 4.3.1"
    QString container; ///< Its name.
    QString image;
    std::chrono::milliseconds waited{0}; ///< From the request to the hand-over of the code.
    bool wasWarm = false;                ///< The container waited for this execution.
    ConnectionLog connections;
};
