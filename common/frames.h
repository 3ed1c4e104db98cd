#pragma once

// The protocol between the server and sandbox-init (PID 1 of a container), over the container's stdin and stdout, or
// over a socket once both have it (directOption).
//
// Both programs are built from this header, so it is free of Qt, of exceptions and of hidden allocation: decoding gives
// views into the received bytes.
//
// A frame is: 1 byte type, 4 bytes little-endian payload length, payload. Integers are little-endian; a string is a u32
// length and its bytes; a list is a u32 count and its items. A life is
//
//     server  Prepare         Run StdinData* StdinEnd                                      [Cancel]
//     init             Ready                          Started (Stdout|Stderr|Sample|Usage)*         Tail* Exited
//     both                                                    (Stream frames)*
//
// or, at any point, Failed and the end. Either side ends the run when the other sends a frame that is unknown, too
// long, malformed or out of turn. The end of init's stdin means that the server is gone: init kills everything.
//
// Streams carry the connections that the program makes to a port of its loopback, one stream each, between Started and
// the end of the program; they end with the run, without a word. A life is
//
//     init    StreamOpen  (StreamData | StreamWindow)*  StreamClose
//     server              (StreamData | StreamWindow)*  StreamClose
//
// Each side sends StreamClose once, when it will send no more data (TCP's half-close), and the stream is over when both
// have. Or either side sends StreamReset, at any point, and it is over at once. Each side sends at most as much data as
// it has credit for: the initial window of its direction, and what StreamWindow adds to it. So whoever receives has
// room for all that may come, never stops reading, and one stream cannot hold up another one, or Cancel.
//
// Over a socket (directOption) init hands the program's connection itself to the server (SCM_RIGHTS), which then copies
// its bytes without any frames; only the end comes back, so that init can count what is open:
//
//     init    StreamHandedOver
//     server                    StreamClose
//
// Ids count up from 1 and are not used twice. A frame for a stream that is over is ignored, for it may have crossed
// with the frame that ended it; one for a stream that never was, or beyond the window, is malformed.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace frames {

/// Sent in Prepare and in Ready; a difference ends the run, since init is always the one installed with the server.
inline constexpr std::uint32_t protocolVersion = 6;

/// A way past the engine, where there is one: a stream socket between init and the server. Init's one argument says how
/// to get it: directOption, that the engine has handed it on as directDescriptor; directSocketOption, followed by a
/// path, that the server sends it (SCM_RIGHTS, with one byte) to whoever connects there. Prepare comes on stdin all the
/// same; from Ready on, both directions use the socket, whose end is then the server's end. Without a socket that
/// works, stdin and stdout go on being used.
inline constexpr int directDescriptor = 3;
inline constexpr std::string_view directOption = "--direct";
inline constexpr std::string_view directSocketOption = "--direct=";

enum class Type : std::uint8_t
{
    // From the server.
    Prepare = 1, ///< Once, first.
    Run = 2,     ///< Once, after Ready. The clock of the run starts when init has it whole.
    StdinData = 3,
    StdinEnd = 4,        ///< Required after Run, also without any StdinData: closes the program's stdin.
    Cancel = 5,          ///< Kill the program and report (Exited with `cancelled`); before Run: end without a word.
    StreamToProgram = 6, ///< StreamData for the program.
    StreamToProgramClose = 7,    ///< The program reads end of file after what was sent.
    StreamToProgramReset = 8,    ///< The connection is torn down; after StreamToProgramClose, when all is delivered.
    StreamFromProgramWindow = 9, ///< The server has room for so much more.

    // From init.
    Ready = 65, ///< The interpreter waits for its script.
    Started = 66,
    Stdout = 67, ///< The stream's next bytes, while its first half-cap lasts.
    Stderr = 68,
    StdoutSample = 69, ///< After the first half-cap: the latest bytes (at most sampleSize), for people to watch.
    StderrSample = 70,
    StdoutTail = 71, ///< Before Exited: the stream's last bytes (at most half a cap), in order, in one or more frames.
    StderrTail = 72,
    Usage = 73,
    Exited = 74,            ///< Last frame of a run that happened.
    Failed = 75,            ///< Last frame of one that did not.
    StreamOpen = 76,        ///< The program has connected.
    StreamFromProgram = 77, ///< StreamData that it sent.
    StreamFromProgramClose = 78,
    StreamFromProgramReset = 79,
    StreamToProgramWindow = 80,
    StreamHandedOver = 81, ///< The program has connected; with the frame's first byte comes the accepted socket.
};

