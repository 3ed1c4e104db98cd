#include "app/translation.h"
#include "app/tray.h"
#include "models/session.h"
#include "widgets/cleanupdialog.h"
#include "widgets/containerspage.h"
#include "widgets/detailpane.h"
#include "widgets/executionspage.h"
#include "widgets/mainwindow.h"
#include "widgets/settingsdialog.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <unistd.h>

using namespace Qt::StringLiterals;

/// Makes a picture of every view, light and dark, in English and Chinese, in the build folder: to be looked at.
class TestGuiScreenshots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyView_data();
    void everyView();
    void cleanupTestCase() { installTranslation(u"en"_s); }

private:
    void save(QWidget &widget, const QString &name)
    {
        QTest::qWait(60); // layouts and slices of output settle
        QVERIFY(widget.grab().save(m_folder.filePath(m_prefix + name + u".png"_s)));
    }
    const ExecutionRecord *find(Session &session, ExecutionState state) const
    {
        for (int row = session.executions().rowCount() - 1; row >= 0; --row) {
            const ExecutionRecord *record = session.executions().record(row);
            if (record->state == state && (state != ExecutionState::Running || !record->output->isEmpty()))
                return session.executions().record(row);
        }
        return nullptr;
    }

    QDir m_folder{QStringLiteral(SCREENSHOT_FOLDER)};
    QString m_prefix;
    QTemporaryDir m_temporary;
};

void TestGuiScreenshots::everyView_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("scheme");
    QTest::newRow("en-light") << u"en"_s << int(Theme::Scheme::Light);
    QTest::newRow("en-dark") << u"en"_s << int(Theme::Scheme::Dark);
    QTest::newRow("zh-light") << u"zh_CN"_s << int(Theme::Scheme::Light);
    QTest::newRow("zh-dark") << u"zh_CN"_s << int(Theme::Scheme::Dark);
}

