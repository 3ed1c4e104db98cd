// What sandbox-init promises of streams (frames.h), against the built program: see tst_sandboxinit.cpp.

#include "initcontainer.h"

#include <QElapsedTimer>
#include <QMap>
#include <QTest>

#include <fcntl.h>

using namespace std::chrono_literals;
using frames::Failure;
using frames::Type;

namespace {

constexpr std::uint32_t port = 61'128;

/// For the programs: a connection through whichever loopback.
const QByteArray prelude = "import os, socket, struct, sys, threading, time\n"
                           "def connect(host='127.0.0.1'):\n"
                           "    return socket.create_connection((host, 61128))\n"
                           "def all_of(s):\n"
                           "    parts = []\n"
                           "    while part := s.recv(65536): parts.append(part)\n"
                           "    return b''.join(parts)\n";

InitContainer::Options loopback(InitContainer::Options::Direct direct = InitContainer::Options::Direct::Nothing)
{
    return {.network = InitContainer::Options::Network::Loopback, .direct = direct};
}

frames::Prepare prepareWithPort()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.streamPort = port;
    return prepare;
}

QByteArray number(std::uint32_t value)
{
    QByteArray bytes;
    for (int i = 0; i < 4; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return bytes;
}

/// A server that knows streams: takes down what comes, and does nothing of its own.
class Server
{
public:
    struct Stream
    {
        QByteArray received;
        bool isClosed = false;
        bool isReset = false;
        quint64 credit = frames::initialWindowToProgram;
        int order = 0; ///< The frame after which its latest bytes came.
    };

    explicit Server(InitContainer::Options::Direct direct = InitContainer::Options::Direct::Nothing)
        : container(loopback(direct))
    {
    }
    ~Server()
    {
        for (const int descriptor : std::as_const(handedOver))
            ::close(descriptor);
    }
    Q_DISABLE_COPY_MOVE(Server)

    bool start(const QByteArray &code, std::chrono::milliseconds timeout = 30s,
               const frames::Prepare &prepare = prepareWithPort())
    {
        if (!container.makeReady(prepare))
            return false;
        container.run(prelude + code, timeout);
        return true;
    }

    /// Reads one frame; false at the end.
    bool step()
    {
        const auto frame = container.next();
        if (!frame)
            return false;
        ++frameCount;
        const std::string_view payload(frame->payload.constData(), static_cast<std::size_t>(frame->payload.size()));
        frames::StreamId id;
        frames::StreamData data;
        frames::StreamWindow window;
        switch (frame->type) {
        case Type::StreamOpen:
            if (!frames::decode(payload, id) || id.id != lastId + 1)
                disorder += "open ";
            lastId = id.id;
            streams.insert(id.id, {});
            break;
        case Type::StreamHandedOver:
            if (!frames::decode(payload, id) || id.id != lastId + 1)
                disorder += "hand over ";
            lastId = id.id;
            handedOver.insert(id.id, container.takeDescriptor());
            break;
        case Type::StreamFromProgram: {
            if (!frames::decode(payload, data) || !streams.contains(data.id))
                disorder += "data ";
            Stream &stream = streams[data.id];
            if (stream.isClosed || stream.isReset)
                disorder += "data after the end ";
            stream.received.append(data.bytes.data(), static_cast<qsizetype>(data.bytes.size()));
            stream.order = frameCount;
            if (isGenerous)
                grant(data.id, static_cast<std::uint32_t>(data.bytes.size()));
            break;
        }
        case Type::StreamFromProgramClose:
        case Type::StreamFromProgramReset: {
            if (!frames::decode(payload, id) || !streams.contains(id.id))
                disorder += "end ";
            Stream &stream = streams[id.id];
            if (stream.isClosed && frame->type == Type::StreamFromProgramClose)
                disorder += "closed twice ";
            (frame->type == Type::StreamFromProgramClose ? stream.isClosed : stream.isReset) = true;
            break;
        }
        case Type::StreamToProgramWindow:
            if (!frames::decode(payload, window) || !streams.contains(window.id))
                disorder += "window ";
            streams[window.id].credit += window.credit;
            break;
        case Type::Stdout:
        case Type::StdoutTail:
            output += frame->payload;
            outputOrder = frameCount;
            break;
        case Type::Stderr:
        case Type::StderrTail:
            errors += frame->payload;
            break;
        case Type::Exited: {
            frames::Exited report;
            if (!frames::decode(payload, report))
                disorder += "exited ";
            exited = report;
            break;
        }
        case Type::Failed: {
            frames::Failed report;
            if (!frames::decode(payload, report))
                disorder += "failed ";
            failure = report.failure;
            errors += report.detail.data();
            break;
        }
        default:
            break;
        }
        return true;
    }
    template<typename Condition>
    bool until(Condition condition)
    {
        while (!condition()) {
            if (!step())
                return false;
        }
        return true;
    }
    void toTheEnd()
    {
        while (step())
            ;
    }

    void send(std::uint32_t id, const QByteArray &bytes)
    {
        for (qsizetype at = 0; at < bytes.size(); at += static_cast<qsizetype>(frames::maxStreamData)) {
            container.sendBytes(InitContainer::bare(
                Type::StreamToProgram, number(id) + bytes.mid(at, static_cast<qsizetype>(frames::maxStreamData))));
        }
        streams[id].credit -= static_cast<quint64>(bytes.size());
    }
    void grant(std::uint32_t id, std::uint32_t credit)
    {
        container.send(Type::StreamFromProgramWindow, frames::StreamWindow{id, credit});
    }
    void close(std::uint32_t id) { container.send(Type::StreamToProgramClose, frames::StreamId{id}); }
    void reset(std::uint32_t id) { container.send(Type::StreamToProgramReset, frames::StreamId{id}); }

    InitContainer container;
    QMap<std::uint32_t, Stream> streams;
    QMap<std::uint32_t, int> handedOver; ///< Descriptors.
    std::uint32_t lastId = 0;
    bool isGenerous = true; ///< Gives credit back at once.
    QByteArray output, errors;
    int outputOrder = 0;
    int frameCount = 0;
    QByteArray disorder;
    std::optional<frames::Exited> exited;
    std::optional<Failure> failure;
};

#define VERIFY_ENDED_WELL(server)                                                                                      \
    do {                                                                                                               \
        (server).toTheEnd();                                                                                           \
        QVERIFY2((server).exited, (server).errors.constData());                                                        \
        QCOMPARE((server).disorder, QByteArray());                                                                     \
        QVERIFY2(!(server).exited->signalled && (server).exited->status == 0, (server).errors.constData());            \
    } while (false)

} // namespace

class TestInitStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void aConnectionIsAStream_data();
    void aConnectionIsAStream();
    void withoutAPortNobodyListens();
    void aMegabytePassesBothWaysAtOnce();
    void eachSideCanEndFirst();
    void tornConnectionsAreReset();
    void theProgramSendsWhatItHasCreditFor();
    void whatTheProgramDoesNotReadWaits_data();
    void whatTheProgramDoesNotReadWaits();
    void manyStreamsAtOnceAreServed();
    void aFloodDoesNotHoldUpOtherStreams();
    void aFloodDoesNotHoldUpOutput();
    void deadlineHoldsUnderAFlood();
    void cancelHoldsWhenNothingIsRead();
    void streamsEndWithTheRun();
    void framesForStreamsThatAreOverAreIgnored();
    void disorderlyServerIsRefused_data();
    void disorderlyServerIsRefused();
    void streamsBeforeTheRunAreRefused();
    void overASocketConnectionsAreHandedOver_data();
    void overASocketConnectionsAreHandedOver();
    void handedOverConnectionsAreCounted();
    void framesForHandedOverConnectionsAreRefused();
    void ownServersAreReachedInside_data();
    void ownServersAreReachedInside();
    void ownServersTakeMuchAtOnce();
    void requestsForElsewhereArriveWhole();
    void ownServersDoNotHoldUpTheRun();
    void filesAreMade();
    void impossibleFilesAreNamed();
};

void TestInitStreams::initTestCase()
{
    const QString obstacle = InitContainer::obstacle();
    if (obstacle.isEmpty())
        return;
    if (qEnvironmentVariableIsSet("SANDBOX_TESTS_MUST_RUN"))
        QFAIL(qPrintable(obstacle));
    QSKIP(qPrintable(obstacle));
}

void TestInitStreams::aConnectionIsAStream_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::newRow("IPv4") << QByteArray("127.0.0.1");
    QTest::newRow("IPv6") << QByteArray("::1");
}

