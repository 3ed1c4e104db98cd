#pragma once

#include "http/httpmessage.h"
#include "mcp/rpc.h"

#include <QJsonObject>

#include <optional>

// What the fields of a POST say about the message in its body (revision 2026-07-28 names method and subject there, so
// that proxies can see them).

namespace mcpheaders {

enum class Era
{
    Session,  ///< Up to 2025-11-25.
    Stateless ///< From 2026-07-28 on.
};

/// By the body first, then by MCP-Protocol-Version.
Era eraOf(const HttpRequest &request, const QJsonObject &message);

/// What contradicts the body, or is missing in either; for Era::Stateless.
std::optional<RpcError> check(const HttpRequest &request, const QJsonObject &message);

/// The version in the field, for Era::Session: none is fine, unless it is no version at all.
bool hasKnownVersion(const HttpRequest &request);

/// "=?base64?…?=" decoded; nothing if it cannot be.
std::optional<QString> decoded(const QByteArray &value);

} // namespace mcpheaders
