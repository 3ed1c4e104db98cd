#include "app/monitorapp.h"
#include "app/singleinstance.h"
#include "guitestdata.h"
#include "monitor/monitorpublisher.h"
#include "widgets/bars.h"
#include "widgets/cleanupdialog.h"
#include "widgets/containerspage.h"
#include "widgets/detailpane.h"
#include "widgets/elidedlabel.h"
#include "widgets/executionspage.h"
#include "widgets/outputview.h"
#include "widgets/settingsdialog.h"
#include "widgets/statepage.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QLocalServer>
#include <QLocalSocket>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cstdlib>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 10'000;

class FakeControl : public MonitorControl
{
public:
    void cancelExecution(const ExecutionId &id, Done done) override
    {
        calls += u"cancel "_s + id.value;
        done({0, true, {}, {}});
    }
    void removeContainer(const QString &name, Done done) override
    {
        calls += u"remove "_s + name;
        done({0, true, {}, {}});
    }
    void listOrphans(Done done) override { done({0, canList, u"no engine"_s, orphans}); }
    void prune(const QStringList &names, Done done) override
    {
        calls += u"prune "_s + names.join(u',');
        QList<monitor::AnswerItem> items;
        for (const QString &name : names)
            items += monitor::AnswerItem{name, {}, {}, {}, name != failing, u"device or resource busy"_s};
        const auto answer = [done, items] { done({0, true, {}, items}); };
        if (isSlow)
            finish = answer;
        else
            answer();
    }
    void measureContainers(Done done) override { done({0, canMeasure, u"It takes too long."_s, sizes}); }
    void reproduce(const ExecutionId &id, Done done) override
    {
        calls += u"reproduce "_s + id.value;
        done({0, true, {}, {}, monitor::TextPiece{0, 20, u"podman run … image -"_s}});
    }
    const StreamCapture *keptOutput(const ExecutionId &, Stream stream) override
    {
        return kept ? &kept->at(stream == Stream::Stdout ? 0 : 1) : nullptr;
    }

    QStringList calls;
    QList<monitor::AnswerItem> sizes;
    bool canMeasure = true;
    bool canList = true;
    bool isSlow = false;
    std::function<void()> finish; ///< What is slow.
    std::optional<std::array<StreamCapture, 2>> kept;
    QString failing;
    QList<monitor::AnswerItem> orphans;
};

} // namespace

/// The window, driven by keyboard, against a real publisher in this process.
class TestGuiWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void executionsAppearAndTheFirstIsReachedByKeyboard();
    void theSelectionSurvivesUpdates();
    void theFilterIsReachedAndCleared();
    void pagesHaveShortcuts();
    void columnsAndOrderAreInTheMenus();
    void theStripTellsEngineTransportAndUptime();
    void outputIsSetAgainstItsLimit();
    void stoppingAsksFirst();
    void stoppingManySaysHowMany();
    void cleaningUpReportsAndRetries();
    void removingAContainerAsksFirst();
    void containersThatCannotBeListedAreUnknown();
    void copyingGivesCodeOutputAndCommand();
    void theServersProgramIsQuotedAsThePlaceNeeds();
    void cutCodeIsShownButNotCopied();
    void savingAsksTheServerForWhatIsMissing_data();
    void savingAsksTheServerForWhatIsMissing();
    void savingSaysWhenItIsNotAll();
    void theEngineCommandComesFromTheServer();
    void containersAreMeasuredOnRequest();
    void findWorksByKeyboard();
    void theFindBarFollowsTheTab();
    void aLostServerLeavesItsRows();
    void whyAServerCannotBeReachedIsSaidOnce();
    void settingsAreKept();
    void theSchemeSwitchesWhileItRuns();
    void runningRowsTickWhileTheyAreSeen();
    void theLayoutIsRemembered();
    void quittingSaysThatServersLiveOn();
    void withoutATrayClosingQuits();
    void failuresAreNotifiedTogetherAndMuted();
    void theTrayMenuStops();
    void theTrayMenuMutes();
    void theTrayMenuOpensCleansUpAndQuits();
    void theTrayIsCalmAndTellsOfFailures();
    void clickingANotificationSelects();
    void aSecondStartRaisesTheFirst();
    void withoutServerThePruneCommandIsUsed();
    void everythingHasANameAndActionsAreInMenus();

private:
    void run(const QString &id, const QByteArray &code = "print(1)")
    {
        ExecutionRequest request;
        request.id = {id};
        request.code = code;
        request.client = u"client 1"_s;
        Q_EMIT m_events->executionQueued(request);
        Q_EMIT m_events->executionStarted({id}, u"c-"_s + id);
        Q_EMIT m_events->outputReceived({id}, Stream::Stdout, "out of " + id.toUtf8() + "\n", false);
    }
    void end(const QString &id, int code = 0)
    {
        ExecutionResult result;
        result.exitCode = code;
        Q_EMIT m_events->executionFinished({id}, result);
    }
    MainWindow &window() { return m_app->window(); }
    QTableView &table() { return window().executions().table(); }
    template<typename T>
    T *find(const QString &name)
    {
        return window().findChild<T *>(name);
    }
    QMessageBox *box(const QString &name)
    {
        QMessageBox *found = nullptr;
        (void)QTest::qWaitFor([&] { return (found = find<QMessageBox>(name)) != nullptr && found->isVisible(); },
                              patience);
        return found;
    }
    static QAbstractButton *button(QMessageBox *box, QMessageBox::ButtonRole role)
    {
        for (QAbstractButton *button : box->buttons()) {
            if (box->buttonRole(button) == role)
                return button;
        }
        return nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_root;
    RuntimePlaces m_places;
    FakeControl m_control;
    std::unique_ptr<SandboxEvents> m_events;
    std::unique_ptr<MonitorPublisher> m_publisher;
    std::unique_ptr<Preferences> m_preferences;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MonitorApp> m_app;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestGuiWindow::init()
{
    m_root = std::make_unique<QTemporaryDir>(u"/tmp/tst-XXXXXX"_s);
    m_places = {geteuid(), m_root->path(), {}, {}};
    m_control = {};
    m_events = std::make_unique<SandboxEvents>();
    MonitorPublisher::Settings settings;
    settings.server.instance = u"server1"_s;
    settings.server.engineState = monitor::EngineState::Ready;
    settings.server.engine = u"podman 4.3.1"_s;
    settings.server.transport = u"stdio"_s;
    settings.server.started = QDateTime::currentDateTimeUtc().addSecs(-7500);
    settings.server.limits.captureBytes = 1024 * 1024;
    m_publisher = std::make_unique<MonitorPublisher>(settings, m_events.get(), &m_control);
    QVERIFY(m_publisher->listen(*ensureRuntimeFolder(m_places)).ok());
    m_preferences = std::make_unique<Preferences>(m_root->filePath(u"settings.ini"_s));
    m_preferences->setAutostartFolder(m_root->filePath(u"autostart"_s));
    m_session = std::make_unique<Session>(m_places);
    m_tester = std::make_unique<QAbstractItemModelTester>(&m_session->executions());
    m_app = std::make_unique<MonitorApp>(*m_session, *m_preferences);
    QVERIFY(m_app->start({}).ok());
    QVERIFY(QTest::qWaitForWindowActive(&window()));
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::Connected, patience);
}

