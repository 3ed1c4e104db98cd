#include "engine/attachedcontainer.h"

#include "fakeenginesetup.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using End = CommandResult::End;

namespace {

constexpr int patience = 60'000; // ms, for a machine that does much else

QJsonObject runsLike(QJsonObject actions)
{
    actions[u"when"_s] = u"run --rm"_s;
    return actions;
}

QtMessageHandler previousHandler = nullptr;
QStringList warnings; // Qt's own, e.g. "Destroyed while process is still running"

void collectWarnings(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (type == QtWarningMsg && message.startsWith("QProcess"_L1))
        warnings.append(message);
    previousHandler(type, context, message);
}

} // namespace

class TestAttachedContainer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void endIsReportedOnce_data();
    void endIsReportedOnce();
    void missingEngineIsReportedThroughTheEventLoop();
    void bytesPassBothWays();
    void lastBytesComeBeforeTheEnd();
    void signalsToOurGroupDoNotReachTheClient();
    void errorsAreBounded();
    void directChannelIsUsedOnceItWasHeard_data() { addWays(); }
    void directChannelIsUsedOnceItWasHeard();
    void withoutAWordOnTheDirectChannelStdinIsUsed_data() { addWays(); }
    void withoutAWordOnTheDirectChannelStdinIsUsed();
    void firstWordOnStdoutClosesTheDirectChannel_data() { addWays(); }
    void firstWordOnStdoutClosesTheDirectChannel();
    void stdoutIsNotHeardBesideTheDirectChannel();
    void lastBytesOfTheDirectChannelComeBeforeTheEnd_data() { addWays(); }
    void lastBytesOfTheDirectChannelComeBeforeTheEnd();
    void unreadBytesDoNotCostReceivedOnes_data() { addWays(); }
    void unreadBytesDoNotCostReceivedOnes();
    void socketIsThereUntilTheContainerHasConnected();
    void socketThatCannotBeMadeIsDoneWithout();
    void closedInputEndsAContainerThatListens();
    void removeGoesThroughTheEngineByName();
    void containerThatIgnoresItsRemovalLosesItsClient();
    void containerWhoseRemovalFailsLosesItsClient();
    void removeTwiceAsksOnce();
    void nothingIsAskedOfAContainerThatEnded();
    void destructionRemovesByName();
    void destructionAfterTheEndAsksNothing();
    void destructionWithoutAStartAsksNothing();

private:
    /// Started, with whatever the rules say of `run`.
    void start(const QJsonArray &rules, ContainerSpec::Direct direct = ContainerSpec::Direct::No);
    /// The rows "handed on" and "mounted".
    static void addWays();
    [[nodiscard]] QStringList removals() const { return m_fake->calls().filter(u"rm --force"_s); }
    CommandResult waitForEnd();
    [[nodiscard]] bool waitForBytes(const QByteArray &bytes)
    {
        return QTest::qWaitFor([&] { return m_received == bytes; }, patience);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<FakeEngineSetup> m_fake;
    std::unique_ptr<AttachedContainer> m_container;
    QByteArray m_received;
    QList<CommandResult> m_ends;
};

void TestAttachedContainer::initTestCase()
{
    previousHandler = qInstallMessageHandler(collectWarnings);
}

void TestAttachedContainer::init()
{
    m_fake = std::make_unique<FakeEngineSetup>();
    m_received.clear();
    m_ends.clear();
    warnings.clear();
}

void TestAttachedContainer::cleanup()
{
    m_container.reset();
    const auto children = [] { return QCoreApplication::instance()->findChildren<QProcess *>().size(); };
    QTRY_COMPARE_WITH_TIMEOUT(children(), 0, patience); // the reaper has done its work
    QCOMPARE(warnings, QStringList());
}

void TestAttachedContainer::addWays()
{
    QTest::addColumn<ContainerSpec::Direct>("way");
    QTest::newRow("handed on") << ContainerSpec::Direct::Descriptor;
    QTest::newRow("mounted") << ContainerSpec::Direct::Mounted;
}

void TestAttachedContainer::start(const QJsonArray &rules, ContainerSpec::Direct direct)
{
    m_fake->setRules(rules);
    ContainerSpec spec;
    spec.name = u"code-sandbox-test-1"_s;
    spec.image = u"image"_s;
    spec.memoryBytes = 64 * 1024 * 1024;
    spec.direct = direct;
    spec.socketPath = m_folder.filePath(u"socket"_s);
    m_container = std::make_unique<AttachedContainer>(m_fake->engine(), spec);
    connect(m_container.get(), &AttachedContainer::bytesReceived, this,
            [this](const QByteArray &bytes) { m_received += bytes; });
    connect(m_container.get(), &AttachedContainer::ended, this,
            [this](const CommandResult &result) { m_ends.append(result); });
    m_container->start();
}

