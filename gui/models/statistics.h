#pragma once

#include "common/monitorprotocol.h"

#include <QHash>
#include <QList>
#include <QObject>

#include <array>
#include <optional>

/// Figures of the last hour, in slices, for the overview's charts. Driven by events and by the clock that is handed in.
class Statistics : public QObject
{
    Q_OBJECT

public:
    static constexpr int sliceCount = 60;
    static constexpr std::chrono::seconds sliceLength{60};

    struct Figures
    {
        int running = 0;
        int queued = 0;
        int warm = 0;
        qint64 memoryBytes = 0;
        double callsPerMinute = 0; ///< Over the last five minutes.
        std::optional<double> successRate;
        std::optional<std::chrono::microseconds> median;
        std::optional<std::chrono::microseconds> p95;
        int ended = 0;
    };
    enum class Series
    {
        Running,
        Queued,
        Warm,
        Memory,
        Calls,
        SuccessRate, ///< NaN where nothing ended.
        Median,
        P95
    };

    using QObject::QObject;

    void apply(const QString &instance, const monitor::Event &event);
    /// What this server had running or warm is no more.
    void forget(const QString &instance);
    [[nodiscard]] Figures figures(const QDateTime &now);
    /// sliceCount values, oldest first; times in milliseconds.
    [[nodiscard]] QList<double> series(Series series, const QDateTime &now);

private:
    struct Slice
    {
        qint64 number = -1; ///< Of the slice since the epoch.
        int calls = 0;
        int ended = 0;
        int succeeded = 0;
        int running = 0;
        int queued = 0;
        int warm = 0;
        qint64 memoryBytes = 0;
        QList<qint64> durations; ///< Microseconds, bounded.
    };
    struct Live
    {
        QString instance;
        bool isRunning = false;
        qint64 memoryBytes = 0;
    };

    Slice &slice(const QDateTime &time);
    void advance(const QDateTime &now);
    void sample(Slice &slice) const;

    std::array<Slice, sliceCount> m_slices;
    Slice m_past; ///< Takes what is too old to be shown.
    qint64 m_newest = -1;
    QHash<QString, Live> m_live;
    QHash<QString, int> m_warm; ///< "instance/language" → ready.
};
