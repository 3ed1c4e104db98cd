#include "widgets/mainwindow.h"

#include "models/wording.h"
#include "widgets/boxes.h"
#include "widgets/containerspage.h"
#include "widgets/detailpane.h"
#include "widgets/elidedlabel.h"
#include "widgets/executionspage.h"
#include "widgets/overviewpage.h"
#include "widgets/settingsdialog.h"
#include "widgets/statepage.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

MainWindow::MainWindow(Session &session, Preferences &preferences, QWidget *parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_preferences(preferences)
    , m_stack(new QStackedWidget)
    , m_overview(new OverviewPage(session))
    , m_executions(new ExecutionsPage(session))
    , m_containers(new ContainersPage(session))
    , m_state(new StatePage)
    , m_empty(new StatePage)
    , m_pages(new QActionGroup(this))
{
    setObjectName(u"mainWindow");
    setWindowTitle(tr("Code Sandbox Monitor"));
    setWindowIcon(Theme::application());
    setUnifiedTitleAndToolBarOnMac(true);
    m_state->setObjectName(u"statePage");
    m_empty->setObjectName(u"emptyPage");
    for (QWidget *page : std::initializer_list<QWidget *>{m_overview, m_executions, m_containers, m_state, m_empty})
        m_stack->addWidget(page);

    auto *central = new QWidget;
    auto *layout = new QVBoxLayout(central);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeStrip());
    layout->addWidget(m_stack, 1);
    setCentralWidget(central);
    makeActions();
    makeToolBar();

    connect(&session, &Session::stateChanged, this, &MainWindow::updatePage);
    connect(&session, &Session::summaryChanged, this, &MainWindow::updateStrip);
    connect(&session.executions(), &QAbstractItemModel::rowsInserted, this, &MainWindow::updatePage);
    connect(&session.executions(), &QAbstractItemModel::rowsRemoved, this, &MainWindow::updatePage);
    connect(&session.executions(), &ExecutionModel::recordChanged, this, &MainWindow::updateActions);
    connect(m_executions, &ExecutionsPage::selectionChanged, this, &MainWindow::updateActions);
    connect(m_executions, &ExecutionsPage::stopRequested, this, [this](const ExecutionId &id) { stop({id}); });
    connect(&m_executions->detail(), &DetailPane::zoomRequested, this,
            [this](int change) { setZoom(m_preferences.zoom() + change); });
    connect(m_containers, &ContainersPage::selectionChanged, this, &MainWindow::updateActions);
    connect(m_containers, &ContainersPage::executionActivated, this,
            [this](const ExecutionId &id) { selectExecutions({id}); });
    connect(m_state, &StatePage::actionRequested, &session, &Session::retry);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, &m_executions->detail(), &DetailPane::tick);
    connect(&m_tick, &QTimer::timeout, this, &MainWindow::updateUptime);

    m_executions->detail().setWrapping(preferences.wrapsLines());
    m_executions->detail().setZoom(preferences.zoom());
    resize(QSize(Theme::spacing(150), Theme::spacing(95)).boundedTo(screen()->availableSize()));
    updateStrip();
    updatePage();
    updateActions();
}

QWidget *MainWindow::makeStrip()
{
    m_stripIcon = new QLabel;
    m_stripText = new QLabel;
    m_stripText->setObjectName(u"stripText");
    m_stripText->setTextFormat(Qt::PlainText);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_stripText->setFont(strong);
    m_stripServer = new ElidedLabel;
    m_stripServer->setObjectName(u"stripServer");
    m_stripServer->setForegroundRole(QPalette::PlaceholderText);
    auto *strip = new QWidget;
    auto *layout = new QHBoxLayout(strip);
    layout->setContentsMargins(Theme::spacing(1.5), Theme::spacing(0.8), Theme::spacing(1.5), Theme::spacing(0.8));
    layout->setSpacing(Theme::spacing());
    layout->addWidget(m_stripIcon);
    layout->addWidget(m_stripText);
    layout->addStretch(1);
    layout->addWidget(m_stripServer);
    return strip;
}