CommandResult TestAttachedContainer::waitForEnd()
{
    if (!QTest::qWaitFor([this] { return !m_ends.isEmpty(); }, patience))
        return {End::TimedOut, -1, {}, {}, u"the test saw no end"_s};
    QTest::qWait(0); // a second end would come now
    return m_ends.size() == 1 ? m_ends[0] : CommandResult{End::TimedOut, -1, {}, {}, u"it ended twice"_s};
}

void TestAttachedContainer::endIsReportedOnce_data()
{
    QTest::addColumn<QJsonObject>("rule");
    QTest::addColumn<End>("end");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("success") << runsLike({}) << End::Exited << 0;
    QTest::newRow("refusal") << runsLike({{u"stderr"_s, u"Error: no\n"_s}, {u"exit"_s, 125}}) << End::Exited << 125;
    QTest::newRow("crash") << runsLike({{u"crash"_s, true}}) << End::Crashed << -1;
}

void TestAttachedContainer::endIsReportedOnce()
{
    QFETCH(QJsonObject, rule);
    QFETCH(End, end);
    QFETCH(int, exitCode);
    start({rule});
    QVERIFY(m_container->isRunning());
    const CommandResult result = waitForEnd();
    QCOMPARE(result.end, end);
    if (end == End::Exited)
        QCOMPARE(result.exitCode, exitCode);
    QVERIFY(!m_container->isRunning());
    QCOMPARE(m_fake->calls().size(), 1);
    QVERIFY(m_fake->calls()[0].startsWith("run --rm -i"_L1));
}

void TestAttachedContainer::missingEngineIsReportedThroughTheEventLoop()
{
    Engine engine = m_fake->engine();
    engine.program = u"/nowhere/podman"_s;
    AttachedContainer container(engine, {});
    QSignalSpy ended(&container, &AttachedContainer::ended);
    container.start();
    container.write("Prepare");
    QCOMPARE(ended.count(), 0);
    QVERIFY(ended.wait(patience));
    QTest::qWait(0);
    QCOMPARE(ended.count(), 1);
    const auto result = ended[0][0].value<CommandResult>();
    QCOMPARE(result.end, End::CouldNotStart);
    QVERIFY(!result.reason.isEmpty());
}

void TestAttachedContainer::bytesPassBothWays()
{
    start({runsLike({{u"exec"_s, QJsonArray{u"cat"_s}}})});
    QByteArray bytes;
    for (int i = 0; i < 1'000'000; ++i)
        bytes += char(i * 7);
    m_container->write(bytes.left(10));
    QVERIFY(waitForBytes(bytes.left(10)));
    m_container->write(bytes.mid(10)); // more than a pipe holds
    QVERIFY(waitForBytes(bytes));
    QVERIFY(m_ends.isEmpty());
    m_container->closeInput();
    QCOMPARE(waitForEnd().exitCode, 0);
}

