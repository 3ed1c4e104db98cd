#include "engine/command.h"
#include "engine/processreaper.h"
#include "fakeenginesetup.h"

#include <QPointer>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using End = CommandResult::End;

namespace {

constexpr auto generous = 60s;

QtMessageHandler previousHandler = nullptr;
QStringList warnings; // Qt's own, e.g. "Destroyed while process is still running"

void collectWarnings(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (type == QtWarningMsg)
        warnings.append(message);
    previousHandler(type, context, message);
}

} // namespace

class TestCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void everyEndIsReportedOnce_data();
    void everyEndIsReportedOnce();
    void missingProgramIsReportedWithTheReason();
    void nothingIsReportedBeforeStartReturns();
    void inputReachesTheCommand();
    void commandThatDoesNotReadItsInputSucceeds();
    void linesComeWholeFromBothStreams();
    void lastLineNeedsNoEnd();
    void floodIsBounded();
    void bytesStayBytes();
    void limitKillsACommandThatIgnoresTermination();
    void destructionEndsTheProcessInSilence();
    void explanationIsOneLine();
    void displayStringCanBePasted();

private:
    CommandResult result(const QJsonArray &rules, std::chrono::milliseconds limit = generous);

    FakeEngineSetup m_fake;
};

void TestCommand::initTestCase()
{
    previousHandler = qInstallMessageHandler(collectWarnings);
}

void TestCommand::init()
{
    m_fake.setRules({});
    warnings.clear();
}

void TestCommand::cleanup()
{
    QCOMPARE(warnings, QStringList());
}

