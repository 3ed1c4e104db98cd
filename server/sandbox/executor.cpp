#include "sandbox/executor.h"

#include "common/names.h"
#include "egress/egressproxy.h"
#include "sandbox/nodesigns.h"
#include "sandbox/warmpool.h"

#include <QLoggingCategory>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <linux/seccomp.h>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.run")

/// A program can make thousands in a second; those who watch need not see them all.
constexpr int maxConnectionEvents = 1000;

/// More than a refusal of Node's takes.
constexpr qsizetype mostHeldBack = 32 * 1024;

/// Of a container's memory; below it a program's own size says nothing of /dev/shm.
constexpr qint64 smallestLimit = 128LL * 1024 * 1024;

QByteArray scriptPath(Language language)
{
    return "/sandbox/" + scriptName(language).toUtf8();
}

ExecutionResult toResult(const ExitReport &report)
{
    const frames::Exited &exited = report.exited;
    ExecutionResult result;
    if (exited.signalled)
        result.signal = int(exited.status);
    else
        result.exitCode = int(exited.status);
    const bool wasKilled = result.signal == SIGKILL;
    if (exited.cancelled)
        result.outcome = Outcome::Cancelled;
    else if (exited.timedOut)
        result.outcome = Outcome::TimedOut;
    else if (wasKilled && exited.oomKills > 0)
        result.outcome = Outcome::OutOfMemory;
    else
        result.outcome = exited.signalled ? Outcome::Signalled : Outcome::Exited;
    result.duration = microseconds(exited.wallUs);
    result.cpuTime = microseconds(exited.cpuUserUs + exited.cpuSystemUs);
    result.peakMemoryBytes = qint64(exited.peakMemoryBytes);
    result.oomKills = int(exited.oomKills);
    result.pidsRefused = int(exited.pidsRefused);
    result.out = report.out;
    result.err = report.err;
    result.isOutputWhole = report.isOutputWhole;
    for (std::size_t i = 0; i < frames::roomCount; ++i) {
        const frames::Room &room = exited.rooms[i];
        if (room.size > 0)
            result.folders.append({QString::fromLatin1(frames::roomFolders[i]), qint64(room.size), qint64(room.used)});
    }
    // A page that a full /dev/shm cannot give is a SIGBUS. By now it may be empty again, but all of it was memory once.
    const auto wasFull = [&result](const FolderUse &folder) {
        return folder.isFull() || result.peakMemoryBytes >= std::max(folder.size, smallestLimit);
    };
    if (result.outcome == Outcome::Signalled && result.signal == SIGBUS &&
        std::ranges::any_of(result.folders, wasFull))
        result.outcome = Outcome::OutOfMemory;
    return result;
}

} // namespace

Execution::Execution(Executor &executor, ExecutionRequest request)
    : QObject(&executor)
    , m_executor(executor)
    , m_request(std::move(request))
{
    m_age.start();
}

Execution::~Execution() = default;

void Execution::begin()
{
    if (m_executor.m_factory.isPrepared(m_request.language))
        return acquire();
    enter(Phase::Starting);
    connect(&m_executor.m_factory, &SandboxFactory::pullProgressed, this,
            [this](Language language, const QString &line) {
                if (language == m_request.language && !m_sandbox)
                    enter(Phase::Pulling, line);
            });
    m_executor.m_factory.prepare(m_request.language, this, [this](const Result<Engine> &engine) {
        if (engine)
            acquire();
        else
            conclude(engine.error());
    });
}

void Execution::acquire()
{
    if (m_isFinished)
        return;
    if (!m_executor.m_factory.isPrepared(m_request.language)) // a failure elsewhere made it doubtful again
        return begin();
    m_sandbox = m_executor.takeSandbox(m_request, &m_isWarm);
    connect(m_sandbox, &Sandbox::ended, this, &Execution::sandboxEnded);
    connect(m_sandbox, &Sandbox::started, this, [this] {
        enter(Phase::Running);
        Q_EMIT m_executor.m_events.executionStarted(m_request.id, m_sandbox->name());
    });
    m_holdsBack = hasSecondLanguage(m_request.language);
    connect(m_sandbox, &Sandbox::outputReceived, this, &Execution::forward);
    connect(m_sandbox, &Sandbox::usageReported, this, [this](const UsageSample &usage) {
        forwardHeldBack(); // it runs
        Q_EMIT m_executor.m_events.usageReported(m_request.id, usage);
    });
    if (m_sandbox->state() == Sandbox::State::Ready) {
        handOver();
    } else {
        enter(Phase::Starting);
        connect(m_sandbox, &Sandbox::ready, this, &Execution::handOver);
    }
}

