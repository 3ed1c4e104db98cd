#pragma once

#include "app/preferences.h"
#include "models/session.h"

#include <QObject>
#include <QTimer>

/// Decides what is worth a notification: failures and time-outs, several within a moment as one, nothing while muted.
class Notifier : public QObject
{
    Q_OBJECT

public:
    Notifier(Session &session, Preferences &preferences, QObject *parent = nullptr);

    void muteFor(std::chrono::milliseconds time);
    void muteUntilRestart();
    void unmute();
    [[nodiscard]] bool isMuted() const;

    /// Failures since the user last looked.
    [[nodiscard]] int unseen() const { return int(m_unseen.size()); }
    void markSeen();

Q_SIGNALS:
    void notificationReady(const QString &title, const QString &text, const QList<ExecutionId> &ids);
    void unseenChanged();

private:
    void consider(const ExecutionId &id);
    void announce();

    Session &m_session;
    Preferences &m_preferences;
    QList<ExecutionId> m_collected;
    QList<ExecutionId> m_unseen;
    QTimer m_collect;
    QTimer m_mute;
    bool m_isMutedUntilRestart = false;
};
