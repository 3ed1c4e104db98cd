#include "detailpane.h"
#include "executionspage.h"
#include "guitestdata.h"
#include "mainwindow.h"
#include "monitorpublisher.h"
#include "outputview.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 limitMs = 100; // the goal is 50

/// Resident memory of this process in MiB.
qint64 memory()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QFile::ReadOnly))
        return 0;
    return file.readAll().split(' ').at(1).toLongLong() * sysconf(_SC_PAGESIZE) / (1 << 20);
}

/// The longest time for which the event loop did not come round: by the clock on the wall, and by that of this thread,
/// which other programs on a busy machine do not make longer.
class StallMeter : public QObject
{
public:
    StallMeter()
    {
        m_clock.start();
        m_cpu = cpuTime();
        startTimer(0);
    }

    [[nodiscard]] qint64 longest() const { return m_longest; }
    [[nodiscard]] qint64 longestCpu() const { return m_longestCpu; }
    [[nodiscard]] double quantile99()
    {
        std::sort(m_all.begin(), m_all.end());
        return m_all.isEmpty() ? 0 : double(m_all.at(m_all.size() * 99 / 100)) / 1000;
    }

protected:
    void timerEvent(QTimerEvent *) override
    {
        const qint64 us = m_clock.nsecsElapsed() / 1000;
        m_clock.start();
        const qint64 cpu = cpuTime();
        m_longestCpu = std::max(m_longestCpu, (cpu - std::exchange(m_cpu, cpu)) / 1000);
        m_longest = std::max(m_longest, us / 1000);
        if (m_all.size() < 2'000'000)
            m_all += us;
    }

private:
    /// Microseconds that this thread has worked.
    static qint64 cpuTime()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return time.tv_sec * 1'000'000 + time.tv_nsec / 1000;
    }

    QElapsedTimer m_clock;
    qint64 m_cpu = 0;
    qint64 m_longest = 0;
    qint64 m_longestCpu = 0;
    QList<qint64> m_all;
};

} // namespace

/// 100,000 events and 500 MB of output (a tenth of it in the ordinary run) reach the window through a real socket.
class TestGuiLoad : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_isFull = qEnvironmentVariableIsSet("FULL_LOAD"); }
    void manyExecutionsDoNotFreezeIt();
    void muchOutputDoesNotFreezeIt();
    void aHiddenWindowIsQuiet();

private:
    bool m_isFull = false;
};

void TestGuiLoad::manyExecutionsDoNotFreezeIt()
{
    QTemporaryDir folder(u"/tmp/tst-XXXXXX"_s);
    Preferences preferences(folder.filePath(u"settings.ini"_s));
    Session session({geteuid(), folder.path(), {}, {}});
    MainWindow window(session, preferences);
    window.show();
    EventSource server;
    session.receive(server.instance, server.hello());
    const int executions = m_isFull ? 20'000 : 2'000; // five events each
    QTest::qWait(300);                                // the window's first appearance is no stall
    const qint64 before = memory();
    StallMeter meter;
    for (int i = 0; i < executions; ++i) {
        const QString id = u"id%1"_s.arg(i);
        session.receive(server.instance, server.queued(id, u"print(%1)\n"_s.arg(i)));
        session.receive(server.instance, server.started(id));
        session.receive(server.instance, server.output(id, u"line of %1\n"_s.arg(i)));
        session.receive(server.instance, server.container(u"c-"_s + id, ContainerState::InUse, id));
        session.receive(server.instance, server.finished(id, Outcome::Exited, i % 7 == 0 ? 1 : 0));
        session.receive(server.instance, server.container(u"c-"_s + id, ContainerState::Removed, id));
        if (i == 100)
            window.executions().select({{id}});
        if (i % 20 == 0)
            QTest::qWait(0);
    }
    QTest::qWait(200);
    qInfo("%d events: longest stall %lld ms (%lld ms of our own work), 99 %% below %.1f ms, memory %lld -> %lld MiB",
          executions * 6, meter.longest(), meter.longestCpu(), meter.quantile99(), before, memory());
    QVERIFY(session.executions().rowCount() <= ExecutionModel::defaultLimit);
    QVERIFY2(meter.longestCpu() <= limitMs, QByteArray::number(meter.longestCpu()).constData());
}

