#include "streams.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using frames::Type;
using std::size_t;
using std::string_view;

constexpr size_t ringSize = frames::initialWindowToProgram;
constexpr int backlog = 512;
constexpr int acceptedPerTurn = 32;
/// Credit goes back in steps, early enough that the server need not stop.
constexpr std::uint32_t creditStep = frames::initialWindowToProgram / 4;

Descriptor listenOn(const sockaddr *address, socklen_t size)
{
    Descriptor listener(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int on = 1;
    if (address->sa_family == AF_INET6)
        setsockopt(listener.fd(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (!listener.isOpen() || bind(listener.fd(), address, size) != 0 || ::listen(listener.fd(), backlog) != 0)
        return {};
    return listener;
}

/// Queues a small frame; false while there is no room.
template<typename P>
bool sendControl(Sender &sender, Type type, const P &payload)
{
    const std::span<char> room = sender.streamRoom();
    if (room.empty())
        return false;
    struct Sink
    {
        char *bytes;
        size_t size = 0;
        void append(const char *from, size_t count)
        {
            std::memcpy(bytes + size, from, count);
            size += count;
        }
    } sink = {room.data()};
    frames::encode(sink, payload);
    sender.commit(type, sink.size);
    return true;
}

} // namespace

bool Streams::listen(std::uint32_t port, Use use, Text &problem)
{
    m_use = use;
    gethostname(m_ownName, sizeof m_ownName - 1);
    sockaddr_in address4 = {};
    address4.sin_family = AF_INET;
    address4.sin_port = htons(static_cast<std::uint16_t>(port));
    address4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    m_listeners[0] = listenOn(reinterpret_cast<const sockaddr *>(&address4), sizeof address4);
    const int error = errno;
    sockaddr_in6 address6 = {};
    address6.sin6_family = AF_INET6;
    address6.sin6_port = address4.sin_port;
    address6.sin6_addr = in6addr_loopback;
    m_listeners[1] = listenOn(reinterpret_cast<const sockaddr *>(&address6), sizeof address6);
    if (!isListening()) {
        problem << "cannot listen on port " << port << " of the loopback: ";
        problem.systemError(error);
        return false;
    }
    if (!m_rings.allocate(frames::maxStreams * ringSize)) {
        problem << "mmap: no memory for the connections";
        return false;
    }
    return true;
}

std::size_t Streams::watch(std::span<pollfd> watches, Sender &sender) const
{
    const bool hasRoom = !sender.streamRoom().empty();
    const bool accepts = hasRoom && !m_isAcceptPaused && m_used < m_streams.size();
    for (size_t i = 0; i < listenerCount; ++i)
        watches[i] = {accepts ? m_listeners[i].fd() : -1, POLLIN, 0};
    for (size_t i = 0; i < m_bound; ++i) {
        const Stream &stream = m_streams[i];
        const auto own = watches.subspan(listenerCount + Relay::watchCount * i).first<Relay::watchCount>();
        own[0] = own[1] = {-1, 0, 0};
        if (stream.relay.isOpen()) {
            stream.relay.watch(own);
            continue;
        }
        short events = 0;
        if (stream.isArriving ? hasRoom && !stream.isResting : stream.wantsToRead() && hasRoom)
            events |= POLLIN;
        if (stream.waiting() > 0)
            events |= POLLOUT;
        // Without anything to wait for, not even for an error: it would come again and again.
        own[0] = {events != 0 ? stream.socket.fd() : -1, events, 0};
    }
    return listenerCount + Relay::watchCount * m_bound;
}

void Streams::handle(std::span<const pollfd> watches, Sender &sender)
{
    const size_t bound = (watches.size() - listenerCount) / Relay::watchCount;
    if (bound > 0)
        m_first = (m_first + 1) % bound;
    for (size_t n = 0; n < bound; ++n) {
        const size_t i = (m_first + n) % bound;
        Stream &stream = m_streams[i];
        const auto own = watches.subspan(listenerCount + Relay::watchCount * i).first<Relay::watchCount>();
        const short events = own[0].revents;
        if (stream.relay.isOpen()) {
            stream.relay.handle(own);
            if (!stream.relay.isOpen())
                release(stream);
            continue;
        }
        if (stream.isArriving) {
            if (events != 0)
                receiveArrival(stream, sender);
            continue;
        }
        if (!stream.isUsed())
            continue;
        if (stream.socket.isOpen() && stream.socket.fd() == own[0].fd) {
            if (events & POLLOUT)
                write(stream);
            if ((events & (POLLIN | POLLHUP)) && stream.wantsToRead())
                read(stream, sender);
            else if (events & (POLLERR | POLLHUP))
                breakOff(stream);
        }
        report(stream, sender);
    }
    for (size_t i = 0; i < listenerCount; ++i) {
        if (watches[i].revents != 0)
            accept(m_listeners[i].fd(), sender);
    }
}

void Streams::accept(int listener, Sender &sender)
{
    for (int i = 0; i < acceptedPerTurn && m_used < m_streams.size() && !sender.streamRoom().empty(); ++i) {
        Descriptor socket(accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket.isOpen()) {
            if (errno == EINTR || errno == ECONNABORTED)
                continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK)
                m_isAcceptPaused = true; // no descriptors or no memory, which may pass
            return;
        }
        const int on = 1;
        setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);

        size_t slot = 0;
        while (m_streams[slot].isUsed())
            ++slot;
        Stream &stream = m_streams[slot];
        stream.socket = std::move(socket);
        stream.isArriving = true;
        ++m_used;
        m_bound = std::max(m_bound, slot + 1);
        if (m_use == Use::HttpProxy)
            receiveArrival(stream, sender); // a program that is quick has sent its request by now
        else
            announce(stream, sender);
    }
}

