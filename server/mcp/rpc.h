#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>

// JSON-RPC 2.0 as MCP uses it: building and serialising messages. Nothing outside mcp/ builds them.

struct RpcError
{
    enum Code
    {
        ParseError = -32700,
        InvalidRequest = -32600,
        MethodNotFound = -32601,
        InvalidParams = -32602,
        InternalError = -32603,
        ResourceNotFound = -32002, ///< Revisions up to 2025-11-25 only.
        HeaderMismatch = -32020,   ///< 2026-07-28, HTTP only.
        MissingClientCapability = -32021,
        UnsupportedProtocolVersion = -32022,
    };

    Code code = InternalError;
    QString message;
    QJsonObject data; ///< Left out when empty.
};

namespace rpc {

/// A response with a result that is serialised already; as serialize() would write it.
QByteArray response(const QJsonValue &id, const QByteArray &result);
/// An undefined `id` leaves the key out: null would violate MCP's schemas.
QJsonObject errorResponse(const QJsonValue &id, const RpcError &error);
QJsonObject request(const QJsonValue &id, const QString &method, const QJsonObject &params);
QJsonObject notification(const QString &method, const QJsonObject &params);

/// Name, title and version of this program.
QJsonObject serverInfo();

/// True for what MCP allows as a request's id: a string or an integer (of 64 bit here).
bool isValidId(const QJsonValue &id);

/// One line of UTF-8 without a line end, fit for every client: lone surrogates become U+FFFD (a client was seen to hang
/// on "\ud800"), U+2028 and U+2029 are escaped (some readers take them for line ends).
QByteArray serialize(const QJsonObject &message);

} // namespace rpc
