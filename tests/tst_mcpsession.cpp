#include "fakeserver.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLoggingCategory>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

const QString versionKey = u"io.modelcontextprotocol/protocolVersion"_s;
const QString capabilitiesKey = u"io.modelcontextprotocol/clientCapabilities"_s;

QByteArray request(const QByteArray &id, const QByteArray &method, const QByteArray &params = {})
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + '"' +
           (params.isEmpty() ? params : ",\"params\":" + params) + '}';
}

QByteArray initialize(const QByteArray &version)
{
    return request("\"i\"", "initialize",
                   "{\"protocolVersion\":\"" + version +
                       "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
}

/// Params of a request of 2026-07-28; `more` are further members with a comma at the end.
QByteArray modern(const QByteArray &more = {}, const QByteArray &moreMeta = {})
{
    return '{' + more +
           "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
           "\"io.modelcontextprotocol/clientCapabilities\":{}" +
           moreMeta + "}}";
}

QByteArray cancelled(const QByteArray &id)
{
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}";
}

} // namespace

class TestMcpSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void transcriptsHold_data();
    void transcriptsHold();

    void badInputIsAnswered_data();
    void badInputIsAnswered();
    void sessionSurvivesBadInput();
    void whatAsksNothingIsNotAnswered_data();
    void whatAsksNothingIsNotAnswered();
    void notificationOfTheWrongShapeIsIgnored();

    void handshakeNegotiatesTheRevision_data();
    void handshakeNegotiatesTheRevision();
    void secondHandshakeStartsAfresh();
    void requestsBeforeAHandshakeAreServed_data();
    void requestsBeforeAHandshakeAreServed();
    void afterAModernRequestTheKeysAreDemanded();
    void discoverAndInitializeLiveOnOneStream();
    void eraIsDecidedPerMessage();

    void modernRequestsAreCheckedInOrder_data();
    void modernRequestsAreCheckedInOrder();
    void modernResultsCarryTheirFields_data();
    void modernResultsCarryTheirFields();
    void legacyResultsCarryNoModernFields_data();
    void legacyResultsCarryNoModernFields();

    void batchesDependOnTheRevision_data();
    void batchesDependOnTheRevision();
    void batchIsAnsweredAsOneArray();
    void batchOfNotificationsIsNotAnswered();
    void emptyBatchIsRefused();
    void batchWaitsForItsLastAnswer();
    void cancelledBatchMemberIsLeftOut();
    void batchLetsGoOfItsSinkWithTheLastAnswer();

    void idsKeepTheirType_data();
    void idsKeepTheirType();
    void sameIdInFlightIsRefused();
    void hugeIdsAreNoIdZero();
    void cancelMatchesTheTypedId();
    void nothingFollowsACancel();
    void cancelOfUnknownIdsIsIgnored_data();
    void cancelOfUnknownIdsIsIgnored();
    void answerComesOnce();
    void inFlightLimitHolds();
    void destructionCancelsWhatIsInFlight();

    void progressNeedsAToken_data();
    void progressNeedsAToken();
    void progressRises();
    void progressMessageIsOfLaterRevisions();

    void listsHaveOnePage_data();
    void listsHaveOnePage();
    void toolFieldsDependOnTheRevision_data();
    void toolFieldsDependOnTheRevision();
    void aliasesAreServedButNotListed();
    void argumentsArePassedAsTheyAre();

    void clientIsIntroduced();
    void firstRequestServedComesOnce_data();
    void firstRequestServedComesOnce();

private:
    /// Whatever the session sends in answer, as JSON.
    QList<QJsonDocument> say(const QByteArray &message);
    QJsonObject ask(const QByteArray &message);
    QList<QJsonDocument> heard();
    static int codeOf(const QJsonObject &answer) { return answer["error"_L1]["code"_L1].toInt(); }

    std::unique_ptr<FakeFeatures> m_features;
    std::unique_ptr<McpSession> m_session;
    std::shared_ptr<RecordingSink> m_sink;
};

void TestMcpSession::initTestCase()
{
    QCoreApplication::setApplicationVersion(u"0.1.0"_s);
    QLoggingCategory::setFilterRules(u"sandbox.*=false"_s);
}

void TestMcpSession::init()
{
    m_session.reset();
    m_features = std::make_unique<FakeFeatures>();
    m_session = std::make_unique<McpSession>(*m_features);
    m_sink = std::make_shared<RecordingSink>();
}

QList<QJsonDocument> TestMcpSession::say(const QByteArray &message)
{
    m_sink->transcript.addClient(message);
    m_session->receive(message, m_sink);
    return heard();
}

QList<QJsonDocument> TestMcpSession::heard()
{
    QList<QJsonDocument> documents;
    for (const QByteArray &message : m_sink->takeAll())
        documents.append(QJsonDocument::fromJson(message));
    return documents;
}

/// For messages with exactly one answer; anything else gives an object that fits nothing.
QJsonObject TestMcpSession::ask(const QByteArray &message)
{
    const QList<QJsonDocument> answers = say(message);
    return answers.size() == 1 ? answers[0].object() : QJsonObject{{u"number of answers"_s, answers.size()}};
}