void TestInitStreams::aConnectionIsAStream()
{
    QFETCH(QByteArray, host);
    Server server;
    QVERIFY(server.start("s = connect('" + host +
                         "')\n"
                         "s.sendall(b'ping')\n"
                         "print(s.recv(100).decode())\n"
                         "s.close()\n"));
    QVERIFY(server.until([&] { return server.streams.value(1).received == "ping"; }));
    server.send(1, "pong");
    QVERIFY(server.until([&] { return server.streams.value(1).isClosed; }));
    server.close(1);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "pong\n");
}

void TestInitStreams::withoutAPortNobodyListens()
{
    Server server;
    QVERIFY(server.start("try: connect()\n"
                         "except ConnectionRefusedError: print('refused')\n",
                         30s, InitContainer::python()));
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "refused\n");
}

void TestInitStreams::aMegabytePassesBothWaysAtOnce()
{
    constexpr int size = 1024 * 1024;
    Server server;
    QVERIFY(server.start("s = connect()\n"
                         "data = bytes(i * 7 % 251 for i in range(1 << 20))\n"
                         "got = []\n"
                         "t = threading.Thread(target=lambda: got.append(all_of(s)))\n"
                         "t.start()\n"
                         "s.sendall(data)\n"
                         "s.shutdown(socket.SHUT_WR)\n"
                         "t.join()\n"
                         "print(got[0] == bytes(i % 249 for i in range(1 << 20)))\n"));
    QByteArray down(size, Qt::Uninitialized);
    QByteArray up(size, Qt::Uninitialized);
    for (int i = 0; i < size; ++i) {
        down[i] = static_cast<char>(i % 249);
        up[i] = static_cast<char>(qint64(i) * 7 % 251);
    }
    qsizetype sent = 0;
    QVERIFY(server.until([&] { return server.lastId == 1; }));
    while (sent < size) {
        const qsizetype part =
            std::min<qsizetype>({static_cast<qsizetype>(server.streams[1].credit), size - sent, 50'000});
        if (part > 0) {
            server.send(1, down.mid(sent, part));
            sent += part;
        } else {
            QVERIFY(server.step());
        }
    }
    server.close(1);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "True\n");
    QVERIFY(server.streams[1].received == up);
    QVERIFY(server.streams[1].isClosed);
}

void TestInitStreams::eachSideCanEndFirst()
{
    Server server;
    QVERIFY(server.start("a = connect(); a.sendall(b'a'); a.shutdown(socket.SHUT_WR)\n"
                         "print(all_of(a).decode())\n"
                         "b = connect(); b.sendall(b'b')\n"
                         "print(all_of(b).decode(), flush=True)\n"
                         "b.sendall(b'still there'); b.close()\n"
                         "c = connect(); c.recv(1)\n"));
    QVERIFY(server.until([&] { return server.streams.value(1).isClosed; }));
    server.send(1, "after its end");
    server.close(1);
    QVERIFY(server.until([&] { return server.streams.value(2).received == "b"; }));
    server.send(2, "last words");
    server.close(2);
    QVERIFY(server.until([&] { return server.streams.value(2).isClosed; }));
    QCOMPARE(server.streams[2].received, "bstill there");
    QVERIFY(server.until([&] { return server.lastId == 3; }));
    server.close(3);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "after its end\nlast words\n");
}

void TestInitStreams::tornConnectionsAreReset()
{
    Server server;
    QVERIFY(server.start("a = connect(); a.sendall(b'a'); a.recv(1)\n"
                         "a.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); a.close()\n"
                         "b = connect(); b.sendall(b'b')\n"
                         "try: print(b.recv(1))\n"
                         "except ConnectionResetError: print('reset')\n"));
    QVERIFY(server.until([&] { return server.streams.value(1).received == "a"; }));
    server.send(1, "x");
    QVERIFY(server.until([&] { return server.streams.value(1).isReset; }));
    QVERIFY(server.until([&] { return server.streams.value(2).received == "b"; }));
    server.reset(2);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "reset\n");
}