void TestGuiWindow::cleanup()
{
    m_app.reset();
    m_tester.reset();
    m_session.reset();
    m_publisher.reset();
}

void TestGuiWindow::executionsAppearAndTheFirstIsReachedByKeyboard()
{
    QVERIFY(find<QWidget>(u"emptyPage"_s)->isVisible());
    run(u"a"_s);
    run(u"b"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 2, patience);
    QVERIFY(table().isVisible());
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Down);
    QTest::keyClick(&table(), Qt::Key_Up);
    QCOMPARE(window().executions().selection(), QList<ExecutionId>{{u"b"_s}});
    QVERIFY(table().hasFocus()); // showing details takes no focus
    auto *output = find<OutputView>(u"outputView"_s);
    QTRY_COMPARE_WITH_TIMEOUT(output->toPlainText(), u"out of b\n"_s, patience);
    QTest::keyClick(&table(), Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(output->toPlainText(), u"out of a\n"_s, patience);
    Q_EMIT m_events->outputReceived({u"a"_s}, Stream::Stderr, "more\n", false);
    QTRY_COMPARE_WITH_TIMEOUT(output->toPlainText(), u"out of a\nmore\n"_s, patience);
    end(u"a"_s, 3);
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>(u"outcomeSentence"_s)->text().contains(u"exit code 3"_s), patience);
}

void TestGuiWindow::theSelectionSurvivesUpdates()
{
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    for (int i = 0; i < 50; ++i)
        run(QString::number(i));
    end(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 51, patience);
    QCOMPARE(window().executions().selection(), QList<ExecutionId>{{u"a"_s}});
    QCOMPARE(window().executions().detail().record()->id.value, u"a"_s);
}

void TestGuiWindow::theFilterIsReachedAndCleared()
{
    run(u"a"_s, "needle = 1");
    run(u"b"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 2, patience);
    table().setFocus();
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    auto *filter = find<QLineEdit>(u"filterText"_s);
    QTRY_VERIFY(filter->hasFocus());
    QTest::keyClicks(filter, u"needle"_s);
    QCOMPARE(window().executions().filter().rowCount(), 1);
    QTest::keyClicks(filter, u"less"_s);
    QVERIFY(!table().isVisible());
    QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window().executions().filter().rowCount(), 2);
    QVERIFY(table().isVisible());
    find<QToolButton>(u"groupTimedOut"_s)->click();
    QCOMPARE(window().executions().filter().rowCount(), 0);
    window().selectExecutions({{u"b"_s}}); // what is asked for is shown
    QCOMPARE(window().executions().selection(), QList<ExecutionId>{{u"b"_s}});
}

