#include "transport/mcpheaders.h"

#include "mcp/revision.h"

#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace {

const QString versionKey = u"io.modelcontextprotocol/protocolVersion"_s;
const QString capabilitiesKey = u"io.modelcontextprotocol/clientCapabilities"_s;

RpcError mismatch(const QString &message)
{
    return {RpcError::HeaderMismatch, message, {}};
}

/// The field must be there once and say what the body says.
std::optional<RpcError> compare(const HttpRequest &request, QByteArrayView field, const QString &expected)
{
    const QList<QByteArray> values = request.values(field);
    const QString name = QString::fromLatin1(field);
    if (values.isEmpty())
        return mismatch(u"The header %1 is missing; it must be \"%2\""_s.arg(name, expected));
    if (values.size() > 1)
        return mismatch(u"The header %1 is there more than once"_s.arg(name));
    const std::optional<QString> value = mcpheaders::decoded(values[0]);
    if (!value)
        return mismatch(u"The header %1 is not valid base64 of UTF-8"_s.arg(name));
    if (*value != expected)
        return mismatch(u"The header %1 is \"%2\", but the body says \"%3\""_s.arg(name, *value, expected));
    return std::nullopt;
}

/// The parameter that Mcp-Name repeats.
QString subjectKey(const QString &method)
{
    if (method == "tools/call"_L1 || method == "prompts/get"_L1)
        return u"name"_s;
    if (method == "resources/read"_L1)
        return u"uri"_s;
    if (method == "tasks/get"_L1 || method == "tasks/update"_L1 || method == "tasks/cancel"_L1)
        return u"taskId"_s; // the older tasks/result is no method of this revision, whatever its headers say
    return {};
}

} // namespace

std::optional<QString> mcpheaders::decoded(const QByteArray &value)
{
    QByteArray bytes = value.trimmed();
    if (bytes.startsWith("=?base64?") && bytes.endsWith("?=") && bytes.size() >= 11) {
        const auto result = QByteArray::fromBase64Encoding(
            bytes.mid(9, bytes.size() - 11), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (!result)
            return std::nullopt;
        bytes = *result;
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(bytes);
    return decoder.hasError() ? std::nullopt : std::optional(text);
}

mcpheaders::Era mcpheaders::eraOf(const HttpRequest &request, const QJsonObject &message)
{
    if (message["params"_L1]["_meta"_L1].toObject().contains(versionKey))
        return Era::Stateless;
    return request.value("MCP-Protocol-Version") == revisionName(Revision::R2026_07_28).toLatin1() ? Era::Stateless
                                                                                                   : Era::Session;
}

std::optional<RpcError> mcpheaders::check(const HttpRequest &request, const QJsonObject &message)
{
    const QString method = message["method"_L1].toString();
    const bool isRequest = message.contains("id"_L1);
    const QJsonObject params = message["params"_L1].toObject();
    const QJsonObject meta = params["_meta"_L1].toObject();
    const QJsonValue version = meta[versionKey];
    // Notifications need no _meta; if they bring a version, it has to fit too.
    if (isRequest && (!version.isString() || !meta[capabilitiesKey].isObject())) {
        return RpcError{RpcError::InvalidParams,
                        u"_meta needs \"%1\" (a string) and \"%2\" (an object)"_s.arg(versionKey, capabilitiesKey),
                        {}};
    }
    if (version.isString()) {
        if (auto problem = compare(request, "MCP-Protocol-Version", version.toString()))
            return problem;
        if (version != revisionName(Revision::R2026_07_28))
            return std::nullopt; // the session names the versions that there are
    }
    if (method.isEmpty())
        return std::nullopt; // a response, or no message at all
    if (auto problem = compare(request, "Mcp-Method", method))
        return problem;
    const QJsonValue subject = params[subjectKey(method)];
    return subject.isString() ? compare(request, "Mcp-Name", subject.toString()) : std::nullopt;
}

bool mcpheaders::hasKnownVersion(const HttpRequest &request)
{
    const QList<QByteArray> values = request.values("MCP-Protocol-Version");
    return values.isEmpty() || (values.size() == 1 && revisionFromName(QString::fromLatin1(values[0])));
}
