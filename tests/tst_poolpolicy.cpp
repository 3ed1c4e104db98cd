#include "sandbox/poolpolicy.h"

#include <QList>
#include <QTest>

using namespace std::chrono_literals;
using Time = PoolPolicy::Time;

namespace {

/// What happens at a moment, and what the pool should be like right after it.
struct Step
{
    enum class Event
    {
        Nothing,
        Start,
        Hit, ///< A call that finds a container ready.
        Miss,
        Fail,
        Succeed
    };

    Time at;
    Event event;
    int target;
    bool mayStart = true;
};
using Steps = QList<Step>;
using enum Step::Event;

void apply(PoolPolicy &policy, const Step &step)
{
    switch (step.event) {
    case Nothing:
        break;
    case Start:
        return policy.start(step.at);
    case Hit:
        return policy.called(step.at, true);
    case Miss:
        return policy.called(step.at, false);
    case Fail:
        return policy.failed(step.at, 0);
    case Succeed:
        return policy.succeeded();
    }
}

} // namespace

Q_DECLARE_METATYPE(Steps)

class TestPoolPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void targetFollowsTheCalls_data();
    void targetFollowsTheCalls();
    void clockMayBeginAnywhere();
    void delaysDoubleUpToACeiling();
    void jitterSpreadsTheDelays();
    void nextChangeIsWhenSomethingChanges();
    void nothingChangesInAnEmptyPool();
};

void TestPoolPolicy::targetFollowsTheCalls_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<Steps>("steps");
    QTest::newRow("nothing happens") << 4 << Steps{{0s, Nothing, 0}, {1h, Nothing, 0}};
    QTest::newRow("start") << 4 << Steps{{0s, Start, 1}, {599s, Nothing, 1}, {600s, Nothing, 0}};
    QTest::newRow("start twice") << 4 << Steps{{0s, Start, 1}, {300s, Start, 1}, {600s, Nothing, 0}};
    QTest::newRow("first call starts") << 4 << Steps{{5s, Hit, 1}, {604s, Nothing, 1}, {605s, Nothing, 0}};
    QTest::newRow("first call that misses grows") << 4 << Steps{{5s, Miss, 2}};
    QTest::newRow("calls keep it warm")
        << 4 << Steps{{0s, Start, 1}, {500s, Hit, 1}, {1000s, Hit, 1}, {1599s, Nothing, 1}, {1600s, Nothing, 0}};
    QTest::newRow("each miss adds one")
        << 4 << Steps{{0s, Start, 1}, {1s, Miss, 2}, {2s, Miss, 3}, {3s, Hit, 3}, {4s, Miss, 4}};
    QTest::newRow("no more than its size")
        << 3 << Steps{{0s, Start, 1}, {1s, Miss, 2}, {1s, Miss, 3}, {1s, Miss, 3}, {1s, Miss, 3}};
    QTest::newRow("each quiet minute takes one away")
        << 4 << Steps{{0s, Miss, 2},      {0s, Miss, 3},      {0s, Miss, 4},      {59s, Nothing, 4},
                      {60s, Nothing, 3},  {119s, Nothing, 3}, {120s, Nothing, 2}, {180s, Nothing, 1},
                      {240s, Nothing, 1}, {599s, Nothing, 1}, {600s, Nothing, 0}};
    QTest::newRow("steady use does not shrink")
        << 4 << Steps{{0s, Miss, 2},  {0s, Miss, 3},  {25s, Hit, 3},  {50s, Hit, 3}, {75s, Hit, 3},
                      {100s, Hit, 3}, {125s, Hit, 3}, {150s, Hit, 3}, {175s, Hit, 3}};
    QTest::newRow("steady use does not shrink after a step down")
        << 4 << Steps{{0s, Miss, 2},  {0s, Miss, 3},  {0s, Miss, 4},  {61s, Hit, 3},  {85s, Hit, 3},
                      {110s, Hit, 3}, {135s, Hit, 3}, {160s, Hit, 3}, {185s, Hit, 3}, {210s, Hit, 3}};
    QTest::newRow("rare use shrinks") << 4
                                      << Steps{{0s, Miss, 2},      {0s, Miss, 3},  {50s, Hit, 3},     {90s, Nothing, 2},
                                               {150s, Nothing, 1}, {300s, Hit, 1}, {800s, Nothing, 1}};
    QTest::newRow("miss after shrinking adds to what is left")
        << 4
        << Steps{{0s, Miss, 2}, {0s, Miss, 3}, {0s, Miss, 4}, {130s, Miss, 3}, {189s, Nothing, 3}, {190s, Nothing, 2}};
    QTest::newRow("comes back after idling") << 4 << Steps{{0s, Miss, 2},       {600s, Nothing, 0},  {2000s, Miss, 2},
                                                           {2060s, Nothing, 1}, {2600s, Nothing, 0}, {3000s, Start, 1}};
    QTest::newRow("off") << 0 << Steps{{0s, Start, 0}, {1s, Miss, 0}, {2s, Miss, 0}, {3s, Hit, 0}, {1h, Miss, 0}};
    QTest::newRow("one") << 1 << Steps{{0s, Miss, 1}, {1s, Miss, 1}, {300s, Nothing, 1}, {601s, Nothing, 0}};
    QTest::newRow("failure delays, success does not")
        << 4
        << Steps{{0s, Start, 1, true}, {1s, Fail, 1, false},        {1999ms, Nothing, 1, false}, {2s, Nothing, 1, true},
                 {2s, Fail, 1, false}, {3999ms, Nothing, 1, false}, {4s, Nothing, 1, true},      {4s, Succeed, 1, true},
                 {5s, Fail, 1, false}, {5999ms, Nothing, 1, false}, {6s, Nothing, 1, true}};
    QTest::newRow("success ends the delay")
        << 4 << Steps{{0s, Start, 1}, {1s, Fail, 1, false}, {1100ms, Succeed, 1, true}};
    QTest::newRow("calls do not end the delay")
        << 4 << Steps{{0s, Start, 1}, {1s, Fail, 1, false}, {1100ms, Miss, 2, false}};
}

