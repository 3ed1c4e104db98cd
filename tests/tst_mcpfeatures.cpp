#include "fakeserver.h"
#include "fixturefeatures.h"

#include <QLoggingCategory>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

/// What a client answers to a question of the server.
QJsonObject answerTo(const QJsonValue &id, const QJsonObject &result)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"result"_s, result}};
}

} // namespace

/// What the protocol has beyond tools and resources, with the server that the conformance suite is run on; here through
/// a session alone, in both eras.
class TestMcpFeatures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void capabilitiesAreWhatIsOffered();
    void inputIsAskedInAHandshakeSession();
    void inputIsAskedByAResult();
    void inputNeedsTheCapability_data();
    void inputNeedsTheCapability();
    void clientsRefusalEndsTheCall();
    void cancelWhileAskingEndsTheCall();
    void stateCannotBeChanged_data();
    void stateCannotBeChanged();
    void malformedInputsAreRefused();

    void subscriptionHearsWhatItAskedFor();
    void subscriptionEndsWithTheSession();
    void handshakeClientHearsOfChanges();

    void logsComeOnlyWhenAskedFor_data();
    void logsComeOnlyWhenAskedFor();
    void logLevelsAreChecked();

    void promptsAreChecked_data();
    void promptsAreChecked();
    void completionIsLimited();
    void pagesFollowEachOther();

    void taskNeedsTheExtension();
    void taskIsReadableAtOnceAndEnds();
    void taskCanBeCancelled();
    void taskAsksForInput();
    void taskOutlivesItsConnection();
    void taskExpires();
    void unknownTasksAreRefused();

private:
    QList<QJsonObject> say(const QJsonObject &message);
    QJsonObject ask(const QJsonObject &message);
    QJsonObject modern(const QString &method, QJsonObject params = {}, const QJsonObject &capabilities = {},
                       const QJsonObject &moreMeta = {});
    QJsonObject legacy(const QString &method, const QJsonObject &params = {});
    QJsonObject initialize(const QString &revision, const QJsonObject &capabilities);
    QList<QJsonObject> heard();
    static int codeOf(const QJsonObject &answer) { return answer["error"_L1]["code"_L1].toInt(); }
    static QString textOf(const QJsonValue &result) { return result["content"_L1][0]["text"_L1].toString(); }

    std::unique_ptr<FixtureFeatures> m_features;
    std::unique_ptr<McpSession> m_session;
    std::shared_ptr<RecordingSink> m_sink;
    int m_lastId = 0;
};

namespace {

const QJsonObject taskClient{{u"extensions"_s, QJsonObject{{TaskStore::extension, QJsonObject()}}},
                             {u"elicitation"_s, QJsonObject()}};
const QJsonObject elicitationClient{{u"elicitation"_s, QJsonObject()}};

QJsonObject call(const QString &tool, const QJsonObject &arguments = {})
{
    return {{u"name"_s, tool}, {u"arguments"_s, arguments}};
}

QJsonObject accepted(const QJsonObject &content)
{
    return {{u"action"_s, u"accept"_s}, {u"content"_s, content}};
}

} // namespace

void TestMcpFeatures::initTestCase()
{
    QLoggingCategory::setFilterRules(u"sandbox.*=false"_s);
}

void TestMcpFeatures::init()
{
    m_session.reset();
    m_features = std::make_unique<FixtureFeatures>();
    m_session = std::make_unique<McpSession>(*m_features);
    m_sink = std::make_shared<RecordingSink>();
    m_lastId = 0;
}

QList<QJsonObject> TestMcpFeatures::heard()
{
    QList<QJsonObject> messages;
    for (const QByteArray &message : m_sink->takeAll())
        messages.append(QJsonDocument::fromJson(message).object());
    return messages;
}

/// Whatever comes of it.
QList<QJsonObject> TestMcpFeatures::say(const QJsonObject &message)
{
    const QByteArray bytes = QJsonDocument(message).toJson();
    m_sink->transcript.addClient(bytes);
    m_session->receive(bytes, m_sink);
    return heard();
}

/// The last message that came of it, empty if none.
QJsonObject TestMcpFeatures::ask(const QJsonObject &message)
{
    const QList<QJsonObject> messages = say(message);
    return messages.isEmpty() ? QJsonObject() : messages.last();
}