inline constexpr std::size_t headerSize = 5;
inline constexpr std::uint32_t maxOutputPayload = 64 * 1024;
inline constexpr std::uint32_t sampleSize = 4 * 1024;
inline constexpr std::uint32_t maxCodeSize = 4 * 1024 * 1024;
inline constexpr std::uint32_t maxStdinSize = 4 * 1024 * 1024; ///< Of all StdinData together.
inline constexpr std::uint32_t maxCaptureSize = 64 * 1024 * 1024;

/// Streams that init carries at once; further connections wait to be accepted.
inline constexpr std::uint32_t maxStreams = 256;
/// Of these, connections that are handed over: each is a descriptor of the server's. Further ones are carried.
inline constexpr std::uint32_t maxHandedOver = 64;
/// Small, since the server keeps it for every stream, whatever it thinks of it; enough for the head of a request.
inline constexpr std::uint32_t initialWindowFromProgram = 32 * 1024;
/// What init keeps for each stream until the program takes it; it never grows.
inline constexpr std::uint32_t initialWindowToProgram = 1024 * 1024;
/// The most credit that a StreamWindow may leave a sender with.
inline constexpr std::uint32_t maxWindow = 16 * 1024 * 1024;

/// The longest payload that a frame of this type may have; 0 for an unknown type.
constexpr std::uint32_t maxPayload(Type type)
{
    switch (type) {
    case Type::Prepare:
        return 1024 * 1024;
    case Type::Run:
        return maxCodeSize + 1024;
    case Type::StdinData:
    case Type::StreamToProgram:
    case Type::StreamFromProgram:
        return maxOutputPayload;
    case Type::StreamOpen:
    case Type::StreamHandedOver:
    case Type::StreamToProgramClose:
    case Type::StreamToProgramReset:
    case Type::StreamFromProgramClose:
    case Type::StreamFromProgramReset:
        return 4;
    case Type::StreamFromProgramWindow:
    case Type::StreamToProgramWindow:
        return 8;
    case Type::StdinEnd:
    case Type::Cancel:
    case Type::Started:
        return 1; // they are empty; 1 tells them from unknown types
    case Type::Stdout:
    case Type::Stderr:
    case Type::StdoutTail:
    case Type::StderrTail:
        return maxOutputPayload;
    case Type::StdoutSample:
    case Type::StderrSample:
        return sampleSize;
    case Type::Ready:
    case Type::Usage:
    case Type::Exited:
        return 4096;
    case Type::Failed:
        return 16 * 1024;
    }
    return 0;
}

/// A file that init makes before the interpreter starts.
struct File
{
    std::string_view path; ///< Absolute; its folder is there and writable.
    /// A file of the image whose content goes before `content`; if it is not there, then nothing does.
    std::string_view after;
    std::string_view content;
};

