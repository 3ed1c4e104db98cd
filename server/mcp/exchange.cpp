#include "mcp/exchange.h"

#include "mcp/stateseal.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr std::array levelNames{"debug"_L1, "info"_L1,     "notice"_L1, "warning"_L1,
                                "error"_L1, "critical"_L1, "alert"_L1,  "emergency"_L1};

/// The capability that a client must have to answer a question.
QString capabilityFor(const QString &method)
{
    return method.section(u'/', 0, 0); // elicitation/create, sampling/createMessage, roots/list
}

const QString complete = u"complete"_s;

/// What every result of the revision carries.
QJsonObject withSurroundings(const QString &resultType, QJsonObject result, Revision revision)
{
    if (revision >= Revision::R2026_07_28) {
        result[u"resultType"_s] = resultType;
        QJsonObject meta = result[u"_meta"_s].toObject();
        meta[u"io.modelcontextprotocol/serverInfo"_s] = rpc::serverInfo();
        result[u"_meta"_s] = meta;
    }
    return result;
}

} // namespace

QString logLevelName(LogLevel level)
{
    return levelNames.at(std::size_t(level));
}

std::optional<LogLevel> logLevelFromName(const QString &name)
{
    for (std::size_t i = 0; i < levelNames.size(); ++i) {
        if (levelNames[i] == name)
            return LogLevel(i);
    }
    return std::nullopt;
}

Exchange::Exchange(QJsonValue id, QJsonObject params, Revision revision, std::shared_ptr<MessageSink> sink,
                   QObject *parent)
    : QObject(parent)
    , m_id(std::move(id))
    , m_params(std::move(params))
    , m_revision(revision)
    , m_sink(std::move(sink))
{
    m_age.start();
}

void Exchange::reportProgress(const QString &message)
{
    if (!m_sink || !wantsProgress())
        return;
    // The protocol asks for a rising number; milliseconds break the tie of two reports in one instant.
    m_lastProgress = std::max(double(m_age.elapsed()) / 1000, m_lastProgress + 0.001);
    QJsonObject params{{u"progressToken"_s, progressToken()}, {u"progress"_s, m_lastProgress}};
    if (m_revision > Revision::R2024_11_05)
        params[u"message"_s] = message;
    notify(u"notifications/progress"_s, params);
}

void Exchange::reportStep(double done, double total)
{
    if (wantsProgress()) {
        notify(u"notifications/progress"_s,
               {{u"progressToken"_s, progressToken()}, {u"progress"_s, done}, {u"total"_s, total}});
    }
}

void Exchange::sendLog(LogLevel level, const QJsonValue &data)
{
    if (m_logLevel && level >= *m_logLevel)
        notify(u"notifications/message"_s, {{u"level"_s, logLevelName(level)}, {u"data"_s, data}});
}

void Exchange::notify(const QString &method, const QJsonObject &params)
{
    if (m_sink)
        m_sink->notify(rpc::serialize(rpc::notification(method, params)));
}

void Exchange::askClient(const QString &id, const QString &method, const QJsonObject &params)
{
    if (m_sink)
        m_sink->notify(rpc::serialize(rpc::request(id, method, params)));
}

QString Exchange::statePurpose() const
{
    return m_params["name"_L1].toString(m_params["uri"_L1].toString());
}

bool Exchange::clientHasExtension(QLatin1StringView name) const
{
    return m_clientCapabilities["extensions"_L1][name].isObject();
}

void Exchange::respondCacheable(QJsonObject result, int ttlMs)
{
    respondSerialized(completed(std::move(result), ttlMs, m_revision));
}

QByteArray Exchange::completed(QJsonObject result, int ttlMs, Revision revision)
{
    if (revision >= Revision::R2026_07_28) {
        result[u"ttlMs"_s] = ttlMs;
        result[u"cacheScope"_s] = u"private"_s; // lists name what this user configured
    }
    return rpc::serialize(withSurroundings(complete, std::move(result), revision));
}

void Exchange::respond(QJsonObject result)
{
    respondAs(complete, std::move(result));
}

void Exchange::respondAs(const QString &resultType, QJsonObject result)
{
    respondSerialized(rpc::serialize(withSurroundings(resultType, std::move(result), m_revision)));
}

void Exchange::respondSerialized(const QByteArray &result)
{
    const std::shared_ptr<MessageSink> sink = end();
    if (!sink)
        return;
    sink->answer(rpc::response(m_id, result));
    Q_EMIT ended();
}

void Exchange::fail(const RpcError &error)
{
    const std::shared_ptr<MessageSink> sink = end();
    if (!sink)
        return;
    sink->answerError(rpc::serialize(rpc::errorResponse(m_id, error)), error);
    Q_EMIT ended();
}

void Exchange::failForCapability(const QJsonObject &capabilities)
{
    const QString names = capabilities.keys().join(u", "_s);
    const bool hasCode = m_revision >= Revision::R2026_07_28;
    fail({hasCode ? RpcError::MissingClientCapability : RpcError::InvalidParams,
          u"Client capability required: "_s + names,
          {{u"requiredCapabilities"_s, capabilities}}});
}

void Exchange::requireInput(const QList<InputRequest> &requests, const QJsonObject &state)
{
    QJsonObject missing;
    for (const InputRequest &request : requests) {
        const QString capability = capabilityFor(request.method);
        if (!m_clientCapabilities[capability].isObject())
            missing[capability] = QJsonObject();
    }
    if (!missing.isEmpty())
        return failForCapability(missing);
    if (m_asker)
        return m_asker(requests, state);
    QJsonObject questions;
    for (const InputRequest &request : requests)
        questions[request.key] = QJsonObject{{u"method"_s, request.method}, {u"params"_s, request.params}};
    QJsonObject result{{u"inputRequests"_s, questions}};
    if (!state.isEmpty())
        result[u"requestState"_s] = stateseal::seal(state, statePurpose());
    respondAs(u"input_required"_s, result);
}

std::optional<QJsonObject> Exchange::input(QLatin1StringView key) const
{
    const QJsonValue value = m_inputs[key];
    return value.isObject() ? std::optional(value.toObject()) : std::nullopt;
}

void Exchange::setInputs(const QJsonObject &inputs, const QJsonObject &state)
{
    m_inputs = inputs;
    m_state = state;
}

std::unique_ptr<Exchange> Exchange::detached(std::shared_ptr<MessageSink> sink) const
{
    auto copy = std::make_unique<Exchange>(m_id, m_params, m_revision, std::move(sink));
    copy->m_client = m_client;
    copy->m_clientCapabilities = m_clientCapabilities;
    copy->m_inputs = m_inputs;
    copy->m_state = m_state;
    copy->m_owner = m_owner;
    return copy;
}

void Exchange::cancel()
{
    if (!end())
        return;
    Q_EMIT cancelled();
    Q_EMIT ended();
}

std::shared_ptr<MessageSink> Exchange::end()
{
    return std::exchange(m_sink, nullptr);
}
