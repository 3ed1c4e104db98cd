#include "mcp/mcpsession.h"

#include "mcp/stateseal.h"
#include "mcp/taskstore.h"

#include <QLoggingCategory>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.mcp")

const QString versionKey = u"io.modelcontextprotocol/protocolVersion"_s;
const QString capabilitiesKey = u"io.modelcontextprotocol/clientCapabilities"_s;
const QString clientInfoKey = u"io.modelcontextprotocol/clientInfo"_s;
const QString logLevelKey = u"io.modelcontextprotocol/logLevel"_s;
const QString subscriptionKey = u"io.modelcontextprotocol/subscriptionId"_s;

constexpr auto toolsFilter = "toolsListChanged"_L1;
constexpr auto promptsFilter = "promptsListChanged"_L1;
constexpr auto resourcesFilter = "resourceSubscriptions"_L1;

/// How long clients may keep our answers (2026-07-28). They change only with the configuration, thus with a restart.
constexpr int listTtlMs = 300'000;
constexpr int discoverTtlMs = 3'600'000;

const QString notAnObject = u"A message is a JSON object"_s;

/// QJsonDocument takes a scalar for an error; it is JSON all the same, but no message.
bool isScalar(const QByteArray &text)
{
    const QByteArrayView start = QByteArrayView(text).trimmed();
    if (start.startsWith('{') || start.startsWith('['))
        return false;
    const QJsonDocument wrapped = QJsonDocument::fromJson('[' + text + ']');
    return wrapped.array().size() == 1;
}

/// Ids compare by type too: 5 is not "5".
QByteArray idKey(const QJsonValue &id)
{
    return id.isString() ? 's' + id.toString().toUtf8() : 'n' + QByteArray::number(id.toInteger());
}

RpcError invalidRequest(const QString &message)
{
    return {RpcError::InvalidRequest, message, {}};
}

RpcError invalidParams(const QString &message)
{
    return {RpcError::InvalidParams, message, {}};
}

RpcError methodNotFound(const QString &method)
{
    return {RpcError::MethodNotFound, u"Method not found: "_s + method, {}};
}

QJsonObject withListChanged(bool hasIt)
{
    return hasIt ? QJsonObject{{u"listChanged"_s, true}} : QJsonObject();
}

/// Cursors are offsets. -1 for one that no list of ours gave out.
qsizetype offsetOf(const QString &cursor, qsizetype pageSize, qsizetype count)
{
    bool isNumber = false;
    const qlonglong offset = cursor.toLongLong(&isNumber);
    const bool isOurs = isNumber && pageSize > 0 && offset > 0 && offset < count && offset % pageSize == 0;
    return isOurs ? qsizetype(offset) : -1;
}

QJsonArray toolList(const ServerFeatures &features, Revision revision)
{
    QJsonArray list;
    for (const Tool &tool : features.tools()) {
        QJsonObject object{
            {u"name"_s, tool.name}, {u"description"_s, tool.description}, {u"inputSchema"_s, tool.inputSchema}};
        if (revision >= Revision::R2025_03_26)
            object[u"annotations"_s] = tool.annotations;
        if (revision >= Revision::R2025_06_18)
            object[u"title"_s] = tool.title;
        list.append(object);
    }
    return list;
}

QJsonArray resourceList(const QList<Resource> &resources, const QString &uriKey, Revision revision)
{
    QJsonArray list;
    for (const Resource &resource : resources) {
        QJsonObject object{{uriKey, resource.uri},
                           {u"name"_s, resource.name},
                           {u"description"_s, resource.description},
                           {u"mimeType"_s, resource.mimeType}};
        if (revision >= Revision::R2025_06_18)
            object[u"title"_s] = resource.title;
        list.append(object);
    }
    return list;
}

