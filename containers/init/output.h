#pragma once

#include "channel.h"
#include "common/frames.h"
#include "resources.h"

#include <cstdint>
#include <string_view>

/// One of the program's two output streams, on its way to the server.
///
/// The first half of the cap goes out as it comes; while the server does not take it, nothing more is read, so that the
/// program is slowed by its full pipe. What comes later only passes through a ring that keeps the last half of the cap
/// for the end, and is read and counted whatever the server does. If the cap was not exceeded, head and tail together
/// are all there was.
class OutputStream
{
public:
    struct FrameTypes
    {
        frames::Type head;
        frames::Type sample;
        frames::Type tail;
    };
    enum class Read
    {
        Something,
        Nothing, ///< For now.
        NoRoom,  ///< The server has to read first.
        End,
    };

    explicit OutputStream(FrameTypes types)
        : m_types(types)
    {
    }
    [[nodiscard]] bool allocate(std::uint64_t cap);
    void attach(Descriptor readEnd) { m_pipe = std::move(readEnd); }

    [[nodiscard]] int fd() const { return m_pipe.fd(); }
    [[nodiscard]] bool isOpen() const { return m_pipe.isOpen(); }
    /// Whether read() would get anywhere; if not, the pipe must not be polled, for it may stay readable.
    [[nodiscard]] bool canRead(Sender &sender) const;

    /// Takes at most one frame's worth off the pipe.
    Read read(Sender &sender);
    void close() { m_pipe.close(); }

    /// Queues the latest bytes, if there are any that the server has not seen.
    void sendSample(Sender &sender);
    /// Queues the next part of the ring; true when all of it is queued.
    [[nodiscard]] bool sendTail(Sender &sender);

    /// True count, also of what was not kept.
    [[nodiscard]] std::uint64_t totalBytes() const { return m_sentBytes + m_ringBytes; }

private:
    Read readHead(Sender &sender);
    Read readTail();
    Read conclude(ssize_t got);
    void keep(std::string_view bytes);
    /// Copies `size` bytes of the ring's stream, from position `from` on.
    void copyFromRing(std::uint64_t from, std::size_t size, char *target) const;
    [[nodiscard]] std::uint64_t oldestKept() const;

    FrameTypes m_types;
    Descriptor m_pipe;
    std::uint64_t m_headSize = 0;
    std::uint64_t m_sentBytes = 0; ///< As head; at most m_headSize.
    Pages m_ring;                  ///< Byte n of what follows the head lies at n modulo its size.
    std::uint64_t m_ringBytes = 0; ///< All that ever went in.
    std::uint64_t m_sampledBytes = 0;
    std::uint64_t m_tailSent = 0; ///< Position in the ring's stream.
};
