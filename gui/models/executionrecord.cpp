#include "models/executionrecord.h"

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
    QString import;
    qsizetype at = 0;
    for (int line = 0; at < code.size() && line < 100; ++line) {
        qsizetype end = code.indexOf(u'\n', at);
        if (end < 0)
            end = code.size();
        const QString words = code.sliced(at, std::min<qsizetype>(end - at, 200)).trimmed();
        at = end + 1;
        if (words.isEmpty() || words.startsWith(u'#') || words.startsWith("//"_L1))
            continue;
        if (!words.startsWith("import "_L1) && !words.startsWith("from "_L1))
            return words;
        if (import.isEmpty())
            import = words;
    }
    return import.isEmpty() ? code.left(200).trimmed() : import;
}
