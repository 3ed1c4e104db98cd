#include "common/monitorlink.h"
#include "monitor/monitorpublisher.h"
#include "monitor/monitortail.h"

#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const ExecutionId someId{u"abcdefghijklmnopqrstuvwxyz"_s};
constexpr int patience = 10'000;

/// Answers every command at once, and notes it.
class FakeControl : public MonitorControl
{
public:
    void cancelExecution(const ExecutionId &id, Done done) override
    {
        calls += u"cancel "_s + id.value;
        done({0, true, u"Cancelled."_s, {}});
    }
    void removeContainer(const QString &name, Done done) override
    {
        calls += u"remove "_s + name;
        pending = std::move(done);
    }
    void listOrphans(Done done) override
    {
        calls += u"list"_s;
        done({0, true, {}, {{u"code-sandbox-dead-1"_s, u"server 1, ended"_s, {}, u"exited"_s, true, {}}}});
    }
    void prune(const QStringList &names, Done done) override
    {
        calls += u"prune "_s + names.join(u',');
        done({0, true, {}, {}});
    }
    void measureContainers(Done done) override
    {
        calls += u"measure"_s;
        done({0, true, {}, {{u"c1"_s, {}, {}, u"running"_s, true, {}, 4096}}});
    }
    void reproduce(const ExecutionId &id, Done done) override
    {
        calls += u"reproduce "_s + id.value;
        const QString line = u"podman run --env KEY image sk-verysecret"_s;
        done({0, true, {}, {}, monitor::TextPiece{0, line.size(), line}});
    }
    const StreamCapture *keptOutput(const ExecutionId &id, Stream stream) override
    {
        return kept && id == someId && stream == Stream::Stdout ? &*kept : nullptr;
    }

    QStringList calls;
    Done pending;
    std::optional<StreamCapture> kept;
};

} // namespace

class TestMonitorPublisher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aReaderGetsHelloReplayAndLiveEvents();
    void outputIsCollectedInOrderOfArrival();
    void aCharacterCutBetweenReadsStaysWhole();
    void secretsNeverLeave();
    void connectionsAreToldInFull();
    void aTruncatedStreamEndsWithItsTail();
    void outputThatMayBeMissingCountsAsTruncated();
    void commandsAreObeyedAndAnswered();
    void keptOutputIsReadInPieces();
    void keptOutputWithAGapSaysSo();
    void outputThatIsNotKeptIsRefused();
    void whoAsksWithoutReadingWaits();
    void sizesAndCommandsAreAskedFor();
    void anAnswerAfterTheReaderLeftIsDropped();
    void withoutControlCommandsAreRefused();
    void L01_aReaderThatNeverReadsIsToldWhatItMissed();
    void L01_anotherUserIsRefused();
    void L01_aGigabyteOfGarbageIsNotKept_data();
    void L01_aGigabyteOfGarbageIsNotKept();
    void L01_garbageEndsTheConnection_data();
    void L01_garbageEndsTheConnection();
    void tooManyReadersAreRefused();
    void aDeadServersSocketIsRemovedALiveOnesIsNot();
    void linksFindServersThatComeGoAndReturn();
    void aHostileServerIsClosed_data();
    void aHostileServerIsClosed();
    void theTailPrintsForPeopleAndPrograms();
    void theTailIsInert();
    void T09_theTailShowsBarsInTheirLastState();

