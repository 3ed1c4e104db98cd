#include "app/monitorapp.h"
#include "app/translation.h"
#include "desktop.h"
#include "mcpclient.h"
#include "patience.h"
#include "widgets/cleanupdialog.h"
#include "widgets/containerspage.h"
#include "widgets/detailpane.h"
#include "widgets/executionspage.h"
#include "widgets/outputview.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

int limit()
{
    return int(patient(20s).count());
}

} // namespace

/// The whole way: a real server runs programs in real containers, and the monitor shows and steers it on a real
/// display with a real tray host.
class TestMonitorDesktop : public QObject
{
    Q_OBJECT

public:
    TestMonitorDesktop(Desktop &desktop, const Result<bool> &started)
        : m_desktop(desktop)
        , m_started(started)
    {
    }

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void withoutATrayTheWindowIsTheProduct();
    void runWatchCancelPrune();

private:
    void startMonitor(const MonitorApp::Options &options);
    MainWindow &window() { return m_app->window(); }
    [[nodiscard]] const ExecutionRecord *newest() const
    {
        return m_session->executions().record(m_session->executions().rowCount() - 1);
    }
    [[nodiscard]] bool isConnectedTo(qint64 pid) const
    {
        const QList<monitor::ServerInfo> servers = m_session->servers().connected();
        return std::any_of(servers.cbegin(), servers.cend(), [pid](const auto &server) { return server.pid == pid; });
    }
    /// What the tray host shows of us, from the display's own pixels.
    [[nodiscard]] static QImage trayPicture();
    void keep(const QString &name)
    {
        QVERIFY(QDir().mkpath(QStringLiteral(SCREENSHOT_FOLDER)));
        QVERIFY(QGuiApplication::primaryScreen()->grabWindow(0).save(QStringLiteral(SCREENSHOT_FOLDER "/desktop-") +
                                                                     name + u".png"_s));
    }
    /// A container as a server leaves it that died with its machine's engine.
    [[nodiscard]] bool makeOrphan(const QString &name);
    [[nodiscard]] bool exists(const QString &name) const;
    /// Removes exactly `name` through the clean-up dialog.
    void cleanUp(const QString &name);

    Desktop &m_desktop;
    Result<bool> m_started;
    std::optional<TestEngine> m_engine;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Preferences> m_preferences;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MonitorApp> m_app;
    QMap<QString, QString> m_labels; ///< Of a container of the server.
    QStringList m_orphans;
};

void TestMonitorDesktop::initTestCase()
{
    if (!m_started.ok())
        return TestEngine::giveUp(m_started.error().message);
    m_engine = TestEngine::prepareOrGiveUp();
}

void TestMonitorDesktop::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_preferences = std::make_unique<Preferences>(m_folder->filePath(u"monitor.ini"_s));
    m_preferences->setAutostartFolder(m_folder->path());
    // A runtime folder of the test's own, so that other servers of this user are not in the picture; where the user has
    // one that comes first, that is the one.
    RuntimePlaces places = RuntimePlaces::ofThisProcess();
    places.xdgRuntimeDir = m_folder->path();
    if (!QFileInfo::exists(places.runUser))
        places.temporaryRoots.clear();
    m_session = std::make_unique<Session>(places);
    m_session->setServerProgram(QStringLiteral(SANDBOX_TEST_SERVER));
    m_app = std::make_unique<MonitorApp>(*m_session, *m_preferences);
}

void TestMonitorDesktop::cleanup()
{
    m_app.reset();
    m_session.reset();
    for (const QString &name : std::exchange(m_orphans, {})) {
        if (exists(name))
            QCOMPARE(m_engine->run({u"rm"_s, u"--force"_s, name}).exitCode, 0);
    }
}

QImage TestMonitorDesktop::trayPicture()
{
    const QWidgetList widgets = QApplication::allWidgets();
    for (const QWidget *widget : widgets) {
        if (!widget->inherits("QSystemTrayIconSys") || !widget->isVisible())
            continue;
        const QRect place(widget->mapToGlobal(QPoint(0, 0)), widget->size());
        return QGuiApplication::primaryScreen()
            ->grabWindow(0, place.x(), place.y(), place.width(), place.height())
            .toImage();
    }
    return {};
}

