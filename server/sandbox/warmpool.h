#pragma once

#include "sandbox/poolpolicy.h"
#include "sandbox/sandboxfactory.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

/// Containers that already wait for their call, per language. Each is taken once and never comes back.
class WarmPool : public QObject
{
    Q_OBJECT

public:
    struct Taken
    {
        std::shared_ptr<Sandbox> sandbox; ///< Starting or Ready.
        bool wasWaiting = false;          ///< From the pool, thus older than the call.
    };

    WarmPool(const Settings &settings, SandboxFactory &factory, SandboxEvents &events, QObject *parent = nullptr);
    ~WarmPool() override;

    /// A client is there to stay: begin with one container per language.
    void start();
    /// A waiting sandbox (the readiest), or a new one that was just started. Only when the factory is prepared.
    Taken take(Language language);
    /// Lets the waiting container of that name go; false if there is none.
    bool endContainer(const QString &name);
    /// While calls wait for containers of their own, refilling pauses.
    void setPaused(bool paused);
    /// Lets all waiting containers go and starts none any more.
    void shutDown();
    /// None waits and none is on its way out.
    [[nodiscard]] bool isEmpty() const;

Q_SIGNALS:
    void emptied();

private:
    using Time = PoolPolicy::Time;

    struct Entry
    {
        std::shared_ptr<Sandbox> sandbox;
        Time born;
    };
    struct Shelf
    {
        Language language;
        PoolPolicy policy;
        std::vector<Entry> entries;
        bool isPreparing = false;
        PoolState announced;
    };

    [[nodiscard]] Time now() const;
    Shelf &shelf(Language language) { return m_shelves[language == Language::Python ? 0 : 1]; }
    void balance();
    void balance(Shelf &shelf);
    void add(Shelf &shelf);
    void retire(Shelf &shelf, std::size_t index);
    void lost(Language language, const Sandbox *sandbox, const Result<ExitReport> &report);
    void announce(Shelf &shelf);
    void scheduleNext();

    const Settings &m_settings;
    SandboxFactory &m_factory;
    SandboxEvents &m_events;
    QElapsedTimer m_clock;
    std::vector<Shelf> m_shelves;
    std::vector<std::shared_ptr<Sandbox>> m_leaving;
    QTimer m_timer;
    bool m_isPaused = false;
    bool m_isShutDown = false;
};
