#pragma once

#include "common/frames.h"
#include "resources.h"

#include <cstddef>
#include <span>
#include <string_view>

/// Takes the server's frames off a non-blocking descriptor, one at a time and never a byte beyond it.
///
/// Two buffers: a long one for Prepare and Run, which come once each, and a short one for everything later. So the code
/// stays where it is while it is handed over, whatever comes in meanwhile.
class Receiver
{
public:
    enum class Status
    {
        Waiting,   ///< No whole frame yet.
        Frame,     ///< type() and payload() hold one, until the next call (Run: for ever).
        End,       ///< The server is gone.
        Malformed, ///< An unknown type, or a length above the type's limit. What follows is thrown away.
    };

    explicit Receiver(int fd)
        : m_fd(fd)
    {
    }
    [[nodiscard]] bool allocate();
    [[nodiscard]] int fd() const { return m_fd; }
    /// Between two frames.
    void useDescriptor(int fd) { m_fd = fd; }

    Status receive();
    [[nodiscard]] frames::Type type() const { return m_header.type; }
    [[nodiscard]] std::string_view payload() const { return {m_payload, m_header.length}; }

    /// Overwrites the last frame, which may have held secrets.
    void wipePayload();

private:
    /// Reads on until `wanted` bytes are at `target`.
    Status fill(char *target, std::size_t wanted);
    Status discard();

    int m_fd;
    Pages m_long;
    Pages m_short;
    char m_headerBytes[frames::headerSize] = {};
    frames::Header m_header = {};
    bool m_hasHeader = false;
    bool m_isLost = false; ///< After a malformed frame nobody knows where the next one starts.
    char *m_payload = nullptr;
    std::size_t m_filled = 0; ///< Of the header or the payload, whichever is being read.
};

/// Queues frames for the server, in a buffer of fixed size, and writes as much as the descriptor takes.
///
/// Output frames may fill the buffer but for a reserve, which control frames can count on: each of them is sent once,
/// or (Usage, samples) only while little is queued.
class Sender
{
public:
    explicit Sender(int fd)
        : m_fd(fd)
    {
    }
    [[nodiscard]] bool allocate();
    [[nodiscard]] int fd() const { return m_fd; }
    /// While empty.
    void useDescriptor(int fd) { m_fd = fd; }

    [[nodiscard]] bool isEmpty() const { return m_begin == m_end; }
    /// False while the server lags behind: then what it can do without is not sent.
    [[nodiscard]] bool isKeepingUp() const { return m_end - m_begin < 8 * 1024; }

    /// Where the payload of one more output frame can be put before commit(); empty while there is no room to speak of.
    [[nodiscard]] std::span<char> outputRoom() { return roomWithin(outputCapacity); }
    /// The same for frames of streams, which leave half of the buffer to output.
    [[nodiscard]] std::span<char> streamRoom() { return roomWithin(outputCapacity / 2); }
    void commit(frames::Type type, std::size_t size);

    template<typename P>
    void send(frames::Type type, const P &payload)
    {
        makeRoom(frames::headerSize + frames::maxPayload(type));
        Sink sink = {*this};
        frames::encode(sink, payload);
        commit(type, sink.size);
    }
    void send(frames::Type type, std::string_view payload = {});

    /// False when nobody can read any more.
    [[nodiscard]] bool flush();

    /// Sends a short frame past the queue, which must be empty, and a descriptor with it: at once or not at all.
    [[nodiscard]] bool sendWith(int descriptor, frames::Type type, const frames::StreamId &payload);

private:
    static constexpr std::size_t outputCapacity = 2 * (frames::maxOutputPayload + frames::headerSize);

    struct Sink
    {
        Sender &sender;
        std::size_t size = 0;
        void append(const char *bytes, std::size_t count)
        {
            std::memcpy(sender.payloadStart() + size, bytes, count);
            size += count;
        }
    };

    [[nodiscard]] std::span<char> roomWithin(std::size_t capacity);
    /// Moves what is queued to the buffer's start when less than `room` is free behind it.
    void makeRoom(std::size_t room);
    [[nodiscard]] char *payloadStart();

    int m_fd;
    Pages m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
};
