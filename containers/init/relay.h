#pragma once

#include "proxyrequest.h"
#include "resources.h"

#include <poll.h>
#include <span>
#include <string_view>

/// One connection of the program to the proxy whose target is a server of the program's own: it never leaves the
/// container. A tunnel is passed on byte for byte; a request in absolute form is made a direct one, and its connection
/// is closed after the response, since the next request may be for somebody else.
///
/// Part of Life's one ppoll(): nothing in here blocks or allocates.
class Relay
{
public:
    static constexpr std::size_t watchCount = 2;

    /// Takes the connection over before anything was read from it. `room` holds what is on its way.
    void start(Descriptor program, const proxyrequest::Target &target, std::string_view ownName, std::span<char> room);
    [[nodiscard]] bool isOpen() const { return m_program.isOpen(); }

    void watch(std::span<pollfd, watchCount> watches) const;
    void handle(std::span<const pollfd, watchCount> watches);

private:
    /// Bytes in one direction, in order from begin to end.
    struct Flow
    {
        std::span<char> room;
        std::size_t begin = 0;
        std::size_t cleared = 0; ///< Up to here they may go on; the rest waits for the end of its head.
        std::size_t end = 0;
        bool isHeld = true;     ///< A head is expected, or has not come whole.
        bool hasEnded = false;  ///< Nothing more will come,
        bool isShut = false;    ///< and the receiver knows.

        [[nodiscard]] std::string_view head() const { return {room.data() + cleared, end - cleared}; }
        [[nodiscard]] bool isEmpty() const { return begin == end; }
        [[nodiscard]] bool hasRoom() const;
        /// False when the connection is broken.
        [[nodiscard]] bool read(int from);
        [[nodiscard]] bool write(int to);
        /// Lets all go on that came until now and will come.
        void release();
        void replaceHead(std::size_t size, std::string_view by);
        void discard() { begin = cleared = end = 0; }
    };

    /// Tries the addresses that are left.
    void connectNext(int lastError);
    void takeRequest();
    void takeResponse();
    void answer(std::string_view status, std::string_view sentence, std::string_view reason = {});
    void close();

    Descriptor m_program;
    Descriptor m_server;
    proxyrequest::Addresses m_addresses;
    std::size_t m_nextAddress = 0;
    bool m_isTunnel = false;
    bool m_isConnecting = false;
    bool m_isAnswered = false; ///< By us: there is no server, and what the program sends is dropped.
    Flow m_up;                 ///< From the program to its server.
    Flow m_down;
};
