#pragma once

#include <QByteArrayView>
#include <QHostAddress>
#include <QString>

#include <optional>

/// What a program wants to be connected to, brought into one form, so that rules can be compared and nothing that only
/// looks like a name or an address reaches the resolver.
struct EgressTarget
{
    QString host; ///< ASCII, lower case, no trailing dot; or the address.
    quint16 port = 0;
    std::optional<QHostAddress> address; ///< Set when it was given as a number.

    /// "HOST:PORT", or "HOST" where there is a default port. Nothing when it makes no sense: `problem` then holds a
    /// phrase.
    static std::optional<EgressTarget> parse(QByteArrayView authority, int defaultPort, QString *problem);

    /// The one form of a host's name; empty when it is none. Takes IDNs, in Unicode or encoded; refuses numbers.
    static QString normalizedName(const QString &name);

    /// "example.com:443", "[2001:db8::1]:443".
    [[nodiscard]] QString toString() const;
};
