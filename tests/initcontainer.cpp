#include "initcontainer.h"

#include "common/passing.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

constexpr auto patience = 30s; // never needed, but on a machine under load
constexpr auto interpreter = "/usr/bin/python3";

constexpr char startScript[] = R"(
    mount -t proc proc /proc
    mount -t tmpfs -o mode=755 tmpfs /mnt
    if [ "$LOOPBACK" = 1 ]; then ip link set lo up; fi
    unset LOOPBACK
    mkdir -m 1777 /mnt/sandbox
    cp "$SANDBOX_INIT" /mnt/sandbox-init
    unset SANDBOX_INIT
    eval "$SET_UP"
    unset SET_UP
    cd /
    set -- /mnt/sandbox-init $INIT_OPTION
    unset INIT_OPTION
    if [ "$AS_USER" = root ]; then unset AS_USER; exec "$@"; fi
    unset AS_USER
    exec setpriv --reuid=61000 --regid=61000 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
)";

/// A socket that the container's user can connect to, too.
int listenAt(const std::string &path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 || listen(listener, 1) != 0 ||
        chmod(path.c_str(), 0666) != 0 || chmod(path.substr(0, path.rfind('/')).c_str(), 0755) != 0)
        qFatal("no socket at %s", path.c_str());
    return listener;
}

} // namespace

QString InitContainer::obstacle()
{
    if (geteuid() != 0)
        return QStringLiteral("namespaces are made as root");
    if (access(interpreter, X_OK) != 0)
        return QStringLiteral("there is no %1").arg(QLatin1String(interpreter));
    return {};
}

InitContainer::InitContainer()
    : InitContainer(Options())
{
}

InitContainer::InitContainer(const Options &options)
{
    std::vector<std::string> environment = {
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "SANDBOX_INIT=" SANDBOX_INIT_PATH,
        "SET_UP=" + options.setUp.toStdString(),
        options.user == Options::User::Root ? "AS_USER=root" : "AS_USER=nobody",
    };
    const bool hasLoopback = options.network == Options::Network::Loopback;
    environment.push_back(hasLoopback ? "LOOPBACK=1" : "LOOPBACK=0");
    const bool isDirect = options.direct == Options::Direct::Socket || options.direct == Options::Direct::NoSocket;
    const std::string path = m_folder.filePath(QStringLiteral("socket")).toStdString();
    if (options.direct == Options::Direct::Path)
        m_listener = listenAt(path);
    if (isDirect)
        environment.push_back("INIT_OPTION=" + std::string(frames::directOption));
    else if (options.direct != Options::Direct::Nothing)
        environment.push_back("INIT_OPTION=" + std::string(frames::directSocketOption) + path);
    else
        environment.push_back("INIT_OPTION=");
    for (const QByteArray &variable : options.environment)
        environment.push_back(variable.toStdString());
    std::vector<char *> variables;
    for (std::string &variable : environment)
        variables.push_back(variable.data());
    variables.push_back(nullptr);

    int toInit[2];
    int fromInit[2];
    if (pipe2(toInit, O_CLOEXEC) != 0 || pipe2(fromInit, O_CLOEXEC) != 0)
        qFatal("no pipes");
    int direct[2] = {-1, -1};
    if (options.direct == Options::Direct::Socket && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, direct) != 0)
        qFatal("no sockets");
    m_socket = direct[0];
    m_pid = fork();
    if (m_pid == 0) {
        // First, since the pipes have low numbers.
        const int handedOn = fcntl(direct[1] >= 0 ? direct[1] : toInit[0], F_DUPFD_CLOEXEC, 10);
        dup2(toInit[0], STDIN_FILENO);
        dup2(fromInit[1], STDOUT_FILENO);
        if (isDirect)
            dup2(handedOn, frames::directDescriptor);
        const char *const arguments[] = {
            "unshare", "--fork", "--kill-child=KILL", "--pid", "--mount", hasLoopback ? "--net" : "--mount", "--",
            "/bin/sh", "-euc",   startScript,         nullptr};
        execvpe("unshare", const_cast<char **>(arguments), variables.data());
        _exit(126);
    }
    close(toInit[0]);
    close(fromInit[1]);
    if (direct[1] >= 0)
        close(direct[1]);
    m_toInit = toInit[1];
    m_fromInit = fromInit[0];
    std::signal(SIGPIPE, SIG_IGN); // init may be gone before it was told everything
}

