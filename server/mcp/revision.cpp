#include "mcp/revision.h"

#include <array>

using namespace Qt::StringLiterals;

namespace {
constexpr std::array names{"2024-11-05"_L1, "2025-03-26"_L1, "2025-06-18"_L1, "2025-11-25"_L1, "2026-07-28"_L1};
}

QString revisionName(Revision revision)
{
    return names.at(static_cast<std::size_t>(revision));
}

std::optional<Revision> revisionFromName(const QString &name)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name)
            return static_cast<Revision>(i);
    }
    return std::nullopt;
}
