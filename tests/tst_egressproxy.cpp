#include "egress/egressproxy.h"
#include "egress/egressstreams.h"
#include "sandbox/framereader.h"

#include <QElapsedTimer>
#include <QHostInfo>
#include <QMap>
#include <QPointer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <memory>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using frames::Type;
using Verdict = ConnectionReport::Verdict;

namespace {

QHostInfo infoWith(const QStringList &addresses)
{
    QHostInfo info;
    QList<QHostAddress> list;
    for (const QString &address : addresses)
        list.append(QHostAddress(address));
    info.setAddresses(list);
    if (list.isEmpty()) {
        info.setError(QHostInfo::HostNotFound);
        info.setErrorString(u"Host not found"_s);
    }
    return info;
}

/// Rules under which 127.0.0.2 and 127.0.0.3 count as public; 127.0.0.1 does not.
EgressRules localRules()
{
    EgressRules rules;
    rules.addresses = AddressPolicy();
    for (const QString &address : {u"127.0.0.2"_s, u"127.0.0.3"_s})
        rules.addresses->treatAsPublic(*AddressBlock::parse(address));
    return rules;
}

/// The proxy, with the program and its sandbox-init played by the test.
class World : public QObject
{
public:
    struct Stream
    {
        QByteArray received;
        bool isClosed = false;
        bool isReset = false;
        qint64 credit = frames::initialWindowFromProgram;
    };

    explicit World(const EgressRules &rules = localRules())
        : streams([this](const QByteArray &bytes) { QVERIFY(m_reader.feed(bytes)); }, [this] { return pending; },
                  [this] { return std::exchange(descriptor, -1); })
        , proxy(streams, rules)
    {
        m_reader.onFrame = [this](Type type, std::string_view payload) { receive(type, payload); };
        QObject::connect(&proxy, &EgressProxy::connectionFinished, this,
                         [this](const ConnectionReport &report) { reports.append(report); });
        proxy.resolver().setLookUp(
            [this](const QString &name, QObject *context, const std::function<void(const QHostInfo &)> &answer) {
                lookedUp.append(name);
                if (!names.contains(name))
                    return;
                QStringList &answers = names[name];
                const QHostInfo info = infoWith(answers.constFirst().split(u' ', Qt::SkipEmptyParts));
                if (answers.size() > 1)
                    answers.removeFirst();
                QTimer::singleShot(0, context, [answer, info] { answer(info); });
            });
    }

    quint32 open()
    {
        ++m_lastId;
        all.insert(m_lastId, {});
        expect(streams.receive(Type::StreamOpen, payload(frames::StreamId{m_lastId})));
        return m_lastId;
    }
    /// The program's end of a connection that is handed over.
    std::unique_ptr<QTcpSocket> handOver()
    {
        QTcpServer loopback;
        auto program = std::make_unique<QTcpSocket>();
        if (!loopback.listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
        program->connectToHost(QHostAddress::LocalHost, loopback.serverPort());
        if (!loopback.waitForNewConnection(30'000))
            qFatal("no connection");
        descriptor = dup(int(loopback.nextPendingConnection()->socketDescriptor()));
        expect(streams.receive(Type::StreamHandedOver, payload(frames::StreamId{++m_lastId})));
        return program;
    }
    quint32 open(const QByteArray &bytes)
    {
        const quint32 id = open();
        send(id, bytes);
        return id;
    }
    void send(quint32 id, const QByteArray &bytes)
    {
        for (qsizetype at = 0; at < bytes.size(); at += 60'000) {
            const QByteArray part = bytes.mid(at, 60'000);
            all[id].credit -= part.size();
            expect(streams.receive(Type::StreamFromProgram,
                                   payload(frames::StreamData{id, {part.constData(), size_t(part.size())}})));
        }
    }
    void close(quint32 id) { expect(streams.receive(Type::StreamFromProgramClose, payload(frames::StreamId{id}))); }
    void tear(quint32 id) { expect(streams.receive(Type::StreamFromProgramReset, payload(frames::StreamId{id}))); }
    void grant(quint32 id, quint32 credit)
    {
        expect(streams.receive(Type::StreamToProgramWindow, payload(frames::StreamWindow{id, credit})));
    }
    bool isOver(quint32 id) { return all[id].isClosed || all[id].isReset; }
    QByteArray got(quint32 id) { return all[id].received; }
    int status(quint32 id) { return got(id).mid(9, 3).toInt(); }

    QMap<QString, QStringList> names{{u"web.example"_s, {u"127.0.0.2"_s}}};
    QStringList lookedUp;
    QMap<quint32, Stream> all;
    QList<ConnectionReport> reports;
    qint64 pending = 0;
    bool isGenerous = true;
    int descriptor = -1; ///< On its way to the proxy.
    EgressStreams streams;
    EgressProxy proxy;

private:
    void expect(bool isFine)
    {
        if (!isFine)
            QFAIL(qPrintable(streams.problem()));
    }
    template<typename P>
    std::string_view payload(const P &values)
    {
        m_payload.clear();
        frames::encode(m_payload, values);
        return m_payload;
    }
    void receive(Type type, std::string_view bytes)
    {
        frames::StreamId id;
        frames::StreamData data;
        frames::StreamWindow window;
        switch (type) {
        case Type::StreamToProgram:
            QVERIFY(frames::decode(bytes, data) && !all[data.id].isClosed && !all[data.id].isReset);
            all[data.id].received.append(data.bytes.data(), qsizetype(data.bytes.size()));
            if (isGenerous) {
                QTimer::singleShot(0, this, [this, id = data.id, size = data.bytes.size()] {
                    if (!isOver(id))
                        grant(id, quint32(size));
                });
            }
            return;
        case Type::StreamToProgramClose:
            QVERIFY(frames::decode(bytes, id) && !all[id.id].isClosed && !all[id.id].isReset);
            all[id.id].isClosed = true;
            return;
        case Type::StreamToProgramReset:
            QVERIFY(frames::decode(bytes, id));
            all[id.id].isReset = true;
            return;
        case Type::StreamFromProgramWindow:
            QVERIFY(frames::decode(bytes, window) && window.credit > 0);
            all[window.id].credit += window.credit;
            return;
        default:
            QFAIL("an unexpected frame");
        }
    }

    FrameReader m_reader;
    std::string m_payload;
    quint32 m_lastId = 0;
};

/// A server of the test's own: does as `serve` says for each connection.
class Peer : public QTcpServer
{
public:
    explicit Peer(const std::function<void(QTcpSocket *)> &serve = {}, const QString &address = u"127.0.0.2"_s)
    {
        connect(this, &QTcpServer::newConnection, this, [this, serve] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                sockets.append(socket);
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { received += socket->peek(1 << 20); });
                if (serve)
                    serve(socket);
            }
        });
        if (!listen(QHostAddress(address)))
            qFatal("cannot listen on %s", qPrintable(address));
    }
    [[nodiscard]] QByteArray port() const { return QByteArray::number(serverPort()); }

    QList<QPointer<QTcpSocket>> sockets;
    QByteArray received; ///< Roughly: what was seen at each readyRead().
};

void echo(QTcpSocket *socket)
{
    QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] { socket->write(socket->readAll()); });
}

