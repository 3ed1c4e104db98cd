#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The warm pool on a real engine: waiting containers come, are lost, are used up and go.
class TestPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void containersWaitAfterTheFirstRequest();
    void aLostContainerIsReplacedAndNeverHandedOut();
    void moreCallsThanContainersAreAllServed();
    void withoutCallsNoneWaits();
    void noneWaitsWithPoolSizeZero();
    void noContainerServesTwoRuns();

private:
    void start(const QStringList &options = {});
    [[nodiscard]] QStringList names() const;

    std::optional<TestEngine> m_engine;
    std::unique_ptr<McpClient> m_client;
};

void TestPool::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
}

void TestPool::init()
{
    start();
}

void TestPool::cleanup()
{
    if (!m_client)
        return;
    const qint64 pid = m_client->pid();
    QVERIFY2(m_client->violations().isEmpty(), qPrintable(m_client->violations().join(u'\n')));
    m_client->closeInput();
    QCOMPARE(m_client->waitForExit(patient(3s)), 0);
    m_client.reset();
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 5s));
}

void TestPool::start(const QStringList &options)
{
    m_client.reset();
    m_client = std::make_unique<McpClient>(*m_engine, QStringList{u"--network"_s, u"none"_s} + options);
    QVERIFY(m_client->start());
}

QStringList TestPool::names() const
{
    QStringList names;
    for (const ListedContainer &container : m_engine->containers(m_client->pid())) {
        if (container.state == "running"_L1)
            names += container.name;
    }
    return names;
}

void TestPool::containersWaitAfterTheFirstRequest()
{
    QVERIFY(names().isEmpty()); // the handshake alone costs the engine nothing
    m_client->ask(u"tools/list"_s);
    QVERIFY(becomesTrue([&] { return names().size() == 2; }, 20s)); // one for each language
    const QStringList waiting = names();
    const RunResult result = m_client->runPython(u"print(1)"_s);
    QCOMPARE(result.exitCode(), 0);
    QVERIFY2(waiting.contains(result.container()), result.description());
}

void TestPool::aLostContainerIsReplacedAndNeverHandedOut()
{
    m_client->ask(u"tools/list"_s);
    QVERIFY(becomesTrue([&] { return names().size() == 2; }, 20s));
    const QStringList lost = names();
    QCOMPARE(m_engine->run(QStringList{u"rm"_s, u"--force"_s} + lost).exitCode, 0);
    // How soon the server hears of it is up to the engine; a call until then is told that its container was removed.
    QVERIFY(becomesTrue(
        [&] {
            const QStringList now = names();
            return now.size() >= 2 && QSet(now.begin(), now.end()).intersect(QSet(lost.begin(), lost.end())).isEmpty();
        },
        30s));
    const RunResult result = m_client->runPython(u"print('alive')"_s);
    QCOMPARE(result.out(), u"alive\n"_s);
    QVERIFY(!lost.contains(result.container()));
}

void TestPool::moreCallsThanContainersAreAllServed()
{
    QList<int> ids;
    for (int i = 0; i < 12; ++i)
        ids += m_client->callPython(u"print(%1)"_s.arg(i));
    for (int i = 0; i < ids.size(); ++i)
        QCOMPARE(m_client->waitForResult(ids[i]).out(), QString::number(i) + u'\n');
}

void TestPool::withoutCallsNoneWaits()
{
    start({u"--pool-idle"_s, u"2"_s});
    QCOMPARE(m_client->runPython(u"print(1)"_s).exitCode(), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(m_client->pid()).isEmpty(); }, 20s));
    QCOMPARE(m_client->runPython(u"print(2)"_s).out(), u"2\n"_s); // and the next call is served all the same
}

void TestPool::noneWaitsWithPoolSizeZero()
{
    start({u"--pool-size"_s, u"0"_s});
    QCOMPARE(m_client->runPython(u"print(1)"_s).exitCode(), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(m_client->pid()).isEmpty(); }, 20s));
}

/// Each run marks every place that it can write to and looks for the marks of others.
void TestPool::noContainerServesTwoRuns()
{
    const QString code = uR"(
import os
marks = ["/sandbox/mark", "/tmp/mark", "/dev/shm/mark"]
print(sum(os.path.exists(mark) for mark in marks))
for mark in marks:
    open(mark, "w").close()
)"_s;
    QSet<QString> seen;
    QList<int> ids;
    constexpr int runs = 200;
    for (int sent = 0, answered = 0; answered < runs;) {
        for (; sent < runs && sent - answered < 8; ++sent)
            ids += m_client->callPython(code);
        const RunResult result = m_client->waitForResult(ids[answered++]);
        QVERIFY2(result.out() == "0\n"_L1, result.description());
        QVERIFY(!seen.contains(result.container()));
        seen.insert(result.container());
    }
    QCOMPARE(seen.size(), runs);
}

QTEST_GUILESS_MAIN(TestPool)
#include "tst_pool.moc"