void Streams::receiveArrival(Stream &stream, Sender &sender)
{
    if (sender.streamRoom().empty())
        return; // the server may have to hear of it
    char bytes[proxyrequest::enoughBytes];
    const ssize_t got = ::recv(stream.socket.fd(), bytes, sizeof bytes, MSG_PEEK);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (got <= 0)
        return release(stream);
    const proxyrequest::Target target =
        proxyrequest::targetOf({bytes, static_cast<size_t>(got)}, string_view(m_ownName));
    switch (target.place) {
    case proxyrequest::Target::Place::Unclear:
        stream.isResting = true; // poll() would report the same bytes again and again
        return;
    case proxyrequest::Target::Place::Elsewhere:
        return announce(stream, sender);
    case proxyrequest::Target::Place::Own:
        stream.isArriving = false;
        stream.relay.start(std::move(stream.socket), target, string_view(m_ownName), {ringOf(stream), ringSize});
        return;
    }
}

void Streams::announce(Stream &stream, Sender &sender)
{
    if (m_lastId == UINT32_MAX)
        return release(stream);
    stream.isArriving = false;
    stream.id = ++m_lastId;
    const frames::StreamId id = {stream.id};
    // Only the frame at the head of the queue can take a descriptor along. Whoever has to wait is served as a stream.
    if (m_handsOver && m_handedOver < frames::maxHandedOver && sender.flush() && sender.isEmpty() &&
        sender.sendWith(stream.socket.fd(), Type::StreamHandedOver, id)) {
        stream.socket.close();
        stream.isHandedOver = true;
        ++m_handedOver;
        return;
    }
    stream.credit = frames::initialWindowFromProgram;
    stream.window = frames::initialWindowToProgram;
    [[maybe_unused]] const bool isSent = sendControl(sender, Type::StreamOpen, id);
}

void Streams::read(Stream &stream, Sender &sender)
{
    const std::span<char> room = sender.streamRoom();
    if (room.empty())
        return;
    const size_t most = std::min<size_t>(room.size() - frames::streamDataHeaderSize, stream.credit);
    const ssize_t got = ::recv(stream.socket.fd(), room.data() + frames::streamDataHeaderSize, most, 0);
    if (got > 0) {
        for (size_t i = 0; i < frames::streamDataHeaderSize; ++i)
            room[i] = static_cast<char>(stream.id >> (8 * i) & 0xff);
        sender.commit(Type::StreamFromProgram, static_cast<size_t>(got) + frames::streamDataHeaderSize);
        stream.credit -= static_cast<std::uint32_t>(got);
    } else if (got == 0) {
        stream.hasProgramEnded = true;
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        breakOff(stream);
    }
}

