#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

/// State of a request that a client keeps for us between two rounds (2026-07-28): readable, but any change shows. Good
/// for as long as this process lives, on every connection.
namespace stateseal {

/// `purpose` ties it to what it was made for, for example a tool's name.
QString seal(const QJsonObject &state, const QString &purpose);
/// Nothing when it is not what seal() made for this purpose.
std::optional<QJsonObject> open(const QString &sealed, const QString &purpose);

} // namespace stateseal
