// What a client writes on stdin: lines, in pieces of any size, into a session with everything that the protocol has.
// The server may refuse all of it, but every line that it writes is one JSON text.

#include "fixturefeatures.h"
#include "mcp/mcpsession.h"
#include "transport/linesplitter.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QLoggingCategory>

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace {

class JudgingSink : public MessageSink
{
public:
    void notify(const QByteArray &notification) override { judge(notification); }
    void answer(const QByteArray &response) override { judge(response); }

private:
    static void judge(const QByteArray &message)
    {
        if (message.contains('\n') || QJsonDocument::fromJson(message).isNull())
            abort();
    }
};

void prepare()
{
    static int argc = 1;
    static char name[] = "fuzz_messages";
    static char *argv[] = {name, nullptr};
    static const QCoreApplication application(argc, argv); // for timers
    static const bool isQuiet = (QLoggingCategory::setFilterRules(u"sandbox.*=false"_s), true);
    Q_UNUSED(isQuiet)
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    prepare();
    if (size == 0)
        return 0;
    FixtureFeatures features;
    McpSession session(features);
    const auto sink = std::make_shared<JudgingSink>();
    LineSplitter lines(16 * 1024);
    lines.onLine = [&](const QByteArray &line) { session.receive(line, sink); };
    lines.onTooLong = [&] { McpSession::refuse({RpcError::InvalidRequest, u"too long"_s, {}}, *sink); };
    // The first byte says how the stream is cut.
    const size_t piece = size_t(data[0]) + 1;
    for (size_t at = 1; at < size; at += piece)
        lines.feed(reinterpret_cast<const char *>(data) + at, qsizetype(std::min(piece, size - at)));
    QCoreApplication::processEvents();
    return 0;
}
