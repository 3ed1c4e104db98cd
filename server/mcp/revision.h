#pragma once

#include <QString>
#include <QStringList>

#include <optional>

/// The protocol revisions, oldest first, so that they compare.
enum class Revision
{
    R2024_11_05,
    R2025_03_26,
    R2025_06_18,
    R2025_11_25,
    R2026_07_28
};

/// Negotiated by `initialize`: all but the last. The last one has no handshake; every request names it.
inline constexpr Revision newestHandshakeRevision = Revision::R2025_11_25;

QString revisionName(Revision revision);
std::optional<Revision> revisionFromName(const QString &name);
