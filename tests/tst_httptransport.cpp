#include "fakeserver.h"
#include "transport/httptransport.h"
#include "transport/mcpheaders.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QSslKey>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 30'000; // ms, for a machine that does much else

/// A client that writes what it likes.
class RawClient
{
public:
    explicit RawClient(const HttpTransport &transport)
    {
        socket.connectToHost(u"127.0.0.1"_s, quint16(transport.urls().constFirst().port()));
        m_isConnected = QTest::qWaitFor(
            [&] {
                return socket.state() == QAbstractSocket::ConnectedState ||
                       socket.state() == QAbstractSocket::UnconnectedState;
            },
            patience);
    }
    ~RawClient() { forget(); }
    Q_DISABLE_COPY_MOVE(RawClient)

    void send(const QByteArray &bytes)
    {
        sent += bytes;
        socket.write(bytes);
    }
    /// All bytes until now.
    QByteArray received()
    {
        m_received += socket.readAll();
        return m_received;
    }
    bool waitFor(const QByteArray &part)
    {
        return QTest::qWaitFor([&] { return received().contains(part); }, patience);
    }
    bool waitForEnd()
    {
        return QTest::qWaitFor([&] { return socket.state() == QAbstractSocket::UnconnectedState; }, patience);
    }
    /// Status of the first response, 0 if none comes.
    int status()
    {
        waitFor("\r\n\r\n");
        return received().mid(9, 3).toInt();
    }
    /// Body of the one response that has a length.
    QByteArray body()
    {
        waitFor("\r\n\r\n");
        const qsizetype start = received().indexOf("\r\n\r\n") + 4;
        const qsizetype length = field("content-length").toLongLong();
        const bool isWhole = QTest::qWaitFor([&] { return received().size() >= start + length; }, patience);
        return isWhole ? received().mid(start, length) : QByteArray("(incomplete)");
    }
    QByteArray field(const QByteArray &name)
    {
        const QByteArray head = received().left(received().indexOf("\r\n\r\n"));
        for (const QByteArray &line : head.split('\n')) {
            if (line.toLower().startsWith(name + ':'))
                return line.mid(name.size() + 1).trimmed();
        }
        return {};
    }
    void forget()
    {
        Transcript::addHttp(std::exchange(sent, {}), received());
        m_received.clear();
    }

    QTcpSocket socket;
    QByteArray sent;

private:
    QByteArray m_received;
    bool m_isConnected = false;
};

QByteArray json(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QJsonObject parse(const QByteArray &body)
{
    return QJsonDocument::fromJson(body).object();
}

QJsonObject modernMeta()
{
    return {{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s},
            {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()}};
}

QJsonObject request(const QString &method, QJsonObject params = {}, const QJsonValue &id = 1)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
}

QJsonObject modern(const QString &method, QJsonObject params = {}, const QJsonValue &id = 1)
{
    QJsonObject meta = params[u"_meta"_s].toObject();
    const QJsonObject more = modernMeta();
    for (auto i = more.begin(); i != more.end(); ++i)
        meta[i.key()] = i.value();
    params[u"_meta"_s] = meta;
    return request(method, params, id);
}

QJsonObject initialize(const QString &version)
{
    return request(u"initialize"_s, {{u"protocolVersion"_s, version},
                                     {u"capabilities"_s, QJsonObject()},
                                     {u"clientInfo"_s, QJsonObject{{u"name"_s, u"raw"_s}, {u"version"_s, u"1"_s}}}});
}

/// The server under test, with a fake set of tools.
class World
{
public:
    explicit World(const std::function<void(HttpTransport::Config &)> &change = {})
    {
        HttpTransport::Config config;
        config.addresses = {{QHostAddress(QHostAddress::LocalHost), 0}};
        if (change)
            change(config);
        transport.emplace(features, config);
        const Result<bool> isListening = transport->listen();
        if (!isListening)
            qFatal("%s", qPrintable(isListening.error().message));
        port = QByteArray::number(transport->urls().constFirst().port());
    }

    /// The head of a good POST, with further lines, and the body.
    QByteArray post(const QByteArray &body, const QByteArrayList &lines = {}) const
    {
        QByteArray head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + port +
                          "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
        for (const QByteArray &line : lines)
            head += line + "\r\n";
        return head + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    }
    /// With the fields that the revision asks for.
    QByteArray postModern(const QJsonObject &message) const
    {
        const QJsonObject params = message[u"params"_s].toObject();
        QByteArrayList lines{"MCP-Protocol-Version: 2026-07-28",
                             "Mcp-Method: " + message[u"method"_s].toString().toUtf8()};
        const QJsonValue name = params[u"name"_s].isUndefined() ? params[u"uri"_s] : params[u"name"_s];
        if (!name.isUndefined())
            lines += "Mcp-Name: " + name.toString().toUtf8();
        return post(json(message), lines);
    }
    /// A new session's id.
    QByteArray startSession(const QString &version = u"2025-11-25"_s)
    {
        RawClient client(*transport);
        client.send(post(json(initialize(version))));
        return client.status() == 200 ? client.field("mcp-session-id") : QByteArray();
    }

    FakeFeatures features;
    std::optional<HttpTransport> transport;
    QByteArray port;
};

const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

} // namespace

class TestHttpTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void statelessRequestIsAnsweredWithJson();
    void everyStatelessRequestStandsAlone();
    void headersMustMatchTheBody_data();
    void headersMustMatchTheBody();
    void encodedNamesAreDecoded();
    void protocolErrorsHaveAStatus_data();
    void protocolErrorsHaveAStatus();
    void sessionBeginsWithInitialize();
    void sessionRules_data();
    void sessionRules();
    void deleteEndsASessionAndItsStreams();
    void forgottenSessionsGo();
    void batchesBelongToTheirRevision();
    void T11_answersComeInATypeThatWasAskedFor_data();
    void T11_answersComeInATypeThatWasAskedFor();
    void notificationsAreAccepted();
    void progressMakesAStream();
    void lostConnectionCancelsStatelessRequests();
    void lostConnectionCancelsNothingInASession();
    void halfClosedClientCountsAsGone();
    void badRequests_data();
    void badRequests();
    void nothingAfterARefusedRequestIsServed();
    void requestsMayBeSentAhead();
    void requestsSentAheadWaitForTheAnswersToLeave();
    void slowAnswerIsNoIdleConnection();
    void chunkedBodyIsRead();
    void clientMayAskBeforeItSendsABody();
    void slowHeadersAreCut();
    void silentConnectionIsCut();
    void slowBodyIsCut();
    void bodyBeyondTheLimitIsRefusedAtOnce();
    void slowReaderIsBounded();
    void connectionsAreLimited();
    void bothLoopbacksOrNone();
    void workThatOutlivesItsResponseKeepsItsOwner();
    void hostAndOrigin_data();
    void hostAndOrigin();
    void tokenIsAskedFor_data();
    void tokenIsAskedFor();
    void sessionBelongsToItsAccount();
    void tokenFileIsPrivate();
    void pagesBesideTheEndpoint();
    void corsOnlyForNamedOrigins();
    void drainLetsRequestsEnd();
};

