#include "common/monitorprotocol.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace monitor;

namespace {

const QDateTime noon(QDate(2026, 3, 1), QTime(12, 0, 0, 250), Qt::UTC);
const ExecutionId someId{u"abcdefghijklmnopqrstuvwxyz"_s};

ServerInfo someServer()
{
    ServerInfo server;
    server.instance = u"k3j2h4g5f6d7s8a9"_s;
    server.pid = 4711;
    server.version = u"0.1.0"_s;
    server.started = noon;
    server.transport = u"stdio"_s;
    server.client = u"gemini-cli 1.2.3"_s;
    server.engineState = EngineState::Ready;
    server.engine = u"podman 4.3.1"_s;
    server.runtime = u"runc"_s;
    server.limits = {30s, 300s, 1 << 30, 1.5, 128, 4, 1 << 20, u"public"_s};
    server.configuration = {{u"pool-size"_s, u"2"_s}, {u"python-image"_s, u"localhost/code-sandbox-python"_s}};
    return server;
}

/// One of each, with every member set to something else than its default.
QList<Event> oneOfEach()
{
    ExecutionResult result;
    result.outcome = Outcome::Signalled;
    result.signal = 11;
    result.duration = 1234567us;
    result.cpuTime = 7654us;
    result.peakMemoryBytes = 65536;
    result.oomKills = 1;
    result.pidsRefused = 2;
    result.out.totalBytes = 10;
    result.err.totalBytes = 20;
    result.engine = u"podman 4.3.1"_s;
    result.container = u"code-sandbox-k3j2-1"_s;
    result.image = u"localhost/code-sandbox-python"_s;
    result.waited = 3ms;
    result.wasWarm = true;
    ExecutionResult exited = result;
    exited.outcome = Outcome::Exited;
    exited.signal = 0;
    exited.exitCode = 3;
    ServerInfo unavailable = someServer();
    unavailable.engineState = EngineState::Unavailable;
    unavailable.engineError = u"Cannot connect to the Docker daemon"_s;

    QList<Event> events{
        {0, noon, Hello{protocolVersion, someServer()}},
        {0, noon, ReplayStarted{12, 34}},
        {0, noon, ReplayEnded{}},
        {0, noon, Missed{56}},
        {0, noon,
         Answer{7,
                false,
                u"One of them is in use."_s,
                {{u"code-sandbox-dead-1"_s, u"server 99, ended"_s, noon, u"exited"_s, false, u"device busy"_s}}}},
        {0, noon, Answer{8, true, {}, {{u"code-sandbox-k3j2-2"_s, {}, {}, u"running"_s, true, {}, 8192}}}},
        {0, noon, Answer{9, true, {}, {}, TextPiece{100, 104, u"end\n"_s}}},
    };
    const QList<Payload> numbered{
        ServerChanged{unavailable},
        ExecutionQueued{someId, Language::JavaScript, u"console.log(\"é\\n\")\n"_s, 19, 5, 30s, u"gemini-cli"_s},
        PhaseChanged{someId, Phase::Starting},
        ExecutionStarted{someId, u"code-sandbox-k3j2-1"_s},
        Output{someId, Stream::Stderr, OutputPart::Live, 100, 12, u"\x1b[31mred\x1b[0m 漢\n"_s},
        Output{someId, Stream::Stdout, OutputPart::Sample, 0, 4, u"tick"_s},
        Output{someId, Stream::Stdout, OutputPart::Tail, 900, 3, u"end"_s},
        UsageReported{someId, {1500ms, 700ms, 1 << 20}},
        ExecutionFinished{someId, result, true, false},
        ExecutionFinished{someId, exited, false, true},
        ExecutionFailed{someId, {Error::Code::ImageMissing, u"The image is missing."_s, u"manifest unknown"_s}},
        ConnectionReported{someId,
                           {u"169.254.169.254"_s,
                            80,
                            {},
                            0,
                            0,
                            1ms,
                            ConnectionReport::Verdict::Refused,
                            u"the address is not public"_s}},
        ConnectionReported{
            someId, {u"example.org"_s, 443, u"93.184.216.34"_s, 20, 10, 250ms, ConnectionReport::Verdict::Allowed, {}}},
        ConnectionReported{
            someId, {u"gone.example"_s, 443, {}, 0, 0, 5s, ConnectionReport::Verdict::Failed, u"no such name"_s}},
        ContainerChanged{
            {u"code-sandbox-k3j2-2"_s, Language::Python, u"img"_s, ContainerState::InUse, someId, noon, u"because"_s}},
        OrphansRemoved{{u"code-sandbox-dead-1"_s, u"code-sandbox-dead-2"_s}},
        PoolChanged{{Language::Python, 1, 2, 3}},
        Note{u"crun fails here; runc is used."_s},
    };
    quint64 seq = 0;
    for (const Payload &payload : numbered)
        events += Event{++seq, noon, payload};
    return events;
}

QList<Command> oneCommandOfEach()
{
    return {{1, CancelExecution{someId}},
            {2, RemoveContainer{u"code-sandbox-k3j2-2"_s}},
            {3, ListOrphans{}},
            {4, Prune{{u"code-sandbox-dead-1"_s}}},
            {5, Prune{}},
            {6, ReadOutput{someId, Stream::Stderr, 65'536}},
            {7, MeasureContainers{}},
            {8, Reproduce{someId}}};
}

QByteArray golden(const QString &name)
{
    QFile file(QStringLiteral(TEST_DATA "/") + name);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

template<typename Decoded>
QByteArray encodedAgain(const Result<Decoded> &decoded)
{
    return decoded.ok() ? encode(*decoded) : decoded.error().message.toUtf8();
}

} // namespace

class TestMonitorProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsAreTheGoldenFile();
    void commandsAreTheGoldenFile();
    void everyEventTypeIsInTheGoldenFile();
    void malformedEventsAreRefused_data();
    void malformedEventsAreRefused();
    void malformedCommandsAreRefused_data();
    void malformedCommandsAreRefused();
    void unknownEventsAndKeysAreTolerated();
    void mutatedLinesNeverCrash();
    void theLongestEventsStayBelowTheLimit();
    void linesSplitAnywhereAreReadWhole();
    void anOverlongLineEndsTheStream();
    void cuttingKeepsSurrogatePairs();
};

void TestMonitorProtocol::eventsAreTheGoldenFile()
{
    QByteArray lines;
    for (const Event &event : oneOfEach()) {
        const QByteArray line = encode(event);
        QCOMPARE(encodedAgain(decodeEvent(line)), line);
        lines += line;
    }
    // When a change of the protocol is meant: write `lines` to the file and raise protocolVersion if old readers break.
    if (qEnvironmentVariableIsSet("UPDATE_GOLDEN")) {
        QFile file(QStringLiteral(TEST_DATA "/monitor-events.jsonl"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(lines) == lines.size());
    }
    QCOMPARE(lines, golden(u"monitor-events.jsonl"_s));
}

void TestMonitorProtocol::commandsAreTheGoldenFile()
{
    QByteArray lines;
    for (const Command &command : oneCommandOfEach()) {
        const QByteArray line = encode(command);
        QCOMPARE(encodedAgain(decodeCommand(line)), line);
        lines += line;
    }
    if (qEnvironmentVariableIsSet("UPDATE_GOLDEN")) {
        QFile file(QStringLiteral(TEST_DATA "/monitor-commands.jsonl"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(lines) == lines.size());
    }
    QCOMPARE(lines, golden(u"monitor-commands.jsonl"_s));
}

void TestMonitorProtocol::everyEventTypeIsInTheGoldenFile()
{
    QSet<std::size_t> seen;
    for (const Event &event : oneOfEach())
        seen.insert(event.payload.index());
    QCOMPARE(seen.size(), qsizetype(std::variant_size_v<Payload>) - 1); // all but Unknown
}

void TestMonitorProtocol::malformedEventsAreRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("no type") << QByteArray("{}");
    QTest::newRow("type is no text") << QByteArray(R"({"event":5})");
    QTest::newRow("no execution") << QByteArray(R"({"event":"output","text":"x"})");
    QTest::newRow("wrong type") << QByteArray(R"({"event":"output","execution":"a","text":7})");
    QTest::newRow("unknown word") << QByteArray(R"({"event":"output","execution":"a","stream":"stdlog"})");
    QTest::newRow("bad time") << QByteArray(R"({"event":"note","time":"yesterday"})");
    QTest::newRow("negative number") << QByteArray(R"({"event":"note","seq":-1})");
    QTest::newRow("negative duration") << QByteArray(R"({"event":"usage","execution":"a","cpu_us":-1})");
    QTest::newRow("endless duration") << QByteArray(R"({"event":"usage","execution":"a","cpu_us":1e300})");
    QTest::newRow("port beyond int") << QByteArray(R"({"event":"connection","execution":"a","port":99999999999})");
    QTest::newRow("hello without instance") << QByteArray(R"({"event":"hello","server":{}})");
    QTest::newRow("items are no list") << QByteArray(R"({"event":"answer","items":{}})");
    QTest::newRow("item is no object") << QByteArray(R"({"event":"answer","items":[1]})");
    QTest::newRow("too long") << QByteArray(R"({"event":")") + QByteArray(maxEventLine, 'x') + "\"}";
    QTest::newRow("deep") << QByteArray(100'000, '[');
}

void TestMonitorProtocol::malformedEventsAreRefused()
{
    QFETCH(QByteArray, line);
    const auto event = decodeEvent(line);
    QVERIFY(!event.ok());
    QCOMPARE(event.error().code, Error::Code::InvalidInput);
    QVERIFY(!event.error().message.isEmpty());
}

void TestMonitorProtocol::malformedCommandsAreRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("unknown") << QByteArray(R"({"command":"run","code":"rm -rf /"})");
    QTest::newRow("no name") << QByteArray(R"({"command":"remove_container"})");
    QTest::newRow("names are no list") << QByteArray(R"({"command":"prune","containers":"all"})");
    QTest::newRow("names are no texts") << QByteArray(R"({"command":"prune","containers":[1]})");
    QTest::newRow("no execution") << QByteArray(R"({"command":"read_output","offset":1})");
    QTest::newRow("another stream") << QByteArray(R"({"command":"read_output","execution":"a","stream":"stdin"})");
    QTest::newRow("offset is no number") << QByteArray(R"({"command":"read_output","execution":"a","offset":"1"})");
    QTest::newRow("request too large") << QByteArray(R"({"command":"list_orphans","request":4294967296})");
    QTest::newRow("too long") << QByteArray(maxCommandLine + 1, ' ');
}

void TestMonitorProtocol::malformedCommandsAreRefused()
{
    QFETCH(QByteArray, line);
    QVERIFY(!decodeCommand(line).ok());
}

void TestMonitorProtocol::unknownEventsAndKeysAreTolerated()
{
    const auto event = decodeEvent(R"({"event":"checkpoint","seq":5,"execution":"a"})");
    QVERIFY(event.ok());
    QCOMPARE(std::get<Unknown>(event->payload).type, u"checkpoint"_s);
    QCOMPARE(event->seq, quint64(5));
    QVERIFY(decodeEvent(R"({"event":"note","text":"x","colour":{"r":1}})").ok());
}

void TestMonitorProtocol::mutatedLinesNeverCrash()
{
    QRandomGenerator random(42);
    const QList<QByteArray> lines = golden(u"monitor-events.jsonl"_s).split('\n');
    int accepted = 0;
    for (int round = 0; round < 20'000; ++round) {
        QByteArray line = lines.at(random.bounded(lines.size()));
        for (int change = random.bounded(1, 5); change > 0 && !line.isEmpty(); --change) {
            const qsizetype at = random.bounded(line.size());
            if (random.bounded(3) == 0)
                line.remove(at, random.bounded(1, 8));
            else
                line[at] = char(random.bounded(256));
        }
        accepted += decodeEvent(line).ok() ? 1 : 0;
        (void)decodeCommand(line);
    }
    QVERIFY(accepted < 20'000);
}

void TestMonitorProtocol::theLongestEventsStayBelowTheLimit()
{
    // Each of these characters takes six bytes in JSON.
    const QString worst(2 * maxEventLine, QChar(1));
    Answer answer{1, false, worst, {}};
    for (int i = 0; i < 1000; ++i)
        answer.items += AnswerItem{u"c"_s, {}, {}, {}, false, worst};
    answer.text = TextPiece{0, worst.size(), worst};
    for (const Payload &payload :
         QList<Payload>{ExecutionQueued{someId, Language::Python, worst, 0, 0, 0ms, {}},
                        Output{someId, Stream::Stdout, OutputPart::Live, 0, 0, worst},
                        ExecutionFailed{someId, {Error::Code::Internal, worst, worst}}, Note{worst}, answer}) {
        const QByteArray line = encode({1, noon, payload});
        QVERIFY2(line.size() <= maxEventLine, QByteArray::number(line.size()).constData());
        QVERIFY(decodeEvent(line).ok());
    }
}

void TestMonitorProtocol::linesSplitAnywhereAreReadWhole()
{
    const QByteArray stream = golden(u"monitor-events.jsonl"_s);
    QList<QByteArray> expected = stream.split('\n');
    expected.removeLast(); // after the last line end
    for (const qsizetype step : {1, 2, 3, 7, 64, 1000, 100'000}) {
        LineReader reader(maxEventLine);
        QList<QByteArray> lines;
        for (qsizetype at = 0; at < stream.size(); at += step) {
            reader.append(stream.mid(at, step));
            while (auto line = reader.next())
                lines += *line;
        }
        QCOMPARE(lines, expected);
    }
}

void TestMonitorProtocol::anOverlongLineEndsTheStream()
{
    LineReader reader(10);
    reader.append("0123456789\n");
    QCOMPARE(reader.next(), std::optional<QByteArray>("0123456789"));
    reader.append("0123456789x");
    QVERIFY(!reader.next());
    QVERIFY(reader.hasOverflowed());
    reader.append("\nshort\n");
    QVERIFY(!reader.next());
}

void TestMonitorProtocol::cuttingKeepsSurrogatePairs()
{
    const QString text = u"ab😀"_s;
    QCOMPARE(cut(text, 4), text);
    QCOMPARE(cut(text, 3), u"ab"_s);
    QCOMPARE(cut(text, 0), QString());
}

QTEST_GUILESS_MAIN(TestMonitorProtocol)
#include "tst_monitorprotocol.moc"
