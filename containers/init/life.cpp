#include "life.h"

#include "codingcookie.h"
#include "smallfile.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <span>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;
using std::string_view;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr auto firstOpenPause = 200us;
constexpr auto longestOpenPause = 2ms; // an interpreter starts within 10 to 100 ms
constexpr auto progressInterval = 250ms;
constexpr auto failureLimit = 2s; // for the server to take Failed

// One turn of the loop does at most so much of one kind, so that nobody can keep it from its timers.
constexpr int framesPerTurn = 64;
constexpr int reapedPerTurn = 1024;
// Far more than full pipes can hold; only a writer that nobody can kill would get there.
constexpr int readsPerDrain = 1024;

enum Watch
{
    Server,
    Direct, ///< Until Prepare: only whether the server is gone.
    ServerOutput,
    Children,
    Execution,
    Script,
    Input,
    Output,
    ErrorOutput,
    FirstStream, ///< From here on they are the streams'.
};
constexpr std::size_t maxWatches = FirstStream + Streams::maxWatches;

std::uint64_t microseconds(nanoseconds time)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, time.count() / 1000));
}

nanoseconds toDuration(const timeval &time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

bool setNonBlocking(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

/// Not blocking, and not for the program.
bool makeOurs(int fd)
{
    return setNonBlocking(fd) && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

bool isPlainFileName(string_view name, std::size_t longest)
{
    return !name.empty() && name.size() <= longest && name != "." && name != ".." &&
           name.find_first_of(string_view("/\0", 2)) == string_view::npos;
}

Time after(Time start, std::uint32_t limitMs)
{
    return limitMs == 0 ? never : start + milliseconds(limitMs);
}

SmallFile processFile(pid_t pid, string_view name)
{
    Text path;
    path << "/proc/" << static_cast<std::uint64_t>(pid) << "/" << name << string_view("\0", 1);
    return SmallFile(path.view().data());
}

std::uint64_t residentMemory(pid_t pid)
{
    return processFile(pid, "statm").number(1) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Of a living child. The sum is exact; the share of each kind is only known in ticks of 10 ms.
CpuTime cpuOf(pid_t pid)
{
    clockid_t clock;
    if (clock_getcpuclockid(pid, &clock) != 0)
        return {};
    const nanoseconds sum = Clock::read(clock).time_since_epoch();
    // Numbers from the third field on follow the name, which may hold anything but ends at the last parenthesis.
    const SmallFile status = processFile(pid, "stat");
    const string_view text = status.text();
    const std::uint64_t userTicks = numberIn(text.substr(text.rfind(')') + 1), 12);
    const std::uint64_t systemTicks = numberIn(text.substr(text.rfind(')') + 1), 13);
    const nanoseconds system = systemTicks == 0 ? 0ns
                                                : sum * static_cast<std::int64_t>(systemTicks) /
                                                      static_cast<std::int64_t>(userTicks + systemTicks);
    return {sum - system, system};
}

/// The host's uid of the container's uid 0; 0 when the container has no user namespace of its own.
std::uint64_t userNamespace()
{
    return SmallFile("/proc/self/uid_map").number(1);
}

} // namespace

Life::Life(int fromServer, int toServer)
    : m_receiver(fromServer)
    , m_sender(toServer)
{
}

void Life::offerDirectChannel(int fd)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode))
        m_direct = Descriptor(fd);
}

int Life::live()
{
    if (!setUp()) {
        // Failed could not be sent either.
        constexpr string_view words = "sandbox-init: no memory or no descriptors to start with\n";
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words.data(), words.size());
        return 1;
    }
    while (m_state != State::Over) {
        waitForEvents();
        const Time now = Clock::now();
        runTimers(now);
        advance(now);
        if (m_state != State::Over && !m_sender.flush())
            m_state = State::Over; // nobody is there to read it
    }
    killEverything();
    return m_exitCode;
}