void TestHttpTransport::statelessRequestIsAnsweredWithJson()
{
    World world;
    RawClient client(*world.transport);
    client.send(world.postModern(modern(
        u"tools/call"_s, {{u"name"_s, u"echo"_s}, {u"arguments"_s, QJsonObject{{u"text"_s, u"hi"_s}}}}, u"a"_s)));
    QCOMPARE(client.status(), 200);
    QCOMPARE(client.field("content-type"), "application/json");
    QCOMPARE(client.field("cache-control"), "no-store");
    const QJsonObject answer = parse(client.body());
    QCOMPARE(answer["id"_L1], u"a"_s);
    QCOMPARE(answer["result"_L1]["resultType"_L1], u"complete"_s);
    QCOMPARE(answer["result"_L1]["content"_L1][0]["text"_L1], u"hi"_s);
}

void TestHttpTransport::everyStatelessRequestStandsAlone()
{
    World world;
    RawClient one(*world.transport);
    RawClient other(*world.transport);
    // The same id at the same time, on two connections: they have nothing to do with each other.
    const QJsonObject call = modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}});
    one.send(world.postModern(call));
    other.send(world.postModern(call));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 2, patience);
    for (const auto &exchange : std::as_const(world.features.calls))
        exchange->respond(emptyResult);
    QCOMPARE(one.status(), 200);
    QCOMPARE(other.status(), 200);
    QVERIFY(one.field("mcp-session-id").isEmpty());
    // Nor is anything kept on the connection.
    one.body();
    one.forget();
    one.send(world.post(json(request(u"tools/list"_s))));
    QCOMPARE(one.status(), 400);
}

void TestHttpTransport::headersMustMatchTheBody_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QJsonObject>("message");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");

    const QJsonObject call = modern(u"tools/call"_s, {{u"name"_s, u"echo"_s}});
    const QByteArray version = "MCP-Protocol-Version: 2026-07-28";
    const QByteArray method = "Mcp-Method: tools/call";
    const QByteArray name = "Mcp-Name: echo";
    QTest::newRow("all there") << QByteArrayList{version, method, name} << call << 200 << 0;
    QTest::newRow("names in any case") << QByteArrayList{version, "MCP-METHOD: tools/call", "mcp-name:   echo  "}
                                       << call << 200 << 0;
    QTest::newRow("no version") << QByteArrayList{method, name} << call << 400 << -32020;
    QTest::newRow("other version") << QByteArrayList{"MCP-Protocol-Version: 2025-11-25", method, name} << call << 400
                                   << -32020;
    QTest::newRow("no method") << QByteArrayList{version, name} << call << 400 << -32020;
    QTest::newRow("other method") << QByteArrayList{version, "Mcp-Method: tools/list", name} << call << 400 << -32020;
    QTest::newRow("method in capitals") << QByteArrayList{version, "Mcp-Method: TOOLS/CALL", name} << call << 400
                                        << -32020;
    QTest::newRow("two methods") << QByteArrayList{version, method, method, name} << call << 400 << -32020;
    QTest::newRow("no name") << QByteArrayList{version, method} << call << 400 << -32020;
    QTest::newRow("other name") << QByteArrayList{version, method, "Mcp-Name: slow"} << call << 400 << -32020;
    QTest::newRow("name that is no base64")
        << QByteArrayList{version, method, "Mcp-Name: =?base64?%%%?="} << call << 400 << -32020;
    QTest::newRow("no _meta") << QByteArrayList{version, method, name}
                              << request(u"tools/call"_s, {{u"name"_s, u"echo"_s}}) << 400 << -32602;
    QJsonObject unknown = call;
    QJsonObject params = unknown[u"params"_s].toObject();
    QJsonObject meta = modernMeta();
    meta[u"io.modelcontextprotocol/protocolVersion"_s] = u"2027-01-01"_s;
    params[u"_meta"_s] = meta;
    unknown[u"params"_s] = params;
    QTest::newRow("version of the future")
        << QByteArrayList{"MCP-Protocol-Version: 2027-01-01", method, name} << unknown << 400 << -32022;
    QTest::newRow("version of the future in the body alone")
        << QByteArrayList{version, method, name} << unknown << 400 << -32020;
    const QJsonObject read = modern(u"resources/read"_s, {{u"uri"_s, u"test://a"_s}});
    QTest::newRow("resource") << QByteArrayList{version, "Mcp-Method: resources/read", "Mcp-Name: test://a"} << read
                              << 200 << 0;
    QTest::newRow("other resource") << QByteArrayList{version, "Mcp-Method: resources/read", "Mcp-Name: test://b"}
                                    << read << 400 << -32020;
}

void TestHttpTransport::headersMustMatchTheBody()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(QJsonObject, message);
    QFETCH(int, status);
    QFETCH(int, code);
    World world;
    RawClient client(*world.transport);
    client.send(world.post(json(message), lines));
    QCOMPARE(client.status(), status);
    const QJsonObject answer = parse(client.body());
    QCOMPARE(answer["error"_L1]["code"_L1].toInt(), code);
    QCOMPARE(answer["id"_L1], 1);
}

void TestHttpTransport::encodedNamesAreDecoded()
{
    QCOMPARE(mcpheaders::decoded("=?base64?" + u"grün"_s.toUtf8().toBase64() + "?="), u"grün"_s);
    QCOMPARE(mcpheaders::decoded(" plain "), u"plain"_s);
    QCOMPARE(mcpheaders::decoded("=?base64?/w==?="), std::nullopt); // no UTF-8
}

