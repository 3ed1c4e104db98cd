#pragma once

#include "common/monitorprotocol.h"

#include <QHash>

#include <deque>
#include <functional>
#include <map>

/// The recent past of a server as encoded lines, bounded: what a reader that connects is told first, and the only queue
/// from which all readers are fed.
///
/// A newer state (usage, a container, a pool, the server) supersedes the older one. Beyond the limits go, in this
/// order: the middle of an execution's output, whole ended executions, then whatever is oldest.
class EventHistory
{
public:
    struct Limits
    {
        qsizetype bytes = 8 * 1024 * 1024;
        qsizetype outputBytesPerExecution = 512 * 1024; ///< Of lines; the first half stays, then the latest.
        qsizetype executions = 500;
        qsizetype looseEvents = 500; ///< Those of the past that belong to no execution (notes, removed containers).
    };

    struct Entry
    {
        quint64 seq = 0;
        QByteArray line;
    };

    explicit EventHistory(Limits limits)
        : m_limits(limits)
    {
    }

    /// Called for each entry that had to go because of the limits; not for superseded ones.
    void setForgottenHandler(std::function<void(quint64 seq)> handler) { m_forgotten = std::move(handler); }

    /// `event.seq` is higher than all before.
    void add(const monitor::Event &event, const QByteArray &line);

    /// The first entry after `seq`; null when there is none. Valid until the next add().
    [[nodiscard]] const Entry *next(quint64 seq) const;
    [[nodiscard]] quint64 lastSeq() const { return m_lastSeq; }
    [[nodiscard]] qsizetype count() const { return qsizetype(m_entries.size()); }
    [[nodiscard]] qsizetype bytes() const { return m_bytes; }
    [[nodiscard]] qint64 forgottenCount() const { return m_forgottenCount; }

private:
    struct Stored : Entry
    {
        QString stateKey; ///< Not empty: superseded by the next with the same key.
    };
    struct Execution
    {
        QList<quint64> milestones;
        std::deque<quint64> head;
        std::deque<quint64> latest;
        qsizetype headBytes = 0;
        qsizetype latestBytes = 0;
        bool hasEnded = false;
    };

    void addOutput(Execution &execution, quint64 seq, qsizetype size);
    void enforceLimits();
    bool forgetOldestExecution();
    void remove(quint64 seq);
    void forget(quint64 seq);

    Limits m_limits;
    std::function<void(quint64)> m_forgotten;
    std::map<quint64, Stored> m_entries;
    QHash<QString, quint64> m_states;
    QHash<QString, Execution> m_executions;
    std::deque<QString> m_order; ///< Of m_executions, oldest first.
    std::deque<quint64> m_loose; ///< Some of them may be superseded.
    qsizetype m_bytes = 0;
    qint64 m_forgottenCount = 0;
    quint64 m_lastSeq = 0;
};
