// What programs send to the proxy, as sandbox-init reads it, and what their own servers answer.

#include "proxyrequest.h"

#include <cstdlib>
#include <cstring>
#include <memory>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    using namespace proxyrequest;
    // Of just that size, so that a byte too many is noticed.
    const std::unique_ptr<char[]> bytes(new char[size]);
    if (size > 0)
        std::memcpy(bytes.get(), data, size);
    const std::string_view head(bytes.get(), size);

    const Target target = targetOf(head, "sandbox");
    if (target.place == Target::Place::Unclear && size >= enoughBytes)
        abort();
    if (target.place == Target::Place::Own && ownAddresses(target.host, target.port, "sandbox").count == 0)
        abort();
    const size_t whole = headSize(head);
    if (whole > size)
        abort();
    const size_t roomSize = whole + headGrowth;
    const std::unique_ptr<char[]> room(new char[roomSize]);
    const size_t request = writeDirectRequest(head.substr(0, whole), {room.get(), roomSize});
    if (request > roomSize || (request > 0 && headSize({room.get(), request}) != request))
        abort();
    const size_t response = writeClosingResponse(head.substr(0, whole), {room.get(), roomSize});
    if (response > roomSize)
        abort();
    statusOf(head);
    return 0;
}
