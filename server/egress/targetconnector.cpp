#include "egress/targetconnector.h"

#include "egress/resolver.h"
#include "egress/upstreamtunnel.h"

#include <QHostInfo>
#include <QTcpSocket>

using namespace Qt::StringLiterals;

TargetConnector::TargetConnector(const EgressRules &rules, Resolver &resolver, const EgressTarget &target,
                                 const QNetworkProxy &upstream, bool isTunnel, QObject *parent)
    : QObject(parent)
    , m_rules(rules)
    , m_resolver(resolver)
    , m_target(target)
    , m_upstream(upstream)
    , m_isTunnel(isTunnel)
{
    m_nextAttempt.setSingleShot(true);
    connect(&m_nextAttempt, &QTimer::timeout, this, &TargetConnector::tryNext);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] { failWith(504, u"it did not answer in time"_s); });
}

TargetConnector::~TargetConnector() = default;

void TargetConnector::start()
{
    QHostInfo info;
    if (m_target.address) {
        info.setAddresses({*m_target.address});
        QMetaObject::invokeMethod(
            this, [this, info] { lookedUp(&info); }, Qt::QueuedConnection);
    } else if (m_upstream.type() != QNetworkProxy::NoProxy && !m_rules.hosts.allowsName(m_target)) {
        // Wherever it leads to here.
        QMetaObject::invokeMethod(
            this, [this] { fail(egress::notListed(m_rules, m_target)); }, Qt::QueuedConnection);
    } else {
        m_resolver.resolve(m_target.host, this, [this](const QHostInfo *answer) { lookedUp(answer); });
    }
}

void TargetConnector::lookedUp(const QHostInfo *info)
{
    const bool hasUpstream = m_upstream.type() != QNetworkProxy::NoProxy;
    const QList<QHostAddress> addresses = info ? info->addresses() : QList<QHostAddress>();
    if (addresses.isEmpty()) {
        if (hasUpstream)
            return connectUpstream();
        if (!info)
            return failWith(504, u"its name could not be looked up in time"_s);
        const QString reason =
            info->error() == QHostInfo::HostNotFound ? u"there is no such host name"_s : info->errorString();
        return failWith(502, reason);
    }
    QList<QHostAddress> allowed;
    std::optional<EgressObjection> objection;
    for (const QHostAddress &address : addresses) {
        const bool isListed = m_rules.hosts.listsAddress(address, m_target.port);
        if (!isListed && !m_rules.hosts.allowsName(m_target)) {
            objection = egress::notListed(m_rules, m_target);
            continue;
        }
        const QString why = isListed ? QString() : m_rules.addresses->objection(address);
        if (why.isEmpty())
            allowed.append(address);
        else if (!objection)
            objection = egress::notPublic(m_target, address, why, m_rules);
    }
    if (allowed.isEmpty())
        return fail(*objection);
    // One bad address among good ones is a trick or a mistake; the good ones are what is connected to.
    if (hasUpstream)
        connectUpstream();
    else
        connectTo(allowed);
}

QTcpSocket *TargetConnector::newSocket()
{
    auto *socket = new QTcpSocket(this);
    socket->setProxy(QNetworkProxy::NoProxy);
    socket->setReadBufferSize(egress::socketBuffer);
    m_attempts.append(socket);
    connect(
        socket, &QTcpSocket::errorOccurred, this, [this, socket] { attemptFailed(socket); }, Qt::QueuedConnection);
    return socket;
}

void TargetConnector::connectUpstream()
{
    m_limit.start(m_rules.limits.connecting);
    QTcpSocket *socket = newSocket();
    if (m_isTunnel || m_upstream.type() == QNetworkProxy::Socks5Proxy) {
        auto *tunnel = new UpstreamTunnel(socket, m_upstream, m_target);
        connect(tunnel, &UpstreamTunnel::opened, this, [this, socket] { succeed(socket); });
        connect(tunnel, &UpstreamTunnel::refused, this, [this](const QString &reason) { failWith(502, reason); });
    } else {
        connect(socket, &QTcpSocket::connected, this, [this, socket] { succeed(socket); });
    }
    socket->connectToHost(m_upstream.hostName(), m_upstream.port());
}

void TargetConnector::connectTo(const QList<QHostAddress> &addresses)
{
    // Alternating, IPv6 first.
    QList<QHostAddress> four;
    QList<QHostAddress> six;
    for (const QHostAddress &address : addresses)
        (address.protocol() == QHostAddress::IPv4Protocol ? four : six).append(address);
    while (!four.isEmpty() || !six.isEmpty()) {
        if (!six.isEmpty())
            m_untried.append(six.takeFirst());
        if (!four.isEmpty())
            m_untried.append(four.takeFirst());
    }
    constexpr qsizetype most = 8;
    m_untried = m_untried.first(std::min(most, m_untried.size()));
    m_limit.start(m_rules.limits.connecting);
    tryNext();
}

void TargetConnector::tryNext()
{
    if (m_isOver || m_untried.isEmpty())
        return;
    QTcpSocket *socket = newSocket();
    const QHostAddress address = m_untried.takeFirst();
    if (!m_untried.isEmpty())
        m_nextAttempt.start(m_rules.limits.nextAddress);
    connect(socket, &QTcpSocket::connected, this, [this, socket] { succeed(socket); });
    socket->connectToHost(address, m_target.port);
}

void TargetConnector::attemptFailed(QTcpSocket *socket)
{
    if (m_isOver || !m_attempts.removeOne(socket))
        return;
    m_lastProblem = socket->errorString();
    socket->deleteLater();
    if (!m_untried.isEmpty()) {
        m_nextAttempt.stop();
        tryNext();
    } else if (m_attempts.isEmpty()) {
        failWith(502, m_lastProblem);
    }
}

void TargetConnector::succeed(QTcpSocket *socket)
{
    if (std::exchange(m_isOver, true))
        return;
    m_limit.stop();
    m_nextAttempt.stop();
    socket->disconnect(this);
    socket->setParent(nullptr);
    m_attempts.removeOne(socket);
    for (QTcpSocket *other : std::as_const(m_attempts)) {
        other->disconnect(this);
        other->deleteLater();
    }
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    Q_EMIT connected(socket);
}

void TargetConnector::failWith(int status, const QString &what)
{
    QString reason = what;
    while (reason.endsWith(u'.'))
        reason.chop(1);
    fail({EgressObjection::Kind::Failed, status,
          u"The sandbox could not connect to %1: %2."_s.arg(m_target.toString(), reason)});
}

void TargetConnector::fail(const EgressObjection &objection)
{
    if (std::exchange(m_isOver, true))
        return;
    m_limit.stop();
    m_nextAttempt.stop();
    Q_EMIT failed(objection);
}