QJsonObject TestMcpFeatures::modern(const QString &method, QJsonObject params, const QJsonObject &capabilities,
                                    const QJsonObject &moreMeta)
{
    QJsonObject meta = moreMeta;
    meta[u"io.modelcontextprotocol/protocolVersion"_s] = u"2026-07-28"_s;
    meta[u"io.modelcontextprotocol/clientCapabilities"_s] = capabilities;
    params[u"_meta"_s] = meta;
    return ask(rpc::request(++m_lastId, method, params));
}

QJsonObject TestMcpFeatures::legacy(const QString &method, const QJsonObject &params)
{
    return ask(rpc::request(++m_lastId, method, params));
}

QJsonObject TestMcpFeatures::initialize(const QString &revision, const QJsonObject &capabilities)
{
    const QJsonObject client{{u"name"_s, u"test"_s}, {u"version"_s, u"1"_s}};
    return legacy(u"initialize"_s,
                  {{u"protocolVersion"_s, revision}, {u"capabilities"_s, capabilities}, {u"clientInfo"_s, client}});
}

void TestMcpFeatures::capabilitiesAreWhatIsOffered()
{
    const QJsonValue declared = modern(u"server/discover"_s)["result"_L1]["capabilities"_L1];
    for (const char *key : {"tools", "resources", "prompts", "completions", "logging", "extensions"})
        QVERIFY2(declared[QLatin1StringView(key)].isObject(), key);
    QVERIFY(declared["tools"_L1]["listChanged"_L1].toBool());
    const QJsonObject old = initialize(u"2024-11-05"_s, {})["result"_L1]["capabilities"_L1].toObject();
    QVERIFY(!old.contains("completions"_L1));
    QVERIFY(!old.contains("extensions"_L1));
}

void TestMcpFeatures::inputIsAskedInAHandshakeSession()
{
    initialize(u"2025-06-18"_s, elicitationClient);
    const QJsonObject question = legacy(u"tools/call"_s, call(u"test_input_required_result_multi_round"_s));
    QCOMPARE(question["method"_L1].toString(), u"elicitation/create"_s);
    QVERIFY(question["id"_L1].isString());
    QCOMPARE(m_session->inFlight(), 1);
    const QJsonObject second = ask(answerTo(question["id"_L1], accepted({{u"name"_s, u"Ada"_s}})));
    QCOMPARE(second["method"_L1].toString(), u"elicitation/create"_s);
    const QJsonObject answer = ask(answerTo(second["id"_L1], accepted({{u"color"_s, u"red"_s}})));
    QCOMPARE(textOf(answer["result"_L1]), u"Ada likes red"_s);
    QCOMPARE(m_session->inFlight(), 0);
    QVERIFY(ask(answerTo(second["id"_L1], accepted({}))).isEmpty()); // the same answer twice
}

void TestMcpFeatures::inputIsAskedByAResult()
{
    QJsonObject params = call(u"test_input_required_result_multi_round"_s);
    const QJsonValue first = modern(u"tools/call"_s, params, elicitationClient)["result"_L1];
    QCOMPARE(first["resultType"_L1].toString(), u"input_required"_s);
    QVERIFY(first["inputRequests"_L1]["step1"_L1].isObject());
    params[u"requestState"_s] = first["requestState"_L1];
    params[u"inputResponses"_s] =
        QJsonObject{{u"step1"_s, accepted({{u"name"_s, u"Ada"_s}})}, {u"other"_s, accepted({})}};
    const QJsonValue second = modern(u"tools/call"_s, params, elicitationClient)["result"_L1];
    QVERIFY(second["inputRequests"_L1]["step2"_L1].isObject());
    QVERIFY(second["requestState"_L1] != first["requestState"_L1]);
    params[u"requestState"_s] = second["requestState"_L1];
    params[u"inputResponses"_s] = QJsonObject{{u"step2"_s, accepted({{u"color"_s, u"red"_s}})}};
    const QJsonValue last = modern(u"tools/call"_s, params, elicitationClient)["result"_L1];
    QCOMPARE(last["resultType"_L1].toString(), u"complete"_s);
    QCOMPARE(textOf(last), u"Ada likes red"_s);
}

