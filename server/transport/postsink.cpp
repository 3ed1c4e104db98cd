#include "transport/postsink.h"

#include "transport/httpconnection.h"

#include <algorithm>

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

namespace {

/// Whether the fields Accept of a request take `type`, "application/json". The range that says most decides, and q=0 refuses
/// (RFC 9110, 12.5.1).
bool isAccepted(const QList<QByteArray> &values, const QByteArray &type)
{
    const QByteArray family = httpmessage::before(type, '/') + "/*";
    int decidedBy = 0;
    bool isTaken = false;
    for (const QByteArray &value : values) {
        for (const QByteArray &part : value.toLower().split(',')) {
            const QByteArrayList pieces = part.split(';');
            const QByteArray range = pieces.constFirst().trimmed();
            const int precision = range == type ? 3 : range == family ? 2 : range == "*/*" ? 1 : 0;
            if (precision == 0 || precision < decidedBy)
                continue;
            decidedBy = precision;
            isTaken = std::none_of(pieces.begin() + 1, pieces.end(), [](const QByteArray &piece) {
                const QByteArray parameter = piece.trimmed();
                bool isNumber = false;
                return parameter.startsWith("q=") && parameter.mid(2).toDouble(&isNumber) == 0 && isNumber;
            });
        }
    }
    return isTaken;
}

} // namespace

AcceptedTypes AcceptedTypes::of(const HttpRequest &request)
{
    const QList<QByteArray> values = request.values("Accept");
    if (values.isEmpty())
        return {.json = true, .events = true, .isGiven = false};
    return {.json = isAccepted(values, "application/json"), .events = isAccepted(values, "text/event-stream")};
}

PostSink::PostSink(HttpConnection &connection, Errors errors, HttpFields fields)
    : m_connection(&connection)
    , m_errors(errors)
    , m_fields(std::move(fields))
    , m_accepted(AcceptedTypes::of(connection.request()))
{
    m_beat.setInterval(beatInterval);
    QObject::connect(&m_beat, &QTimer::timeout, &m_beat, [this] { beat(); });
    if (m_accepted.events)
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
    if (!m_connection || !m_accepted.events || m_connection->isBehind())
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
    if (!connection->isStreaming() && (m_accepted.json || status != 200))
        return connection->respond(
            {status, "application/json", message, fields + HttpFields{{"Cache-Control", "no-store"}}});
    if (!connection->isStreaming())
        connection->startStream(eventStream(fields));
    connection->send(event(message));
    connection->endStream();
}