bool TestMonitorDesktop::makeOrphan(const QString &name)
{
    QStringList words{u"create"_s, u"--name"_s, name, u"--network"_s, u"none"_s};
    for (auto label = m_labels.begin(); label != m_labels.end(); ++label) {
        if (!label.key().startsWith("io.github.code-sandbox-mcp."_L1))
            continue;
        const QString value = label.key().endsWith(".pid"_L1)        ? u"4194303"_s
                              : label.key().endsWith(".instance"_L1) ? u"aaaaaaaaaaaaaaaa"_s
                                                                     : label.value();
        words << u"--label"_s << label.key() + u'=' + value;
    }
    m_orphans += name;
    return m_engine->run(words << u"localhost/code-sandbox-python"_s << u"sleep"_s << u"600"_s).exitCode == 0;
}

bool TestMonitorDesktop::exists(const QString &name) const
{
    return std::ranges::any_of(m_engine->containers(),
                               [&name](const ListedContainer &container) { return container.name == name; });
}

void TestMonitorDesktop::withoutATrayTheWindowIsTheProduct()
{
    QSignalSpy quit(m_app.get(), &MonitorApp::quitRequested);
    QVERIFY(m_app->start({true, {}, {}}).ok());
    QVERIFY(!window().isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(window().isVisible(), limit()); // asked to start in a tray that is not there
    QVERIFY(!m_app->tray().isVisible());
    window().comeForward();
    QTRY_VERIFY_WITH_TIMEOUT(!window().isMinimized(), limit());
    keep(u"no-tray"_s);
    window().close();
    QCOMPARE(quit.count(), 1);
}

void TestMonitorDesktop::runWatchCancelPrune()
{
    QProcessEnvironment environment;
    environment.insert(u"XDG_RUNTIME_DIR"_s, m_folder->path());
    McpClient client(*m_engine, {u"--network"_s, u"none"_s, u"--pool-size"_s, u"1"_s}, environment);
    QVERIFY2(client.start(), client.log().constData());
    QVERIFY(m_app->start({}).ok());
    window().comeForward(); // no window manager does it here
    QVERIFY(QTest::qWaitForWindowActive(&window(), limit()));

    // Desktops start their tray late.
    QVERIFY(!m_app->tray().isVisible());
    const auto tray = m_desktop.startTray();
    QVERIFY2(tray.ok(), qPrintable(tray.ok() ? QString() : tray.error().message));
    QTRY_VERIFY_WITH_TIMEOUT(m_app->tray().isVisible(), limit());
    QTRY_VERIFY_WITH_TIMEOUT(!trayPicture().isNull(), limit());
    const auto isDrawn = [] {
        const QImage picture = trayPicture();
        int marks = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x)
                marks += picture.pixel(x, y) != picture.pixel(0, 0) ? 1 : 0;
        }
        return marks > 20;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isDrawn(), limit());
    QTRY_VERIFY_WITH_TIMEOUT(isConnectedTo(client.pid()), limit());
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Idle, limit());
    const QImage idle = trayPicture();
    keep(u"idle"_s);

    // Run.
    const RunResult result =
        client.runPython(u"import sys\nprint('out of a container')\nprint('oh', file=sys.stderr)"_s);
    QCOMPARE(result.out(), u"out of a container\n"_s);
    QTRY_VERIFY_WITH_TIMEOUT(newest() != nullptr && newest()->state == ExecutionState::Succeeded, limit());
    QCOMPARE(newest()->container, result.container());
    QCOMPARE(newest()->client, u"testkit 1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(newest()->removed.isValid(), limit());
    QVERIFY(newest()->removed >= newest()->ended);
    QVERIFY(!exists(result.container()));
    window().executions().selectNewest();
    auto *output = window().findChild<OutputView *>(u"outputView"_s);
    QTRY_VERIFY_WITH_TIMEOUT(output->toPlainText().contains(u"out of a container"_s), limit());
    QVERIFY(output->toPlainText().contains(u"oh"_s));

    // Watch.
    const int call = client.callPython(u"import time\nfor i in range(600):\n    print('step', i, flush=True)\n"
                                       "    time.sleep(0.1)\n"_s,
                                       {{u"timeout"_s, 120}});
    QTRY_VERIFY_WITH_TIMEOUT(newest()->state == ExecutionState::Running, limit());
    const ExecutionId running = newest()->id;
    window().executions().select({running});
    QTRY_VERIFY_WITH_TIMEOUT(output->toPlainText().contains(u"step 5\n"_s), limit());
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Busy, limit());
    QTRY_VERIFY_WITH_TIMEOUT(trayPicture() != idle, limit());
    keep(u"running"_s);

    // Cancel, from the tray's menu.
    QMenu &menu = m_app->tray().menu();
    menu.popup(QPoint(200, 200));
    QVERIFY(QTest::qWaitForWindowExposed(&menu, limit()));
    QMenu *entry = nullptr;
    for (const QAction *action : menu.actions()) {
        if (action->menu() != nullptr && action->text().startsWith(u"for i in range"_s))
            entry = action->menu();
    }
    QVERIFY(entry != nullptr);
    keep(u"menu"_s);
    menu.close();
    entry->actions().at(1)->trigger();
    QMessageBox *box = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((box = window().findChild<QMessageBox *>(u"stopBox"_s)) != nullptr && box->isVisible(),
                             limit());
    for (QAbstractButton *button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::DestructiveRole)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    const RunResult stopped = client.waitForResult(call);
    QCOMPARE(stopped.outcome(), u"cancelled"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_session->executions().record(running)->state, ExecutionState::Stopped, limit());
    QTRY_VERIFY_WITH_TIMEOUT(m_session->executions().record(running)->removed.isValid(), limit());
    QVERIFY(!exists(stopped.container()));
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Idle, limit());

    // The window goes into the tray and comes back by a click on the icon.
    window().close();
    QVERIFY(!window().isVisible());
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        if (widget->inherits("QSystemTrayIconSys"))
            QTest::mouseClick(widget, Qt::LeftButton);
    }
    QTRY_VERIFY_WITH_TIMEOUT(window().isVisible(), limit());

    // Prune, through the server.
    const QList<ListedContainer> containers = m_engine->containers(client.pid());
    QVERIFY(!containers.isEmpty()); // those that wait
    for (auto label = containers.constFirst().labels.begin(); label != containers.constFirst().labels.end(); ++label)
        m_labels.insert(label.key(), label.value());
    QVERIFY(makeOrphan(u"code-sandbox-test-orphan-1"_s));
    QVERIFY(makeOrphan(u"code-sandbox-test-orphan-2"_s));
    cleanUp(u"code-sandbox-test-orphan-1"_s);
    QVERIFY(!exists(u"code-sandbox-test-orphan-1"_s));
    QVERIFY(exists(u"code-sandbox-test-orphan-2"_s)); // not checked, so not touched
    QVERIFY(exists(containers.constFirst().name));

    // Without a server, through its command line.
    const qint64 pid = client.pid();
    client.closeInput();
    QCOMPARE(client.waitForExit(2s), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!isConnectedTo(pid), limit());
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Disconnected, limit());
    QVERIFY(window().executions().table().isVisible()); // what was known stays
    cleanUp(u"code-sandbox-test-orphan-2"_s);
    QVERIFY(!exists(u"code-sandbox-test-orphan-2"_s));
    keep(u"server-gone"_s);
}