void TestHttpTransport::protocolErrorsHaveAStatus_data()
{
    QTest::addColumn<QJsonObject>("message");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    QTest::newRow("unknown method") << modern(u"no/such"_s) << 404 << -32601;
    QTest::newRow("ping is of the past") << modern(u"ping"_s) << 404 << -32601;
    QTest::newRow("unknown tool") << modern(u"tools/call"_s, {{u"name"_s, u"nothing"_s}}) << 200 << -32602;
    QTest::newRow("unknown resource") << modern(u"resources/read"_s, {{u"uri"_s, u"test://zz"_s}}) << 200 << -32602;
}

void TestHttpTransport::protocolErrorsHaveAStatus()
{
    QFETCH(QJsonObject, message);
    QFETCH(int, status);
    QFETCH(int, code);
    World world;
    RawClient client(*world.transport);
    client.send(world.postModern(message));
    QCOMPARE(client.status(), status);
    QCOMPARE(parse(client.body())["error"_L1]["code"_L1].toInt(), code);
}

void TestHttpTransport::sessionBeginsWithInitialize()
{
    World world;
    RawClient client(*world.transport);
    client.send(world.post(json(initialize(u"2025-06-18"_s))));
    QCOMPARE(client.status(), 200);
    const QByteArray id = client.field("mcp-session-id");
    QVERIFY(id.size() >= 22);
    QCOMPARE(parse(client.body())["result"_L1]["protocolVersion"_L1], u"2025-06-18"_s);
    QCOMPARE(world.transport->sessions(), 1);

    client.forget();
    client.send(
        world.post(json(request(u"tools/list"_s)), {"Mcp-Session-Id: " + id, "MCP-Protocol-Version: 2025-06-18"}));
    QCOMPARE(client.status(), 200);
    QVERIFY(client.field("mcp-session-id").isEmpty());
    QCOMPARE(parse(client.body())["result"_L1]["tools"_L1].toArray().size(), 2);

    RawClient refused(*world.transport);
    refused.send(world.post(json(request(u"initialize"_s))));
    QCOMPARE(refused.status(), 200);
    QVERIFY(refused.field("mcp-session-id").isEmpty());
    QCOMPARE(parse(refused.body())["error"_L1]["code"_L1].toInt(), -32602);
    QCOMPARE(world.transport->sessions(), 1);
}

void TestHttpTransport::sessionRules_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<int>("status");
    QTest::newRow("its id") << QByteArrayList{"Mcp-Session-Id: ID"} << 200;
    QTest::newRow("no id") << QByteArrayList{} << 400;
    QTest::newRow("two ids") << QByteArrayList{"Mcp-Session-Id: ID", "Mcp-Session-Id: ID"} << 400;
    QTest::newRow("foreign id") << QByteArrayList{"Mcp-Session-Id: abc"} << 404;
    QTest::newRow("its version") << QByteArrayList{"Mcp-Session-Id: ID", "MCP-Protocol-Version: 2025-11-25"} << 200;
    QTest::newRow("no version of ours") << QByteArrayList{"Mcp-Session-Id: ID", "MCP-Protocol-Version: 1999-01-01"}
                                        << 400;
    QTest::newRow("version of the other era")
        << QByteArrayList{"Mcp-Session-Id: ID", "MCP-Protocol-Version: 2026-07-28"} << 400;
}

void TestHttpTransport::sessionRules()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(int, status);
    World world;
    const QByteArray id = world.startSession();
    QVERIFY(!id.isEmpty());
    for (QByteArray &line : lines)
        line.replace("ID", id);
    RawClient client(*world.transport);
    client.send(world.post(ping, lines));
    QCOMPARE(client.status(), status);
    QCOMPARE(parse(client.body())["id"_L1], 1);
}

void TestHttpTransport::deleteEndsASessionAndItsStreams()
{
    World world;
    const QByteArray line = "Mcp-Session-Id: " + world.startSession();
    const QByteArray host = "Host: 127.0.0.1:" + world.port + "\r\n";
    RawClient stream(*world.transport);
    stream.send("GET /mcp HTTP/1.1\r\n" + host + "Accept: text/event-stream\r\n" + line + "\r\n\r\n");
    QCOMPARE(stream.status(), 200);
    QCOMPARE(stream.field("content-type"), "text/event-stream");
    RawClient caller(*world.transport);
    caller.send(world.post(json(request(u"tools/call"_s, {{u"name"_s, u"slow"_s}})), {line}));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QSignalSpy cancelled(world.features.calls[0], &Exchange::cancelled);

    RawClient client(*world.transport);
    client.send("DELETE /mcp HTTP/1.1\r\n" + host + line + "\r\n\r\n");
    QCOMPARE(client.status(), 204);
    QCOMPARE(cancelled.count(), 1);
    QCOMPARE(caller.status(), 202); // withdrawn: nothing to say
    QVERIFY(stream.waitFor("\r\n0\r\n\r\n"));
    client.forget();
    client.send(world.post(ping, {line}));
    QCOMPARE(client.status(), 404);
}

void TestHttpTransport::forgottenSessionsGo()
{
    World world([](HttpTransport::Config &config) { config.maxSessions = 2; });
    const QByteArray first = world.startSession();
    const QByteArray second = world.startSession();
    const QByteArray third = world.startSession();
    QVERIFY(!third.isEmpty());
    QCOMPARE(world.transport->sessions(), 2);
    RawClient client(*world.transport);
    client.send(world.post(ping, {"Mcp-Session-Id: " + first}));
    QCOMPARE(client.status(), 404);
}

void TestHttpTransport::batchesBelongToTheirRevision()
{
    World world;
    const QByteArray batch =
        "[" + ping + R"(,{"jsonrpc":"2.0","id":2,"method":"tools/list"},{"jsonrpc":"2.0","method":"notifications/x"}])";
    RawClient old(*world.transport);
    old.send(world.post(batch, {"Mcp-Session-Id: " + world.startSession(u"2025-03-26"_s)}));
    QCOMPARE(old.status(), 200);
    QCOMPARE(QJsonDocument::fromJson(old.body()).array().size(), 2);
    RawClient newer(*world.transport);
    newer.send(world.post(batch, {"Mcp-Session-Id: " + world.startSession(u"2025-06-18"_s)}));
    QCOMPARE(newer.status(), 400);
    QCOMPARE(parse(newer.body())["error"_L1]["code"_L1].toInt(), -32600);
}