void Execution::handOver()
{
    m_wasHandedOver = true;
    m_hasEngineSeccomp = m_sandbox->facts().seccompMode == SECCOMP_MODE_FILTER;
    openNetwork();
    if (m_refusal) {
        const auto left = m_request.timeout - duration_cast<milliseconds>(m_refusal->duration);
        m_sandbox->run(m_request.code, m_request.stdinText, std::max(left, milliseconds(1)), Sandbox::Dialect::Second);
        return;
    }
    m_waited = milliseconds(m_age.elapsed());
    m_sandbox->run(m_request.code, m_request.stdinText, m_request.timeout);
}

void Execution::forward(Stream stream, const QByteArray &bytes, bool isSample)
{
    const bool mayBeRefusal = stream == Stream::Stderr && !isSample && m_heldBack.size() + bytes.size() <= mostHeldBack;
    if (m_holdsBack && mayBeRefusal) {
        m_heldBack += bytes;
        return;
    }
    forwardHeldBack();
    Q_EMIT m_executor.m_events.outputReceived(m_request.id, stream, bytes, isSample);
    Q_EMIT outputReceived(stream, bytes, isSample);
}

void Execution::forwardHeldBack()
{
    m_holdsBack = false;
    if (const QByteArray bytes = std::exchange(m_heldBack, {}); !bytes.isEmpty())
        forward(Stream::Stderr, bytes, false);
}

void Execution::openNetwork()
{
    const std::optional<EgressRules> &rules = m_executor.m_factory.egressRules();
    if (!rules)
        return;
    m_proxy = std::make_unique<EgressProxy>(m_sandbox->openStreams(), *rules);
    connect(m_proxy.get(), &EgressProxy::connectionFinished, this, [this](const ConnectionReport &report) {
        m_connections.add(report);
        if (m_connections.total <= maxConnectionEvents)
            Q_EMIT m_executor.m_events.connectionFinished(m_request.id, report);
    });
}

void Execution::sandboxEnded(const Result<ExitReport> &report)
{
    if (m_proxy)
        m_proxy->finish();
    if (!report) {
        const bool isWorthIt =
            !m_sandbox->wasKilled() && m_executor.m_factory.noteFailure(m_request.language, report.error());
        if (m_refusal && m_mayRetry)
            return concludeAsRefused();
        constexpr int mostOtherStarts = 3;
        if (isWorthIt && !m_wasHandedOver && m_mayRetry && m_otherStarts++ < mostOtherStarts)
            return beginAgain();
        // A waiting container can die between two looks at it. The program has certainly not run: it was not sent.
        if (m_isWarm && !m_wasHandedOver && std::exchange(m_mayRetry, false)) {
            qCInfo(log).noquote() << "The waiting container was lost; starting another one";
            m_sandbox->disconnect(this);
            m_sandbox = nullptr;
            ++m_executor.m_preparing;
            return begin();
        }
        return conclude(report.error());
    }
    ExecutionResult result = complete(*report);
    m_executor.m_meanSeconds += (duration<double>(result.duration).count() - m_executor.m_meanSeconds) / 8;
    if (m_refusal) {
        // Both complain of a mistake. TypeScript's words are the better ones if it came past what stopped JavaScript.
        const int line = nodesigns::refusedLine(result, "/sandbox/code.ts");
        const int before = nodesigns::refusedLine(*m_refusal, scriptPath(m_request.language));
        const bool isPast =
            line > before && nodesigns::looksLikeTypeScript(m_request.code.split('\n').value(before - 1));
        const bool isJavaScript = line > 0 && !isPast;
        if (isJavaScript || nodesigns::refusedOption(result))
            return concludeAsRefused();
        result.ranAsTypeScript = true;
    } else if (m_mayRetry && hasSecondLanguage(m_request.language) &&
               nodesigns::refusedLine(result, scriptPath(m_request.language)) > 0) {
        m_refusal = result;
        m_refusalText = std::exchange(m_heldBack, {});
        return beginAgain();
    }
    forwardHeldBack();
    conclude(result);
}

void Execution::concludeAsRefused()
{
    m_heldBack = m_refusalText;
    forwardHeldBack();
    conclude(*m_refusal);
}