/// What init must know to start the interpreter.
struct Prepare
{
    std::uint32_t version = protocolVersion;
    /// Command lines to try in order until one can be executed, e.g. {{"python3","-u","code.py"},{"python",…}}.
    std::vector<std::vector<std::string_view>> candidates;
    std::string_view workingFolder;
    std::string_view scriptName; ///< Plain file name inside the working folder, as the command lines name it.
    /// 1: Python's rule for encoding cookies applies (a FIFO cannot be decoded again, PEP 263).
    std::uint8_t honoursCodingCookie = 0;
    std::vector<std::string_view> dropEnvironment; ///< Names taken out of the image's environment, ignoring case.
    std::vector<std::string_view> environment;     ///< NAME=value, added to it; a later one wins.
    std::vector<std::string_view> searchFirst;     ///< NAME=folder, after those: put before what NAME lists (colons).
    std::uint64_t memoryBytes = 0;                 ///< The limit that the engine was asked for; 0: none.
    /// 1: where the cgroup does not enforce it, RLIMIT_DATA takes its place. 0 for an interpreter that reserves far
    /// more than it uses.
    std::uint8_t limitsData = 1;
    std::uint64_t captureBytes = 0; ///< Cap of each stream; half of it for the head, half for the tail.
    std::uint32_t idleMs = 0;       ///< Waiting for Run longer than this ends init. 0: no limit.
    std::uint32_t lifetimeMs = 0;   ///< As long as init may live, whatever happens. 0: no limit.
    /// After the main program's end, or its deadline: how long the killed processes may take to vanish before init
    /// reports without them. What the pipes hold by then is always read.
    std::uint32_t drainMs = 0;
    /// The port of the container's loopback, IPv4 and IPv6, whose connections become streams. 0: none.
    std::uint32_t streamPort = 0;
    /// 1: the port is an HTTP proxy's. Requests to the container's own addresses and names are served in it.
    std::uint8_t streamsAreRequests = 0;
    std::vector<File> files;
    /// Folders that init makes, with those above them, before the interpreter starts; one that cannot be made is none.
    /// "{}" stands for the name of the file that the interpreter's own name leads to, thus "python3.13".
    std::vector<std::string_view> folders;
    /// For Run::isSecondLanguage: what follows the interpreter's name on the command line, and the script's name.
    std::vector<std::string_view> secondArguments;
    std::string_view secondScriptName;
};

/// What the program is given.
struct Run
{
    std::uint32_t timeoutMs = 0; ///< At least 1.
    std::string_view code;
    std::uint8_t isSecondLanguage = 0; ///< 1: the interpreter is started again, as Prepare::secondArguments has it.
};

struct Ready
{
    std::uint32_t version = protocolVersion;
    std::uint32_t candidate = 0;     ///< Index of the command line that runs.
    std::uint8_t seccompMode = 0;    ///< `Seccomp:` of init itself, thus the engine's profile: 0 none, 2 filter.
    std::uint8_t memoryLimited = 0;  ///< 1: the cgroup enforces `memoryBytes` (else init may set RLIMIT_DATA).
    std::uint64_t pidsLimit = 0;     ///< The cgroup's limit; 0: none or unknown.
    std::uint32_t cpuPermille = 0;   ///< The cgroup's processor quota in thousandths; 0: none or unknown.
    std::uint64_t userNamespace = 0; ///< Host uid of container uid 0 (/proc/self/uid_map); 0: no user namespace.
};

struct Usage
{
    std::uint64_t wallUs = 0;
    std::uint64_t cpuUs = 0;
    std::uint64_t memoryBytes = 0;
};

/// A file system's size and what its files take, in bytes.
struct Room
{
    std::uint64_t size = 0;
    std::uint64_t used = 0;
};
/// The writable folders of a container.
inline constexpr const char *roomFolders[] = {"/sandbox", "/tmp", "/dev/shm"};
inline constexpr std::size_t roomCount = std::size(roomFolders);

struct Exited
{
    std::uint8_t signalled = 0; ///< 1: `status` is a signal number, 0: an exit code.
    std::uint32_t status = 0;
    std::uint8_t timedOut = 0;
    std::uint8_t cancelled = 0;
    std::uint64_t wallUs = 0;
    std::uint64_t cpuUserUs = 0; ///< Of the main program and all its descendants.
    std::uint64_t cpuSystemUs = 0;
    std::uint64_t peakMemoryBytes = 0; ///< Of the cgroup where it can be trusted, else the largest single process.
    std::uint32_t oomKills = 0;        ///< How many processes the kernel killed for memory during the run.
    std::uint32_t pidsRefused = 0;     ///< How often the process limit refused a new one (pids.events).
    std::uint64_t stdoutBytes = 0;     ///< True counts, also of what was not sent.
    std::uint64_t stderrBytes = 0;
    Room rooms[roomCount] = {};        ///< As the program left them; all zero where there is no such folder.
};

enum class Failure : std::uint8_t
{
    Protocol = 1,         ///< The server sent something that init does not understand.
    NoInterpreter = 2,    ///< None of the candidates exists in the image.
    CannotExecute = 3,    ///< One exists but cannot be executed; `detail` has the system's reason.
    WorkingFolder = 4,    ///< It cannot be used; `detail` has path and reason.
    InterpreterEnded = 5, ///< The interpreter ended before it opened its script; `detail` has what it printed.
    System = 6,           ///< A system call failed; `detail` names it.
    Idle = 7,             ///< No Run within `idleMs`, or `lifetimeMs` is over.
};

