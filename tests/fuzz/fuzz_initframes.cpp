// What sandbox-init reads on its stdin.

#include "channel.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace {

template<typename P>
void decodeAs(std::string_view payload)
{
    P value;
    if (!frames::decode(payload, value))
        return;
}

void decode(frames::Type type, std::string_view payload)
{
    switch (type) {
    case frames::Type::Prepare:
        return decodeAs<frames::Prepare>(payload);
    case frames::Type::Run:
        return decodeAs<frames::Run>(payload);
    case frames::Type::StreamToProgramClose:
    case frames::Type::StreamToProgramReset:
        return decodeAs<frames::StreamId>(payload);
    case frames::Type::StreamFromProgramWindow:
        return decodeAs<frames::StreamWindow>(payload);
    default:
        return;
    }
}

/// An empty file that plays the pipe.
int file()
{
    static const int descriptor = memfd_create("frames", MFD_CLOEXEC);
    return descriptor;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (ftruncate(file(), 0) != 0 || pwrite(file(), data, size, 0) != static_cast<ssize_t>(size) ||
        lseek(file(), 0, SEEK_SET) != 0)
        abort();
    // Its buffers live as long as init, so they are made once and copied with the rest.
    static const Receiver fresh = [] {
        Receiver receiver(file());
        if (!receiver.allocate())
            abort();
        return receiver;
    }();
    Receiver receiver = fresh;
    for (;;) {
        switch (receiver.receive()) {
        case Receiver::Status::Frame:
            decode(receiver.type(), receiver.payload());
            receiver.wipePayload();
            continue;
        case Receiver::Status::Malformed:
            continue;
        case Receiver::Status::Waiting:
        case Receiver::Status::End:
            return 0;
        }
    }
}
