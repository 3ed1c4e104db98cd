#include "relay.h"

#include "text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netinet/tcp.h>
#include <sys/socket.h>

using std::size_t;
using std::string_view;

namespace {

constexpr size_t longestHead = 64 * 1024;
/// Room that reading leaves, for a head that grows.
constexpr size_t slack = proxyrequest::headGrowth;

bool isForLater(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

} // namespace

bool Relay::Flow::hasRoom() const
{
    return end - begin < room.size() - slack;
}

bool Relay::Flow::read(int from)
{
    if (isEmpty())
        discard();
    if (end >= room.size() - slack && begin > 0) {
        std::copy(room.begin() + static_cast<std::ptrdiff_t>(begin), room.begin() + static_cast<std::ptrdiff_t>(end),
                  room.begin());
        cleared -= begin;
        end -= begin;
        begin = 0;
    }
    const ssize_t got = ::recv(from, room.data() + end, room.size() - slack - end, 0);
    if (got > 0)
        end += static_cast<size_t>(got);
    else if (got == 0)
        hasEnded = true;
    else
        return isForLater(errno);
    if (!isHeld)
        cleared = end;
    return true;
}

bool Relay::Flow::write(int to)
{
    while (begin < cleared) {
        const ssize_t written = ::send(to, room.data() + begin, cleared - begin, MSG_NOSIGNAL);
        if (written < 0)
            return isForLater(errno);
        begin += static_cast<size_t>(written);
    }
    if (hasEnded && isEmpty() && !isShut) {
        isShut = true;
        shutdown(to, SHUT_WR);
    }
    return true;
}

void Relay::Flow::release()
{
    isHeld = false;
    cleared = end;
}

void Relay::Flow::replaceHead(size_t size, string_view by)
{
    char *const start = room.data() + cleared;
    std::memmove(start + by.size(), start + size, end - cleared - size);
    std::copy(by.begin(), by.end(), start);
    end = end - size + by.size();
}

void Relay::start(Descriptor program, const proxyrequest::Target &target, string_view ownName, std::span<char> room)
{
    m_program = std::move(program);
    m_isTunnel = target.isTunnel;
    m_up.room = room.first(room.size() / 2);
    m_down.room = room.last(room.size() / 2);
    m_addresses = proxyrequest::ownAddresses(target.host, target.port, ownName);
    connectNext(ECONNREFUSED);
}

void Relay::connectNext(int lastError)
{
    m_isConnecting = false;
    while (m_nextAddress < m_addresses.count) {
        const proxyrequest::Address &address = m_addresses.list[m_nextAddress++];
        m_server = Descriptor(socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        const socklen_t size = address.any.sa_family == AF_INET ? sizeof address.four : sizeof address.six;
        if (m_server.isOpen() && connect(m_server.fd(), &address.any, size) == 0)
            return;
        if (m_server.isOpen() && errno == EINPROGRESS) {
            m_isConnecting = true;
            return;
        }
        lastError = errno;
    }
    answer("502 Bad Gateway", "No server of this program answers there: ", std::strerror(lastError));
}

void Relay::watch(std::span<pollfd, watchCount> watches) const
{
    const auto set = [](pollfd &watch, const Descriptor &socket, bool reads, bool writes) {
        const short events = static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
        // Without anything to wait for, not even for an error: it would come again and again.
        watch = {events != 0 ? socket.fd() : -1, events, 0};
    };
    const bool takesMore = !m_up.hasEnded && m_up.hasRoom();
    set(watches[0], m_program, takesMore, m_down.begin < m_down.cleared);
    if (m_isConnecting)
        set(watches[1], m_server, false, true);
    else
        set(watches[1], m_server, !m_down.hasEnded && m_down.hasRoom(), m_up.begin < m_up.cleared);
}

void Relay::handle(std::span<const pollfd, watchCount> watches)
{
    const bool hasServerNews = watches[1].revents != 0 && m_server.fd() == watches[1].fd;
    if (m_isConnecting && hasServerNews) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(m_server.fd(), SOL_SOCKET, SO_ERROR, &error, &size);
        m_isConnecting = false;
        if (error != 0) {
            m_server.close();
            connectNext(error);
        }
    }
    constexpr short readable = POLLIN | POLLHUP | POLLERR;
    if ((watches[0].revents & readable) && !m_up.hasEnded && m_up.hasRoom()) {
        if (!m_up.read(m_program.fd()))
            return close();
        if (m_isAnswered)
            m_up.discard();
    }
    if (hasServerNews && (watches[1].revents & readable) && m_server.isOpen() && !m_isConnecting &&
        !m_down.hasEnded && m_down.hasRoom()) {
        if (!m_down.read(m_server.fd())) {
            if (m_down.isEmpty())
                return close();
            m_down.hasEnded = true; // what it has sent before still counts
        }
    }
    if (!m_isConnecting && !m_isAnswered && m_up.isHeld)
        takeRequest();
    if (!m_isAnswered && m_down.isHeld)
        takeResponse();

    if (m_server.isOpen() && !m_isConnecting && !m_up.write(m_server.fd())) {
        m_up.discard(); // the server wants no more; it may have answered all the same
        m_up.hasEnded = m_up.isShut = true;
    }
    if (!m_down.write(m_program.fd()))
        return close();
    const bool isAnswerOver = m_down.isShut && (m_up.hasEnded || !(m_isTunnel || m_isAnswered));
    if (isAnswerOver && (m_up.isEmpty() || !m_isTunnel))
        close();
}

void Relay::takeRequest()
{
    const size_t size = proxyrequest::headSize(m_up.head());
    if (size > longestHead || (size == 0 && m_up.end - m_up.begin > longestHead))
        return answer("431 Request Header Fields Too Large", "The head of this request is too long.");
    if (size == 0) {
        if (m_up.hasEnded)
            close(); // nobody waits for an answer
        return;
    }
    if (m_isTunnel) {
        m_up.replaceHead(size, {});
        m_down.replaceHead(0, "HTTP/1.1 200 Connection established\r\n\r\n");
        m_down.release();
    } else {
        static char direct[longestHead + slack];
        const size_t directSize = proxyrequest::writeDirectRequest(m_up.head().substr(0, size), direct);
        if (directSize == 0)
            return answer("400 Bad Request", "The sandbox's proxy does not understand this request.");
        m_up.replaceHead(size, {direct, directSize});
    }
    m_up.release();
}

void Relay::takeResponse()
{
    while (m_down.isHeld) {
        const string_view bytes = m_down.head();
        const size_t size = proxyrequest::headSize(bytes);
        const bool isOther = !bytes.empty() && !string_view("HTTP/").starts_with(bytes.substr(0, 5));
        if (size == 0 && !isOther && !m_down.hasEnded && bytes.size() <= longestHead)
            return;
        const int status = proxyrequest::statusOf(bytes.substr(0, size));
        if (status >= 100 && status < 200 && status != 101) {
            m_down.cleared += size; // 100 Continue and the like; the real response follows
            continue;
        }
        static char closing[longestHead + slack];
        if (status >= 200 && size <= longestHead) {
            const size_t closingSize = proxyrequest::writeClosingResponse(bytes.substr(0, size), closing);
            if (closingSize > 0)
                m_down.replaceHead(size, {closing, closingSize});
        }
        m_down.release();
    }
}

void Relay::answer(string_view status, string_view sentence, string_view reason)
{
    m_isAnswered = true;
    m_server.close();
    m_up.discard();
    m_down.discard();
    Text body;
    body << sentence << reason << "\n";
    Text text;
    text << "HTTP/1.1 " << status << "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: "
         << body.view().size() << "\r\n\r\n"
         << body.view();
    m_down.replaceHead(0, text.view());
    m_down.release();
    m_down.hasEnded = true;
}

void Relay::close()
{
    m_program.close();
    m_server.close();
}
