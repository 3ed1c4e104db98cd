#include "mcp/rpc.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace {

/// QJsonDocument writes a lone surrogate as an escape \udXXX and everything else beyond ASCII as UTF-8.
QByteArray repaired(const QByteArray &json)
{
    QByteArray result;
    result.reserve(json.size());
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '\\') {
            const bool isSurrogate = json[i + 1] == 'u' && (json[i + 2] == 'd' || json[i + 2] == 'D') &&
                                     QByteArrayView("89abcdefABCDEF").contains(json[i + 3]);
            if (isSurrogate) {
                result += "\xef\xbf\xbd";
                i += 5;
            } else {
                result.append(json.constData() + i, 2);
                i += 1;
            }
        } else if (c == '\xe2' && json[i + 1] == '\x80' && (json[i + 2] == '\xa8' || json[i + 2] == '\xa9')) {
            result += json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            result += c;
        }
    }
    return result;
}

QByteArray serializedId(const QJsonValue &id)
{
    if (!id.isString())
        return QByteArray::number(id.toInteger());
    const QByteArray list = QJsonDocument(QJsonArray{id}).toJson(QJsonDocument::Compact);
    return repaired(list.sliced(1, list.size() - 2));
}

} // namespace

QByteArray rpc::response(const QJsonValue &id, const QByteArray &result)
{
    constexpr QByteArrayView middle = R"(,"jsonrpc":"2.0","result":)";
    QByteArray text;
    text.reserve(result.size() + 64);
    text += R"({"id":)";
    text += serializedId(id);
    text += middle;
    text += result;
    text += '}';
    return text;
}

QJsonObject rpc::errorResponse(const QJsonValue &id, const RpcError &error)
{
    QJsonObject body{{u"code"_s, int(error.code)}, {u"message"_s, error.message}};
    if (!error.data.isEmpty())
        body[u"data"_s] = error.data;
    QJsonObject message{{u"jsonrpc"_s, u"2.0"_s}, {u"error"_s, body}};
    if (!id.isUndefined())
        message[u"id"_s] = id;
    return message;
}

QJsonObject rpc::request(const QJsonValue &id, const QString &method, const QJsonObject &params)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
}

QJsonObject rpc::notification(const QString &method, const QJsonObject &params)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}, {u"params"_s, params}};
}

QJsonObject rpc::serverInfo()
{
    return {{u"name"_s, u"code-sandbox"_s},
            {u"title"_s, u"Code Sandbox"_s},
            {u"version"_s, QCoreApplication::applicationVersion()}};
}

bool rpc::isValidId(const QJsonValue &id)
{
    // toInteger() gives its default for everything else. A number beyond 64 bit could not be echoed as it came, so the
    // answer would reach nobody.
    return id.isString() || (id.isDouble() && id.toInteger(0) == id.toInteger(1));
}

QByteArray rpc::serialize(const QJsonObject &message)
{
    return repaired(QJsonDocument(message).toJson(QJsonDocument::Compact));
}