QJsonArray promptList(const QList<Prompt> &prompts, Revision revision)
{
    QJsonArray list;
    for (const Prompt &prompt : prompts) {
        QJsonArray arguments;
        for (const PromptArgument &argument : prompt.arguments) {
            arguments.append(QJsonObject{{u"name"_s, argument.name},
                                         {u"description"_s, argument.description},
                                         {u"required"_s, argument.isRequired}});
        }
        QJsonObject object{
            {u"name"_s, prompt.name}, {u"description"_s, prompt.description}, {u"arguments"_s, arguments}};
        if (revision >= Revision::R2025_06_18)
            object[u"title"_s] = prompt.title;
        list.append(object);
    }
    return list;
}

/// Gathers the answers to a batch and sends them as one array once nobody can add another one, which is also the case
/// when the last request was cancelled. Progress does not wait.
class BatchSink : public MessageSink
{
public:
    explicit BatchSink(std::shared_ptr<MessageSink> sink)
        : m_sink(std::move(sink))
    {
    }
    ~BatchSink() override
    {
        if (!m_answers.isEmpty())
            m_sink->answer('[' + m_answers.join(',') + ']');
    }
    void notify(const QByteArray &notification) override { m_sink->notify(notification); }
    void answer(const QByteArray &response) override { m_answers.append(response); }

private:
    std::shared_ptr<MessageSink> m_sink;
    QByteArrayList m_answers;
};

} // namespace

McpSession::McpSession(ServerFeatures &features, QObject *parent)
    : QObject(parent)
    , m_features(features)
{
    connect(&m_features, &ServerFeatures::toolsChanged, this,
            [this] { announce(toolsFilter, u"notifications/tools/list_changed"_s); });
    connect(&m_features, &ServerFeatures::promptsChanged, this,
            [this] { announce(promptsFilter, u"notifications/prompts/list_changed"_s); });
    connect(&m_features, &ServerFeatures::resourceUpdated, this,
            [this](const QString &uri) { announce(resourcesFilter, u"notifications/resources/updated"_s, uri); });
}

McpSession::~McpSession()
{
    cancelAll();
}

void McpSession::cancelAll()
{
    for (const Subscription &subscription : std::exchange(m_subscriptions, {})) {
        if (Exchange *exchange = subscription.exchange)
            exchange->respond({{u"_meta"_s, QJsonObject{{subscriptionKey, exchange->id()}}}});
    }
    const QList<Exchange *> exchanges = m_exchanges.values();
    for (Exchange *exchange : exchanges)
        exchange->cancel();
}

void McpSession::refuse(const RpcError &error, MessageSink &sink)
{
    qCWarning(log).noquote() << "Refused a message:" << error.message;
    sink.answerError(rpc::serialize(rpc::errorResponse(QJsonValue::Undefined, error)), error);
}

RpcError McpSession::resourceNotFound(Revision revision, const QString &uri)
{
    const auto code = revision >= Revision::R2026_07_28 ? RpcError::InvalidParams : RpcError::ResourceNotFound;
    return {code, u"Resource not found: "_s + uri, {{u"uri"_s, uri}}};
}

void McpSession::receive(const QByteArray &message, const std::shared_ptr<MessageSink> &sink)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(message, &error);
    if (error.error != QJsonParseError::NoError && isScalar(message)) {
        refuse(invalidRequest(notAnObject), *sink);
    } else if (error.error != QJsonParseError::NoError) {
        refuse({RpcError::ParseError, u"Parse error: %1 at byte %2"_s.arg(error.errorString()).arg(error.offset), {}},
               *sink);
    } else if (document.isArray()) {
        receiveBatch(document.array(), sink);
    } else {
        receiveObject(document.object(), sink);
    }
}

void McpSession::receiveBatch(const QJsonArray &batch, const std::shared_ptr<MessageSink> &sink)
{
    if (!m_handshake || *m_handshake > Revision::R2025_03_26)
        return refuse(invalidRequest(u"Batches exist only up to revision 2025-03-26; send single messages"_s), *sink);
    if (batch.isEmpty())
        return refuse(invalidRequest(u"The batch is empty"_s), *sink);
    const auto answers = std::make_shared<BatchSink>(sink);
    for (const QJsonValue &item : batch) {
        if (item.isObject())
            receiveObject(item.toObject(), answers);
        else
            refuse(invalidRequest(notAnObject), *answers);
    }
}

