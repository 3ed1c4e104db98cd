#include "program.h"

#include "filter.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using std::string_view;

/// What the child was doing when it failed, as it comes through the pipe.
struct Report
{
    enum Step : int
    {
        Descriptors,
        Session,
        Limits,
        Privileges,
        SystemCallFilter,
        Execute,
    };
    Step step;
    int error;
};

constexpr string_view stepNames[] = {
    "pipes", "setsid", "setrlimit", "no_new_privs", "the seccomp filter", "execve",
};

/// Where the image names none.
constexpr string_view usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

string_view nameOf(const char *variable)
{
    const string_view whole = variable;
    return whole.substr(0, whole.find('='));
}

bool equalIgnoringCase(string_view a, string_view b)
{
    return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool hasNul(string_view string)
{
    return string.find('\0') != string_view::npos;
}

/// A pipe that execve() closes. `ours` is the one of its ends that shall not block.
bool makePipe(Descriptor &readEnd, Descriptor &writeEnd, const Descriptor &ours)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    readEnd = Descriptor(ends[0]);
    writeEnd = Descriptor(ends[1]);
    return fcntl(ours.fd(), F_SETFL, O_NONBLOCK) == 0;
}

void closeFrom(unsigned first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
#endif
    // Before Linux 5.9, or an engine's seccomp profile that does not know the call. Init has few and low ones.
    for (unsigned fd = first; fd < 4096; ++fd)
        close(static_cast<int>(fd));
}

void resetSignals()
{
    struct sigaction byDefault = {};
    byDefault.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        sigaction(signal, &byDefault, nullptr); // fails for SIGKILL, SIGSTOP and libc's own, which are not ours to set
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// When memory runs out, the kernel shall take the program and not init.
void offerToOomKiller()
{
    // A process that is not dumpable may not write its own /proc files. Until execve() there is nobody in the container
    // to use the gap.
    prctl(PR_SET_DUMPABLE, 1);
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        [[maybe_unused]] const ssize_t written = write(fd, "1000", 4);
        close(fd);
    }
}

} // namespace

void StringList::add(string_view string)
{
    char *const copy = new char[string.size() + 1];
    std::memcpy(copy, string.data(), string.size());
    copy[string.size()] = '\0';
    m_strings.back() = copy;
    m_strings.push_back(nullptr);
}

void StringList::removeVariable(string_view name)
{
    std::erase_if(m_strings, [name](const char *variable) { return variable && nameOf(variable) == name; });
}

void StringList::removeVariableIgnoringCase(string_view name)
{
    std::erase_if(m_strings,
                  [name](const char *variable) { return variable && equalIgnoringCase(nameOf(variable), name); });
}

string_view StringList::variable(string_view name) const
{
    for (const char *variable : m_strings) {
        if (variable && nameOf(variable) == name)
            return string_view(variable).substr(name.size() + 1);
    }
    return {};
}

void StringList::replaceAllButFirst(const StringList &others)
{
    m_strings.resize(1);
    m_strings.insert(m_strings.end(), others.m_strings.begin(), others.m_strings.end());
}

void StringList::wipe()
{
    for (char *string : m_strings) {
        if (string)
            explicit_bzero(string, std::strlen(string));
    }
}

bool Program::configure(const frames::Prepare &prepare, std::uint64_t dataLimit)
{
    m_dataLimit = dataLimit;
    if (prepare.candidates.empty())
        return false;
    for (const auto &commandLine : prepare.candidates) {
        StringList &list = m_candidates.emplace_back();
        if (commandLine.empty() || commandLine.front().empty())
            return false;
        for (string_view argument : commandLine) {
            if (hasNul(argument))
                return false;
            list.add(argument);
        }
    }

    for (string_view argument : prepare.secondArguments) {
        if (hasNul(argument))
            return false;
        m_secondArguments.add(argument);
    }
    for (string_view folder : prepare.folders) {
        if (hasNul(folder) || !folder.starts_with('/'))
            return false;
        m_folders.add(folder);
    }

    for (char **variable = environ; *variable; ++variable) {
        if (std::strchr(*variable, '='))
            m_environment.add(*variable);
    }
    for (string_view name : prepare.dropEnvironment)
        m_environment.removeVariableIgnoringCase(name);
    for (string_view variable : prepare.environment) {
        const std::size_t nameSize = variable.find('=');
        if (nameSize == 0 || nameSize == string_view::npos || hasNul(variable))
            return false;
        m_environment.removeVariable(variable.substr(0, nameSize));
        m_environment.add(variable);
    }
    for (string_view variable : prepare.searchFirst) {
        const std::size_t nameSize = variable.find('=');
        if (nameSize == 0 || nameSize == string_view::npos || hasNul(variable))
            return false;
        const string_view name = variable.substr(0, nameSize);
        string_view rest = m_environment.variable(name);
        if (rest.data() == nullptr && name == "PATH")
            rest = usualPath;
        std::vector<char> joined(variable.begin(), variable.end());
        if (!rest.empty()) {
            joined.push_back(':');
            joined.insert(joined.end(), rest.begin(), rest.end());
        }
        m_environment.removeVariable(variable.substr(0, nameSize));
        m_environment.add({joined.data(), joined.size()});
    }
    return true;
}