void TestInitStreams::theProgramSendsWhatItHasCreditFor()
{
    Server server;
    server.isGenerous = false;
    QVERIFY(server.start("s = connect()\n"
                         "s.setblocking(False)\n"
                         "sent = 0\n"
                         "end = time.monotonic() + 1\n"
                         "while time.monotonic() < end:\n"
                         "    try: sent += s.send(bytes(65536))\n"
                         "    except BlockingIOError: time.sleep(0.01)\n"
                         "print('full', flush=True)\n"
                         "s.setblocking(True)\n"
                         "s.sendall(bytes(1)); s.shutdown(socket.SHUT_WR); s.recv(1)\n"
                         "print(sent + 1)\n"));
    QVERIFY(server.until([&] { return server.output == "full\n"; }));
    QCOMPARE(server.streams[1].received.size(), qsizetype(frames::initialWindowFromProgram));
    server.grant(1, 1000);
    QVERIFY(server.until([&] { return server.streams[1].received.size() == frames::initialWindowFromProgram + 1000; }));
    server.grant(1, frames::maxWindow);
    QVERIFY(server.until([&] { return server.streams[1].isClosed; }));
    server.close(1);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "full\n" + QByteArray::number(server.streams[1].received.size()) + "\n");
}

void TestInitStreams::whatTheProgramDoesNotReadWaits_data()
{
    QTest::addColumn<bool>("isReset"); // after the end: the server waits no longer for the program's
    QTest::newRow("closed") << false;
    QTest::newRow("closed and reset") << true;
}

void TestInitStreams::whatTheProgramDoesNotReadWaits()
{
    QFETCH(bool, isReset);
    Server server;
    QVERIFY(server.start("s = connect(); t = connect(); t.sendall(b'go')\n"
                         "t.recv(1)\n"
                         "print(len(all_of(s)), flush=True)\n"));
    QVERIFY(server.until([&] { return server.streams.value(2).received == "go"; }));
    server.send(1, QByteArray(qsizetype(frames::initialWindowToProgram), 'x'));
    server.close(1);
    if (isReset)
        server.reset(1);
    server.send(2, "y"); // is served meanwhile
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, QByteArray::number(frames::initialWindowToProgram) + "\n");
}

void TestInitStreams::manyStreamsAtOnceAreServed()
{
    constexpr int count = 400; // more than there are streams: the rest waits
    Server server;
    QVERIFY(server.start("socks = [connect() for i in range(400)]\n"
                         "for i, s in enumerate(socks): s.sendall(str(i).encode()); s.shutdown(socket.SHUT_WR)\n"
                         "print(sum(int(all_of(s)) for s in socks))\n"));
    int answered = 0;
    while (answered < count) {
        QVERIFY(server.step());
        for (auto stream = server.streams.begin(); stream != server.streams.end(); ++stream) {
            if (stream->isClosed && stream->order >= 0) {
                stream->order = -1;
                server.send(stream.key(), stream->received);
                server.close(stream.key());
                ++answered;
            }
        }
    }
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, QByteArray::number(count * (count - 1) / 2) + "\n");
    QCOMPARE(int(server.lastId), count);
}

void TestInitStreams::aFloodDoesNotHoldUpOtherStreams()
{
    Server server;
    QVERIFY(server.start("def flood():\n"
                         "    s = connect()\n"
                         "    while True: s.sendall(bytes(65536))\n"
                         "threads = [threading.Thread(target=flood, daemon=True) for i in range(8)]\n"
                         "for t in threads: t.start()\n"
                         "time.sleep(0.3)\n"
                         "s = connect()\n"
                         "for i in range(20): s.sendall(b'x'); s.recv(1)\n"
                         "s.close()\n"
                         "os._exit(0)\n"));
    std::uint32_t quiet = 0;
    int answered = 0;
    while (answered < 20) {
        QVERIFY(server.step());
        for (auto stream = server.streams.begin(); stream != server.streams.end(); ++stream) {
            if (stream->received.startsWith('x') && stream->received.size() > answered) {
                quiet = stream.key();
                ++answered;
                server.send(quiet, "y");
            }
            if (!stream->received.startsWith('x'))
                stream->received.clear();
        }
    }
    VERIFY_ENDED_WELL(server);
}

void TestInitStreams::aFloodDoesNotHoldUpOutput()
{
    Server server;
    QVERIFY(server.start("def flood():\n"
                         "    s = connect()\n"
                         "    while True: s.sendall(bytes(65536))\n"
                         "for i in range(8): threading.Thread(target=flood, daemon=True).start()\n"
                         "time.sleep(0.3)\n"
                         "for i in range(100): os.write(1, b'%d\\n' % i); time.sleep(0.002)\n"
                         "os._exit(0)\n"));
    const auto forget = [&] {
        for (Server::Stream &stream : server.streams)
            stream.received.clear();
        return server.exited.has_value();
    };
    QVERIFY(server.until(forget));
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output.count('\n'), 100);
}