bool Life::setUp()
{
    // PID 1 gets no signal that it has not asked for, but that is only said of those with the default action.
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    for (int signal = 1; signal < NSIG; ++signal) {
        if (signal != SIGCHLD)
            sigaction(signal, &ignored, nullptr);
    }
    sigset_t childSignals;
    sigemptyset(&childSignals);
    sigaddset(&childSignals, SIGCHLD);
    sigprocmask(SIG_SETMASK, &childSignals, nullptr);
    m_childSignals = Descriptor(signalfd(-1, &childSignals, SFD_CLOEXEC | SFD_NONBLOCK));

    return m_childSignals.isOpen() && m_receiver.allocate() && m_sender.allocate() && setNonBlocking(m_receiver.fd()) &&
           setNonBlocking(m_sender.fd()) && (!m_direct.isOpen() || makeOurs(m_direct.fd()));
}

void Life::waitForEvents()
{
    pollfd watches[maxWatches];
    for (int i = 0; i < FirstStream; ++i)
        watches[i] = {-1, POLLIN, 0};
    watches[Server].fd = m_receiver.fd();
    watches[Direct] = {m_state == State::Unprepared ? m_direct.fd() : -1, 0, 0};
    // Without events, too: its error says that the server's end is closed.
    watches[ServerOutput] = {m_sender.fd(), static_cast<short>(m_sender.isEmpty() ? 0 : POLLOUT), 0};
    watches[Children].fd = m_childSignals.fd();
    watches[Execution].fd = m_program.executionFd();
    if (m_state == State::Running) {
        if (hasRun() && m_script.isOpen())
            watches[Script] = {m_script.fd(), POLLOUT, 0};
        if (m_stdinWritten < m_stdinReceived)
            watches[Input] = {m_pipes.input.fd(), POLLOUT, 0};
        if (m_stdout.canRead(m_sender))
            watches[Output].fd = m_stdout.fd();
        if (m_stderr.canRead(m_sender))
            watches[ErrorOutput].fd = m_stderr.fd();
    }
    std::span<pollfd> streamWatches;
    if (m_state == State::Running && hasRun() && m_streams.isListening()) {
        const std::span<pollfd, Streams::maxWatches> room(watches + FirstStream, Streams::maxWatches);
        streamWatches = room.first(m_streams.watch(room, m_sender));
    }

    const Time due = nextTimer();
    timespec timeout = {};
    if (const Time now = Clock::now(); due != never && due > now) {
        const nanoseconds left = due - now;
        timeout.tv_sec = static_cast<time_t>(left / 1s);
        timeout.tv_nsec = static_cast<long>((left % 1s).count());
    }
    if (ppoll(watches, FirstStream + streamWatches.size(), due == never ? nullptr : &timeout, nullptr) < 0)
        return;

    const auto hasNews = [&watches](Watch watch) { return watches[watch].revents != 0; };
    const bool isServerGone =
        (watches[ServerOutput].revents | watches[Direct].revents) & (POLLERR | POLLHUP | POLLNVAL);
    if (isServerGone) {
        m_state = State::Over;
        return;
    }
    // The program's output first: that is what somebody waits for.
    if (hasNews(Output))
        m_stdout.read(m_sender);
    if (hasNews(ErrorOutput))
        m_stderr.read(m_sender);
    if ((hasNews(Output) || hasNews(ErrorOutput)) && !m_sender.flush()) {
        m_state = State::Over;
        return;
    }
    // Before the server's frames, which may end streams.
    if (!streamWatches.empty())
        m_streams.handle(streamWatches, m_sender);
    if (hasNews(Server))
        receiveFrames();
    if (hasNews(Script))
        feedScript();
    if (hasNews(Input))
        feedStdin();
    if (hasNews(Execution))
        followExecution();
    if (hasNews(Children) || m_mayHaveMoreToReap)
        reapChildren();
}

