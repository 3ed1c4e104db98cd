#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Many runs in one server: its memory, its descriptors and the number of containers stay what they were.
class TestSoak : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingGrows();
};

namespace {

struct Sample
{
    int runs = 0;
    qint64 residentKib = 0;
    qsizetype descriptors = 0;
    qsizetype containers = 0;
    qsizetype children = 0;
};

Sample sampleOf(const McpClient &client, int runs)
{
    Sample sample;
    sample.runs = runs;
    QFile memory(u"/proc/%1/statm"_s.arg(client.pid()));
    if (memory.open(QFile::ReadOnly))
        sample.residentKib = memory.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE) / 1024;
    sample.descriptors = QDir(u"/proc/%1/fd"_s.arg(client.pid()))
                             .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                             .size();
    sample.containers = client.engine().containers(client.pid()).size();
    const QByteArray children = runProgram({u"pgrep"_s, u"-P"_s, QString::number(client.pid())}).out;
    sample.children = children.count('\n');
    return sample;
}

/// What the C library's heap goes up and down by; a leak of 2 KiB a run is more in 2,000 runs.
constexpr qint64 allowedGrowthKib = 4 * 1024;

/// As many as wait for calls when nothing happens: then the counts mean something.
constexpr int waiting = 2;

} // namespace

void TestSoak::nothingGrows()
{
    const std::optional<TestEngine> engine = TestEngine::prepareOrGiveUp();
    if (!engine)
        return;
    const int runs = qEnvironmentVariableIsSet("SANDBOX_TEST_SOAK_RUNS")
                         ? qEnvironmentVariableIntValue("SANDBOX_TEST_SOAK_RUNS")
                         : 200;
    constexpr int samples = 10;
    McpClient client(*engine, {u"--network"_s, u"none"_s, u"--pool-size"_s, u"1"_s, u"--max-concurrent"_s, u"4"_s,
                               u"--memory"_s, u"256m"_s});
    QVERIFY2(client.start(), client.log().constData());

    const QString muchOutput = u"print('x' * 3000000)\n"_s;
    const auto runOnce = [&client, &muchOutput](int i) {
        // Every kind of end, and much output now and then, so that no path is left out.
        const QString token = u"run %1"_s.arg(i);
        QString code;
        switch (i % 5) {
        case 0:
            code = u"raise SystemExit('%1')"_s.arg(token);
            break;
        case 1:
            code = u"print('%1')\n"_s.arg(token) + muchOutput;
            break;
        case 2:
            code = u"import os, signal; print('%1', flush=True); os.kill(os.getpid(), signal.SIGKILL)"_s.arg(token);
            break;
        default:
            code = u"print('%1')"_s.arg(token);
        }
        const RunResult result = i % 7 == 3 ? client.runJavaScript(u"console.log('%1')"_s.arg(token))
                                            : client.runPython(code, {{u"timeout"_s, 60}});
        const bool isRight = result.hasRun() && (result.out() + result.err()).contains(token);
        if (!isRight)
            qWarning("run %d: %s", i, result.description().constData());
        return isRight;
    };

    QList<Sample> series;
    int done = 0;
    // A container that is still starting holds two descriptors more for a moment (Docker's).
    const auto isCalm = [&client, &series] {
        const Sample now = sampleOf(client, 0);
        return now.containers == waiting && now.children == waiting &&
               (series.isEmpty() || now.descriptors <= series.first().descriptors);
    };
    // What keeps output for later (16 MiB of runs, the monitor's history) is filled first: it is memory with a limit.
    constexpr int fillingRuns = 40;
    for (int i = 0; i < fillingRuns; ++i)
        QVERIFY(client.runPython(muchOutput, {{u"timeout"_s, 60}}).hasRun());
    QVERIFY(becomesTrue(isCalm, 20s));
    series += sampleOf(client, done);
    for (int i = 1; i <= samples; ++i) {
        for (const int until = runs * i / samples; done < until; ++done)
            QVERIFY(runOnce(done));
        QVERIFY2(becomesTrue(isCalm, 20s), QByteArray::number(sampleOf(client, done).containers).constData());
        series += sampleOf(client, done);
    }
    for (const Sample &one : std::as_const(series)) {
        qInfo("%5d runs: %lld KiB resident, %lld descriptors, %lld containers, %lld children", one.runs,
              static_cast<long long>(one.residentKib), static_cast<long long>(one.descriptors),
              static_cast<long long>(one.containers), static_cast<long long>(one.children));
    }
    QVERIFY2(client.violations().isEmpty(), qPrintable(client.violations().join(u'\n')));
    QVERIFY(series.last().descriptors <= series.first().descriptors);
    QCOMPARE(series.last().children, series.first().children);
    // The C library gives back memory late, and one of many runs has just ended; a leak of each run would be more.
    const auto half = series.size() / 2;
    const auto byMemory = [](const Sample &a, const Sample &b) { return a.residentKib < b.residentKib; };
    const qint64 early = std::max_element(series.begin(), series.begin() + half, byMemory)->residentKib;
    const qint64 late = std::max_element(series.begin() + half, series.end(), byMemory)->residentKib;
    QVERIFY2(late - early <= allowedGrowthKib,
             qPrintable(u"resident memory grew from %1 to %2 KiB"_s.arg(early).arg(late)));

    const qint64 pid = client.pid();
    client.closeInput();
    QCOMPARE(client.waitForExit(patient(3s)), 0);
    QVERIFY(becomesTrue([&] { return engine->containers(pid).isEmpty(); }, 5s));
}

QTEST_GUILESS_MAIN(TestSoak)
#include "tst_soak.moc"