void TestGuiWindow::pagesHaveShortcuts()
{
    QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(window().page(), MainWindow::Page::Overview);
    QTest::keyClick(&window(), Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(window().page(), MainWindow::Page::Containers);
    QTest::keyClick(&window(), Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(window().page(), MainWindow::Page::Executions);
}

void TestGuiWindow::columnsAndOrderAreInTheMenus()
{
    QMenu &columns = window().executions().columnsMenu();
    QMenu &order = window().executions().sortMenu();
    const auto action = [](QMenu &menu, const QString &text) {
        Q_EMIT menu.aboutToShow();
        const QList<QAction *> actions = menu.actions();
        const auto found = std::find_if(actions.cbegin(), actions.cend(),
                                        [&text](const QAction *entry) { return entry->text() == text; });
        return found == actions.cend() ? nullptr : *found;
    };
    QHeaderView *header = table().horizontalHeader();
    QVERIFY(action(columns, u"Client"_s)->isChecked());
    action(columns, u"Client"_s)->trigger();
    QVERIFY(header->isSectionHidden(ExecutionModel::ClientColumn));
    QVERIFY(!action(columns, u"Client"_s)->isChecked());
    action(columns, u"Client"_s)->trigger();
    QVERIFY(!header->isSectionHidden(ExecutionModel::ClientColumn));
    QVERIFY(action(order, u"Called"_s)->isChecked());
    QVERIFY(action(order, u"&Descending"_s)->isChecked());
    action(order, u"Duration"_s)->trigger();
    action(order, u"&Ascending"_s)->trigger();
    const ExecutionFilter &filter = window().executions().filter();
    QCOMPARE(filter.sortColumn(), int(ExecutionModel::DurationColumn));
    QCOMPARE(filter.sortOrder(), Qt::AscendingOrder);
    QVERIFY(action(order, u"Duration"_s)->isChecked());
    QVERIFY(action(order, u"&Ascending"_s)->isChecked());
    QCOMPARE(header->sortIndicatorSection(), int(ExecutionModel::DurationColumn));
}

void TestGuiWindow::theStripTellsEngineTransportAndUptime()
{
    auto *strip = find<ElidedLabel>(u"stripServer"_s);
    QTRY_COMPARE_WITH_TIMEOUT(strip->text(), u"podman 4.3.1 · stdio · up for 2 h 5 min"_s, patience);
    QCOMPARE(strip->accessibleName(), strip->text());
}

void TestGuiWindow::outputIsSetAgainstItsLimit()
{
    run(u"a"_s);
    Q_EMIT m_events->outputReceived({u"a"_s}, Stream::Stdout, QByteArray(512 * 1024 - 9, 'x'), false);
    auto *bar = find<UsageBar>(u"outputBar"_s);
    QTRY_COMPARE_WITH_TIMEOUT(bar->accessibleName(), u"Output: 512.0 KiB of 1.0 MiB"_s, patience);
    QCOMPARE(bar->fraction(), 0.5);
}

void TestGuiWindow::stoppingAsksFirst()
{
    run(u"a"_s, "while True: pass  # <b>bold</b>");
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Delete);
    QMessageBox *asked = box(u"stopBox"_s);
    QVERIFY(asked != nullptr);
    QCOMPARE(asked->defaultButton(), asked->button(QMessageBox::Cancel));
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(find<QMessageBox>(u"stopBox"_s) == nullptr, patience);
    QVERIFY(m_control.calls.isEmpty());

    window().activateWindow(); // no window manager does it here
    QVERIFY(QTest::qWaitForWindowActive(&window()));
    QTest::keyClick(&table(), Qt::Key_Delete);
    asked = box(u"stopBox"_s);
    QVERIFY(asked != nullptr);
    button(asked, QMessageBox::DestructiveRole)->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_control.calls, QStringList(u"cancel a"_s), patience);
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>(u"outcomeSentence"_s)->text().contains(u"Stopping"_s), patience);
    ExecutionResult result;
    result.outcome = Outcome::Cancelled;
    Q_EMIT m_events->executionFinished({u"a"_s}, result);
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>(u"outcomeSentence"_s)->text().contains(u"on request"_s), patience);
}

void TestGuiWindow::stoppingManySaysHowMany()
{
    QList<ExecutionId> ids;
    for (int i = 0; i < 15; ++i) {
        ids += ExecutionId{QString::number(i)};
        run(ids.last().value);
    }
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 15, patience);
    window().stop(ids);
    QMessageBox *asked = box(u"stopBox"_s);
    QVERIFY(asked != nullptr);
    const QString list = asked->informativeText().replace(QChar::Nbsp, u' ');
    QVERIFY2(list.contains(u"… and 3 more"_s), qPrintable(list));
    asked->close();
}

void TestGuiWindow::cleaningUpReportsAndRetries()
{
    for (const auto *name : {"o1", "o2", "o3"})
        m_control.orphans += monitor::AnswerItem{QString::fromLatin1(name), u"server 9, ended"_s, {}, {}, true, {}};
    m_control.failing = u"o2"_s;
    m_control.sizes = {{u"o1"_s, {}, {}, {}, true, {}, 1024 * 1024}, {u"o2"_s, {}, {}, {}, true, {}, 2 * 1024 * 1024}};
    QTest::keyClick(&window(), Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    CleanupDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = find<CleanupDialog>(u"cleanupDialog"_s)) != nullptr);
    auto *items = dialog->findChild<QTableView *>(u"cleanupTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(items->model()->rowCount(), 3, patience);
    auto *removeButton = dialog->findChild<QPushButton *>(u"cleanupRemove"_s);
    QVERIFY(dialog->findChild<QPushButton *>(u"cleanupClose"_s)->isDefault());
    items->setFocus();
    items->setCurrentIndex(items->model()->index(2, 0));
    QTest::keyClick(items, Qt::Key_Space);
    QVERIFY(removeButton->text().contains(u"2"_s));
    auto *closeButton = dialog->findChild<QPushButton *>(u"cleanupClose"_s);
    QCOMPARE(closeButton->text(), u"Cancel"_s);
    m_control.isSlow = true;
    removeButton->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_control.calls, QStringList(u"prune o1,o2"_s), patience);
    QCOMPARE(closeButton->text(), u"Close"_s); // nothing would be cancelled
    m_control.isSlow = false;
    m_control.finish();
    QTRY_VERIFY_WITH_TIMEOUT(items->model()->index(1, CleanupModel::ResultColumn).data().toString().contains(u"busy"_s),
                             patience);
    QVERIFY(items->model()->index(0, CleanupModel::ResultColumn).data().toString().contains(u"Removed"_s));
    QCOMPARE(items->model()->index(1, CleanupModel::SizeColumn).data().toString(), u"2.0 MiB"_s);
    auto *text = dialog->findChild<QLabel *>(u"cleanupText"_s);
    QVERIFY2(text->text().contains(u"1.0 MiB of disk space"_s), qPrintable(text->text()));
    m_control.failing.clear();
    removeButton->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_control.calls.last(), u"prune o2"_s, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!removeButton->isVisible(), patience);
    QVERIFY2(text->text().contains(u"3.0 MiB of disk space"_s), qPrintable(text->text()));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(find<CleanupDialog>(u"cleanupDialog"_s) == nullptr);
}