private:
    MonitorPublisher::Settings settings(const QString &instance = u"instance1"_s) const
    {
        MonitorPublisher::Settings result;
        result.server.instance = instance;
        result.server.version = u"1.0"_s;
        result.secrets = {"sk-verysecret"};
        return result;
    }
    void startPublisher(const MonitorPublisher::Settings &settings, MonitorControl *control)
    {
        m_publisher = std::make_unique<MonitorPublisher>(settings, m_events.get(), control);
        const auto path = m_publisher->listen(*ensureRuntimeFolder(m_places));
        QVERIFY(path.ok());
        m_path = *path;
    }
    void connectLink()
    {
        m_link = std::make_unique<MonitorLink>(m_path);
        m_received.clear();
        connect(m_link.get(), &MonitorLink::eventReceived, this,
                [this](const monitor::Event &event) { m_received += event; });
        m_link->open();
        QTRY_VERIFY_WITH_TIMEOUT(count<monitor::ReplayEnded>() == 1, patience);
    }
    void queue()
    {
        ExecutionRequest request;
        request.id = someId;
        request.code = "print(1)";
        Q_EMIT m_events->executionQueued(request);
    }
    template<typename P>
    qsizetype count() const
    {
        return std::count_if(m_received.cbegin(), m_received.cend(),
                             [](const auto &event) { return std::holds_alternative<P>(event.payload); });
    }
    template<typename P>
    QList<P> all() const
    {
        QList<P> result;
        for (const auto &event : m_received) {
            if (const auto *payload = std::get_if<P>(&event.payload))
                result += *payload;
        }
        return result;
    }

    std::unique_ptr<QTemporaryDir> m_root;
    RuntimePlaces m_places;
    std::unique_ptr<SandboxEvents> m_events;
    FakeControl m_control;
    std::unique_ptr<MonitorPublisher> m_publisher;
    std::unique_ptr<MonitorLink> m_link;
    QList<monitor::Event> m_received;
    QString m_path;
};

void TestMonitorPublisher::init()
{
    m_root = std::make_unique<QTemporaryDir>(u"/tmp/tst-XXXXXX"_s);
    m_places = {geteuid(), m_root->path(), {}, {}};
    m_events = std::make_unique<SandboxEvents>();
    m_control.calls.clear();
    m_control.kept.reset();
    startPublisher(settings(), &m_control);
}

void TestMonitorPublisher::cleanup()
{
    m_link.reset();
    m_publisher.reset();
}

void TestMonitorPublisher::aReaderGetsHelloReplayAndLiveEvents()
{
    queue();
    Q_EMIT m_events->executionPhaseChanged(someId, Phase::Running);
    connectLink();
    QCOMPARE(m_link->server().instance, u"instance1"_s);
    QVERIFY(std::holds_alternative<monitor::Hello>(m_received.at(0).payload));
    QCOMPARE(std::get<monitor::ReplayStarted>(m_received.at(1).payload).events, 2);
    QCOMPARE(std::get<monitor::ExecutionQueued>(m_received.at(2).payload).code, u"print(1)"_s);
    QVERIFY(std::holds_alternative<monitor::PhaseChanged>(m_received.at(3).payload));

    ExecutionResult result;
    result.exitCode = 3;
    Q_EMIT m_events->executionFinished(someId, result);
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::ExecutionFinished>(), 1, patience);
    QCOMPARE(all<monitor::ExecutionFinished>().first().result.exitCode, std::optional(3));
    QCOMPARE(m_received.last().seq, quint64(3));

    monitor::ServerInfo server = m_publisher->server();
    server.client = u"client 1"_s;
    m_publisher->setServer(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_link->server().client, u"client 1"_s, patience);
}

void TestMonitorPublisher::outputIsCollectedInOrderOfArrival()
{
    connectLink();
    queue();
    for (int i = 0; i < 100; ++i)
        Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "a\n", false);
    Q_EMIT m_events->outputReceived(someId, Stream::Stderr, "b\n", false);
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "c\n", false);
    Q_EMIT m_events->executionFinished(someId, {});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::ExecutionFinished>(), 1, patience);
    const auto outputs = all<monitor::Output>();
    QCOMPARE(outputs.size(), 3);
    QCOMPARE(outputs.at(0).text, u"a\n"_s.repeated(100));
    QCOMPARE(outputs.at(1).text, u"b\n"_s);
    QCOMPARE(outputs.at(2).text, u"c\n"_s);
    QCOMPARE(outputs.at(2).offset, 200);
}