void TestMcpFeatures::inputNeedsTheCapability_data()
{
    QTest::addColumn<bool>("isModern");
    QTest::addColumn<int>("code");
    QTest::newRow("2026-07-28") << true << -32021;
    QTest::newRow("2025-06-18") << false << -32602;
}

void TestMcpFeatures::inputNeedsTheCapability()
{
    QFETCH(bool, isModern);
    QFETCH(int, code);
    const QJsonObject params = call(u"test_input_required_result_elicitation"_s);
    if (!isModern)
        initialize(u"2025-06-18"_s, {});
    const QJsonObject answer = isModern ? modern(u"tools/call"_s, params) : legacy(u"tools/call"_s, params);
    QCOMPARE(codeOf(answer), code);
    QVERIFY(answer["error"_L1]["data"_L1]["requiredCapabilities"_L1]["elicitation"_L1].isObject());
}

void TestMcpFeatures::clientsRefusalEndsTheCall()
{
    initialize(u"2025-11-25"_s, elicitationClient);
    const QJsonObject question = legacy(u"tools/call"_s, call(u"test_elicitation"_s, {{u"message"_s, u"?"_s}}));
    const QJsonObject answer =
        ask(rpc::errorResponse(question["id"_L1], {RpcError::InternalError, u"no user here"_s, {}}));
    QCOMPARE(codeOf(answer), -32603);
    QVERIFY(answer["error"_L1]["message"_L1].toString().contains("no user here"_L1));
}

void TestMcpFeatures::cancelWhileAskingEndsTheCall()
{
    initialize(u"2025-11-25"_s, elicitationClient);
    const QJsonObject question = legacy(u"tools/call"_s, call(u"test_elicitation"_s));
    QVERIFY(ask(rpc::notification(u"notifications/cancelled"_s, {{u"requestId"_s, m_lastId}})).isEmpty());
    QVERIFY(ask(answerTo(question["id"_L1], accepted({}))).isEmpty());
    QCOMPARE(m_session->inFlight(), 0);
}

void TestMcpFeatures::stateCannotBeChanged_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<bool>("isChanged");
    QTest::newRow("changed") << u"test_input_required_result_request_state"_s << true;
    QTest::newRow("used for another tool") << u"test_input_required_result_tampered_state"_s << false;
}

void TestMcpFeatures::stateCannotBeChanged()
{
    QFETCH(QString, tool);
    QFETCH(bool, isChanged);
    const QJsonValue first =
        modern(u"tools/call"_s, call(u"test_input_required_result_request_state"_s), elicitationClient)["result"_L1];
    QString state = first["requestState"_L1].toString();
    QVERIFY(!state.isEmpty());
    if (isChanged)
        state[0] = state[0] == u'e' ? u'f' : u'e';
    QJsonObject params = call(tool);
    params[u"requestState"_s] = state;
    params[u"inputResponses"_s] = QJsonObject{{u"confirm"_s, accepted({{u"ok"_s, true}})}};
    QCOMPARE(codeOf(modern(u"tools/call"_s, params, elicitationClient)), -32602);
}

void TestMcpFeatures::malformedInputsAreRefused()
{
    m_sink->transcript.clientIsBad();
    QJsonObject params = call(u"test_input_required_result_elicitation"_s);
    params[u"inputResponses"_s] = u"nonsense"_s;
    QCOMPARE(codeOf(modern(u"tools/call"_s, params, elicitationClient)), -32602);
    params[u"inputResponses"_s] = QJsonObject{{u"user_name"_s, 5}};
    QCOMPARE(modern(u"tools/call"_s, params, elicitationClient)["result"_L1]["resultType"_L1].toString(),
             u"input_required"_s);
}

