#pragma once

#include "app/notifier.h"
#include "app/preferences.h"
#include "app/tray.h"
#include "models/session.h"
#include "widgets/mainwindow.h"

#include <QObject>

#include <memory>

/// Joins session, window, tray and notifications; decides when the program ends.
class MonitorApp : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        bool isMinimized = false;
        QString demo;      ///< Journal to play.
        QString execution; ///< To select, when it is known.
    };

    MonitorApp(Session &session, Preferences &preferences, QObject *parent = nullptr);
    ~MonitorApp() override;

    Result<bool> start(const Options &options);
    void comeForward(const QString &execution);
    [[nodiscard]] MainWindow &window() { return *m_window; }
    [[nodiscard]] Tray &tray() { return m_tray; }
    [[nodiscard]] Notifier &notifier() { return m_notifier; }

Q_SIGNALS:
    void quitRequested();

private:
    void applyPreferences();
    void trayMissing();

    Session &m_session;
    Preferences &m_preferences;
    Notifier m_notifier;
    Tray m_tray;
    std::unique_ptr<MainWindow> m_window;
    bool m_isMinimized = false;
};
