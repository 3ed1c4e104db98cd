#include "transport/linesplitter.h"

#include <cstring>
#include <utility>

void LineSplitter::feed(const char *bytes, qsizetype size)
{
    const char *const end = bytes + size;
    while (bytes < end) {
        const auto *newline = static_cast<const char *>(memchr(bytes, '\n', size_t(end - bytes)));
        const char *const stop = newline ? newline : end;
        if (!m_isSkipping)
            m_line.append(bytes, stop - bytes);
        if (m_line.size() > m_limit) {
            m_line = {};
            m_isSkipping = true;
            onTooLong();
        }
        if (newline)
            endLine();
        bytes = stop + (newline ? 1 : 0);
    }
}

void LineSplitter::endLine()
{
    QByteArray line;
    line.swap(m_line);
    const bool wasSkipping = std::exchange(m_isSkipping, false);
    if (std::exchange(m_isAtStart, false) && line.startsWith("\xef\xbb\xbf"))
        line.remove(0, 3);
    if (line.endsWith('\r'))
        line.chop(1);
    if (!wasSkipping && !line.trimmed().isEmpty())
        onLine(line);
}
