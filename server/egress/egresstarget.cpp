#include "egress/egresstarget.h"

#include "egress/addresspolicy.h"

#include <QRegularExpression>
#include <QStringDecoder>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

/// The resolver takes 127.1, 0x7f000001, 017700000001 and 2130706433 for addresses. A name whose last label is a number
/// is none (as the URL standard has it), so none of these needs to be understood.
bool endsInANumber(const QString &name)
{
    static const QRegularExpression number(u"^(?:[0-9]+|0x[0-9a-f]*)\\z"_s);
    return number.match(name.section(u'.', -1)).hasMatch();
}

} // namespace

QString EgressTarget::normalizedName(const QString &name)
{
    QString result = name;
    for (const QChar &c : name) {
        if (c.unicode() > 0x7f) {
            // Also folds full-width letters, digits and dots, so all checks come after it.
            result = QString::fromLatin1(QUrl::toAce(name));
            break;
        }
    }
    result = result.toLower();
    if (result.endsWith(u'.'))
        result.chop(1);
    // Underscores are no part of host names, but of names that exist.
    static const QRegularExpression labels(
        u"^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\\z"_s,
        QRegularExpression::DontCaptureOption);
    if (!labels.match(result).hasMatch() || endsInANumber(result))
        return {};
    return result;
}

std::optional<EgressTarget> EgressTarget::parse(QByteArrayView authority, int defaultPort, QString *problem)
{
    const auto refuse = [problem](const QString &why) {
        *problem = why;
        return std::nullopt;
    };
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(authority);
    if (decoder.hasError() || text.size() > 1000)
        return refuse(u"no host name"_s);

    static const QRegularExpression pattern(u"^(\\[[0-9A-Fa-f:.]+\\]|[^\\[\\]:]*)(?::([0-9]{1,5}))?\\z"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return refuse(text.contains(u'@') ? u"a user name before the host"_s : u"no host and port"_s);
    const int port = match.captured(2).isEmpty() ? defaultPort : match.captured(2).toInt();
    if (port < 1 || port > 65'535)
        return refuse(u"no port number"_s);

    EgressTarget target;
    target.port = quint16(port);
    QString host = match.captured(1);
    const bool isBracketed = host.startsWith(u'[');
    if (isBracketed)
        host = host.mid(1, host.size() - 2);
    const auto block = host.contains(u'/') ? std::nullopt : AddressBlock::parse(host);
    if (block && isBracketed == (block->address.protocol() == QHostAddress::IPv6Protocol)) {
        target.address = block->address;
        target.host = block->address.toString();
        return target;
    }
    target.host = isBracketed ? QString() : normalizedName(host);
    if (target.host.isEmpty())
        return refuse(u"neither a host name nor an address in its usual form"_s);
    return target;
}

QString EgressTarget::toString() const
{
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host).arg(port);
}