InitContainer::~InitContainer()
{
    closeStdin();
    close(m_fromInit);
    if (m_listener >= 0)
        close(m_listener);
    if (m_socket >= 0)
        close(m_socket);
    for (const int descriptor : std::as_const(m_descriptors))
        close(descriptor);
    if (m_pid > 0) {
        kill(m_pid, SIGKILL); // takes init along, and with it the namespace
        waitpid(m_pid, nullptr, 0);
    }
}

frames::Prepare InitContainer::command(const std::vector<std::string_view> &commandLine)
{
    frames::Prepare prepare;
    prepare.candidates = {commandLine};
    prepare.workingFolder = "/mnt/sandbox";
    prepare.scriptName = "code.py";
    prepare.captureBytes = 1024 * 1024;
    prepare.drainMs = 5000;
    return prepare;
}

frames::Prepare InitContainer::python()
{
    frames::Prepare prepare = command({interpreter, "-u", "code.py"});
    prepare.honoursCodingCookie = 1;
    return prepare;
}

void InitContainer::sendBytes(const QByteArray &bytes)
{
    for (qsizetype sent = 0; sent < bytes.size();) {
        const ssize_t written = write(m_toInit, bytes.data() + sent, static_cast<std::size_t>(bytes.size() - sent));
        if (written < 0 && errno != EINTR)
            return; // init has ended, which its frames tell
        sent += std::max<ssize_t>(0, written);
    }
}

QByteArray InitContainer::bare(frames::Type type, const QByteArray &payload)
{
    char header[frames::headerSize];
    frames::writeHeader(header, type, static_cast<std::uint32_t>(payload.size()));
    return QByteArray(header, sizeof header) + payload;
}

void InitContainer::closeStdin()
{
    if (m_toInit >= 0) {
        shutdown(m_toInit, SHUT_WR); // a socket; m_fromInit is a copy of it
        close(m_toInit);
    }
    m_toInit = -1;
}

bool InitContainer::fill(qsizetype size)
{
    const auto limit = std::chrono::steady_clock::now() + patience;
    while (m_received.size() < size) {
        pollfd watch = {m_fromInit, POLLIN, 0};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(limit - std::chrono::steady_clock::now());
        if (left <= 0ms || (poll(&watch, 1, static_cast<int>(left.count())) < 0 && errno != EINTR))
            return false;
        if (watch.revents == 0)
            continue;
        char bytes[64 * 1024];
        const auto keep = [this](int descriptor) { m_descriptors += descriptor; };
        const ssize_t got = m_isSocket ? passing::receive(m_fromInit, bytes, sizeof bytes, 0, keep)
                                       : read(m_fromInit, bytes, sizeof bytes);
        if (got <= 0)
            return false;
        m_received.append(bytes, got);
    }
    return true;
}

std::optional<InitContainer::Frame> InitContainer::next()
{
    if (!fill(frames::headerSize))
        return std::nullopt;
    const frames::Header header = frames::readHeader(m_received.constData());
    if (!fill(static_cast<qsizetype>(frames::headerSize + header.length)))
        return std::nullopt;
    const Frame frame = {header.type, m_received.mid(frames::headerSize, header.length)};
    m_received.remove(0, static_cast<qsizetype>(frames::headerSize + header.length));
    return frame;
}

bool InitContainer::makeReady(const frames::Prepare &prepare)
{
    send(frames::Type::Prepare, prepare);
    if (m_listener >= 0) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            qFatal("no sockets");
        const int connection = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        passing::send(connection, "", 1, 0, ends[1]);
        m_socket = ends[0];
        for (const int fd : {connection, ends[1], std::exchange(m_listener, -1)})
            close(fd);
    }
    const std::array pipes = {m_toInit, m_fromInit}; // in use until Prepare was read
    const bool isDirect = m_socket >= 0;
    if (isDirect) {
        m_isSocket = true;
        m_toInit = m_socket;
        m_fromInit = dup(std::exchange(m_socket, -1));
    }
    const std::optional<Frame> frame = next();
    if (isDirect)
        std::ranges::for_each(pipes, close);
    if (frame && frame->type == frames::Type::Failed)
        qWarning("Failed: %s", frame->payload.mid(5).constData());
    return frame && frame->type == frames::Type::Ready &&
           frames::decode({frame->payload.constData(), static_cast<std::size_t>(frame->payload.size())}, m_ready);
}