size_t Streams::push(Stream &stream, const char *bytes, size_t size)
{
    const ssize_t written = ::send(stream.socket.fd(), bytes, size, MSG_NOSIGNAL);
    if (written >= 0) {
        stream.consumed += static_cast<std::uint32_t>(written);
        return static_cast<size_t>(written);
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
        breakOff(stream);
    return 0;
}

void Streams::write(Stream &stream)
{
    const size_t at = stream.ringBegin % ringSize;
    const size_t untilEdge = std::min(stream.waiting(), ringSize - at);
    stream.ringBegin += push(stream, ringOf(stream) + at, untilEdge);
    finishWriting(stream);
}

void Streams::finishWriting(Stream &stream)
{
    if (stream.waiting() > 0 || !stream.socket.isOpen())
        return;
    stream.ringBegin = stream.ringEnd = 0; // the same few pages again
    if (stream.hasServerEnded)
        shutdown(stream.socket.fd(), SHUT_WR);
}

void Streams::report(Stream &stream, Sender &sender)
{
    if (stream.isResetDue) {
        if (sendControl(sender, Type::StreamFromProgramReset, frames::StreamId{stream.id}))
            release(stream);
        return;
    }
    if (stream.consumed >= creditStep && !stream.hasServerEnded) {
        if (!sendControl(sender, Type::StreamToProgramWindow, frames::StreamWindow{stream.id, stream.consumed}))
            return;
        stream.window += stream.consumed;
        stream.consumed = 0;
    }
    if (stream.hasProgramEnded && !stream.isProgramEndSent)
        stream.isProgramEndSent = sendControl(sender, Type::StreamFromProgramClose, frames::StreamId{stream.id});
    if (stream.isProgramEndSent && stream.hasServerEnded && stream.waiting() == 0)
        release(stream);
}

bool Streams::receive(Type type, string_view payload, Sender &sender)
{
    frames::StreamData data;
    frames::StreamWindow window;
    frames::StreamId end;
    bool isWhole = false;
    switch (type) {
    case Type::StreamToProgram:
        isWhole = frames::decode(payload, data) && !data.bytes.empty();
        end.id = data.id;
        break;
    case Type::StreamFromProgramWindow:
        isWhole = frames::decode(payload, window) && window.credit > 0;
        end.id = window.id;
        break;
    default:
        isWhole = frames::decode(payload, end);
        break;
    }
    if (!isWhole || end.id == 0 || end.id > m_lastId)
        return false;
    Stream *const stream = find(end.id);
    if (!stream || stream->isResetDue)
        return true; // it is over, which the server could not know
    if (stream->isHandedOver) {
        if (type != Type::StreamToProgramClose)
            return false;
        --m_handedOver;
        release(*stream);
        return true;
    }

    switch (type) {
    case Type::StreamToProgram: {
        if (stream->hasServerEnded || data.bytes.size() > stream->window)
            return false;
        stream->window -= static_cast<std::uint32_t>(data.bytes.size());
        if (stream->waiting() == 0)
            data.bytes.remove_prefix(push(*stream, data.bytes.data(), data.bytes.size()));
        if (!stream->socket.isOpen())
            break;
        const size_t at = stream->ringEnd % ringSize;
        const size_t untilEdge = std::min(data.bytes.size(), ringSize - at);
        std::copy_n(data.bytes.data(), untilEdge, ringOf(*stream) + at);
        std::copy_n(data.bytes.data() + untilEdge, data.bytes.size() - untilEdge, ringOf(*stream));
        stream->ringEnd += data.bytes.size();
        break;
    }
    case Type::StreamFromProgramWindow:
        if (window.credit > frames::maxWindow - std::min(frames::maxWindow, stream->credit))
            return false;
        stream->credit += window.credit;
        break;
    case Type::StreamToProgramClose:
        if (stream->hasServerEnded)
            return false;
        stream->hasServerEnded = true;
        finishWriting(*stream);
        break;
    default: {
        if (stream->hasServerEnded) {
            // It waits no longer for the program's end; what it sent before its own is delivered all the same.
            stream->hasProgramEnded = stream->isProgramEndSent = true;
            break;
        }
        // The program shall see an error rather than a proper end.
        const linger atOnce = {1, 0};
        setsockopt(stream->socket.fd(), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
        release(*stream);
        return true;
    }
    }
    report(*stream, sender);
    return true;
}

void Streams::breakOff(Stream &stream)
{
    stream.socket.close();
    stream.ringBegin = stream.ringEnd = 0;
    stream.isResetDue = true;
}

void Streams::release(Stream &stream)
{
    // What a slow reader made it touch counts as the container's memory.
    madvise(ringOf(stream), ringSize, MADV_DONTNEED);
    stream = Stream();
    --m_used;
    while (m_bound > 0 && !m_streams[m_bound - 1].isUsed())
        --m_bound;
    m_isAcceptPaused = false;
}

void Streams::retry()
{
    m_isAcceptPaused = false;
    for (size_t i = 0; i < m_bound; ++i)
        m_streams[i].isResting = false;
}

void Streams::close()
{
    for (Descriptor &listener : m_listeners)
        listener.close();
    for (Stream &stream : m_streams)
        stream = Stream();
    m_used = m_bound = m_handedOver = 0;
}

Streams::Stream *Streams::find(std::uint32_t id)
{
    for (size_t i = 0; i < m_bound; ++i) {
        if (m_streams[i].id == id)
            return &m_streams[i];
    }
    return nullptr;
}

char *Streams::ringOf(const Stream &stream) const
{
    return m_rings.data() + static_cast<size_t>(&stream - m_streams.data()) * ringSize;
}