void Execution::beginAgain()
{
    m_isWarm = m_wasHandedOver = false;
    m_isBetween = true;
    m_sandbox->disconnect(this);
    connect(m_sandbox, &Sandbox::gone, this, [this] {
        if (m_isFinished)
            return;
        m_isBetween = false;
        m_sandbox = nullptr;
        ++m_executor.m_preparing; // before the slot is offered to somebody else
        begin();
    });
}

ExecutionResult Execution::complete(const ExitReport &report) const
{
    ExecutionResult result = toResult(report);
    const bool isOver = result.outcome == Outcome::Exited || result.outcome == Outcome::Signalled;
    if (m_request.language == Language::JavaScript && isOver && nodesigns::ranOutOfHeap(result)) {
        result.outcome = Outcome::OutOfMemory;
        result.heapLimitBytes = m_executor.settings().nodeHeapBytes();
    }
    result.engine = m_sandbox->engine();
    result.container = m_sandbox->name();
    result.image = m_sandbox->image();
    result.waited = m_waited;
    result.wasWarm = m_isWarm;
    result.connections = m_connections;
    return result;
}

void Execution::cancel()
{
    if (m_isFinished)
        return;
    m_mayRetry = false;
    if (m_sandbox && !m_isBetween)
        m_sandbox->cancel();
    else
        conclude(Error{Error::Code::Cancelled, u"Cancelled before the program started."_s, {}});
}

void Execution::enter(Phase phase, const QString &detail)
{
    m_phase = phase;
    Q_EMIT m_executor.m_events.executionPhaseChanged(m_request.id, phase);
    Q_EMIT phaseChanged(phase, detail);
}

void Execution::conclude(const Result<ExecutionResult> &result)
{
    if (std::exchange(m_isFinished, true))
        return;
    if (result)
        Q_EMIT m_executor.m_events.executionFinished(m_request.id, *result);
    else
        Q_EMIT m_executor.m_events.executionFailed(m_request.id, result.error());
    // Queued: cancel() may be called from anywhere, and nobody expects finished() inside of it.
    QMetaObject::invokeMethod(
        this,
        [this, result] {
            Q_EMIT finished(result);
            m_executor.executionFinished(this);
        },
        Qt::QueuedConnection);
}

