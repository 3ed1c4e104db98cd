#include "monitor/eventhistory.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestMonitorHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void newerStatesSupersedeOlderOnes();
    void theMiddleOfALongOutputGoesFirst();
    void endedExecutionsGoAsAWhole();
    void livingContainersOutlastTheirSuccessors();
    void itStaysWithinItsBytes();

private:
    void add(const monitor::Payload &payload)
    {
        const monitor::Event event{++m_seq, QDateTime::currentDateTimeUtc(), payload};
        m_history->add(event, monitor::encode(event));
    }
    void addOutput(const ExecutionId &id, const QString &text)
    {
        add(monitor::Output{id, Stream::Stdout, monitor::OutputPart::Live, 0, text.size(), text});
    }
    QList<monitor::Event> all() const
    {
        QList<monitor::Event> events;
        for (const auto *entry = m_history->next(0); entry != nullptr; entry = m_history->next(entry->seq))
            events += *monitor::decodeEvent(entry->line);
        return events;
    }
    template<typename P>
    qsizetype count() const
    {
        qsizetype result = 0;
        for (const auto &event : all())
            result += std::holds_alternative<P>(event.payload) ? 1 : 0;
        return result;
    }

    std::unique_ptr<EventHistory> m_history;
    QList<quint64> m_forgotten;
    quint64 m_seq = 0;
};

void TestMonitorHistory::init()
{
    m_history = std::make_unique<EventHistory>(EventHistory::Limits{100'000, 10'000, 3, 5});
    m_history->setForgottenHandler([this](quint64 seq) { m_forgotten += seq; });
    m_forgotten.clear();
    m_seq = 0;
}

void TestMonitorHistory::newerStatesSupersedeOlderOnes()
{
    const ExecutionId id{u"a"_s};
    add(monitor::ExecutionQueued{id, Language::Python, {}, 0, 0, 0ms, {}});
    for (int i = 0; i < 100; ++i) {
        add(monitor::UsageReported{id, {}});
        add(monitor::PoolChanged{{Language::Python, i, 0, 0}});
        add(monitor::PoolChanged{{Language::JavaScript, i, 0, 0}});
        add(monitor::Output{id, Stream::Stdout, monitor::OutputPart::Sample, 0, 1, u"x"_s});
    }
    QCOMPARE(m_history->count(), 5);
    QVERIFY(m_forgotten.isEmpty());
    QCOMPARE(m_history->forgottenCount(), 0);
    QCOMPARE(m_history->lastSeq(), m_seq);
}

void TestMonitorHistory::theMiddleOfALongOutputGoesFirst()
{
    const ExecutionId id{u"a"_s};
    add(monitor::ExecutionQueued{id, Language::Python, {}, 0, 0, 0ms, {}});
    for (int i = 0; i < 200; ++i)
        addOutput(id, QString::number(i) + QString(100, u'x'));
    const auto events = all();
    QVERIFY(std::holds_alternative<monitor::ExecutionQueued>(events.first().payload));
    QVERIFY(std::get<monitor::Output>(events.at(1).payload).text.startsWith(u"0x"_s));
    QVERIFY(std::get<monitor::Output>(events.last().payload).text.startsWith(u"199x"_s));
    QVERIFY(m_history->bytes() < 11'000);
    QCOMPARE(qsizetype(m_history->forgottenCount()) + m_history->count(), qsizetype(m_seq));
    QCOMPARE(m_forgotten.size(), m_history->forgottenCount());
}

void TestMonitorHistory::endedExecutionsGoAsAWhole()
{
    for (int i = 0; i < 10; ++i) {
        const ExecutionId id{QString::number(i)};
        add(monitor::ExecutionQueued{id, Language::Python, {}, 0, 0, 0ms, {}});
        addOutput(id, u"text"_s);
        add(monitor::ContainerChanged{{u"c"_s + id.value, Language::Python, {}, ContainerState::InUse, id, {}, {}}});
        if (i != 0) // the first one still runs
            add(monitor::ExecutionFinished{id, {}, false, false});
        add(monitor::ContainerChanged{{u"c"_s + id.value, Language::Python, {}, ContainerState::Removed, id, {}, {}}});
    }
    QCOMPARE(count<monitor::ExecutionQueued>(), 3);
    QCOMPARE(count<monitor::Output>(), 3);
    QCOMPARE(count<monitor::ContainerChanged>(), 3);
    QCOMPARE(std::get<monitor::ExecutionQueued>(all().first().payload).id.value, u"0"_s);
}

void TestMonitorHistory::livingContainersOutlastTheirSuccessors()
{
    const auto container = [](const QString &name, ContainerState state) {
        return monitor::ContainerChanged{{name, Language::Python, {}, state, {}, {}, {}}};
    };
    add(container(u"alive"_s, ContainerState::Ready));
    for (int i = 0; i < 50; ++i) {
        add(container(u"c%1"_s.arg(i), ContainerState::Ready));
        add(container(u"c%1"_s.arg(i), ContainerState::Removed));
        add(monitor::Note{u"x"_s});
    }
    QCOMPARE(m_history->count(), 1 + 5);
    QCOMPARE(std::get<monitor::ContainerChanged>(all().first().payload).container.name, u"alive"_s);
}

void TestMonitorHistory::itStaysWithinItsBytes()
{
    for (int i = 0; i < 1000; ++i)
        addOutput({QString::number(i % 2)}, QString(900, u'x'));
    QVERIFY(m_history->bytes() <= 100'000);
    for (int i = 0; i < 100; ++i)
        add(monitor::ExecutionQueued{{QString::number(i)}, Language::Python, QString(5000, u'c'), 0, 0, 0ms, {}});
    QVERIFY(m_history->bytes() <= 100'000);
    QVERIFY(m_history->next(0) != nullptr);
}

QTEST_GUILESS_MAIN(TestMonitorHistory)
#include "tst_monitorhistory.moc"