void InitContainer::run(const QByteArray &code, std::chrono::milliseconds timeout, const QByteArray &stdinText)
{
    send(frames::Type::Run, frames::Run{static_cast<std::uint32_t>(timeout.count()),
                                        {code.constData(), static_cast<std::size_t>(code.size())}});
    for (qsizetype at = 0; at < stdinText.size(); at += frames::maxOutputPayload)
        sendBytes(bare(frames::Type::StdinData, stdinText.mid(at, frames::maxOutputPayload)));
    send(frames::Type::StdinEnd);
}

InitContainer::Report InitContainer::report()
{
    Report report;
    bool hasEnded = false;
    const auto complain = [&report](const char *what, const Frame &frame) {
        report.disorder += QStringLiteral("%1 %2; ").arg(QLatin1String(what)).arg(static_cast<int>(frame.type));
    };
    while (const std::optional<Frame> frame = next()) {
        const std::string_view payload(frame->payload.constData(), static_cast<std::size_t>(frame->payload.size()));
        if (hasEnded)
            complain("after the last frame", *frame);
        if (payload.size() > frames::maxPayload(frame->type))
            complain("too long", *frame);
        const bool hasTail = !report.stdoutTail.isEmpty() || !report.stderrTail.isEmpty();
        const bool isOutput = frame->type >= frames::Type::Stdout && frame->type <= frames::Type::Usage;
        if (isOutput && !report.wasStarted)
            complain("before Started", *frame);
        switch (frame->type) {
        case frames::Type::Started:
            if (report.wasStarted)
                complain("twice", *frame);
            report.wasStarted = true;
            break;
        case frames::Type::Stdout:
            report.stdoutHead += frame->payload;
            if (hasTail)
                complain("after a tail", *frame);
            break;
        case frames::Type::Stderr:
            report.stderrHead += frame->payload;
            if (hasTail)
                complain("after a tail", *frame);
            break;
        case frames::Type::StdoutSample:
            report.stdoutSamples += frame->payload;
            break;
        case frames::Type::StderrSample:
            break;
        case frames::Type::StdoutTail:
            report.stdoutTail += frame->payload;
            break;
        case frames::Type::StderrTail:
            report.stderrTail += frame->payload;
            break;
        case frames::Type::Usage: {
            frames::Usage usage;
            if (!frames::decode(payload, usage))
                complain("malformed", *frame);
            report.usage += usage;
            break;
        }
        case frames::Type::Exited: {
            frames::Exited exited;
            if (!frames::decode(payload, exited))
                complain("malformed", *frame);
            report.exited = exited;
            hasEnded = true;
            break;
        }
        case frames::Type::Failed: {
            frames::Failed failed;
            if (!frames::decode(payload, failed))
                complain("malformed", *frame);
            report.failure = failed.failure;
            report.failureDetail = QByteArray(failed.detail.data(), static_cast<qsizetype>(failed.detail.size()));
            hasEnded = true;
            break;
        }
        default:
            complain("unexpected", *frame);
        }
    }
    return report;
}

InitContainer::Report InitContainer::execute(const QByteArray &code, std::chrono::milliseconds timeout,
                                             const QByteArray &stdinText, const frames::Prepare &prepare)
{
    if (!makeReady(prepare))
        return {};
    run(code, timeout, stdinText);
    return report();
}

std::optional<int> InitContainer::waitForEnd()
{
    const auto limit = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < limit) {
        int status = 0;
        if (waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_pid = -1;
            return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        }
        poll(nullptr, 0, 2);
    }
    return std::nullopt;
}

qint64 InitContainer::processWith(const QByteArray &mark)
{
    const QStringList processes = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &pid : processes) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(mark))
            return pid.toLongLong();
    }
    return 0;
}
