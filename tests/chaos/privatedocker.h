#pragma once

#include <QProcess>
#include <QTemporaryDir>

/// A Docker daemon of the test's own, which can be stopped and started. It leaves the machine's firewall and bridges
/// alone. Its images stay in SANDBOX_TEST_DOCKER_DATA, for the next time.
class PrivateDocker
{
public:
    PrivateDocker();
    ~PrivateDocker();

    /// Both wait; a sentence when it did not work.
    QString start();
    /// Gracefully, which ends all containers, or by SIGKILL, after which they live until the next start.
    enum class Stop
    {
        Terminate,
        Kill
    };
    QString stop(Stop how);

    [[nodiscard]] bool isRunning() const { return m_daemon.state() == QProcess::Running; }
    /// For DOCKER_HOST.
    [[nodiscard]] QString host() const;

private:
    void killContainerd() const;

    QTemporaryDir m_folder; ///< Short: sockets' paths are limited to 107 bytes.
    QProcess m_daemon;
};
