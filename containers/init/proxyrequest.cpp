#include "proxyrequest.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstring>
#include <strings.h>

using std::size_t;
using std::string_view;

namespace {

constexpr string_view scheme = "http://";
constexpr size_t longestMethod = 32;
constexpr size_t longestAuthority = 300;
static_assert(longestMethod + 1 + scheme.size() + longestAuthority < proxyrequest::enoughBytes);

bool equal(string_view a, string_view b)
{
    return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool endsWith(string_view text, string_view end)
{
    return text.size() > end.size() && equal(text.substr(text.size() - end.size()), end);
}

bool isMethodCharacter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/// 1 to 65535; 0 if it is none.
std::uint16_t portIn(string_view digits)
{
    unsigned value = 0;
    if (digits.empty() || digits.size() > 5)
        return 0;
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return 0;
        value = 10 * value + static_cast<unsigned>(c - '0');
    }
    return value <= 65'535 ? static_cast<std::uint16_t>(value) : std::uint16_t(0);
}

bool isOwnName(string_view host, string_view ownName)
{
    if (host.ends_with('.'))
        host.remove_suffix(1);
    for (const string_view name : {string_view("localhost"), string_view("localhost.localdomain"),
                                   string_view("ip6-localhost"), string_view("ip6-loopback"), ownName}) {
        if (!name.empty() && equal(host, name))
            return true;
    }
    return endsWith(host, ".localhost"); // RFC 6761
}

proxyrequest::Address address(in_addr number, std::uint16_t port)
{
    proxyrequest::Address result = {};
    result.four.sin_family = AF_INET;
    result.four.sin_port = htons(port);
    result.four.sin_addr = number;
    return result;
}

proxyrequest::Address address(in6_addr number, std::uint16_t port)
{
    proxyrequest::Address result = {};
    result.six.sin6_family = AF_INET6;
    result.six.sin6_port = htons(port);
    result.six.sin6_addr = number;
    return result;
}

/// Copies fields but those of one connection, and says that this one will be closed.
class HeadWriter
{
public:
    explicit HeadWriter(std::span<char> room)
        : m_room(room)
    {
    }

    void write(string_view bytes)
    {
        if (bytes.size() > m_room.size() - m_size) {
            m_hasFailed = true;
            return;
        }
        std::copy(bytes.begin(), bytes.end(), m_room.data() + m_size);
        m_size += bytes.size();
    }

    /// `fields`: whole lines, the last one empty.
    void writeFields(string_view fields)
    {
        bool isUpgrade = false;
        bool isLeftOut = false;
        while (!fields.empty()) {
            const string_view line = fields.substr(0, fields.find('\n') + 1);
            fields.remove_prefix(line.size());
            if (line == "\r\n" || line == "\n")
                break;
            if (line.front() != ' ' && line.front() != '\t') {
                const string_view name = line.substr(0, line.find(':'));
                const bool isConnection = equal(name, "Connection");
                const bool asksForUpgrade = isConnection && strcasestrIn(line, "upgrade");
                isUpgrade |= asksForUpgrade;
                isLeftOut = (isConnection && !asksForUpgrade) || equal(name, "Keep-Alive") ||
                            equal(name, "Proxy-Connection") || equal(name, "Proxy-Authorization");
            }
            if (!isLeftOut)
                write(line);
        }
        write(isUpgrade ? "\r\n" : "Connection: close\r\n\r\n");
    }

    [[nodiscard]] size_t size() const { return m_hasFailed ? 0 : m_size; }

private:
    static bool strcasestrIn(string_view text, string_view word)
    {
        for (size_t i = 0; i + word.size() <= text.size(); ++i) {
            if (equal(text.substr(i, word.size()), word))
                return true;
        }
        return false;
    }

    std::span<char> m_room;
    size_t m_size = 0;
    bool m_hasFailed = false;
};

} // namespace

