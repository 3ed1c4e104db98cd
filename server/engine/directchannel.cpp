#include "directchannel.h"

#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace {

constexpr qsizetype bufferSize = 256 * 1024;
/// Of one turn of the event loop; others want theirs.
constexpr qint64 bytesPerTurn = 4 * bufferSize;
/// Far more than a socket holds; only a container that has outlived its client could go on for ever.
constexpr qint64 bytesAtEnd = 16 * bufferSize;

} // namespace

DirectChannel::DirectChannel(QObject *parent)
    : QObject(parent)
{
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return;
    m_descriptor = ends[0];
    m_otherEnd = ends[1];
    m_readable = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    connect(m_readable.get(), &QSocketNotifier::activated, this, [this] { receive(bytesPerTurn); });
    m_writable = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Write);
    m_writable->setEnabled(false);
    connect(m_writable.get(), &QSocketNotifier::activated, this, &DirectChannel::flush);
}

DirectChannel::~DirectChannel()
{
    close();
    closeOtherEnd();
}

void DirectChannel::closeOtherEnd()
{
    if (m_otherEnd >= 0)
        ::close(std::exchange(m_otherEnd, -1));
}

void DirectChannel::write(const QByteArray &bytes)
{
    if (!isOpen() || m_closesWhenFlushed)
        return;
    m_queue.append(bytes);
    if (!m_writable->isEnabled())
        flush();
}

void DirectChannel::flush()
{
    const qint64 before = m_queue.bytes();
    const ByteQueue::Flush result = m_queue.flush([this](const char *bytes, size_t size) {
        return ::send(m_descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    });
    if (result == ByteQueue::Flush::Failed)
        m_queue.clear(); // nobody reads any more; what came before that is still received
    m_writable->setEnabled(result == ByteQueue::Flush::Full);
    if (m_closesWhenFlushed && m_queue.isEmpty())
        shutdown(m_descriptor, SHUT_WR);
    if (m_queue.bytes() < before) {
        // Queued: who writes does not expect to be told in the middle of it.
        QMetaObject::invokeMethod(this, &DirectChannel::bytesLeft, Qt::QueuedConnection);
    }
}

void DirectChannel::closeSending()
{
    if (!isOpen() || std::exchange(m_closesWhenFlushed, true))
        return;
    if (m_queue.isEmpty())
        shutdown(m_descriptor, SHUT_WR);
}

void DirectChannel::finish()
{
    receive(bytesAtEnd);
    close();
}

void DirectChannel::receive(qint64 mostBytes)
{
    while (isOpen() && mostBytes > 0) {
        m_buffer.resize(bufferSize); // the same memory again, unless a receiver has kept it
        const ssize_t got = ::recv(m_descriptor, m_buffer.data(), size_t(m_buffer.size()), MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
                m_readable->setEnabled(false); // the end
            return;
        }
        mostBytes -= got;
        m_buffer.truncate(got);
        Q_EMIT bytesReceived(m_buffer);
    }
}

void DirectChannel::close()
{
    m_readable.reset();
    m_writable.reset();
    m_queue.clear();
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}
