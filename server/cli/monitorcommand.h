#pragma once

#include "monitor/monitortail.h"

#include <QObject>

/// `code-sandbox-mcp monitor`: MonitorTail on stdout until a signal comes.
class MonitorCommand : public QObject
{
    Q_OBJECT

public:
    explicit MonitorCommand(MonitorTail::Format format, QObject *parent = nullptr);

    void start() { m_tail.start(); }

Q_SIGNALS:
    void finished(int exitCode);

private:
    MonitorTail m_tail;
};