Executor::Executor(const Settings &settings, SandboxFactory &factory, SandboxEvents &events, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_factory(factory)
    , m_events(events)
    , m_pool(std::make_unique<WarmPool>(settings, factory, events))
{
    connect(m_pool.get(), &WarmPool::emptied, this, &Executor::announceIfIdle);
}

Executor::~Executor() = default;

Execution *Executor::submit(ExecutionRequest request)
{
    request.id.value = Instance::randomId(26);
    auto *execution = new Execution(*this, std::move(request));
    m_executions.insert(execution->request().id, execution);
    Q_EMIT m_events.executionQueued(execution->request());
    if (m_isShuttingDown) {
        execution->conclude(Error{Error::Code::ShuttingDown, u"The server is shutting down."_s, {}});
    } else if (const std::optional<Error> reason = busy(execution->request())) {
        execution->conclude(*reason);
    } else {
        m_queue.enqueue(execution);
        QMetaObject::invokeMethod(this, &Executor::pump, Qt::QueuedConnection); // the caller connects first
    }
    return execution;
}

Execution *Executor::find(const ExecutionId &id) const
{
    return m_executions.value(id);
}

bool Executor::endContainer(const QString &name)
{
    for (const auto &sandbox : std::as_const(m_yard)) {
        if (sandbox->name() == name) {
            sandbox->cancel();
            return true;
        }
    }
    return m_pool->endContainer(name);
}

void Executor::warmUp()
{
    m_pool->start();
}

int Executor::runningOf(const QString &owner) const
{
    return int(std::ranges::count_if(m_executions, [&](const Execution *one) {
        return one->request().owner == owner && one->m_wasDequeued && !one->m_isFinished;
    }));
}

int Executor::waitingOf(const QString &owner) const
{
    return int(std::ranges::count_if(m_queue, [&](const Execution *one) { return one->request().owner == owner; }));
}

int Executor::secondsUntilFree() const
{
    const double rounds = double(m_queue.size() + 1) / m_settings.maxConcurrent;
    return std::clamp(int(std::ceil(rounds * m_meanSeconds)), 1, 60);
}

std::optional<Error> Executor::busy(const ExecutionRequest &request) const
{
    const auto error = [this](const QString &reason, const QString &advice) {
        return Error{
            Error::Code::Busy, u"%1 Try again in %2 s, or %3."_s.arg(reason).arg(secondsUntilFree()).arg(advice), {}};
    };
    // Calls of one turn of the event loop are all queued before the first of them takes a slot.
    const qsizetype inUse = m_preparing + m_yard.size();
    const qsizetype starting = std::clamp<qsizetype>(m_settings.maxConcurrent - inUse, 0, m_queue.size());
    if (const qsizetype waiting = m_queue.size() - starting; waiting >= m_settings.maxWaiting) {
        return error(u"The sandbox is busy: %1 programs run and %2 wait."_s.arg(inUse + starting).arg(waiting),
                     u"start the server with a higher --max-concurrent"_s);
    }
    const int ownShare = std::max(m_settings.maxRunningPerClient - runningOf(request.owner), 0);
    if (const int waiting = waitingOf(request.owner) - std::min(int(starting), ownShare);
        !request.owner.isEmpty() && waiting >= m_settings.maxWaitingPerClient) {
        return error(u"The sandbox is busy: %1 calls of this client wait, which is its share."_s.arg(waiting),
                     u"start the server with a higher --max-waiting-per-client"_s);
    }
    return std::nullopt;
}

Execution *Executor::takeNext()
{
    const auto fewest = [this] {
        auto best = m_queue.end();
        int least = 0;
        QHash<QString, int> counts; // of each owner once
        for (auto i = m_queue.begin(); i != m_queue.end(); ++i) {
            const QString &owner = (*i)->request().owner;
            if (counts.contains(owner))
                continue;
            const int count = runningOf(owner);
            counts.insert(owner, count);
            const bool isAllowed = owner.isEmpty() || count < m_settings.maxRunningPerClient;
            if (isAllowed && (best == m_queue.end() || count < least)) {
                best = i;
                least = count;
            }
        }
        return best;
    };
    const auto next = fewest();
    if (next == m_queue.end())
        return nullptr;
    Execution *execution = *next;
    m_queue.erase(next);
    return execution;
}

void Executor::pump()
{
    m_queue.removeIf([](const Execution *one) { return one->m_isFinished; });
    while (m_preparing + m_yard.size() < m_settings.maxConcurrent) {
        Execution *execution = takeNext();
        if (!execution)
            break;
        execution->m_wasDequeued = true;
        ++m_preparing;
        execution->begin();
    }
    // Calls that wait for their owner's share only do not need the containers that refilling would start.
    const bool isFull = m_preparing + m_yard.size() >= m_settings.maxConcurrent;
    m_pool->setPaused((isFull && !m_queue.isEmpty()) || m_preparing > 0);
}

Sandbox *Executor::takeSandbox(const ExecutionRequest &request, bool *wasWaiting)
{
    --m_preparing;
    WarmPool::Taken taken = m_pool->take(request.language);
    *wasWaiting = taken.wasWaiting;
    Sandbox *sandbox = taken.sandbox.get();
    m_yard.insert(sandbox, std::move(taken.sandbox));

    sandbox->setExecution(request.id);
    connect(sandbox, &Sandbox::gone, this, [this, sandbox] {
        // Not from inside the sandbox's own signal.
        QMetaObject::invokeMethod(
            this, [this, sandbox] { sandboxGone(sandbox); }, Qt::QueuedConnection);
    });
    return sandbox;
}

void Executor::sandboxGone(Sandbox *sandbox)
{
    m_yard.remove(sandbox);
    pump();
    announceIfIdle();
}

void Executor::executionFinished(Execution *execution)
{
    m_executions.remove(execution->request().id);
    m_queue.removeOne(execution);
    if (execution->m_phase != Phase::Waiting && !execution->m_sandbox)
        --m_preparing;
    execution->deleteLater();
    pump();
    announceIfIdle();
}

void Executor::shutDown()
{
    m_isShuttingDown = true;
    const QList<Execution *> executions = m_executions.values();
    for (Execution *execution : executions)
        execution->cancel();
    m_pool->shutDown();
    QMetaObject::invokeMethod(this, &Executor::announceIfIdle, Qt::QueuedConnection);
}

bool Executor::isIdle() const
{
    return m_executions.isEmpty() && m_yard.isEmpty() && m_pool->isEmpty();
}

void Executor::announceIfIdle()
{
    if (m_isShuttingDown && isIdle())
        Q_EMIT idle();
}
