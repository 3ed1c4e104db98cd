#include "transport/httpaccess.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QUrl>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype minToken = 16;

/// Takes the same time wherever the two differ: of both, only digests of one length are compared.
bool isSame(const QByteArray &a, const QByteArray &b)
{
    const QByteArray left = QCryptographicHash::hash(a, QCryptographicHash::Sha256);
    const QByteArray right = QCryptographicHash::hash(b, QCryptographicHash::Sha256);
    unsigned difference = 0;
    for (qsizetype i = 0; i < left.size(); ++i)
        difference |= unsigned(left[i] ^ right[i]);
    return difference == 0;
}

bool isLocalName(const QString &host)
{
    return host == "localhost"_L1 || host == "127.0.0.1"_L1 || host == "::1"_L1 || host == "[::1]"_L1;
}

Error failure(const QString &message)
{
    return {Error::Code::InvalidInput, message, {}};
}

Result<QByteArray> createTokenFile(const QString &path)
{
    QDir().mkpath(QFileInfo(path).path());
    const QByteArray token = HttpAccess::randomToken();
    const int descriptor = open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool isWritten =
        descriptor >= 0 && write(descriptor, (token + '\n').constData(), size_t(token.size() + 1)) == token.size() + 1;
    const int problem = errno;
    if (descriptor >= 0)
        close(descriptor);
    if (!isWritten) {
        return failure(u"Cannot create the token file %1: %2. Name another place with --token-file, or do without "
                       "a token with --no-token."_s.arg(path, QString::fromLocal8Bit(strerror(problem))));
    }
    return token;
}

} // namespace

QByteArray HttpAccess::randomToken()
{
    std::array<quint32, 8> words;
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words)
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

Result<QList<HttpAccess::Token>> HttpAccess::readTokens(const QString &path)
{
    const int descriptor = open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 && errno == ENOENT) {
        const Result<QByteArray> token = createTokenFile(path);
        if (!token)
            return token.error();
        return QList<Token>{{{}, *token}};
    }
    const QString reason = QString::fromLocal8Bit(strerror(errno));
    QFile file;
    if (descriptor < 0 || !file.open(descriptor, QFile::ReadOnly, QFileDevice::AutoCloseHandle)) {
        return failure(u"Cannot read the token file %1: %2. Make it readable for this user, or name another one with "
                       "--token-file."_s.arg(path, reason));
    }
    struct stat status = {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return failure(u"The token file %1 is no ordinary file. Name another one with --token-file."_s.arg(path));
    if ((status.st_mode & 077) != 0) {
        return failure(
            u"Others than its owner may use the token file %1. Take that away with: chmod 600 %1"_s.arg(path));
    }
    QList<Token> tokens;
    int number = 0;
    for (const QByteArray &line : file.read(256 * 1024).split('\n')) {
        ++number;
        const QByteArray words = httpmessage::before(line, '#').simplified();
        if (words.isEmpty())
            continue;
        const QList<QByteArray> parts = words.split(' ');
        if (parts.size() > 2 || parts.constLast().size() < minToken) {
            return failure(u"Line %1 of the token file %2 is not a token of at least %3 characters, with or without "
                           "a name before it."_s.arg(number)
                               .arg(path)
                               .arg(minToken));
        }
        tokens.append(Token{parts.size() == 2 ? QString::fromUtf8(parts[0]) : QString(), parts.constLast()});
    }
    if (tokens.isEmpty()) {
        return failure(u"The token file %1 holds no token. Delete it to have one made, or use --no-token."_s.arg(path));
    }
    return tokens;
}

std::optional<HttpResponse> HttpAccess::checkHost(const HttpRequest &request) const
{
    const QString host = QString::fromLatin1(request.value("Host")).toLower();
    static const QRegularExpression portAtEnd(u":[0-9]*$"_s);
    QString name = host;
    name.remove(portAtEnd);
    if (!host.isEmpty() && (hosts.contains(host) || hosts.contains(name)))
        return std::nullopt;
    return HttpResponse::text(403, u"This server does not answer under the name in the Host field. If the name is "
                                   "yours, start the server with --allow-host and that name."_s);
}

std::optional<HttpResponse> HttpAccess::checkOrigin(const HttpRequest &request) const
{
    for (const QByteArray &value : request.values("Origin")) {
        const QString origin = QString::fromLatin1(value).toLower();
        const QUrl url(origin, QUrl::StrictMode);
        const bool isWeb = url.scheme() == "http"_L1 || url.scheme() == "https"_L1;
        if (!allowedOrigins.contains(origin) && !(url.isValid() && isWeb && isLocalName(url.host()))) {
            return HttpResponse::text(403, u"Pages of this origin may not use this server. If the page is yours, start "
                                           "the server with --allow-origin and its origin."_s);
        }
    }
    return std::nullopt;
}

std::optional<QString> HttpAccess::account(const HttpRequest &request) const
{
    if (tokens.isEmpty())
        return QString();
    const QList<QByteArray> values = request.values("Authorization");
    if (values.size() != 1 || values[0].left(7).compare("bearer ", Qt::CaseInsensitive) != 0)
        return std::nullopt;
    const QByteArray given = values[0].mid(7).trimmed();
    std::optional<QString> found;
    for (const Token &token : tokens) { // all of them, for the time it takes
        if (isSame(token.text, given))
            found = token.account;
    }
    return found;
}

HttpResponse HttpAccess::tokenMissing()
{
    HttpResponse response = HttpResponse::text(401, u"This server wants its token: \"Authorization: Bearer TOKEN\". "
                                                    "The token is in the file that the server named at its start."_s);
    response.fields.append(std::pair<QByteArray, QByteArray>("WWW-Authenticate", "Bearer realm=\"code-sandbox-mcp\""));
    return response;
}

HttpFields HttpAccess::corsFields(const HttpRequest &request) const
{
    const QByteArray origin = request.value("Origin");
    if (origin.isEmpty() || !allowedOrigins.contains(QString::fromLatin1(origin).toLower()))
        return {};
    return {{"Access-Control-Allow-Origin", origin},
            {"Vary", "Origin"},
            {"Access-Control-Expose-Headers", "Mcp-Session-Id, MCP-Protocol-Version"}};
}