proxyrequest::Target proxyrequest::targetOf(string_view head, string_view ownName)
{
    constexpr Target elsewhere = {Target::Place::Elsewhere, false, {}, 0};
    size_t methodSize = 0;
    while (methodSize < head.size() && isMethodCharacter(head[methodSize]))
        ++methodSize;
    if (methodSize > longestMethod)
        return elsewhere;
    if (methodSize == head.size())
        return {};
    if (methodSize == 0 || head[methodSize] != ' ')
        return elsewhere;
    Target target;
    target.isTunnel = head.substr(0, methodSize) == "CONNECT";
    string_view rest = head.substr(methodSize + 1);
    if (!target.isTunnel) {
        const size_t size = std::min(rest.size(), scheme.size());
        if (!equal(rest.substr(0, size), scheme.substr(0, size)))
            return elsewhere;
        if (size < scheme.size())
            return {};
        rest.remove_prefix(scheme.size());
    }

    const size_t authoritySize = rest.find_first_of("/?# \t\r\n");
    if (authoritySize == string_view::npos)
        return rest.size() > longestAuthority ? elsewhere : Target();
    const string_view authority = rest.substr(0, authoritySize);
    if (authority.size() > longestAuthority)
        return elsewhere;
    size_t hostSize = authority.find(':');
    if (authority.starts_with('[')) {
        const size_t bracket = authority.find(']');
        if (bracket == string_view::npos)
            return elsewhere;
        target.host = authority.substr(1, bracket - 1);
        hostSize = bracket + 1;
        if (target.host.find(':') == string_view::npos)
            return elsewhere;
    } else {
        target.host = authority.substr(0, hostSize);
    }
    if (hostSize < authority.size()) {
        if (authority[hostSize] != ':')
            return elsewhere;
        target.port = portIn(authority.substr(hostSize + 1));
    } else if (!target.isTunnel) {
        target.port = 80;
    }
    const bool isOwn = target.port != 0 && ownAddresses(target.host, target.port, ownName).count > 0;
    target.place = isOwn ? Target::Place::Own : Target::Place::Elsewhere;
    return target;
}

proxyrequest::Addresses proxyrequest::ownAddresses(string_view host, std::uint16_t port, string_view ownName)
{
    const Address loopback4 = address(in_addr{htonl(INADDR_LOOPBACK)}, port);
    const Address loopback6 = address(in6addr_loopback, port);
    if (isOwnName(host, ownName))
        return {{loopback4, loopback6}, 2};
    char text[longestAuthority + 1] = {};
    if (host.size() >= sizeof text)
        return {};
    host.copy(text, sizeof text - 1);
    if (std::strlen(text) != host.size())
        return {};

    in_addr four = {};
    in6_addr six = {};
    if (inet_pton(AF_INET6, text, &six) == 1) {
        if (IN6_IS_ADDR_LOOPBACK(&six) || IN6_IS_ADDR_UNSPECIFIED(&six))
            return {{loopback6, loopback4}, 2};
        if (!IN6_IS_ADDR_V4MAPPED(&six))
            return {};
        std::memcpy(&four, six.s6_addr + 12, sizeof four);
    } else if (host.find_first_of(" \t") != string_view::npos || inet_aton(text, &four) == 0) {
        return {}; // it takes 127.1 and 0x7f000001, too, as the resolvers of programs do
    }
    if (four.s_addr == htonl(INADDR_ANY))
        return {{loopback4, loopback6}, 2};
    if (ntohl(four.s_addr) >> 24 == 127)
        return {{address(four, port)}, 1};
    return {};
}

size_t proxyrequest::headSize(string_view bytes)
{
    for (size_t at = bytes.find('\n'); at != string_view::npos; at = bytes.find('\n', at + 1)) {
        const string_view next = bytes.substr(at + 1);
        if (next.starts_with('\n'))
            return at + 2;
        if (next.starts_with("\r\n"))
            return at + 3;
    }
    return 0;
}

size_t proxyrequest::writeDirectRequest(string_view head, std::span<char> room)
{
    const string_view line = head.substr(0, head.find('\n') + 1);
    const size_t methodSize = line.find(' ');
    const size_t versionStart = line.rfind(' ');
    if (methodSize == string_view::npos || versionStart <= methodSize + scheme.size())
        return 0;
    string_view place = line.substr(methodSize + 1 + scheme.size(), versionStart - methodSize - 1 - scheme.size());
    const size_t pathStart = place.find_first_of("/?#");
    place = pathStart == string_view::npos ? string_view() : place.substr(pathStart);
    place = place.substr(0, place.find('#'));
    HeadWriter writer(room);
    writer.write(line.substr(0, methodSize + 1));
    if (!place.starts_with('/'))
        writer.write("/");
    writer.write(place);
    writer.write(line.substr(versionStart));
    writer.writeFields(head.substr(line.size()));
    return writer.size();
}

size_t proxyrequest::writeClosingResponse(string_view head, std::span<char> room)
{
    const string_view line = head.substr(0, head.find('\n') + 1);
    HeadWriter writer(room);
    writer.write(line);
    writer.writeFields(head.substr(line.size()));
    return writer.size();
}

int proxyrequest::statusOf(string_view head)
{
    if (!head.starts_with("HTTP/"))
        return 0;
    const size_t blank = head.find(' ');
    if (blank == string_view::npos || head.size() < blank + 4)
        return 0;
    int status = 0;
    for (const char c : head.substr(blank + 1, 3)) {
        if (c < '0' || c > '9')
            return 0;
        status = 10 * status + (c - '0');
    }
    return status >= 100 ? status : 0;
}
