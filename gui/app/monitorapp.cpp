#include "app/monitorapp.h"

using namespace Qt::StringLiterals;

MonitorApp::MonitorApp(Session &session, Preferences &preferences, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_preferences(preferences)
    , m_notifier(session, preferences)
    , m_tray(session, m_notifier)
{
    applyPreferences();
    m_window = std::make_unique<MainWindow>(session, preferences);
    connect(&preferences, &Preferences::changed, this, &MonitorApp::applyPreferences);

    MainWindow *window = m_window.get();
    connect(window, &MainWindow::quitRequested, this, [this] {
        m_window->saveLayout();
        Q_EMIT quitRequested();
    });
    connect(window, &MainWindow::shown, &m_notifier, &Notifier::markSeen);
    connect(&m_notifier, &Notifier::unseenChanged, this, [this] {
        if (m_window->isActiveWindow())
            m_notifier.markSeen(); // it happens before their eyes
    });
    connect(window, &MainWindow::closedByUser, this, [this] {
        // With an icon in the tray the window can come back; without one the program would be out of reach.
        if (!m_tray.isVisible())
            Q_EMIT quitRequested();
    });
    connect(&m_tray, &Tray::openRequested, window, &MainWindow::comeForward);
    connect(&m_tray, &Tray::selectRequested, this, [this](const QList<ExecutionId> &ids) {
        m_window->comeForward();
        m_window->selectExecutions(ids);
    });
    connect(&m_tray, &Tray::stopRequested, this, [this](const ExecutionId &id) {
        m_window->comeForward();
        m_window->stop({id});
    });
    connect(&m_tray, &Tray::cleanUpRequested, this, [this] {
        m_window->comeForward();
        m_window->cleanUp();
    });
    connect(&m_tray, &Tray::muteForGoodRequested, this, [this] { m_preferences.setMutedForGood(true); });
    connect(&m_tray, &Tray::quitRequested, this, [this] {
        m_window->comeForward();
        m_window->askToQuit();
    });
    connect(&m_tray, &Tray::notFound, this, &MonitorApp::trayMissing);
}

MonitorApp::~MonitorApp() = default;

Result<bool> MonitorApp::start(const Options &options)
{
    m_window->restoreLayout();
    if (!options.demo.isEmpty()) {
        if (auto started = m_session.startDemo(options.demo); !started.ok())
            return started;
    } else {
        m_session.start();
    }
    m_isMinimized = options.isMinimized;
    if (!m_isMinimized)
        m_window->show();
    if (!options.execution.isEmpty())
        m_window->selectExecutions({{options.execution}});
    m_tray.start();
    return true;
}

void MonitorApp::comeForward(const QString &execution)
{
    m_window->comeForward();
    if (!execution.isEmpty())
        m_window->selectExecutions({{execution}});
}

void MonitorApp::applyPreferences()
{
    Theme::apply(m_preferences.scheme());
    m_session.executions().setLimits(m_preferences.historyLimit(),
                                     qint64(m_preferences.historyMegabytes()) * 1024 * 1024);
}

void MonitorApp::trayMissing()
{
    if (m_isMinimized)
        m_window->showMinimized();
    const QString hint = u"noTray"_s;
    if (m_preferences.wasHintShown(hint))
        return;
    m_preferences.setHintShown(hint);
    m_window->showHint(tr("This desktop has no tray, so closing the window ends the monitor."));
}