void TestMonitorPublisher::aCharacterCutBetweenReadsStaysWhole()
{
    connectLink();
    queue();
    const QByteArray text = u"漢😀"_s.toUtf8();
    for (const char byte : text)
        Q_EMIT m_events->outputReceived(someId, Stream::Stdout, QByteArray(1, byte), false);
    Q_EMIT m_events->executionFinished(someId, {});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::ExecutionFinished>(), 1, patience);
    QCOMPARE(all<monitor::Output>().first().text, u"漢😀"_s);
}

void TestMonitorPublisher::secretsNeverLeave()
{
    QByteArray everything;
    connect(m_publisher.get(), &MonitorPublisher::linePublished, this,
            [&everything](const QByteArray &line) { everything += line; });
    ExecutionRequest request;
    request.id = someId;
    request.code = QByteArray(monitor::maxCodeBytes - 6, 'x') + "sk-verysecret";
    request.client = u"client sk-verysecret"_s;
    Q_EMIT m_events->executionQueued(request);
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "key: sk-very", false);
    Q_EMIT m_events->outputReceived(someId, Stream::Stderr, "sk-", false);
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "secret!\n", false);
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "rysecret in a sample", true);
    Q_EMIT m_events->noted(u"note sk-verysecret"_s);
    ContainerInfo container;
    container.name = u"c"_s;
    container.reason = u"reason sk-verysecret"_s;
    Q_EMIT m_events->containerChanged(container);
    ConnectionReport connection;
    connection.host = u"sk-verysecret.example"_s;
    connection.reason = u"no host sk-verysecret"_s;
    Q_EMIT m_events->connectionFinished(someId, connection);
    ExecutionResult result;
    result.out.totalBytes = 1'000'000;
    result.out.tail = "verysecret is the beginning, sk-verysecret the middle";
    Q_EMIT m_events->executionFinished(someId, result);
    request.id = {u"other"_s};
    Q_EMIT m_events->executionQueued(request);
    Q_EMIT m_events->executionFailed(request.id, {Error::Code::Internal, u"sk-verysecret"_s, u"-sk-verysecret-"_s});

    QVERIFY(everything.contains("\"[masked]!"));
    QVERIFY(everything.contains("[masked] is the beginning"));
    QVERIFY2(!everything.contains("secret"), everything.mid(everything.indexOf("secret") - 200, 400).constData());
}

void TestMonitorPublisher::connectionsAreToldInFull()
{
    QByteArray line;
    connect(m_publisher.get(), &MonitorPublisher::linePublished, this, [&line](const QByteArray &l) { line = l; });
    Q_EMIT m_events->connectionFinished(someId, {u"example.org"_s, 443, u"93.184.216.34"_s, 20, 10, 250ms,
                                                 ConnectionReport::Verdict::Failed, u"It was broken off."_s});
    const auto event = monitor::decodeEvent(line);
    QVERIFY(event.ok());
    const auto *told = std::get_if<monitor::ConnectionReported>(&event->payload);
    QVERIFY(told != nullptr);
    QCOMPARE(told->id, someId);
    QCOMPARE(told->report.host, u"example.org"_s);
    QCOMPARE(told->report.port, 443);
    QCOMPARE(told->report.address, u"93.184.216.34"_s);
    QCOMPARE(told->report.bytesIn, 20);
    QCOMPARE(told->report.bytesOut, 10);
    QCOMPARE(told->report.duration, 250ms);
    QCOMPARE(told->report.verdict, ConnectionReport::Verdict::Failed);
    QCOMPARE(told->report.reason, u"It was broken off."_s);
}