void TestAttachedContainer::lastBytesComeBeforeTheEnd()
{
    start({runsLike({{u"stdout"_s, QString(100'000, u'x')}})});
    qsizetype receivedAtEnd = -1;
    connect(m_container.get(), &AttachedContainer::ended, this, [&] { receivedAtEnd = m_received.size(); });
    waitForEnd();
    QCOMPARE(receivedAtEnd, 100'000);
}

void TestAttachedContainer::signalsToOurGroupDoNotReachTheClient()
{
    start({runsLike({{u"exec"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cut -d ' ' -f 5,6 /proc/$$/stat; echo $$"_s}}})});
    QCOMPARE(waitForEnd().exitCode, 0);
    const QByteArrayList lines = m_received.split('\n');
    QCOMPARE(lines.value(0), lines.value(1) + ' ' + lines.value(1)); // its own group and session
}

void TestAttachedContainer::errorsAreBounded()
{
    start({runsLike({{u"flood"_s, 5'000'000}, {u"exit"_s, 1}})});
    const CommandResult result = waitForEnd();
    QVERIFY(!result.errors.isEmpty());
    QVERIFY2(result.errors.size() <= 2 * EngineCommand::maxErrors,
             QByteArray::number(result.errors.size()).constData());
    QCOMPARE(m_received.size(), 5'000'000);
}

void TestAttachedContainer::directChannelIsUsedOnceItWasHeard()
{
    QFETCH(ContainerSpec::Direct, way);
    start({runsLike({{u"echoDirect"_s, true}})}, way);
    QVERIFY(waitForBytes("up"));
    QSignalSpy left(m_container.get(), &AttachedContainer::bytesLeft);
    QByteArray bytes;
    for (int i = 0; i < 5'000'000; ++i)
        bytes += char(i * 7);
    m_container->write(bytes); // far more than a socket holds
    QVERIFY(m_container->pendingBytes() > 0);
    QVERIFY(waitForBytes("up" + bytes));
    QVERIFY(!left.isEmpty());
    QCOMPARE(m_container->pendingBytes(), 0);
    m_container->write("last");
    m_container->closeInput();
    QCOMPARE(waitForEnd().exitCode, 0);
    QCOMPARE(m_received, "up" + bytes + "last");
}

void TestAttachedContainer::withoutAWordOnTheDirectChannelStdinIsUsed()
{
    QFETCH(ContainerSpec::Direct, way);
    start({runsLike({{u"exec"_s, QJsonArray{u"cat"_s}}})}, way);
    m_container->write("one");
    QVERIFY(waitForBytes("one"));
    m_container->write("two");
    QVERIFY(waitForBytes("onetwo"));
    m_container->closeInput();
    QCOMPARE(waitForEnd().exitCode, 0);
}

void TestAttachedContainer::firstWordOnStdoutClosesTheDirectChannel()
{
    QFETCH(ContainerSpec::Direct, way);
    const QJsonArray shell{u"sh"_s, u"-c"_s, u"read line; echo forged >&3; echo end"_s};
    start({runsLike({{u"stdout"_s, u"up"_s}, {u"exec"_s, shell}})}, way);
    QVERIFY(waitForBytes("up"));
    QVERIFY(!QFile::exists(m_folder.filePath(u"socket"_s)));
    m_container->write("\n");
    QCOMPARE(waitForEnd().exitCode, 0);
    QCOMPARE(m_received, "upend\n");
}

void TestAttachedContainer::stdoutIsNotHeardBesideTheDirectChannel()
{
    const QJsonArray shell{u"sh"_s, u"-c"_s, u"printf up >&3; read line <&3; printf forged; printf end >&3"_s};
    start({runsLike({{u"exec"_s, shell}})}, ContainerSpec::Direct::Descriptor);
    QVERIFY(waitForBytes("up"));
    m_container->write("\n");
    QCOMPARE(waitForEnd().exitCode, 0);
    QCOMPARE(m_received, "upend");
}

void TestAttachedContainer::lastBytesOfTheDirectChannelComeBeforeTheEnd()
{
    QFETCH(ContainerSpec::Direct, way);
    start({runsLike({{u"direct"_s, 3'000'000}})}, way);
    qsizetype receivedAtEnd = -1;
    connect(m_container.get(), &AttachedContainer::ended, this, [&] { receivedAtEnd = m_received.size(); });
    QCOMPARE(waitForEnd().exitCode, 0);
    QCOMPARE(receivedAtEnd, 3'000'000);
}

void TestAttachedContainer::unreadBytesDoNotCostReceivedOnes()
{
    QFETCH(ContainerSpec::Direct, way);
    start({runsLike({{u"direct"_s, 150'000}})}, way);
    connect(m_container.get(), &AttachedContainer::bytesReceived, this,
            [this] { m_container->write(QByteArray(1'000'000, 'w')); }); // nobody reads it
    QCOMPARE(waitForEnd().exitCode, 0);
    QCOMPARE(m_received.size(), 150'000);
}

void TestAttachedContainer::socketIsThereUntilTheContainerHasConnected()
{
    start({runsLike({{u"echoDirect"_s, true}})}, ContainerSpec::Direct::Mounted);
    QVERIFY(QFile::exists(m_folder.filePath(u"socket"_s)));
    m_container->closeInput(); // before anybody has connected: it is told all the same
    QVERIFY(waitForBytes("up"));
    QVERIFY(!QFile::exists(m_folder.filePath(u"socket"_s)));
    QCOMPARE(waitForEnd().exitCode, 0);

    start({runsLike({{u"hang"_s, true}})}, ContainerSpec::Direct::Mounted);
    QVERIFY(QFile::exists(m_folder.filePath(u"socket"_s)));
    m_container.reset(); // nobody ever connects
    QVERIFY(!QFile::exists(m_folder.filePath(u"socket"_s)));
}

void TestAttachedContainer::socketThatCannotBeMadeIsDoneWithout()
{
    m_fake->setRules({runsLike({{u"stdout"_s, u"up"_s}})});
    ContainerSpec spec;
    spec.direct = ContainerSpec::Direct::Mounted;
    spec.socketPath = u"/nowhere/socket"_s;
    AttachedContainer container(m_fake->engine(), spec);
    QSignalSpy received(&container, &AttachedContainer::bytesReceived);
    container.start();
    QVERIFY(received.wait(patience));
    QVERIFY(!m_fake->calls()[0].contains("--mount"_L1));
}

void TestAttachedContainer::closedInputEndsAContainerThatListens()
{
    start({runsLike({{u"readInput"_s, true}})});
    m_container->write("x");
    QVERIFY(waitForBytes("x"));
    m_container->closeInput();
    QCOMPARE(waitForEnd().end, End::Exited);
    QCOMPARE(removals(), QStringList());
}

void TestAttachedContainer::removeGoesThroughTheEngineByName()
{
    start({runsLike({{u"stdout"_s, u"up"_s}, {u"exec"_s, QJsonArray{u"cat"_s}}})});
    QVERIFY(waitForBytes("up"));
    m_container->remove();
    QCOMPARE(waitForEnd().end, End::Exited); // its stdin was closed, too
    QTRY_COMPARE_WITH_TIMEOUT(removals(), QStringList{u"rm --force --volumes --time 0 --ignore code-sandbox-test-1"_s},
                              patience);
}

void TestAttachedContainer::containerThatIgnoresItsRemovalLosesItsClient()
{
    start({runsLike({{u"stdout"_s, u"up"_s}, {u"hang"_s, true}, {u"ignoreTerminate"_s, true}})});
    QVERIFY(waitForBytes("up"));
    m_container->remove();
    QCOMPARE(waitForEnd().end, End::Crashed);
}

void TestAttachedContainer::containerWhoseRemovalFailsLosesItsClient()
{
    start({runsLike({{u"stdout"_s, u"up"_s}, {u"hang"_s, true}}),
           QJsonObject{{u"when"_s, u"rm --force"_s}, {u"stderr"_s, u"Error: busy\n"_s}, {u"exit"_s, 1}}});
    QVERIFY(waitForBytes("up"));
    QTest::ignoreMessage(QtWarningMsg, "Cannot remove code-sandbox-test-1 - Error: busy");
    m_container->remove();
    QCOMPARE(waitForEnd().end, End::Crashed);
}

void TestAttachedContainer::removeTwiceAsksOnce()
{
    start({runsLike({{u"stdout"_s, u"up"_s}, {u"exec"_s, QJsonArray{u"cat"_s}}})});
    QVERIFY(waitForBytes("up"));
    m_container->remove();
    m_container->remove();
    waitForEnd();
    m_container->remove();
    m_container.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!removals().isEmpty(), patience);
    QTest::qWait(0);
    QCOMPARE(removals().size(), 1);
}

void TestAttachedContainer::nothingIsAskedOfAContainerThatEnded()
{
    start({});
    waitForEnd();
    m_container->write("late");
    m_container->closeInput();
    m_container->remove();
    QTest::qWait(0);
    QCOMPARE(removals(), QStringList());
    QCOMPARE(m_ends.size(), 1);
}

void TestAttachedContainer::destructionRemovesByName()
{
    start({runsLike({{u"stdout"_s, u"up"_s}, {u"hang"_s, true}})});
    QVERIFY(waitForBytes("up"));
    m_container.reset();
    QTRY_COMPARE_WITH_TIMEOUT(removals(), QStringList{u"rm --force --volumes --time 0 --ignore code-sandbox-test-1"_s},
                              patience);
    QCOMPARE(m_ends.size(), 0);
}

void TestAttachedContainer::destructionAfterTheEndAsksNothing()
{
    start({});
    waitForEnd();
    m_container.reset();
    QTest::qWait(0);
    QCOMPARE(removals(), QStringList());
}

void TestAttachedContainer::destructionWithoutAStartAsksNothing()
{
    {
        AttachedContainer container(m_fake->engine(), {});
        container.write("x");
        container.closeInput();
        container.remove();
    }
    QCOMPARE(m_fake->calls(), QStringList());
}

QTEST_GUILESS_MAIN(TestAttachedContainer)
#include "tst_attachedcontainer.moc"