void TestMcpSession::transcriptsHold_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("legacy") << u"legacy.jsonl"_s;
    QTest::newRow("modern") << u"modern.jsonl"_s;
}

/// Each line is {"client": message} or {"server": message}; an answer follows its request.
void TestMcpSession::transcriptsHold()
{
    QFETCH(QString, file);
    QFile transcript(QStringLiteral(TEST_DATA "/mcp/") + file);
    QVERIFY(transcript.open(QFile::ReadOnly));
    QList<QJsonDocument> unread;
    while (!transcript.atEnd()) {
        const QByteArray line = transcript.readLine();
        const QJsonDocument entry = QJsonDocument::fromJson(line);
        QVERIFY2(entry.isObject(), line.constData());
        if (const QJsonValue expected = entry["server"_L1]; !expected.isUndefined()) {
            QVERIFY2(!unread.isEmpty(), line.constData());
            const QJsonDocument answer = unread.takeFirst();
            QCOMPARE(answer.isArray() ? QJsonValue(answer.array()) : QJsonValue(answer.object()), expected);
        } else {
            QVERIFY2(unread.isEmpty(), line.constData());
            const QJsonValue message = entry["client"_L1];
            unread = say((message.isArray() ? QJsonDocument(message.toArray()) : QJsonDocument(message.toObject()))
                             .toJson(QJsonDocument::Compact));
        }
    }
    QVERIFY(unread.isEmpty());
}

void TestMcpSession::badInputIsAnswered_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("id"); // empty: no such key
    const auto row = [](const char *name, const QByteArray &input, int code, const QByteArray &id = {}) {
        QTest::newRow(name) << input << code << id;
    };
    row("text", "garbage", -32700);
    row("nothing", "", -32700);
    row("cut object", R"({"jsonrpc":"2.0","id":1,"method":"pi)", -32700);
    row("two objects", R"({"jsonrpc":"2.0","id":1,"method":"ping"}{})", -32700);
    row("invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\xff\"}", -32700);
    row("overlong UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\xc0\xaf\"}", -32700);
    row("UTF-8 of a surrogate", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\xed\xa0\x80\"}", -32700);
    row("NUL between tokens", QByteArray("{\"jsonrpc\":\"2.0\",\0\"id\":1}", 23), -32700);
    row("100,000 nested arrays", QByteArray(100'000, '['), -32700);
    row("100,000 nested arrays, closed", QByteArray(100'000, '[') + QByteArray(100'000, ']'), -32700);
    row("number out of range", R"({"jsonrpc":"2.0","id":1e999999999999,"method":"ping"})", -32700);
    row("two scalars", "1,2", -32700);
    row("number", "42", -32600);
    row("string", "\"ping\"", -32600);
    row("null", "null", -32600);
    row("true", " true ", -32600);
    row("empty object", "{}", -32600);
    row("no jsonrpc", R"({"id":1,"method":"ping"})", -32600, "1");
    row("jsonrpc 1.0", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", -32600, "1");
    row("jsonrpc a number", R"({"jsonrpc":2.0,"id":"x","method":"ping"})", -32600, "\"x\"");
    row("no method", R"({"jsonrpc":"2.0","id":0})", -32600, "0");
    row("no method, no id", R"({"jsonrpc":"2.0"})", -32600);
    row("method null", R"({"jsonrpc":"2.0","id":0,"method":null})", -32600, "0");
    row("method a number", R"({"jsonrpc":"2.0","id":"","method":5})", -32600, "\"\"");
    row("id null", R"({"jsonrpc":"2.0","id":null,"method":"ping"})", -32600);
    row("id fractional", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", -32600);
    row("id boolean", R"({"jsonrpc":"2.0","id":true,"method":"ping"})", -32600);
    row("id object", R"({"jsonrpc":"2.0","id":{},"method":"ping"})", -32600);
    row("id beyond 64 bit", R"({"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"})", -32600);
    row("array before a handshake", "[]", -32600);
    row("unknown method", R"({"jsonrpc":"2.0","id":1,"method":"nope"})", -32601, "1");
    row("empty method", R"({"jsonrpc":"2.0","id":1,"method":""})", -32601, "1");
    row("params null", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})", -32602, "1");
    row("params array", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", -32602, "1");
    row("params string", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":"x"})", -32602, "1");
    row("initialize without a version", request("1", "initialize", "{}"), -32602, "1");
    row("initialize with a number", request("1", "initialize", R"({"protocolVersion":20250618})"), -32602, "1");
    row("tools/call without params", request("1", "tools/call"), -32602, "1");
    row("tools/call without a name", request("1", "tools/call", R"({"arguments":{}})"), -32602, "1");
    row("tools/call, name a number", request("1", "tools/call", R"({"name":7})"), -32602, "1");
    row("tools/call, unknown", request("1", "tools/call", R"({"name":"x"})"), -32602, "1");
    row("resources/read without a uri", request("1", "resources/read", "{}"), -32602, "1");
    row("resources/read, unknown", request("1", "resources/read", R"({"uri":"a:b"})"), -32002, "1");
    row("bad cursor", request("1", "tools/list", R"({"cursor":"x"})"), -32602, "1");
    row("log level", request("1", "logging/setLevel", R"({"level":"loud"})"), -32601, "1");
    row("prompt", request("1", "prompts/get", R"({"name":"x"})"), -32601, "1");
}

void TestMcpSession::badInputIsAnswered()
{
    QFETCH(QByteArray, input);
    QFETCH(int, code);
    QFETCH(QByteArray, id);
    const QJsonObject answer = ask(input);
    QCOMPARE(codeOf(answer), code);
    QCOMPARE(answer["jsonrpc"_L1], QJsonValue(u"2.0"_s));
    QVERIFY(!answer["error"_L1]["message"_L1].toString().isEmpty());
    QVERIFY(!answer.contains("result"_L1));
    QCOMPARE(answer.contains("id"_L1), !id.isEmpty());
    if (!id.isEmpty())
        QCOMPARE(answer["id"_L1], QJsonDocument::fromJson('[' + id + ']')[0]);
    QCOMPARE(m_session->inFlight(), 0);
}

void TestMcpSession::sessionSurvivesBadInput()
{
    ask(initialize("2025-06-18"));
    for (const QByteArray &bad : QByteArrayList{"garbage", "[]", "{}", "42", R"({"jsonrpc":"2.0","id":1})"}) {
        QCOMPARE(say(bad).size(), 1);
        QCOMPARE(ask(request("1", "ping"))["result"_L1], QJsonValue(QJsonObject()));
    }
}

void TestMcpSession::whatAsksNothingIsNotAnswered_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("initialized") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    QTest::newRow("unknown notification") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/other"})");
    QTest::newRow("request without an id") << QByteArray(R"({"jsonrpc":"2.0","method":"tools/list"})");
    QTest::newRow("notification, params array") << QByteArray(R"({"jsonrpc":"2.0","method":"x","params":[]})");
    QTest::newRow("notification, params null") << QByteArray(R"({"jsonrpc":"2.0","method":"x","params":null})");
    QTest::newRow("response") << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QTest::newRow("error response") << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}})");
    QTest::newRow("error response without id") << QByteArray(R"({"jsonrpc":"2.0","error":{"code":1}})");
    QTest::newRow("roots changed") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})");
    QTest::newRow("modern notification") << QByteArray(R"({"jsonrpc":"2.0","method":"x","params":)" + modern() + '}');
}