void TestMonitorPublisher::aTruncatedStreamEndsWithItsTail()
{
    connectLink();
    queue();
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "head", false);
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "sample", true);
    ExecutionResult result;
    result.out = {"head", "tail", 1000};
    Q_EMIT m_events->executionFinished(someId, result);
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::ExecutionFinished>(), 1, patience);
    const auto outputs = all<monitor::Output>();
    QCOMPARE(outputs.size(), 3);
    QCOMPARE(outputs.at(0).text, u"head"_s);
    QCOMPARE(outputs.at(1).part, monitor::OutputPart::Sample);
    QCOMPARE(outputs.at(2).part, monitor::OutputPart::Tail);
    QCOMPARE(outputs.at(2).offset, 996);
    QCOMPARE(outputs.at(2).text, u"tail"_s);
    QVERIFY(all<monitor::ExecutionFinished>().first().isStdoutTruncated);
}

void TestMonitorPublisher::outputThatMayBeMissingCountsAsTruncated()
{
    connectLink();
    queue();
    ExecutionResult result;
    result.isOutputWhole = false;
    Q_EMIT m_events->executionFinished(someId, result);
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::ExecutionFinished>(), 1, patience);
    QVERIFY(all<monitor::ExecutionFinished>().first().isStdoutTruncated);
    QVERIFY(all<monitor::ExecutionFinished>().first().isStderrTruncated);
}

void TestMonitorPublisher::commandsAreObeyedAndAnswered()
{
    connectLink();
    const quint32 cancel = m_link->send(monitor::CancelExecution{someId});
    const quint32 remove = m_link->send(monitor::RemoveContainer{u"c1"_s});
    const quint32 list = m_link->send(monitor::ListOrphans{});
    m_link->send(monitor::Prune{{u"a"_s, u"b"_s}});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), 3, patience);
    m_control.pending({0, false, u"It is busy."_s, {}});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), 4, patience);
    QCOMPARE(m_control.calls, QStringList({u"cancel "_s + someId.value, u"remove c1"_s, u"list"_s, u"prune a,b"_s}));
    const auto answers = all<monitor::Answer>();
    QCOMPARE(answers.at(0).request, cancel);
    QCOMPARE(answers.at(1).request, list);
    QCOMPARE(answers.at(1).items.first().container, u"code-sandbox-dead-1"_s);
    QCOMPARE(answers.at(3).request, remove);
    QVERIFY(!answers.at(3).ok);
}

void TestMonitorPublisher::keptOutputIsReadInPieces()
{
    connectLink();
    QByteArray text;
    while (text.size() < 200'000)
        text += QByteArray::number(text.size()) + " sk-verysecret äöü 漢字\n";
    m_control.kept = StreamCapture{text.first(70'001), text.sliced(70'001), text.size()};
    QString read;
    qint64 total = 1;
    for (int answers = 1; read.size() < total; ++answers) {
        m_link->send(monitor::ReadOutput{someId, Stream::Stdout, read.size()});
        QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), answers, patience);
        const monitor::Answer answer = all<monitor::Answer>().last();
        QVERIFY(answer.ok && !answer.text.text.isEmpty());
        QCOMPARE(answer.text.offset, read.size());
        total = answer.text.total;
        read += answer.text.text;
        if (answers == 1)
            m_control.kept.reset(); // what has begun is read to its end
    }
    QCOMPARE(read, QString::fromUtf8(text).replace(u"sk-verysecret"_s, u"[masked]"_s));
    m_link->send(monitor::ReadOutput{someId, Stream::Stdout, total});
    QTRY_VERIFY_WITH_TIMEOUT(all<monitor::Answer>().last().text.text.isEmpty(), patience);
    for (const qint64 offset : {qint64(-1), total + 1, std::numeric_limits<qint64>::max() / 1024}) {
        const auto before = count<monitor::Answer>();
        m_link->send(monitor::ReadOutput{someId, Stream::Stdout, offset});
        QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), before + 1, patience);
        QVERIFY(!all<monitor::Answer>().last().ok);
    }
}

