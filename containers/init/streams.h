#pragma once

#include "channel.h"
#include "common/frames.h"
#include "relay.h"
#include "resources.h"
#include "text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <poll.h>
#include <span>
#include <string_view>

/// The connections that the program makes to one port of its loopback, each carried to the server as a stream
/// (frames.h). What they are for is the server's business.
///
/// Theory of operation: part of Life's one ppoll(), and nothing in here blocks or allocates. There is a fixed table of
/// streams; while it is full, connections wait in the kernel's backlog, whose length is fixed too: so a program with
/// hundreds of requests at once is slowed rather than refused, and one with thousands harms nobody. Towards the server,
/// bytes go straight from the socket into the sender, as many as the server gave credit for; they use only half of the
/// sender, so that the program's output always finds room. Towards the program, what the socket does not take at once
/// waits in the stream's ring, which holds the whole window: so the server's frames are always taken off at once,
/// whatever the program does with its connections.
///
/// Where the server can be handed descriptors, all that is left of this is the table: the server has the connection,
/// and its bytes do not pass here.
///
/// Where the port is an HTTP proxy's (Prepare says so), the first bytes of a connection are looked at, without taking
/// them off, before the server hears of it: what the program wants of its own servers is done here (relay.h).
class Streams
{
public:
    static constexpr std::size_t listenerCount = 2;
    static constexpr std::size_t maxWatches = listenerCount + Relay::watchCount * frames::maxStreams;

    enum class Use
    {
        Anything,
        HttpProxy, ///< Requests to this container's own addresses and names stay in it.
    };
    /// Listens on 127.0.0.1 and, where the container has it, ::1. False with the problem if there is neither.
    [[nodiscard]] bool listen(std::uint32_t port, Use use, Text &problem);
    [[nodiscard]] bool isListening() const { return m_listeners[0].isOpen() || m_listeners[1].isOpen(); }

    /// From now on connections are handed over as they are, if the sender is a socket.
    void handConnectionsOver() { m_handsOver = true; }

    /// Fills in what to poll; `watches` has maxWatches elements. Returns how many of them are used.
    [[nodiscard]] std::size_t watch(std::span<pollfd> watches, Sender &sender) const;
    /// Takes what poll() found: one read or write a stream, beginning with another one each time.
    void handle(std::span<const pollfd> watches, Sender &sender);
    /// Lets a refused accept() be tried again, and half a request be looked at again; called a few times a second.
    void retry();

    /// Takes one of the server's stream frames; false when it is malformed.
    [[nodiscard]] bool receive(frames::Type type, std::string_view payload, Sender &sender);

    /// Ends all connections and listens no more, without a word to the server.
    void close();

private:
    struct Stream
    {
        Descriptor socket;
        std::uint32_t id = 0;       ///< 0: the server knows nothing of it.
        std::uint32_t credit = 0;   ///< So much the server takes.
        std::uint32_t window = 0;   ///< So much it may send.
        std::uint32_t consumed = 0; ///< So much the program has taken that is not given back as credit yet.
        std::size_t ringBegin = 0;  ///< The ring is empty when both are the same.
        std::size_t ringEnd = 0;    ///< Positions that only grow.
        bool hasProgramEnded = false;
        bool isProgramEndSent = false;
        bool hasServerEnded = false;
        bool isResetDue = false;
        bool isHandedOver = false; ///< There is no socket of it here.
        bool isArriving = false;   ///< Nobody knows yet whom it is for; no id.
        bool isResting = false;    ///< Too little has come to tell.
        Relay relay;               ///< For a server of the program's own; no id.

        [[nodiscard]] bool isUsed() const { return id != 0 || isArriving || relay.isOpen(); }
        [[nodiscard]] std::size_t waiting() const { return ringEnd - ringBegin; }
        [[nodiscard]] bool wantsToRead() const { return socket.isOpen() && !hasProgramEnded && credit > 0; }
    };

    void accept(int listener, Sender &sender);
    /// Finds out whom the connection is for, and passes it on.
    void receiveArrival(Stream &stream, Sender &sender);
    void announce(Stream &stream, Sender &sender);
    void read(Stream &stream, Sender &sender);
    void write(Stream &stream);
    /// Sends bytes to the program; returns how many it took.
    std::size_t push(Stream &stream, const char *bytes, std::size_t size);
    /// After a write: what follows once everything is with the program.
    void finishWriting(Stream &stream);
    /// Tells the server what there is to tell, as far as there is room.
    void report(Stream &stream, Sender &sender);
    void breakOff(Stream &stream);
    void release(Stream &stream);
    [[nodiscard]] Stream *find(std::uint32_t id);
    [[nodiscard]] char *ringOf(const Stream &stream) const;

    std::array<Descriptor, listenerCount> m_listeners;
    std::array<Stream, frames::maxStreams> m_streams;
    Pages m_rings;
    std::size_t m_used = 0;
    std::size_t m_handedOver = 0; ///< Of them.
    std::size_t m_bound = 0; ///< All streams in use have a lower index.
    std::size_t m_first = 0; ///< Whose turn it is.
    std::uint32_t m_lastId = 0;
    bool m_isAcceptPaused = false;
    bool m_handsOver = false;
    Use m_use = Use::Anything;
    char m_ownName[65] = {};
};