void TestMcpSession::whatAsksNothingIsNotAnswered()
{
    QFETCH(QByteArray, input);
    m_sink->transcript.clientIsBad();
    QCOMPARE(say(input).size(), 0);
    ask(initialize("2025-11-25"));
    QCOMPARE(say(input).size(), 0);
}

void TestMcpSession::notificationOfTheWrongShapeIsIgnored()
{
    say(request("1", "tools/call", R"({"name":"slow"})"));
    m_sink->transcript.clientIsBad();
    for (const QByteArray &params : QByteArrayList{"[]", "null", "{}", "{\"requestId\":[1]}"})
        QCOMPARE(say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)" + params + '}').size(), 0);
    QCOMPARE(m_session->inFlight(), 1);
}

void TestMcpSession::handshakeNegotiatesTheRevision_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QString>("agreed");
    for (const char *version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        QTest::newRow(version) << QByteArray(version) << QString::fromLatin1(version);
    QTest::newRow("modern") << QByteArray("2026-07-28") << u"2025-11-25"_s;
    QTest::newRow("future") << QByteArray("2099-01-01") << u"2025-11-25"_s;
    QTest::newRow("past") << QByteArray("2024-10-07") << u"2025-11-25"_s;
    QTest::newRow("nonsense") << QByteArray("latest") << u"2025-11-25"_s;
    QTest::newRow("empty") << QByteArray() << u"2025-11-25"_s;
}

void TestMcpSession::handshakeNegotiatesTheRevision()
{
    QFETCH(QByteArray, asked);
    QFETCH(QString, agreed);
    const QJsonObject result = ask(initialize(asked))["result"_L1].toObject();
    QCOMPARE(result["protocolVersion"_L1].toString(), agreed);
    QVERIFY(result["capabilities"_L1].isObject());
    QCOMPARE(result["serverInfo"_L1]["name"_L1].toString(), u"code-sandbox"_s);
    QCOMPARE(result["instructions"_L1].toString(), u"Call echo."_s);
    QCOMPARE(result["serverInfo"_L1].toObject().contains("title"_L1), agreed >= u"2025-06-18"_s);
}

void TestMcpSession::secondHandshakeStartsAfresh()
{
    ask(initialize("2025-06-18"));
    QCOMPARE(ask("[]")["error"_L1]["message"_L1].toString().contains("2025-03-26"_L1), true);
    QCOMPARE(ask(initialize("2025-03-26"))["result"_L1]["protocolVersion"_L1].toString(), u"2025-03-26"_s);
    QCOMPARE(say("[" + request("1", "ping") + "]").value(0).array().size(), 1);
}

void TestMcpSession::requestsBeforeAHandshakeAreServed_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("code"); // 0: a result
    QTest::newRow("ping") << QByteArray("ping") << 0;
    QTest::newRow("tools/list") << QByteArray("tools/list") << 0;
    QTest::newRow("resources/list") << QByteArray("resources/list") << 0;
    QTest::newRow("server/discover") << QByteArray("server/discover") << -32602;
    QTest::newRow("subscriptions/listen") << QByteArray("subscriptions/listen") << -32602;
    QTest::newRow("tasks/get") << QByteArray("tasks/get") << -32602;
    QTest::newRow("unknown") << QByteArray("unknown") << -32601;
}

