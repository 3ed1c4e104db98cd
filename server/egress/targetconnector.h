#pragma once

#include "egress/egressrules.h"

#include <QNetworkProxy>
#include <QObject>
#include <QTimer>

class QHostInfo;
class QTcpSocket;
class Resolver;

/// Makes one connection that the rules allow: looks the name up, checks each address, and connects to that very
/// address, so that a name server that answers differently the next time changes nothing. IPv6 and IPv4 are tried in
/// turn with a short delay, and the first that stands is taken.
///
/// Where an upstream proxy is to be used, that is connected to; the name is then looked up by it, and it decides what
/// it connects to. Numbers are checked here all the same, and names too as far as they can be looked up; a name that is
/// not on the list stays closed, for it may lead elsewhere there.
///
/// Exactly one of connected() and failed() comes, through the event loop.
class TargetConnector : public QObject
{
    Q_OBJECT

public:
    /// `upstream`: NoProxy for a direct connection. `isTunnel`: an HTTP proxy is asked for a tunnel; else the socket
    /// leads to the proxy itself, for a plain request.
    TargetConnector(const EgressRules &rules, Resolver &resolver, const EgressTarget &target,
                    const QNetworkProxy &upstream, bool isTunnel, QObject *parent = nullptr);
    ~TargetConnector() override;

    void start();

Q_SIGNALS:
    /// The socket belongs to the receiver.
    void connected(QTcpSocket *socket);
    void failed(const EgressObjection &objection);

private:
    void lookedUp(const QHostInfo *info);
    /// Sorts the addresses and begins; empty `addresses`: through the upstream proxy.
    void connectTo(const QList<QHostAddress> &addresses);
    void connectUpstream();
    void tryNext();
    void attemptFailed(QTcpSocket *socket);
    void succeed(QTcpSocket *socket);
    void fail(const EgressObjection &objection);
    void failWith(int status, const QString &what);
    QTcpSocket *newSocket();

    const EgressRules &m_rules;
    Resolver &m_resolver;
    EgressTarget m_target;
    QNetworkProxy m_upstream;
    bool m_isTunnel;
    QList<QHostAddress> m_untried;
    QList<QTcpSocket *> m_attempts;
    QString m_lastProblem;
    QTimer m_nextAttempt;
    QTimer m_limit;
    bool m_isOver = false;
};
