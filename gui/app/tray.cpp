#include "app/tray.h"

#include "models/wording.h"

using namespace std::chrono_literals;

namespace {

constexpr int maxLooks = 10;
constexpr qsizetype maxListed = 5;

/// Menus take "&" for a mnemonic, and long lines for a wide menu.
QString menuText(QString text)
{
    if (text.size() > 48)
        text = monitor::cut(text, 47) + u'…';
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace

Tray::Tray(Session &session, Notifier &notifier, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_notifier(notifier)
{
    m_menu.setObjectName(u"trayMenu");
    m_icon.setIcon(Theme::icon(m_state));
    m_icon.setContextMenu(&m_menu);
    fillMenu();
    connect(&m_menu, &QMenu::aboutToShow, this, &Tray::fillMenu);
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick)
            Q_EMIT openRequested();
    });
    connect(&m_icon, &QSystemTrayIcon::messageClicked, this, &Tray::clickNotification);
    connect(&notifier, &Notifier::notificationReady, this, &Tray::notify);
    connect(&notifier, &Notifier::unseenChanged, this, &Tray::scheduleUpdate);
    connect(&session, &Session::summaryChanged, this, &Tray::scheduleUpdate);
    connect(&session, &Session::stateChanged, this, &Tray::scheduleUpdate);
    // At most one change a second: an icon that flickers is worse than one that is late.
    m_updateTimer.setSingleShot(true);
    m_updateTimer.setInterval(1000);
    connect(&m_updateTimer, &QTimer::timeout, this, &Tray::update);
    m_lookTimer.setInterval(500);
    connect(&m_lookTimer, &QTimer::timeout, this, &Tray::look);
}

Tray::~Tray() = default;

void Tray::start()
{
    m_lookTimer.start();
    QMetaObject::invokeMethod(this, &Tray::look, Qt::QueuedConnection);
}

void Tray::look()
{
    if (QSystemTrayIcon::isSystemTrayAvailable()) {
        m_lookTimer.stop();
        m_icon.show();
        update();
    } else if (++m_looks >= maxLooks) {
        m_lookTimer.stop();
        Q_EMIT notFound();
    }
}

void Tray::scheduleUpdate()
{
    if (!m_updateTimer.isActive())
        m_updateTimer.start();
}

void Tray::update()
{
    TrayState state = TrayState::Idle;
    if (m_session.state() == Session::State::NoServer || m_session.state() == Session::State::Searching)
        state = TrayState::Disconnected;
    else if (m_session.state() == Session::State::EngineUnavailable || m_notifier.unseen() > 0)
        state = TrayState::Attention;
    else if (m_session.executions().activeCount() > 0)
        state = TrayState::Busy;
    bool isChanged = state != m_state;
    if (isChanged) {
        m_state = state;
        m_icon.setIcon(Theme::icon(state));
    }
    QString tip = m_session.sentence();
    if (m_notifier.unseen() > 0)
        //: A tool tip of two lines: the state, then the number of failures.
        tip = tr("%1\n%2").arg(tip, tr("%n failure(s) not looked at", nullptr, m_notifier.unseen()));
    if (tip != m_icon.toolTip()) {
        m_icon.setToolTip(tip);
        isChanged = true;
    }
    if (isChanged)
        Q_EMIT changed();
    if (m_menu.isVisible())
        return; // it is being read
    fillMenu();
}

void Tray::fillMenu()
{
    m_menu.clear();
    // Submenus are no actions of the menu: they would stay, some more each second.
    qDeleteAll(m_menu.findChildren<QMenu *>(Qt::FindDirectChildrenOnly));
    QAction *open = m_menu.addAction(Theme::icon(Symbol::Window), tr("&Open Monitor"));
    open->setObjectName(u"trayOpen");
    connect(open, &QAction::triggered, this, &Tray::openRequested);
    m_menu.addSeparator();

    const QList<const ExecutionRecord *> active = m_session.executions().active();
    if (active.isEmpty())
        m_menu.addAction(tr("Nothing Is Running"))->setEnabled(false);
    for (const ExecutionRecord *record : active.first(std::min(active.size(), maxListed))) {
        QMenu *entry = m_menu.addMenu(Theme::icon(record->state), menuText(record->firstLine()));
        QAction *show = entry->addAction(tr("Show"));
        connect(show, &QAction::triggered, this, [this, id = record->id] { Q_EMIT selectRequested({id}); });
        QAction *stop = entry->addAction(Theme::icon(Symbol::Stop), tr("Stop…"));
        stop->setEnabled(!record->isStale && !record->isStopRequested);
        connect(stop, &QAction::triggered, this, [this, id = record->id] { Q_EMIT stopRequested(id); });
    }
    if (active.size() > maxListed)
        m_menu.addAction(tr("%n more", nullptr, int(active.size() - maxListed)))->setEnabled(false);
    m_menu.addSeparator();

    if (m_notifier.isMuted()) {
        QAction *unmute = m_menu.addAction(Theme::icon(Symbol::Bell), tr("Turn On Notifications"));
        unmute->setObjectName(u"trayUnmute");
        connect(unmute, &QAction::triggered, &m_notifier, &Notifier::unmute);
    } else {
        QMenu *mute = m_menu.addMenu(Theme::icon(Symbol::Mute), tr("Mute Notifications"));
        QAction *hour = mute->addAction(tr("For an Hour"));
        hour->setObjectName(u"trayMuteHour");
        connect(hour, &QAction::triggered, &m_notifier, [this] { m_notifier.muteFor(1h); });
        QAction *untilRestart = mute->addAction(tr("Until the Monitor Restarts"));
        untilRestart->setObjectName(u"trayMuteUntilRestart");
        connect(untilRestart, &QAction::triggered, &m_notifier, &Notifier::muteUntilRestart);
        QAction *forGood = mute->addAction(tr("For Good"));
        forGood->setObjectName(u"trayMuteForGood");
        connect(forGood, &QAction::triggered, this, &Tray::muteForGoodRequested);
    }
    QAction *cleanUp = m_menu.addAction(Theme::icon(Symbol::Cleanup), tr("&Clean Up…"));
    cleanUp->setObjectName(u"trayCleanUp");
    connect(cleanUp, &QAction::triggered, this, &Tray::cleanUpRequested);
    m_menu.addSeparator();
    QAction *quit = m_menu.addAction(Theme::icon(Symbol::Quit), tr("&Quit Monitor"));
    quit->setObjectName(u"trayQuit");
    connect(quit, &QAction::triggered, this, &Tray::quitRequested);
}

void Tray::notify(const QString &title, const QString &text, const QList<ExecutionId> &ids)
{
    m_notified = ids;
    if (!m_icon.isVisible())
        return;
    m_icon.showMessage(title, m_service.literal(text), Theme::application());
}