void TestPoolPolicy::targetFollowsTheCalls()
{
    QFETCH(int, size);
    QFETCH(Steps, steps);
    PoolPolicy policy(size, 600s);
    for (qsizetype i = 0; i < steps.size(); ++i) {
        apply(policy, steps[i]);
        const QByteArray where = "step " + QByteArray::number(i) + " at " +
                                 QByteArray::number(qint64(steps[i].at.count())) + " ms: target " +
                                 QByteArray::number(policy.target(steps[i].at));
        QVERIFY2(policy.target(steps[i].at) == steps[i].target, where.constData());
        QVERIFY2(policy.mayStart(steps[i].at) == steps[i].mayStart, where.constData());
    }
}

void TestPoolPolicy::clockMayBeginAnywhere()
{
    for (const Time start : {Time(0), Time(-1h), Time(24h * 365 * 10)}) {
        PoolPolicy policy(4, 600s);
        QCOMPARE(policy.target(start), 0);
        QVERIFY(policy.mayStart(start));
        policy.called(start, false);
        QCOMPARE(policy.target(start), 2);
        QCOMPARE(policy.target(start + 60s), 1);
        QCOMPARE(policy.target(start + 600s), 0);
    }
}

void TestPoolPolicy::delaysDoubleUpToACeiling()
{
    PoolPolicy policy(4, 600s);
    policy.start(0s);
    Time now{0};
    for (const int seconds : {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
        policy.failed(now, 0);
        const Time end = now + std::chrono::seconds(seconds);
        QVERIFY(!policy.mayStart(end - 1ms));
        QVERIFY(policy.mayStart(end));
        now = end;
    }
    for (int i = 0; i < 1000; ++i) // no overflow
        policy.failed(now, 0);
    QVERIFY(!policy.mayStart(now + 60s - 1ms) && policy.mayStart(now + 60s));
    policy.succeeded();
    QCOMPARE(policy.failures(), 0);
    policy.failed(now, 0);
    QVERIFY(policy.mayStart(now + 1s)); // from the beginning
}

void TestPoolPolicy::jitterSpreadsTheDelays()
{
    for (const double jitter : {0.0, 0.25, 0.5, 0.999, 1.0}) {
        PoolPolicy policy(4, 600s);
        policy.start(0s);
        policy.failed(0s, jitter);
        const Time end(1000 + int(200 * jitter));
        QVERIFY(!policy.mayStart(end - 1ms) && policy.mayStart(end));
    }
}

/// Between two changes everything is constant, and at nextChange() something does change: the pool's timer needs both.
void TestPoolPolicy::nextChangeIsWhenSomethingChanges()
{
    quint32 random = 1; // reproducible
    const auto upTo = [&random](quint32 most) {
        random = random * 1664525 + 1013904223;
        return int((random >> 8) % (most + 1));
    };
    for (int round = 0; round < 2000; ++round) {
        PoolPolicy policy(upTo(4), Time(1000 * (1 + upTo(600))));
        Time now(upTo(1000));
        for (int i = 0; i < 12; ++i) {
            now += Time(upTo(upTo(1) ? 2000 : 90'000));
            apply(policy, {now, Step::Event(upTo(5)), 0});
        }
        for (int i = 0; i < 12; ++i) {
            const std::optional<Time> next = policy.nextChange(now);
            if (!next) {
                QCOMPARE(policy.target(now), 0);
                QCOMPARE(policy.target(now + 24h), 0);
                break;
            }
            QVERIFY(*next > now);
            const auto state = [&policy](Time time) { return std::pair(policy.target(time), policy.mayStart(time)); };
            QVERIFY(state(now) == state(now + (*next - now) / 2));
            QVERIFY(state(now) == state(*next - 1ms));
            QVERIFY(state(now) != state(*next));
            now = *next;
        }
    }
}

void TestPoolPolicy::nothingChangesInAnEmptyPool()
{
    QVERIFY(!PoolPolicy(4, 600s).nextChange(0s));
    PoolPolicy off(0, 600s);
    off.start(0s);
    off.failed(0s, 0);
    QVERIFY(!off.nextChange(0s));
}

QTEST_GUILESS_MAIN(TestPoolPolicy)
#include "tst_poolpolicy.moc"
