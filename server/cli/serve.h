#pragma once

#include "service.h"
#include "mcpsession.h"
#include "settings.h"
#include "watching.h"

#include <QObject>

#include <memory>

class CodeTools;
class StdioTransport;
class Sweeper;

/// Serves MCP on stdio until the client leaves or a signal comes; then kills what runs and lets all containers go.
class ServeCommand : public QObject
{
    Q_OBJECT

public:
    /// `protocolDescriptor`: from ProtocolStdout::claim().
    ServeCommand(const Settings &settings, int protocolDescriptor, QObject *parent = nullptr);
    ~ServeCommand() override;

    void start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void sweep(const Engine &engine);
    void shutDown(const QString &reason);

    Settings m_settings;
    Service m_service;
    Watching m_watching;
    std::unique_ptr<CodeTools> m_tools;
    McpSession m_session;
    std::unique_ptr<StdioTransport> m_transport;
    std::unique_ptr<Sweeper> m_sweeper;
    bool m_isShuttingDown = false;
};