struct Failed
{
    Failure failure = Failure::System;
    std::string_view detail; ///< A phrase for people, UTF-8 as far as the system's texts are.
};

/// Of StreamOpen, StreamHandedOver, and of the two kinds of StreamClose and StreamReset.
struct StreamId
{
    std::uint32_t id = 0;
};

/// Of StreamToProgram and StreamFromProgram: the id, and at least one byte that fills the payload.
struct StreamData
{
    std::uint32_t id = 0;
    std::string_view bytes;
};
inline constexpr std::size_t streamDataHeaderSize = 4;
inline constexpr std::size_t maxStreamData = maxOutputPayload - streamDataHeaderSize;

/// Adds to what the receiver of this frame may send.
struct StreamWindow
{
    std::uint32_t id = 0;
    std::uint32_t credit = 0; ///< At least 1.
};

/// Reads values off a payload. After the first value that is not there whole, ok() is false and all further values
/// are zero or empty.
class Decoder
{
public:
    explicit Decoder(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    [[nodiscard]] bool ok() const { return m_ok; }
    /// True when everything was read and nothing is left.
    [[nodiscard]] bool isComplete() const { return m_ok && m_rest.empty(); }

    void value(std::uint8_t &v) { v = static_cast<std::uint8_t>(integer(1)); }
    void value(std::uint32_t &v) { v = static_cast<std::uint32_t>(integer(4)); }
    void value(std::uint64_t &v) { v = integer(8); }
    void value(Failure &v) { v = static_cast<Failure>(integer(1)); }
    void value(std::string_view &v)
    {
        const auto size = static_cast<std::size_t>(integer(4));
        v = take(size);
    }

    void value(File &v)
    {
        value(v.path);
        value(v.after);
        value(v.content);
    }
    /// All that is left, without a length.
    void rest(std::string_view &v) { v = take(m_rest.size()); }

    template<typename T>
    void value(std::vector<T> &list)
    {
        const auto count = static_cast<std::size_t>(integer(4));
        if (count > m_rest.size()) { // every item takes at least one byte
            m_ok = false;
            return;
        }
        list.resize(count);
        for (T &item : list)
            value(item);
    }

private:
    std::string_view take(std::size_t size)
    {
        if (!m_ok || size > m_rest.size()) {
            m_ok = false;
            return {};
        }
        const std::string_view taken = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return taken;
    }

    std::uint64_t integer(std::size_t size)
    {
        std::uint64_t result = 0;
        const std::string_view bytes = take(size);
        for (std::size_t i = bytes.size(); i-- > 0;)
            result = result << 8 | static_cast<std::uint8_t>(bytes[i]);
        return result;
    }

    std::string_view m_rest;
    bool m_ok = true;
};

/// Appends values to a payload. Sink is anything with append(const char *, size): std::string, QByteArray, or init's
/// fixed buffer.
template<typename Sink>
class Encoder
{
public:
    explicit Encoder(Sink &sink)
        : m_sink(sink)
    {
    }

    void value(std::uint8_t v) { integer(v, 1); }
    void value(std::uint32_t v) { integer(v, 4); }
    void value(std::uint64_t v) { integer(v, 8); }
    void value(Failure v) { integer(static_cast<std::uint8_t>(v), 1); }
    void value(std::string_view v)
    {
        integer(v.size(), 4);
        m_sink.append(v.data(), v.size());
    }
    void value(const File &v)
    {
        value(v.path);
        value(v.after);
        value(v.content);
    }
    void rest(std::string_view v) { m_sink.append(v.data(), v.size()); }

    template<typename T>
    void value(const std::vector<T> &list)
    {
        integer(list.size(), 4);
        for (const T &item : list)
            value(item);
    }

private:
    void integer(std::uint64_t v, std::size_t size)
    {
        char bytes[8];
        for (std::size_t i = 0; i < size; ++i)
            bytes[i] = static_cast<char>(v >> (8 * i) & 0xff);
        m_sink.append(bytes, size);
    }