void McpSession::receiveObject(const QJsonObject &message, const std::shared_ptr<MessageSink> &sink)
{
    const QJsonValue id = message["id"_L1];
    const QJsonValue method = message["method"_L1];
    const QJsonValue params = message["params"_L1];

    const auto refuseThis = [&](const RpcError &error) {
        sink->answerError(rpc::serialize(rpc::errorResponse(rpc::isValidId(id) ? id : QJsonValue::Undefined, error)),
                          error);
    };
    if (message["jsonrpc"_L1] != "2.0"_L1)
        return refuseThis(invalidRequest(u"\"jsonrpc\" must be \"2.0\""_s));
    if (method.isUndefined() && (message.contains("result"_L1) || message.contains("error"_L1))) {
        return receiveResponse(message);
    }
    if (!method.isString())
        return refuseThis(invalidRequest(u"\"method\" must be a string"_s));
    if (id.isUndefined())
        return receiveNotification(method.toString(), params.toObject());
    if (!rpc::isValidId(id))
        return refuseThis(invalidRequest(u"\"id\" must be a string or an integer"_s));
    if (m_exchanges.contains(idKey(id)))
        return refuseThis(invalidRequest(u"A request with this id is still in flight"_s));
    if (!params.isUndefined() && !params.isObject())
        return refuseThis(invalidParams(u"\"params\" must be an object"_s));
    if (m_exchanges.size() >= maxInFlight)
        return refuseThis({RpcError::InternalError, u"Too many requests in flight; wait for answers first"_s, {}});

    const bool isModern = params["_meta"_L1].toObject().contains(versionKey);
    if (!isModern && method == "ping"_L1) // some clients send many; nothing about it needs to be kept
        return sink->answer(rpc::response(id, QByteArrayLiteral("{}")));
    const Revision revision = isModern ? Revision::R2026_07_28 : m_handshake.value_or(newestHandshakeRevision);
    auto *exchange = new Exchange(id, params.toObject(), revision, sink, this);
    exchange->setClient(m_client);
    exchange->setOwner(m_owner);
    const QByteArray key = idKey(id);
    m_exchanges.insert(key, exchange);
    connect(exchange, &Exchange::ended, this, [this, key, exchange] {
        m_exchanges.remove(key);
        exchange->deleteLater();
    });

    if (isModern) {
        dispatchModern(exchange, method.toString());
        return;
    }
    exchange->setClientCapabilities(m_clientCapabilities);
    if (m_features.offers() & Offer::Logging)
        exchange->setLogLevel(m_logLevel);
    exchange->setAsker(
        [this, exchange, name = method.toString()](const QList<InputRequest> &requests, const QJsonObject &state) {
            ask(exchange, name, requests, state);
        });
    dispatchLegacy(exchange, method.toString());
}

void McpSession::receiveNotification(const QString &method, const QJsonObject &params)
{
    if (method == "notifications/cancelled"_L1)
        cancel(params["requestId"_L1]);
    // Any other notification, known or not, asks nothing of us.
}

void McpSession::cancel(const QJsonValue &id)
{
    if (!rpc::isValidId(id))
        return;
    if (Exchange *exchange = m_exchanges.value(idKey(id)))
        exchange->cancel();
}

