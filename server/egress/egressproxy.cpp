#include "egress/egressproxy.h"

#include "egress/proxyconnection.h"

EgressProxy::EgressProxy(EgressStreams &streams, EgressRules rules, QObject *parent)
    : QObject(parent)
    , m_streams(&streams)
    , m_rules(std::move(rules))
    , m_resolver(m_rules.limits.lookUp)
{
    connect(&streams, &EgressStreams::opened, this,
            [this](EgressStream *stream) { m_connections.insert(new ProxyConnection(*stream, *this)); });
}

EgressProxy::~EgressProxy() = default;

void EgressProxy::finish()
{
    const QSet<ProxyConnection *> connections = m_connections;
    for (ProxyConnection *connection : connections)
        connection->breakOff({});
}

void EgressProxy::admit(ProxyConnection *connection)
{
    if (!m_rules.addresses)
        m_rules.addresses = AddressPolicy::ofThisMachine();
    if (m_admitted.size() < m_rules.limits.connections) {
        m_admitted.insert(connection);
        connection->admitted();
    } else {
        m_waiting.enqueue(connection);
    }
}

void EgressProxy::leave(ProxyConnection *connection)
{
    m_waiting.removeOne(connection);
    m_admitted.remove(connection);
    const bool isOver = !m_streams || m_streams->isClosed();
    while (!isOver && !m_waiting.isEmpty() && m_admitted.size() < m_rules.limits.connections) {
        ProxyConnection *next = m_waiting.dequeue();
        m_admitted.insert(next);
        next->admitted();
    }
}

bool EgressProxy::account(qint64 bytes)
{
    m_traffic += bytes;
    return m_traffic <= m_rules.limits.traffic;
}

void EgressProxy::remove(ProxyConnection *connection)
{
    leave(connection);
    m_connections.remove(connection);
    connection->deleteLater();
}
