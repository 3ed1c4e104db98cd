#include "app/notifier.h"

#include "models/wording.h"

using namespace std::chrono_literals;

namespace {

constexpr auto collectFor = 1500ms;
constexpr qsizetype maxUnseen = 1000;

} // namespace

Notifier::Notifier(Session &session, Preferences &preferences, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_preferences(preferences)
{
    m_collect.setSingleShot(true);
    m_collect.setInterval(collectFor);
    m_mute.setSingleShot(true);
    connect(&m_collect, &QTimer::timeout, this, &Notifier::announce);
    connect(&session, &Session::executionEnded, this, &Notifier::consider);
}

void Notifier::muteFor(std::chrono::milliseconds time)
{
    m_mute.start(time);
}

void Notifier::muteUntilRestart()
{
    m_isMutedUntilRestart = true;
}

void Notifier::unmute()
{
    m_mute.stop();
    m_isMutedUntilRestart = false;
    m_preferences.setMutedForGood(false);
}

bool Notifier::isMuted() const
{
    return m_mute.isActive() || m_isMutedUntilRestart || m_preferences.isMutedForGood();
}

void Notifier::markSeen()
{
    if (m_unseen.isEmpty())
        return;
    m_unseen.clear();
    Q_EMIT unseenChanged();
}

void Notifier::consider(const ExecutionId &id)
{
    const ExecutionRecord *record = m_session.executions().record(id);
    if (record == nullptr || !isFailure(record->state))
        return;
    if (m_unseen.size() < maxUnseen) {
        m_unseen += id;
        Q_EMIT unseenChanged();
    }
    const bool isWanted =
        record->state == ExecutionState::TimedOut ? m_preferences.notifiesTimeouts() : m_preferences.notifiesFailures();
    if (!isWanted || isMuted())
        return;
    if (m_collected.size() < maxUnseen)
        m_collected += id;
    if (!m_collect.isActive())
        m_collect.start();
}

void Notifier::announce()
{
    const QList<ExecutionId> ids = std::exchange(m_collected, {});
    if (ids.isEmpty() || isMuted())
        return;
    if (ids.size() == 1) {
        const ExecutionRecord *record = m_session.executions().record(ids.first());
        if (record == nullptr)
            return;
        Q_EMIT notificationReady(
            Wording::state(record->state),
            tr("%1\n%2").arg(Wording::sentence(*record, QDateTime::currentDateTimeUtc()), record->firstLine()), ids);
        return;
    }
    int timeouts = 0;
    for (const ExecutionId &id : ids) {
        const ExecutionRecord *record = m_session.executions().record(id);
        timeouts += record != nullptr && record->state == ExecutionState::TimedOut ? 1 : 0;
    }
    const QString title = tr("%n execution(s) failed", nullptr, int(ids.size()));
    const QString text =
        timeouts > 0 ? tr("%n of them ran into the time limit.", nullptr, timeouts) : tr("Click to see them.");
    Q_EMIT notificationReady(title, text, ids);
}