void McpSession::dispatchModern(Exchange *exchange, const QString &method)
{
    m_sawModern = true;
    const QJsonObject meta = exchange->params()["_meta"_L1].toObject();
    const QJsonValue version = meta[versionKey];
    if (!version.isString() || !meta[capabilitiesKey].isObject()) {
        return exchange->fail(
            invalidParams(u"_meta needs \"%1\" (a string) and \"%2\" (an object)"_s.arg(versionKey, capabilitiesKey)));
    }
    if (version != revisionName(Revision::R2026_07_28)) {
        return exchange->fail(
            {RpcError::UnsupportedProtocolVersion,
             u"Unsupported protocol version"_s,
             {{u"supported"_s, QJsonArray{revisionName(Revision::R2026_07_28)}}, {u"requested"_s, version}}});
    }
    if (meta[clientInfoKey].isObject()) {
        introduce(meta[clientInfoKey].toObject());
        exchange->setClient(m_client);
    }
    exchange->setClientCapabilities(meta[capabilitiesKey].toObject());
    if (meta.contains(logLevelKey)) {
        const std::optional<LogLevel> level = logLevelFromName(meta[logLevelKey].toString());
        if (!level)
            return exchange->fail(invalidParams(u"Unknown log level"_s));
        exchange->setLogLevel(level);
    }
    if (method == "server/discover"_L1)
        return discover(exchange);
    const bool canListen =
        m_features.offers() & (Offer::ToolsListChanged | Offer::PromptsListChanged | Offer::ResourceSubscriptions);
    if (method == "subscriptions/listen"_L1 && canListen)
        return listen(exchange);
    if (m_features.tasks() && m_features.tasks()->serve(exchange, method))
        return;
    if (takeInputs(exchange) && !dispatchShared(exchange, method))
        exchange->fail(methodNotFound(method));
}

void McpSession::dispatchLegacy(Exchange *exchange, const QString &method)
{
    if (method == "initialize"_L1)
        return initialize(exchange);
    if (!m_handshake) {
        const bool isModernOnly =
            method == "server/discover"_L1 || method == "subscriptions/listen"_L1 || method.startsWith("tasks/"_L1);
        if (isModernOnly || m_sawModern) {
            return exchange->fail(invalidParams(
                u"This request needs \"%1\" and \"%2\" in params._meta"_s.arg(versionKey, capabilitiesKey)));
        }
        if (!std::exchange(m_warnedOfMissingHandshake, true))
            qCWarning(log) << "The client sent no initialize; its requests are served as revision 2025-11-25";
    }
    if (method == "logging/setLevel"_L1 && m_features.offers() & Offer::Logging)
        return setLogLevel(exchange);
    const bool isWatched = method == "resources/subscribe"_L1;
    if ((isWatched || method == "resources/unsubscribe"_L1) && m_features.offers() & Offer::ResourceSubscriptions)
        return watchResource(exchange, isWatched);
    if (!dispatchShared(exchange, method))
        exchange->fail(methodNotFound(method));
}

bool McpSession::dispatchShared(Exchange *exchange, const QString &method)
{
    const Revision revision = exchange->revision();
    if (method == "tools/list"_L1) {
        listTools(exchange);
    } else if (method == "tools/call"_L1) {
        callTool(exchange);
    } else if (method == "resources/list"_L1) {
        list(exchange, u"resources"_s, resourceList(m_features.resources(), u"uri"_s, revision));
    } else if (method == "resources/templates/list"_L1) {
        list(exchange, u"resourceTemplates"_s,
             resourceList(m_features.resourceTemplates(), u"uriTemplate"_s, revision));
    } else if (method == "resources/read"_L1) {
        const QJsonValue uri = exchange->params()["uri"_L1];
        if (uri.isString())
            m_features.readResource(exchange, uri.toString());
        else
            exchange->fail(invalidParams(u"\"uri\" must be a string"_s));
    } else if (method == "prompts/list"_L1 && m_features.offers() & Offer::Prompts) {
        list(exchange, u"prompts"_s, promptList(m_features.prompts(), revision));
    } else if (method == "prompts/get"_L1 && m_features.offers() & Offer::Prompts) {
        getPrompt(exchange);
    } else if (method == "completion/complete"_L1 && m_features.offers() & Offer::Completions) {
        complete(exchange);
    } else {
        return false;
    }
    if (!std::exchange(m_servedRequest, true))
        Q_EMIT firstRequestServed();
    return true;
}