Time Life::nextTimer() const
{
    // The report goes on as soon as there is room for its next part.
    if (m_mayHaveMoreToReap || (m_state >= State::Draining && m_sender.isEmpty()))
        return Time::min();
    Time next = std::min(m_lifetimeLimit, m_leavingLimit);
    switch (m_state) {
    case State::Starting:
        return std::min({next, m_idleLimit, m_nextOpen});
    case State::Unprepared:
    case State::Waiting:
        return std::min(next, m_idleLimit);
    case State::Restarting:
    case State::Running:
        return std::min({next, m_deadline, m_nextProgress});
    case State::Clearing:
        return std::min(next, m_clearingLimit);
    case State::Draining:
    case State::Reporting:
    case State::Leaving:
    case State::Over:
        break;
    }
    return next;
}

void Life::runTimers(Time now)
{
    if (now >= m_lifetimeLimit) {
        m_lifetimeLimit = never;
        if (m_state >= State::Reporting) { // the server had its time to take the report
            m_exitCode = 1;
            m_state = State::Over;
            return;
        }
        fail(frames::Failure::Idle, "the container's lifetime is over");
    }
    if (now >= m_leavingLimit)
        m_state = State::Over;
    if (m_state <= State::Waiting && now >= m_idleLimit)
        fail(frames::Failure::Idle, "nothing to run came in time");
    if (m_state == State::Starting && now >= m_nextOpen)
        tryToOpenScript(now);
    if (m_state == State::Running || m_state == State::Restarting) {
        if (now >= m_deadline) {
            m_timedOut = true;
            beginClearing(now);
        } else if (now >= m_nextProgress) {
            reportProgress(now);
        }
    }
}

void Life::advance(Time now)
{
    if (m_state == State::Restarting && !m_hasChildren)
        restartInterpreter();
    if (m_state == State::Clearing) {
        if (m_hasChildren && now < m_clearingLimit)
            return;
        m_state = State::Draining;
    }
    if (m_state == State::Draining)
        drain(now);
    if (m_state == State::Reporting && m_stdout.sendTail(m_sender) && m_stderr.sendTail(m_sender))
        reportExit();
    if (m_state == State::Leaving && m_sender.isEmpty())
        m_state = State::Over;
}

// The server's frames.

void Life::receiveFrames()
{
    for (int i = 0; i < framesPerTurn && m_state != State::Over; ++i) {
        switch (m_receiver.receive()) {
        case Receiver::Status::Waiting:
            return;
        case Receiver::Status::Frame:
            handleFrame();
            break;
        case Receiver::Status::Malformed:
            failProtocol("a frame of unknown type or of more than its greatest length");
            return;
        case Receiver::Status::End:
            m_state = State::Over;
            return;
        }
    }
}

void Life::handleFrame()
{
    const bool hasEnded = m_state >= State::Clearing; // then the server cannot know it yet
    switch (m_receiver.type()) {
    case frames::Type::Prepare:
        if (m_state == State::Unprepared)
            return prepare();
        break;
    case frames::Type::Run:
        if (m_state == State::Waiting)
            return run();
        break;
    case frames::Type::StdinData:
        if (hasRun() && !m_stdinComplete)
            return takeStdinData();
        break;
    case frames::Type::StdinEnd:
        if (hasRun() && !m_stdinComplete && m_receiver.payload().empty()) {
            m_stdinComplete = true;
            return closeStdinWhenDone();
        }
        break;
    case frames::Type::Cancel:
        if (m_receiver.payload().empty())
            return cancel();
        break;
    case frames::Type::StreamToProgram:
    case frames::Type::StreamToProgramClose:
    case frames::Type::StreamToProgramReset:
    case frames::Type::StreamFromProgramWindow:
        if (hasRun() && (hasEnded || m_streams.receive(m_receiver.type(), m_receiver.payload(), m_sender)))
            return;
        break;
    default:
        break;
    }
    if (m_hasFailed && hasEnded)
        return; // Run and its stdin may have crossed with Failed
    Text detail;
    detail << "a frame of type " << static_cast<std::uint64_t>(m_receiver.type())
           << " that is malformed or out of turn";
    failProtocol(detail.view());
}

