#include "detailpane.h"
#include "executionspage.h"
#include "mainwindow.h"
#include "settingsdialog.h"
#include "translation.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

/// A language of texts 40 % longer than the English ones.
class PseudoLocale : public QTranslator
{
public:
    QString translate(const char *context, const char *source, const char *, int n) const override
    {
        // Qt's own texts stay: they are not ours to lay out.
        if (QLatin1StringView(context).startsWith("Q"_L1))
            return {};
        QString text = QString::fromUtf8(source);
        if (n >= 0)
            text.replace(u"%n"_s, QString::number(n));
        QString padding;
        for (qsizetype i = 0; i < std::max<qsizetype>(text.size() * 2 / 5, 1); ++i)
            padding += QChar(u"ŵőŗđ"[i % 4]);
        return text + padding;
    }
    bool isEmpty() const override { return false; }
};

QStringList clipped(const QWidget &window)
{
    QStringList result;
    const auto check = [&result](const QWidget *widget, const QString &text, QSize needed) {
        if (widget->isVisible() && !text.isEmpty() &&
            (widget->width() < needed.width() || widget->height() < needed.height()))
            result += u"%1 “%2” has %3x%4 and needs %5x%6"_s.arg(widget->objectName(), text)
                          .arg(widget->width())
                          .arg(widget->height())
                          .arg(needed.width())
                          .arg(needed.height());
    };
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->wordWrap())
            check(label, label->text(), QSize(0, label->heightForWidth(label->width())));
        else
            check(label, label->text(), label->sizeHint());
    }
    for (const QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
        if (!button->inherits("QTableCornerButton") && !button->objectName().startsWith(u"qt_"_s))
            check(button, button->text(), button->minimumSizeHint());
    }
    return result;
}

} // namespace

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
        QCOMPARE(clipped(empty), QStringList());
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
        QCOMPARE(clipped(window), QStringList());
        QVERIFY2(window.width() <= size.width(), "the window had to grow");
    }
    SettingsDialog settings(preferences, 7, 123'456'789);
    settings.show();
    QTest::qWait(30);
    QCOMPARE(clipped(settings), QStringList());
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
    QCOMPARE(clipped(window), QStringList());
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

QTEST_MAIN(TestGuiTexts)
#include "tst_guitexts.moc"
