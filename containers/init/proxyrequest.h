#pragma once

#include <cstddef>
#include <cstdint>
#include <netinet/in.h>
#include <span>
#include <string_view>

// Requests to the HTTP proxy that the program's environment names, as far as sandbox-init must understand them: whom
// they are for, and what has to change when they go there directly. Pure functions of bytes that a program sends.

namespace proxyrequest {

/// Whom a request is for, as far as its first bytes tell.
struct Target
{
    enum class Place
    {
        Unclear,   ///< More bytes are needed.
        Elsewhere, ///< Not in this container, or this is no such request: for the server.
        Own,       ///< In this container.
    };
    Place place = Place::Unclear;
    bool isTunnel = false; ///< CONNECT.
    std::string_view host; ///< Without brackets.
    std::uint16_t port = 0;
};

/// As many bytes are always enough to tell.
inline constexpr std::size_t enoughBytes = 1024;
/// `ownName`: the container's host name.
Target targetOf(std::string_view head, std::string_view ownName);

union Address
{
    sockaddr any;
    sockaddr_in four;
    sockaddr_in6 six;
};

/// Where to look for a server of this container, in this order.
struct Addresses
{
    Address list[2] = {};
    std::size_t count = 0;
};
/// None when the host is not this container.
Addresses ownAddresses(std::string_view host, std::uint16_t port, std::string_view ownName);

/// Size of the head at the beginning of `bytes`, with the empty line that ends it; 0 while that is missing.
std::size_t headSize(std::string_view bytes);
/// More than a head needs to grow.
inline constexpr std::size_t headGrowth = 64;
/// Writes the head of a request in absolute form as its target takes it, which shall close the connection afterwards:
/// what comes next on it may be for somebody else. Returns its size; 0 when it makes no sense or finds no room.
std::size_t writeDirectRequest(std::string_view head, std::span<char> room);
/// The same for the head of the response: the client shall hear that the connection will be closed.
std::size_t writeClosingResponse(std::string_view head, std::span<char> room);
/// 100 to 999; 0 if there is no status line.
int statusOf(std::string_view head);

} // namespace proxyrequest