void Life::prepare()
{
    // Before the rest: another version may have other members.
    const std::uint32_t version = frames::versionOf(m_receiver.payload());
    if (version != frames::protocolVersion) {
        Text detail;
        detail << "the server speaks version " << version << " of the protocol, sandbox-init version "
               << frames::protocolVersion;
        return failProtocol(detail.view());
    }
    frames::Prepare prepare;
    if (!frames::decode(m_receiver.payload(), prepare))
        return failProtocol("Prepare is malformed");
    if (!isPlainFileName(prepare.scriptName, sizeof m_scriptName - 1 - string_view(".part").size()))
        return failProtocol("Prepare names a script that is no plain file name");
    if (prepare.captureBytes > frames::maxCaptureSize)
        return failProtocol("Prepare wants to capture more than is allowed");

    if (!prepare.secondScriptName.empty() &&
        !isPlainFileName(prepare.secondScriptName, sizeof m_secondScriptName - 1 - string_view(".part").size()))
        return failProtocol("Prepare names a second script that is no plain file name");

    prepare.scriptName.copy(m_scriptName, sizeof m_scriptName - 1);
    prepare.secondScriptName.copy(m_secondScriptName, sizeof m_secondScriptName - 1);
    m_honoursCodingCookie = prepare.honoursCodingCookie != 0;
    m_drainTime = milliseconds(prepare.drainMs);
    m_idleLimit = after(Clock::now(), prepare.idleMs);
    m_lifetimeLimit = after(m_start, prepare.lifetimeMs);
    m_cgroup.open();
    m_isMemoryLimited = m_cgroup.limitsMemoryTo(prepare.memoryBytes);
    const bool limitsData = !m_isMemoryLimited && prepare.limitsData != 0;
    if (!m_program.configure(prepare, limitsData ? prepare.memoryBytes : 0))
        return failProtocol("Prepare has no command line, or a string that no program can be given");
    if (!m_stdout.allocate(prepare.captureBytes) || !m_stderr.allocate(prepare.captureBytes) ||
        !m_stdinText.allocate(frames::maxStdinSize))
        return fail(frames::Failure::System, "mmap: no memory for the buffers");

    const std::string_view folder = prepare.workingFolder;
    char path[4096] = {};
    Text problem;
    problem << folder;
    if (folder.size() >= sizeof path || folder.find('\0') != string_view::npos)
        return failProtocol("Prepare names an impossible working folder");
    folder.copy(path, sizeof path - 1);
    if (chdir(path) != 0) {
        problem << ": ";
        problem.systemError(errno);
        return fail(frames::Failure::WorkingFolder, problem);
    }
    if (mkfifo(m_scriptName, 0600) != 0) {
        problem << "/" << m_scriptName << ": ";
        problem.systemError(errno);
        return fail(frames::Failure::WorkingFolder, problem);
    }
    if (!writeFiles(prepare))
        return;
    if (prepare.streamPort > 65'535)
        return failProtocol("Prepare names an impossible port");
    const Streams::Use use = prepare.streamsAreRequests != 0 ? Streams::Use::HttpProxy : Streams::Use::Anything;
    if (Text streamProblem; prepare.streamPort != 0 && !m_streams.listen(prepare.streamPort, use, streamProblem))
        return fail(frames::Failure::System, streamProblem);
    m_receiver.wipePayload();
    if (m_direct.isOpen()) {
        m_receiver.useDescriptor(m_direct.fd());
        m_sender.useDescriptor(m_direct.fd());
        m_streams.handConnectionsOver();
    }
    m_state = State::Starting;
    startInterpreter();
}

bool Life::writeFiles(const frames::Prepare &prepare)
{
    for (const frames::File &wanted : prepare.files) {
        char path[4096] = {};
        char source[4096] = {};
        if (wanted.path.size() >= sizeof path || wanted.after.size() >= sizeof source || wanted.path.empty() ||
            wanted.path.front() != '/' || wanted.path.find('\0') != string_view::npos ||
            wanted.after.find('\0') != string_view::npos) {
            failProtocol("Prepare names an impossible file");
            return false;
        }
        wanted.path.copy(path, sizeof path - 1);
        wanted.after.copy(source, sizeof source - 1);
        const Descriptor file(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
        const auto writeAll = [&file](string_view bytes) {
            while (!bytes.empty()) {
                const ssize_t written = write(file.fd(), bytes.data(), bytes.size());
                if (written < 0)
                    return false;
                bytes.remove_prefix(static_cast<std::size_t>(written));
            }
            return true;
        };
        bool isWritten = file.isOpen();
        if (const Descriptor before(open(source, O_RDONLY | O_CLOEXEC)); isWritten && before.isOpen()) {
            char bytes[16 * 1024];
            ssize_t got = 0;
            while (isWritten && (got = read(before.fd(), bytes, sizeof bytes)) > 0)
                isWritten = writeAll({bytes, static_cast<std::size_t>(got)});
            isWritten = isWritten && writeAll("\n");
        }
        if (!isWritten || !writeAll(wanted.content)) {
            Text problem;
            problem << wanted.path << ": ";
            problem.systemError(errno);
            fail(frames::Failure::WorkingFolder, problem);
            return false;
        }
    }
    return true;
}

void Life::run()
{
    frames::Run run;
    if (!frames::decode(m_receiver.payload(), run) || run.timeoutMs == 0 || run.code.size() > frames::maxCodeSize)
        return failProtocol("Run is malformed");
    m_runStart = Clock::now();
    m_deadline = m_runStart + milliseconds(run.timeoutMs);
    m_nextProgress = m_runStart + progressInterval;
    m_unwrittenCode = run.code;
    if (run.isSecondLanguage != 0) {
        if (m_secondScriptName[0] == '\0' || !m_program.changeLanguage())
            return failProtocol("Run wants a second language, and Prepare has named none");
        unlink(m_scriptName);
        std::memcpy(m_scriptName, m_secondScriptName, sizeof m_scriptName);
    }
    if (!writeScriptFile())
        return;
    m_state = State::Running;
    if (run.isSecondLanguage != 0 || (m_honoursCodingCookie && namesForeignEncoding(run.code))) {
        m_script.close();
        m_pipes.input.close();
        killEverything();
        m_state = State::Restarting;
    } else {
        feedScript();
    }
    m_sender.send(frames::Type::Started);
}

void Life::takeStdinData()
{
    const string_view text = m_receiver.payload();
    if (text.size() > m_stdinText.size() - m_stdinReceived)
        return failProtocol("more stdin than is allowed");
    std::copy(text.begin(), text.end(), m_stdinText.data() + m_stdinReceived);
    m_stdinReceived += text.size();
    feedStdin();
}

void Life::cancel()
{
    if (m_state <= State::Waiting) {
        m_state = State::Over;
    } else if (m_state <= State::Running) {
        m_cancelled = true;
        beginClearing(Clock::now());
    }
}

// The interpreter's start.

void Life::startInterpreter()
{
    switch (m_program.startNext(m_pipes, m_startProblem)) {
    case Program::Start::Started:
        m_hasChildren = true;
        m_programIsReaped = false;
        m_stdout.attach(std::move(m_pipes.output));
        m_stderr.attach(std::move(m_pipes.error));
        break;
    case Program::Start::NoneLeft:
        fail(m_program.anyExists() ? frames::Failure::CannotExecute : frames::Failure::NoInterpreter, m_startProblem);
        break;
    case Program::Start::Failed:
        fail(frames::Failure::System, m_startProblem);
        break;
    }
}

void Life::followExecution()
{
    switch (m_program.executed(m_startProblem)) {
    case Program::Execution::Pending:
        break;
    case Program::Execution::Done:
        if (m_state == State::Starting) {
            m_openPause = firstOpenPause;
            m_nextOpen = Clock::now() + m_openPause;
        }
        break;
    case Program::Execution::Refused:
        if (m_state == State::Starting)
            startInterpreter();
        else
            fail(frames::Failure::CannotExecute, m_startProblem);
        break;
    case Program::Execution::Failed:
        fail(frames::Failure::System, m_startProblem);
        break;
    }
}

void Life::tryToOpenScript(Time now)
{
    // Opening a FIFO for writing without blocking succeeds once somebody waits in open() to read it.
    m_script = Descriptor(open(m_scriptName, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
    if (m_script.isOpen()) {
        m_nextOpen = never;
        announceReady();
    } else if (errno == ENXIO) {
        m_openPause = std::min<Clock::duration>(m_openPause * 3 / 2, longestOpenPause);
        m_nextOpen = now + m_openPause;
    } else {
        Text detail;
        detail << m_scriptName << ": ";
        detail.systemError(errno);
        fail(frames::Failure::WorkingFolder, detail);
    }
}

void Life::announceReady()
{
    // Taken now rather than at hand-over, which somebody waits for; a waiting interpreter uses up nothing.
    m_cpuBefore = cpuOfProgram();
    m_groupCpuBefore = m_cgroup.cpu();
    m_oomKillsBefore = m_cgroup.oomKills();
    m_pidsRefusedBefore = m_cgroup.pidsRefused();

    frames::Ready ready;
    ready.candidate = m_program.candidate();
    ready.seccompMode = static_cast<std::uint8_t>(std::max(0, prctl(PR_GET_SECCOMP)));
    ready.memoryLimited = m_isMemoryLimited;
    ready.pidsLimit = m_cgroup.pidsLimit();
    ready.cpuPermille = m_cgroup.cpuPermille();
    ready.userNamespace = userNamespace();
    m_sender.send(frames::Type::Ready, ready);
    m_state = State::Waiting;
}

void Life::restartInterpreter()
{
    Text problem;
    m_cpuBefore = cpuOfProgram();
    if (m_program.startAgain(m_pipes, problem) != Program::Start::Started)
        return fail(frames::Failure::System, problem);
    m_hasChildren = true;
    m_programIsReaped = false;
    m_stdout.attach(std::move(m_pipes.output));
    m_stderr.attach(std::move(m_pipes.error));
    m_program.wipeEnvironment();
    m_state = State::Running;
    feedStdin();
}

// The script and stdin.

bool Life::writeScriptFile()
{
    char partName[sizeof m_scriptName + 8] = {};
    Text name;
    name << m_scriptName << ".part";
    name.view().copy(partName, sizeof partName - 1);

    const Descriptor file(open(partName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    bool isWritten = file.isOpen();
    for (string_view rest = m_unwrittenCode; isWritten && !rest.empty();) {
        const ssize_t written = write(file.fd(), rest.data(), rest.size());
        isWritten = written >= 0;
        if (isWritten)
            rest.remove_prefix(static_cast<std::size_t>(written));
    }
    // Over the FIFO's name, which is open at both ends by now: what reads the script again, for a traceback or in a
    // child, finds a file.
    if (isWritten && rename(partName, m_scriptName) == 0)
        return true;
    Text detail;
    detail << m_scriptName << ": ";
    detail.systemError(errno);
    fail(frames::Failure::WorkingFolder, detail);
    return false;
}

void Life::feedScript()
{
    while (!m_unwrittenCode.empty()) {
        const ssize_t written = write(m_script.fd(), m_unwrittenCode.data(), m_unwrittenCode.size());
        if (written >= 0)
            m_unwrittenCode.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno != EINTR)
            break; // the interpreter does not want the rest, or is dead
    }
    m_script.close();
    m_program.wipeEnvironment();
}

void Life::feedStdin()
{
    while (m_pipes.input.isOpen() && m_stdinWritten < m_stdinReceived) {
        const ssize_t written =
            write(m_pipes.input.fd(), m_stdinText.data() + m_stdinWritten, m_stdinReceived - m_stdinWritten);
        if (written >= 0)
            m_stdinWritten += static_cast<std::size_t>(written);
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno != EINTR)
            m_pipes.input.close(); // the program has closed it
    }
    closeStdinWhenDone();
}

void Life::closeStdinWhenDone()
{
    if (m_stdinComplete && m_stdinWritten == m_stdinReceived)
        m_pipes.input.close();
}

// Children and the end.

void Life::reapChildren()
{
    // The signals only wake us up; one may stand for many, and anybody may have sent it.
    signalfd_siginfo signals[16];
    while (read(m_childSignals.fd(), signals, sizeof signals) == sizeof signals)
        ;

    bool programIsNew = false;
    m_mayHaveMoreToReap = true;
    for (int i = 0; i < reapedPerTurn; ++i) {
        int status = 0;
        const pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid <= 0) {
            m_hasChildren = pid == 0;
            m_mayHaveMoreToReap = false;
            break;
        }
        if (pid == m_program.pid() && !m_programIsReaped) {
            m_programIsReaped = programIsNew = true;
            m_waitStatus = status;
        }
    }
    if (programIsNew)
        programEnded(Clock::now());
}

void Life::programEnded(Time now)
{
    m_programEnd = now;
    if (m_program.executionFd() >= 0 && (m_state == State::Starting || m_state == State::Running)) {
        // It may have been a child that could not become the program. What it had to say is in the pipe by now.
        const pid_t ended = m_program.pid();
        followExecution();
        if (m_program.pid() != ended)
            return;
    }
    if (m_state == State::Starting || m_state == State::Waiting) {
        Text detail;
        describeEarlyEnd(detail);
        fail(frames::Failure::InterpreterEnded, detail);
    } else if (m_state == State::Running) {
        beginClearing(now);
    }
}

void Life::describeEarlyEnd(Text &detail)
{
    detail << m_program.name();
    if (WIFSIGNALED(m_waitStatus))
        detail << " was killed by signal " << static_cast<std::uint64_t>(WTERMSIG(m_waitStatus));
    else
        detail << " ended with exit code " << static_cast<std::uint64_t>(WEXITSTATUS(m_waitStatus));
    detail << " before it opened " << m_scriptName;
    for (const OutputStream *stream : {&m_stderr, &m_stdout}) {
        char words[4096];
        const ssize_t got = read(stream->fd(), words, sizeof words);
        if (got > 0) {
            detail << ": " << string_view(words, static_cast<std::size_t>(got));
            break;
        }
    }
}

void Life::killEverything()
{
    kill(-1, SIGKILL); // everything in the container but init
}

void Life::beginClearing(Time now)
{
    // Before anybody can clean up after the program: Python's resource tracker takes its shared memory away.
    measureRooms();
    killEverything();
    m_streams.close();
    m_script.close();
    m_pipes.input.close();
    m_clearingLimit = now + m_drainTime;
    m_state = State::Clearing;
    if (m_hasChildren)
        reapChildren();
}

void Life::measureRooms()
{
    for (std::size_t i = 0; i < frames::roomCount; ++i) {
        struct statvfs status;
        if (statvfs(frames::roomFolders[i], &status) == 0)
            m_rooms[i] = {status.f_blocks * status.f_frsize, (status.f_blocks - status.f_bfree) * status.f_frsize};
    }
}

void Life::drain(Time now)
{
    if (m_hasFailed) {
        m_stdout.close();
        m_stderr.close();
        m_sender.send(frames::Type::Failed, frames::Failed{m_failure, m_failureDetail.view()});
        m_leavingLimit = now + failureLimit;
        m_exitCode = 1;
        m_state = State::Leaving;
        return;
    }
    bool isWaitingForServer = false;
    for (OutputStream *stream : {&m_stdout, &m_stderr}) {
        for (int i = 0; i < readsPerDrain && stream->isOpen(); ++i) {
            const OutputStream::Read result = stream->read(m_sender);
            if (result == OutputStream::Read::NoRoom && m_sender.flush()) {
                isWaitingForServer = !stream->canRead(m_sender);
                if (isWaitingForServer)
                    break;
            } else if (result != OutputStream::Read::Something) {
                break;
            }
        }
        if (!isWaitingForServer)
            stream->close(); // empty, and nobody is left to write
    }
    if (!isWaitingForServer)
        m_state = State::Reporting;
}

void Life::reportProgress(Time now)
{
    m_nextProgress = now + progressInterval;
    m_streams.retry();
    frames::Usage usage;
    usage.wallUs = microseconds(now - m_runStart);
    if (m_isMemoryLimited) {
        usage.cpuUs = microseconds(m_cgroup.cpu() - m_groupCpuBefore);
        usage.memoryBytes = m_cgroup.memory();
    } else {
        usage.cpuUs = microseconds(cpuOfProgram().sum() - m_cpuBefore.sum());
        usage.memoryBytes = residentMemory(m_program.pid());
    }
    m_peakMemory = std::max(m_peakMemory, usage.memoryBytes);
    if (!m_sender.isKeepingUp())
        return;
    m_sender.send(frames::Type::Usage, usage);
    m_stdout.sendSample(m_sender);
    m_stderr.sendSample(m_sender);
}

void Life::reportExit()
{
    frames::Exited exited;
    exited.cancelled = m_cancelled;
    exited.signalled = 1;
    exited.status = SIGKILL; // so it will be, when even the kernel has not got rid of it yet
    if (m_programIsReaped) {
        exited.signalled = WIFSIGNALED(m_waitStatus);
        exited.status =
            static_cast<std::uint32_t>(exited.signalled ? WTERMSIG(m_waitStatus) : WEXITSTATUS(m_waitStatus));
    }
    // A program that ended by itself in the very moment of its deadline has kept it.
    exited.timedOut = m_timedOut && exited.signalled && exited.status == SIGKILL;
    exited.wallUs = microseconds((m_programIsReaped ? m_programEnd : Clock::now()) - m_runStart);

    rusage used = {};
    getrusage(RUSAGE_CHILDREN, &used);
    // The sum is exact. How it splits is the kernel's estimate, which may have changed since hand-over.
    const CpuTime all = {toDuration(used.ru_utime), toDuration(used.ru_stime)};
    const nanoseconds sum = std::max(0ns, all.sum() - m_cpuBefore.sum());
    const nanoseconds user = std::clamp(all.user - m_cpuBefore.user, 0ns, sum);
    exited.cpuUserUs = microseconds(user);
    exited.cpuSystemUs = microseconds(sum - user);

    const std::uint64_t largestProcess = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    exited.peakMemoryBytes = largestProcess;
    if (m_isMemoryLimited) {
        const std::uint64_t groupPeak = m_cgroup.peakMemory();
        exited.peakMemoryBytes = groupPeak > 0 ? groupPeak : std::max(m_peakMemory, largestProcess);
        exited.oomKills = static_cast<std::uint32_t>(m_cgroup.oomKills() - m_oomKillsBefore);
    }
    exited.pidsRefused = static_cast<std::uint32_t>(m_cgroup.pidsRefused() - m_pidsRefusedBefore);
    exited.stdoutBytes = m_stdout.totalBytes();
    exited.stderrBytes = m_stderr.totalBytes();
    std::copy(std::begin(m_rooms), std::end(m_rooms), exited.rooms);
    m_sender.send(frames::Type::Exited, exited);
    m_state = State::Leaving;
}

void Life::fail(frames::Failure failure, const Text &detail)
{
    fail(failure, detail.view());
}

void Life::fail(frames::Failure failure, string_view detail)
{
    if (m_hasFailed || m_state >= State::Leaving)
        return;
    m_hasFailed = true;
    m_failure = failure;
    m_failureDetail << detail;
    beginClearing(Clock::now());
    m_clearingLimit = Clock::now() + std::max<Clock::duration>(m_drainTime, failureLimit);
}

CpuTime Life::cpuOfProgram() const
{
    rusage reaped = {};
    getrusage(RUSAGE_CHILDREN, &reaped);
    CpuTime time = {toDuration(reaped.ru_utime), toDuration(reaped.ru_stime)};
    if (!m_programIsReaped) {
        const CpuTime living = cpuOf(m_program.pid());
        time.user += living.user;
        time.system += living.system;
    }
    return time;
}
