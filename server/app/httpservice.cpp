#include "app/httpservice.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QSslCertificate>
#include <QSslKey>

using namespace Qt::StringLiterals;

namespace {

Error refusal(const QString &message)
{
    return {Error::Code::InvalidInput, message, {}};
}

QList<HttpTransport::Address> addresses(const QStringList &endpoints)
{
    QList<HttpTransport::Address> list;
    for (const QString &endpoint : endpoints) {
        const qsizetype colon = endpoint.lastIndexOf(u':');
        const auto port = quint16(endpoint.mid(colon + 1).toInt());
        QString host = endpoint.left(colon);
        host.remove(u'[').remove(u']');
        if (host == "localhost"_L1) {
            list.append({QHostAddress(QHostAddress::LocalHost), port});
            list.append({QHostAddress(QHostAddress::LocalHostIPv6), port});
        } else {
            list.append({QHostAddress(host), port});
        }
    }
    return list;
}

Result<QByteArray> readFile(const QString &option, const QString &path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return refusal(u"Cannot read %1 (%2): %3."_s.arg(path, option, file.errorString()));
    return file.read(1024 * 1024);
}

Result<QSslConfiguration> tlsConfiguration(const Settings &settings)
{
    const Result<QByteArray> chain = readFile(u"--tls-certificate"_s, settings.tlsCertificate);
    if (!chain)
        return chain.error();
    const Result<QByteArray> keyText = readFile(u"--tls-key"_s, settings.tlsKey);
    if (!keyText)
        return keyText.error();
    const QList<QSslCertificate> certificates = QSslCertificate::fromData(*chain, QSsl::Pem);
    if (certificates.isEmpty())
        return refusal(u"%1 holds no certificate in PEM form."_s.arg(settings.tlsCertificate));
    QSslKey key(*keyText, QSsl::Rsa);
    if (key.isNull())
        key = QSslKey(*keyText, QSsl::Ec);
    if (key.isNull()) {
        return refusal(u"%1 holds no private key (RSA or elliptic curve) in PEM form without a passphrase."_s.arg(
            settings.tlsKey));
    }
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(certificates);
    configuration.setPrivateKey(key);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone); // clients show a token, not a certificate
    return configuration;
}

} // namespace

Result<HttpTransport::Config> httpservice::configuration(const Settings &settings)
{
    HttpTransport::Config config;
    config.addresses = addresses(settings.listen);
    config.maxConnections = settings.maxConnections;
    if (settings.tlsCertificate.isEmpty() != settings.tlsKey.isEmpty()) {
        return refusal(u"--tls-certificate and --tls-key belong together, but %1 is not set."_s.arg(
            settings.tlsKey.isEmpty() ? u"--tls-key"_s : u"--tls-certificate"_s));
    }
    for (const HttpTransport::Address &address : std::as_const(config.addresses)) {
        if (address.host.isLoopback() || settings.allowInsecure)
            continue;
        const QString where = address.host.toString();
        if (settings.noToken) {
            return refusal(u"Without a token, everybody who reaches %1 could run programs on this machine. Leave out "
                           "--no-token, listen on localhost, or insist with --allow-insecure."_s.arg(where));
        }
        if (settings.tlsCertificate.isEmpty()) {
            return refusal(u"Without TLS, the token and all programs would cross the network to %1 in the clear. Give "
                           "--tls-certificate and --tls-key, listen on localhost behind a proxy that has them, or "
                           "insist with --allow-insecure."_s.arg(where));
        }
    }
    if (!settings.tlsCertificate.isEmpty()) {
        const Result<QSslConfiguration> tls = tlsConfiguration(settings);
        if (!tls)
            return tls.error();
        config.tls = *tls;
    }
    if (!settings.noToken) {
        const Result<QList<HttpAccess::Token>> tokens = HttpAccess::readTokens(settings.tokenFile);
        if (!tokens)
            return tokens.error();
        config.access.tokens = *tokens;
    }
    for (const QString &host : settings.allowedHostNames)
        config.access.hosts += host.toLower();
    for (const QString &origin : settings.allowedOrigins)
        config.access.allowedOrigins += origin.toLower();
    return config;
}

QString httpservice::clientConfiguration(const QUrl &url, const QByteArray &token)
{
    QJsonObject server{{u"type"_s, u"http"_s}, {u"url"_s, url.toString()}};
    if (!token.isEmpty())
        server[u"headers"_s] = QJsonObject{{u"Authorization"_s, QString::fromLatin1("Bearer " + token)}};
    const QJsonObject configuration{{u"mcpServers"_s, QJsonObject{{u"code-sandbox"_s, server}}}};
    return QString::fromUtf8(QJsonDocument(configuration).toJson());
}
