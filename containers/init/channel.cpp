#include "channel.h"

#include "common/passing.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace {

/// Started, one Usage, one sample of each stream, and Failed or Exited.
constexpr std::size_t controlReserve = 32 * 1024;
static_assert(controlReserve >
              2 * (frames::sampleSize + frames::headerSize) + frames::maxPayload(frames::Type::Failed));

constexpr std::size_t shortCapacity = frames::maxPayload(frames::Type::StdinData);
constexpr std::size_t longCapacity =
    std::max(frames::maxPayload(frames::Type::Prepare), frames::maxPayload(frames::Type::Run));

} // namespace

bool Receiver::allocate()
{
    return m_long.allocate(longCapacity) && m_short.allocate(shortCapacity);
}

Receiver::Status Receiver::receive()
{
    if (m_isLost)
        return discard();
    if (!m_hasHeader) {
        if (const Status status = fill(m_headerBytes, frames::headerSize); status != Status::Frame)
            return status;
        m_header = frames::readHeader(m_headerBytes);
        const std::uint32_t limit = frames::maxPayload(m_header.type);
        const bool isLong = m_header.type == frames::Type::Prepare || m_header.type == frames::Type::Run;
        // The last of these is a frame of init's own, sent back.
        m_isLost = limit == 0 || m_header.length > limit || (!isLong && m_header.length > shortCapacity);
        if (m_isLost)
            return Status::Malformed;
        m_payload = isLong ? m_long.data() : m_short.data();
        m_hasHeader = true;
    }
    const Status status = fill(m_payload, m_header.length);
    if (status == Status::Frame)
        m_hasHeader = false;
    return status;
}

Receiver::Status Receiver::fill(char *target, std::size_t wanted)
{
    while (m_filled < wanted) {
        const ssize_t got = read(m_fd, target + m_filled, wanted - m_filled);
        if (got > 0)
            m_filled += static_cast<std::size_t>(got);
        else if (got < 0 && errno == EINTR)
            continue;
        else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return Status::Waiting;
        else
            return Status::End;
    }
    m_filled = 0;
    return Status::Frame;
}

Receiver::Status Receiver::discard()
{
    for (;;) {
        m_filled = 0;
        if (const Status status = fill(m_short.data(), m_short.size()); status != Status::Frame)
            return status;
    }
}

void Receiver::wipePayload()
{
    explicit_bzero(m_payload, m_header.length);
}

bool Sender::allocate()
{
    return m_buffer.allocate(outputCapacity + controlReserve);
}

std::span<char> Sender::roomWithin(std::size_t capacity)
{
    constexpr std::size_t worthwhile = 4 * 1024;
    const std::size_t used = m_end - m_begin + frames::headerSize;
    if (used + worthwhile > capacity)
        return {};
    const std::size_t room = std::min<std::size_t>(capacity - used, frames::maxOutputPayload);
    makeRoom(frames::headerSize + room + controlReserve);
    return {payloadStart(), room};
}

void Sender::commit(frames::Type type, std::size_t size)
{
    char header[frames::headerSize];
    frames::writeHeader(header, type, static_cast<std::uint32_t>(size));
    std::memcpy(m_buffer.data() + m_end, header, sizeof header);
    m_end += sizeof header + size;
}

void Sender::send(frames::Type type, std::string_view payload)
{
    makeRoom(frames::headerSize + payload.size());
    std::copy(payload.begin(), payload.end(), payloadStart());
    commit(type, payload.size());
}

bool Sender::flush()
{
    while (!isEmpty()) {
        const ssize_t written = write(m_fd, m_buffer.data() + m_begin, m_end - m_begin);
        if (written >= 0)
            m_begin += static_cast<std::size_t>(written);
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return true;
        else if (errno != EINTR)
            return false;
    }
    m_begin = m_end = 0;
    return true;
}

bool Sender::sendWith(int descriptor, frames::Type type, const frames::StreamId &payload)
{
    send(type, payload);
    const std::size_t size = m_end - m_begin;
    const ssize_t sent = passing::send(m_fd, m_buffer.data() + m_begin, size, MSG_NOSIGNAL, descriptor);
    m_begin = m_end = 0;
    return sent == static_cast<ssize_t>(size);
}

void Sender::makeRoom(std::size_t room)
{
    if (m_buffer.size() - m_end >= room)
        return;
    std::copy(m_buffer.data() + m_begin, m_buffer.data() + m_end, m_buffer.data());
    m_end -= m_begin;
    m_begin = 0;
}

char *Sender::payloadStart()
{
    return m_buffer.data() + m_end + frames::headerSize;
}