void TestInitStreams::deadlineHoldsUnderAFlood()
{
    Server server;
    QVERIFY(server.start("def flood():\n"
                         "    s = connect()\n"
                         "    while True: s.sendall(bytes(65536))\n"
                         "for i in range(50): threading.Thread(target=flood, daemon=True).start()\n"
                         "while True: os.write(1, bytes(65536)); os.write(2, bytes(65536))\n",
                         1s));
    while (server.step()) {
        for (Server::Stream &stream : server.streams)
            stream.received.clear();
    }
    QVERIFY2(server.exited, server.errors.left(200).constData());
    QCOMPARE(server.disorder, QByteArray());
    QCOMPARE(server.exited->timedOut, 1);
    QVERIFY2(server.exited->wallUs < 5'000'000, QByteArray::number(server.exited->wallUs).constData());
}

void TestInitStreams::cancelHoldsWhenNothingIsRead()
{
    Server server;
    QVERIFY(server.start("socks = [connect() for i in range(20)]\n"
                         "for s in socks: s.sendall(b'x')\n"
                         "time.sleep(100)\n"));
    QVERIFY(server.until([&] { return server.lastId == 20 && server.streams[20].received == "x"; }));
    for (std::uint32_t id = 1; id <= 20; ++id)
        server.send(id, QByteArray(qsizetype(frames::initialWindowToProgram), 'x'));
    QElapsedTimer clock;
    clock.start();
    server.container.send(Type::Cancel);
    server.toTheEnd();
    QVERIFY(server.exited);
    QCOMPARE(server.exited->cancelled, 1);
    QVERIFY(clock.elapsed() < 5000);
}

void TestInitStreams::streamsEndWithTheRun()
{
    Server server;
    QVERIFY(server.start("s = connect(); s.sendall(b'x'); s.recv(1)\n"
                         "if os.fork() == 0: time.sleep(100)\n"
                         "os._exit(0)\n"));
    QVERIFY(server.until([&] { return server.streams.value(1).received == "x"; }));
    server.send(1, "y");
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.container.waitForEnd(), 0);
}

void TestInitStreams::framesForStreamsThatAreOverAreIgnored()
{
    Server server;
    QVERIFY(server.start("a = connect(); a.sendall(b'a'); a.recv(1)\n"
                         "a.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); a.close()\n"
                         "b = connect(); b.sendall(b'b'); print(b.recv(1))\n"));
    QVERIFY(server.until([&] { return server.streams.value(1).received == "a"; }));
    server.send(1, "x");
    QVERIFY(server.until([&] { return server.streams.value(1).isReset; }));
    server.send(1, "late");
    server.grant(1, 5);
    server.close(1);
    server.close(1);
    server.reset(1);
    QVERIFY(server.until([&] { return server.streams.value(2).received == "b"; }));
    server.send(2, "!");
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "b'!'\n");
}

