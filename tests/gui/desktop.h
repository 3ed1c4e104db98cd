#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

#include <sys/types.h>

/// A program that a test needs around itself; it dies with this object, and with the test program at the latest.
class Helper
{
public:
    Helper() = default;
    Helper(const Helper &) = delete;
    Helper &operator=(const Helper &) = delete;
    ~Helper() { stop(); }

    /// Starts `command`, found in PATH. `keptDescriptor` stays open in it.
    Result<bool> start(const QList<QByteArray> &command, int keptDescriptor = -1);
    void stop();
    [[nodiscard]] bool isRunning();

private:
    pid_t m_pid = -1;
};

/// A desktop for tests: an X server of their own without a screen, and a tray when it is asked for. Needs no
/// application object, since the display has to be there first.
class Desktop
{
public:
    /// Starts the X server and makes the environment lead programs to it, and to no message bus. The error is the
    /// reason to skip.
    Result<bool> start();
    /// A tray host at the upper right.
    Result<bool> startTray();
    [[nodiscard]] Helper &tray() { return m_tray; }

private:
    Helper m_server;
    Helper m_tray;
};