void TestGuiLoad::muchOutputDoesNotFreezeIt()
{
    QTemporaryDir folder(u"/tmp/tst-XXXXXX"_s);
    const RuntimePlaces places{geteuid(), folder.path(), {}, {}};
    SandboxEvents events;
    MonitorPublisher::Settings settings;
    settings.server.instance = u"server1"_s;
    settings.server.engineState = monitor::EngineState::Ready;
    settings.secrets = {"a-secret-value"};
    MonitorPublisher publisher(settings, &events, nullptr);
    QVERIFY(publisher.listen(*ensureRuntimeFolder(places)).ok());
    Preferences preferences(folder.filePath(u"settings.ini"_s));
    Session session(places);
    MainWindow window(session, preferences);
    window.show();
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Connected, 10'000);
    ExecutionRequest request;
    request.id = {u"flood"_s};
    request.code = "while True: print('x' * 100)";
    Q_EMIT events.executionQueued(request);
    Q_EMIT events.executionStarted(request.id, u"c"_s);
    QTRY_VERIFY_WITH_TIMEOUT(session.executions().record(request.id) != nullptr, 10'000);
    window.executions().select({request.id});

    const qint64 total = m_isFull ? 500'000'000 : 20'000'000;
    QByteArray chunk;
    while (chunk.size() < 64 * 1024)
        chunk += "a line of output with \x1b[32mcolours\x1b[0m in it, and some more text to make it ordinary\n";
    chunk += QByteArray(20'000, 'y'); // and a long line
    const qint64 before = memory();
    qint64 highest = before;
    QElapsedTimer timer;
    timer.start();
    StallMeter meter;
    qint64 sent = 0;
    while (sent < total) {
        Q_EMIT events.outputReceived(request.id, sent / chunk.size() % 5 == 0 ? Stream::Stderr : Stream::Stdout, chunk,
                                     false);
        sent += chunk.size();
        QTest::qWait(0);
        highest = std::max(highest, memory());
    }
    ExecutionResult result;
    result.exitCode = 0;
    Q_EMIT events.executionFinished(request.id, result);
    QTRY_COMPARE_WITH_TIMEOUT(session.executions().record(request.id)->state, ExecutionState::Succeeded, 60'000);
    auto *output = window.findChild<OutputView *>(u"outputView"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!output->isBusy(), 30'000);
    qInfo("%lld MB in %lld ms: longest stall %lld ms (%lld ms of our own work), 99 %% below %.1f ms, memory %lld -> "
          "%lld MiB",
          sent / 1'000'000, timer.elapsed(), meter.longest(), meter.longestCpu(), meter.quantile99(), before, highest);
    QVERIFY(output->toPlainText().size() > 10'000);
    QVERIFY2(meter.longestCpu() <= limitMs, QByteArray::number(meter.longestCpu()).constData());
    QVERIFY2(highest - before < 120, QByteArray::number(highest - before).constData());
}

void TestGuiLoad::aHiddenWindowIsQuiet()
{
    QTemporaryDir folder(u"/tmp/tst-XXXXXX"_s);
    Preferences preferences(folder.filePath(u"settings.ini"_s));
    Session session({geteuid(), folder.path(), {}, {}});
    MainWindow window(session, preferences);
    EventSource server;
    session.receive(server.instance, server.hello());
    session.receive(server.instance, server.queued(u"a"_s));
    session.receive(server.instance, server.started(u"a"_s));
    window.show();
    QTest::qWait(50);
    window.hide();
    QTest::qWait(100);
    const std::clock_t before = std::clock();
    QTest::qWait(2000);
    const double used = double(std::clock() - before) / CLOCKS_PER_SEC;
    QVERIFY2(used < 0.05, QByteArray::number(used).constData());
}

QTEST_MAIN(TestGuiLoad)
#include "tst_guiload.moc"