    Sink &m_sink;
};

// The members of each payload, in the order of the wire; the one place that knows it, for both directions.

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, Prepare>
{
    c.value(p.version);
    c.value(p.candidates);
    c.value(p.workingFolder);
    c.value(p.scriptName);
    c.value(p.honoursCodingCookie);
    c.value(p.dropEnvironment);
    c.value(p.environment);
    c.value(p.searchFirst);
    c.value(p.memoryBytes);
    c.value(p.limitsData);
    c.value(p.captureBytes);
    c.value(p.idleMs);
    c.value(p.lifetimeMs);
    c.value(p.drainMs);
    c.value(p.streamPort);
    c.value(p.streamsAreRequests);
    c.value(p.files);
    c.value(p.folders);
    c.value(p.secondArguments);
    c.value(p.secondScriptName);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, Run>
{
    c.value(p.timeoutMs);
    c.value(p.code);
    c.value(p.isSecondLanguage);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, Ready>
{
    c.value(p.version);
    c.value(p.candidate);
    c.value(p.seccompMode);
    c.value(p.memoryLimited);
    c.value(p.pidsLimit);
    c.value(p.cpuPermille);
    c.value(p.userNamespace);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, Usage>
{
    c.value(p.wallUs);
    c.value(p.cpuUs);
    c.value(p.memoryBytes);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, Exited>
{
    c.value(p.signalled);
    c.value(p.status);
    c.value(p.timedOut);
    c.value(p.cancelled);
    c.value(p.wallUs);
    c.value(p.cpuUserUs);
    c.value(p.cpuSystemUs);
    c.value(p.peakMemoryBytes);
    c.value(p.oomKills);
    c.value(p.pidsRefused);
    c.value(p.stdoutBytes);
    c.value(p.stderrBytes);
    for (auto &room : p.rooms) {
        c.value(room.size);
        c.value(room.used);
    }
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, Failed>
{
    c.value(p.failure);
    c.value(p.detail);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, StreamId>
{
    c.value(p.id);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, StreamData>
{
    c.value(p.id);
    c.rest(p.bytes);
}

template<typename Coder, typename P>
void members(Coder &c, P &p) requires std::is_same_v<std::remove_const_t<P>, StreamWindow>
{
    c.value(p.id);
    c.value(p.credit);
}

/// Decodes a payload; false when it is malformed. Strings in `payload` point into `bytes`.
template<typename P>
[[nodiscard]] bool decode(std::string_view bytes, P &payload)
{
    Decoder decoder(bytes);
    members(decoder, payload);
    return decoder.isComplete();
}

/// The version that a Prepare or Ready of whatever version starts with; 0 if not even that is there. Looked at before
/// the rest, which only the right version can read.
[[nodiscard]] inline std::uint32_t versionOf(std::string_view bytes)
{
    Decoder decoder(bytes);
    std::uint32_t version = 0;
    decoder.value(version);
    return decoder.ok() ? version : 0;
}

/// Appends a payload without its header.
template<typename Sink, typename P>
void encode(Sink &sink, const P &payload)
{
    Encoder<Sink> encoder(sink);
    members(encoder, payload);
}

struct Header
{
    Type type;
    std::uint32_t length;
};

inline void writeHeader(char (&bytes)[headerSize], Type type, std::uint32_t length)
{
    bytes[0] = static_cast<char>(type);
    for (std::size_t i = 0; i < 4; ++i)
        bytes[1 + i] = static_cast<char>(length >> (8 * i) & 0xff);
}

/// `bytes` holds at least headerSize bytes. The caller checks the length against maxPayload().
inline Header readHeader(const char *bytes)
{
    std::uint32_t length = 0;
    for (std::size_t i = 4; i-- > 0;)
        length = length << 8 | static_cast<std::uint8_t>(bytes[1 + i]);
    return {static_cast<Type>(static_cast<std::uint8_t>(bytes[0])), length};
}

/// A whole frame as a string, for senders that may allocate.
template<typename Bytes, typename P>
Bytes frame(Type type, const P &payload)
{
    Bytes body;
    encode(body, payload);
    char header[headerSize];
    writeHeader(header, type, static_cast<std::uint32_t>(body.size()));
    Bytes whole;
    whole.append(header, headerSize);
    whole.append(body.data(), body.size());
    return whole;
}

} // namespace frames