void TestMonitorPublisher::keptOutputWithAGapSaysSo()
{
    connectLink();
    m_control.kept = StreamCapture{"head sk-very", "secret tail", 1000};
    m_link->send(monitor::ReadOutput{someId, Stream::Stdout, 0});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), 1, patience);
    QCOMPARE(all<monitor::Answer>().first().text.text,
             u"head [masked]\n[… 977 bytes were not kept …]\n[masked] tail"_s);
}

void TestMonitorPublisher::outputThatIsNotKeptIsRefused()
{
    connectLink();
    m_control.kept = StreamCapture{"text", {}, 4};
    m_link->send(monitor::ReadOutput{{u"another"_s}, Stream::Stdout, 0});
    m_link->send(monitor::ReadOutput{someId, Stream::Stderr, 0});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), 2, patience);
    for (const monitor::Answer &answer : all<monitor::Answer>())
        QVERIFY(!answer.ok && answer.text.text.isEmpty() && !answer.message.isEmpty());
}

void TestMonitorPublisher::whoAsksWithoutReadingWaits()
{
    m_control.kept = StreamCapture{QByteArray(monitor::maxPieceText, 'x'), {}, monitor::maxPieceText};
    QLocalSocket lazy;
    lazy.setReadBufferSize(1);
    lazy.connectToServer(m_path);
    QVERIFY(lazy.waitForConnected(patience));
    constexpr quint32 requests = 500; // 24 MB of answers
    for (quint32 request = 1; request <= requests; ++request) {
        lazy.write(monitor::encode(monitor::Command{request, monitor::ReadOutput{someId, Stream::Stdout, 0}}));
        lazy.write(monitor::encode(monitor::Command{0, monitor::MeasureContainers{}}));
    }
    QTest::qWait(200);
    QVERIFY(m_control.calls.size() < 100); // the others are not even looked at

    lazy.setReadBufferSize(0);
    monitor::LineReader lines(monitor::maxEventLine);
    quint32 answered = 0;
    QElapsedTimer timer;
    timer.start();
    while (answered < requests && timer.elapsed() < patience) {
        QTest::qWait(1);
        lines.append(lazy.readAll());
        while (const auto line = lines.next()) {
            const auto event = monitor::decodeEvent(*line);
            QVERIFY(event.ok());
            const auto *answer = std::get_if<monitor::Answer>(&event->payload);
            if (answer != nullptr && answer->request != 0) {
                QCOMPARE(answer->request, ++answered); // in their order
                QCOMPARE(answer->text.text.size(), monitor::maxPieceText);
            }
        }
    }
    QCOMPARE(answered, requests);
}

void TestMonitorPublisher::sizesAndCommandsAreAskedFor()
{
    connectLink();
    m_link->send(monitor::MeasureContainers{});
    m_link->send(monitor::Reproduce{someId});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), 2, patience);
    QCOMPARE(m_control.calls, QStringList({u"measure"_s, u"reproduce "_s + someId.value}));
    const auto answers = all<monitor::Answer>();
    QCOMPARE(answers.at(0).items.first().sizeBytes, std::optional<qint64>(4096));
    QCOMPARE(answers.at(1).text.text, u"podman run --env KEY image [masked]"_s);
}

void TestMonitorPublisher::anAnswerAfterTheReaderLeftIsDropped()
{
    connectLink();
    m_link->send(monitor::RemoveContainer{u"c1"_s});
    QTRY_VERIFY_WITH_TIMEOUT(m_control.pending, patience);
    m_link.reset();
    QTest::qWait(50);
    m_control.pending({});
}

void TestMonitorPublisher::withoutControlCommandsAreRefused()
{
    startPublisher(settings(u"other"_s), nullptr);
    connectLink();
    m_link->send(monitor::ListOrphans{});
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::Answer>(), 1, patience);
    QVERIFY(!all<monitor::Answer>().first().ok);
}

