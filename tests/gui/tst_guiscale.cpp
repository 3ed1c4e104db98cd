#include "app/translation.h"
#include "clipping.h"
#include "widgets/cleanupdialog.h"
#include "widgets/containerspage.h"
#include "widgets/detailpane.h"
#include "widgets/executionspage.h"
#include "widgets/mainwindow.h"
#include "widgets/settingsdialog.h"

#include <QApplication>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;

/// Every page and dialog on the smallest screen that the monitor is made for, 800×500 at its scale. CMakeLists.txt runs
/// it with scales of 100, 200 and 300 %, of the whole screen and of the text alone.
class TestGuiScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everythingFits_data();
    void everythingFits();

private:
    /// The problems of one window, in words; it is closed afterwards if it is a dialog.
    QString problems(QWidget &window) const;

    QSize m_screen;
    QTemporaryDir m_temporary;
};

void TestGuiScale::initTestCase()
{
    m_screen = QGuiApplication::primaryScreen()->availableSize();
    const double text = std::max(qEnvironmentVariableIntValue("TEXT_PERCENT"), 100) / 100.0;
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * text);
    QApplication::setFont(font);
    qInfo("screen %dx%d, pixel ratio %.1f, text %.0f %%", m_screen.width(), m_screen.height(), qApp->devicePixelRatio(),
          text * 100);
    QVERIFY2(m_screen.width() <= qRound(800 * text) && m_screen.height() <= qRound(500 * text), "not a small screen");
}

void TestGuiScale::everythingFits_data()
{
    QTest::addColumn<QString>("language");
    for (const auto *language : {"en", "de", "es", "fr", "ja", "zh_CN"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

QString TestGuiScale::problems(QWidget &window) const
{
    QTest::qWait(30);
    QStringList result = clipped(window);
    if (window.width() > m_screen.width() || window.height() > m_screen.height())
        result += u"%1 takes %2x%3"_s.arg(window.objectName()).arg(window.width()).arg(window.height());
    const QSize least = window.minimumSizeHint();
    if (least.width() > m_screen.width() || least.height() > m_screen.height())
        result += u"%1 cannot be smaller than %2x%3"_s.arg(window.objectName()).arg(least.width()).arg(least.height());
    if (qobject_cast<QDialog *>(&window) != nullptr)
        window.close();
    return result.join(u"; "_s);
}

void TestGuiScale::everythingFits()
{
    QFETCH(QString, language);
    installTranslation(language);
    Preferences preferences(m_temporary.filePath(u"settings.ini"_s));
    preferences.setAutostartFolder(m_temporary.path());
    Session session({geteuid(), m_temporary.path(), {}, {}});
    {
        MainWindow empty(session, preferences);
        empty.resize(m_screen);
        empty.show();
        QCOMPARE(problems(empty), QString());
        session.start();
        QTRY_COMPARE(session.state(), Session::State::NoServer);
        QCOMPARE(problems(empty), QString());
    }
    Session demo({geteuid(), m_temporary.path(), {}, {}});
    QVERIFY(demo.startDemo(QStringLiteral(TEST_DATA "/demo-journal.jsonl")).ok());
    demo.executions().flush();
    MainWindow window(demo, preferences);
    window.resize(m_screen);
    window.show();
    window.executions().selectNewest();
    for (const auto page : {MainWindow::Page::Overview, MainWindow::Page::Executions, MainWindow::Page::Containers}) {
        window.showPage(page);
        QCOMPARE(problems(window), QString());
    }
    window.showPage(MainWindow::Page::Executions);
    for (int tab = 0; tab < 4; ++tab) {
        window.executions().detail().setCurrentTab(tab);
        QCOMPARE(problems(window), QString());
    }
    window.executions().detail().openFind();
    QCOMPARE(problems(window), QString());

    const auto dialog = [&window] { return qobject_cast<QDialog *>(QApplication::activeModalWidget()); };
    window.openSettings();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(problems(*dialog()), QString());
    window.askToQuit();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(problems(*dialog()), QString());
    window.menuBar()->actions().last()->menu()->actions().first()->trigger(); // about
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(problems(*dialog()), QString());
    QList<ExecutionId> running;
    for (const ExecutionRecord *record : demo.executions().active())
        running += record->id;
    QVERIFY(!running.isEmpty());
    window.stop(running);
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(problems(*dialog()), QString());

    QVERIFY(demo.containers().rowCount() > 0);
    window.showPage(MainWindow::Page::Containers);
    window.containers().table().selectRow(0);
    window.containers().removeSelected();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(problems(*dialog()), QString());
    // It finds nothing in a demonstration: what it can show is put in.
    window.cleanUp();
    QTRY_VERIFY(dialog() != nullptr);
    auto *model = static_cast<CleanupModel *>(dialog()->findChild<QTableView *>(u"cleanupTable"_s)->model());
    monitor::AnswerItem item{u"code-sandbox-dead02-7"_s,
                             u"server 40122, which ended"_s,
                             QDateTime::currentDateTimeUtc().addSecs(-5400),
                             u"running"_s,
                             true,
                             {},
                             123'456'789};
    model->setItems({item});
    model->setResults({item.container}, {0, true, {}, {item}});
    QCOMPARE(problems(*dialog()), QString());
    installTranslation(u"en"_s);
}

QTEST_MAIN(TestGuiScale)
#include "tst_guiscale.moc"