void TestMcpSession::requestsBeforeAHandshakeAreServed()
{
    QFETCH(QByteArray, method);
    QFETCH(int, code);
    const QJsonObject answer = ask(request("0", method));
    QCOMPARE(codeOf(answer), code);
    QCOMPARE(answer.contains("result"_L1), code == 0);
}

void TestMcpSession::afterAModernRequestTheKeysAreDemanded()
{
    ask(request("1", "server/discover", modern()));
    const QJsonObject answer = ask(request("2", "tools/list"));
    QCOMPARE(codeOf(answer), -32602);
    const QString message = answer["error"_L1]["message"_L1].toString();
    QVERIFY(message.contains(versionKey));
    QVERIFY(message.contains(capabilitiesKey));
    QCOMPARE(ask(request("3", "ping"))["result"_L1], QJsonValue(QJsonObject()));
}

void TestMcpSession::discoverAndInitializeLiveOnOneStream()
{
    QVERIFY(ask(request("1", "server/discover", modern())).contains("result"_L1));
    QCOMPARE(ask(initialize("2025-06-18"))["result"_L1]["protocolVersion"_L1].toString(), u"2025-06-18"_s);
    const QJsonObject list = ask(request("2", "tools/list"))["result"_L1].toObject();
    QVERIFY(list.contains("tools"_L1) && !list.contains("ttlMs"_L1));
}

void TestMcpSession::eraIsDecidedPerMessage()
{
    ask(initialize("2024-11-05"));
    for (int round = 0; round < 2; ++round) {
        const QJsonObject legacyResult = ask(request("1", "tools/list"))["result"_L1].toObject();
        QVERIFY(!legacyResult.contains("resultType"_L1));
        QVERIFY(!legacyResult["tools"_L1][0].toObject().contains("title"_L1));
        const QJsonObject modernResult = ask(request("1", "tools/list", modern()))["result"_L1].toObject();
        QCOMPARE(modernResult["resultType"_L1].toString(), u"complete"_s);
        QVERIFY(modernResult["tools"_L1][0].toObject().contains("title"_L1));
    }
    const QJsonValue legacyError = ask(request("1", "resources/read", R"({"uri":"no:thing"})"))["error"_L1];
    QCOMPARE(legacyError["code"_L1].toInt(), -32002);
    QCOMPARE(legacyError["data"_L1]["uri"_L1].toString(), u"no:thing"_s);
    const QJsonValue modernError = ask(request("1", "resources/read", modern(R"("uri":"no:thing",)")))["error"_L1];
    QCOMPARE(modernError["code"_L1].toInt(), -32602);
    QCOMPARE(modernError["data"_L1]["uri"_L1].toString(), u"no:thing"_s);
}

void TestMcpSession::modernRequestsAreCheckedInOrder_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QByteArray &method, const QByteArray &version,
                        const QByteArray &capabilities, const QByteArray &more, int code) {
        QByteArray params = '{' + more + R"("_meta":{"io.modelcontextprotocol/protocolVersion":)" + version;
        if (!capabilities.isEmpty())
            params += R"(,"io.modelcontextprotocol/clientCapabilities":)" + capabilities;
        QTest::newRow(name) << method << params + "}}" << code;
    };
    const QByteArray current = "\"2026-07-28\"";
    row("all is well", "tools/list", current, "{}", "", 0);
    row("version no string", "nope", "20260728", "{}", "", -32602);
    row("version null", "tools/list", "null", "{}", "", -32602);
    row("no capabilities", "tools/list", current, "", "", -32602);
    row("capabilities no object", "tools/list", current, "[]", "", -32602);
    row("no capabilities before unknown version", "nope", "\"2027-01-01\"", "", "", -32602);
    row("unknown version before unknown method", "nope", "\"2027-01-01\"", "{}", "", -32022);
    row("legacy version", "tools/list", "\"2025-06-18\"", "{}", "", -32022);
    row("unknown method before bad params", "tools/cal", current, "{}", "\"name\":1,", -32601);
    row("bad params", "tools/call", current, "{}", "\"name\":1,", -32602);
    for (const char *gone : {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
                             "subscriptions/listen", "tasks/get", "tasks/list"})
        row(gone, gone, current, "{}", R"("protocolVersion":"2025-06-18",)", -32601);
}

void TestMcpSession::modernRequestsAreCheckedInOrder()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(int, code);
    for (int round = 0; round < 2; ++round) { // the second time within a handshake of old
        const QJsonObject answer = ask(request("7", method, params));
        QCOMPARE(codeOf(answer), code);
        QCOMPARE(answer["id"_L1], QJsonValue(7));
        if (code == -32022)
            QCOMPARE(answer["error"_L1]["data"_L1]["supported"_L1], QJsonValue(QJsonArray{u"2026-07-28"_s}));
        ask(initialize("2025-03-26"));
    }
}

