#pragma once

#include "common/connection.h"
#include "egress/egressrules.h"
#include "egress/egressstreams.h"
#include "http/httpmessages.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

class EgressProxy;
class QTcpSocket;
class TargetConnector;

/// One of the program's connections to the proxy, with the requests that it makes on it, one after the other.
///
///     Reading ─head─▶ Waiting ─place─▶ Connecting ─┬─▶ Tunnel ─────────────────────▶ Over
///        ▲                                          └─▶ Exchange ─end of response─▶ Over
///
/// Refusals and failures are answered with a sentence for the program, and end the connection.
class ProxyConnection : public QObject
{
    Q_OBJECT

public:
    ProxyConnection(EgressStream &stream, EgressProxy &proxy);
    ~ProxyConnection() override;

    /// There is a place for it now.
    void admitted();
    /// Ends it at once and reports it, with a reason if it is not the ordinary end; the stream is reset.
    void breakOff(const QString &reason);

private:
    enum class State
    {
        Reading,
        Waiting,
        Connecting,
        Tunnel,
        Exchange,
        Over
    };

    void streamReady();
    void streamBroke();
    void timedOut();

    void readHead();
    void decide();
    void connected(QTcpSocket *socket);
    void startTunnel();
    void startExchange();
    /// Moves what can be moved, both ways, until somebody has to wait.
    void pump();
    void pumpUp();
    void pumpDown();
    void sendRequestBody();
    void receiveResponse();
    void passBody();

    /// True when nothing is left of it.
    [[nodiscard]] bool sendOutput();
    [[nodiscard]] bool countUp(qint64 bytes);
    [[nodiscard]] bool countDown(qint64 bytes);
    void refuse(const EgressObjection &objection);
    void answerAndEnd(int status, const QString &sentences, ConnectionReport::Verdict verdict);
    void overTraffic();
    void report();
    void dropPeer();
    void end();
    void touch() { m_timer.start(); }

    EgressProxy &m_proxy;
    QPointer<EgressStream> m_stream;
    State m_state = State::Reading;
    QTimer m_timer;      ///< Idle, or what else the state waits for.
    QByteArray m_input;  ///< Taken off the stream, not understood or not sent yet.
    QByteArray m_output; ///< For the program, beyond its window: bounded by what one step makes.

    std::unique_ptr<RequestReader> m_request;
    bool m_isConnect = false;
    bool m_isDirect = true; ///< No upstream proxy.
    std::optional<EgressTarget> m_target;
    QByteArray m_path;          ///< The target of a plain request at its origin.
    QByteArray m_authorization; ///< For the upstream proxy of a plain request.
    TargetConnector *m_connector = nullptr;
    QTcpSocket *m_peer = nullptr;

    // A plain request.
    std::unique_ptr<ResponseReader> m_response;
    QByteArray m_peerInput;
    BodyFraming m_responseFraming = BodyFraming::None;
    qint64 m_bodyLeft = 0; ///< Of a response's body that is marked off by its length: nothing in it concerns us.
    bool m_isHeadRequest = false;
    bool m_isRequestSent = false;
    bool m_isResponseHeadSent = false;

    // A tunnel.
    bool m_isUpShut = false;

    ConnectionReport m_report;
    bool m_isReportDue = false;
    QElapsedTimer m_age;
};