void TestGuiWindow::removingAContainerAsksFirst()
{
    window().showPage(MainWindow::Page::Containers);
    Q_EMIT m_events->containerChanged({u"warm1"_s, Language::Python, {}, ContainerState::Ready, {}, {}, {}});
    QTableView &containers = window().containers().table();
    QTRY_COMPARE_WITH_TIMEOUT(containers.model()->rowCount(), 1, patience);
    containers.setFocus();
    containers.selectRow(0);
    QVERIFY(find<QAction>(u"actionRemove"_s)->isEnabled());
    QVERIFY(!find<QAction>(u"actionStop"_s)->isEnabled()); // it is for executions
    QTest::keyClick(&containers, Qt::Key_Delete);
    QMessageBox *asked = box(u"removeBox"_s);
    QVERIFY(asked != nullptr);
    QVERIFY(asked->text().contains(u"warm1"_s));
    button(asked, QMessageBox::DestructiveRole)->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_control.calls, QStringList(u"remove warm1"_s), patience);
    Q_EMIT m_events->containerChanged({u"warm1"_s, Language::Python, {}, ContainerState::Removed, {}, {}, {}});
    QTRY_COMPARE_WITH_TIMEOUT(containers.model()->rowCount(), 0, patience);
}

void TestGuiWindow::containersThatCannotBeListedAreUnknown()
{
    m_control.canList = false;
    window().showPage(MainWindow::Page::Containers);
    auto *page = find<StatePage>(u"noContainers"_s);
    const auto text = [page](const QString &name) { return page->findChild<QLabel *>(name)->text(); };
    QTRY_COMPARE_WITH_TIMEOUT(text(u"stateTitle"_s), u"Containers Unknown"_s, patience);
    QVERIFY(text(u"stateText"_s).contains(u"no engine"_s));
    m_control.canList = true;
    auto *again = page->findChild<QPushButton *>();
    QVERIFY(again->isVisible());
    again->click();
    QTRY_COMPARE_WITH_TIMEOUT(text(u"stateTitle"_s), u"No Containers"_s, patience);
    QVERIFY(!again->isVisible());
}

void TestGuiWindow::copyingGivesCodeOutputAndCommand()
{
    run(u"a"_s, "print('END_OF_CODE')");
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    DetailPane &detail = window().executions().detail();
    detail.copyCode();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"print('END_OF_CODE')"_s);
    QTRY_VERIFY(!detail.record()->output->isEmpty());
    detail.copyOutput();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"out of a\n"_s);
    m_session->setServerProgram(u"/opt/bin/code-sandbox-mcp"_s);
    detail.copyCommand();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"/opt/bin/code-sandbox-mcp run --language python - <<'END_OF_CODE_'\nprint('END_OF_CODE')\n"
             "END_OF_CODE_\n"_s);
    run(u"b"_s, "\x1b[201~; rm -rf /\n");
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 2, patience);
    window().executions().selectNewest();
    detail.copyCommand();
    QVERIFY(!QGuiApplication::clipboard()->text().contains(QChar(0x1b)));
}

void TestGuiWindow::theServersProgramIsQuotedAsThePlaceNeeds()
{
    m_session->setServerProgram(u"/opt/it's \"here\"/code-sandbox-mcp"_s);
    QCOMPARE(m_session->serverCommand(), uR"('/opt/it'\''s "here"/code-sandbox-mcp')"_s);
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::NoServer, patience);
    const auto *sample = find<StatePage>(u"statePage"_s)->findChild<QPlainTextEdit *>();
    const QJsonObject configuration = QJsonDocument::fromJson(sample->toPlainText().toUtf8()).object();
    const QJsonObject server = configuration[u"mcpServers"_s][u"code-sandbox"_s].toObject();
    QCOMPARE(server[u"command"_s].toString(), m_session->serverProgram());
    QVERIFY(m_session->startDemo(QStringLiteral(TEST_DATA "/demo-journal.jsonl")).ok());
    QCOMPARE(m_session->serverCommand(), u"code-sandbox-mcp"_s);
}

void TestGuiWindow::cutCodeIsShownButNotCopied()
{
    run(u"a"_s, "print(1)");
    run(u"b"_s, QByteArray(200 * 1024, '#'));
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 2, patience);
    DetailPane &detail = window().executions().detail();
    detail.setCurrentTab(1);
    auto *notice = find<QLabel>(u"codeNotice"_s);
    window().selectExecutions({{u"a"_s}});
    QVERIFY(!notice->isVisible());
    window().selectExecutions({{u"b"_s}});
    QVERIFY(notice->isVisible());
    QCOMPARE(notice->text(), u"Only the first 128.0 KiB of 200.0 KiB are shown."_s);
    for (const auto copy : {&DetailPane::copyCode, &DetailPane::copyCommand, &DetailPane::copyEngineCommand}) {
        QGuiApplication::clipboard()->setText(u"before"_s);
        (detail.*copy)();
        QMessageBox *told = nullptr;
        QTRY_VERIFY((told = qobject_cast<QMessageBox *>(QApplication::activeModalWidget())) != nullptr);
        QVERIFY(told->text().contains(u"only the first 128.0 KiB"_s));
        told->close();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"before"_s);
    }
    QVERIFY(m_control.calls.isEmpty());
}

void TestGuiWindow::savingAsksTheServerForWhatIsMissing_data()
{
    QTest::addColumn<int>("streams");
    QTest::addColumn<QByteArray>("saved");
    QTest::newRow("both") << 0 << QByteArray("all of the output\n\n[standard error]\nan error\n");
    QTest::newRow("standard output") << 1 << QByteArray("all of the output\n");
    QTest::newRow("standard error") << 2 << QByteArray("an error\n");
}

