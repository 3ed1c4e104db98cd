#pragma once

#include "common/frames.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QTemporaryDir>

#include <chrono>
#include <optional>
#include <unistd.h>
#include <utility>

/// sandbox-init as PID 1 of a process and mount namespace of its own, which is all it needs of a container, and the
/// server's end of its pipes. No engine and no image: /usr/bin/python3 of this machine is the interpreter.
///
/// In there, /mnt is a tmpfs with init, the working folder /mnt/sandbox, and whatever Options::setUp makes. Nothing is
/// read from init but in the calls below, so a test can be a server that does not read.
class InitContainer
{
public:
    struct Options
    {
        /// Root's calls fail for the seccomp filter alone; anybody else's also for lack of privileges.
        enum class User
        {
            Nobody,
            Root
        } user = User::Nobody;
        /// With a network of its own that is a loopback and nothing else, as --network none gives it.
        enum class Network
        {
            Hosts,
            Loopback
        } network = Network::Hosts;
        /// What init gets as frames::directDescriptor, or at the end of frames::directSocketOption.
        enum class Direct
        {
            Nothing,
            Socket, ///< makeReady() changes over to it.
            NoSocket,
            Path,  ///< Not handed on: init connects to it. makeReady() changes over to it.
            NoPath ///< Nobody listens there.
        } direct = Direct::Nothing;
        QByteArray setUp = {};              ///< Shell commands, run as root before init.
        QList<QByteArray> environment = {}; ///< NAME=value; "the image's".
    };
    struct Frame
    {
        frames::Type type;
        QByteArray payload;
    };
    /// All that came up to the end of init's stdout.
    struct Report
    {
        bool wasStarted = false;
        std::optional<frames::Exited> exited;
        std::optional<frames::Failure> failure;
        QByteArray failureDetail;
        QByteArray stdoutHead, stdoutTail;
        QByteArray stderrHead, stderrTail;
        QList<QByteArray> stdoutSamples;
        QList<frames::Usage> usage;
        QString disorder; ///< Which frame came where it may not, or was malformed; empty if none.

        [[nodiscard]] QByteArray standardOutput() const { return stdoutHead + stdoutTail; }
        [[nodiscard]] QByteArray standardError() const { return stderrHead + stderrTail; }
    };

    InitContainer();
    explicit InitContainer(const Options &options);
    ~InitContainer();
    Q_DISABLE_COPY_MOVE(InitContainer)

    /// Why it cannot work on this machine; empty if it can.
    static QString obstacle();

    /// What the server would say for `python3 -u code.py`. The strings are static.
    static frames::Prepare python();
    /// The same with another command line.
    static frames::Prepare command(const std::vector<std::string_view> &commandLine);

    template<typename P>
    void send(frames::Type type, const P &payload)
    {
        sendBytes(frames::frame<QByteArray>(type, payload));
    }
    void send(frames::Type type) { sendBytes(bare(type)); }
    void sendBytes(const QByteArray &bytes);
    static QByteArray bare(frames::Type type, const QByteArray &payload = {});
    /// The server's way to init, whichever it is.
    void closeStdin();
    /// The socket of Direct::Socket before makeReady() has changed over to it.
    void closeSocket() { close(std::exchange(m_socket, -1)); }

    /// The oldest descriptor that has come along with frames, for the caller to close; -1 if there is none.
    int takeDescriptor() { return m_descriptors.isEmpty() ? -1 : m_descriptors.takeFirst(); }

    /// The next frame; none at the end of init's stdout, or when it takes too long.
    std::optional<Frame> next();
    /// Prepares and waits for Ready.
    bool makeReady(const frames::Prepare &prepare = python());
    [[nodiscard]] frames::Ready ready() const { return m_ready; }
    void run(const QByteArray &code, std::chrono::milliseconds timeout = std::chrono::seconds(30),
             const QByteArray &stdinText = {});
    /// Reads all the rest.
    Report report();
    /// makeReady(), run() and report().
    Report execute(const QByteArray &code, std::chrono::milliseconds timeout = std::chrono::seconds(30),
                   const QByteArray &stdinText = {}, const frames::Prepare &prepare = python());

    /// Init's exit code, once it and its namespace are gone; none when that takes too long.
    std::optional<int> waitForEnd();
    /// Pid of the process in this machine's view whose command line holds `mark`; 0 if there is none.
    static qint64 processWith(const QByteArray &mark);

private:
    bool fill(qsizetype size);

    int m_pid = -1;
    int m_toInit = -1;
    int m_fromInit = -1;
    QTemporaryDir m_folder; ///< For the socket of Direct::Path.
    int m_listener = -1;
    int m_socket = -1;       ///< Until it is m_toInit and m_fromInit.
    bool m_isSocket = false; ///< They are it.
    QList<int> m_descriptors;
    QByteArray m_received;
    frames::Ready m_ready;
};