void TestInitStreams::disorderlyServerIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto bare = InitContainer::bare;
    QTest::newRow("data without bytes") << bare(Type::StreamToProgram, number(1));
    QTest::newRow("data without an id") << bare(Type::StreamToProgram, "abc");
    QTest::newRow("data for stream 0") << bare(Type::StreamToProgram, number(0) + "x");
    QTest::newRow("data for a stream to come") << bare(Type::StreamToProgram, number(2) + "x");
    QTest::newRow("data for the last stream of all") << bare(Type::StreamToProgram, number(0xffffffff) + "x");
    QTest::newRow("close of a stream to come") << bare(Type::StreamToProgramClose, number(2));
    QTest::newRow("close with something behind it") << bare(Type::StreamToProgramClose, number(1) + "x");
    QTest::newRow("close twice") << bare(Type::StreamToProgramClose, number(1)) +
                                        bare(Type::StreamToProgramClose, number(1));
    QTest::newRow("data after close") << bare(Type::StreamToProgramClose, number(1)) +
                                             bare(Type::StreamToProgram, number(1) + "x");
    QTest::newRow("reset of a stream to come") << bare(Type::StreamToProgramReset, number(2));
    QTest::newRow("reset cut short") << bare(Type::StreamToProgramReset, "x");
    QTest::newRow("no credit") << bare(Type::StreamFromProgramWindow, number(1) + number(0));
    QTest::newRow("credit for a stream to come") << bare(Type::StreamFromProgramWindow, number(2) + number(1));
    QTest::newRow("endless credit") << bare(Type::StreamFromProgramWindow, number(1) + number(0xffffffff));
    QTest::newRow("credit that adds up to too much")
        << bare(Type::StreamFromProgramWindow, number(1) + number(frames::maxWindow - 1000)) +
               bare(Type::StreamFromProgramWindow, number(1) + number(frames::maxWindow - 1000));
    QTest::newRow("init's own frame") << bare(Type::StreamOpen, number(5));
    QTest::newRow("more than the window") << QByteArray([&] {
        QByteArray bytes;
        for (int i = 0; i < 400; ++i) // much goes into the kernel's buffers
            bytes += bare(Type::StreamToProgram, number(1) + QByteArray(60'000, 'x'));
        return bytes;
    }());
}

void TestInitStreams::disorderlyServerIsRefused()
{
    QFETCH(QByteArray, bytes);
    Server server;
    // It does not read, so that no window grows.
    QVERIFY(server.start("s = connect(); s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1); s.sendall(b'x')\n"
                         "time.sleep(100)\n"));
    QVERIFY(server.until([&] { return server.streams.value(1).received == "x"; }));
    server.container.sendBytes(bytes);
    server.toTheEnd();
    QVERIFY(server.failure);
    QCOMPARE(*server.failure, Failure::Protocol);
}

void TestInitStreams::streamsBeforeTheRunAreRefused()
{
    InitContainer container(loopback());
    QVERIFY(container.makeReady(prepareWithPort()));
    container.sendBytes(InitContainer::bare(Type::StreamToProgram, number(1) + "x"));
    const InitContainer::Report report = container.report();
    QVERIFY(report.failure);
    QCOMPARE(*report.failure, Failure::Protocol);
}

void TestInitStreams::overASocketConnectionsAreHandedOver_data()
{
    aConnectionIsAStream_data();
}

void TestInitStreams::overASocketConnectionsAreHandedOver()
{
    QFETCH(QByteArray, host);
    Server server(InitContainer::Options::Direct::Socket);
    QVERIFY(server.start("s = connect('" + host +
                         "')\n"
                         "s.sendall(b'question'); s.shutdown(socket.SHUT_WR)\n"
                         "print(all_of(s).decode())\n"));
    QVERIFY(server.until([&] { return server.handedOver.contains(1); }));
    const int connection = server.handedOver.take(1);
    QCOMPARE(fcntl(connection, F_SETFL, 0), 0); // to wait in read()
    QByteArray question;
    char bytes[100];
    while (const ssize_t got = read(connection, bytes, sizeof bytes)) {
        QVERIFY(got > 0);
        question.append(bytes, got);
    }
    QCOMPARE(question, "question");
    QCOMPARE(write(connection, "answer", 6), ssize_t(6));
    ::close(connection);
    server.close(1);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "answer\n");
}

void TestInitStreams::handedOverConnectionsAreCounted()
{
    Server server(InitContainer::Options::Direct::Socket);
    QVERIFY(server.start("s = [connect() for i in range(300)]\n"
                         "print('connected', flush=True)\n"
                         "time.sleep(100)\n"));
    QVERIFY(server.until([&] { return server.output == "connected\n" && server.lastId >= frames::maxStreams; }));
    QCOMPARE(server.lastId, frames::maxStreams); // the others wait to be accepted
    QCOMPARE(server.handedOver.size(), qsizetype(frames::maxHandedOver));
    QCOMPARE(server.streams.size(), qsizetype(frames::maxStreams - frames::maxHandedOver));
    ::close(server.handedOver.take(7));
    server.close(7);
    QVERIFY(server.until([&] { return server.lastId > frames::maxStreams; }));
    QVERIFY(server.handedOver.contains(server.lastId));
    QCOMPARE(server.disorder, QByteArray());
}

void TestInitStreams::framesForHandedOverConnectionsAreRefused()
{
    Server server(InitContainer::Options::Direct::Socket);
    QVERIFY(server.start("s = connect()\ntime.sleep(100)\n"));
    QVERIFY(server.until([&] { return server.handedOver.contains(1); }));
    server.send(1, "x");
    server.toTheEnd();
    QVERIFY(server.failure);
    QCOMPARE(*server.failure, Failure::Protocol);
}