void McpSession::initialize(Exchange *exchange)
{
    const QJsonValue requested = exchange->params()["protocolVersion"_L1];
    if (!requested.isString())
        return exchange->fail(invalidParams(u"initialize needs \"protocolVersion\", a string"_s));
    Revision agreed = revisionFromName(requested.toString()).value_or(newestHandshakeRevision);
    agreed = std::min(agreed, newestHandshakeRevision);
    m_handshake = agreed;
    m_clientCapabilities = exchange->params()["capabilities"_L1].toObject();
    m_logLevel = LogLevel::Info;
    m_watchedResources.clear();
    introduce(exchange->params()["clientInfo"_L1].toObject());

    QJsonObject info = rpc::serverInfo();
    if (agreed < Revision::R2025_06_18)
        info.remove("title"_L1);
    exchange->respond({{u"protocolVersion"_s, revisionName(agreed)},
                       {u"capabilities"_s, capabilities(agreed)},
                       {u"serverInfo"_s, info},
                       {u"instructions"_s, m_features.instructions()}});
}

void McpSession::discover(Exchange *exchange)
{
    exchange->respondCacheable({{u"supportedVersions"_s, QJsonArray{revisionName(Revision::R2026_07_28)}},
                                {u"capabilities"_s, capabilities(Revision::R2026_07_28)},
                                {u"instructions"_s, m_features.instructions()}},
                               discoverTtlMs);
}

QJsonObject McpSession::capabilities(Revision revision) const
{
    const Offers offers = m_features.offers();
    QJsonObject resources;
    if (offers & Offer::ResourceSubscriptions)
        resources[u"subscribe"_s] = true;
    QJsonObject declared{{u"tools"_s, withListChanged(offers & Offer::ToolsListChanged)}, {u"resources"_s, resources}};
    if (offers & Offer::Prompts)
        declared[u"prompts"_s] = withListChanged(offers & Offer::PromptsListChanged);
    if (offers & Offer::Completions && revision >= Revision::R2025_03_26)
        declared[u"completions"_s] = QJsonObject();
    if (offers & Offer::Logging)
        declared[u"logging"_s] = QJsonObject();
    if (m_features.tasks() && revision >= Revision::R2026_07_28)
        declared[u"extensions"_s] = QJsonObject{{TaskStore::extension, QJsonObject()}};
    return declared;
}

void McpSession::list(Exchange *exchange, const QString &key, const QJsonArray &items)
{
    // Some clients send null for "none".
    const QJsonValue cursor = exchange->params()["cursor"_L1];
    const qsizetype pageSize = m_features.pageSize();
    qsizetype offset = 0;
    if (!cursor.isUndefined() && !cursor.isNull())
        offset = offsetOf(cursor.toString(), pageSize, items.size());
    if (offset < 0)
        return exchange->fail(invalidParams(u"Unknown cursor"_s));
    if (pageSize == 0 || items.size() <= pageSize)
        return exchange->respondCacheable({{key, items}}, listTtlMs);
    QJsonArray page;
    const qsizetype end = std::min(offset + pageSize, items.size());
    for (qsizetype i = offset; i < end; ++i)
        page.append(items[i]);
    QJsonObject result{{key, page}};
    if (end < items.size())
        result[u"nextCursor"_s] = QString::number(end);
    exchange->respondCacheable(result, listTtlMs);
}

void McpSession::listTools(Exchange *exchange)
{
    const Revision revision = exchange->revision();
    const QJsonValue cursor = exchange->params()["cursor"_L1];
    if (m_features.pageSize() > 0 || !(cursor.isUndefined() || cursor.isNull()))
        return list(exchange, u"tools"_s, toolList(m_features, revision));
    QByteArray &whole = m_features.serializedTools(revision); // 8 kB of text that the descriptions make
    if (whole.isEmpty())
        whole = Exchange::completed({{u"tools"_s, toolList(m_features, revision)}}, listTtlMs, revision);
    exchange->respondSerialized(whole);
}