void TestGuiWindow::savingAsksTheServerForWhatIsMissing()
{
    QFETCH(int, streams);
    QFETCH(QByteArray, saved);
    m_control.kept = {StreamCapture{"all of ", "the output\n", 18}, StreamCapture{"an error\n", {}, 9}};
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    find<QComboBox>(u"streams"_s)->setCurrentIndex(streams);
    ExecutionResult result;
    result.exitCode = 0;
    result.out = {"out of a\n", "tail", 1000}; // a gap
    Q_EMIT m_events->executionFinished({u"a"_s}, result);
    QTRY_VERIFY_WITH_TIMEOUT(window().executions().detail().record()->result.has_value(), patience);
    const QString path = m_root->filePath(u"saved.txt"_s);
    window().executions().detail().saveOutputTo(path);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), patience);
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll(), saved);
    QVERIFY(QApplication::activeModalWidget() == nullptr);
}

void TestGuiWindow::savingSaysWhenItIsNotAll()
{
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    const QString path = m_root->filePath(u"saved.txt"_s);
    const auto contents = [&path] {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    };
    DetailPane &detail = window().executions().detail();
    QTRY_VERIFY_WITH_TIMEOUT(!detail.record()->output->isEmpty(), patience);
    detail.saveOutputTo(path); // all that there is so far: nobody is asked
    QCOMPARE(contents(), QByteArray("out of a\n"));
    ExecutionResult result;
    result.exitCode = 0;
    result.out = {"out of a\n", "tail", 1000};
    Q_EMIT m_events->executionFinished({u"a"_s}, result);
    QTRY_VERIFY_WITH_TIMEOUT(detail.record()->result.has_value(), patience);
    detail.saveOutputTo(path);
    QMessageBox *told = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((told = qobject_cast<QMessageBox *>(QApplication::activeModalWidget())) != nullptr,
                             patience);
    QVERIFY(told->text().contains(u"does not keep"_s));
    QCOMPARE(contents(), QByteArray("out of a\n\n[… 987 bytes are missing …]\ntail"));
    told->close();
}

void TestGuiWindow::theEngineCommandComesFromTheServer()
{
    run(u"a"_s, "print('END_OF_CODE')");
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::clipboard()->text(),
                              u"podman run … image - <<'END_OF_CODE_'\nprint('END_OF_CODE')\nEND_OF_CODE_\n"_s,
                              patience);
    QCOMPARE(m_control.calls, QStringList(u"reproduce a"_s));
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::NoServer, patience);
    window().executions().detail().copyEngineCommand();
    QTRY_VERIFY(qobject_cast<QMessageBox *>(QApplication::activeModalWidget()) != nullptr);
    QApplication::activeModalWidget()->close();
}

void TestGuiWindow::containersAreMeasuredOnRequest()
{
    for (const auto &name : {u"warm1"_s, u"warm2"_s})
        Q_EMIT m_events->containerChanged({name, Language::Python, {}, ContainerState::Ready, {}, {}, {}});
    QTRY_COMPARE_WITH_TIMEOUT(m_session->containers().rowCount(), 2, patience);
    m_control.sizes = {{u"warm2"_s, {}, {}, {}, true, {}, 3 * 1024 * 1024}, {u"other"_s, {}, {}, {}, true, {}, 1}};
    const auto size = [this](int row) {
        return m_session->containers().index(row, ContainerModel::SizeColumn).data().toString();
    };
    QVERIFY(size(1).isEmpty()); // never unasked: it is work for the engine
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(size(1), u"3.0 MiB"_s, patience);
    QVERIFY(size(0).isEmpty());
    QCOMPARE(window().page(), MainWindow::Page::Containers);
    m_control.canMeasure = false;
    find<QPushButton>(u"measureContainers"_s)->click();
    QTRY_VERIFY(qobject_cast<QMessageBox *>(QApplication::activeModalWidget()) != nullptr);
    QApplication::activeModalWidget()->close();
    QVERIFY(find<QPushButton>(u"measureContainers"_s)->isEnabled());
}

void TestGuiWindow::findWorksByKeyboard()
{
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    QTRY_VERIFY(!find<OutputView>(u"outputView"_s)->toPlainText().isEmpty());
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto *text = find<QLineEdit>(u"findText"_s);
    QTRY_VERIFY(text->hasFocus());
    QTest::keyClicks(text, u"out"_s);
    QCOMPARE(find<QLabel>(u"findCount"_s)->text(), u"1 of 1"_s);
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!text->isVisible());
}

void TestGuiWindow::theFindBarFollowsTheTab()
{
    run(u"a"_s, "a = b = 1");
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    window().executions().selectNewest();
    QTRY_COMPARE_WITH_TIMEOUT(find<OutputView>(u"outputView"_s)->toPlainText(), u"out of a\n"_s, patience);
    DetailPane &detail = window().executions().detail();
    detail.openFind();
    auto *text = find<QLineEdit>(u"findText"_s);
    text->setText(u"="_s);
    auto *count = find<QLabel>(u"findCount"_s);
    QTRY_COMPARE_WITH_TIMEOUT(count->text(), u"0 match(es)"_s, patience);
    table().setFocus();
    detail.setCurrentTab(1);
    QTRY_COMPARE_WITH_TIMEOUT(count->text(), u"2 match(es)"_s, patience);
    QVERIFY(table().hasFocus());
    detail.findNext(false);
    QTRY_COMPARE_WITH_TIMEOUT(count->text(), u"1 of 2"_s, patience);
    detail.setCurrentTab(2); // no text to find anything in
    QVERIFY(!text->isVisible());
    detail.setCurrentTab(0);
    QVERIFY(!text->isVisible());
}

void TestGuiWindow::aLostServerLeavesItsRows()
{
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::NoServer, patience);
    QVERIFY(table().isVisible());
    QVERIFY(m_session->executions().record(0)->isStale);
    QVERIFY(find<QLabel>(u"stripText"_s)->text().contains(u"No server"_s));
    m_session->executions().clearEnded();
}