void TestMcpSession::modernResultsCarryTheirFields_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<bool>("isCacheable");
    QTest::newRow("server/discover") << request("1", "server/discover", modern()) << true;
    QTest::newRow("tools/list") << request("1", "tools/list", modern()) << true;
    QTest::newRow("resources/list") << request("1", "resources/list", modern()) << true;
    QTest::newRow("resources/templates/list") << request("1", "resources/templates/list", modern()) << true;
    QTest::newRow("resources/read") << request("1", "resources/read", modern(R"("uri":"test://a",)")) << true;
    QTest::newRow("tools/call") << request("1", "tools/call", modern(R"("name":"echo",)")) << false;
}

void TestMcpSession::modernResultsCarryTheirFields()
{
    QFETCH(QByteArray, message);
    QFETCH(bool, isCacheable);
    const QJsonObject result = ask(message)["result"_L1].toObject();
    QCOMPARE(result["resultType"_L1].toString(), u"complete"_s);
    QCOMPARE(result["_meta"_L1]["io.modelcontextprotocol/serverInfo"_L1]["name"_L1].toString(), u"code-sandbox"_s);
    QCOMPARE(result.contains("ttlMs"_L1), isCacheable);
    QCOMPARE(result.contains("cacheScope"_L1), isCacheable);
    if (isCacheable) {
        QVERIFY(result["ttlMs"_L1].toInt(-1) >= 0);
        QVERIFY(QStringList({u"public"_s, u"private"_s}).contains(result["cacheScope"_L1].toString()));
    }
}

void TestMcpSession::legacyResultsCarryNoModernFields_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("tools/list") << request("1", "tools/list");
    QTest::newRow("resources/list") << request("1", "resources/list");
    QTest::newRow("resources/templates/list") << request("1", "resources/templates/list");
    QTest::newRow("resources/read") << request("1", "resources/read", R"({"uri":"test://a"})");
    QTest::newRow("tools/call") << request("1", "tools/call", R"({"name":"echo"})");
}

void TestMcpSession::legacyResultsCarryNoModernFields()
{
    QFETCH(QByteArray, message);
    ask(initialize("2025-11-25"));
    const QJsonObject result = ask(message)["result"_L1].toObject();
    QVERIFY(!result.isEmpty());
    for (const auto &key : {"resultType"_L1, "ttlMs"_L1, "cacheScope"_L1, "_meta"_L1})
        QVERIFY(!result.contains(key));
}

void TestMcpSession::batchesDependOnTheRevision_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<bool>("areAllowed");
    QTest::newRow("before a handshake") << QByteArray() << false;
    QTest::newRow("2024-11-05") << QByteArray("2024-11-05") << true;
    QTest::newRow("2025-03-26") << QByteArray("2025-03-26") << true;
    QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << false;
    QTest::newRow("2025-11-25") << QByteArray("2025-11-25") << false;
}

void TestMcpSession::batchesDependOnTheRevision()
{
    QFETCH(QByteArray, revision);
    QFETCH(bool, areAllowed);
    if (!revision.isEmpty())
        ask(initialize(revision));
    const QList<QJsonDocument> answers = say('[' + request("1", "ping") + ',' + request("2", "ping") + ']');
    QCOMPARE(answers.size(), 1);
    if (areAllowed) {
        QCOMPARE(answers[0].array().size(), 2);
    } else {
        QCOMPARE(codeOf(answers[0].object()), -32600);
        QVERIFY(!answers[0].object().contains("id"_L1));
    }
}

void TestMcpSession::batchIsAnsweredAsOneArray()
{
    ask(initialize("2025-03-26"));
    const QList<QJsonDocument> answers =
        say('[' + request("1", "ping") + ",7," + request("\"1\"", "nope") +
            R"(,{"jsonrpc":"2.0","method":"notifications/x"},{"id":3,"method":"ping"}])");
    QCOMPARE(answers.size(), 1);
    const QJsonArray array = answers[0].array();
    QCOMPARE(array.size(), 4);
    QCOMPARE(array[0]["result"_L1], QJsonValue(QJsonObject()));
    QCOMPARE(codeOf(array[1].toObject()), -32600);
    QVERIFY(!array[1].toObject().contains("id"_L1));
    QCOMPARE(codeOf(array[2].toObject()), -32601);
    QCOMPARE(array[2]["id"_L1], QJsonValue(u"1"_s));
    QCOMPARE(codeOf(array[3].toObject()), -32600);
}

void TestMcpSession::batchOfNotificationsIsNotAnswered()
{
    ask(initialize("2025-03-26"));
    QCOMPARE(say(R"([{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":1,"result":{}}])").size(), 0);
}

void TestMcpSession::emptyBatchIsRefused()
{
    ask(initialize("2024-11-05"));
    const QJsonObject answer = ask("[]");
    QCOMPARE(codeOf(answer), -32600);
    QVERIFY(!answer.contains("id"_L1));
}

void TestMcpSession::batchWaitsForItsLastAnswer()
{
    ask(initialize("2025-03-26"));
    QCOMPARE(say('[' + request("1", "tools/call", R"({"name":"slow"})") + ',' + request("2", "ping") + ']').size(), 0);
    QCOMPARE(ask(request("3", "ping"))["id"_L1], QJsonValue(3));
    m_features->calls.at(0)->respond(emptyResult);
    const QList<QJsonDocument> answers = heard();
    QCOMPARE(answers.size(), 1);
    QCOMPARE(answers[0].array().size(), 2);
}

