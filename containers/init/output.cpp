#include "output.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace {

char scratch[frames::maxOutputPayload];

} // namespace

bool OutputStream::allocate(std::uint64_t cap)
{
    m_headSize = cap / 2;
    return m_ring.allocate(cap - m_headSize);
}

bool OutputStream::canRead(Sender &sender) const
{
    return isOpen() && (m_sentBytes == m_headSize || !sender.outputRoom().empty());
}

OutputStream::Read OutputStream::read(Sender &sender)
{
    if (!isOpen())
        return Read::End;
    return m_sentBytes < m_headSize ? readHead(sender) : readTail();
}

OutputStream::Read OutputStream::readHead(Sender &sender)
{
    const std::span<char> room = sender.outputRoom();
    if (room.empty())
        return Read::NoRoom;
    const ssize_t got = ::read(fd(), room.data(), std::min<std::uint64_t>(room.size(), m_headSize - m_sentBytes));
    if (got > 0) {
        sender.commit(m_types.head, static_cast<std::size_t>(got));
        m_sentBytes += static_cast<std::uint64_t>(got);
    }
    return conclude(got);
}

OutputStream::Read OutputStream::readTail()
{
    const ssize_t got = ::read(fd(), scratch, sizeof scratch);
    if (got > 0)
        keep({scratch, static_cast<std::size_t>(got)});
    return conclude(got);
}

OutputStream::Read OutputStream::conclude(ssize_t got)
{
    if (got > 0)
        return Read::Something;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return Read::Nothing;
    m_pipe.close();
    return Read::End;
}

void OutputStream::keep(std::string_view bytes)
{
    m_ringBytes += bytes.size();
    if (bytes.size() > m_ring.size())
        bytes.remove_prefix(bytes.size() - m_ring.size());
    if (bytes.empty())
        return;
    const std::size_t at = (m_ringBytes - bytes.size()) % m_ring.size();
    const std::size_t untilEdge = std::min(bytes.size(), m_ring.size() - at);
    std::copy_n(bytes.data(), untilEdge, m_ring.data() + at);
    std::copy_n(bytes.data() + untilEdge, bytes.size() - untilEdge, m_ring.data());
}

void OutputStream::copyFromRing(std::uint64_t from, std::size_t size, char *target) const
{
    const std::size_t at = from % m_ring.size();
    const std::size_t untilEdge = std::min(size, m_ring.size() - at);
    std::copy_n(m_ring.data() + at, untilEdge, target);
    std::copy_n(m_ring.data(), size - untilEdge, target + untilEdge);
}

std::uint64_t OutputStream::oldestKept() const
{
    return m_ringBytes - std::min<std::uint64_t>(m_ringBytes, m_ring.size());
}

void OutputStream::sendSample(Sender &sender)
{
    if (m_sampledBytes == m_ringBytes)
        return;
    const std::uint64_t from =
        std::max(oldestKept(), m_ringBytes - std::min<std::uint64_t>(m_ringBytes, frames::sampleSize));
    m_sampledBytes = m_ringBytes;
    if (from == m_ringBytes)
        return; // a cap of 0 keeps nothing
    char sample[frames::sampleSize];
    const auto size = static_cast<std::size_t>(m_ringBytes - from);
    copyFromRing(from, size, sample);
    sender.send(m_types.sample, {sample, size});
}

bool OutputStream::sendTail(Sender &sender)
{
    m_tailSent = std::max(m_tailSent, oldestKept());
    while (m_tailSent < m_ringBytes) {
        const std::span<char> room = sender.outputRoom();
        if (room.empty())
            return false;
        const std::size_t size = std::min<std::uint64_t>(room.size(), m_ringBytes - m_tailSent);
        copyFromRing(m_tailSent, size, room.data());
        sender.commit(m_types.tail, size);
        m_tailSent += size;
    }
    return true;
}