void TestHttpTransport::T11_answersComeInATypeThatWasAskedFor_data()
{
    QTest::addColumn<QByteArray>("accept"); // lines of the head
    QTest::addColumn<QByteArray>("type");
    const QByteArray jsonType = "application/json";
    const QByteArray eventType = "text/event-stream";
    QTest::newRow("none") << QByteArray() << jsonType;
    QTest::newRow("anything") << QByteArray("Accept: */*\r\n") << jsonType;
    QTest::newRow("events alone") << QByteArray("Accept: text/event-stream\r\n") << eventType;
    QTest::newRow("a family") << QByteArray("Accept: application/*\r\n") << jsonType;
    QTest::newRow("the other family") << QByteArray("Accept: text/*\r\n") << eventType;
    QTest::newRow("quality") << QByteArray("Accept: text/html, application/json;q=0.9, */*;q=0\r\n") << jsonType;
    QTest::newRow("anything but JSON") << QByteArray("Accept: */*, application/json; q=0\r\n") << eventType;
    QTest::newRow("two fields") << QByteArray("Accept: text/html\r\nACCEPT: Application/JSON ; charset=utf-8\r\n")
                                << jsonType;
}

void TestHttpTransport::T11_answersComeInATypeThatWasAskedFor()
{
    QFETCH(QByteArray, accept);
    QFETCH(QByteArray, type);
    World world;
    RawClient client(*world.transport);
    const QByteArray body = json(initialize(u"2025-11-25"_s));
    client.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + world.port + "\r\nContent-Type: application/json\r\n" + accept +
                "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QCOMPARE(client.status(), 200);
    QCOMPARE(client.field("content-type"), type);
}

void TestHttpTransport::notificationsAreAccepted()
{
    World world;
    const QByteArray line = "Mcp-Session-Id: " + world.startSession();
    for (const QByteArray &body : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})"_ba,
                                   R"({"jsonrpc":"2.0","id":9,"result":{}})"_ba}) {
        RawClient client(*world.transport);
        client.send(world.post(body, {line}));
        QCOMPARE(client.status(), 202);
        QCOMPARE(client.body(), QByteArray());
    }
    // The withdrawal of a request in another POST.
    RawClient caller(*world.transport);
    caller.send(world.post(json(request(u"tools/call"_s, {{u"name"_s, u"slow"_s}}, 5)), {line}));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    RawClient client(*world.transport);
    client.send(world.post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})", {line}));
    QCOMPARE(client.status(), 202);
    QCOMPARE(caller.status(), 202);
}

void TestHttpTransport::progressMakesAStream()
{
    World world;
    RawClient client(*world.transport);
    client.send(world.postModern(
        modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}, {u"_meta"_s, QJsonObject{{u"progressToken"_s, 0}}}})));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    world.features.calls[0]->reportProgress(u"half"_s);
    QCOMPARE(client.status(), 200);
    QCOMPARE(client.field("content-type"), "text/event-stream");
    QCOMPARE(client.field("x-accel-buffering"), "no");
    QVERIFY(client.waitFor(R"("message":"half")"));
    world.features.calls[0]->respond({{u"content"_s, QJsonArray()}});
    QVERIFY(client.waitFor("\r\n0\r\n\r\n"));
    QVERIFY(client.received().contains("event: message\ndata: {\"id\":1,"));
    QVERIFY(client.received().contains("\n\n"));
    // The connection serves on.
    client.forget();
    client.send(world.postModern(modern(u"tools/list"_s)));
    QCOMPARE(client.status(), 200);
}

void TestHttpTransport::lostConnectionCancelsStatelessRequests()
{
    World world;
    RawClient client(*world.transport);
    client.send(world.postModern(modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}})));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QSignalSpy cancelled(world.features.calls[0], &Exchange::cancelled);
    client.socket.abort();
    QVERIFY(cancelled.wait(patience));
    QTRY_VERIFY_WITH_TIMEOUT(!world.features.calls[0], patience);
    QTRY_COMPARE_WITH_TIMEOUT(world.transport->connections(), 0, patience);
}

void TestHttpTransport::lostConnectionCancelsNothingInASession()
{
    World world;
    const QByteArray line = "Mcp-Session-Id: " + world.startSession();
    RawClient client(*world.transport);
    client.send(world.post(json(request(u"tools/call"_s, {{u"name"_s, u"slow"_s}})), {line}));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QSignalSpy cancelled(world.features.calls[0], &Exchange::cancelled);
    client.socket.abort();
    QTRY_COMPARE_WITH_TIMEOUT(world.transport->connections(), 0, patience);
    QCOMPARE(cancelled.count(), 0);
    world.features.calls[0]->respond(emptyResult); // nobody listens, and nobody minds
    RawClient other(*world.transport);
    other.send(world.post(ping, {line}));
    QCOMPARE(other.status(), 200);
}

void TestHttpTransport::halfClosedClientCountsAsGone()
{
    World world;
    RawClient client(*world.transport);
    client.send(world.postModern(modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}})));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QSignalSpy cancelled(world.features.calls[0], &Exchange::cancelled);
    QCOMPARE(::shutdown(int(client.socket.socketDescriptor()), SHUT_WR), 0);
    QVERIFY(cancelled.wait(patience));
    QVERIFY(client.waitForEnd());
}