void TestMcpSession::cancelledBatchMemberIsLeftOut()
{
    ask(initialize("2025-03-26"));
    say('[' + request("1", "tools/call", R"({"name":"slow"})") + ',' + request("2", "ping") + ']');
    const QList<QJsonDocument> answers = say(cancelled("1"));
    QCOMPARE(answers.size(), 1);
    QCOMPARE(answers[0].array().size(), 1);
    QCOMPARE(answers[0][0]["id"_L1], QJsonValue(2));
    say('[' + request("1", "tools/call", R"({"name":"slow"})") + ']');
    QCOMPARE(say(cancelled("1")).size(), 0);
}

/// The sink stands for a transport that may be gone before the session is.
void TestMcpSession::batchLetsGoOfItsSinkWithTheLastAnswer()
{
    ask(initialize("2025-03-26"));
    say('[' + request("1", "tools/call", R"({"name":"slow"})") + ',' + request("2", "ping") + ']');
    m_session->cancelAll();
    QCOMPARE(heard().size(), 1);
    QCOMPARE(m_sink.use_count(), 1);
}

void TestMcpSession::idsKeepTheirType_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char *id : {"0", "\"0\"", "-1", "9007199254740993", "9223372036854775807", "\"\"", "\"\xc3\xa4\""})
        QTest::newRow(id) << QByteArray(id);
}

void TestMcpSession::idsKeepTheirType()
{
    QFETCH(QByteArray, id);
    m_sink->transcript.addClient(request(id, "ping"));
    m_session->receive(request(id, "ping"), m_sink);
    QCOMPARE(m_sink->takeAll(), QByteArrayList{"{\"id\":" + id + ",\"jsonrpc\":\"2.0\",\"result\":{}}"});
}

void TestMcpSession::sameIdInFlightIsRefused()
{
    const QByteArray slow = R"({"name":"slow"})";
    QCOMPARE(say(request("5", "tools/call", slow)).size(), 0);
    QCOMPARE(say(request("\"5\"", "tools/call", slow)).size(), 0);
    const QJsonObject refusal = ask(request("5", "ping"));
    QCOMPARE(codeOf(refusal), -32600);
    QCOMPARE(refusal["id"_L1], QJsonValue(5));
    QCOMPARE(codeOf(ask(request("5.0", "ping"))), -32600);
    QCOMPARE(m_session->inFlight(), 2);

    m_features->calls.at(0)->respond({{u"content"_s, QJsonArray()}, {u"first"_s, true}});
    QCOMPARE(heard().value(0)["result"_L1]["first"_L1], QJsonValue(true));
    QVERIFY(ask(request("5", "ping")).contains("result"_L1)); // free again
}

void TestMcpSession::hugeIdsAreNoIdZero()
{
    QCOMPARE(say(request("0", "tools/call", R"({"name":"slow"})")).size(), 0);
    const QJsonObject answer = ask(request("1e30", "ping"));
    QCOMPARE(codeOf(answer), -32600);
    QVERIFY(!answer.contains("id"_L1));
    say(cancelled("1e30"));
    QCOMPARE(m_session->inFlight(), 1);
}

void TestMcpSession::cancelMatchesTheTypedId()
{
    say(request("0", "tools/call", R"({"name":"slow"})"));
    say(request("\"0\"", "tools/call", modern(R"("name":"slow",)")));
    QSignalSpy number(m_features->calls.at(0), &Exchange::cancelled);
    QSignalSpy text(m_features->calls.at(1), &Exchange::cancelled);
    say(cancelled("\"0\"")); // a legacy notification for a modern request: the id alone counts
    QCOMPARE(text.count(), 1);
    QCOMPARE(number.count(), 0);
    say(cancelled("0"));
    QCOMPARE(number.count(), 1);
    QCOMPARE(m_session->inFlight(), 0);
}

void TestMcpSession::nothingFollowsACancel()
{
    say(request("1", "tools/call", R"({"name":"slow","_meta":{"progressToken":0}})"));
    const QPointer<Exchange> call = m_features->calls.at(0);
    connect(call, &Exchange::cancelled, this, [call] {
        call->reportProgress(u"killing"_s);
        call->respond(emptyResult);
    });
    QCOMPARE(say(cancelled("1")).size(), 0);
    QCOMPARE(say(cancelled("1")).size(), 0);
    call->reportProgress(u"late"_s);
    call->respond(emptyResult);
    call->fail({});
    QCOMPARE(heard().size(), 0);
    QVERIFY(ask(request("1", "ping")).contains("result"_L1));
    QTRY_VERIFY(!call); // deleted
}

void TestMcpSession::cancelOfUnknownIdsIsIgnored_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char *id : {"2", "\"1\"", "null", "1.5", "{}", "[1]", "true"})
        QTest::newRow(id) << QByteArray(id);
}

