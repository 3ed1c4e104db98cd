#pragma once

#include "http/httpmessage.h"
#include "mcp/exchange.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

class HttpConnection;

/// What the Accept fields of a request allow; without any, everything.
struct AcceptedTypes
{
    bool json = false;
    bool events = false;
    bool isGiven = true; ///< There is such a field.

    static AcceptedTypes of(const HttpRequest &request);
};

/// The response to one POST. An answer that comes before anything else is plain JSON; progress, or silence for long,
/// turns the response into a stream of events, which the answer ends. Without any answer (notifications, or a request
/// that was withdrawn) it is an empty 202.
///
/// Let go of by everybody, it ends the response. The connection may be lost at any time; then nothing is sent.
class PostSink : public MessageSink
{
public:
    enum class Errors
    {
        AsAnswers, ///< Always 200, except for what is no message (up to 2025-11-25).
        WithStatus ///< 2026-07-28.
    };

    PostSink(HttpConnection &connection, Errors errors, HttpFields fields);
    ~PostSink() override;

    void notify(const QByteArray &notification) override;
    void answer(const QByteArray &response) override;
    void answerError(const QByteArray &response, const RpcError &error) override;

    /// Fields for a response that is no error: a new session's id.
    void addOnSuccess(const HttpFields &fields) { m_successFields += fields; }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

    static HttpResponse eventStream(const HttpFields &fields);
    static QByteArray event(const QByteArray &message);

private:
    void stream();
    void beat();
    void end(int status, const QByteArray &message);

    QPointer<HttpConnection> m_connection; ///< Null after the end.
    Errors m_errors;
    HttpFields m_fields;
    HttpFields m_successFields;
    AcceptedTypes m_accepted;
    bool m_hasFailed = false;
    QTimer m_beat;
};
