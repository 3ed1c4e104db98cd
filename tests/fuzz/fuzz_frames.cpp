// What comes out of a container: frames, in pieces of any size. A program cannot write them, but one that took over
// sandbox-init could; the server then ends the run, and nothing else happens.

#include "egress/egressstreams.h"
#include "sandbox/framereader.h"

#include <QCoreApplication>

namespace {

void prepare()
{
    static int argc = 1;
    static char name[] = "fuzz_frames";
    static char *argv[] = {name, nullptr};
    static const QCoreApplication application(argc, argv); // for deleteLater()
}

template<typename P>
void decodeAs(std::string_view payload)
{
    P value;
    if (!frames::decode(payload, value))
        return;
}

void decodeControl(frames::Type type, std::string_view payload)
{
    switch (type) {
    case frames::Type::Ready:
        return decodeAs<frames::Ready>(payload);
    case frames::Type::Usage:
        return decodeAs<frames::Usage>(payload);
    case frames::Type::Exited:
        return decodeAs<frames::Exited>(payload);
    case frames::Type::Failed:
        return decodeAs<frames::Failed>(payload);
    default:
        return;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    prepare();
    if (size == 0)
        return 0;
    EgressStreams streams([](const QByteArray &) {}, [] { return qint64(0); });
    // As the proxy does, in short: take what comes, answer with as much, and end when the program does.
    QObject::connect(&streams, &EgressStreams::opened, &streams, [](EgressStream *stream) {
        QObject::connect(stream, &EgressStream::readyRead, stream, [stream] {
            const QByteArray bytes = stream->take(64 * 1024);
            stream->send(bytes.left(stream->room()));
            if (stream->atEnd())
                stream->closeSending();
        });
    });
    bool isSound = true;
    FrameReader reader;
    reader.onFrame = [&](frames::Type type, std::string_view payload) {
        if (type < frames::Type::StreamOpen)
            decodeControl(type, payload);
        else
            isSound = isSound && streams.receive(type, payload);
    };
    const size_t piece = size_t(data[0]) * 16 + 1;
    for (size_t at = 1; at < size && isSound; at += piece) {
        const QByteArray bytes(reinterpret_cast<const char *>(data) + at, qsizetype(std::min(piece, size - at)));
        if (!reader.feed(bytes))
            break;
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return 0;
}