bool Program::find(string_view name, Text &problem)
{
    const auto isExecutable = [this, &problem](string_view folder, string_view file) {
        if (folder.size() + file.size() + 2 > sizeof m_path)
            return false;
        char *end = m_path;
        if (!folder.empty()) {
            end = static_cast<char *>(mempcpy(end, folder.data(), folder.size()));
            *end++ = '/';
        }
        end = static_cast<char *>(mempcpy(end, file.data(), file.size()));
        *end = '\0';
        struct stat status;
        if (stat(m_path, &status) != 0 || !S_ISREG(status.st_mode))
            return false;
        m_anyExists = true;
        if (faccessat(AT_FDCWD, m_path, X_OK, AT_EACCESS) == 0)
            return true;
        const int error = errno;
        problem << (problem.isEmpty() ? "" : "; ") << m_path << ": ";
        problem.systemError(error);
        return false;
    };

    if (name.find('/') != string_view::npos)
        return isExecutable({}, name);
    string_view path = m_environment.variable("PATH");
    if (path.data() == nullptr)
        path = usualPath;
    for (;;) {
        const std::size_t colon = path.find(':');
        const string_view folder = path.substr(0, colon);
        if (isExecutable(folder.empty() ? "." : folder, name))
            return true;
        if (colon == string_view::npos)
            return false;
        path.remove_prefix(colon + 1);
    }
}

Program::Start Program::startNext(Pipes &pipes, Text &problem)
{
    while (m_nextCandidate < m_candidates.size()) {
        m_candidate = m_nextCandidate++;
        if (find(name(), problem)) {
            makeFolders();
            return start(pipes, problem);
        }
    }
    if (!m_anyExists) {
        problem << "the image has no ";
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            problem << (i == 0 ? "" : " or ") << m_candidates[i].data()[0];
    }
    return Start::NoneLeft;
}

void Program::makeFolders() const
{
    if (m_folders.isEmpty())
        return;
    char file[PATH_MAX] = {};
    if (!realpath(m_path, file))
        return;
    const string_view whole = file;
    const string_view fileName = whole.substr(whole.rfind('/') + 1);
    for (const char *const *folder = m_folders.data(); *folder; ++folder) {
        Text path;
        const string_view text = *folder;
        const std::size_t place = text.find("{}");
        path << text.substr(0, place);
        if (place != string_view::npos)
            path << fileName << text.substr(place + 2);
        for (std::size_t end = 0; end != string_view::npos;) {
            end = path.view().find('/', end + 1);
            Text part;
            part << path.view().substr(0, end) << string_view("\0", 1);
            mkdir(part.view().data(), 0755); // mostly it is there; whoever misses it will say so
        }
    }
}

bool Program::changeLanguage()
{
    if (m_secondArguments.isEmpty())
        return false;
    m_candidates[m_candidate].replaceAllButFirst(m_secondArguments);
    return true;
}

Program::Start Program::startAgain(Pipes &pipes, Text &problem)
{
    return start(pipes, problem);
}

Program::Start Program::start(Pipes &pipes, Text &problem)
{
    Pipes childEnds;
    Descriptor report;
    if (!makePipe(childEnds.input, pipes.input, pipes.input) ||
        !makePipe(pipes.output, childEnds.output, pipes.output) ||
        !makePipe(pipes.error, childEnds.error, pipes.error) || !makePipe(m_execution, report, m_execution)) {
        problem << "pipe: ";
        problem.systemError(errno);
        return Start::Failed;
    }
    m_pid = fork();
    if (m_pid == 0)
        become(childEnds, report.fd());
    if (m_pid < 0) {
        problem << "fork: ";
        problem.systemError(errno);
        return Start::Failed;
    }
    return Start::Started;
}

void Program::become(const Pipes &childEnds, int report) const
{
    constexpr int reportFd = 3;
    const auto fail = [&report](Report::Step step) {
        const Report words = {step, errno};
        [[maybe_unused]] const ssize_t written = write(report, &words, sizeof words);
        _exit(127);
    };

    offerToOomKiller();
    resetSignals();
    // 0, 1 and 2 are open in init, so that none of the sources is among the targets.
    if (dup2(childEnds.input.fd(), 0) < 0 || dup2(childEnds.output.fd(), 1) < 0 || dup2(childEnds.error.fd(), 2) < 0)
        fail(Report::Descriptors);
    if (report != reportFd) {
        if (dup3(report, reportFd, O_CLOEXEC) < 0)
            fail(Report::Descriptors);
        report = reportFd;
    }
    closeFrom(reportFd + 1);
    if (setsid() < 0)
        fail(Report::Session);
    umask(077);

    // With a limit of 0, a core_pattern that is a pipe still has the kernel start its helper, as root on the host and
    // outside every limit of ours. 1 is the kernel's word for no, and too little for a file as well.
    rlimit core = {};
    getrlimit(RLIMIT_CORE, &core);
    core.rlim_max = std::min<rlim_t>(1, core.rlim_max);
    core.rlim_cur = core.rlim_max;
    if (setrlimit(RLIMIT_CORE, &core) != 0)
        fail(Report::Limits);
    if (const rlimit data = {m_dataLimit, m_dataLimit}; m_dataLimit > 0 && setrlimit(RLIMIT_DATA, &data) != 0)
        fail(Report::Limits);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail(Report::Privileges);
    if (!installFilter())
        fail(Report::SystemCallFilter);
    execve(m_path, m_candidates[m_candidate].data(), m_environment.data());
    fail(Report::Execute);
    __builtin_unreachable();
}

Program::Execution Program::executed(Text &problem)
{
    Report report;
    const ssize_t got = read(m_execution.fd(), &report, sizeof report);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return Execution::Pending;
    m_execution.close();
    if (got != static_cast<ssize_t>(sizeof report))
        return Execution::Done;
    problem << (problem.isEmpty() ? "" : "; ");
    if (report.step != Report::Execute)
        problem << stepNames[report.step];
    else
        problem << m_path;
    problem << ": ";
    problem.systemError(report.error);
    return report.step == Report::Execute ? Execution::Refused : Execution::Failed;
}
