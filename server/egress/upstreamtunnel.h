#pragma once

#include "egress/egresstarget.h"

#include <QByteArray>
#include <QNetworkProxy>
#include <QObject>

class QTcpSocket;

/// Asks the proxy at the other end of a socket for a tunnel to the target: with HTTP's CONNECT (RFC 9110, 9.3.6), or as
/// SOCKS5 has it (RFC 1928, user and password as in RFC 1929).
///
/// QTcpSocket could do that itself, but behind a proxy it keeps whatever is sent and received, however much, and its
/// descriptor is none. Here the socket stays an ordinary one.
///
/// Begins when the socket is connected. Exactly one of opened() and refused() comes, unless the socket fails before;
/// there is no time limit. Bytes that follow the proxy's answer stay in the socket.
class UpstreamTunnel : public QObject
{
    Q_OBJECT

public:
    /// A child of the socket.
    UpstreamTunnel(QTcpSocket *socket, const QNetworkProxy &proxy, const EgressTarget &target);

Q_SIGNALS:
    void opened();
    /// `reason`: a phrase.
    void refused(const QString &reason);

private:
    enum class State
    {
        Connecting,
        HttpAnswer,
        SocksMethod,
        SocksLogin,
        SocksAnswer,
        Over
    };

    void begin();
    void read();
    void readHttpAnswer();
    void readSocksLogin();
    void askSocks();
    void readSocksAnswer();
    void finish();
    void refuse(const QString &reason);

    QTcpSocket *m_socket;
    QNetworkProxy m_proxy;
    EgressTarget m_target;
    State m_state = State::Connecting;
    QByteArray m_head; ///< Of HTTP's answer, as far as it has come.
};
