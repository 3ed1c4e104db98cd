#include "common/names.h"

#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

class TestNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void languagesHaveOneNameAndSomeAliases_data();
    void languagesHaveOneNameAndSomeAliases();
    void outcomesSurviveTheirNames();
    void signalsAreNamed();
};

void TestNames::languagesHaveOneNameAndSomeAliases_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("python") << u"python"_s << u"python"_s;
    QTest::newRow("py") << u"py"_s << u"python"_s;
    QTest::newRow("Python") << u"Python"_s << u"python"_s;
    QTest::newRow("javascript") << u"javascript"_s << u"javascript"_s;
    QTest::newRow("js") << u"js"_s << u"javascript"_s;
    QTest::newRow("node") << u"node"_s << u"javascript"_s;
    QTest::newRow("other") << u"ruby"_s << QString();
    QTest::newRow("injection") << u"python;id"_s << QString();
    QTest::newRow("empty") << QString() << QString();
}

void TestNames::languagesHaveOneNameAndSomeAliases()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    const auto language = languageFromString(text);
    QCOMPARE(language ? languageName(*language) : QString(), name);
}

void TestNames::outcomesSurviveTheirNames()
{
    for (auto outcome :
         {Outcome::Exited, Outcome::Signalled, Outcome::TimedOut, Outcome::OutOfMemory, Outcome::Cancelled})
        QCOMPARE(outcomeFromString(outcomeName(outcome)), std::optional(outcome));
    QCOMPARE(outcomeName(Outcome::OutOfMemory), u"out_of_memory"_s);
    QVERIFY(!outcomeFromString(u"timedOut"_s));
}

void TestNames::signalsAreNamed()
{
    QCOMPARE(signalName(SIGSEGV), u"SIGSEGV"_s);
    QCOMPARE(signalName(SIGKILL), u"SIGKILL"_s);
    QCOMPARE(signalName(SIGRTMIN + 3), u"signal %1"_s.arg(SIGRTMIN + 3));
}

QTEST_GUILESS_MAIN(TestNames)
#include "tst_names.moc"