namespace {

/// The platform's own keys, or ours where it has none.
QKeySequence keys(QKeySequence::StandardKey standard, const QKeySequence &otherwise)
{
    const QKeySequence own(standard);
    return own.isEmpty() ? otherwise : own;
}

} // namespace

void MainWindow::makeActions()
{
    const auto add = [this](QMenu *menu, const QString &text, const QKeySequence &keys, auto slot) {
        QAction *action = menu->addAction(text);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };

    QMenu *file = menuBar()->addMenu(tr("&File"));
    add(file, tr("&Settings…"), QKeySequence(Qt::CTRL | Qt::Key_Comma), &MainWindow::openSettings)
        ->setIcon(Theme::icon(Symbol::Settings));
    file->addSeparator();
    add(file, tr("&Close Window"), keys(QKeySequence::Close, Qt::CTRL | Qt::Key_W), [this] { close(); });
    QAction *quit =
        add(file, tr("&Quit Monitor"), keys(QKeySequence::Quit, Qt::CTRL | Qt::Key_Q), &MainWindow::askToQuit);
    quit->setIcon(Theme::icon(Symbol::Quit));
    quit->setObjectName(u"actionQuit");

    QMenu *view = menuBar()->addMenu(tr("&View"));
    const struct
    {
        Page page;
        Symbol symbol;
        QString text;
        Qt::Key key;
    } pages[] = {{Page::Overview, Symbol::Overview, tr("&Overview"), Qt::Key_1},
                 {Page::Executions, Symbol::Executions, tr("&Executions"), Qt::Key_2},
                 {Page::Containers, Symbol::Containers, tr("&Containers"), Qt::Key_3}};
    for (const auto &entry : pages) {
        QAction *action =
            add(view, entry.text, QKeySequence(Qt::CTRL | entry.key), [this, page = entry.page] { showPage(page); });
        action->setIcon(Theme::icon(entry.symbol));
        // Without the mnemonic, also where it follows the word in brackets: "概览(&O)".
        static const QRegularExpression mnemonic(u"\\(&.\\)|&"_s);
        action->setIconText(QString(entry.text).remove(mnemonic));
        action->setCheckable(true);
        m_pages->addAction(action);
    }
    view->addSeparator();
    add(view, tr("&Filter"), keys(QKeySequence::Find, Qt::CTRL | Qt::Key_F), [this] {
        showPage(Page::Executions);
        m_executions->focusFilter();
    })->setIcon(Theme::icon(Symbol::Filter));
    add(view, tr("Clear Filter"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
        [this] { m_executions->clearFilter(); });
    add(view, tr("&Refresh"), keys(QKeySequence::Refresh, Qt::Key_F5), [this] {
        m_session.retry();
        m_containers->refresh();
    })->setIcon(Theme::icon(Symbol::Refresh));
    view->addMenu(&m_executions->columnsMenu());
    view->addMenu(&m_executions->sortMenu());
    view->addSeparator();
    m_wrap = add(view, tr("&Wrap Lines"), QKeySequence(Qt::ALT | Qt::Key_Z), [this](bool wraps) {
        m_preferences.setWrapsLines(wraps);
        m_executions->detail().setWrapping(wraps);
    });
    m_wrap->setCheckable(true);
    m_wrap->setChecked(m_preferences.wrapsLines());
    m_wrap->setIcon(Theme::icon(Symbol::Wrap));
    add(view, tr("Zoom &In"), keys(QKeySequence::ZoomIn, Qt::CTRL | Qt::Key_Plus),
        [this] { setZoom(m_preferences.zoom() + 1); });
    add(view, tr("Zoom O&ut"), keys(QKeySequence::ZoomOut, Qt::CTRL | Qt::Key_Minus),
        [this] { setZoom(m_preferences.zoom() - 1); });
    add(view, tr("Ordinary &Size"), QKeySequence(Qt::CTRL | Qt::Key_0), [this] { setZoom(0); });

    QMenu *execution = menuBar()->addMenu(tr("&Execution"));
    m_stop = add(execution, tr("&Stop…"), QKeySequence::Delete, [this] { stop(m_executions->selection()); });
    m_stop->setObjectName(u"actionStop");
    m_stop->setIcon(Theme::icon(Symbol::Stop));
    execution->addSeparator();
    DetailPane *detail = &m_executions->detail();
    m_copyCode = add(execution, tr("Copy &Code"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                     [detail] { detail->copyCode(); });
    m_copyCode->setIcon(Theme::icon(Symbol::Copy));
    m_copyOutput = add(execution, tr("Copy &Output"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
                       [detail] { detail->copyOutput(); });
    m_copyCommand = add(execution, tr("Copy as Co&mmand"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
                        [detail] { detail->copyCommand(); });
    m_copyEngineCommand = add(execution, tr("Copy En&gine Command"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                              [detail] { detail->copyEngineCommand(); });
    m_save = add(execution, tr("&Save Output…"), keys(QKeySequence::Save, Qt::CTRL | Qt::Key_S),
                 [detail] { detail->saveOutput(); });
    m_save->setIcon(Theme::icon(Symbol::Save));
    execution->addSeparator();
    m_find = add(execution, tr("&Find in Text…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F),
                 [detail] { detail->openFind(); });
    m_find->setObjectName(u"actionFind");
    m_find->setIcon(Theme::icon(Symbol::Search));
    add(execution, tr("Find &Next"), keys(QKeySequence::FindNext, Qt::Key_F3), [detail] { detail->findNext(false); });
    add(execution, tr("Find &Previous"), keys(QKeySequence::FindPrevious, Qt::SHIFT | Qt::Key_F3),
        [detail] { detail->findNext(true); });
    execution->addSeparator();
    add(execution, tr("&Forget Ended Executions"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete),
        [this] { m_session.executions().clearEnded(); });

    QMenu *containers = menuBar()->addMenu(tr("&Containers"));
    m_remove = add(containers, tr("&Remove…"), QKeySequence(Qt::CTRL | Qt::Key_Delete),
                   [this] { m_containers->removeSelected(); });
    // On its page the plain key does it too: there is nothing to stop there.
    m_remove->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Delete), QKeySequence(QKeySequence::Delete)});
    m_remove->setObjectName(u"actionRemove");
    QAction *measure = add(containers, tr("&Measure Sizes"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] {
        showPage(Page::Containers);
        m_containers->measure();
    });
    add(containers, tr("&Clean Up…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U), &MainWindow::cleanUp)
        ->setIcon(Theme::icon(Symbol::Cleanup));

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&About Code Sandbox Monitor"), {}, &MainWindow::showAbout);

    m_executions->table().addActions({m_stop, m_copyCode, m_copyOutput, m_copyCommand, m_copyEngineCommand, m_save});
    m_containers->table().addActions({m_remove, measure});
}

void MainWindow::makeToolBar()
{
    auto *bar = addToolBar(tr("Pages"));
    bar->setObjectName(u"pages");
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setIconSize(QSize(1, 1) * (fontMetrics().height() * 5 / 4));
    bar->addActions(m_pages->actions());
    for (QAction *action : m_pages->actions())
        bar->widgetForAction(action)->setFocusPolicy(Qt::StrongFocus);
}

void MainWindow::showPage(Page page)
{
    m_page = page;
    updatePage();
    updateActions();
}

MainWindow::Page MainWindow::page() const
{
    return m_page;
}

void MainWindow::updateStrip()
{
    const auto [symbol, tone] = [this]() -> std::pair<Symbol, Tone> {
        switch (m_session.state()) {
        case Session::State::Searching:
            return {Symbol::Search, Tone::Muted};
        case Session::State::NoServer:
            return {Symbol::Disconnected, Tone::Muted};
        case Session::State::EngineUnavailable:
            return {Symbol::Warning, Tone::Bad};
        case Session::State::Connected:
            break;
        }
        return m_session.executions().activeCount() > 0 ? std::pair(Symbol::Running, Tone::Active)
                                                        : std::pair(Symbol::Check, Tone::Good);
    }();
    const int size = fontMetrics().height() * 5 / 4;
    m_stripIcon->setPixmap(Theme::icon(symbol, tone).pixmap(QSize(size, size), devicePixelRatio()));
    m_stripText->setText(m_session.sentence());
    updateUptime();
}

void MainWindow::updateUptime()
{
    m_stripServer->setText(m_session.serverText(QDateTime::currentDateTimeUtc()));
}

void MainWindow::updatePage()
{
    m_pages->actions().at(int(m_page))->setChecked(true);
    updateStrip();
    const bool hasExecutions = m_session.executions().rowCount() > 0;
    const bool isConnected = m_session.state() == Session::State::Connected;
    // What is known stays in view, also when the server is gone.
    const bool wantsState = !isConnected && !hasExecutions && m_page != Page::Containers;
    if (wantsState) {
        m_state->setSample({});
        m_state->setAction({});
        switch (m_session.state()) {
        case Session::State::Searching:
            m_state->setContent(Symbol::Search, Tone::Muted, tr("Looking for Servers"),
                                tr("This takes only a moment."));
            break;
        case Session::State::NoServer: {
            QString text =
                tr("The server is started by the program that uses it (Gemini CLI, Claude, Cursor, VS Code …). Give it "
                   "this configuration, and what it runs will show up here by itself.\n\nLooked for in: %1")
                    .arg(m_session.searchedFolders().join(u", "_s));
            for (const QString &reason : m_session.linkErrors())
                text += u"\n\n"_s + tr("A server could not be reached: %1").arg(reason);
            m_state->setContent(Symbol::Disconnected, Tone::Muted, tr("No Server Is Running"), text);
            m_state->setSample(sampleConfiguration());
            m_state->setAction(tr("Look Again"));
            break;
        }
        case Session::State::EngineUnavailable:
            m_state->setContent(
                Symbol::Warning, Tone::Bad, tr("No Container Engine Is Available"),
                tr("The server runs, but it cannot run containers: %1\n\nInstall podman, or start the engine and see "
                   "that you may use it. The server tries again with the next call. This command tells more:")
                    .arg(m_session.engineError()));
            m_state->setSample(m_session.serverCommand() + u" doctor"_s);
            break;
        case Session::State::Connected:
            break;
        }
        m_stack->setCurrentWidget(m_state);
        return;
    }
    if (m_page == Page::Executions && !hasExecutions) {
        m_empty->setContent(Symbol::Executions, Tone::Active, tr("Nothing Was Run Yet"),
                            tr("The server is ready. Ask your assistant for something that it has to compute, for "
                               "example:"));
        m_empty->setSample(tr("Use Python to find the 20 largest primes below one million."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    QWidget *const pages[] = {m_overview, m_executions, m_containers};
    m_stack->setCurrentWidget(pages[int(m_page)]);
}

void MainWindow::updateActions()
{
    const bool isOnExecutions = m_page == Page::Executions;
    // Of the selected ones there may be many; of those that run there are few.
    const QList<const ExecutionRecord *> active = m_session.executions().active();
    const bool isAnyActive = std::any_of(active.cbegin(), active.cend(), [this](const ExecutionRecord *record) {
        return !record->isStale && !record->isStopRequested && m_executions->isSelected(record->id);
    });
    const bool hasContainer = m_page == Page::Containers && m_containers->hasSelection();
    m_stop->setEnabled(isOnExecutions && isAnyActive);
    const bool hasRecord = isOnExecutions && m_executions->detail().record() != nullptr;
    for (QAction *action : {m_copyCode, m_copyOutput, m_copyCommand, m_copyEngineCommand, m_save, m_find})
        action->setEnabled(hasRecord);
    m_remove->setEnabled(hasContainer);
}

void MainWindow::comeForward()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::selectExecutions(const QList<ExecutionId> &ids)
{
    showPage(Page::Executions);
    m_executions->select(ids);
}

void MainWindow::stop(const QList<ExecutionId> &ids)
{
    QList<ExecutionId> active;
    QStringList lines;
    for (const ExecutionId &id : ids) {
        const ExecutionRecord *record = m_session.executions().record(id);
        if (record == nullptr || !isActive(record->state) || record->isStale || record->isStopRequested)
            continue;
        active += id;
        if (lines.size() < 12)
            //: An execution in a list: language, first line of its code.
            lines += tr("• %1: %2").arg(Wording::language(record->language), monitor::cut(record->firstLine(), 70));
    }
    if (active.isEmpty())
        return;
    if (active.size() > lines.size())
        //: The last line of a list of executions.
        lines += tr("… and %n more", nullptr, int(active.size() - lines.size()));
    Boxes::ask(this,
               {u"stopBox"_s, tr("Stop"),
                tr("Stop %n execution(s)? The container of each is killed.", nullptr, int(active.size())),
                lines.join(u'\n'), tr("Stop")},
               Boxes::Default::Cancel, [this, active] {
                   for (const ExecutionId &id : active) {
                       m_session.cancel(id, this, [this](const monitor::Answer &answer) {
                           if (!answer.ok)
                               Boxes::problem(this, tr("Stop"),
                                              tr("The execution could not be stopped: %1").arg(answer.message));
                       });
                   }
               });
}

void MainWindow::cleanUp()
{
    m_containers->cleanUp();
}

void MainWindow::openSettings()
{
    auto *dialog =
        new SettingsDialog(m_preferences, m_session.executions().rowCount(), m_session.executions().bytes(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::askToQuit()
{
    Boxes::ask(this,
               {u"quitBox"_s,
                tr("Quit Monitor"),
                tr("Quit the monitor? Servers and the programs they run go on without it."),
                {},
                tr("Quit Monitor")},
               Boxes::Default::Action, [this] { Q_EMIT quitRequested(); });
}

void MainWindow::showHint(const QString &text)
{
    statusBar()->showMessage(text, 30'000);
    statusBar()->show();
    connect(statusBar(), &QStatusBar::messageChanged, this, [this](const QString &now) {
        if (now.isEmpty())
            statusBar()->hide();
    });
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Code Sandbox Monitor"),
                                tr("Code Sandbox Monitor %1").arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Ok, this);
    box->setIconPixmap(Theme::application().pixmap(QSize(64, 64), devicePixelRatio()));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Shows what the code sandbox servers on this machine run, what it prints and costs, and "
                               "that everything is cleaned up."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::setZoom(int steps)
{
    m_preferences.setZoom(steps);
    m_executions->detail().setZoom(m_preferences.zoom());
}

void MainWindow::saveLayout()
{
    m_preferences.setLayout(u"geometry"_s, saveGeometry());
    m_preferences.setLayout(u"executions"_s, m_executions->saveLayout());
    m_preferences.setLayout(u"containers"_s, m_containers->saveLayout());
    m_preferences.setLayout(u"page"_s, QByteArray::number(int(m_page)));
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_preferences.layout(u"geometry"_s));
    // A window of a screen that is gone would open where nobody sees it.
    const QScreen *screen = QGuiApplication::screenAt(frameGeometry().center());
    if (screen == nullptr)
        screen = QGuiApplication::primaryScreen();
    if (screen != nullptr) {
        const QRect available = screen->availableGeometry();
        resize(size().boundedTo(available.size()));
        if (!available.intersects(frameGeometry()))
            move(available.topLeft());
    }
    m_executions->restoreLayout(m_preferences.layout(u"executions"_s));
    m_containers->restoreLayout(m_preferences.layout(u"containers"_s));
    bool isNumber = false;
    const int page = m_preferences.layout(u"page"_s).toInt(&isNumber);
    if (isNumber)
        showPage(Page(std::clamp(page, 0, 2)));
}

QString MainWindow::sampleConfiguration() const
{
    const QJsonObject server{{u"command"_s, m_session.serverProgram()}};
    const QJsonObject servers{{u"code-sandbox"_s, server}};
    return QString::fromUtf8(QJsonDocument(QJsonObject{{u"mcpServers"_s, servers}}).toJson()).trimmed();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveLayout();
    QMainWindow::closeEvent(event);
    Q_EMIT closedByUser();
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    updateTicking();
    Q_EMIT shown();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    updateTicking();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        updateTicking();
    else if (event->type() == QEvent::PaletteChange && m_stripIcon != nullptr)
        updateStrip();
    else if (event->type() == QEvent::ActivationChange && isActiveWindow())
        Q_EMIT shown();
}

void MainWindow::updateTicking()
{
    const bool isSeen = isVisible() && !isMinimized();
    m_session.executions().setTicking(isSeen);
    if (isSeen)
        m_tick.start();
    else
        m_tick.stop();
}