/// The program's own server, and a client that speaks to the proxy byte for byte.
const QByteArray ownServer =
    "listener = socket.create_server(('127.0.0.1', 0))\n"
    "own = listener.getsockname()[1]\n"
    "def serve(answer):\n"
    "    def one():\n"
    "        while True:\n"
    "            s, _ = listener.accept()\n"
    "            threading.Thread(target=answer, args=(s,), daemon=True).start()\n"
    "    threading.Thread(target=one, daemon=True).start()\n"
    "def head_of(s):\n"
    "    text = b''\n"
    "    while b'\\r\\n\\r\\n' not in text: text += s.recv(1)\n"
    "    return text\n"
    "def ask(text, piece=1 << 30):\n"
    "    s = connect()\n"
    "    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)\n"
    "    for i in range(0, len(text), piece): s.sendall(text[i:i + piece])\n"
    "    return all_of(s)\n";

void TestInitStreams::ownServersAreReachedInside_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("request") << QByteArray(
                                    "def answer(s):\n"
                                    "    print(head_of(s))\n"
                                    "    s.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok')\n"
                                    "    s.recv(1)\n" // a server that keeps its connections: the client ends it
                                    "serve(answer)\n"
                                    "s = connect()\n"
                                    "s.sendall(b'GET http://127.0.0.1:%d/x HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n' % own)\n"
                                    "print(head_of(s) + s.recv(2))\n")
                             << QByteArray("b'GET /x HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n'\n"
                                           "b'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\nok'\n");
    QTest::newRow("byte by byte") << QByteArray(
                                         "def answer(s):\n"
                                         "    head_of(s); s.sendall(b'HTTP/1.1 100 Continue\\r\\n\\r\\n')\n"
                                         "    body = s.recv(5)\n"
                                         "    s.sendall(b'HTTP/1.0 201 Made\\r\\n\\r\\n' + body); s.close()\n"
                                         "serve(answer)\n"
                                         "print(ask(b'PUT http://localhost:%d HTTP/1.1\\r\\n\\r\\n12345' % own, 1))\n")
                                  << QByteArray("b'HTTP/1.1 100 Continue\\r\\n\\r\\nHTTP/1.0 201 "
                                                "Made\\r\\nConnection: close\\r\\n\\r\\n12345'\n");
    QTest::newRow("tunnel") << QByteArray("def answer(s):\n"
                                          "    s.sendall(b'hello'); rest = all_of(s); s.sendall(rest[::-1]); s.close()\n"
                                          "serve(answer)\n"
                                          "s = connect()\n"
                                          "s.sendall(b'CONNECT 127.0.0.1:%d HTTP/1.1\\r\\n\\r\\nearly' % own)\n"
                                          "print(head_of(s)); print(s.recv(5))\n"
                                          "s.sendall(b'late'); s.shutdown(socket.SHUT_WR); print(all_of(s))\n")
                            << QByteArray("b'HTTP/1.1 200 Connection established\\r\\n\\r\\n'\nb'hello'\n"
                                          "b'etalylrae'\n");
    QTest::newRow("no HTTP at all") << QByteArray("def answer(s):\n"
                                                  "    head_of(s); s.sendall(b'SSH-2.0-x'); s.close()\n"
                                                  "serve(answer)\n"
                                                  "print(ask(b'GET http://127.1:%d/ HTTP/1.1\\r\\n\\r\\n' % own))\n")
                                    << QByteArray("b'SSH-2.0-x'\n");
    QTest::newRow("nobody answers") << QByteArray(
                                           "listener.close()\n"
                                           "for text in (b'GET http://[::1]:%d/ HTTP/1.1', b'CONNECT localhost:%d HTTP/1.1'):\n"
                                           "    got = ask(text % own + b'\\r\\n\\r\\n').split(b'\\r\\n')\n"
                                           "    print(got[0], got[-1])\n")
                                    << QByteArray("b'HTTP/1.1 502 Bad Gateway' b'No server of this program answers "
                                                  "there: Connection refused\\n'\n")
                                           .repeated(2);
    QTest::newRow("a head without end") << QByteArray(
                                               "serve(lambda s: time.sleep(100))\n"
                                               "s = connect()\n"
                                               "s.sendall(b'GET http://127.1:%d/ HTTP/1.1\\r\\n' % own + b'A: b\\r\\n' * 20000)\n"
                                               "print(head_of(s)[:12])\n")
                                        << QByteArray("b'HTTP/1.1 431'\n");
}