void TestGuiWindow::whyAServerCannotBeReachedIsSaidOnce()
{
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::NoServer, patience);
    const QString folder = *ensureRuntimeFolder(m_places);
    QFile dead(monitorSocketPath(folder, u"dead"_s)); // nobody listens: nothing to tell
    QVERIFY(dead.open(QFile::WriteOnly));
    QLocalServer newer;
    monitor::Hello hello{99, {}};
    hello.server.instance = u"newer"_s;
    int tries = 0;
    connect(&newer, &QLocalServer::newConnection, this, [&] {
        ++tries;
        newer.nextPendingConnection()->write(monitor::encode({0, QDateTime::currentDateTimeUtc(), hello}));
    });
    QVERIFY(newer.listen(monitorSocketPath(folder, u"newer"_s)));
    auto *page = find<StatePage>(u"statePage"_s);
    QVERIFY(page->isVisible());
    auto *text = page->findChild<QLabel *>(u"stateText"_s);
    QTRY_VERIFY_WITH_TIMEOUT(text->text().contains(u"could not be reached: the server speaks version 99"_s), patience);
    QTRY_VERIFY_WITH_TIMEOUT(tries >= 3, patience);
    QCOMPARE(text->text().count(u"could not be reached"_s), 1);
    QCOMPARE(m_session->notes().rowCount(), 1);
}

void TestGuiWindow::settingsAreKept()
{
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    SettingsDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = find<SettingsDialog>(u"settingsDialog"_s)) != nullptr);
    auto *language = dialog->findChild<QComboBox *>(u"language"_s);
    QCOMPARE(language->count(), 7); // the system's, English, and five translations
    language->setCurrentIndex(language->findData(u"de"_s));
    dialog->findChild<QComboBox *>(u"scheme"_s)->setCurrentIndex(int(Theme::Scheme::Dark));
    dialog->findChild<QCheckBox *>(u"startAtLogin"_s)->setChecked(true);
    dialog->accept();
    // accept() alone stores nothing: only OK does.
    QVERIFY(m_preferences->language().isEmpty());
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    QTRY_VERIFY((dialog = find<SettingsDialog>(u"settingsDialog"_s)) != nullptr && dialog->isVisible());
    language = dialog->findChild<QComboBox *>(u"language"_s);
    language->setCurrentIndex(language->findData(u"de"_s));
    dialog->findChild<QComboBox *>(u"scheme"_s)->setCurrentIndex(int(Theme::Scheme::Dark));
    dialog->findChild<QCheckBox *>(u"startAtLogin"_s)->setChecked(true);
    dialog->findChild<QSpinBox *>(u"historyMegabytes"_s)->setValue(32);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(m_preferences->language(), u"de"_s);
    QCOMPARE(m_preferences->scheme(), Theme::Scheme::Dark);
    QCOMPARE(m_preferences->historyMegabytes(), 32);
    QVERIFY(Theme::isDark(QApplication::palette()));
    QVERIFY(m_preferences->startsAtLogin());
    QFile entry(m_root->filePath(u"autostart/code-sandbox-monitor.desktop"_s));
    QVERIFY(entry.open(QFile::ReadOnly) && entry.readAll().contains("--minimized"));
    m_preferences->setStartsAtLogin(false);
    QVERIFY(!m_preferences->startsAtLogin());
    m_preferences->setScheme(Theme::Scheme::Light);
}

void TestGuiWindow::theSchemeSwitchesWhileItRuns()
{
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    const auto lightness = [this] {
        const QImage picture = window().grab().toImage();
        return picture.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).pixelColor(0, 0).lightness();
    };
    m_preferences->setScheme(Theme::Scheme::Light);
    QTRY_VERIFY_WITH_TIMEOUT(lightness() > 200, patience);
    const int light = lightness();
    m_preferences->setScheme(Theme::Scheme::Dark);
    QTRY_VERIFY_WITH_TIMEOUT(lightness() < 90, patience);
    m_preferences->setScheme(Theme::Scheme::Light);
    QTRY_VERIFY_WITH_TIMEOUT(std::abs(lightness() - light) < 5, patience);
}

void TestGuiWindow::runningRowsTickWhileTheyAreSeen()
{
    run(u"a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().executions().filter().rowCount(), 1, patience);
    int ticks = 0;
    connect(&m_session->executions(), &ExecutionModel::dataChanged, this,
            [&ticks](const QModelIndex &first, const QModelIndex &last) {
                ticks += first.column() == ExecutionModel::DurationColumn && last.column() == first.column();
            });
    QTRY_VERIFY_WITH_TIMEOUT(ticks >= 2, patience);
    window().hide();
    ticks = 0;
    QTest::qWait(1500);
    QCOMPARE(ticks, 0);
    window().show();
    QTRY_VERIFY_WITH_TIMEOUT(ticks > 0, patience);
}

void TestGuiWindow::theLayoutIsRemembered()
{
    window().showPage(MainWindow::Page::Containers);
    window().resize(790, 560);
    table().sortByColumn(ExecutionModel::DurationColumn, Qt::AscendingOrder);
    find<QToolButton>(u"groupFailed"_s)->click();
    window().saveLayout();
    m_app = std::make_unique<MonitorApp>(*m_session, *m_preferences);
    QVERIFY(m_app->start({}).ok());
    QCOMPARE(window().size(), QSize(790, 560));
    QCOMPARE(window().page(), MainWindow::Page::Containers);
    QCOMPARE(window().executions().filter().sortColumn(), int(ExecutionModel::DurationColumn));
    QCOMPARE(window().executions().filter().group(), ExecutionFilter::Group::Failed);
    m_preferences->setLayout(u"executions"_s, "rubbish");
    m_preferences->setLayout(u"geometry"_s, "rubbish");
    m_app = std::make_unique<MonitorApp>(*m_session, *m_preferences);
    QVERIFY(m_app->start({}).ok());
}

void TestGuiWindow::quittingSaysThatServersLiveOn()
{
    QSignalSpy quit(m_app.get(), &MonitorApp::quitRequested);
    QTest::keyClick(&window(), Qt::Key_Q, Qt::ControlModifier);
    QMessageBox *asked = box(u"quitBox"_s);
    QVERIFY(asked != nullptr);
    QVERIFY(asked->text().contains(u"go on without it"_s));
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_COMPARE(quit.count(), 1);
}

void TestGuiWindow::withoutATrayClosingQuits()
{
    QSignalSpy quit(m_app.get(), &MonitorApp::quitRequested);
    QVERIFY(!m_app->tray().isVisible()); // the offscreen platform has none
    window().close();
    QCOMPARE(quit.count(), 1);
}

void TestGuiWindow::failuresAreNotifiedTogetherAndMuted()
{
    Notifier notifier(*m_session, *m_preferences);
    QSignalSpy ready(&notifier, &Notifier::notificationReady);
    for (int i = 0; i < 3; ++i) {
        run(QString::number(i));
        end(QString::number(i), i); // the first one succeeds
    }
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience);
    QVERIFY(ready.first().at(0).toString().contains(u"2"_s));
    QCOMPARE(ready.first().at(2).value<QList<ExecutionId>>().size(), 2);
    QCOMPARE(notifier.unseen(), 2);
    notifier.markSeen();
    QCOMPARE(notifier.unseen(), 0);
    notifier.muteUntilRestart();
    run(u"muted"_s);
    end(u"muted"_s, 1);
    QTRY_COMPARE_WITH_TIMEOUT(notifier.unseen(), 1, patience);
    QTest::qWait(1700);
    QCOMPARE(ready.count(), 1);
    notifier.unmute();
    QVERIFY(!notifier.isMuted());
}

