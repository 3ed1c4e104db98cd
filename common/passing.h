#pragma once

// Descriptors that go along with bytes through a local socket (SCM_RIGHTS). Free of Qt, like frames.h.

#include <cstddef>
#include <cstring>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace passing {

/// send(2), with a copy of the descriptor.
inline ssize_t send(int socket, const void *bytes, std::size_t size, int flags, int descriptor)
{
    iovec vector = {const_cast<void *>(bytes), size};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
    msghdr message = {};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, flags);
}

/// close(2) for a descriptor that came along: its sender may have left it in a state in which that waits for a peer.
/// `resets`: a connection is torn down rather than ended.
inline void close(int descriptor, bool resets = false)
{
    const linger how = {resets ? 1 : 0, 0};
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &how, sizeof how);
    ::close(descriptor);
}

/// recv(2); each descriptor that came along, close-on-exec, is given to `take`, which has to close it. The kernel gives
/// those of one sender's call at a time, and closes what goes beyond eight.
template<typename Take>
ssize_t receive(int socket, void *bytes, std::size_t size, int flags, Take &&take)
{
    iovec vector = {bytes, size};
    alignas(cmsghdr) char control[CMSG_SPACE(8 * sizeof(int))] = {};
    msghdr message = {};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    for (cmsghdr *one = got < 0 ? nullptr : CMSG_FIRSTHDR(&message); one; one = CMSG_NXTHDR(&message, one)) {
        if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS)
            continue;
        for (std::size_t at = CMSG_LEN(0); at + sizeof(int) <= one->cmsg_len; at += sizeof(int)) {
            int descriptor = -1;
            std::memcpy(&descriptor, CMSG_DATA(one) + (at - CMSG_LEN(0)), sizeof descriptor);
            take(descriptor);
        }
    }
    return got;
}

} // namespace passing