void TestGuiScreenshots::everyView()
{
    QFETCH(QString, language);
    QFETCH(int, scheme);
    m_prefix = QString::fromLatin1(QTest::currentDataTag()) + u'-';
    if (const int percent = qRound(qApp->devicePixelRatio() * 100); percent != 100)
        m_prefix += QString::number(percent) + u'-';
    QVERIFY(m_folder.mkpath(u"."_s));
    installTranslation(language);
    Theme::apply(Theme::Scheme(scheme));
    Preferences preferences(m_temporary.filePath(u"settings.ini"_s));
    preferences.setAutostartFolder(m_temporary.path());
    const RuntimePlaces nowhere{geteuid(), m_temporary.path(), {}, {}};

    Session session(nowhere);
    MainWindow window(session, preferences);
    window.resize(1180, 760);
    window.show();
    save(window, u"searching"_s);
    session.start();
    QTRY_COMPARE(session.state(), Session::State::NoServer);
    save(window, u"no-server"_s);

    monitor::ServerInfo server;
    server.instance = u"instance"_s;
    server.engineState = monitor::EngineState::Unavailable;
    server.engineError = u"Cannot connect to the Docker daemon at unix:///var/run/docker.sock: permission denied."_s;
    session.receive(server.instance, {0, {}, monitor::Hello{1, server}});
    save(window, u"no-engine"_s);
    server.engineState = monitor::EngineState::Ready;
    server.engine = u"podman 4.3.1"_s;
    server.runtime = u"runc"_s;
    session.receive(server.instance, {0, {}, monitor::Hello{1, server}});
    save(window, u"nothing-yet"_s);

    Session demo(nowhere);
    MainWindow full(demo, preferences);
    QVERIFY(demo.startDemo(QStringLiteral(TEST_DATA "/demo-journal.jsonl")).ok());
    demo.executions().flush();
    full.resize(1180, 760);
    full.show();
    full.showPage(MainWindow::Page::Executions);
    save(full, u"executions-none-selected"_s);
    const auto select = [&](ExecutionState state) {
        const ExecutionRecord *record = find(demo, state);
        if (record != nullptr)
            full.executions().select({record->id});
        return record != nullptr;
    };
    QVERIFY(select(ExecutionState::Running));
    save(full, u"running"_s);
    full.executions().detail().setCurrentTab(1);
    save(full, u"code"_s);
    full.executions().detail().setCurrentTab(3);
    save(full, u"timeline"_s);
    full.executions().detail().setCurrentTab(0);
    for (const ExecutionState state : {ExecutionState::Failed, ExecutionState::TimedOut, ExecutionState::OutOfMemory,
                                       ExecutionState::NotRun, ExecutionState::Killed}) {
        QVERIFY(select(state));
        save(full, u"end-%1"_s.arg(int(state)));
    }
    for (int row = demo.executions().rowCount() - 1; row >= 0; --row) {
        if (!demo.executions().record(row)->connections.isEmpty()) {
            full.executions().select({demo.executions().record(row)->id});
            break;
        }
    }
    full.executions().detail().setCurrentTab(2);
    save(full, u"network"_s);
    full.executions().detail().setCurrentTab(0);
    QVERIFY(select(ExecutionState::TimedOut));
    full.executions().detail().openFind();
    save(full, u"find"_s);
    auto *filter = full.findChild<QLineEdit *>(u"filterText"_s);
    filter->setText(u"nothing like this"_s);
    save(full, u"nothing-matches"_s);
    full.executions().clearFilter();
    full.showPage(MainWindow::Page::Overview);
    save(full, u"overview"_s);
    full.showPage(MainWindow::Page::Containers);
    QList<monitor::AnswerItem> sizes;
    for (int row = 0; row < demo.containers().rowCount(); ++row) {
        const QString name = demo.containers().index(row, ContainerModel::NameColumn).data().toString();
        sizes += monitor::AnswerItem{name, {}, {}, {}, true, {}, 300'000 * (row + 1)};
    }
    demo.containers().setSizes(sizes);
    save(full, u"containers"_s);
    full.containers().table().selectRow(0);
    full.containers().removeSelected();
    save(*QApplication::activeModalWidget(), u"remove"_s);
    QApplication::activeModalWidget()->close();
    full.showPage(MainWindow::Page::Executions);
    full.resize(800, 500);
    save(full, u"small"_s);
    full.resize(1180, 760);
    for (const QString &instance : {u"k3j2h4g5f6d7s8a9"_s, u"q8w7e6r5t4z3u2i1"_s})
        demo.serverLost(instance);
    demo.executions().flush();
    QVERIFY(select(ExecutionState::Running));
    save(full, u"connection-lost"_s);

    SettingsDialog settings(preferences, 4321, 38'200'000);
    settings.show();
    save(settings, u"settings"_s);
    CleanupDialog cleanup(demo);
    auto *model = static_cast<CleanupModel *>(cleanup.findChild<QTableView *>(u"cleanupTable"_s)->model());
    const QString second = u"code-sandbox-dead02-8"_s;
    model->setResults({second}, {0, false, {}, {{second, {}, {}, {}, false, u"device or resource busy"_s}}});
    cleanup.show();
    save(cleanup, u"cleanup"_s);
    cleanup.close();

    Session again(nowhere); // the other one has lost its servers
    QVERIFY(again.startDemo(QStringLiteral(TEST_DATA "/demo-journal.jsonl")).ok());
    again.executions().flush();
    MainWindow asking(again, preferences);
    asking.show();
    asking.stop({find(again, ExecutionState::Running)->id});
    save(*QApplication::activeModalWidget(), u"stop"_s);
    QApplication::activeModalWidget()->close();
    asking.askToQuit();
    save(*QApplication::activeModalWidget(), u"quit"_s);
    QApplication::activeModalWidget()->close();
    Notifier notifier(again, preferences);
    Tray tray(again, notifier);
    tray.menu().popup(QPoint(0, 0));
    save(tray.menu(), u"tray"_s);
    tray.menu().close();
}

QTEST_MAIN(TestGuiScreenshots)
#include "tst_guiscreenshots.moc"
