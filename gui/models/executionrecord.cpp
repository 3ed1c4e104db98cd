#include "executionrecord.h"

using namespace Qt::StringLiterals;

std::chrono::microseconds ExecutionRecord::duration(const QDateTime &now) const
{
    if (result)
        return result->duration;
    if (!started.isValid())
        return std::chrono::microseconds{0};
    // Of a server that is gone nothing newer is known than its last report.
    if (isStale)
        return usage.duration;
    const QDateTime end = ended.isValid() ? ended : now;
    return std::chrono::milliseconds{std::max<qint64>(started.msecsTo(end), 0)};
}

QString ExecutionRecord::firstLine() const
{
    qsizetype at = 0;
    while (at < code.size()) {
        qsizetype end = code.indexOf(u'\n', at);
        if (end < 0)
            end = code.size();
        const QString line = code.sliced(at, std::min<qsizetype>(end - at, 200)).trimmed();
        if (!line.isEmpty() && !line.startsWith(u'#') && !line.startsWith("//"_L1))
            return line;
        at = end + 1;
    }
    return code.left(200).trimmed();
}
