#include "sandbox/warmpool.h"

#include "common/names.h"

#include <QLoggingCategory>
#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.pool")

/// Starting more at once only makes each of them slower, and calls wait for the same processors.
constexpr std::size_t maxStarting = 2;

bool isWaiting(const Sandbox &sandbox)
{
    return sandbox.state() == Sandbox::State::Starting || sandbox.state() == Sandbox::State::Ready;
}

} // namespace

WarmPool::WarmPool(const Settings &settings, SandboxFactory &factory, SandboxEvents &events, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_factory(factory)
    , m_events(events)
{
    m_clock.start();
    for (Language language : {Language::Python, Language::JavaScript})
        m_shelves.push_back({language, PoolPolicy(settings.poolSize, settings.poolIdle), {}, false, {}});
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, qOverload<>(&WarmPool::balance));
}

WarmPool::~WarmPool() = default;

PoolPolicy::Time WarmPool::now() const
{
    return Time(m_clock.elapsed());
}

void WarmPool::start()
{
    for (Shelf &shelf : m_shelves)
        shelf.policy.start(now());
    balance();
}

WarmPool::Taken WarmPool::take(Language language)
{
    Shelf &from = shelf(language);
    std::erase_if(from.entries, [](const Entry &entry) { return !isWaiting(*entry.sandbox); });
    auto best = std::ranges::find_if(
        from.entries, [](const Entry &entry) { return entry.sandbox->state() == Sandbox::State::Ready; });
    const bool foundReady = best != from.entries.end();
    if (!foundReady)
        best = from.entries.begin(); // the one that started first

    Taken taken;
    from.policy.called(now(), foundReady);
    if (best != from.entries.end()) {
        taken = {std::move(best->sandbox), true};
        taken.sandbox->disconnect(this);
        from.entries.erase(best);
    } else {
        taken = {m_factory.create(language), false};
        taken.sandbox->start();
    }
    QMetaObject::invokeMethod(this, qOverload<>(&WarmPool::balance), Qt::QueuedConnection); // the call goes first
    return taken;
}

bool WarmPool::endContainer(const QString &name)
{
    for (Shelf &shelf : m_shelves) {
        for (std::size_t i = 0; i < shelf.entries.size(); ++i) {
            if (shelf.entries[i].sandbox->name() == name) {
                retire(shelf, i);
                return true;
            }
        }
    }
    return false;
}

void WarmPool::setPaused(bool paused)
{
    if (std::exchange(m_isPaused, paused) && !paused)
        balance();
}

void WarmPool::shutDown()
{
    m_isShutDown = true;
    balance();
}

bool WarmPool::isEmpty() const
{
    return m_leaving.empty() &&
           std::ranges::all_of(m_shelves, [](const Shelf &shelf) { return shelf.entries.empty(); });
}

void WarmPool::balance()
{
    for (Shelf &shelf : m_shelves)
        balance(shelf);
    scheduleNext();
}

void WarmPool::balance(Shelf &shelf)
{
    const int target = m_isShutDown ? 0 : shelf.policy.target(now());
    for (std::size_t i = shelf.entries.size(); i-- > 0;) {
        if (m_isShutDown || now() - shelf.entries[i].born >= m_settings.poolMaxAge)
            retire(shelf, i);
    }
    while (int(shelf.entries.size()) > target)
        retire(shelf, 0); // the oldest
    announce(shelf);
    if (int(shelf.entries.size()) >= target || m_isPaused || shelf.isPreparing || !shelf.policy.mayStart(now()))
        return;

    if (!m_factory.isPrepared(shelf.language)) {
        shelf.isPreparing = true;
        m_factory.prepare(shelf.language, this, [this, &shelf](const Result<Engine> &engine) {
            shelf.isPreparing = false;
            if (!engine)
                lost(shelf.language, nullptr, engine.error());
            balance();
        });
        return;
    }
    std::size_t starting = 0;
    for (const Shelf &one : m_shelves) {
        starting += std::size_t(std::ranges::count_if(
            one.entries, [](const Entry &entry) { return entry.sandbox->state() == Sandbox::State::Starting; }));
    }
    while (int(shelf.entries.size()) < target && starting++ < maxStarting)
        add(shelf);
    announce(shelf);
}

void WarmPool::add(Shelf &shelf)
{
    std::shared_ptr<Sandbox> sandbox = m_factory.create(shelf.language);
    const Language language = shelf.language;
    connect(sandbox.get(), &Sandbox::ready, this, [this, language] {
        this->shelf(language).policy.succeeded();
        balance();
    });
    connect(sandbox.get(), &Sandbox::ended, this, [this, language, raw = sandbox.get()](const auto &report) {
        lost(language, raw, report);
        balance();
    });
    shelf.entries.push_back({sandbox, now()});
    sandbox->start();
}

void WarmPool::retire(Shelf &shelf, std::size_t index)
{
    const std::shared_ptr<Sandbox> sandbox = std::move(shelf.entries[index].sandbox);
    shelf.entries.erase(shelf.entries.begin() + std::ptrdiff_t(index));
    sandbox->disconnect(this);
    m_leaving.push_back(sandbox);
    connect(sandbox.get(), &Sandbox::gone, this, [this, raw = sandbox.get()] {
        // Not from inside the sandbox's own signal.
        QMetaObject::invokeMethod(
            this,
            [this, raw] {
                std::erase_if(m_leaving, [raw](const auto &one) { return one.get() == raw; });
                if (isEmpty())
                    Q_EMIT emptied();
            },
            Qt::QueuedConnection);
    });
    sandbox->cancel();
}

/// A waiting container ended, or none could be started.
void WarmPool::lost(Language language, const Sandbox *sandbox, const Result<ExitReport> &report)
{
    Shelf &from = shelf(language);
    for (std::size_t i = 0; i < from.entries.size(); ++i) {
        if (from.entries[i].sandbox.get() == sandbox) {
            retire(from, i);
            break;
        }
    }
    if (!report && m_factory.noteFailure(language, report.error()))
        return; // the next one is started differently
    const QString reason = report ? u"it ended without a program"_s : report.error().message;
    if (from.policy.failures() == 0) {
        const QString note =
            u"A waiting %1 container was lost or could not be started: %2"_s.arg(languageName(language), reason);
        qCWarning(log).noquote() << note;
        Q_EMIT m_events.noted(note);
    }
    from.policy.failed(now(), QRandomGenerator::global()->generateDouble());
}

void WarmPool::announce(Shelf &shelf)
{
    PoolState state{shelf.language, 0, 0, m_isShutDown ? 0 : shelf.policy.target(now())};
    for (const Entry &entry : shelf.entries)
        ++(entry.sandbox->state() == Sandbox::State::Ready ? state.ready : state.starting);
    if (state == std::exchange(shelf.announced, state))
        return;
    Q_EMIT m_events.poolChanged(state);
}

void WarmPool::scheduleNext()
{
    std::optional<Time> next;
    const auto consider = [&next](Time time) { next = next ? std::min(*next, time) : time; };
    for (const Shelf &shelf : m_shelves) {
        if (const auto change = shelf.policy.nextChange(now()))
            consider(*change);
        for (const Entry &entry : shelf.entries)
            consider(entry.born + m_settings.poolMaxAge);
    }
    if (next && !m_isShutDown)
        m_timer.start(std::max(Time(1), *next - now()));
    else
        m_timer.stop();
}