void TestHttpTransport::badRequests_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");

    const QByteArray json = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
    const QByteArray start = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + json;
    const QByteArray body = ping;
    const QByteArray length = QByteArray::number(body.size());
    QTest::newRow("two lengths that differ")
        << start + "Content-Length: 5\r\nContent-Length: " + length + "\r\n\r\n" + body << 400;
    QTest::newRow("two lengths alike") << start + "Content-Length: " + length + "\r\nContent-Length: " + length +
                                              "\r\n\r\n" + body
                                       << 400;
    QTest::newRow("list of lengths") << start + "Content-Length: " + length + ", " + length + "\r\n\r\n" + body << 400;
    QTest::newRow("negative length") << start + "Content-Length: -1\r\n\r\n" + body << 400;
    QTest::newRow("length with a sign") << start + "Content-Length: +" + length + "\r\n\r\n" + body << 400;
    QTest::newRow("endless length") << start + "Content-Length: 99999999999999999999999\r\n\r\n" + body << 400;
    QTest::newRow("length and chunks") << start + "Content-Length: " + length +
                                              "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                                       << 400;
    QTest::newRow("chunks and length") << start + "Transfer-Encoding: chunked\r\nContent-Length: " + length +
                                              "\r\n\r\n0\r\n\r\n"
                                       << 400;
    QTest::newRow("coding that hides chunks") << start + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" << 400;
    QTest::newRow("two codings") << start + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" << 400;
    QTest::newRow("coding twice") << start + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                                  << 400;
    QTest::newRow("coding with a tab") << start + "Transfer-Encoding:\tidentity\r\n\r\n0\r\n\r\n" << 400;
    QTest::newRow("chunk shorter than it says") << start + "Transfer-Encoding: chunked\r\n\r\n3\r\n{}\r\n0\r\n\r\n"
                                                << 400;
    QTest::newRow("chunk longer than it says") << start + "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n"
                                               << 400;
    QTest::newRow("chunk size that is no number") << start + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"
                                                  << 400;
    QTest::newRow("chunk size beyond 64 bit")
        << start + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n"
        << 400;
    QTest::newRow("chunk size near 64 bit") << start + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffe\r\n{}\r\n"
                                            << 413;
    QTest::newRow("chunk extension without end")
        << start + "Transfer-Encoding: chunked\r\n\r\n2;" + QByteArray(100'000, 'a') << 400;
    QTest::newRow("HTTP/1.0 with chunks")
        << "POST /mcp HTTP/1.0\r\nHost: 127.0.0.1:PORT\r\n" + json + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        << 400;
    QTest::newRow("absolute target") << "POST http://127.0.0.1:PORT/mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + json +
                                            "Content-Length: 0\r\n\r\n"
                                     << 400;
    QTest::newRow("absolute target elsewhere")
        << "POST http://evil.example/mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + json + "Content-Length: 0\r\n\r\n"
        << 400;
    QTest::newRow("authority as target") << "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 400;
    QTest::newRow("star as target") << "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 400;
    QTest::newRow("two hosts") << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n" + json +
                                      "Content-Length: 0\r\n\r\n"
                               << 400;
    QTest::newRow("two hosts alike") << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n" +
                                            json + "Content-Length: 0\r\n\r\n"
                                     << 400;
    QTest::newRow("no host") << "POST /mcp HTTP/1.1\r\n" + json + "Content-Length: 0\r\n\r\n" << 400;
    QTest::newRow("no HTTP at all") << "SSH-2.0-OpenSSH_9.2\r\n\r\n"_ba << 400;
    QTest::newRow("TLS at the wrong door")
        << QByteArray::fromHex("16030100c8010000c40303") + QByteArray(64, 'x') + "\r\n\r\n"
        << 400;
    QTest::newRow("newline in the target") << "POST /mcp\n HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 400;
    QTest::newRow("space before the colon") << "POST /mcp HTTP/1.1\r\nHost : 127.0.0.1:PORT\r\n\r\n"_ba << 400;
    QTest::newRow("head too long") << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-Long: " +
                                          QByteArray(100'000, 'a')
                                   << 431;
    QTest::newRow("wrong path") << "GET /etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 404;
    QTest::newRow("path with dots") << "GET /mcp/../x HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 404;
    QTest::newRow("wrong method") << "PUT /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 0\r\n\r\n"_ba << 405;
    QTest::newRow("options of a stranger") << "OPTIONS /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 405;
    QTest::newRow("plain text")
        << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAccept: */*\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}"_ba
        << 415;
    QTest::newRow("no type")
        << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAccept: */*\r\nContent-Length: 2\r\n\r\n{}"_ba << 415;
    for (const char *accept : {"application/json;q=0, text/event-stream;q=0.0", "application/json;q=0", "*/*;q=0", "image/*"}) {
        QTest::newRow(accept) << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAccept: " + QByteArray(accept) +
                                     "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
                              << 406;
    }
    QTest::newRow("Accept without ours")
        << "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAccept: text/html\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"_ba
        << 406;
    QTest::newRow("GET without Accept") << "GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"_ba << 406;
    QTest::newRow("no JSON") << start + "Content-Length: 5\r\n\r\nhello" << 400;
    QTest::newRow("empty body") << start + "Content-Length: 0\r\n\r\n" << 400;
    QTest::newRow("no length") << start + "\r\n" << 400;
    QTest::newRow("not UTF-8") << start + "Content-Length: 4\r\n\r\n\"\xff\xfe\"" << 400;
}

void TestHttpTransport::badRequests()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    World world;
    RawClient client(*world.transport);
    client.send(bytes.replace("PORT", world.port));
    QCOMPARE(client.status(), status);
    QVERIFY(!client.body().isEmpty());
    // The server is unharmed.
    RawClient other(*world.transport);
    other.send(world.postModern(modern(u"tools/list"_s)));
    QCOMPARE(other.status(), 200);
}

void TestHttpTransport::nothingAfterARefusedRequestIsServed()
{
    World world;
    RawClient client(*world.transport);
    const QByteArray hidden = world.postModern(modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}}));
    client.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + world.port +
                "\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden);
    QCOMPARE(client.status(), 400);
    QVERIFY(client.waitForEnd());
    QCOMPARE(client.received().count("Content-Length:"), 1);
    QCOMPARE(client.field("connection"), "close");
    QVERIFY(world.features.arguments.isEmpty());
}

void TestHttpTransport::requestsMayBeSentAhead()
{
    World world;
    RawClient client(*world.transport);
    client.send(world.postModern(modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}}, 1)) +
                world.postModern(modern(u"tools/list"_s, {}, 2)) + world.postModern(modern(u"tools/list"_s, {}, 3)));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QVERIFY(client.received().isEmpty());
    world.features.calls[0]->respond(emptyResult);
    QVERIFY(client.waitFor(R"("id":3)"));
    QCOMPARE(client.received().count("HTTP/1.1 200"), 3);
    QVERIFY(client.received().indexOf(R"("id":1)") < client.received().indexOf(R"("id":2)"));
}