void TestGuiWindow::theTrayMenuStops()
{
    for (int i = 0; i < 8; ++i)
        run(QString::number(i), "x & y");
    QTRY_COMPARE_WITH_TIMEOUT(m_session->executions().rowCount(), 8, patience);
    QMenu &menu = m_app->tray().menu();
    Q_EMIT menu.aboutToShow();
    int entries = 0;
    QMenu *first = nullptr;
    for (QAction *action : menu.actions()) {
        if (action->menu() != nullptr && action->text().contains(u"x && y"_s)) {
            ++entries;
            first = first != nullptr ? first : action->menu();
        }
    }
    QCOMPARE(entries, 5);
    first->actions().at(1)->trigger();
    QVERIFY(box(u"stopBox"_s) != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Busy, patience);
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Disconnected, patience);
}

void TestGuiWindow::theTrayMenuMutes()
{
    QMenu &menu = m_app->tray().menu();
    const auto trigger = [&menu](const QString &name) {
        Q_EMIT menu.aboutToShow();
        auto *action = menu.findChild<QAction *>(name);
        if (action != nullptr)
            action->trigger();
        Q_EMIT menu.aboutToShow();
        return action != nullptr;
    };
    for (const auto &entry : {u"trayMuteHour"_s, u"trayMuteUntilRestart"_s, u"trayMuteForGood"_s}) {
        QVERIFY(!m_app->notifier().isMuted());
        QVERIFY(trigger(entry));
        QVERIFY(m_app->notifier().isMuted());
        QCOMPARE(m_preferences->isMutedForGood(), entry == u"trayMuteForGood"_s);
        QVERIFY(menu.findChild<QAction *>(entry) == nullptr);
        QVERIFY(trigger(u"trayUnmute"_s));
        QVERIFY(!m_app->notifier().isMuted());
        QVERIFY(!m_preferences->isMutedForGood());
    }
    // An hour ends.
    m_app->notifier().muteFor(20ms);
    QVERIFY(m_app->notifier().isMuted());
    QTRY_VERIFY(!m_app->notifier().isMuted());
    // What is for good outlives the program; until restart does not.
    QVERIFY(trigger(u"trayMuteForGood"_s));
    QVERIFY(Notifier(*m_session, *m_preferences).isMuted());
    QVERIFY(trigger(u"trayUnmute"_s));
    m_app->notifier().muteUntilRestart();
    QVERIFY(!Notifier(*m_session, *m_preferences).isMuted());
}

void TestGuiWindow::theTrayMenuOpensCleansUpAndQuits()
{
    QMenu &menu = m_app->tray().menu();
    const auto trigger = [&menu](const QString &name) {
        Q_EMIT menu.aboutToShow();
        auto *action = menu.findChild<QAction *>(name);
        return action != nullptr && (action->trigger(), true);
    };
    window().hide();
    QVERIFY(trigger(u"trayOpen"_s));
    QVERIFY(window().isVisible());
    window().hide();
    QVERIFY(trigger(u"trayCleanUp"_s));
    CleanupDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = find<CleanupDialog>(u"cleanupDialog"_s)) != nullptr && dialog->isVisible());
    QVERIFY(window().isVisible());
    dialog->close();
    QSignalSpy quit(m_app.get(), &MonitorApp::quitRequested);
    QVERIFY(trigger(u"trayQuit"_s));
    QMessageBox *asked = box(u"quitBox"_s);
    QVERIFY(asked != nullptr && asked->text().contains(u"go on without it"_s));
    QCOMPARE(quit.count(), 0);
    asked->close();
}