/// Answers each connection's request with these bytes, once its head (and `bodyBytes` more) is there.
std::function<void(QTcpSocket *)> answering(const QByteArray &response, QByteArray *request = nullptr,
                                            const QByteArray &endOfRequest = "\r\n\r\n", bool closes = true)
{
    return [=](QTcpSocket *socket) {
        auto seen = std::make_shared<QByteArray>();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [=] {
            *seen += socket->readAll();
            if (request)
                *request = *seen;
            if (!seen->endsWith(endOfRequest))
                return;
            socket->write(response);
            if (closes)
                socket->disconnectFromHost();
        });
    };
}

/// An upstream proxy that does as `serve` says once it is asked for a tunnel: with CONNECT, or in SOCKS5's way as long
/// as each message comes in one piece. Whoever logs in as "me" with "word" may; `code` is SOCKS5's answer.
std::function<void(QTcpSocket *)> proxying(const std::function<void(QTcpSocket *)> &serve, QByteArrayList *asked,
                                           bool wantsLogin = false, char code = 0)
{
    return [=](QTcpSocket *socket) {
        auto *const handshake = new QObject(socket);
        QObject::connect(socket, &QTcpSocket::readyRead, handshake, [=] {
            const QByteArray message = socket->readAll();
            const bool isFirst = asked->isEmpty();
            asked->append(message);
            if (isFirst && !message.startsWith('\5'))
                socket->write("HTTP/1.1 200 OK\r\nX: y\r\n\r\n");
            else if (isFirst)
                return void(socket->write(wantsLogin ? "\5\2" : "\5\0", 2));
            else if (message.startsWith('\1'))
                return void(socket->write(message == "\1\2me\4word" ? "\1\0" : "\1\1", 2));
            else
                socket->write(QByteArray("\5") + code + QByteArray("\0\3\4name\0\0", 9));
            handshake->deleteLater();
            serve(socket);
        });
    };
}

UpstreamProxies upstream(const QByteArray &scheme, const Peer &peer)
{
    QProcessEnvironment environment;
    environment.insert(u"ALL_PROXY"_s, QString::fromLatin1(scheme + "127.0.0.2:" + peer.port()));
    return UpstreamProxies(environment);
}

/// A server, directly or behind the upstream proxy of that scheme, and the rules that lead to it.
struct Way
{
    Way(const QByteArray &scheme, const std::function<void(QTcpSocket *)> &serve)
        : peer(scheme.isEmpty() ? serve : proxying(serve, &asked))
        , rules(localRules())
    {
        if (!scheme.isEmpty())
            rules.upstream = upstream(scheme, peer);
    }

    QByteArrayList asked;
    Peer peer;
    EgressRules rules;
};

void addWays()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::newRow("direct") << QByteArray();
    QTest::newRow("HTTP proxy") << QByteArray("http://");
    QTest::newRow("SOCKS5 proxy") << QByteArray("socks5://");
}

QByteArray connectTo(const QByteArray &authority)
{
    return "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
}

constexpr auto established = "HTTP/1.1 200 Connection established\r\n\r\n";

} // namespace

class TestEgressProxy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tunnelsPassBothWays();
    void handedOverConnectionsPassBothWays();
    void handedOverConnectionsGetTheirResponsesWhole();
    void framesForHandedOverConnectionsAreRefused();
    void moreHandedOverConnectionsThanAgreedAreRefused();
    void handedOverConnectionsThatDoNotArriveEnd();
    void earlyBytesAreNotLost();
    void halfClosedTunnelsDeliverTheRest_data() { addWays(); }
    void halfClosedTunnelsDeliverTheRest();
    void anEndlessResponseWaitsForItsReader_data() { addWays(); }
    void anEndlessResponseWaitsForItsReader();
    void congestionHoldsStreamsBack();
    void theProgramIsHeldBackByASlowPeer_data() { addWays(); }
    void theProgramIsHeldBackByASlowPeer();

    void plainRequestsAreForwarded();
    void bodiesPass_data();
    void bodiesPass();
    void responsesPass_data();
    void responsesPass();
    void aResponseRightBehindAnotherOneIsSeen();
    void aConnectionIsForOneRequest();
    void brokenResponsesAreNamed_data();
    void brokenResponsesAreNamed();

    void whatIsNotPublicIsRefused_data();
    void whatIsNotPublicIsRefused();
    void listsAreObeyed_data();
    void listsAreObeyed();
    void unlistedNamesAreNotLookedUp();
    void longListsAreNotRepeated();
    void aNameThatChangesItsAddressGainsNothing();
    void theNextAddressIsTried();
    void namesThatDoNotResolveFail_data();
    void namesThatDoNotResolveFail();
    void T33_httpsWithoutATunnelIsExplained();
    void malformedRequestsAreRefused_data();
    void malformedRequestsAreRefused();

    void slowHeadsEnd();
    void connectionsBeyondTheLimitWait();
    void connectionsBeyondTheLimitAreNamed();
    void thousandsOfConnectionsAreServedInTurn();
    void trafficIsLimited();
    void idleTunnelsEnd();
    void everyConnectionIsReportedOnce();

    void upstreamProxiesAreUsed();
    void upstreamSocksIsSpoken_data();
    void upstreamSocksIsSpoken();
    void unlistedNamesStayClosedBehindAnUpstream();
    void upstreamProxiesGetPlainRequestsWhole();
    void upstreamExceptionsAreDirect_data();
    void upstreamExceptionsAreDirect();

    void disorderlyInitIsRefused_data();
    void disorderlyInitIsRefused();
};