void McpSession::callTool(Exchange *exchange)
{
    const QJsonValue name = exchange->params()["name"_L1];
    if (!name.isString())
        return exchange->fail(invalidParams(u"tools/call needs \"name\", a string"_s));
    if (!m_features.hasTool(name.toString()))
        return exchange->fail(invalidParams(u"Unknown tool: "_s + name.toString()));
    m_features.callTool(exchange, name.toString(), exchange->params()["arguments"_L1]);
}

void McpSession::introduce(const QJsonObject &clientInfo)
{
    const QString client =
        QString(clientInfo["name"_L1].toString() + u' ' + clientInfo["version"_L1].toString()).trimmed().left(200);
    if (client == m_client)
        return;
    m_client = client;
    Q_EMIT clientIntroduced(client);
}

void McpSession::getPrompt(Exchange *exchange)
{
    const QString name = exchange->params()["name"_L1].toString();
    const QList<Prompt> prompts = m_features.prompts();
    const auto prompt = std::find_if(prompts.begin(), prompts.end(), [&](const Prompt &p) { return p.name == name; });
    if (prompt == prompts.end())
        return exchange->fail(invalidParams(u"Unknown prompt: "_s + name));
    const QJsonObject arguments = exchange->params()["arguments"_L1].toObject();
    for (const PromptArgument &argument : prompt->arguments) {
        if (argument.isRequired && !arguments[argument.name].isString())
            return exchange->fail(
                invalidParams(u"The prompt needs the argument \"%1\", a string"_s.arg(argument.name)));
    }
    m_features.getPrompt(exchange, name, arguments);
}

void McpSession::complete(Exchange *exchange)
{
    constexpr qsizetype maxValues = 100; // of the protocol
    const QJsonObject reference = exchange->params()["ref"_L1].toObject();
    const QJsonObject argument = exchange->params()["argument"_L1].toObject();
    const QString type = reference["type"_L1].toString();
    const bool isKnown = type == "ref/prompt"_L1 || type == "ref/resource"_L1;
    if (!isKnown || !argument["name"_L1].isString() || !argument["value"_L1].isString()) {
        return exchange->fail(invalidParams(
            u"completion/complete needs \"ref\" (a prompt or resource) and \"argument\" (name and value)"_s));
    }
    const QStringList values =
        m_features.complete(reference, argument["name"_L1].toString(), argument["value"_L1].toString());
    exchange->respond(
        {{u"completion"_s,
          QJsonObject{{u"values"_s, QJsonArray::fromStringList(values.first(std::min(values.size(), maxValues)))},
                      {u"total"_s, values.size()},
                      {u"hasMore"_s, values.size() > maxValues}}}});
}

void McpSession::setLogLevel(Exchange *exchange)
{
    const std::optional<LogLevel> level = logLevelFromName(exchange->params()["level"_L1].toString());
    if (!level)
        return exchange->fail(invalidParams(u"Unknown log level"_s));
    m_logLevel = *level;
    exchange->respond({});
}

void McpSession::watchResource(Exchange *exchange, bool isWatched)
{
    constexpr qsizetype maxWatched = 1000;
    const QJsonValue uri = exchange->params()["uri"_L1];
    if (!uri.isString())
        return exchange->fail(invalidParams(u"\"uri\" must be a string"_s));
    m_watchedResources.removeAll(uri.toString());
    if (isWatched && m_watchedResources.size() >= maxWatched)
        return exchange->fail(invalidParams(u"Too many resources are watched"_s));
    if (isWatched)
        m_watchedResources.append(uri.toString());
    exchange->respond({});
}

