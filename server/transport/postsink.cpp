#include "transport/postsink.h"

#include "transport/httpconnection.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Proxies and clients give up on silence; 15 s is below what any of them waits.
constexpr auto beatInterval = 15s;

int statusOf(RpcError::Code code)
{
    switch (code) {
    case RpcError::MethodNotFound:
        return 404;
    case RpcError::ParseError:
    case RpcError::InvalidRequest:
    case RpcError::HeaderMismatch:
    case RpcError::MissingClientCapability:
    case RpcError::UnsupportedProtocolVersion:
        return 400;
    default:
        return 200; // from inside a method
    }
}

} // namespace

AcceptedTypes AcceptedTypes::of(const HttpRequest &request)
{
    AcceptedTypes accepted;
    for (const QByteArray &value : request.values("Accept")) {
        for (const QByteArray &part : value.toLower().split(',')) {
            const QByteArray type = httpmessage::before(part, ';').trimmed();
            accepted.json = accepted.json || type == "application/json" || type == "application/*" || type == "*/*";
            accepted.events = accepted.events || type == "text/event-stream" || type == "text/*" || type == "*/*";
        }
    }
    return accepted;
}

PostSink::PostSink(HttpConnection &connection, Errors errors, HttpFields fields)
    : m_connection(&connection)
    , m_errors(errors)
    , m_fields(std::move(fields))
    , m_takesJson(AcceptedTypes::of(connection.request()).json)
    , m_takesEvents(AcceptedTypes::of(connection.request()).events)
{
    m_beat.setInterval(beatInterval);
    QObject::connect(&m_beat, &QTimer::timeout, &m_beat, [this] { beat(); });
    if (m_takesEvents)
        m_beat.start();
}

PostSink::~PostSink()
{
    if (!m_connection)
        return;
    if (m_connection->isStreaming())
        m_connection->endStream();
    else
        m_connection->respond({202, {}, {}, m_fields});
}

HttpResponse PostSink::eventStream(const HttpFields &fields)
{
    // The last field keeps nginx from collecting events before it passes them on.
    return {
        200, "text/event-stream", {}, fields + HttpFields{{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}}};
}

QByteArray PostSink::event(const QByteArray &message)
{
    return "event: message\ndata: " + message + "\n\n";
}

void PostSink::stream()
{
    if (!m_connection->isStreaming())
        m_connection->startStream(eventStream(m_fields + m_successFields));
}

void PostSink::beat()
{
    if (!m_connection)
        return m_beat.stop();
    stream();
    m_connection->send(": still here\n\n");
}

void PostSink::notify(const QByteArray &notification)
{
    // What a slow reader does not take is not collected: the next report says more than this one.
    if (!m_connection || !m_takesEvents || m_connection->isBehind())
        return;
    stream();
    m_connection->send(event(notification));
}

void PostSink::answer(const QByteArray &response)
{
    end(200, response);
}

void PostSink::answerError(const QByteArray &response, const RpcError &error)
{
    m_hasFailed = true;
    const bool isNoMessage = error.code == RpcError::ParseError || error.code == RpcError::InvalidRequest;
    end(m_errors == Errors::WithStatus || isNoMessage ? statusOf(error.code) : 200, response);
}

void PostSink::end(int status, const QByteArray &message)
{
    m_beat.stop();
    if (!m_connection)
        return;
    HttpConnection *connection = std::exchange(m_connection, nullptr);
    const HttpFields fields = m_hasFailed ? m_fields : m_fields + m_successFields;
    if (!connection->isStreaming() && (m_takesJson || status != 200))
        return connection->respond(
            {status, "application/json", message, fields + HttpFields{{"Cache-Control", "no-store"}}});
    if (!connection->isStreaming())
        connection->startStream(eventStream(fields));
    connection->send(event(message));
    connection->endStream();
}