void TestHttpTransport::requestsSentAheadWaitForTheAnswersToLeave()
{
    constexpr int requests = 100;
    constexpr int size = 100 * 1024;
    int served = 0;
    World world;
    world.transport->addPage("/big", {true, [&] {
                                          ++served;
                                          return HttpResponse{200, "text/plain", QByteArray(size, 'x'), {}};
                                      }});
    RawClient client(*world.transport);
    client.socket.setReadBufferSize(1024);
    client.send(QByteArray("GET /big HTTP/1.1\r\nHost: x\r\n\r\n").repeated(requests));
    QTRY_VERIFY_WITH_TIMEOUT(served > 0, patience);
    QTest::qWait(500); // the kernel takes some of them
    QVERIFY2(served < requests, "all answers were made for a client that takes none");
    client.socket.setReadBufferSize(0);
    QVERIFY(QTest::qWaitFor([&] { return client.received().size() > requests * size; }, patience));
    QCOMPARE(client.received().count("HTTP/1.1 200"), requests);
}

void TestHttpTransport::slowAnswerIsNoIdleConnection()
{
    constexpr int size = 8 * 1024 * 1024; // more than the kernel takes
    World world([](HttpTransport::Config &config) { config.limits.idle = 200ms; });
    world.transport->addPage("/big", {true, [] { return HttpResponse{200, "text/plain", QByteArray(size, 'x'), {}}; }});
    RawClient client(*world.transport);
    client.socket.setReadBufferSize(1024);
    client.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    QVERIFY(client.waitFor("HTTP/1.1 200"));
    QTest::qWait(600);
    client.socket.setReadBufferSize(0);
    QCOMPARE(client.body().size(), size);
    QVERIFY(client.waitForEnd());
}

void TestHttpTransport::chunkedBodyIsRead()
{
    World world;
    const QByteArray whole = world.postModern(modern(u"tools/list"_s));
    const QByteArray body = whole.mid(whole.indexOf("\r\n\r\n") + 4);
    const QByteArray head = whole.left(whole.indexOf("Content-Length"));
    RawClient client(*world.transport);
    client.send(head + "Transfer-Encoding: chunked\r\n\r\n");
    for (const char byte : body)
        client.send("1;ext=1\r\n" + QByteArray(1, byte) + "\r\n");
    client.send("0\r\n\r\n");
    QCOMPARE(client.status(), 200);
    client.sent = whole; // the transcript knows no chunks
}

void TestHttpTransport::clientMayAskBeforeItSendsABody()
{
    World world;
    RawClient client(*world.transport);
    const QByteArray all = world.post(json(initialize(u"2025-11-25"_s)), {"Expect: 100-continue"});
    const qsizetype body = all.indexOf("\r\n\r\n") + 4;
    client.send(all.left(body));
    QVERIFY(client.waitFor("HTTP/1.1 100 Continue\r\n\r\n"));
    client.send(all.mid(body));
    QVERIFY(client.waitFor("HTTP/1.1 200"));
}

void TestHttpTransport::slowHeadersAreCut()
{
    World world([](HttpTransport::Config &config) { config.limits.wholeHead = 300ms; });
    RawClient client(*world.transport);
    QElapsedTimer age;
    age.start();
    // A byte now and then keeps nothing open.
    client.send("POST /mcp HTTP/1.1\r\n");
    QTimer drip;
    QObject::connect(&drip, &QTimer::timeout, &drip, [&] { client.send("X: y\r\n"); });
    drip.start(50ms);
    QCOMPARE(client.status(), 408);
    drip.stop();
    QVERIFY(client.waitForEnd());
}

void TestHttpTransport::silentConnectionIsCut()
{
    World world([](HttpTransport::Config &config) {
        config.limits.firstByte = 200ms;
        config.limits.idle = 200ms;
    });
    RawClient silent(*world.transport);
    QVERIFY(silent.waitForEnd());
    RawClient once(*world.transport);
    once.send(world.postModern(modern(u"tools/list"_s)));
    QCOMPARE(once.status(), 200);
    QVERIFY(once.waitForEnd());
    QTRY_COMPARE_WITH_TIMEOUT(world.transport->connections(), 0, patience);
}

void TestHttpTransport::slowBodyIsCut()
{
    World world([](HttpTransport::Config &config) { config.limits.wholeBody = 200ms; });
    RawClient client(*world.transport);
    client.send(world.post(ping).chopped(1));
    QCOMPARE(client.status(), 408);
    QVERIFY(client.waitForEnd());
}

void TestHttpTransport::bodyBeyondTheLimitIsRefusedAtOnce()
{
    World world;
    RawClient client(*world.transport);
    QByteArray head = world.post({});
    head.replace("Content-Length: 0", "Content-Length: 104857600");
    client.send(head);
    QCOMPARE(client.status(), 413);
    client.send(QByteArray(8 * 1024 * 1024, 'x'));
    QVERIFY(client.waitForEnd());

    World small([](HttpTransport::Config &config) { config.limits.body = 1000; });
    RawClient chunks(*small.transport);
    QByteArray chunked = small.post({});
    chunked.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    chunks.send(chunked + "3e8\r\n" + QByteArray(1000, 'x') + "\r\n1\r\nx\r\n0\r\n\r\n");
    QCOMPARE(chunks.status(), 413);
}

void TestHttpTransport::slowReaderIsBounded()
{
    World world([](HttpTransport::Config &config) { config.limits.stall = 500ms; });
    RawClient client(*world.transport);
    client.socket.setReadBufferSize(1024);
    client.send(world.postModern(
        modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}, {u"_meta"_s, QJsonObject{{u"progressToken"_s, 0}}}})));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QSignalSpy cancelled(world.features.calls[0], &Exchange::cancelled);
    // More than all buffers on the way hold; what is too much is left out, and whoever takes nothing is cut.
    const QString text(100'000, u'x');
    for (int i = 0; i < 1000 && cancelled.isEmpty(); ++i) {
        world.features.calls[0]->reportProgress(text);
        QTest::qWait(5);
    }
    QCOMPARE(cancelled.count(), 1);
}