void McpSession::listen(Exchange *exchange)
{
    const QJsonValue wanted = exchange->params()["notifications"_L1];
    if (!wanted.isObject())
        return exchange->fail(invalidParams(u"subscriptions/listen needs \"notifications\", an object"_s));
    const Offers offers = m_features.offers();
    QJsonObject filter;
    if (offers & Offer::ToolsListChanged && wanted[toolsFilter].toBool())
        filter[toolsFilter] = true;
    if (offers & Offer::PromptsListChanged && wanted[promptsFilter].toBool())
        filter[promptsFilter] = true;
    if (offers & Offer::ResourceSubscriptions && wanted[resourcesFilter].isArray())
        filter[resourcesFilter] = wanted[resourcesFilter];
    m_subscriptions.removeIf([](const Subscription &subscription) { return subscription.exchange.isNull(); });
    m_subscriptions.append({exchange, filter});
    exchange->notify(u"notifications/subscriptions/acknowledged"_s,
                     {{u"notifications"_s, filter}, {u"_meta"_s, QJsonObject{{subscriptionKey, exchange->id()}}}});
}

void McpSession::announce(const QString &filter, const QString &method, const QString &uri)
{
    const auto isAskedFor = [&](const QJsonValue &wanted) {
        return uri.isEmpty() ? wanted.toBool() : wanted.toArray().contains(QJsonValue(uri));
    };
    QJsonObject params;
    if (!uri.isEmpty())
        params[u"uri"_s] = uri;
    for (const Subscription &subscription : std::as_const(m_subscriptions)) {
        if (!subscription.exchange || !isAskedFor(subscription.filter[filter]))
            continue;
        params[u"_meta"_s] = QJsonObject{{subscriptionKey, subscription.exchange->id()}};
        subscription.exchange->notify(method, params);
    }
    const bool isForAll = m_handshake && m_unasked && (uri.isEmpty() || m_watchedResources.contains(uri));
    params.remove("_meta"_L1);
    if (isForAll)
        m_unasked->notify(rpc::serialize(rpc::notification(method, params)));
}

bool McpSession::takeInputs(Exchange *exchange)
{
    const QJsonValue inputs = exchange->params()["inputResponses"_L1];
    const QJsonValue sealed = exchange->params()["requestState"_L1];
    if (!inputs.isUndefined() && !inputs.isObject()) {
        exchange->fail(invalidParams(u"\"inputResponses\" must be an object"_s));
        return false;
    }
    QJsonObject state;
    if (!sealed.isUndefined()) {
        const std::optional<QJsonObject> opened = stateseal::open(sealed.toString(), exchange->statePurpose());
        if (!opened) {
            exchange->fail(invalidParams(u"\"requestState\" is not what this server gave out"_s));
            return false;
        }
        state = *opened;
    }
    exchange->setInputs(inputs.toObject(), state);
    return true;
}

void McpSession::ask(Exchange *exchange, const QString &method, const QList<InputRequest> &requests,
                     const QJsonObject &state)
{
    const auto round = std::make_shared<Round>(Round{exchange, method, state, {}, requests.size()});
    for (const InputRequest &request : requests) {
        const QString id = u"server-%1"_s.arg(++m_lastQuestion);
        m_questions.insert(id, {round, request.key});
        connect(exchange, &Exchange::ended, this, [this, id] { m_questions.remove(id); });
        exchange->askClient(id, request.method, request.params);
    }
}

void McpSession::receiveResponse(const QJsonObject &message)
{
    const Question question = m_questions.take(message["id"_L1].toString());
    if (!question.round || !question.round->exchange) {
        qCInfo(log) << "Ignored a response: nothing of that id was asked of this client";
        return;
    }
    Round &round = *question.round;
    if (message.contains("error"_L1)) {
        return round.exchange->fail({RpcError::InternalError,
                                     u"The client could not answer: "_s + message["error"_L1]["message"_L1].toString(),
                                     {}});
    }
    round.answers[question.key] = message["result"_L1];
    if (--round.open > 0)
        return;
    round.exchange->setInputs(round.answers, round.state);
    dispatchShared(round.exchange, round.method);
}
