#pragma once

#include "http/httpmessage.h"

#include <QObject>
#include <QTimer>

#include <chrono>

class QTcpSocket;

struct HttpLimits
{
    qsizetype head = 32 * 1024;
    qsizetype body = 32 * 1024 * 1024; ///< The code argument is at most 4 MiB, which JSON may make 6 times as long.
    qsizetype backlog = 1024 * 1024;   ///< Of a stream; beyond it the client is behind.
    std::chrono::milliseconds firstByte{10'000}; ///< Also for the TLS handshake.
    std::chrono::milliseconds wholeHead{10'000};
    std::chrono::milliseconds wholeBody{60'000};
    std::chrono::milliseconds idle{75'000};  ///< From an answer that has left to the next request.
    std::chrono::milliseconds stall{30'000}; ///< A client that takes nothing of what waits for it for so long is cut.
    std::chrono::milliseconds drain{2'000};  ///< For what still comes after a refusal.
};

/// One connection of a client, with the requests that it makes on it, one after the other.
///
///     Waiting ─byte─▶ Head ─▶ Body ─▶ Answering ─┬─ respond() ────────────────▶ Waiting or Closing
///        ▲              └─ refused ─▶ Closing    └─ startStream() ─▶ Streaming ─▶ Waiting or Closing
///
/// headReceived() lets a request be refused before its body has come; else requestReceived() follows, and the handler
/// answers then or later: with one respond(), or with startStream(), any number of send() and endStream(). Requests
/// that the client has sent ahead wait in a bounded buffer until the answer has left. answered() says that this is
/// done; lost() comes instead of it when the client went away first. A client that closes only its sending side is
/// taken for gone: TCP shows no difference. After closed() the connection deletes itself.
class HttpConnection : public QObject
{
    Q_OBJECT

public:
    /// `socket` becomes a child.
    HttpConnection(QTcpSocket *socket, const HttpLimits &limits, QObject *parent = nullptr);
    ~HttpConnection() override;

    /// The request in hand.
    [[nodiscard]] const HttpRequest &request() const { return m_reader->request(); }
    /// More of it is to come.
    [[nodiscard]] bool expectsBody() const { return !m_reader->isDone(); }
    [[nodiscard]] QString peerAddress() const;

    /// An answer to the request in hand; one that comes before its body ends the connection.
    void respond(const HttpResponse &response);
    void startStream(const HttpResponse &head);
    void send(const QByteArray &bytes);
    void endStream();
    /// The client does not take what was sent: whoever can do without sending more should.
    [[nodiscard]] bool isBehind() const;
    [[nodiscard]] bool isStreaming() const { return m_state == State::Streaming; }
    /// A request is in hand that is not answered.
    [[nodiscard]] bool isBusy() const { return m_state == State::Answering || m_state == State::Streaming; }
    /// The same, or the client has not taken all of its answers yet.
    [[nodiscard]] bool owesSomething() const { return isBusy() || unsent() > 0; }

    /// No request after the one in hand; without one the connection ends now.
    void finish();
    /// Ends the connection whatever it does.
    void abort();

Q_SIGNALS:
    void headReceived();
    void requestReceived();
    void answered();
    void lost();
    void closed();

private:
    enum class State
    {
        Waiting,
        Head,
        Body,
        Answering,
        Streaming,
        Closing,
        Closed
    };

    void read();
    void advance();
    void timedOut();
    void write(const QByteArray &bytes);
    void progressed();
    void ended();
    void nextRequest();
    void startClosing();
    void disconnected();
    [[nodiscard]] qint64 unsent() const;

    QTcpSocket *m_socket;
    HttpLimits m_limits;
    State m_state = State::Waiting;
    QByteArray m_input;
    std::unique_ptr<HttpRequestReader> m_reader;
    QTimer m_deadline; ///< For what the client owes.
    QTimer m_stall;    ///< For what the client is to take.
    bool m_isLast = false;
};