void TestHttpTransport::connectionsAreLimited()
{
    World world([](HttpTransport::Config &config) { config.maxConnections = 20; });
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 20; ++i)
        clients.push_back(std::make_unique<RawClient>(*world.transport));
    QTRY_COMPARE_WITH_TIMEOUT(world.transport->connections(), 20, patience);
    for (int i = 0; i < 1000; ++i) {
        RawClient refused(*world.transport);
        QCOMPARE(refused.status(), 503);
        QVERIFY(refused.waitForEnd());
    }
    QCOMPARE(world.transport->connections(), 20);
    clients[3]->send(world.postModern(modern(u"tools/list"_s)));
    QCOMPARE(clients[3]->status(), 200);
    clients.pop_back();
    QTRY_COMPARE_WITH_TIMEOUT(world.transport->connections(), 19, patience);
    RawClient next(*world.transport);
    next.send(world.postModern(modern(u"tools/list"_s)));
    QCOMPARE(next.status(), 200);
}

void TestHttpTransport::bothLoopbacksOrNone()
{
    QTcpServer stranger;
    if (!stranger.listen(QHostAddress::LocalHostIPv6))
        QSKIP("no IPv6 here");
    FakeFeatures features;
    HttpTransport::Config config;
    config.addresses = {{QHostAddress(QHostAddress::LocalHost), stranger.serverPort()},
                        {QHostAddress(QHostAddress::LocalHostIPv6), stranger.serverPort()}};
    const Result<bool> isListening = HttpTransport(features, config).listen();
    QVERIFY(!isListening);
    QVERIFY(isListening.error().message.contains(u"[::1]:%1"_s.arg(stranger.serverPort())));
    QVERIFY(isListening.error().message.contains("--listen"_L1));
}

void TestHttpTransport::workThatOutlivesItsResponseKeepsItsOwner()
{
    World world([](HttpTransport::Config &config) { config.access.tokens = {{u"ann"_s, "token-of-ann-0000"}}; });
    RawClient client(*world.transport);
    QByteArray call = world.postModern(modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}}));
    client.send(call.replace("\r\n\r\n", "\r\nAuthorization: Bearer token-of-ann-0000\r\n\r\n"));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    QCOMPARE(world.features.calls[0]->owner(), u"ann"_s);
    QCOMPARE(world.features.calls[0]->detached(std::make_shared<RecordingSink>())->owner(), u"ann"_s);
}

void TestHttpTransport::hostAndOrigin_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<int>("status");
    const QByteArray host = "Host: 127.0.0.1:PORT";
    QTest::newRow("address") << QByteArrayList{host} << 200;
    QTest::newRow("localhost") << QByteArrayList{"Host: localhost:PORT"} << 200;
    QTest::newRow("localhost in capitals") << QByteArrayList{"Host: LOCALHOST:PORT"} << 200;
    QTest::newRow("IPv6") << QByteArrayList{"Host: [::1]:PORT"} << 200;
    QTest::newRow("named") << QByteArrayList{"Host: sandbox.example.com"} << 200;
    QTest::newRow("named, any port") << QByteArrayList{"Host: sandbox.example.com:9000"} << 200;
    QTest::newRow("named with its port") << QByteArrayList{"Host: other.example.com:8443"} << 200;
    QTest::newRow("named with another port") << QByteArrayList{"Host: other.example.com:8444"} << 403;
    QTest::newRow("another port") << QByteArrayList{"Host: localhost:1"} << 403;
    QTest::newRow("no port") << QByteArrayList{"Host: localhost"} << 403;
    QTest::newRow("foreign") << QByteArrayList{"Host: evil.example"} << 403;
    QTest::newRow("foreign with our port") << QByteArrayList{"Host: evil.example:PORT"} << 403;
    QTest::newRow("ours as a part") << QByteArrayList{"Host: localhost.evil.example:PORT"} << 403;
    QTest::newRow("empty") << QByteArrayList{"Host: "} << 403;
    QTest::newRow("page of this machine") << QByteArrayList{host, "Origin: http://localhost:6274"} << 200;
    QTest::newRow("page that is named") << QByteArrayList{host, "Origin: https://app.example.com"} << 200;
    QTest::newRow("page of an evil site") << QByteArrayList{host, "Origin: https://evil.example"} << 403;
    QTest::newRow("page of nowhere") << QByteArrayList{host, "Origin: null"} << 403;
    QTest::newRow("page with our name inside") << QByteArrayList{host, "Origin: http://localhost.evil.example"} << 403;
    QTest::newRow("one good, one evil") << QByteArrayList{host, "Origin: http://localhost",
                                                          "Origin: http://evil.example"}
                                        << 403;
}

void TestHttpTransport::hostAndOrigin()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(int, status);
    World world([](HttpTransport::Config &config) {
        config.access.hosts = {u"sandbox.example.com"_s, u"other.example.com:8443"_s};
        config.access.allowedOrigins = {u"https://app.example.com"_s};
    });
    QByteArray bytes = world.postModern(modern(u"tools/list"_s));
    bytes.replace("Host: 127.0.0.1:" + world.port, lines.join("\r\n").replace("PORT", world.port));
    RawClient client(*world.transport);
    client.send(bytes);
    QCOMPARE(client.status(), status);
}

void TestHttpTransport::tokenIsAskedFor_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<int>("status");
    QTest::newRow("right") << QByteArrayList{"Authorization: Bearer correct-horse-battery"} << 200;
    QTest::newRow("scheme in capitals") << QByteArrayList{"Authorization: BEARER correct-horse-battery"} << 200;
    QTest::newRow("none") << QByteArrayList{} << 401;
    QTest::newRow("wrong") << QByteArrayList{"Authorization: Bearer correct-horse-batterz"} << 401;
    QTest::newRow("shorter") << QByteArrayList{"Authorization: Bearer correct-horse-batter"} << 401;
    QTest::newRow("longer") << QByteArrayList{"Authorization: Bearer correct-horse-batteryy"} << 401;
    QTest::newRow("empty") << QByteArrayList{"Authorization: Bearer "} << 401;
    QTest::newRow("other scheme") << QByteArrayList{"Authorization: Basic correct-horse-battery"} << 401;
    QTest::newRow("twice") << QByteArrayList{"Authorization: Bearer correct-horse-battery",
                                             "Authorization: Bearer correct-horse-battery"}
                           << 401;
}

