#include "exchange.h"

#include <utility>

using namespace Qt::StringLiterals;

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
    m_sink->notify(rpc::serialize(rpc::notification(u"notifications/progress"_s, params)));
}

void Exchange::respondCacheable(QJsonObject result, int ttlMs)
{
    if (m_revision >= Revision::R2026_07_28) {
        result[u"ttlMs"_s] = ttlMs;
        result[u"cacheScope"_s] = u"private"_s; // lists name what this user configured
    }
    respond(std::move(result));
}

void Exchange::respond(QJsonObject result)
{
    const std::shared_ptr<MessageSink> sink = end();
    if (!sink)
        return;
    if (m_revision >= Revision::R2026_07_28) {
        result[u"resultType"_s] = u"complete"_s;
        QJsonObject meta = result[u"_meta"_s].toObject();
        meta[u"io.modelcontextprotocol/serverInfo"_s] = rpc::serverInfo();
        result[u"_meta"_s] = meta;
    }
    sink->answer(rpc::serialize(rpc::response(m_id, result)));
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