void TestMcpSession::cancelOfUnknownIdsIsIgnored()
{
    QFETCH(QByteArray, id);
    say(request("1", "tools/call", R"({"name":"slow"})"));
    m_sink->transcript.clientIsBad();
    QCOMPARE(say(cancelled(id)).size(), 0);
    QCOMPARE(m_session->inFlight(), 1);
    m_features->calls.at(0)->respond(emptyResult);
    QCOMPARE(heard().size(), 1);
    QCOMPARE(say(cancelled("1")).size(), 0); // finished
}

void TestMcpSession::answerComesOnce()
{
    say(request("1", "tools/call", R"({"name":"slow","_meta":{"progressToken":"t"}})"));
    Exchange *call = m_features->calls.at(0);
    QSignalSpy ended(call, &Exchange::ended);
    call->respond(emptyResult);
    call->respond(emptyResult);
    call->fail({});
    call->cancel();
    call->reportProgress(u"late"_s);
    QCOMPARE(heard().size(), 1);
    QCOMPARE(ended.count(), 1);
}

void TestMcpSession::inFlightLimitHolds()
{
    for (int i = 0; i < McpSession::maxInFlight; ++i)
        QCOMPARE(say(request(QByteArray::number(i), "tools/call", R"({"name":"slow"})")).size(), 0);
    QCOMPARE(codeOf(ask(request("-1", "ping"))), -32603);
    QCOMPARE(m_session->inFlight(), McpSession::maxInFlight);
    say(cancelled("17"));
    QVERIFY(ask(request("-1", "ping")).contains("result"_L1));
}

void TestMcpSession::destructionCancelsWhatIsInFlight()
{
    say(request("1", "tools/call", R"({"name":"slow"})"));
    QSignalSpy cancelledSpy(m_features->calls.at(0), &Exchange::cancelled);
    m_session.reset();
    QCOMPARE(cancelledSpy.count(), 1);
    QCOMPARE(heard().size(), 0);
    QCOMPARE(m_sink.use_count(), 1);
}

void TestMcpSession::progressNeedsAToken_data()
{
    QTest::addColumn<QByteArray>("meta");
    QTest::addColumn<QByteArray>("token"); // empty: no progress
    QTest::newRow("integer 0") << QByteArray(R"(,"_meta":{"progressToken":0})") << QByteArray("0");
    QTest::newRow("string") << QByteArray(R"(,"_meta":{"progressToken":"x"})") << QByteArray("\"x\"");
    QTest::newRow("empty string") << QByteArray(R"(,"_meta":{"progressToken":""})") << QByteArray("\"\"");
    QTest::newRow("large") << QByteArray(R"(,"_meta":{"progressToken":9007199254740993})")
                           << QByteArray("9007199254740993");
    QTest::newRow("none") << QByteArray() << QByteArray();
    QTest::newRow("other meta") << QByteArray(R"(,"_meta":{"x":1})") << QByteArray();
    QTest::newRow("null") << QByteArray(R"(,"_meta":{"progressToken":null})") << QByteArray();
    QTest::newRow("object") << QByteArray(R"(,"_meta":{"progressToken":{}})") << QByteArray();
    QTest::newRow("meta no object") << QByteArray(R"(,"_meta":[])") << QByteArray();
}

void TestMcpSession::progressNeedsAToken()
{
    QFETCH(QByteArray, meta);
    QFETCH(QByteArray, token);
    say(request("1", "tools/call", R"({"name":"slow")" + meta + '}'));
    Exchange *call = m_features->calls.at(0);
    QCOMPARE(call->wantsProgress(), !token.isEmpty());
    call->reportProgress(u"on its way"_s);
    const QByteArrayList messages = m_sink->takeAll();
    QCOMPARE(messages.size(), token.isEmpty() ? 0 : 1);
    if (token.isEmpty())
        return;
    QVERIFY(messages[0].contains("\"progressToken\":" + token));
    const QJsonDocument notification = QJsonDocument::fromJson(messages[0]);
    QCOMPARE(notification["method"_L1].toString(), u"notifications/progress"_s);
    QCOMPARE(notification["params"_L1]["message"_L1].toString(), u"on its way"_s);
    QVERIFY(!notification.object().contains("id"_L1));
}

void TestMcpSession::progressRises()
{
    say(request("1", "tools/call", R"({"name":"slow","_meta":{"progressToken":0}})"));
    for (int i = 0; i < 100; ++i)
        m_features->calls.at(0)->reportProgress(u"x"_s);
    double last = 0;
    for (const QJsonDocument &notification : heard()) {
        const double progress = notification["params"_L1]["progress"_L1].toDouble();
        QVERIFY(progress > last);
        last = progress;
    }
}

void TestMcpSession::progressMessageIsOfLaterRevisions()
{
    ask(initialize("2024-11-05"));
    say(request("1", "tools/call", R"({"name":"slow","_meta":{"progressToken":0}})"));
    m_features->calls.at(0)->reportProgress(u"x"_s);
    QVERIFY(!heard().value(0)["params"_L1].toObject().contains("message"_L1));
}

void TestMcpSession::listsHaveOnePage_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("key");
    QTest::newRow("tools") << QByteArray("tools/list") << u"tools"_s;
    QTest::newRow("resources") << QByteArray("resources/list") << u"resources"_s;
    QTest::newRow("templates") << QByteArray("resources/templates/list") << u"resourceTemplates"_s;
}

