#include "transport/stdiotransport.h"

#include "mcp/mcpsession.h"

#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

class StdoutSink : public MessageSink
{
public:
    explicit StdoutSink(ProtocolStdout &output)
        : m_output(output)
    {
    }
    void notify(const QByteArray &notification) override { m_output.send(notification); }
    void answer(const QByteArray &response) override { m_output.send(response); }

private:
    ProtocolStdout &m_output;
};

} // namespace

StdioTransport::StdioTransport(McpSession &session, int protocolDescriptor, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_output(protocolDescriptor)
    , m_sink(std::make_shared<StdoutSink>(m_output))
    , m_readable(std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read))
{
    m_session.setUnaskedSink(m_sink);
    m_readable->setEnabled(false);
    m_lines.onLine = [this](const QByteArray &line) { m_session.receive(line, m_sink); };
    m_lines.onTooLong = [this] {
        McpSession::refuse(
            {RpcError::InvalidRequest, u"The message is longer than %1 MiB"_s.arg(maxLine / (1024 * 1024)), {}},
            *m_sink);
    };
    connect(m_readable.get(), &QSocketNotifier::activated, this, &StdioTransport::read);
    connect(&m_output, &ProtocolStdout::flushed, this, &StdioTransport::flushed);
    connect(&m_output, &ProtocolStdout::broken, this, &StdioTransport::leave);
}

StdioTransport::~StdioTransport()
{
    m_session.cancelAll(); // its exchanges know our sink
    m_session.setUnaskedSink(nullptr);
}

void StdioTransport::start()
{
    m_readable->setEnabled(true);
}

void StdioTransport::stopReading()
{
    m_readable->setEnabled(false);
}

void StdioTransport::read()
{
    std::array<char, 64 * 1024> buffer;
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size > 0) {
        m_output.hold(); // a client that sends many messages at once gets as few packets back
        m_lines.feed(buffer.data(), size);
        m_output.release();
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
        leave();
    }
}

void StdioTransport::leave()
{
    stopReading();
    if (!std::exchange(m_hasLeft, true))
        Q_EMIT clientLeft();
}
