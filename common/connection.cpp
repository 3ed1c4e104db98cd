#include "common/connection.h"

#include <algorithm>

void ConnectionLog::add(const ConnectionReport &report)
{
    ++total;
    const bool isAllowed = report.verdict == ConnectionReport::Verdict::Allowed;
    if (report.verdict == ConnectionReport::Verdict::Refused && ++refused == 1)
        firstRefusal = report.reason;
    if (kept.size() >= maxKept) {
        const auto lessTelling =
            std::ranges::find(kept, ConnectionReport::Verdict::Allowed, &ConnectionReport::verdict);
        if (isAllowed || lessTelling == kept.end())
            return;
        kept.erase(lessTelling);
    }
    kept.append(report);
}
