#pragma once

#include "app/service.h"
#include "app/watching.h"
#include "sandbox/settings.h"

#include <QDateTime>
#include <QObject>

#include <memory>

class CodeTools;
class HttpTransport;
class McpSession;
class Metrics;
struct HttpResponse;
class StdioTransport;
class Sweeper;

/// Serves MCP until it is told to stop; then all containers go.
///
/// On stdio it stops when the client leaves or a signal comes, and kills what runs. Over HTTP it stops when a signal
/// comes: what runs may end by itself within the grace, and a second signal cuts that short.
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
    void serveStdio(int protocolDescriptor);
    void serveHttp();
    void addPages();
    [[nodiscard]] HttpResponse health() const;
    /// Says on stderr where we are, and how clients get in.
    void announce(const QByteArray &token);
    void sweep(const Engine &engine);
    void drain(const QString &reason);
    void shutDown(const QString &reason);
    void leaveIfDone();

    Settings m_settings;
    Service m_service;
    Watching m_watching;
    std::unique_ptr<CodeTools> m_tools;
    std::unique_ptr<McpSession> m_session; ///< Of stdio's one client.
    std::unique_ptr<StdioTransport> m_stdio;
    std::unique_ptr<HttpTransport> m_http;
    std::unique_ptr<Sweeper> m_sweeper;
    std::unique_ptr<Metrics> m_metrics;
    /// What the engine said when it was asked last, and when.
    bool m_isEngineMissing = false;
    QDateTime m_probed;
    bool m_isDraining = false;
    bool m_isShuttingDown = false;
    bool m_isOverdue = false; ///< What is not done now is not waited for.
};
