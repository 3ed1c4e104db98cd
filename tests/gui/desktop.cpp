#include "desktop.h"

#include <QFile>
#include <QStandardPaths>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

using namespace Qt::StringLiterals;

namespace {

Error missing(const QString &what)
{
    return {Error::Code::Internal, what, {}};
}

} // namespace

Result<bool> Helper::start(const QList<QByteArray> &command, int keptDescriptor)
{
    const QByteArray program =
        QFile::encodeName(QStandardPaths::findExecutable(QString::fromUtf8(command.constFirst())));
    if (program.isEmpty())
        return missing(u"%1 is not installed"_s.arg(QString::fromUtf8(command.constFirst())));
    std::vector<char *> words;
    for (const QByteArray &word : command)
        words.push_back(const_cast<char *>(word.constData()));
    words.push_back(nullptr);
    const pid_t parent = getpid();
    m_pid = fork();
    if (m_pid < 0)
        return missing(u"no process for %1: %2"_s.arg(QString::fromUtf8(program), QString::fromUtf8(strerror(errno))));
    if (m_pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        if (keptDescriptor >= 0)
            fcntl(keptDescriptor, F_SETFD, 0);
        execv(program.constData(), words.data());
        _exit(127);
    }
    return true;
}

void Helper::stop()
{
    if (m_pid <= 0)
        return;
    kill(m_pid, SIGTERM);
    for (int i = 0; i < 50 && isRunning(); ++i)
        usleep(20'000);
    if (m_pid > 0) {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
    m_pid = -1;
}

bool Helper::isRunning()
{
    if (m_pid > 0 && waitpid(m_pid, nullptr, WNOHANG) != 0)
        m_pid = -1;
    return m_pid > 0;
}

Result<bool> Desktop::start()
{
    int number[2];
    if (pipe2(number, O_CLOEXEC) != 0)
        return missing(u"no pipe: "_s + QString::fromUtf8(strerror(errno)));
    // It takes a free display by itself and says which, once it is ready.
    const auto started = m_server.start({"Xvfb", "-displayfd", QByteArray::number(number[1]), "-screen", "0",
                                         "1400x900x24", "-nolisten", "tcp", "-noreset"},
                                        number[1]);
    close(number[1]);
    QByteArray display;
    pollfd ready{number[0], POLLIN, 0};
    char buffer[16];
    while (started.ok() && !display.endsWith('\n') && poll(&ready, 1, 20'000) > 0) {
        const ssize_t size = read(number[0], buffer, sizeof buffer);
        if (size <= 0)
            break;
        display.append(buffer, size);
    }
    close(number[0]);
    if (!started.ok())
        return started;
    if (!display.endsWith('\n'))
        return missing(u"Xvfb does not start"_s);
    qputenv("DISPLAY", ":" + display.trimmed());
    qputenv("QT_QPA_PLATFORM", "xcb");
    // Trays are also found on the message bus; this one is to be found on the display.
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    qputenv("NO_AT_BRIDGE", "1");
    return true;
}

Result<bool> Desktop::startTray()
{
    return m_tray.start({"trayer", "--edge", "top", "--align", "right", "--widthtype", "request", "--heighttype",
                         "pixel", "--height", "32", "--SetDockType", "true"});
}