void TestMonitorPublisher::L01_aReaderThatNeverReadsIsToldWhatItMissed()
{
    auto small = settings(u"small"_s);
    small.history = {200'000, 100'000, 10, 10};
    startPublisher(small, &m_control);
    QLocalSocket lazy;
    lazy.setReadBufferSize(1);
    lazy.connectToServer(m_path);
    QVERIFY(lazy.waitForConnected(patience));
    QTest::qWait(20);
    queue();
    constexpr int events = 3000;
    for (int i = 0; i < events; ++i) {
        Q_EMIT m_events->outputReceived(someId, Stream::Stdout, QByteArray(1000, 'x') + '\n', false);
        Q_EMIT m_events->outputReceived(someId, Stream::Stderr, "!", false);
        if (i % 100 == 0)
            QTest::qWait(1);
    }
    Q_EMIT m_events->executionFinished(someId, {});
    lazy.setReadBufferSize(0);

    monitor::LineReader lines(monitor::maxEventLine);
    qint64 missed = 0;
    quint64 received = 0;
    quint64 lastSeq = 0;
    bool hasFinished = false;
    QElapsedTimer timer;
    timer.start();
    while (!hasFinished && timer.elapsed() < patience) {
        QTest::qWait(1);
        lines.append(lazy.readAll());
        while (const auto line = lines.next()) {
            const auto event = monitor::decodeEvent(*line);
            QVERIFY(event.ok());
            if (const auto *note = std::get_if<monitor::Missed>(&event->payload))
                missed += note->events;
            if (event->seq != 0) {
                QVERIFY(event->seq > lastSeq);
                lastSeq = event->seq;
                ++received;
            }
            hasFinished = hasFinished || std::holds_alternative<monitor::ExecutionFinished>(event->payload);
        }
    }
    QVERIFY(hasFinished);
    QVERIFY(missed > 0);
    QCOMPARE(received + quint64(missed), lastSeq);
}

/// Their folder keeps others out; this is for a folder that does not.
void TestMonitorPublisher::L01_anotherUserIsRefused()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    QFile::setPermissions(m_root->path(), QFile::Permissions(0x7777));
    QFile::setPermissions(QFileInfo(m_path).path(), QFile::Permissions(0x7777));
    QFile::setPermissions(m_path, QFile::Permissions(0x7777));
    queue();
    QTest::ignoreMessage(QtWarningMsg, "A monitor was refused: it belongs to another user.");
    for (const uid_t uid : {uid_t(0), uid_t(65534)}) {
        const pid_t child = fork();
        if (child == 0) { // 0: something was told, 1: closed without a word, 2: not even connected
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            qstrncpy(address.sun_path, QFile::encodeName(m_path).constData(), sizeof address.sun_path);
            const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
            if (setresuid(uid, uid, uid) != 0 ||
                ::connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
                _exit(2);
            char byte = 0;
            _exit(::read(descriptor, &byte, 1) == 1 ? 0 : 1);
        }
        int status = -1;
        QVERIFY(QTest::qWaitFor([&] { return waitpid(child, &status, WNOHANG) == child; }, patience));
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), uid == 0 ? 0 : 1);
    }
}

void TestMonitorPublisher::L01_aGigabyteOfGarbageIsNotKept_data()
{
    QTest::addColumn<char>("end");
    QTest::newRow("in one line") << 'x';
    QTest::newRow("in lines") << '\n';
}

