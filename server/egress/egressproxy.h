#pragma once

#include "common/connection.h"
#include "egress/egressrules.h"
#include "egress/egressstreams.h"
#include "egress/resolver.h"

#include <QObject>
#include <QQueue>
#include <QSet>

class ProxyConnection;

/// The way out for the program of one run: an HTTP proxy (CONNECT, and http: in absolute form) on top of the streams of
/// its container, which lets through what the rules allow and reports every connection.
///
/// One connectionFinished() for each request that names a place to go to, and for those that are no requests; all of
/// them by the time that finish() returns.
class EgressProxy : public QObject
{
    Q_OBJECT

public:
    EgressProxy(EgressStreams &streams, EgressRules rules, QObject *parent = nullptr);
    ~EgressProxy() override;

    [[nodiscard]] const EgressRules &rules() const { return m_rules; }
    [[nodiscard]] Resolver &resolver() { return m_resolver; }

    /// The run is over: breaks everything off, and reports it.
    void finish();

Q_SIGNALS:
    void connectionFinished(const ConnectionReport &report);

private:
    friend class ProxyConnection;

    /// Asks for a place among those that are connected; admitted() may be called at once.
    void admit(ProxyConnection *connection);
    /// The place, or the wait for one, is given up.
    void leave(ProxyConnection *connection);
    /// Counts bytes; false when there have been too many.
    [[nodiscard]] bool account(qint64 bytes);
    void remove(ProxyConnection *connection);

    QPointer<EgressStreams> m_streams;
    EgressRules m_rules;
    Resolver m_resolver;
    QSet<ProxyConnection *> m_connections;
    QSet<ProxyConnection *> m_admitted;
    QQueue<ProxyConnection *> m_waiting;
    qint64 m_traffic = 0;
};
