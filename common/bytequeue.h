#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <cerrno>

/// Bytes on their way to a non-blocking descriptor that does not take all of them at once.
class ByteQueue
{
public:
    enum class Flush
    {
        Done,   ///< Nothing is left.
        Full,   ///< The descriptor takes no more for now.
        Failed, ///< errno has the reason; what is left will never go.
    };

    [[nodiscard]] bool isEmpty() const { return m_bytes == 0; }
    [[nodiscard]] qint64 bytes() const { return m_bytes; }

    void append(const QByteArray &bytes)
    {
        m_bytes += bytes.size();
        if (!m_queue.isEmpty() && m_queue.constLast().size() + bytes.size() <= joinedSize)
            m_queue.last().append(bytes);
        else if (!bytes.isEmpty())
            m_queue.append(bytes);
    }

    void clear()
    {
        m_queue.clear();
        m_bytes = m_offset = 0;
    }

    /// `write(const char *, size_t)` is write(2) on the descriptor, or send(2).
    template<typename Write>
    Flush flush(Write &&write)
    {
        while (!m_queue.isEmpty()) {
            const QByteArray &first = m_queue.constFirst();
            const auto written = write(first.constData() + m_offset, size_t(first.size() - m_offset));
            if (written < 0) {
                if (errno == EINTR)
                    continue;
                return errno == EAGAIN || errno == EWOULDBLOCK ? Flush::Full : Flush::Failed;
            }
            m_bytes -= written;
            m_offset += written;
            if (m_offset == first.size()) {
                m_queue.removeFirst();
                m_offset = 0;
            }
        }
        return Flush::Done;
    }

private:
    /// Short ones that wait leave together, up to so many bytes.
    static constexpr qsizetype joinedSize = 32 * 1024;

    QByteArrayList m_queue;
    qint64 m_offset = 0; ///< So much of the first one is written.
    qint64 m_bytes = 0;
};