void TestGuiWindow::theTrayIsCalmAndTellsOfFailures()
{
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Idle, patience);
    QCOMPARE(m_app->tray().toolTip(), m_session->sentence()); // the same as in the window's strip
    window().hide();
    QSignalSpy changed(&m_app->tray(), &Tray::changed);
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 40; ++i) {
        run(QString::number(i));
        end(QString::number(i), i == 39 ? 1 : 0);
        QTest::qWait(20);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Attention, patience);
    QVERIFY2(changed.count() <= timer.elapsed() / 1000 + 1, QByteArray::number(changed.count()).constData());
    QVERIFY(m_app->tray().toolTip().contains(u"1 failure"_s));
    Q_EMIT m_app->tray().menu().aboutToShow();
    const auto objects = m_app->tray().menu().findChildren<QObject *>().size();
    Q_EMIT m_app->tray().menu().aboutToShow();
    QCOMPARE(m_app->tray().menu().findChildren<QObject *>().size(), objects); // filled anew, it does not grow
    window().show();                                                          // looking at them is enough
    QTRY_COMPARE_WITH_TIMEOUT(m_app->tray().state(), TrayState::Idle, patience);
    QVERIFY(!m_app->tray().toolTip().contains(u"failure"_s));
}

void TestGuiWindow::clickingANotificationSelects()
{
    for (const auto &id : {u"a"_s, u"b"_s, u"c"_s}) {
        run(id);
        end(id, id == u"b"_s ? 0 : 1);
    }
    QSignalSpy ready(&m_app->notifier(), &Notifier::notificationReady);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience);
    QCOMPARE(ready.first().at(2).value<QList<ExecutionId>>().size(), 2);
    window().showPage(MainWindow::Page::Overview);
    window().hide();
    m_app->tray().clickNotification();
    QVERIFY(window().isVisible());
    QCOMPARE(window().page(), MainWindow::Page::Executions);
    QSet<QString> selected;
    for (const ExecutionId &id : window().executions().selection())
        selected.insert(id.value);
    QCOMPARE(selected, QSet<QString>({u"a"_s, u"c"_s}));
}

void TestGuiWindow::aSecondStartRaisesTheFirst()
{
    SingleInstance first(m_places);
    QVERIFY(first.claim({}));
    QSignalSpy raised(&first, &SingleInstance::raiseRequested);
    SingleInstance second(m_places);
    QVERIFY(!second.claim(u"abc"_s));
    QTRY_COMPARE_WITH_TIMEOUT(raised.count(), 1, patience);
    QCOMPARE(raised.first().first().toString(), u"abc"_s);
    run(u"abc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_session->executions().rowCount(), 1, patience);
    m_app->comeForward(u"abc"_s);
    QCOMPARE(window().executions().selection(), QList<ExecutionId>{{u"abc"_s}});
}

void TestGuiWindow::withoutServerThePruneCommandIsUsed()
{
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::NoServer, patience);
    const QString program = m_root->filePath(u"fake-prune"_s);
    QFile file(program);
    QVERIFY(file.open(QFile::WriteOnly));
    file.write("#!/bin/sh\n[ \"$*\" = 'prune --json o2' ] && printf '{\"event\":\"answer\",\"ok\":false,\"items\":"
               "[{\"container\":\"o2\",\"ok\":false,\"message\":\"o2 is busy\"}]}\\n' && exit 1\n[ \"$1 $2 $3\" = "
               "'prune --json --dry-run' ] || { echo 'unexpected arguments' >&2; exit 2; }\n"
               "printf '{\"event\":\"answer\",\"items\":[{\"container\":\"o1\"}]}\\n'\n");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    file.close();
    m_session->setServerProgram(program);
    monitor::Answer received;
    m_session->listOrphans(this, [&received](const monitor::Answer &answer) { received = answer; });
    QTRY_COMPARE_WITH_TIMEOUT(received.items.size(), 1, patience);
    m_session->prune({u"o1"_s}, this, [&received](const monitor::Answer &answer) { received = answer; });
    QTRY_COMPARE_WITH_TIMEOUT(received.message, u"unexpected arguments"_s, patience);
    // Also for a single container.
    m_session->removeContainer(u"o2"_s, {}, this, [&received](const monitor::Answer &answer) { received = answer; });
    QTRY_COMPARE_WITH_TIMEOUT(received.message, u"o2 is busy"_s, patience);
    m_session->setServerProgram(u"/nonexistent/program"_s);
    m_session->listOrphans(this, [&received](const monitor::Answer &answer) { received = answer; });
    QTRY_VERIFY_WITH_TIMEOUT(!received.ok && received.message != u"unexpected arguments"_s, patience);
}

void TestGuiWindow::everythingHasANameAndActionsAreInMenus()
{
    for (const QAbstractButton *child : window().findChildren<QAbstractButton *>()) {
        if (child->isHidden() || child->inherits("QTableCornerButton") ||
            child->objectName() == u"qt_toolbar_ext_button"_s || child->parent()->inherits("QLineEdit") ||
            child->parent()->inherits("QTabBar"))
            continue;
        QVERIFY2(!child->text().isEmpty() || !child->accessibleName().isEmpty(),
                 qPrintable(u"%1 in %2"_s.arg(QLatin1StringView(child->metaObject()->className()),
                                              QLatin1StringView(child->parent()->metaObject()->className()))));
    }
    QSet<QKeySequence> shortcuts;
    for (QAction *menu : window().menuBar()->actions()) {
        for (QAction *action : menu->menu()->actions()) {
            if (action->isSeparator())
                continue;
            QVERIFY(!action->text().isEmpty());
            const bool needsShortcut = action->menu() == nullptr && !action->text().contains(u"About"_s);
            QVERIFY2(!needsShortcut || !action->shortcut().isEmpty(), qPrintable(action->text()));
            QVERIFY2(!needsShortcut || !shortcuts.contains(action->shortcut()), qPrintable(action->text()));
            shortcuts.insert(action->shortcut());
        }
    }
    for (QAction *action : table().actions()) {
        const bool isInMenu = std::any_of(window().menuBar()->actions().cbegin(), window().menuBar()->actions().cend(),
                                          [action](QAction *menu) { return menu->menu()->actions().contains(action); });
        QVERIFY(isInMenu);
    }
}

QTEST_MAIN(TestGuiWindow)
#include "tst_guiwindow.moc"