CommandResult TestCommand::result(const QJsonArray &rules, std::chrono::milliseconds limit)
{
    m_fake.setRules(rules);
    EngineCommand command(m_fake.commandLine({u"info"_s}), limit);
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    if (!finished.wait(60'000) || finished.count() != 1)
        return {End::CouldNotStart, -1, {}, {}, u"the test saw no report"_s};
    QTest::qWait(0); // a second report would come now
    return finished.count() == 1 ? finished[0][0].value<CommandResult>() : CommandResult();
}

void TestCommand::everyEndIsReportedOnce_data()
{
    QTest::addColumn<QJsonObject>("rule");
    QTest::addColumn<int>("limitMs");
    QTest::addColumn<CommandResult::End>("end");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("succeeded");
    QTest::newRow("success") << QJsonObject() << 20'000 << End::Exited << 0 << true;
    QTest::newRow("exit code") << QJsonObject{{u"exit"_s, 125}} << 20'000 << End::Exited << 125 << false;
    QTest::newRow("crash") << QJsonObject{{u"crash"_s, true}} << 20'000 << End::Crashed << -1 << false;
    QTest::newRow("hang") << QJsonObject{{u"hang"_s, true}} << 200 << End::TimedOut << -1 << false;
}

void TestCommand::everyEndIsReportedOnce()
{
    QFETCH(QJsonObject, rule);
    QFETCH(int, limitMs);
    QFETCH(CommandResult::End, end);
    QFETCH(int, exitCode);
    QFETCH(bool, succeeded);
    const CommandResult got = result({rule}, std::chrono::milliseconds(limitMs));
    QCOMPARE(got.end, end);
    if (end == End::Exited)
        QCOMPARE(got.exitCode, exitCode);
    QCOMPARE(got.succeeded(), succeeded);
}

void TestCommand::missingProgramIsReportedWithTheReason()
{
    EngineCommand command({u"/nowhere/podman"_s, {u"info"_s}, m_fake.environment()}, generous);
    command.setInput("unread");
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    QVERIFY(finished.wait());
    QTest::qWait(0);
    QCOMPARE(finished.count(), 1);
    const auto got = finished[0][0].value<CommandResult>();
    QCOMPARE(got.end, End::CouldNotStart);
    QVERIFY(!got.reason.isEmpty());
    QCOMPARE(got.explanation(), got.reason);
}

void TestCommand::nothingIsReportedBeforeStartReturns()
{
    EngineCommand command({u"/nowhere/podman"_s, {}, {}}, generous);
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    QCOMPARE(finished.count(), 0);
    QVERIFY(finished.wait());
}

void TestCommand::inputReachesTheCommand()
{
    const QByteArray input = QByteArray("line\n").repeated(100'000); // larger than a pipe
    m_fake.setRules({QJsonObject{{u"readInput"_s, true}}});
    EngineCommand command(m_fake.commandLine({u"import"_s, u"-"_s}), generous);
    command.setInput(input);
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    QVERIFY(finished.wait(20'000));
    QVERIFY(finished[0][0].value<CommandResult>().output == input);
}

void TestCommand::commandThatDoesNotReadItsInputSucceeds()
{
    EngineCommand command(m_fake.commandLine({u"info"_s}), generous);
    command.setInput(QByteArray(1024 * 1024, 'x'));
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    QVERIFY(finished.wait(20'000));
    QVERIFY(finished[0][0].value<CommandResult>().succeeded());
}

void TestCommand::linesComeWholeFromBothStreams()
{
    m_fake.setRules({QJsonObject{{u"stdout"_s, u"one\ntwo\n"_s}, {u"stderr"_s, u"three\n\nfour\n"_s}}});
    EngineCommand command(m_fake.commandLine({u"build"_s}), generous);
    QByteArrayList lines;
    connect(&command, &EngineCommand::lineReceived, this, [&lines](const QByteArray &line) { lines.append(line); });
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    QVERIFY(finished.wait(20'000));
    std::sort(lines.begin(), lines.end()); // the two streams have no order between them
    QCOMPARE(lines, QByteArrayList({"", "four", "one", "three", "two"}));
    QCOMPARE(finished[0][0].value<CommandResult>().output, QByteArray("one\ntwo\n"));
    QCOMPARE(finished[0][0].value<CommandResult>().errors, QByteArray("three\n\nfour\n"));
}

void TestCommand::lastLineNeedsNoEnd()
{
    m_fake.setRules({QJsonObject{{u"stdout"_s, u"one\ntwo"_s}}});
    EngineCommand command(m_fake.commandLine({u"build"_s}), generous);
    QByteArrayList lines;
    connect(&command, &EngineCommand::lineReceived, this, [&lines](const QByteArray &line) { lines.append(line); });
    QSignalSpy finished(&command, &EngineCommand::finished);
    command.start();
    QVERIFY(finished.wait(20'000));
    QCOMPARE(lines, QByteArrayList({"one", "two"}));
}

void TestCommand::floodIsBounded()
{
    const CommandResult got = result({QJsonObject{{u"flood"_s, 12 * 1024 * 1024}, {u"exit"_s, 3}}});
    QCOMPARE(got.end, End::Exited);
    QCOMPARE(got.exitCode, 3);
    QCOMPARE(got.output.size(), EngineCommand::maxOutput);
    QCOMPARE(got.errors.size(), EngineCommand::maxErrors);
}

void TestCommand::bytesStayBytes()
{
    QByteArray garbage;
    for (int i = 0; i < 256; ++i)
        garbage.append(char(i));
    const CommandResult got = result({QJsonObject{{u"stdoutBase64"_s, QString::fromLatin1(garbage.toBase64())}}});
    QCOMPARE(got.output, garbage);
}

void TestCommand::limitKillsACommandThatIgnoresTermination()
{
    m_fake.setRules({QJsonObject{{u"stdout"_s, u"waiting\n"_s}, {u"hang"_s, true}, {u"ignoreTerminate"_s, true}}});
    const QPointer<QProcess> process = new QProcess(this);
    process->setProcessEnvironment(m_fake.environment());
    process->start(FakeEngineSetup::program(), {u"run"_s});
    QVERIFY(QTest::qWaitFor([process] { return process->canReadLine(); }, 20'000));
    reap(process, 50);
    QTRY_VERIFY_WITH_TIMEOUT(process.isNull(), 20'000);
}

void TestCommand::destructionEndsTheProcessInSilence()
{
    const QString marker = m_fake.path(u"never"_s);
    m_fake.setRules({QJsonObject{{u"waitForFile"_s, marker}}});
    const qsizetype callsBefore = m_fake.calls().size();
    {
        EngineCommand command(m_fake.commandLine({u"info"_s}), generous);
        command.start();
        QTRY_COMPARE_WITH_TIMEOUT(m_fake.calls().size(), callsBefore + 1, 20'000);
    }
    const auto children = [] {
        return QCoreApplication::instance()->findChildren<QProcess *>().size(); // in the reaper's care
    };
    QTRY_COMPARE_WITH_TIMEOUT(children(), 0, 20'000);
}

void TestCommand::explanationIsOneLine()
{
    QCOMPARE(
        result({QJsonObject{{u"stderr"_s, u"Warning: a\nError: no such image\n"_s}, {u"exit"_s, 1}}}).explanation(),
        u"Error: no such image"_s);
    QCOMPARE(result({QJsonObject{{u"exit"_s, 9}}}).explanation(), u"exit code 9"_s);
    QCOMPARE(result({QJsonObject{{u"hang"_s, true}}}, 100ms).explanation(), u"it did not answer in time"_s);
    QCOMPARE(result({QJsonObject{{u"crash"_s, true}}}).explanation(), u"it crashed"_s);
}

void TestCommand::displayStringCanBePasted()
{
    const CommandLine commandLine{u"/usr/bin/podman"_s, {u"run"_s, u"a b"_s, u"it's"_s, u""_s, u"$HOME"_s}, {}};
    QCOMPARE(commandLine.toDisplayString(), u"/usr/bin/podman run 'a b' 'it'\\''s' '' '$HOME'"_s);
}

QTEST_GUILESS_MAIN(TestCommand)
#include "tst_command.moc"
