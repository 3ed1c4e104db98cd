#include "engine/directchannel.h"

#include "common/passing.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace {

constexpr qsizetype bufferSize = 256 * 1024;
/// Of one turn of the event loop; others want theirs.
constexpr qint64 bytesPerTurn = 4 * bufferSize;
/// Far more than a socket holds; only a container that has outlived its client could go on for ever.
constexpr qint64 bytesAtEnd = 16 * bufferSize;
/// Each is taken as soon as the bytes are looked at that it came with.
constexpr qsizetype mostDescriptors = 64;

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

bool DirectChannel::offerAt(const QString &path)
{
    m_path = QFile::encodeName(path);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (m_path.size() >= qsizetype(sizeof address.sun_path))
        return false;
    std::ranges::copy(m_path, address.sun_path);
    m_listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    // The container's user is another one. Who else may open it decides its folder.
    if (m_listener < 0 || bind(m_listener, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 ||
        chmod(m_path.constData(), 0666) != 0 || listen(m_listener, 1) != 0) {
        stopListening();
        return false;
    }
    m_connecting = std::make_unique<QSocketNotifier>(m_listener, QSocketNotifier::Read);
    connect(m_connecting.get(), &QSocketNotifier::activated, this, &DirectChannel::handOtherEndOver,
            Qt::QueuedConnection);
    return true;
}

/// The connection itself is not used: as long as it lasts, the container's /proc/net/unix lists a socket with our path.
void DirectChannel::handOtherEndOver()
{
    const int connection = m_listener < 0 ? -1 : accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0)
        return;
    stopListening();
    // If that fails, it is gone already, or goes on without.
    passing::send(connection, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL, m_otherEnd);
    ::close(connection);
    closeOtherEnd();
}

void DirectChannel::stopListening()
{
    m_connecting.reset();
    if (m_listener < 0)
        return;
    ::close(std::exchange(m_listener, -1));
    unlink(m_path.constData());
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
    if (isOpen() && !std::exchange(m_closesWhenFlushed, true) && m_queue.isEmpty())
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
        const auto keep = [this](int descriptor) {
            if (m_descriptors.size() < mostDescriptors)
                m_descriptors.append(descriptor);
            else
                passing::close(descriptor);
        };
        const ssize_t got =
            passing::receive(m_descriptor, m_buffer.data(), size_t(m_buffer.size()), MSG_DONTWAIT, keep);
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

int DirectChannel::takeDescriptor()
{
    return m_descriptors.isEmpty() ? -1 : m_descriptors.takeFirst();
}

void DirectChannel::close()
{
    while (!m_descriptors.isEmpty())
        passing::close(m_descriptors.takeFirst());
    stopListening();
    m_readable.reset();
    m_writable.reset();
    m_queue.clear();
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}
