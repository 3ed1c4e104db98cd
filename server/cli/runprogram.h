#pragma once

#include "app/service.h"
#include "cli/commandline.h"

#include <QObject>

/// `code-sandbox-mcp run`: one program through the same path as a tool call, its streams passed on as they come.
class RunCommand : public QObject
{
    Q_OBJECT

public:
    static constexpr int timedOutCode = 124; ///< As timeout(1) and docker run use them.
    static constexpr int couldNotRunCode = 125;

    explicit RunCommand(const Invocation &invocation, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void fail(int exitCode, const QString &message);
    void report(const Result<ExecutionResult> &result);
    void finishWhenClean(int exitCode);

    Invocation m_invocation;
    Service m_service;
    ExecutionRequest m_request;
    bool m_wasInterrupted = false;
};
