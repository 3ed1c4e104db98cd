#include "app/translation.h"
#include "clipping.h"
#include "widgets/detailpane.h"
#include "widgets/executionspage.h"
#include "widgets/mainwindow.h"
#include "widgets/settingsdialog.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;

class TestGuiTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void longTextsAreNotClipped_data();
    void longTextsAreNotClipped();
    void everyLanguageIsThere_data();
    void everyLanguageIsThere();
    void rightToLeftLaysOut();

private:
    QTemporaryDir m_temporary;
};

void TestGuiTexts::longTextsAreNotClipped_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const auto *language : {"pseudo", "en", "de", "es", "fr", "ja", "zh_CN"}) {
        QTest::addRow("%s ordinary", language) << QString::fromLatin1(language) << QSize(1180, 760);
        if (qstrcmp(language, "pseudo") != 0)
            QTest::addRow("%s small", language) << QString::fromLatin1(language) << QSize(800, 500);
    }
}

void TestGuiTexts::longTextsAreNotClipped()
{
    QFETCH(QString, language);
    QFETCH(QSize, size);
    PseudoLocale pseudo;
    installTranslation(language == u"pseudo"_s ? u"en"_s : language);
    if (language == u"pseudo"_s)
        QCoreApplication::installTranslator(&pseudo);
    Preferences preferences(m_temporary.filePath(u"settings.ini"_s));
    Session session({geteuid(), m_temporary.path(), {}, {}});
    {
        MainWindow empty(session, preferences);
        empty.resize(size);
        empty.show();
        QTest::qWait(30);
        QCOMPARE(clipped(empty).join(u"; "_s), QString());
    }
    QVERIFY(session.startDemo(QStringLiteral(TEST_DATA "/demo-journal.jsonl")).ok());
    session.executions().flush();
    MainWindow window(session, preferences);
    window.resize(size);
    window.show();
    window.executions().selectNewest();
    for (const auto page : {MainWindow::Page::Overview, MainWindow::Page::Executions, MainWindow::Page::Containers}) {
        window.showPage(page);
        QTest::qWait(30);
        QCOMPARE(clipped(window).join(u"; "_s), QString());
        QVERIFY2(window.width() <= size.width(), "the window had to grow");
    }
    SettingsDialog settings(preferences, 7, 123'456'789);
    settings.show();
    QTest::qWait(30);
    QCOMPARE(clipped(settings).join(u"; "_s), QString());
    QCoreApplication::removeTranslator(&pseudo);
    installTranslation(u"en"_s);
}

void TestGuiTexts::everyLanguageIsThere_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("running");
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("two");
    QTest::newRow("en") << u"en"_s << u"Running"_s << u"of 1 run"_s << u"of 2 runs"_s;
    QTest::newRow("de") << u"de"_s << u"Läuft"_s << u"von 1 Lauf"_s << u"von 2 Läufen"_s;
    QTest::newRow("es") << u"es"_s << u"En ejecución"_s << u"de 1 ejecución"_s << u"de 2 ejecuciones"_s;
    QTest::newRow("fr") << u"fr"_s << u"En cours"_s << u"sur 1 exécution"_s << u"sur 2 exécutions"_s;
    QTest::newRow("ja") << u"ja"_s << u"実行中"_s << u"1 件中"_s << u"2 件中"_s;
    QTest::newRow("zh_CN") << u"zh_CN"_s << u"运行中"_s << u"共 1 次"_s << u"共 2 次"_s;
    QTest::newRow("none") << u"tlh"_s << u"Running"_s << u"of 1 run"_s << u"of 2 runs"_s;
}

void TestGuiTexts::everyLanguageIsThere()
{
    QFETCH(QString, language);
    QFETCH(QString, running);
    QFETCH(QString, one);
    QFETCH(QString, two);
    installTranslation(language);
    QCOMPARE(QCoreApplication::translate("Wording", "Running"), running);
    QCOMPARE(QCoreApplication::translate("OverviewPage", "of %n run(s)", nullptr, 1), one);
    QCOMPARE(QCoreApplication::translate("OverviewPage", "of %n run(s)", nullptr, 2), two);
    installTranslation(u"en"_s);
}

void TestGuiTexts::rightToLeftLaysOut()
{
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    Preferences preferences(m_temporary.filePath(u"settings.ini"_s));
    Session session({geteuid(), m_temporary.path(), {}, {}});
    QVERIFY(session.startDemo(QStringLiteral(TEST_DATA "/demo-journal.jsonl")).ok());
    session.executions().flush();
    MainWindow window(session, preferences);
    window.show();
    window.executions().selectNewest();
    QTest::qWait(30);
    QCOMPARE(clipped(window).join(u"; "_s), QString());
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

QTEST_MAIN(TestGuiTexts)
#include "tst_guitexts.moc"