void TestHttpTransport::tokenIsAskedFor()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(int, status);
    World world([](HttpTransport::Config &config) { config.access.tokens = {{{}, "correct-horse-battery"}}; });
    RawClient client(*world.transport);
    client.send(world.post(json(initialize(u"2025-11-25"_s)), lines));
    QCOMPARE(client.status(), status);
    QCOMPARE(client.field("www-authenticate").isEmpty(), status == 200);
    QVERIFY(!client.received().contains("horse"));
}

void TestHttpTransport::sessionBelongsToItsAccount()
{
    World world([](HttpTransport::Config &config) {
        config.access.tokens = {{u"ann"_s, "token-of-ann-0000"}, {u"bob"_s, "token-of-bob-0000"}};
    });
    RawClient ann(*world.transport);
    ann.send(world.post(json(initialize(u"2025-11-25"_s)), {"Authorization: Bearer token-of-ann-0000"}));
    QCOMPARE(ann.status(), 200);
    const QByteArray line = "Mcp-Session-Id: " + ann.field("mcp-session-id");
    RawClient bob(*world.transport);
    bob.send(world.post(ping, {"Authorization: Bearer token-of-bob-0000", line}));
    QCOMPARE(bob.status(), 404);
    RawClient nobody(*world.transport);
    nobody.send(world.post(ping, {line}));
    QCOMPARE(nobody.status(), 401);
}

void TestHttpTransport::tokenFileIsPrivate()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a/b/token"_s);
    const auto made = HttpAccess::readTokens(path);
    QVERIFY(made);
    QCOMPARE(made->size(), 1);
    QCOMPARE(made->constFirst().text.size(), 43);
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             0);
    QCOMPARE(HttpAccess::readTokens(path)->constFirst().text, made->constFirst().text);

    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
    QVERIFY(HttpAccess::readTokens(path).error().message.contains("chmod 600"_L1));

    const auto write = [&](const QByteArray &text) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate));
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        file.write(text);
    };
    write("# accounts\nann 0123456789abcdef\n\n  bob   fedcba9876543210  # builds\n");
    const auto two = HttpAccess::readTokens(path);
    QVERIFY(two);
    QCOMPARE(two->size(), 2);
    QCOMPARE((*two)[1].account, u"bob"_s);
    QCOMPARE((*two)[1].text, "fedcba9876543210");
    write("short\n");
    QVERIFY(HttpAccess::readTokens(path).error().message.contains("Line 1"_L1));
    write("\n");
    QVERIFY(!HttpAccess::readTokens(path));
    QVERIFY(!HttpAccess::readTokens(folder.path()));
    QVERIFY(!HttpAccess::readTokens(u"/proc/no/such/token"_s));
}

void TestHttpTransport::pagesBesideTheEndpoint()
{
    World world([](HttpTransport::Config &config) { config.access.tokens = {{{}, "correct-horse-battery"}}; });
    world.transport->addPage("/open", {true, [] { return HttpResponse::text(200, u"all is well"_s); }});
    world.transport->addPage("/closed", {false, [] { return HttpResponse::text(200, u"numbers"_s); }});
    const auto statusOf = [&](const QByteArray &path, const QByteArray &lines) {
        RawClient client(*world.transport);
        client.send("GET " + path + " HTTP/1.1\r\n" + lines + "\r\n");
        return client.status();
    };
    const QByteArray host = "Host: localhost:" + world.port + "\r\n";
    QCOMPARE(statusOf("/open", "Host: balancer.example\r\n"), 200);
    QCOMPARE(statusOf("/open", "Host: x\r\nOrigin: https://evil.example\r\n"), 403);
    QCOMPARE(statusOf("/open", "Host: x\r\nContent-Length: 0\r\n"), 200);
    QCOMPARE(statusOf("/open", "Host: x\r\nContent-Length: 1000\r\n"), 413);
    QCOMPARE(statusOf("/open", "Host: x\r\nTransfer-Encoding: chunked\r\n"), 413);
    QCOMPARE(statusOf("/closed", host), 401);
    QCOMPARE(statusOf("/closed", host + "Authorization: Bearer correct-horse-battery\r\n"), 200);
    QCOMPARE(statusOf("/closed", "Host: evil.example\r\nAuthorization: Bearer correct-horse-battery\r\n"), 403);
}

void TestHttpTransport::corsOnlyForNamedOrigins()
{
    World world([](HttpTransport::Config &config) {
        config.access.tokens = {{{}, "correct-horse-battery"}};
        config.access.allowedOrigins = {u"https://app.example.com"_s};
    });
    const auto ask = [&](const QByteArray &origin, const QByteArray &lines = {}) {
        auto client = std::make_unique<RawClient>(*world.transport);
        client->send("OPTIONS /mcp HTTP/1.1\r\nHost: localhost:" + world.port + "\r\nOrigin: " + origin +
                     "\r\nAccess-Control-Request-Method: POST\r\n" + lines + "\r\n");
        client->status();
        return client;
    };
    const auto named = ask("https://app.example.com");
    QCOMPARE(named->status(), 204);
    QCOMPARE(named->field("access-control-allow-origin"), "https://app.example.com");
    QCOMPARE(ask("https://app.example.com", "Content-Length: 1000\r\n")->status(), 413);
    const auto local = ask("http://localhost:6274");
    QCOMPARE(local->status(), 401);
    QVERIFY(local->field("access-control-allow-origin").isEmpty());
}

void TestHttpTransport::drainLetsRequestsEnd()
{
    World world;
    QSignalSpy drained(&*world.transport, &HttpTransport::drained);
    RawClient idle(*world.transport);
    RawClient busy(*world.transport);
    busy.send(world.postModern(modern(u"tools/call"_s, {{u"name"_s, u"slow"_s}})));
    QTRY_COMPARE_WITH_TIMEOUT(world.features.calls.size(), 1, patience);
    world.transport->drain();
    QVERIFY(idle.waitForEnd());
    QCOMPARE(drained.count(), 0);
    RawClient late(*world.transport);
    QVERIFY(late.socket.state() != QAbstractSocket::ConnectedState);
    world.features.calls[0]->respond(emptyResult);
    QCOMPARE(busy.status(), 200);
    QVERIFY(busy.waitForEnd());
    QTRY_COMPARE_WITH_TIMEOUT(drained.count(), 1, patience);
}

QTEST_GUILESS_MAIN(TestHttpTransport)
#include "tst_httptransport.moc"
