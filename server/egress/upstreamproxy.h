#pragma once

#include "egress/egresstarget.h"

#include <QList>
#include <QNetworkProxy>
#include <QProcessEnvironment>

/// The proxies that this machine reaches the internet through, as its environment names them: HTTPS_PROXY, HTTP_PROXY,
/// ALL_PROXY and NO_PROXY, in either case. Their credentials are used from here and never shown to programs.
class UpstreamProxies
{
public:
    UpstreamProxies() = default;
    explicit UpstreamProxies(const QProcessEnvironment &environment);

    enum class Use
    {
        Tunnel,    ///< CONNECT
        PlainHttp, ///< Requests for http: addresses.
    };
    /// QNetworkProxy::NoProxy where the connection is made directly.
    [[nodiscard]] QNetworkProxy find(const EgressTarget &target, Use use) const;
    /// The value of Proxy-Authorization for it; empty if it has no user.
    [[nodiscard]] static QByteArray authorization(const QNetworkProxy &proxy);
    /// For people, without credentials: "proxy.example:3128"; empty if there is none.
    [[nodiscard]] QString description() const;
    /// What in the environment was not understood.
    [[nodiscard]] const QStringList &problems() const { return m_problems; }

private:
    QNetworkProxy read(const QProcessEnvironment &environment, const QString &name);

    QNetworkProxy m_tunnel{QNetworkProxy::NoProxy};
    QNetworkProxy m_plainHttp{QNetworkProxy::NoProxy};
    QStringList m_exceptions;
    QStringList m_problems;
};