void TestMcpFeatures::subscriptionHearsWhatItAskedFor()
{
    const QJsonObject filter{{u"toolsListChanged"_s, true},
                             {u"resourceSubscriptions"_s, QJsonArray{u"test://static-text"_s}}};
    const QJsonObject acknowledged = modern(u"subscriptions/listen"_s, {{u"notifications"_s, filter}});
    QCOMPARE(acknowledged["method"_L1].toString(), u"notifications/subscriptions/acknowledged"_s);
    QCOMPARE(acknowledged["params"_L1]["notifications"_L1], QJsonValue(filter));
    const int id = m_lastId;
    Q_EMIT m_features->promptsChanged();
    Q_EMIT m_features->resourceUpdated(u"test://static-binary"_s);
    QVERIFY(heard().isEmpty());
    Q_EMIT m_features->toolsChanged();
    Q_EMIT m_features->resourceUpdated(u"test://static-text"_s);
    const QList<QJsonObject> news = heard();
    QCOMPARE(news.size(), 2);
    QCOMPARE(news[0]["method"_L1].toString(), u"notifications/tools/list_changed"_s);
    QCOMPARE(news[1]["params"_L1]["uri"_L1].toString(), u"test://static-text"_s);
    for (const QJsonObject &message : news)
        QCOMPARE(message["params"_L1]["_meta"_L1]["io.modelcontextprotocol/subscriptionId"_L1], QJsonValue(id));
    ask(rpc::notification(u"notifications/cancelled"_s, {{u"requestId"_s, id}}));
    Q_EMIT m_features->toolsChanged();
    QVERIFY(heard().isEmpty());
}

void TestMcpFeatures::subscriptionEndsWithTheSession()
{
    modern(u"subscriptions/listen"_s, {{u"notifications"_s, QJsonObject{{u"toolsListChanged"_s, true}}}});
    m_session->cancelAll();
    const QList<QJsonObject> messages = heard();
    QCOMPARE(messages.size(), 1);
    QCOMPARE(messages[0]["id"_L1].toInt(), m_lastId);
    QCOMPARE(messages[0]["result"_L1]["_meta"_L1]["io.modelcontextprotocol/subscriptionId"_L1].toInt(), m_lastId);
}

void TestMcpFeatures::handshakeClientHearsOfChanges()
{
    m_session->setUnaskedSink(m_sink);
    Q_EMIT m_features->toolsChanged();
    QVERIFY(heard().isEmpty()); // nobody has introduced himself
    initialize(u"2025-06-18"_s, {});
    Q_EMIT m_features->toolsChanged();
    QCOMPARE(heard().size(), 1);
    Q_EMIT m_features->resourceUpdated(u"test://static-text"_s);
    QVERIFY(heard().isEmpty());
    legacy(u"resources/subscribe"_s, {{u"uri"_s, u"test://static-text"_s}});
    Q_EMIT m_features->resourceUpdated(u"test://static-text"_s);
    QCOMPARE(heard().size(), 1);
    legacy(u"resources/unsubscribe"_s, {{u"uri"_s, u"test://static-text"_s}});
    Q_EMIT m_features->resourceUpdated(u"test://static-text"_s);
    QVERIFY(heard().isEmpty());
}

void TestMcpFeatures::logsComeOnlyWhenAskedFor_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<int>("messages"); // the answer is one
    QTest::newRow("not asked") << QString() << 1;
    QTest::newRow("debug") << u"debug"_s << 2;
    QTest::newRow("info") << u"info"_s << 2;
    QTest::newRow("warning") << u"warning"_s << 1;
}

void TestMcpFeatures::logsComeOnlyWhenAskedFor()
{
    QFETCH(QString, level);
    QFETCH(int, messages);
    QJsonObject meta{{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s},
                     {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()}};
    if (!level.isEmpty())
        meta[u"io.modelcontextprotocol/logLevel"_s] = level;
    QJsonObject params = call(u"test_logging_tool"_s);
    params[u"_meta"_s] = meta;
    QCOMPARE(say(rpc::request(1, u"tools/call"_s, params)).size(), messages);
}

void TestMcpFeatures::logLevelsAreChecked()
{
    initialize(u"2025-11-25"_s, {});
    QCOMPARE(codeOf(legacy(u"logging/setLevel"_s, {{u"level"_s, u"loud"_s}})), -32602);
    QCOMPARE(legacy(u"logging/setLevel"_s, {{u"level"_s, u"error"_s}})["result"_L1], QJsonValue(QJsonObject()));
    QCOMPARE(say(rpc::request(9, u"tools/call"_s, call(u"test_logging_tool"_s))).size(), 1);
    QCOMPARE(codeOf(modern(u"tools/list"_s, {}, {}, {{u"io.modelcontextprotocol/logLevel"_s, u"loud"_s}})), -32602);
    QCOMPARE(codeOf(modern(u"logging/setLevel"_s, {{u"level"_s, u"error"_s}})), -32601);
}