void TestMonitorPublisher::L01_aGigabyteOfGarbageIsNotKept()
{
    QFETCH(char, end);
    QLocalSocket hostile;
    hostile.connectToServer(m_path);
    QVERIFY(hostile.waitForConnected(patience));
    const QByteArray block = QByteArray(65'535, 'x') + end;
    qint64 sent = 0;
    while (hostile.state() == QLocalSocket::ConnectedState && sent < 1'000'000'000) {
        if (hostile.bytesToWrite() < block.size())
            sent += hostile.write(block);
        QTest::qWait(1);
    }
    QCOMPARE(hostile.state(), QLocalSocket::UnconnectedState);
    // What a socket and a few reads hold; the rest was never taken.
    QVERIFY2(sent < 8'000'000, QByteArray::number(sent).constData());
    connectLink(); // the next reader is served
}

void TestMonitorPublisher::L01_garbageEndsTheConnection_data()
{
    QTest::addColumn<QByteArray>("garbage");
    QTest::newRow("no JSON") << QByteArray("GET / HTTP/1.1\r\n\r\n");
    QTest::newRow("binary") << QByteArray("\0\xff\n", 3);
    QTest::newRow("endless line") << QByteArray(1'000'000, 'x');
    QTest::newRow("unknown command") << QByteArray("{\"command\":\"format\"}\n");
}

void TestMonitorPublisher::L01_garbageEndsTheConnection()
{
    QFETCH(QByteArray, garbage);
    connectLink();
    QLocalSocket hostile;
    hostile.connectToServer(m_path);
    QVERIFY(hostile.waitForConnected(patience));
    hostile.write(garbage);
    QTRY_COMPARE_WITH_TIMEOUT(hostile.state(), QLocalSocket::UnconnectedState, patience);
    queue();
    QTRY_COMPARE_WITH_TIMEOUT(count<monitor::ExecutionQueued>(), 1, patience); // the other reader is unharmed
}

void TestMonitorPublisher::tooManyReadersAreRefused()
{
    QTest::ignoreMessage(QtWarningMsg, "A monitor was refused: there are too many.");
    std::vector<std::unique_ptr<QLocalSocket>> sockets;
    for (int i = 0; i < 17; ++i) {
        auto &socket = sockets.emplace_back(std::make_unique<QLocalSocket>());
        socket->connectToServer(m_path);
        QVERIFY(socket->waitForConnected(patience));
        if (i < 16)
            QTRY_VERIFY_WITH_TIMEOUT(socket->bytesAvailable() > 0, patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(sockets.back()->state(), QLocalSocket::UnconnectedState, patience);
}

void TestMonitorPublisher::aDeadServersSocketIsRemovedALiveOnesIsNot()
{
    const QString folder = *ensureRuntimeFolder(m_places);
    const QString live = m_path;
    const QString dead = monitorSocketPath(folder, u"dead"_s);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    qstrncpy(address.sun_path, QFile::encodeName(dead).constData(), sizeof address.sun_path);
    QCOMPARE(bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    ::close(descriptor);
    QVERIFY(QFile::exists(dead));
    const auto first = std::move(m_publisher);
    startPublisher(settings(u"second"_s), &m_control);
    QVERIFY(!QFile::exists(dead));
    QVERIFY(QFile::exists(live));
}

void TestMonitorPublisher::linksFindServersThatComeGoAndReturn()
{
    m_publisher.reset();
    MonitorLinks links(m_places);
    QSignalSpy connected(&links, &MonitorLinks::serverConnected);
    QSignalSpy lost(&links, &MonitorLinks::serverLost);
    QSignalSpy searched(&links, &MonitorLinks::searched);
    links.start();
    QVERIFY(searched.wait(patience));
    QVERIFY(!links.hasConnection());

    startPublisher(settings(u"first"_s), &m_control);
    QTRY_COMPARE_WITH_TIMEOUT(connected.count(), 1, patience);
    QVERIFY(links.link(u"first"_s) != nullptr);
    MonitorPublisher second(settings(u"second"_s), m_events.get(), nullptr);
    QVERIFY(second.listen(*ensureRuntimeFolder(m_places)).ok());
    QTRY_COMPARE_WITH_TIMEOUT(connected.count(), 2, patience);
    m_publisher.reset();
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 1, patience);
    QCOMPARE(lost.first().first().toString(), u"first"_s);
    QCOMPARE(links.connectedInstances(), QStringList(u"second"_s));
    startPublisher(settings(u"first"_s), &m_control);
    QTRY_COMPARE_WITH_TIMEOUT(connected.count(), 3, patience);
}

void TestMonitorPublisher::aHostileServerIsClosed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no JSON") << QByteArray("hello\n");
    QTest::newRow("no hello") << QByteArray("{\"event\":\"note\"}\n");
    QTest::newRow("newer protocol") << QByteArray(
        "{\"event\":\"hello\",\"protocol\":99,\"server\":{\"instance\":\"x\"}}\n");
    QTest::newRow("endless line") << QByteArray(3 * monitor::maxEventLine, 'x');
}

void TestMonitorPublisher::aHostileServerIsClosed()
{
    QFETCH(QByteArray, bytes);
    QLocalServer server;
    QVERIFY(server.listen(m_root->filePath(u"hostile"_s)));
    connect(&server, &QLocalServer::newConnection, this,
            [&server, bytes] { server.nextPendingConnection()->write(bytes); });
    MonitorLink link(server.fullServerName());
    QSignalSpy closed(&link, &MonitorLink::closed);
    QSignalSpy connected(&link, &MonitorLink::connected);
    link.open();
    QVERIFY(closed.wait(patience));
    QCOMPARE(connected.count(), 0);
}

void TestMonitorPublisher::theTailPrintsForPeopleAndPrograms()
{
    queue();
    Q_EMIT m_events->outputReceived(someId, Stream::Stdout, "one\ntwo\n", false);
    ExecutionResult result;
    result.exitCode = 0;
    Q_EMIT m_events->executionFinished(someId, result);
    QByteArray people;
    QByteArray programs;
    QByteArray notes;
    const auto into = [](QByteArray &target) { return [&target](const QByteArray &bytes) { target += bytes; }; };
    MonitorTail readable(MonitorTail::Format::Readable, into(people), into(notes), m_places);
    MonitorTail json(MonitorTail::Format::Json, into(programs), into(notes), m_places);
    readable.start();
    json.start();
    QTRY_VERIFY_WITH_TIMEOUT(people.contains("exit code 0") && programs.contains("replay_ended"), patience);
    QVERIFY(people.contains("abcdefgh | one\n") && people.contains("abcdefgh | two\n"));
    for (const QByteArray &line : programs.trimmed().split('\n'))
        QVERIFY(monitor::decodeEvent(line).ok());
    m_publisher.reset();
    QTRY_VERIFY_WITH_TIMEOUT(notes.contains("is gone") && notes.contains("No server runs"), patience);
}

void TestMonitorPublisher::theTailIsInert()
{
    const QByteArray text =
        MonitorTail::readable({1, QDateTime::currentDateTimeUtc(),
                               monitor::Output{someId, Stream::Stdout, monitor::OutputPart::Live, 0, 0,
                                               u"\x1b]52;c;AAAA\x07 \x1b[2J\rback \x9b"
                                               u"31m \u202e rtl\n"_s}},
                              u"instance"_s);
    for (const char16_t c : QString::fromUtf8(text).toStdU16String())
        QVERIFY(c == '\n' || (c >= 0x20 && c < 0x7f) || c > 0x2066 || c == u'…');
}

void TestMonitorPublisher::T09_theTailShowsBarsInTheirLastState()
{
    const auto shown = [](const QString &output) {
        const monitor::Output event{someId, Stream::Stderr, monitor::OutputPart::Live, 0, 0, output};
        return MonitorTail::readable({1, QDateTime::currentDateTimeUtc(), event}, u"instance"_s);
    };
    QVERIFY(shown(u"\r 1%\r 2%\r 3%"_s).endsWith("abcdefgh !  3%\n"));
    QVERIFY(shown(u"10 %\x1b[2K\x1b[1G\x1b[32m20 %\x1b[0m\n"_s).endsWith("abcdefgh ! 20 %\n"));
    QVERIFY(shown(u"one\r\ntwo\r\n"_s).endsWith("abcdefgh ! two\n"));
}

QTEST_GUILESS_MAIN(TestMonitorPublisher)
#include "tst_monitorpublisher.moc"
