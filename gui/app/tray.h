#pragma once

#include "app/notificationservice.h"
#include "app/notifier.h"
#include "models/session.h"

#include <QMenu>
#include <QObject>
#include <QSystemTrayIcon>
#include <QTimer>

/// The icon in the desktop's tray, its menu and the notifications. The window does without it where there is no tray.
class Tray : public QObject
{
    Q_OBJECT

public:
    Tray(Session &session, Notifier &notifier, QObject *parent = nullptr);
    ~Tray() override;

    /// Looks for a tray for some seconds (desktops start theirs late); then it is visible, or notFound().
    void start();
    [[nodiscard]] bool isVisible() const { return m_icon.isVisible(); }
    [[nodiscard]] TrayState state() const { return m_state; }
    [[nodiscard]] QMenu &menu() { return m_menu; }
    [[nodiscard]] QString toolTip() const { return m_icon.toolTip(); }
    /// As if the latest notification were clicked.
    void clickNotification() { Q_EMIT selectRequested(m_notified); }

Q_SIGNALS:
    void notFound();
    void changed(); ///< The icon or its tool tip.
    void openRequested();
    void selectRequested(const QList<ExecutionId> &ids);
    void stopRequested(const ExecutionId &id);
    void cleanUpRequested();
    void muteForGoodRequested();
    void quitRequested();

private:
    void look();
    void fillMenu();
    void scheduleUpdate();
    void update();
    void notify(const QString &title, const QString &text, const QList<ExecutionId> &ids);

    Session &m_session;
    Notifier &m_notifier;
    NotificationService m_service;
    QSystemTrayIcon m_icon;
    QMenu m_menu; ///< One menu for good: trays keep the first that they are given.
    QTimer m_lookTimer;
    QTimer m_updateTimer;
    int m_looks = 0;
    TrayState m_state = TrayState::Disconnected;
    QList<ExecutionId> m_notified; ///< What a click on the notification leads to.
};
