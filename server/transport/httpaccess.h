#pragma once

#include "common/result.h"
#include "http/httpmessage.h"

#include <QStringList>

#include <optional>

/// Who may ask, and from where: the checks that every request passes before anything else looks at it.
struct HttpAccess
{
    /// Whoever knows the text is the account.
    struct Token
    {
        QString account;
        QByteArray text;
    };

    QList<Token> tokens;        ///< None: everybody may.
    QStringList hosts;          ///< "name", which goes with every port, or "name:port"; lower case.
    QStringList allowedOrigins; ///< "https://app.example", beside those of this machine.

    /// Why the request comes from a page or through a name that has no business here; nothing if it may pass. Pages of
    /// foreign origin, and names that were pointed at this machine behind its back, are what a browser would bring.
    [[nodiscard]] std::optional<HttpResponse> checkOrigin(const HttpRequest &request) const;
    [[nodiscard]] std::optional<HttpResponse> checkHost(const HttpRequest &request) const;
    /// The account that the request's token belongs to, "" where none is asked for, nothing for a wrong or missing one.
    [[nodiscard]] std::optional<QString> account(const HttpRequest &request) const;
    static HttpResponse tokenMissing();

    /// CORS fields of an answer to a page of an origin that was named; empty for all others.
    [[nodiscard]] HttpFields corsFields(const HttpRequest &request) const;

    /// One token a line, with a name before it where there are several accounts ("ci 3f9c…"); # begins a comment.
    /// Refused when others than the owner can read the file. It is made, with a token of 256 random bits, if it is not
    /// there.
    static Result<QList<Token>> readTokens(const QString &path);
    /// 256 random bits, 43 characters.
    static QByteArray randomToken();
};
