// sandbox-init: PID 1 of every container.
//
// Theory of operation. The server starts a container whose only process is this one, attached to the server by stdin
// and stdout, over which both speak the frames of frames.h, or past the engine over a socket (frames::directOption).
// There are two processes that matter: init, and its child, the interpreter that becomes the user's program. Both run
// as the container's one unprivileged user.
//
// On Prepare, init makes a FIFO by the script's name and starts `python3 -u code.py` (or whatever it is told), which
// initialises itself completely and then blocks in open(). Init notices by trying to open the other end, keeps it open,
// and says Ready; containers wait in this state until a call comes. On Run it writes the code to a file, renames that
// over the FIFO's name, and writes the code into the FIFO: the program runs within a millisecond, with the argv,
// tracebacks and line numbers of an ordinary start.
//
// The program has no way to the server. Its stdin, stdout and stderr are pipes to init, which alone writes frames; it
// inherits no other descriptor; and since init is not dumpable, the kernel refuses to let a process of the same user
// read init's memory, open its descriptors or trace it. The program can send init signals, all of which are ignored.
//
// However a run ends (the program ends, its deadline passes, Cancel, the server goes away), init kills every other
// process of the container, reaps them, takes what the pipes still hold, reports, and exits. No program that was
// started on the side can hold up the result by keeping a pipe open. When PID 1 exits, the kernel kills whatever is
// left, and the engine removes the container.

#include "common/passing.h"
#include "life.h"

#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

void say(int fd, std::string_view words)
{
    [[maybe_unused]] const ssize_t written = write(fd, words.data(), words.size());
}

/// Descriptors 0 to 2 must not be handed out for anything else.
void fillStandardDescriptors()
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/// The descriptor that the server sends to whoever connects; -1 if nobody listens there, or we may not connect.
int fetchDescriptor(std::string_view path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return -1;
    std::memcpy(address.sun_path, path.data(), path.size());
    const Descriptor connection(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!connection.isOpen() ||
        connect(connection.fd(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return -1;
    char byte = 0;
    int fd = -1;
    const auto take = [&fd](int received) { fd = received; };
    if (passing::receive(connection.fd(), &byte, sizeof byte, 0, take) != 1)
        return -1;
    return fd;
}

} // namespace

int main(int argc, char **argv)
{
    // Before anything is read: from here on nobody can look into this process.
    prctl(PR_SET_DUMPABLE, 0);
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        say(STDOUT_FILENO, "sandbox-init " SANDBOX_VERSION "\n");
        return 0;
    }
    if (getpid() != 1) {
        // It kills all processes that it can: in a container of its own that is what it is for.
        say(STDERR_FILENO, "sandbox-init: only works as the first process of a container\n");
        return 2;
    }
    fillStandardDescriptors();
    Life life(STDIN_FILENO, STDOUT_FILENO);
    const std::string_view option = argc == 2 ? argv[1] : "";
    if (option == frames::directOption)
        life.offerDirectChannel(frames::directDescriptor);
    else if (option.starts_with(frames::directSocketOption))
        life.offerDirectChannel(fetchDescriptor(option.substr(frames::directSocketOption.size())));
    _exit(life.live());
}