void TestInitStreams::ownServersAreReachedInside()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, output);
    frames::Prepare prepare = prepareWithPort();
    prepare.streamsAreRequests = 1;
    Server server;
    QVERIFY(server.start(ownServer + code, 30s, prepare));
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, output);
    QVERIFY(server.streams.isEmpty()); // we never heard of it
}

void TestInitStreams::ownServersTakeMuchAtOnce()
{
    frames::Prepare prepare = prepareWithPort();
    prepare.streamsAreRequests = 1;
    Server server;
    QVERIFY(server.start(ownServer + "def answer(s):\n"
                                     "    while part := s.recv(65536): s.sendall(part)\n"
                                     "    s.close()\n"
                                     "serve(answer)\n"
                                     "text = bytes(range(256)) * 12000\n" // more than what is on its way at once
                                     "good = []\n"
                                     "def one():\n"
                                     "    s = connect()\n"
                                     "    s.sendall(b'CONNECT 127.0.0.1:%d HTTP/1.1\\r\\n\\r\\n' % own)\n"
                                     "    head_of(s)\n"
                                     "    def send(): s.sendall(text); s.shutdown(socket.SHUT_WR)\n"
                                     "    threading.Thread(target=send).start()\n"
                                     "    good.append(all_of(s) == text)\n"
                                     "threads = [threading.Thread(target=one) for _ in range(20)]\n"
                                     "for t in threads: t.start()\n"
                                     "for t in threads: t.join()\n"
                                     "print(good == [True] * 20)\n",
                         60s, prepare));
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, QByteArray("True\n"));
}

void TestInitStreams::requestsForElsewhereArriveWhole()
{
    const QByteArray request = "GET http://example.com/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
    frames::Prepare prepare = prepareWithPort();
    prepare.streamsAreRequests = 1;
    Server server;
    QVERIFY(server.start("s = connect()\n"
                         "for byte in b'GET http://example.com/ HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n':\n"
                         "    s.sendall(bytes([byte]))\n"
                         "silent = connect()\n" // nobody has to hear of it
                         "silent.close()\n"
                         "print(all_of(s))\n",
                         30s, prepare));
    QVERIFY(server.until([&] { return server.streams.value(1).received == request; }));
    server.send(1, "answer");
    server.close(1);
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, QByteArray("b'answer'\n"));
    QCOMPARE(server.streams.size(), 1);
}

void TestInitStreams::ownServersDoNotHoldUpTheRun()
{
    frames::Prepare prepare = prepareWithPort();
    prepare.streamsAreRequests = 1;
    Server server;
    // A request to itself, forwarded to itself, and so on; connections without an answer, and some that are torn.
    QVERIFY(server.start(ownServer + "held = []\n"
                                     "for i in range(300):\n"
                                     "    s = connect(); held.append(s)\n"
                                     "    s.sendall(b'CONNECT localhost:%d HTTP/1.1\\r\\n\\r\\n' % (61128 if i % 2 else own))\n"
                                     "    if i % 3 == 0:\n"
                                     "        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))\n"
                                     "        s.close()\n"
                                     "print('done')\n",
                         30s, prepare));
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, QByteArray("done\n"));
}

void TestInitStreams::filesAreMade()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.files = {{"/mnt/sandbox/one.pem", "/etc/hostname-that-is-not-there", "one\n"},
                     {"/mnt/sandbox/two.pem", "/etc/passwd", "two\n"}};
    Server server;
    QVERIFY(server.start("assert open('one.pem').read() == 'one\\n'\n"
                         "two = open('two.pem').read()\n"
                         "assert two == open('/etc/passwd').read() + '\\ntwo\\n', two\n"
                         "print(oct(os.stat('one.pem').st_mode))\n",
                         30s, prepare));
    VERIFY_ENDED_WELL(server);
    QCOMPARE(server.output, "0o100444\n");
}

void TestInitStreams::impossibleFilesAreNamed()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.files = {{"/not/there", "", "x"}};
    InitContainer container;
    container.send(Type::Prepare, prepare);
    const InitContainer::Report report = container.report();
    QVERIFY(report.failure);
    QCOMPARE(*report.failure, Failure::WorkingFolder);
    QCOMPARE(report.failureDetail, "/not/there: No such file or directory");
}

QTEST_GUILESS_MAIN(TestInitStreams)
#include "tst_initstreams.moc"
