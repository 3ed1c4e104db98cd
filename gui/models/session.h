#pragma once

#include "common/monitorlink.h"
#include "models/containermodel.h"
#include "models/demoplayer.h"
#include "models/executionmodel.h"
#include "models/notemodel.h"
#include "models/servermodel.h"
#include "models/statistics.h"

#include <QPointer>
#include <QProcess>

#include <functional>

/// All servers of the user as one picture: fills the models from the servers' events and passes commands on.
///
/// The servers' output is never waited for; a server may come, go and return at any moment.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class State
    {
        Searching,         ///< Just started.
        NoServer,          ///< None runs.
        EngineUnavailable, ///< Servers run, but none of them has an engine.
        Connected,
    };
    using Reply = std::function<void(const monitor::Answer &answer)>;

    explicit Session(RuntimePlaces places = RuntimePlaces::ofThisProcess(), QObject *parent = nullptr);
    ~Session() override;

    void start();
    /// Plays a journal instead of connecting to servers.
    Result<bool> startDemo(const QString &journal);
    [[nodiscard]] DemoPlayer *demo() const { return m_demo; } ///< Null unless in demo mode.
    void retry();

    /// One event of one server; links, demo and tests come in here.
    void receive(const QString &instance, const monitor::Event &event);
    void serverLost(const QString &instance);

    [[nodiscard]] ExecutionModel &executions() { return m_executions; }
    [[nodiscard]] ContainerModel &containers() { return m_containers; }
    [[nodiscard]] ServerModel &servers() { return m_servers; }
    [[nodiscard]] NoteModel &notes() { return m_notes; }
    [[nodiscard]] Statistics &statistics() { return m_statistics; }

    [[nodiscard]] State state() const { return m_state; }
    /// The state and what goes on, in one sentence.
    [[nodiscard]] QString sentence() const;
    /// Engines, transports and uptime of the connected servers: "podman 4.3.1 · runc · stdio · up for 2 h 5 min". Where
    /// none has an engine: why.
    [[nodiscard]] QString serverText(const QDateTime &now) const;
    [[nodiscard]] QString engineError() const;
    /// Why servers could not be reached, each reason once; none since the last connection.
    [[nodiscard]] QStringList linkErrors() const { return m_linkErrors; }
    [[nodiscard]] QStringList searchedFolders() const { return m_links.folders(); }

    // Commands. `reply` comes exactly once, also when the connection breaks; `context` is who waits for it.
    void cancel(const ExecutionId &id, QObject *context, Reply reply);
    /// Through the container's server, or any other; without one through the server's command line.
    void removeContainer(const QString &name, const QString &instance, QObject *context, Reply reply);
    /// Through any connected server; without one through the server's command line.
    void listOrphans(QObject *context, Reply reply);
    void prune(const QStringList &names, QObject *context, Reply reply);
    /// What the server keeps of an ended execution's output: the whole text, or why there is none.
    using TextReply = std::function<void(const Result<QString> &text)>;
    void readOutput(const ExecutionId &id, Stream stream, QObject *context, TextReply reply);
    /// A command line that starts the execution's container by hand.
    void reproduce(const ExecutionId &id, QObject *context, Reply reply);
    /// Disk space of all containers; takes seconds.
    void measureContainers(QObject *context, Reply reply);
    /// The server's program, for when no server runs; found beside this program or in PATH by default.
    void setServerProgram(const QString &path) { m_serverProgram = path; }
    /// For people to copy: with its path if it was found. A demonstration tells no path of the machine it runs on.
    [[nodiscard]] QString serverProgram() const;
    /// The same as a word for a shell.
    [[nodiscard]] QString serverCommand() const;

Q_SIGNALS:
    void stateChanged();
    void summaryChanged(); ///< sentence() may have changed.
    /// An execution ended just now (not long ago, as in a replay).
    void executionEnded(const ExecutionId &id);

private:
    struct Pending
    {
        QString instance;
        QPointer<QObject> context;
        Reply reply;
    };

    void updateState();
    void apply(const QString &instance, const monitor::Event &event);
    void sendTo(const QString &instance, decltype(monitor::Command::payload) payload, QObject *context, Reply reply);
    void answer(const QString &instance, const monitor::Answer &answer);
    void readMore(const ExecutionId &id, Stream stream, const QString &text, QObject *context, TextReply reply);
    void runPrune(const QStringList &arguments, QObject *context, Reply reply);
    [[nodiscard]] QString anyInstance() const;

    MonitorLinks m_links;
    DemoPlayer *m_demo = nullptr;                 ///< Child.
    std::optional<monitor::Answer> m_demoOrphans; ///< What the journal lists as left behind.
    ExecutionModel m_executions;
    ContainerModel m_containers;
    ServerModel m_servers;
    NoteModel m_notes;
    Statistics m_statistics;
    State m_state = State::Searching;
    bool m_hasSearched = false;
    QHash<QString, quint64> m_lastSeq; ///< By instance: what was seen is not applied again.
    QHash<QPair<QString, quint32>, Pending> m_pending;
    QString m_serverProgram;
    QStringList m_linkErrors;
};