void TestEgressProxy::tunnelsPassBothWays()
{
    Peer peer(echo);
    World world;
    const quint32 id = world.open(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(world.got(id), QByteArray(established));
    world.send(id, "hello");
    QTRY_COMPARE(world.got(id), QByteArray(established) + "hello");
    world.close(id);
    QTRY_VERIFY(world.isOver(id));
    QCOMPARE(world.reports.size(), 1);
    const ConnectionReport report = world.reports.constFirst();
    QCOMPARE(report.host, u"web.example"_s);
    QCOMPARE(report.port, peer.serverPort());
    QCOMPARE(report.address, u"127.0.0.2"_s);
    QCOMPARE(report.bytesIn, 5);
    QCOMPARE(report.bytesOut, 5);
    QCOMPARE(report.verdict, Verdict::Allowed);
    QCOMPARE(report.reason, QString());
    QTRY_COMPARE(world.streams.count(), 0);
}

void TestEgressProxy::handedOverConnectionsPassBothWays()
{
    Peer peer(echo);
    World world;
    const auto program = world.handOver();
    program->write(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(program->peek(1000), QByteArray(established));
    program->skip(1000);
    const QByteArray much(3'000'000, 'm');
    program->write(much);
    QByteArray got;
    connect(program.get(), &QTcpSocket::readyRead, this, [&] { got += program->readAll(); });
    QTRY_COMPARE(got.size(), much.size());
    program->disconnectFromHost();
    QTRY_COMPARE(world.reports.size(), 1);
    QCOMPARE(world.reports.constFirst().bytesIn, much.size());
    QCOMPARE(world.reports.constFirst().bytesOut, much.size());
    QTRY_COMPARE(world.streams.count(), 0);
    QVERIFY(world.all[1].isClosed); // init may count it no longer
}

void TestEgressProxy::handedOverConnectionsGetTheirResponsesWhole()
{
    const QByteArray body(2'000'000, 'b');
    const QByteArray response = "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n" + body;
    Peer peer(answering(response, nullptr, "\r\n\r\n", false));
    World world;
    const auto program = world.handOver();
    QByteArray got;
    connect(program.get(), &QTcpSocket::readyRead, this, [&] { got += program->readAll(); });
    program->write("GET http://web.example:" + peer.port() + "/ HTTP/1.1\r\nHost: x\r\n\r\n");
    QTRY_COMPARE(got.size(), got.indexOf("\r\n\r\n") + 4 + body.size());
    QVERIFY(got.endsWith(body));
    program->abort();
    QTRY_COMPARE(world.streams.count(), 0);
}

void TestEgressProxy::framesForHandedOverConnectionsAreRefused()
{
    World world;
    const auto program = world.handOver();
    QVERIFY(!world.streams.receive(Type::StreamFromProgram, std::string_view("\1\0\0\0x", 5)));
    QVERIFY(!world.streams.problem().isEmpty());
}

void TestEgressProxy::moreHandedOverConnectionsThanAgreedAreRefused()
{
    World world;
    std::vector<std::unique_ptr<QTcpSocket>> programs;
    for (std::uint32_t i = 0; i < frames::maxHandedOver; ++i)
        programs.push_back(world.handOver());
    QCOMPARE(world.streams.count(), qsizetype(frames::maxHandedOver));
    world.descriptor = socket(AF_INET, SOCK_STREAM, 0);
    QVERIFY(!world.streams.receive(Type::StreamHandedOver, std::string_view("\x41\0\0\0", 4)));
    QVERIFY(!world.streams.problem().isEmpty());
}

void TestEgressProxy::handedOverConnectionsThatDoNotArriveEnd()
{
    World world; // the server had no descriptors left
    QVERIFY(world.streams.receive(Type::StreamHandedOver, std::string_view("\1\0\0\0", 4)));
    QVERIFY(world.all[1].isClosed);
    QCOMPARE(world.streams.count(), 0);
}

void TestEgressProxy::earlyBytesAreNotLost()
{
    Peer peer(echo);
    World world;
    const QByteArray request = connectTo("web.example:" + peer.port());
    const quint32 id = world.open();
    for (const char c : request) // however it is cut
        world.send(id, QByteArray(1, c));
    world.send(id, "early");
    QTRY_COMPARE(world.got(id), QByteArray(established) + "early");
    const quint32 whole = world.open(request + "early");
    QTRY_COMPARE(world.got(whole), QByteArray(established) + "early");
}

void TestEgressProxy::halfClosedTunnelsDeliverTheRest()
{
    QFETCH(QByteArray, scheme);
    Way way(scheme, [](QTcpSocket *) {});
    const Peer &peer = way.peer;
    World world(way.rules);
    const quint32 id = world.open(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(world.got(id), QByteArray(established));
    world.send(id, "question");
    peer.sockets.constFirst()->write("first");
    QTRY_COMPARE(world.got(id), QByteArray(established) + "first");
    world.close(id);
    QTRY_VERIFY(peer.sockets.constFirst()->state() == QTcpSocket::UnconnectedState);
    QVERIFY(peer.received.endsWith("question"));
}

void TestEgressProxy::anEndlessResponseWaitsForItsReader()
{
    const auto fill = [](QTcpSocket *socket) {
        while (socket->bytesToWrite() < 4 * 1024 * 1024)
            socket->write(QByteArray(64 * 1024, 'x'));
    };
    qint64 written = 0;
    const auto serve = [fill, &written](QTcpSocket *socket) {
        QObject::connect(socket, &QTcpSocket::bytesWritten, socket, [fill, socket, &written](qint64 bytes) {
            written += bytes;
            if (written < 256 * 1024 * 1024)
                fill(socket);
        });
        fill(socket);
    };
    QFETCH(QByteArray, scheme);
    Way way(scheme, serve);
    const Peer &peer = way.peer;
    World world(way.rules);
    world.isGenerous = false;
    const quint32 id = world.open(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(world.got(id).size(), qsizetype(frames::initialWindowToProgram));
    QTest::qWait(100);
    QCOMPARE(world.got(id).size(), qsizetype(frames::initialWindowToProgram));
    world.grant(id, 1000);
    QTRY_COMPARE(world.got(id).size(), qsizetype(frames::initialWindowToProgram) + 1000);
    QTest::qWait(300);
    QVERIFY2(written < 64 * 1024 * 1024, "somebody in between takes everything");
    world.tear(id);
    QTRY_COMPARE(world.reports.size(), 1);
    QTRY_VERIFY(!peer.sockets.constFirst() || peer.sockets.constFirst()->state() == QTcpSocket::UnconnectedState);
}

void TestEgressProxy::congestionHoldsStreamsBack()
{
    Peer peer([](QTcpSocket *socket) { socket->write(QByteArray(100'000, 'x')); });
    World world;
    const quint32 first = world.open(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(world.got(first).size(), qsizetype(100'000) + qsizetype(strlen(established)));
    world.pending = 1024 * 1024;
    const quint32 second = world.open(connectTo("web.example:" + peer.port()));
    QTest::qWait(100);
    QCOMPARE(world.got(second), QByteArray());
    world.pending = 0;
    world.streams.bytesLeft();
    QTRY_COMPARE(world.got(second).size(), qsizetype(100'000) + qsizetype(strlen(established)));
}

void TestEgressProxy::theProgramIsHeldBackByASlowPeer()
{
    QFETCH(QByteArray, scheme);
    Way way(scheme, [](QTcpSocket *socket) { socket->setReadBufferSize(1024); });
    const Peer &peer = way.peer;
    World world(way.rules);
    const quint32 id = world.open(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(world.got(id), QByteArray(established));
    qint64 sent = 0;
    QElapsedTimer calm;
    calm.start();
    while (calm.elapsed() < 300) {
        if (const qint64 credit = world.all[id].credit; credit > 0) {
            world.send(id, QByteArray(credit, 'x'));
            sent += credit;
            calm.start();
        }
        QTest::qWait(1);
        QVERIFY(sent < 64 * 1024 * 1024);
    }
    QVERIFY(sent > 0);
    QCOMPARE(world.all[id].credit, 0);
}

void TestEgressProxy::plainRequestsAreForwarded()
{
    QByteArray request;
    Peer peer(answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Mine: yes\r\nProxy-Authenticate: Basic\r\n"
                        "Connection: X-Secret\r\nX-Secret: 1\r\n\r\nhello",
                        &request));
    World world;
    const quint32 id = world.open("GET http://Web.Example:" + peer.port() +
                                  "/a%2fb/../c?d=e#f HTTP/1.1\r\nHost: other.example\r\nX-Mine: too\r\n"
                                  "Proxy-Authorization: Basic secret\r\nProxy-Connection: keep-alive\r\n"
                                  "Connection: X-Hop, close\r\nX-Hop: 1\r\nTE: trailers\r\n\r\n");
    QTRY_VERIFY(world.isOver(id));
    QCOMPARE(request, "GET /a%2fb/../c?d=e HTTP/1.1\r\nX-Mine: too\r\nHost: web.example:" + peer.port() +
                          "\r\nConnection: close\r\n\r\n");
    QCOMPARE(world.got(id), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Mine: yes\r\nConnection: close\r\n\r\nhello");
    QCOMPARE(world.reports.size(), 1);
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Allowed);
}

void TestEgressProxy::bodiesPass_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("end");
    const QByteArray large(300'000, 'y');
    QTest::newRow("length") << QByteArray("Content-Length: 5\r\n") << QByteArray("12345") << QByteArray("12345");
    QTest::newRow("large") << QByteArray("Content-Length: 300003\r\n") << large + "end" << QByteArray("end");
    QTest::newRow("chunked") << QByteArray("Transfer-Encoding: chunked\r\n")
                             << QByteArray("5\r\n12345\r\n3\r\nend\r\n0\r\n\r\n") << QByteArray("\r\n0\r\n\r\n");
    QTest::newRow("none") << QByteArray("Content-Length: 0\r\n") << QByteArray() << QByteArray("\r\n\r\n");
}

void TestEgressProxy::bodiesPass()
{
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, end);
    QByteArray request;
    Peer peer(answering("HTTP/1.1 204 No Content\r\n\r\n", &request, end));
    World world;
    const quint32 id =
        world.open("POST http://web.example:" + peer.port() + "/ HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n");
    for (qsizetype at = 0; at < body.size();) {
        const qsizetype part = std::min<qsizetype>(world.all[id].credit, body.size() - at);
        world.send(id, body.mid(at, part));
        at += part;
        QTest::qWait(1);
    }
    QTRY_COMPARE(world.status(id), 204);
    const qsizetype head = request.indexOf("\r\n\r\n") + 4;
    if (!fields.startsWith("Transfer"))
        QVERIFY(request.mid(head) == body);
    else
        QCOMPARE(request.mid(head).count("12345") + request.mid(head).count("end"), 2);
}

void TestEgressProxy::responsesPass_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray get = "GET";
    QTest::newRow("until close becomes chunked")
        << get << QByteArray("HTTP/1.1 200 OK\r\n\r\nhello")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                      "5\r\nhello\r\n0\r\n\r\n");
    QTest::newRow("chunked") << get
                             << QByteArray(
                                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n"
                                    "0\r\nTrailer: x\r\n\r\n")
                             << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: "
                                           "close\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
    QTest::newRow("HEAD") << QByteArray("HEAD") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n")
                          << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 500\r\nConnection: close\r\n\r\n");
    QTest::newRow("not modified") << get << QByteArray("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")
                                  << QByteArray("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nConnection: "
                                                "close\r\n\r\n");
    QTest::newRow("continue") << get
                              << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: "
                                            "2\r\n\r\nok")
                              << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: "
                                            "2\r\nConnection: close\r\n\r\nok");
    QTest::newRow("redirect is the program's own affair")
        << get << QByteArray("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n")
        << QByteArray("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\nConnection: "
                      "close\r\n\r\n");
}

void TestEgressProxy::responsesPass()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, response);
    Peer peer(answering(response));
    World world;
    const quint32 id =
        world.open(request + " http://web.example:" + peer.port() + "/ HTTP/1.1\r\nHost: web.example\r\n\r\n");
    QTRY_COMPARE(world.reports.size(), 1);
    // How the body was cut into chunks depends on the network.
    QByteArray got = world.got(id);
    got.replace("2\r\nhe\r\n3\r\nllo\r\n", "5\r\nhello\r\n");
    QTEST(got, "expected");
}

void TestEgressProxy::aResponseRightBehindAnotherOneIsSeen()
{
    Peer peer(answering("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
                        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole",
                        nullptr, "\r\n\r\n", false)); // nothing else comes, not even the end
    World world;
    const quint32 id = world.open("GET http://web.example:" + peer.port() + "/ HTTP/1.1\r\nHost: web.example\r\n\r\n");
    QTRY_VERIFY2(world.got(id).endsWith("whole"), world.got(id).constData());
    QCOMPARE(world.status(id), 103);
    QVERIFY(world.got(id).contains("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
}

/// What comes next on a connection may be for a server of the program's own, which this one never hears of.
void TestEgressProxy::aConnectionIsForOneRequest()
{
    Peer peer(answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok"));
    World world;
    const QByteArray request = "GET http://web.example:" + peer.port() + "/ HTTP/1.1\r\nHost: web.example\r\n\r\n";
    const quint32 id = world.open(request + "GET http://127.0.0.1/ HTTP/1.1\r\n\r\n");
    QTRY_VERIFY(world.isOver(id));
    QCOMPARE(world.reports.size(), 1);
    QCOMPARE(world.got(id).count("HTTP/1.1 "), 1);
    QVERIFY(world.got(id).contains("\r\nConnection: close\r\n"));
}

void TestEgressProxy::brokenResponsesAreNamed_data()
{
    QTest::addColumn<QByteArray>("response");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no HTTP") << QByteArray("SSH-2.0-OpenSSH\r\n\r\n");
    QTest::newRow("half a head") << QByteArray("HTTP/1.1 200 OK\r\nContent-Le");
    QTest::newRow("two lengths") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab");
    QTest::newRow("length and chunks") << QByteArray(
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    QTest::newRow("endless head") << "HTTP/1.1 200 OK\r\n" + QByteArray("A: b\r\n").repeated(100'000);
}

void TestEgressProxy::brokenResponsesAreNamed()
{
    QFETCH(QByteArray, response);
    Peer peer(answering(response));
    World world;
    const quint32 id = world.open("GET http://web.example:" + peer.port() + "/ HTTP/1.1\r\nHost: x\r\n\r\n");
    QTRY_COMPARE(world.status(id), 502);
    QVERIFY(world.got(id).contains("no proper HTTP response"));
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Failed);
}

void TestEgressProxy::whatIsNotPublicIsRefused_data()
{
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("loopback") << QByteArray("127.0.0.1:80") << QByteArray("it is a loopback address");
    QTest::newRow("metadata") << QByteArray("169.254.169.254:80") << QByteArray("it is a link-local address");
    QTest::newRow("private") << QByteArray("10.1.2.3:443") << QByteArray("allow:public,10.1.2.3 would allow it");
    QTest::newRow("IPv6") << QByteArray("[fd00:ec2::254]:80") << QByteArray("allow:public,[fd00:ec2::254] would");
    QTest::newRow("mapped") << QByteArray("[::ffff:127.0.0.1]:80") << QByteArray("in IPv6's disguise");
    QTest::newRow("name") << QByteArray("inner.example:80") << QByteArray("its address 10.9.8.7 is a private address");
    QTest::newRow("localhost") << QByteArray("localhost:80") << QByteArray("its address 127.0.0.1 is a loopback");
    QTest::newRow("loopback: no option") << QByteArray("127.0.0.9:80") << QByteArray("reached as localhost");
    QTest::newRow("metadata: no option") << QByteArray("169.254.169.254:80") << QByteArray("reached as localhost");
    QTest::newRow("this network: no option") << QByteArray("0.0.0.7:80") << QByteArray("reached as localhost");
    QTest::newRow("IPv6: no option") << QByteArray("[::1]:80") << QByteArray("reached as localhost");
    QTest::newRow("link-local IPv6: no option") << QByteArray("[fe80::1]:80") << QByteArray("reached as localhost");
    QTest::newRow("mapped: no option") << QByteArray("[::ffff:127.0.0.1]:80") << QByteArray("reached as localhost");
    QTest::newRow("name with an IPv6 disguise") << QByteArray("six.example:80") << QByteArray("64:ff9b::7f00:1");
}

void TestEgressProxy::whatIsNotPublicIsRefused()
{
    QFETCH(QByteArray, authority);
    QFETCH(QByteArray, words);
    World world;
    world.names = {{u"inner.example"_s, {u"10.9.8.7"_s}},
                   {u"localhost"_s, {u"127.0.0.1 ::1"_s}},
                   {u"six.example"_s, {u"64:ff9b::7f00:1"_s}}};
    const quint32 tunnel = world.open(connectTo(authority));
    const quint32 plain = world.open("GET http://" + authority + "/ HTTP/1.1\r\nHost: x\r\n\r\n");
    for (const quint32 id : {tunnel, plain}) {
        QTRY_VERIFY(world.isOver(id));
        QCOMPARE(world.status(id), 403);
        const QByteArray body = world.got(id).mid(world.got(id).indexOf("\r\n\r\n") + 4);
        QVERIFY2(body.contains(words) || (authority.startsWith("localhost") && body.contains("loopback")),
                 body.constData());
        // Many clients show nothing but the reason phrase.
        QVERIFY(world.got(id).startsWith("HTTP/1.1 403 " + body.trimmed() + "\r\n"));
    }
    QCOMPARE(world.reports.size(), 2);
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Refused);
    QVERIFY(world.reports.constFirst().reason.contains(QString::fromLatin1(words)) ||
            authority.startsWith("localhost"));
    QCOMPARE(world.reports.constFirst().address, QString());
}

void TestEgressProxy::listsAreObeyed_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("isAllowed");
    QTest::newRow("listed") << u"web.example"_s << QByteArray("web.example") << true;
    QTest::newRow("listed below") << u"*.example"_s << QByteArray("web.example") << true;
    QTest::newRow("not listed") << u"other.example"_s << QByteArray("web.example") << false;
    QTest::newRow("a listed name does not open private addresses")
        << u"inner.example"_s << QByteArray("inner.example") << false;
    QTest::newRow("a listed address does") << u"127.0.0.1"_s << QByteArray("127.0.0.1") << true;
    QTest::newRow("by name, too") << u"127.0.0.1"_s << QByteArray("inner.example") << true;
    QTest::newRow("other names stay closed") << u"127.0.0.1"_s << QByteArray("web.example") << false;
    QTest::newRow("public and an address") << u"public,127.0.0.1"_s << QByteArray("web.example") << true;
}

void TestEgressProxy::listsAreObeyed()
{
    QFETCH(QString, list);
    QFETCH(QByteArray, host);
    QFETCH(bool, isAllowed);
    QString problem;
    EgressRules rules = localRules();
    rules.hosts = *HostRules::parse(list, &problem);
    Peer outer(echo);
    Peer inner(echo, u"127.0.0.1"_s);
    World world(rules);
    world.names.insert(u"inner.example"_s, {u"127.0.0.1"_s});
    const QByteArray port = host == "web.example" ? outer.port() : inner.port();
    const quint32 id = world.open(connectTo(host + ':' + port));
    QTRY_VERIFY(world.status(id) != 0);
    QCOMPARE(world.status(id), isAllowed ? 200 : 403);
}

void TestEgressProxy::unlistedNamesAreNotLookedUp()
{
    QString problem;
    EgressRules rules = localRules();
    rules.hosts = *HostRules::parse(u"web.example"_s, &problem);
    World world(rules);
    const quint32 id = world.open(connectTo("secret-in-a-name.evil.example:443"));
    QTRY_COMPARE(world.status(id), 403);
    QVERIFY(world.got(id).contains("only web.example can be reached"));
    QVERIFY(world.got(id).contains("allow:web.example,secret-in-a-name.evil.example would allow it"));
    QCOMPARE(world.lookedUp, QStringList());
}

void TestEgressProxy::longListsAreNotRepeated()
{
    QStringList names;
    for (int i = 0; i < 400; ++i)
        names += u"host-%1.example"_s.arg(i);
    QString problem;
    EgressRules rules = localRules();
    rules.hosts = *HostRules::parse(names.join(u','), &problem);
    World world(rules);
    const quint32 id = world.open(connectTo("evil.example:443"));
    QTRY_COMPARE(world.status(id), 403);
    QVERIFY2(world.got(id).contains("host-7.example and 392 more can be reached"), world.got(id).constData());
    QVERIFY2(world.got(id).contains("option --network allow:?,evil.example would allow it"), world.got(id).constData());
    QVERIFY(world.reports.constFirst().reason.size() < 500);
}

void TestEgressProxy::aNameThatChangesItsAddressGainsNothing()
{
    Peer outer(echo);
    Peer inner(echo, u"127.0.0.1"_s);
    World world;
    // Checked once with one answer, connected with another: there is only one look-up, and its answer is what counts.
    world.names[u"flip.example"_s] = {u"127.0.0.2"_s, u"127.0.0.1"_s, u"127.0.0.1 127.0.0.2"_s};
    const quint32 first = world.open(connectTo("flip.example:" + outer.port()));
    QTRY_COMPARE(world.status(first), 200);
    const quint32 second = world.open(connectTo("flip.example:" + inner.port()));
    QTRY_COMPARE(world.status(second), 403);
    const quint32 third = world.open(connectTo("flip.example:" + outer.port()));
    QTRY_COMPARE(world.status(third), 200);
    QVERIFY(inner.sockets.isEmpty());
    QCOMPARE(world.lookedUp.size(), 3);
}

void TestEgressProxy::theNextAddressIsTried()
{
    Peer peer(echo, u"127.0.0.3"_s); // and nobody at 127.0.0.2
    World world;
    world.names[u"two.example"_s] = {u"127.0.0.2 127.0.0.3"_s};
    const quint32 id = world.open(connectTo("two.example:" + peer.port()));
    QTRY_COMPARE(world.status(id), 200);
    QCOMPARE(peer.sockets.size(), 1);
    const quint32 none = world.open(connectTo("web.example:" + peer.port()));
    QTRY_COMPARE(world.status(none), 502);
    QVERIFY(world.got(none).contains("refused"));
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Failed);
}

void TestEgressProxy::namesThatDoNotResolveFail_data()
{
    QTest::addColumn<bool>("answers");
    QTest::addColumn<int>("status");
    QTest::newRow("no such name") << true << 502;
    QTest::newRow("no answer") << false << 504;
}

void TestEgressProxy::namesThatDoNotResolveFail()
{
    QFETCH(bool, answers);
    QFETCH(int, status);
    EgressRules rules = localRules();
    rules.limits.lookUp = 100ms;
    World world(rules);
    if (answers)
        world.names[u"none.example"_s] = {QString()};
    // More than are looked up at once.
    QList<quint32> ids;
    for (int i = 0; i < 6; ++i)
        ids.append(world.open(connectTo("none.example:443")));
    for (const quint32 id : ids)
        QTRY_COMPARE(world.status(id), status);
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Failed);
}

void TestEgressProxy::T33_httpsWithoutATunnelIsExplained()
{
    World world;
    const quint32 id = world.open("GET https://web.example/ HTTP/1.1\r\nHost: web.example\r\n\r\n");
    QTRY_VERIFY(world.isOver(id));
    QCOMPARE(world.status(id), 400);
    QVERIFY2(world.got(id).contains("CONNECT, which axios does from version 1.14 on: update it, or use fetch"),
             world.got(id).constData());
}

void TestEgressProxy::malformedRequestsAreRefused_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const QByteArray get = "GET http://web.example/ HTTP/1.1\r\n";
    QTest::newRow("origin form") << QByteArray("GET / HTTP/1.1\r\nHost: web.example\r\n\r\n") << 400;
    QTest::newRow("asterisk form") << QByteArray("OPTIONS * HTTP/1.1\r\nHost: web.example\r\n\r\n") << 400;
    QTest::newRow("another scheme") << QByteArray("GET ftp://web.example/ HTTP/1.1\r\nHost: x\r\n\r\n") << 400;
    QTest::newRow("https without CONNECT") << QByteArray("GET https://web.example/ HTTP/1.1\r\nHost: x\r\n\r\n") << 400;
    QTest::newRow("no host") << QByteArray("GET http:/// HTTP/1.1\r\nHost: x\r\n\r\n") << 400;
    QTest::newRow("user in the address") << QByteArray("GET http://a:b@web.example/ HTTP/1.1\r\nHost: x\r\n\r\n")
                                         << 400;
    QTest::newRow("two Host fields") << get + "Host: web.example\r\nHost: inner.example\r\n\r\n" << 400;
    QTest::newRow("two lengths") << get + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab" << 400;
    QTest::newRow("length and chunks") << get + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                                       << 400;
    QTest::newRow("CONNECT without a port") << connectTo("web.example") << 400;
    QTest::newRow("CONNECT to an address in full") << connectTo("http://web.example:80/") << 400;
    QTest::newRow("CONNECT with a body")
        << QByteArray("CONNECT web.example:80 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc") << 400;
    QTest::newRow("number in another spelling") << connectTo("0x7f000001:80") << 400;
    QTest::newRow("short number") << connectTo("127.1:80") << 400;
    QTest::newRow("zero byte") << QByteArray("CONNECT web.example\0:80 HTTP/1.1\r\n\r\n", 35) << 400;
    QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) << 400;
    QTest::newRow("garbage") << QByteArray("\xff\xff\xff\r\n\r\n") << 400;
    QTest::newRow("HTTP/2 preface") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") << 400;
    QTest::newRow("long line") << QByteArray(30'000, 'A') << 431;
    QTest::newRow("long target") << "GET http://web.example/" + QByteArray(30'000, 'a') << 431;
    QTest::newRow("long field") << get + "A: " + QByteArray(30'000, 'b') << 431;
    QTest::newRow("many fields") << get + QByteArray("A: b\r\n").repeated(5'000) << 431;
}

void TestEgressProxy::malformedRequestsAreRefused()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    World world;
    const quint32 id = world.open(request);
    QTRY_VERIFY(world.isOver(id));
    QCOMPARE(world.status(id), status);
    QVERIFY(world.got(id).contains("The sandbox's proxy"));
    QCOMPARE(world.reports.size(), 1);
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Refused);
}

void TestEgressProxy::slowHeadsEnd()
{
    EgressRules rules = localRules();
    rules.limits.head = 200ms;
    rules.limits.idle = 400ms;
    World world(rules);
    const quint32 slow = world.open("GET http://web.ex");
    QTimer trickle;
    connect(&trickle, &QTimer::timeout, this, [&] {
        if (!world.isOver(slow))
            world.send(slow, "a");
    });
    trickle.start(20ms);
    const quint32 silent = world.open();
    QTRY_VERIFY(world.isOver(slow));
    QCOMPARE(world.status(slow), 408);
    QTRY_VERIFY(world.isOver(silent));
    QCOMPARE(world.got(silent), QByteArray());
    QCOMPARE(world.reports.size(), 1); // who asks for nothing is nothing to report
}

void TestEgressProxy::connectionsBeyondTheLimitWait()
{
    Peer peer(echo);
    EgressRules rules = localRules();
    rules.limits.connections = 2;
    World world(rules);
    const QByteArray request = connectTo("web.example:" + peer.port());
    const quint32 first = world.open(request);
    const quint32 second = world.open(request);
    const quint32 third = world.open(request);
    QTRY_COMPARE(world.status(first), 200);
    QTRY_COMPARE(world.status(second), 200);
    QTest::qWait(100);
    QCOMPARE(world.got(third), QByteArray());
    world.tear(first);
    QTRY_COMPARE(world.status(third), 200);
}

void TestEgressProxy::connectionsBeyondTheLimitAreNamed()
{
    Peer peer(echo);
    EgressRules rules = localRules();
    rules.limits.connections = 2;
    rules.limits.waiting = 200ms;
    World world(rules);
    const QByteArray request = connectTo("web.example:" + peer.port());
    world.open(request);
    world.open(request);
    const quint32 third = world.open(request);
    QTRY_COMPARE(world.status(third), 503);
    QVERIFY2(world.got(third).contains("a run may have 2 open connections"), world.got(third).constData());
    QCOMPARE(world.reports.size(), 1);
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Refused);
}

void TestEgressProxy::thousandsOfConnectionsAreServedInTurn()
{
    Peer peer(answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    World world;
    int done = 0;
    int opened = 0;
    QMap<quint32, bool> open;
    while (done < 2000) {
        while (open.size() < 200 && opened < 2000) {
            const quint32 id = world.open("GET http://web.example:" + peer.port() +
                                          "/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            open.insert(id, true);
            ++opened;
        }
        QTest::qWait(1);
        for (const quint32 id : open.keys()) {
            if (world.isOver(id)) {
                QCOMPARE(world.status(id), 200);
                world.close(id);
                open.remove(id);
                ++done;
            }
        }
    }
    QCOMPARE(world.reports.size(), 2000);
    QTRY_COMPARE(world.streams.count(), 0);
}

void TestEgressProxy::trafficIsLimited()
{
    Peer peer([](QTcpSocket *socket) { socket->write(QByteArray(4 * 1024 * 1024, 'x')); });
    EgressRules rules = localRules();
    rules.limits.traffic = 1024 * 1024;
    World world(rules);
    const quint32 id = world.open(connectTo("web.example:" + peer.port()));
    QTRY_VERIFY(world.isOver(id));
    QVERIFY(world.all[id].isReset);
    QVERIFY(world.got(id).size() <= 1024 * 1024 + 128 * 1024);
    QCOMPARE(world.reports.constFirst().verdict, Verdict::Refused);
    QVERIFY(world.reports.constFirst().reason.contains(u"--max-traffic"_s));
    const quint32 next = world.open(connectTo("web.example:" + peer.port()));
    QTRY_VERIFY(world.isOver(next));
}

void TestEgressProxy::idleTunnelsEnd()
{
    Peer peer;
    EgressRules rules = localRules();
    rules.limits.idle = 200ms;
    World world(rules);
    const quint32 id = world.open(connectTo("web.example:" + peer.port()));
    QTRY_VERIFY(world.isOver(id));
    QCOMPARE(world.reports.size(), 1);
    QVERIFY(world.reports.constFirst().reason.startsWith(u"Nothing was sent"_s));
}

void TestEgressProxy::everyConnectionIsReportedOnce()
{
    Peer peer(echo);
    World world;
    world.names[u"slow.example"_s] = {u"127.0.0.2"_s};
    world.open();                                                           // asks for nothing: no report
    world.open("GET http://web.ex");                                        // not whole: none either
    world.open(connectTo("127.0.0.1:1"));                                   // refused
    const quint32 id = world.open(connectTo("web.example:" + peer.port())); // open at the end
    QTRY_COMPARE(world.status(id), 200);
    world.open(connectTo("hangs.example:1")); // never looked up
    world.streams.close();
    world.proxy.finish();
    QCOMPARE(world.reports.size(), 3);
    QCOMPARE(world.reports[0].verdict, Verdict::Refused);
    QStringList others{world.reports[1].host, world.reports[2].host};
    others.sort();
    QCOMPARE(others, (QStringList{u"hangs.example"_s, u"web.example"_s}));
}

void TestEgressProxy::upstreamProxiesAreUsed()
{
    QByteArray request;
    Peer upstream([&request](QTcpSocket *socket) {
        connect(socket, &QTcpSocket::readyRead, socket, [socket, &request] {
            const QByteArray bytes = socket->readAll();
            if (!bytes.startsWith("CONNECT"))
                return void(socket->write(bytes));
            request = bytes;
            if (bytes.contains("Proxy-Authorization"))
                socket->write("HTTP/1.1 200 OK\r\n\r\n");
            else
                socket->write("HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
                              "Content-Length: 0\r\n\r\n");
        });
    });
    EgressRules rules = localRules();
    QProcessEnvironment environment;
    environment.insert(u"HTTPS_PROXY"_s,
                       u"http://me:pass%20word@127.0.0.2:%1"_s.arg(QString::fromLatin1(upstream.port())));
    rules.upstream = UpstreamProxies(environment);
    World world(rules);
    world.names[u"unknown-here.example"_s] = {QString()};
    const quint32 id = world.open(connectTo("unknown-here.example:443"));
    QTRY_COMPARE(world.status(id), 200);
    QVERIFY2(request.startsWith("CONNECT unknown-here.example:443 HTTP/1.1\r\n"), request.constData());
    QVERIFY2(request.contains("Proxy-Authorization: Basic " + QByteArray("me:pass word").toBase64()),
             request.constData());
    world.send(id, "hello");
    QTRY_VERIFY(world.got(id).endsWith("hello"));
    QVERIFY(!world.got(id).contains("word"));
    // What can be judged here is.
    const quint32 number = world.open(connectTo("10.1.2.3:443"));
    QTRY_COMPARE(world.status(number), 403);
    world.names[u"inner.example"_s] = {u"10.1.2.3"_s};
    const quint32 name = world.open(connectTo("inner.example:443"));
    QTRY_COMPARE(world.status(name), 403);
    QCOMPARE(rules.upstream.description(), u"127.0.0.2:"_s + QString::fromLatin1(upstream.port()));
}

void TestEgressProxy::upstreamSocksIsSpoken_data()
{
    QTest::addColumn<QByteArray>("login");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<char>("code");
    QTest::addColumn<QByteArrayList>("messages");
    QTest::addColumn<QByteArray>("problem");
    const QByteArray start("\5\1\0", 3);
    const QByteArray startWithLogin("\5\2\0\2", 4);
    const QByteArray name = QByteArray("\5\1\0\3\x0bweb.example", 16) + "\1\xbb";
    QTest::newRow("name") << QByteArray() << QByteArray("web.example:443") << char(0) << QByteArrayList{start, name}
                          << QByteArray();
    QTest::newRow("address") << QByteArray() << QByteArray("127.0.0.3:80") << char(0)
                             << QByteArrayList{start, QByteArray("\5\1\0\1\x7f\0\0\3\0\x50", 10)} << QByteArray();
    QTest::newRow("login") << QByteArray("me:word@") << QByteArray("web.example:443") << char(0)
                           << QByteArrayList{startWithLogin, "\1\2me\4word", name} << QByteArray();
    QTest::newRow("wrong password") << QByteArray("me:what@") << QByteArray("web.example:443") << char(0)
                                    << QByteArrayList{startWithLogin, "\1\2me\4what"}
                                    << QByteArray("it does not take the user and password");
    QTest::newRow("refused") << QByteArray() << QByteArray("web.example:443") << char(2) << QByteArrayList{start, name}
                             << QByteArray("its rules do not allow it");
    QTest::newRow("unknown answer") << QByteArray() << QByteArray("web.example:443") << char(77)
                                    << QByteArrayList{start, name} << QByteArray("its answer is not understood");
}

void TestEgressProxy::upstreamSocksIsSpoken()
{
    QFETCH(QByteArray, login);
    QFETCH(QByteArray, place);
    QFETCH(char, code);
    QFETCH(QByteArrayList, messages);
    QFETCH(QByteArray, problem);
    QByteArrayList asked;
    // What comes right behind the answer belongs to the tunnel.
    Peer peer(proxying([](QTcpSocket *socket) { socket->write("greeting"); }, &asked, !login.isEmpty(), code));
    EgressRules rules = localRules();
    rules.upstream = upstream("socks5://" + login, peer);
    World world(rules);
    const quint32 id = world.open(connectTo(place));
    if (problem.isEmpty()) {
        QTRY_COMPARE(world.got(id), QByteArray(established) + "greeting");
    } else {
        QTRY_COMPARE(world.status(id), 502);
        QVERIFY2(world.got(id).contains(problem), world.got(id).constData());
    }
    QCOMPARE(asked, messages);
}

void TestEgressProxy::unlistedNamesStayClosedBehindAnUpstream()
{
    QByteArrayList asked;
    Peer peer(proxying([](QTcpSocket *) {}, &asked));
    QString problem;
    EgressRules rules = localRules();
    rules.limits.lookUp = 100ms;
    rules.hosts = *HostRules::parse(u"web.example,10.1.2.3"_s, &problem);
    rules.upstream = upstream("http://", peer);
    World world(rules);
    world.names[u"none.example"_s] = {QString()};
    world.names[u"inner.example"_s] = {u"10.1.2.3"_s}; // here; who knows what it is for the proxy
    for (const QByteArray host : {"silent.example", "none.example", "inner.example"}) {
        const quint32 id = world.open(connectTo(host + ":443"));
        QTRY_COMPARE(world.status(id), 403);
    }
    QCOMPARE(asked, QByteArrayList());
    const quint32 address = world.open(connectTo("10.1.2.3:443"));
    QTRY_COMPARE(world.status(address), 200);
}

void TestEgressProxy::upstreamProxiesGetPlainRequestsWhole()
{
    QByteArray request;
    Peer upstream(answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", &request));
    EgressRules rules = localRules();
    QProcessEnvironment environment;
    environment.insert(u"http_proxy"_s, u"http://me:word@127.0.0.2:%1/"_s.arg(QString::fromLatin1(upstream.port())));
    rules.upstream = UpstreamProxies(environment);
    World world(rules);
    const quint32 id = world.open("GET http://web.example/x?y HTTP/1.1\r\nHost: web.example\r\n"
                                  "Proxy-Authorization: Basic its-own\r\n\r\n");
    QTRY_COMPARE(world.status(id), 200);
    QVERIFY2(request.startsWith("GET http://web.example/x?y HTTP/1.1\r\n"), request.constData());
    QVERIFY(request.contains("Proxy-Authorization: Basic " + QByteArray("me:word").toBase64()));
    QVERIFY(!request.contains("its-own"));
    QCOMPARE(world.reports.constFirst().address, QString());
}

void TestEgressProxy::upstreamExceptionsAreDirect_data()
{
    QTest::addColumn<QString>("noProxy");
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<bool>("isDirect");
    QTest::newRow("none") << QString() << QByteArray("web.example:443") << false;
    QTest::newRow("all") << u"*"_s << QByteArray("web.example:443") << true;
    QTest::newRow("name") << u"a.example, web.example"_s << QByteArray("web.example:443") << true;
    QTest::newRow("suffix") << u"example"_s << QByteArray("web.example:443") << true;
    QTest::newRow("suffix with a dot") << u".example"_s << QByteArray("web.example:443") << true;
    QTest::newRow("with an asterisk") << u"*.example"_s << QByteArray("web.example:443") << true;
    QTest::newRow("half a label") << u"eb.example"_s << QByteArray("web.example:443") << false;
    QTest::newRow("port") << u"web.example:443"_s << QByteArray("web.example:443") << true;
    QTest::newRow("another port") << u"web.example:80"_s << QByteArray("web.example:443") << false;
    QTest::newRow("block") << u"11.0.0.0/8"_s << QByteArray("11.22.33.44:443") << true;
    QTest::newRow("another block") << u"12.0.0.0/8"_s << QByteArray("11.22.33.44:443") << false;
}

void TestEgressProxy::upstreamExceptionsAreDirect()
{
    QFETCH(QString, noProxy);
    QFETCH(QByteArray, authority);
    QProcessEnvironment environment;
    environment.insert(u"all_proxy"_s, u"socks5://127.0.0.1:1080"_s);
    environment.insert(u"NO_PROXY"_s, noProxy);
    const UpstreamProxies proxies(environment);
    QString problem;
    const std::optional<EgressTarget> target = EgressTarget::parse(authority, 0, &problem);
    QTEST(proxies.find(*target, UpstreamProxies::Use::Tunnel).type() == QNetworkProxy::NoProxy, "isDirect");
}

void TestEgressProxy::disorderlyInitIsRefused_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("payload");
    const QByteArray one("\1\0\0\0", 4);
    const QByteArray two("\2\0\0\0", 4);
    const QByteArray zero("\0\0\0\0", 4);
    QTest::newRow("open twice") << int(Type::StreamOpen) << one;
    QTest::newRow("open backwards") << int(Type::StreamOpen) << zero;
    QTest::newRow("open cut short") << int(Type::StreamOpen) << QByteArray("\2");
    QTest::newRow("data for nobody") << int(Type::StreamFromProgram) << two + "x";
    QTest::newRow("data without bytes") << int(Type::StreamFromProgram) << one;
    QTest::newRow("more than the window") << int(Type::StreamFromProgram) << one + QByteArray(40'000, 'x');
    QTest::newRow("close for nobody") << int(Type::StreamFromProgramClose) << two;
    QTest::newRow("reset for nobody") << int(Type::StreamFromProgramReset) << zero;
    QTest::newRow("no credit") << int(Type::StreamToProgramWindow) << one + zero;
    QTest::newRow("too much credit") << int(Type::StreamToProgramWindow) << one + QByteArray("\xff\xff\xff\xff", 4);
}

void TestEgressProxy::disorderlyInitIsRefused()
{
    QFETCH(int, type);
    QFETCH(QByteArray, payload);
    World world;
    world.open();
    QVERIFY(!world.streams.receive(Type(type), {payload.constData(), size_t(payload.size())}));
    QVERIFY(!world.streams.problem().isEmpty());
}

QTEST_GUILESS_MAIN(TestEgressProxy)
#include "tst_egressproxy.moc"