void TestMcpFeatures::promptsAreChecked_data()
{
    QTest::addColumn<QJsonObject>("params");
    QTest::addColumn<int>("code");
    QTest::newRow("known") << QJsonObject{{u"name"_s, u"test_simple_prompt"_s}} << 0;
    QTest::newRow("unknown") << QJsonObject{{u"name"_s, u"nope"_s}} << -32602;
    QTest::newRow("without a name") << QJsonObject() << -32602;
    QTest::newRow("without its arguments") << QJsonObject{{u"name"_s, u"test_prompt_with_arguments"_s}} << -32602;
}

void TestMcpFeatures::promptsAreChecked()
{
    QFETCH(QJsonObject, params);
    QFETCH(int, code);
    QCOMPARE(codeOf(legacy(u"prompts/get"_s, params)), code);
}

void TestMcpFeatures::completionIsLimited()
{
    const QJsonObject reference{{u"type"_s, u"ref/prompt"_s}, {u"name"_s, u"test_prompt_with_arguments"_s}};
    const QJsonValue completion = legacy(
        u"completion/complete"_s,
        {{u"ref"_s, reference},
         {u"argument"_s, QJsonObject{{u"name"_s, u"arg1"_s}, {u"value"_s, u"par"_s}}}})["result"_L1]["completion"_L1];
    QCOMPARE(completion["values"_L1].toArray().size(), 3);
    QCOMPARE(completion["hasMore"_L1], QJsonValue(false));
    QCOMPARE(codeOf(legacy(u"completion/complete"_s, {{u"ref"_s, reference}})), -32602);
}

void TestMcpFeatures::pagesFollowEachOther()
{
    m_features->setPageSize(2);
    QStringList uris;
    QJsonObject params;
    int pages = 0;
    do {
        const QJsonValue result = legacy(u"resources/list"_s, params)["result"_L1];
        for (const QJsonValue &resource : result["resources"_L1].toArray())
            uris.append(resource["uri"_L1].toString());
        params =
            result["nextCursor"_L1].isString() ? QJsonObject{{u"cursor"_s, result["nextCursor"_L1]}} : QJsonObject();
        ++pages;
    } while (!params.isEmpty() && pages < 10);
    QCOMPARE(pages, 2);
    QCOMPARE(uris.size(), 3);
    for (const char *bad : {"1", "0", "-2", "4", "2x", ""})
        QCOMPARE(codeOf(legacy(u"resources/list"_s, {{u"cursor"_s, QString::fromLatin1(bad)}})), -32602);
}

void TestMcpFeatures::taskNeedsTheExtension()
{
    QCOMPARE(codeOf(modern(u"tools/call"_s, call(u"failing_job"_s))), -32021);
    QCOMPARE(codeOf(modern(u"tasks/get"_s, {{u"taskId"_s, u"x"_s}})), -32021);
    modern(u"tools/call"_s, call(u"slow_compute"_s, {{u"seconds"_s, 0}}));
    QTRY_COMPARE(m_session->inFlight(), 0);
    QCOMPARE(heard().last()["result"_L1]["resultType"_L1].toString(), u"complete"_s);
    QCOMPARE(m_features->tasks()->size(), 0);
}

void TestMcpFeatures::taskIsReadableAtOnceAndEnds()
{
    const QJsonValue created =
        modern(u"tools/call"_s, call(u"slow_compute"_s, {{u"seconds"_s, 0.05}}), taskClient)["result"_L1];
    QCOMPARE(created["resultType"_L1].toString(), u"task"_s);
    QCOMPARE(created["status"_L1].toString(), u"working"_s);
    const QJsonObject id{{u"taskId"_s, created["taskId"_L1]}};
    QCOMPARE(modern(u"tasks/get"_s, id, taskClient)["result"_L1]["status"_L1].toString(), u"working"_s);
    QTRY_COMPARE(modern(u"tasks/get"_s, id, taskClient)["result"_L1]["status"_L1].toString(), u"completed"_s);
    QCOMPARE(textOf(modern(u"tasks/get"_s, id, taskClient)["result"_L1]["result"_L1]), u"Computed"_s);
    QVERIFY(modern(u"tasks/cancel"_s, id, taskClient)["result"_L1].isObject()); // too late, but no error
    QCOMPARE(modern(u"tasks/get"_s, id, taskClient)["result"_L1]["status"_L1].toString(), u"completed"_s);
}

