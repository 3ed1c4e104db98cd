#pragma once

#include "sandbox/sandboxevents.h"

#include <QHash>
#include <QMap>
#include <QObject>

#include <array>
#include <utility>

/// Counts what happens in this server, for Prometheus.
class Metrics : public QObject
{
    Q_OBJECT

public:
    /// What others know at this moment.
    struct Gauges
    {
        int running = 0;
        int waiting = 0;
        int connections = 0; ///< Of clients.
        int sessions = 0;
    };

    explicit Metrics(const SandboxEvents &events, QObject *parent = nullptr);

    /// In Prometheus' text format 0.0.4.
    [[nodiscard]] QByteArray text(const Gauges &gauges) const;

private:
    /// Upper bounds in seconds; the last bucket has none.
    static constexpr std::array bounds{0.005, 0.01, 0.025, 0.05, 0.1,  0.25, 0.5,
                                       1.0,   2.5,  5.0,   10.0, 30.0, 60.0, 300.0};

    struct Histogram
    {
        std::array<qint64, bounds.size() + 1> counts{};
        qint64 total = 0;
        double sum = 0;

        void add(double seconds);
    };

    QHash<ExecutionId, Language> m_running;
    QMap<std::pair<QString, QString>, qint64> m_calls; ///< By language and outcome.
    QMap<QString, Histogram> m_durations;              ///< Of programs that ran, by language.
    QHash<QString, ContainerState> m_containers;       ///< By name, those that exist.
    qint64 m_containersFailed = 0;
    QMap<QString, PoolState> m_pool; ///< By language.
    QMap<QString, qint64> m_engineErrors;
    QMap<QString, qint64> m_connections; ///< By verdict.
    qint64 m_connectionBytes = 0;
};
