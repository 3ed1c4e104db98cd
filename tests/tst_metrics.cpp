#include "monitor/metrics.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsCallsByOutcome();
    void durationsAreAHistogram();
    void engineTroubleIsToldApart();
    void containersAndPool();
    void connectionsOfPrograms();
    void textIsWellFormed();

private:
    void run(SandboxEvents &events, const QString &id, std::chrono::microseconds duration,
             Outcome outcome = Outcome::Exited)
    {
        ExecutionRequest request;
        request.id.value = id;
        Q_EMIT events.executionQueued(request);
        ExecutionResult result;
        result.outcome = outcome;
        result.duration = duration;
        Q_EMIT events.executionFinished(request.id, result);
    }
};

void TestMetrics::countsCallsByOutcome()
{
    SandboxEvents events;
    const Metrics metrics(events);
    run(events, u"a"_s, 1ms);
    run(events, u"b"_s, 1ms);
    run(events, u"c"_s, 30s, Outcome::TimedOut);
    const QByteArray text = metrics.text({2, 3, 4, 5});
    QVERIFY(text.contains("code_sandbox_calls_total{language=\"python\",outcome=\"exited\"} 2\n"));
    QVERIFY(text.contains("code_sandbox_calls_total{language=\"python\",outcome=\"timed_out\"} 1\n"));
    QVERIFY(text.contains("code_sandbox_calls_running 2\n"));
    QVERIFY(text.contains("code_sandbox_calls_waiting 3\n"));
    QVERIFY(text.contains("code_sandbox_http_connections 4\n"));
    QVERIFY(text.contains("code_sandbox_http_sessions 5\n"));
}

void TestMetrics::durationsAreAHistogram()
{
    SandboxEvents events;
    const Metrics metrics(events);
    run(events, u"a"_s, 5ms); // on a bound: inside
    run(events, u"b"_s, 20ms);
    run(events, u"c"_s, 400s);
    const QByteArray text = metrics.text({});
    const QByteArray bucket = "code_sandbox_run_duration_seconds_bucket{language=\"python\",le=";
    QVERIFY(text.contains(bucket + "\"0.005\"} 1\n"));
    QVERIFY(text.contains(bucket + "\"0.01\"} 1\n"));
    QVERIFY(text.contains(bucket + "\"0.025\"} 2\n"));
    QVERIFY(text.contains(bucket + "\"300\"} 2\n"));
    QVERIFY(text.contains(bucket + "\"+Inf\"} 3\n"));
    QVERIFY(text.contains("code_sandbox_run_duration_seconds_sum{language=\"python\"} 400.025\n"));
    QVERIFY(text.contains("code_sandbox_run_duration_seconds_count{language=\"javascript\"} 0\n"));
}

void TestMetrics::engineTroubleIsToldApart()
{
    SandboxEvents events;
    const Metrics metrics(events);
    for (const Error::Code code : {Error::Code::Busy, Error::Code::Cancelled, Error::Code::EngineUnreachable}) {
        ExecutionRequest request;
        request.id.value = QString::number(int(code));
        request.language = Language::JavaScript;
        Q_EMIT events.executionQueued(request);
        Q_EMIT events.executionFailed(request.id, {code, u"It failed."_s, {}});
    }
    const QByteArray text = metrics.text({});
    QVERIFY(text.contains("calls_total{language=\"javascript\",outcome=\"busy\"} 1\n"));
    QVERIFY(text.contains("calls_total{language=\"javascript\",outcome=\"cancelled\"} 1\n"));
    QVERIFY(text.contains("calls_total{language=\"javascript\",outcome=\"sandbox_failed\"} 1\n"));
    QVERIFY(text.contains("engine_errors_total{reason=\"engine_unreachable\"} 1\n"));
    QCOMPARE(text.count("engine_errors_total{"), 1);
}

void TestMetrics::containersAndPool()
{
    SandboxEvents events;
    const Metrics metrics(events);
    ContainerInfo container;
    container.name = u"one"_s;
    Q_EMIT events.containerChanged(container);
    container.state = ContainerState::InUse;
    Q_EMIT events.containerChanged(container);
    QVERIFY(metrics.text({}).contains("code_sandbox_containers 1\n"));
    container.state = ContainerState::Failed;
    Q_EMIT events.containerChanged(container);
    Q_EMIT events.poolChanged({Language::Python, 3, 1, 4});
    const QByteArray text = metrics.text({});
    QVERIFY(text.contains("code_sandbox_containers 0\n"));
    QVERIFY(text.contains("code_sandbox_containers_failed_total 1\n"));
    QVERIFY(text.contains("code_sandbox_pool_containers{language=\"python\",state=\"ready\"} 3\n"));
    QVERIFY(text.contains("code_sandbox_pool_containers{language=\"python\",state=\"wanted\"} 4\n"));
}

void TestMetrics::connectionsOfPrograms()
{
    SandboxEvents events;
    const Metrics metrics(events);
    ConnectionReport report;
    report.bytesIn = 1000;
    report.bytesOut = 24;
    Q_EMIT events.connectionFinished({}, report);
    report = {};
    report.verdict = ConnectionReport::Verdict::Refused;
    Q_EMIT events.connectionFinished({}, report);
    report.verdict = ConnectionReport::Verdict::Failed;
    Q_EMIT events.connectionFinished({}, report);
    const QByteArray text = metrics.text({});
    QVERIFY(text.contains("egress_connections_total{verdict=\"allowed\"} 1\n"));
    QVERIFY(text.contains("egress_connections_total{verdict=\"refused\"} 1\n"));
    QVERIFY(text.contains("egress_connections_total{verdict=\"failed\"} 1\n"));
    QVERIFY(text.contains("egress_bytes_total 1024\n"));
}

void TestMetrics::textIsWellFormed()
{
    SandboxEvents events;
    const Metrics metrics(events);
    run(events, u"a"_s, 1ms);
    static const QRegularExpression sample(
        u"^code_sandbox_[a-z_]+(\\{[a-z]+=\"[^\"\\\\]*\"(,[a-z]+=\"[^\"\\\\]*\")*\\})? [0-9.e+-]+$"_s);
    static const QRegularExpression comment(u"^# (HELP|TYPE) code_sandbox_[a-z_]+ .+$"_s);
    const QByteArray text = metrics.text({});
    QVERIFY(text.endsWith('\n'));
    for (const QByteArray &line : text.chopped(1).split('\n')) {
        const QString words = QString::fromUtf8(line);
        QVERIFY2(sample.match(words).hasMatch() || comment.match(words).hasMatch(), line.constData());
    }
}

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
