#pragma once

#include "sandbox/sandboxfactory.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQueue>

#include <memory>

class EgressProxy;
class Executor;
class WarmPool;

/// One request on its way: waiting, starting, running, finished. Owned by its Executor and deleted after finished().
///
/// Exactly one finished() comes, through the event loop, also after cancel().
class Execution : public QObject
{
    Q_OBJECT

public:
    ~Execution() override;

    [[nodiscard]] const ExecutionRequest &request() const { return m_request; }
    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Of the container that the program was handed to: whether the engine's own seccomp profile is in force there,
    /// beneath the filter of sandbox-init.
    [[nodiscard]] bool hasEngineSeccomp() const { return m_hasEngineSeccomp; }
    /// Kills the program and its container, or leaves the queue. Nothing happens after finished().
    void cancel();

Q_SIGNALS:
    /// `detail`: the engine's last words while pulling, else empty. May come again in the same phase.
    void phaseChanged(Phase phase, const QString &detail);
    void outputReceived(Stream stream, const QByteArray &bytes, bool isSample);
    /// A value: how the program ended. An Error: it could not be run, or nobody knows how it ended.
    void finished(const Result<ExecutionResult> &result);

private:
    friend class Executor;
    Execution(Executor &executor, ExecutionRequest request);

    void begin();
    void acquire();
    void handOver();
    void openNetwork();
    void sandboxEnded(const Result<ExitReport> &report);
    void forward(Stream stream, const QByteArray &bytes, bool isSample);
    void forwardHeldBack();
    /// It was no program of the second language either, or the interpreter has none.
    void concludeAsRefused();
    /// Another sandbox, when the one that we have is gone.
    void beginAgain();
    [[nodiscard]] ExecutionResult complete(const ExitReport &report) const;
    void enter(Phase phase, const QString &detail = {});
    void conclude(const Result<ExecutionResult> &result);

    Executor &m_executor;
    ExecutionRequest m_request;
    Phase m_phase = Phase::Waiting;
    Sandbox *m_sandbox = nullptr; ///< Owned by the executor's yard.
    std::unique_ptr<EgressProxy> m_proxy;
    ConnectionLog m_connections;
    QElapsedTimer m_age;
    std::chrono::milliseconds m_waited{0};
    bool m_wasDequeued = false;
    bool m_isWarm = false;
    bool m_wasHandedOver = false;
    bool m_hasEngineSeccomp = false;
    bool m_mayRetry = true;
    int m_otherStarts = 0; ///< How often a start has shown that the next one will be different.
    /// What the interpreter said of a program that may be of its second language; that run begins with nothing else.
    std::optional<ExecutionResult> m_refusal;
    QByteArray m_refusalText; ///< What of it nobody has been shown.
    QByteArray m_heldBack; ///< First words on stderr, until it is clear that nothing begins anew.
    bool m_holdsBack = false;
    bool m_isBetween = false; ///< Our sandbox has ended, and the next one waits for it to be gone.
    bool m_isFinished = false;
};

/// Runs programs, each in a sandbox of its own: at most `maxConcurrent` at once, the rest waits, and beyond
/// `maxWaiting` requests are refused as busy. A slot is free again when the container is gone.
///
/// With several owners, the next one in the queue is the first whose owner has the fewest programs running, so that
/// nobody waits behind all that another one has sent; each owner has limits of its own, too.
class Executor : public QObject
{
    Q_OBJECT

public:
    Executor(const Settings &settings, SandboxFactory &factory, SandboxEvents &events, QObject *parent = nullptr);
    ~Executor() override;

    /// `request.id` is set here. Never null; what is wrong comes through finished().
    Execution *submit(ExecutionRequest request);
    /// The execution of that id, while it is not finished.
    [[nodiscard]] Execution *find(const ExecutionId &id) const;

    /// Ends the container of that name, with what runs in it; false if none of ours has it.
    bool endContainer(const QString &name);

    /// Starts to keep containers ready. Called when a client is there to stay.
    void warmUp();

    /// Cancels everything, lets all containers go and takes no more requests; idle() follows.
    void shutDown();
    /// True when no container of ours is left.
    [[nodiscard]] bool isIdle() const;

    [[nodiscard]] int waiting() const { return int(m_queue.size()); }
    /// Executions that left the queue and are not finished.
    [[nodiscard]] int running() const { return int(m_executions.size()) - waiting(); }

    [[nodiscard]] SandboxFactory &factory() { return m_factory; }
    [[nodiscard]] const Settings &settings() const { return m_settings; }

Q_SIGNALS:
    void idle();

private:
    friend class Execution;

    void pump();
    /// Whose turn it is, out of the queue; null when nobody may start now.
    Execution *takeNext();
    [[nodiscard]] int runningOf(const QString &owner) const;
    [[nodiscard]] int waitingOf(const QString &owner) const;
    /// Why the request cannot be taken now; nothing if it can.
    [[nodiscard]] std::optional<Error> busy(const ExecutionRequest &request) const;
    /// When it is worth asking again, in seconds, going by the last runs.
    [[nodiscard]] int secondsUntilFree() const;
    /// A sandbox for this execution, kept until its container is gone.
    Sandbox *takeSandbox(const ExecutionRequest &request, bool *wasWaiting);
    void sandboxGone(Sandbox *sandbox);
    void executionFinished(Execution *execution);
    void announceIfIdle();

    const Settings &m_settings;
    SandboxFactory &m_factory;
    SandboxEvents &m_events;
    std::unique_ptr<WarmPool> m_pool;
    QQueue<Execution *> m_queue;
    QHash<ExecutionId, Execution *> m_executions;
    double m_meanSeconds = 1;                          ///< A run takes, smoothed.
    int m_preparing = 0;                               ///< Executions that left the queue and have no sandbox yet.
    QHash<Sandbox *, std::shared_ptr<Sandbox>> m_yard; ///< In use, or on the way out.
    bool m_isShuttingDown = false;
};
