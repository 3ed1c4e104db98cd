#include "egress/socketstream.h"

#include "common/passing.h"

#include <QIODevice>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <utility>

bool SocketStream::isConnection(int descriptor)
{
    int family = 0;
    int type = 0;
    socklen_t size = sizeof family;
    return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 &&
           getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
           (family == AF_INET || family == AF_INET6) && type == SOCK_STREAM;
}

SocketStream::SocketStream(int descriptor, QObject *parent)
    : EgressStream(parent)
    , m_descriptor(descriptor)
    , m_readable(descriptor, QSocketNotifier::Read)
    , m_writable(descriptor, QSocketNotifier::Write)
{
    m_writable.setEnabled(false);
    connect(&m_readable, &QSocketNotifier::activated, this, &SocketStream::receive);
    connect(&m_writable, &QSocketNotifier::activated, this, [this] {
        flush();
        if (m_queue.isEmpty() && m_descriptor >= 0 && std::exchange(m_wantsRoom, false))
            Q_EMIT roomGrew();
    });
}

SocketStream::~SocketStream()
{
    if (m_descriptor >= 0)
        passing::close(m_descriptor);
}

void SocketStream::receive()
{
    const qsizetype before = m_input.size();
    const qint64 most = std::min(m_window - before, pieceSize);
    m_input.resize(before + std::max<qint64>(most, 0));
    const ssize_t got = most > 0 ? recv(m_descriptor, m_input.data() + before, size_t(most), MSG_DONTWAIT) : 0;
    const int error = errno;
    m_input.truncate(before + std::max<ssize_t>(got, 0));
    if (got < 0) {
        if (error != EAGAIN && error != EWOULDBLOCK && error != EINTR)
            fail();
        return;
    }
    if (most > 0 && got == 0)
        m_hasProgramEnded = true;
    if (m_ignoresInput)
        m_input.clear();
    m_readable.setEnabled(!m_hasProgramEnded && m_input.size() < m_window);
    endIfDone();
    if (m_descriptor >= 0 && !m_ignoresInput)
        Q_EMIT readyRead();
}

QByteArray SocketStream::take(qint64 maxBytes)
{
    const QByteArray bytes = takeFrom(m_input, maxBytes);
    if (m_descriptor >= 0)
        m_readable.setEnabled(!m_hasProgramEnded && m_input.size() < m_window);
    endIfDone();
    return bytes;
}

void SocketStream::setWindow(quint32 bytes)
{
    m_window = std::max<qint64>(m_window, bytes);
    if (m_descriptor >= 0)
        m_readable.setEnabled(!m_hasProgramEnded && m_input.size() < m_window);
}

qint64 SocketStream::room()
{
    if (m_descriptor < 0 || m_hasEnded)
        return 0;
    if (m_queue.isEmpty())
        return pieceSize;
    m_wantsRoom = true;
    return 0;
}

void SocketStream::send(const QByteArray &bytes)
{
    if (m_descriptor < 0 || m_hasEnded)
        return;
    m_queue.append(bytes);
    if (!m_writable.isEnabled())
        flush();
}

qint64 SocketStream::sendFrom(QIODevice &source, qint64 maxBytes)
{
    std::array<char, pieceSize> piece; // most of the time all of it goes, and nothing is allocated
    const qint64 size = std::min({source.bytesAvailable(), room(), maxBytes});
    if (size <= 0 || source.read(piece.data(), size) != size)
        return 0;
    ssize_t sent = ::send(m_descriptor, piece.data(), size_t(size), MSG_DONTWAIT | MSG_NOSIGNAL);
    sent = std::max<ssize_t>(sent, 0); // what is wrong, if anything, flush() finds
    if (sent < size)
        send(QByteArray(piece.data() + sent, size - sent));
    return size;
}

void SocketStream::flush()
{
    const ByteQueue::Flush result = m_queue.flush([this](const char *bytes, size_t size) {
        return ::send(m_descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    });
    if (result == ByteQueue::Flush::Failed)
        return fail();
    m_writable.setEnabled(result == ByteQueue::Flush::Full);
    if (m_hasEnded && m_queue.isEmpty())
        shutdown(m_descriptor, SHUT_WR);
    endIfDone();
}

void SocketStream::closeSending()
{
    if (m_descriptor < 0 || std::exchange(m_hasEnded, true))
        return;
    if (m_queue.isEmpty())
        flush();
}

void SocketStream::ignoreInput()
{
    m_ignoresInput = true;
    take(m_input.size());
    if (m_descriptor >= 0)
        QTimer::singleShot(closingLimit, this, &SocketStream::endWhenSent);
}

void SocketStream::endWhenSent()
{
    // A program that reads slowly gets everything all the same: what the kernel has, it delivers after our close, too.
    if (m_queue.isEmpty())
        end();
    else
        QTimer::singleShot(closingLimit, this, &SocketStream::endWhenSent);
}

void SocketStream::reset()
{
    end(true);
}

void SocketStream::breakOff()
{
    if (m_descriptor < 0)
        return;
    end();
    Q_EMIT broke();
}

void SocketStream::fail()
{
    // Queued: whoever sends does not expect to be told in the middle of it.
    m_readable.setEnabled(false);
    m_writable.setEnabled(false);
    QMetaObject::invokeMethod(this, &SocketStream::breakOff, Qt::QueuedConnection);
}

void SocketStream::endIfDone()
{
    if (m_hasProgramEnded && m_hasEnded && m_input.isEmpty() && m_queue.isEmpty())
        end();
}

void SocketStream::end(bool resets)
{
    if (m_descriptor < 0)
        return;
    m_readable.setEnabled(false);
    m_writable.setEnabled(false);
    passing::close(std::exchange(m_descriptor, -1), resets);
    m_queue.clear();
    Q_EMIT over();
    deleteLater();
}
