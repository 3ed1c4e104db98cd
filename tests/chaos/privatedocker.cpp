#include "privatedocker.h"

#include "testengine.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include <csignal>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

PrivateDocker::PrivateDocker()
    : m_folder(u"/tmp/chaos-XXXXXX"_s)
{
}

PrivateDocker::~PrivateDocker()
{
    if (isRunning())
        stop(Stop::Terminate);
    // Left by containers with a namespace of their own.
    const QString namespaces = m_folder.filePath(u"exec/netns"_s);
    for (const QString &name : QDir(namespaces).entryList(QDir::Files | QDir::System))
        runProgram({u"umount"_s, namespaces + u'/' + name});
}

QString PrivateDocker::host() const
{
    return u"unix://"_s + m_folder.filePath(u"docker.sock"_s);
}

QString PrivateDocker::start()
{
    const QString data = QStringLiteral(SANDBOX_TEST_DOCKER_DATA);
    if (geteuid() != 0)
        return u"only root can start a Docker daemon"_s;
    if (!QDir().mkpath(data))
        return u"cannot make the folder "_s + data;
    QFile::remove(m_folder.filePath(u"pid"_s)); // a killed daemon leaves it, and the next one believes it
    m_daemon.setStandardErrorFile(data + "/daemon.log"_L1, QProcess::Append);
    m_daemon.start(u"dockerd"_s,
                   {u"--host"_s, host(), u"--data-root"_s, data, u"--exec-root"_s, m_folder.filePath(u"exec"_s),
                    u"--pidfile"_s, m_folder.filePath(u"pid"_s), u"--default-ulimit"_s, u"nofile=1024:4096"_s,
                    u"--iptables=false"_s, u"--ip6tables=false"_s, u"--bridge=none"_s});
    if (!m_daemon.waitForStarted())
        return u"dockerd: "_s + m_daemon.errorString();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"DOCKER_HOST"_s, host());
    QElapsedTimer age;
    age.start();
    while (age.elapsed() < 60'000 && !m_daemon.waitForFinished(300)) {
        if (runProgram({u"docker"_s, u"info"_s, u"--format"_s, u"{{.ServerVersion}}"_s}, environment, {}, 10s)
                .exitCode == 0)
            return {};
    }
    return u"the Docker daemon does not answer; its log is %1/daemon.log"_s.arg(data);
}

/// It outlives a killed daemon for a while, and a daemon that starts meanwhile waits for it in vain.
void PrivateDocker::killContainerd() const
{
    QFile file(m_folder.filePath(u"exec/containerd/containerd.pid"_s));
    const int pid = file.open(QFile::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
    if (pid <= 0)
        return;
    ::kill(pid, SIGKILL);
    QFile::remove(file.fileName());
}

QString PrivateDocker::stop(Stop how)
{
    if (how == Stop::Kill) {
        m_daemon.kill();
        killContainerd();
    } else {
        m_daemon.terminate();
    }
    return m_daemon.waitForFinished(40'000) ? QString() : u"the Docker daemon did not stop"_s;
}
