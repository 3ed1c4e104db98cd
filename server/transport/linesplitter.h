#pragma once

#include <QByteArray>

#include <functional>

/// Cuts a byte stream into lines, however it was cut on the way. One trailing \r and a BOM at the very start are taken
/// off; blank lines are skipped.
class LineSplitter
{
public:
    /// A line longer than `limit` bytes is dropped up to its end; `onTooLong` is called once for it.
    explicit LineSplitter(qsizetype limit)
        : m_limit(limit)
    {
    }

    std::function<void(const QByteArray &line)> onLine;
    std::function<void()> onTooLong;

    void feed(const char *bytes, qsizetype size);

private:
    void endLine();

    qsizetype m_limit;
    QByteArray m_line;
    bool m_isSkipping = false;
    bool m_isAtStart = true;
};
