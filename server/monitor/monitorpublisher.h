#pragma once

#include "common/monitorprotocol.h"
#include "monitor/eventhistory.h"
#include "monitor/monitorcontrol.h"
#include "monitor/secretmask.h"
#include "sandbox/sandboxevents.h"

#include <QLocalServer>
#include <QObject>
#include <QPointer>
#include <QStringDecoder>
#include <QTimer>

#include <map>

class MonitorReader;

/// Tells all monitors what happens in this server, and passes on what they ask for.
///
/// Runs from construction on, so that a monitor that connects later learns of the past; listen() opens the socket.
/// Nothing here waits for a reader: all of them are fed from one bounded history (theory of operation in
/// monitorreader.h). Small pieces of output are collected for some milliseconds. Secrets are masked before anything is
/// kept.
class MonitorPublisher : public QObject
{
    Q_OBJECT

public:
    struct Settings
    {
        monitor::ServerInfo server;
        QList<QByteArray> secrets; ///< Values of passed-through variables.
        EventHistory::Limits history;
    };

    /// `control` may be null (commands are refused) and outlives this object, as does `events`.
    MonitorPublisher(const Settings &settings, const SandboxEvents *events, MonitorControl *control,
                     QObject *parent = nullptr);
    ~MonitorPublisher() override;

    /// Opens the socket in `folder` (ensureRuntimeFolder()), whose path is the value. Sockets that dead servers left
    /// there are removed.
    Result<QString> listen(const QString &folder);
    /// Ends all connections and removes the socket.
    void close();

    /// The client introduced itself, the engine was probed …
    void setServer(const monitor::ServerInfo &server);
    [[nodiscard]] const monitor::ServerInfo &server() const { return m_server; }

    /// Hello of this server as a line, for the journal's beginning.
    [[nodiscard]] QByteArray hello() const;

Q_SIGNALS:
    /// Every numbered event as it is published; for the journal.
    void linePublished(const QByteArray &line);

private:
    /// Text on its way from the program to the readers.
    struct StreamState
    {
        explicit StreamState(const SecretMask &mask)
            : masking(mask)
        {
        }

        SecretMask::Stream masking;
        QStringDecoder decoder{QStringDecoder::Utf8};
        qint64 received = 0;
        qint64 published = 0; ///< Offset of what is not yet an event.
        bool isInterrupted = false;
        QString text; ///< Collected, not yet an event.
    };
    struct Execution
    {
        explicit Execution(const SecretMask &mask)
            : out(mask)
            , err(mask)
        {
        }

        StreamState &stream(Stream stream) { return stream == Stream::Stdout ? out : err; }

        StreamState out;
        StreamState err;
    };

    void follow(const SandboxEvents *events);
    void queue(const ExecutionRequest &request);
    void receive(const ExecutionId &id, Stream stream, const QByteArray &bytes, bool isSample);
    void finish(const ExecutionId &id, const ExecutionResult &result);
    void fail(const ExecutionId &id, const Error &error);
    void publishOutput(const ExecutionId &id, Stream stream, StreamState &state);
    void publishTail(const ExecutionId &id, Stream stream, const StreamCapture &capture, const StreamState &state);
    void publishCollected(const ExecutionId &id);
    void publish(const monitor::Payload &payload);
    void accept();
    void obey(MonitorReader *reader, const monitor::Command &command);
    monitor::Answer read(const monitor::ReadOutput &wanted);
    [[nodiscard]] QString masked(const StreamCapture &capture) const;
    [[nodiscard]] Error masked(const Error &error) const;

    SecretMask m_mask;
    monitor::ServerInfo m_server;
    MonitorControl *m_control;
    EventHistory m_history;
    QLocalServer m_listener;
    QList<MonitorReader *> m_readers; ///< Children.
    std::map<QString, Execution> m_executions;
    monitor::ReadOutput m_reading; ///< What m_readText is the whole text of; none if its id is empty.
    QString m_readText;
    QTimer m_forgetRead; ///< Whoever reads asks for the next piece soon.
    QTimer m_collect;    ///< Until collected output is published.
    QTimer m_pump;       ///< Until the readers are fed: once for a burst of events.
    quint64 m_seq = 0;
};