void TestMcpSession::listsHaveOnePage()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, key);
    const QJsonObject plain = ask(request("1", method))["result"_L1].toObject();
    QVERIFY(plain[key].isArray());
    QVERIFY(!plain.contains("nextCursor"_L1));
    m_sink->transcript.clientIsBad();
    QCOMPARE(ask(request("1", method, R"({"cursor":null})"))["result"_L1].toObject(), plain);
    for (const QByteArray &cursor : QByteArrayList{"\"\"", "\"abc\"", "1", "{}"})
        QCOMPARE(codeOf(ask(request("1", method, "{\"cursor\":" + cursor + '}'))), -32602);
}

void TestMcpSession::toolFieldsDependOnTheRevision_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<QStringList>("fields");
    const QStringList oldest{u"description"_s, u"inputSchema"_s, u"name"_s};
    const QStringList withAnnotations{u"annotations"_s, u"description"_s, u"inputSchema"_s, u"name"_s};
    QTest::newRow("2024-11-05") << QByteArray("2024-11-05") << oldest;
    QTest::newRow("2025-03-26") << QByteArray("2025-03-26") << withAnnotations;
    QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << withAnnotations + QStringList{u"title"_s};
    QTest::newRow("2025-11-25") << QByteArray("2025-11-25") << withAnnotations + QStringList{u"title"_s};
}

void TestMcpSession::toolFieldsDependOnTheRevision()
{
    QFETCH(QByteArray, revision);
    QFETCH(QStringList, fields);
    ask(initialize(revision));
    QCOMPARE(ask(request("1", "tools/list"))["result"_L1]["tools"_L1][0].toObject().keys(), fields);
}

void TestMcpSession::aliasesAreServedButNotListed()
{
    QCOMPARE(say(request("1", "tools/call", R"({"name":"sluggish"})")).size(), 0);
    QCOMPARE(m_features->calls.size(), 1);
    QCOMPARE(ask(request("2", "tools/list"))["result"_L1]["tools"_L1].toArray().size(), 2);
}

void TestMcpSession::argumentsArePassedAsTheyAre()
{
    m_sink->transcript.clientIsBad();
    say(request("1", "tools/call", R"({"name":"echo"})"));
    say(request("2", "tools/call", R"({"name":"echo","arguments":null})"));
    say(request("3", "tools/call", R"({"name":"echo","arguments":[1]})"));
    say(request("4", "tools/call", R"({"name":"echo","arguments":{"text":"x"}})"));
    QCOMPARE(m_features->arguments, QList<QJsonValue>({QJsonValue::Undefined, QJsonValue::Null, QJsonArray{1},
                                                       QJsonObject{{u"text"_s, u"x"_s}}}));
}

void TestMcpSession::clientIsIntroduced()
{
    m_sink->transcript.clientIsBad();
    QSignalSpy introduced(m_session.get(), &McpSession::clientIntroduced);
    const QByteArray start = R"({"protocolVersion":"2025-06-18","clientInfo":)";
    say(request("1", "initialize", start + R"({"name":"inspector","version":"2"}})"));
    say(request("2", "initialize", start + R"({"name":"inspector","version":"2"}})"));
    QCOMPARE(introduced.count(), 1);
    QCOMPARE(introduced[0][0].toString(), u"inspector 2"_s);

    say(request("3", "tools/call", R"({"name":"slow"})"));
    QCOMPARE(m_features->calls.at(0)->client(), u"inspector 2"_s);
    say(request("4", "tools/call",
                modern(R"("name":"slow",)", R"(,"io.modelcontextprotocol/clientInfo":{"name":"other"})")));
    QCOMPARE(m_features->calls.at(1)->client(), u"other"_s);
    say(request("5", "tools/call", modern(R"("name":"slow",)", R"(,"io.modelcontextprotocol/clientInfo":7)")));
    QCOMPARE(introduced.count(), 2);
    say(request("6", "initialize", start + R"({"name":")" + QByteArray(100'000, 'x') + R"("}})"));
    QVERIFY(introduced.last()[0].toString().size() <= 200);
}

void TestMcpSession::firstRequestServedComesOnce_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("count");
    QTest::newRow("initialize") << initialize("2025-06-18") << 0;
    QTest::newRow("ping") << request("1", "ping") << 0;
    QTest::newRow("discover") << request("1", "server/discover", modern()) << 0;
    QTest::newRow("unknown") << request("1", "nope") << 0;
    QTest::newRow("garbage") << QByteArray("garbage") << 0;
    QTest::newRow("tools/list") << request("1", "tools/list") << 1;
    QTest::newRow("modern tools/list") << request("1", "tools/list", modern()) << 1;
    QTest::newRow("tools/call") << request("1", "tools/call", R"({"name":"echo"})") << 1;
}

void TestMcpSession::firstRequestServedComesOnce()
{
    QFETCH(QByteArray, message);
    QFETCH(int, count);
    QSignalSpy served(m_session.get(), &McpSession::firstRequestServed);
    say(message);
    say(message);
    QCOMPARE(served.count(), count);
}

QTEST_GUILESS_MAIN(TestMcpSession)
#include "tst_mcpsession.moc"