void TestMcpFeatures::taskCanBeCancelled()
{
    const QJsonValue created =
        modern(u"tools/call"_s, call(u"slow_compute"_s, {{u"seconds"_s, 60}}), taskClient)["result"_L1];
    const QJsonObject id{{u"taskId"_s, created["taskId"_L1]}};
    modern(u"tasks/cancel"_s, id, taskClient);
    const QJsonValue task = modern(u"tasks/get"_s, id, taskClient)["result"_L1];
    QCOMPARE(task["status"_L1].toString(), u"cancelled"_s);
    QVERIFY(task["result"_L1].isUndefined());
}

void TestMcpFeatures::taskAsksForInput()
{
    const QJsonValue created = modern(u"tools/call"_s, call(u"multi_input"_s), taskClient)["result"_L1];
    QJsonObject params{{u"taskId"_s, created["taskId"_L1]}};
    const QJsonValue waiting = modern(u"tasks/get"_s, params, taskClient)["result"_L1];
    QCOMPARE(waiting["status"_L1].toString(), u"input_required"_s);
    QCOMPARE(waiting["inputRequests"_L1].toObject().keys(), QStringList({u"first"_s, u"second"_s}));
    params[u"inputResponses"_s] = QJsonObject{{u"first"_s, accepted({{u"name"_s, u"Ada"_s}})}};
    modern(u"tasks/update"_s, params, taskClient);
    QCOMPARE(modern(u"tasks/get"_s, params, taskClient)["result"_L1]["inputRequests"_L1].toObject().keys(),
             QStringList{u"second"_s});
    params[u"inputResponses"_s] = QJsonObject{{u"second"_s, accepted({{u"color"_s, u"red"_s}})}};
    modern(u"tasks/update"_s, params, taskClient);
    const QJsonValue done = modern(u"tasks/get"_s, params, taskClient)["result"_L1];
    QCOMPARE(done["status"_L1].toString(), u"completed"_s);
    QVERIFY(done["inputRequests"_L1].isUndefined());
    params[u"inputResponses"_s] = 5;
    QCOMPARE(codeOf(modern(u"tasks/update"_s, params, taskClient)), -32602);
}

void TestMcpFeatures::taskOutlivesItsConnection()
{
    const QJsonValue created =
        modern(u"tools/call"_s, call(u"slow_compute"_s, {{u"seconds"_s, 0.05}}), taskClient)["result"_L1];
    m_session = std::make_unique<McpSession>(*m_features);
    const QJsonObject id{{u"taskId"_s, created["taskId"_L1]}};
    QTRY_COMPARE(modern(u"tasks/get"_s, id, taskClient)["result"_L1]["status"_L1].toString(), u"completed"_s);
}

void TestMcpFeatures::taskExpires()
{
    m_features->setTaskLifetime(std::chrono::milliseconds(30));
    const QJsonValue created =
        modern(u"tools/call"_s, call(u"slow_compute"_s, {{u"seconds"_s, 60}}), taskClient)["result"_L1];
    const QJsonObject id{{u"taskId"_s, created["taskId"_L1]}};
    QTRY_COMPARE(codeOf(modern(u"tasks/get"_s, id, taskClient)), -32602);
    QCOMPARE(m_features->tasks()->size(), 0);
}

void TestMcpFeatures::unknownTasksAreRefused()
{
    for (const char *method : {"tasks/get", "tasks/update", "tasks/cancel"})
        QCOMPARE(codeOf(modern(QString::fromLatin1(method), {{u"taskId"_s, u"nope"_s}}, taskClient)), -32602);
    for (const char *method : {"tasks/list", "tasks/result"})
        QCOMPARE(codeOf(modern(QString::fromLatin1(method), {}, taskClient)), -32601);
}

QTEST_GUILESS_MAIN(TestMcpFeatures)
#include "tst_mcpfeatures.moc"
