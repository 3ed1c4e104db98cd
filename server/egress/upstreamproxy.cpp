#include "egress/upstreamproxy.h"

#include "egress/addresspolicy.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

QString value(const QProcessEnvironment &environment, const QString &name)
{
    const QString lower = environment.value(name.toLower()).trimmed();
    return lower.isEmpty() ? environment.value(name).trimmed() : lower;
}

} // namespace

UpstreamProxies::UpstreamProxies(const QProcessEnvironment &environment)
{
    const QNetworkProxy all = read(environment, u"ALL_PROXY"_s);
    m_tunnel = read(environment, u"HTTPS_PROXY"_s);
    m_plainHttp = read(environment, u"HTTP_PROXY"_s);
    if (m_tunnel.type() == QNetworkProxy::NoProxy)
        m_tunnel = all;
    if (m_plainHttp.type() == QNetworkProxy::NoProxy)
        m_plainHttp = all;
    const QStringList exceptions = value(environment, u"NO_PROXY"_s).split(u',', Qt::SkipEmptyParts);
    for (const QString &exception : exceptions)
        m_exceptions.append(exception.trimmed().toLower());
}

QNetworkProxy UpstreamProxies::read(const QProcessEnvironment &environment, const QString &name)
{
    const QString text = value(environment, name);
    if (text.isEmpty())
        return QNetworkProxy::NoProxy;
    const QUrl url(text.contains("://"_L1) ? text : "http://"_L1 + text);
    QNetworkProxy proxy(QNetworkProxy::NoProxy);
    if (url.scheme() == "http"_L1)
        proxy.setType(QNetworkProxy::HttpProxy);
    else if (url.scheme() == "socks5"_L1 || url.scheme() == "socks5h"_L1)
        proxy.setType(QNetworkProxy::Socks5Proxy);
    if (!url.isValid() || url.host().isEmpty() || proxy.type() == QNetworkProxy::NoProxy) {
        m_problems.append(
            u"%1 names no proxy of a kind that is known (http://, socks5://); it is not used."_s.arg(name));
        return QNetworkProxy::NoProxy;
    }
    proxy.setHostName(url.host());
    proxy.setPort(quint16(url.port(proxy.type() == QNetworkProxy::HttpProxy ? 80 : 1080)));
    proxy.setUser(url.userName(QUrl::FullyDecoded));
    proxy.setPassword(url.password(QUrl::FullyDecoded));
    return proxy;
}

QNetworkProxy UpstreamProxies::find(const EgressTarget &target, Use use) const
{
    for (QString exception : m_exceptions) {
        if (exception == "*"_L1)
            return QNetworkProxy::NoProxy;
        if (const auto block = AddressBlock::parse(exception)) {
            if (target.address && block->contains(*target.address))
                return QNetworkProxy::NoProxy;
            continue;
        }
        const QString port = exception.section(u':', 1);
        exception = exception.section(u':', 0, 0);
        if (!port.isEmpty() && port.toInt() != target.port)
            continue;
        // "example.com", ".example.com" and "*.example.com" all mean the name and what is below it, as in curl.
        while (exception.startsWith(u'.') || exception.startsWith(u'*'))
            exception.remove(0, 1);
        if (!exception.isEmpty() && (target.host == exception || target.host.endsWith(u'.' + exception)))
            return QNetworkProxy::NoProxy;
    }
    return use == Use::Tunnel ? m_tunnel : m_plainHttp;
}

QByteArray UpstreamProxies::authorization(const QNetworkProxy &proxy)
{
    return proxy.user().isEmpty() ? QByteArray()
                                  : "Basic " + (proxy.user() + u':' + proxy.password()).toUtf8().toBase64();
}

QString UpstreamProxies::description() const
{
    const QNetworkProxy &proxy = m_tunnel.type() == QNetworkProxy::NoProxy ? m_plainHttp : m_tunnel;
    return proxy.type() == QNetworkProxy::NoProxy ? QString() : u"%1:%2"_s.arg(proxy.hostName()).arg(proxy.port());
}
