#include "egress/hostrules.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

HostRules HostRules::everythingPublic()
{
    HostRules rules;
    rules.m_allowsPublic = true;
    rules.m_entries.append(u"public"_s);
    return rules;
}

std::optional<HostRules> HostRules::parse(const QString &list, QString *problem)
{
    HostRules rules;
    const QStringList entries = list.split(u',');
    for (const QString &one : entries) {
        const QString entry = one.trimmed();
        const auto refuse = [&](const QString &why) {
            *problem = u"\"%1\" %2"_s.arg(entry, why);
            return std::nullopt;
        };
        if (entry == "public"_L1) {
            rules.m_allowsPublic = true;
            rules.m_entries.append(entry);
            continue;
        }
        // An IPv6 address stands in brackets when a port follows, and may do without otherwise.
        static const QRegularExpression pattern(
            u"^(?:\\[([0-9A-Fa-f:.]+(?:/[0-9]+)?)\\]|([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:/"
            u"[0-9]+)?)|([^:\\[\\]]+))"
            "(?::([0-9]{1,5}))?\\z"_s);
        const QRegularExpressionMatch match = pattern.match(entry);
        if (!match.hasMatch())
            return refuse(u"is no host, *.HOST or address"_s);
        quint16 port = 0;
        if (match.hasCaptured(4)) {
            const int number = match.captured(4).toInt();
            if (number < 1 || number > 65'535)
                return refuse(u"has no port number"_s);
            port = quint16(number);
        }
        const QString suffix = port > 0 ? u":%1"_s.arg(port) : QString();
        const QString host = match.captured(1) + match.captured(2) + match.captured(3);
        if (const auto block = AddressBlock::parse(host)) {
            rules.m_addresses.append({*block, port});
            const QString text = block->toString();
            rules.m_entries.append((text.contains(u':') && port > 0 ? u'[' + text + u']' : text) + suffix);
            continue;
        }
        Name name;
        name.isBelow = host.startsWith("*."_L1);
        name.name = EgressTarget::normalizedName(name.isBelow ? host.mid(2) : host);
        name.port = port;
        if (name.name.isEmpty())
            return refuse(u"is no host, *.HOST or address"_s);
        rules.m_entries.append((name.isBelow ? u"*."_s : QString()) + name.name + suffix);
        rules.m_names.append(name);
    }
    return rules;
}

bool HostRules::allowsName(const EgressTarget &target) const
{
    if (target.address && listsAddress(*target.address, target.port))
        return true;
    if (m_allowsPublic)
        return true;
    for (const Name &rule : m_names) {
        if (rule.port != 0 && rule.port != target.port)
            continue;
        if (rule.isBelow ? target.host.endsWith(u'.' + rule.name) : target.host == rule.name)
            return true;
    }
    return false;
}

bool HostRules::listsAddress(const QHostAddress &address, quint16 port) const
{
    for (const Address &rule : m_addresses) {
        if ((rule.port == 0 || rule.port == port) && rule.block.contains(address))
            return true;
    }
    return false;
}

QString HostRules::summary() const
{
    return isLong() ? u"%1 and %2 more"_s.arg(m_entries.first(mostInSentences).join(u", "))
                          .arg(m_entries.size() - mostInSentences)
                    : toString();
}