void TestMonitorDesktop::cleanUp(const QString &name)
{
    window().comeForward();
    QVERIFY(QTest::qWaitForWindowActive(&window(), limit()));
    QTest::keyClick(&window(), Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    CleanupDialog *dialog = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((dialog = window().findChild<CleanupDialog *>(u"cleanupDialog"_s)) != nullptr, limit());
    auto *model = dialog->findChild<QTableView *>(u"cleanupTable"_s)->model();
    const auto rowOf = [&] {
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, CleanupModel::NameColumn).data().toString() == name)
                return row;
        }
        return -1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(rowOf() >= 0, limit());
    for (int row = 0; row < model->rowCount(); ++row) {
        const bool isWanted = row == rowOf();
        QVERIFY(model->setData(model->index(row, CleanupModel::NameColumn), isWanted ? Qt::Checked : Qt::Unchecked,
                               Qt::CheckStateRole));
    }
    keep(u"cleanup"_s);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"cleanupRemove"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(model->index(rowOf(), CleanupModel::ResultColumn).data().toString(), u"Removed"_s,
                              limit());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(window().findChild<CleanupDialog *>(u"cleanupDialog"_s) == nullptr, limit());
}

int main(int argc, char *argv[])
{
    Desktop desktop;
    const Result<bool> started = desktop.start();
    if (!started.ok())
        qputenv("QT_QPA_PLATFORM", "offscreen"); // to be able to say so
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    installTranslation(u"en"_s);
    TestMonitorDesktop test(desktop, started);
    return QTest::qExec(&test, argc, argv);
}

#include "tst_monitordesktop.moc"
