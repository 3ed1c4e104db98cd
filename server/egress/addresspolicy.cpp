#include "egress/addresspolicy.h"

#include <QNetworkInterface>
#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace {

struct SpecialBlock
{
    AddressBlock block;
    QString what;
};

SpecialBlock special(const char *address, int prefixLength, const QString &what)
{
    return {{QHostAddress(QString::fromLatin1(address)), prefixLength}, what};
}

/// The IANA registries of special-purpose addresses (IPv4: RFC 6890 and its followers), and what else is not what it
/// looks like. Blocks that are in the registries, but reachable like any other, are left out.
const QList<SpecialBlock> &specialBlocks4()
{
    static const QList<SpecialBlock> blocks{
        special("0.0.0.0", 8, u"an address of \"this network\""_s),
        special("10.0.0.0", 8, u"a private address"_s),
        special("100.64.0.0", 10, u"a shared address of a provider's network"_s),
        special("127.0.0.0", 8, u"a loopback address"_s),
        special("169.254.0.0", 16, u"a link-local address, as cloud metadata services have it"_s),
        special("172.16.0.0", 12, u"a private address"_s),
        special("192.0.0.0", 24, u"a reserved address"_s), // also Oracle Cloud's metadata service, 192.0.0.192
        special("192.0.2.0", 24, u"an address for documentation"_s),
        special("192.88.99.0", 24, u"a reserved address (6to4 relays)"_s),
        special("192.168.0.0", 16, u"a private address"_s),
        special("198.18.0.0", 15, u"an address for benchmarking"_s),
        special("198.51.100.0", 24, u"an address for documentation"_s),
        special("203.0.113.0", 24, u"an address for documentation"_s),
        special("224.0.0.0", 4, u"a multicast address"_s),
        special("240.0.0.0", 4, u"a reserved address"_s),
        special("168.63.129.16", 32, u"an address of Azure's platform services"_s), // looks public, but is on the host
    };
    return blocks;
}

/// Only for the words; nothing outside of 2000::/3 is public in any case.
const QList<SpecialBlock> &specialBlocks6()
{
    static const QList<SpecialBlock> blocks{
        special("::", 128, u"the unspecified address"_s),
        special("::1", 128, u"a loopback address"_s),
        special("::ffff:0:0", 96, u"an IPv4 address in IPv6's disguise"_s),
        special("::", 96, u"an IPv4 address in IPv6's disguise"_s),
        special("64:ff9b::", 96, u"an IPv4 address in IPv6's disguise (NAT64)"_s),
        special("64:ff9b:1::", 48, u"an IPv4 address in IPv6's disguise (NAT64)"_s),
        special("2001::", 32, u"an IPv4 address in IPv6's disguise (Teredo)"_s),
        special("2001:2::", 48, u"an address for benchmarking"_s),
        special("2001::", 23, u"a reserved address"_s),
        special("2001:db8::", 32, u"an address for documentation"_s),
        special("2002::", 16, u"an IPv4 address in IPv6's disguise (6to4)"_s),
        special("3fff::", 20, u"an address for documentation"_s),
        special("fc00::", 7, u"a private address (unique local)"_s),
        special("fe80::", 10, u"a link-local address"_s),
        special("fec0::", 10, u"a private address (site-local)"_s),
        special("ff00::", 8, u"a multicast address"_s),
    };
    return blocks;
}

/// IPv4 as IPv4, also when it comes as ::ffff:a.b.c.d; QHostAddress compares them as different things.
bool isIn(const QHostAddress &address, const AddressBlock &block)
{
    return address.protocol() == block.address.protocol() && address.isInSubnet(block.address, block.prefixLength);
}

} // namespace

bool AddressBlock::contains(const QHostAddress &other) const
{
    return isIn(other, *this);
}

bool AddressBlock::isSingle() const
{
    return prefixLength == (address.protocol() == QHostAddress::IPv4Protocol ? 32 : 128);
}

std::optional<AddressBlock> AddressBlock::parse(const QString &text)
{
    // QHostAddress reads 127.1 and 0x7f000001 too, which people read as something else.
    static const QString octet = u"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"_s;
    static const QRegularExpression dottedQuad(u"^(?:%1\\.){3}%1\\z"_s.arg(octet));
    const QString number = text.section(u'/', 0, 0);
    AddressBlock block;
    const bool isIPv6 = number.contains(u':');
    if ((!isIPv6 && !dottedQuad.match(number).hasMatch()) || number.contains(u'%') || !block.address.setAddress(number))
        return std::nullopt;
    const int longest = isIPv6 ? 128 : 32;
    block.prefixLength = longest;
    if (text.contains(u'/')) {
        static const QRegularExpression digits(u"^[0-9]{1,3}\\z"_s);
        const QString length = text.section(u'/', 1);
        if (!digits.match(length).hasMatch() || length.toInt() > longest)
            return std::nullopt;
        block.prefixLength = length.toInt();
    }
    return block;
}

QString AddressBlock::toString() const
{
    const QString number = address.toString();
    return isSingle() ? number : u"%1/%2"_s.arg(number).arg(prefixLength);
}

AddressPolicy::AddressPolicy(QList<AddressBlock> near)
    : m_near(std::move(near))
{
}

AddressPolicy AddressPolicy::ofThisMachine()
{
    QList<AddressBlock> near;
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &interface : interfaces) {
        const QList<QNetworkAddressEntry> entries = interface.addressEntries();
        for (const QNetworkAddressEntry &entry : entries) {
            QHostAddress own = entry.ip();
            own.setScopeId({});
            near.append({own, own.protocol() == QHostAddress::IPv4Protocol ? 32 : 128});
            if (entry.prefixLength() > 0) // a tunnel may claim everything
                near.append({own, entry.prefixLength()});
        }
    }
    return AddressPolicy(near);
}

QString AddressPolicy::objection(const QHostAddress &address) const
{
    for (const AddressBlock &block : m_treatedAsPublic) {
        if (isIn(address, block))
            return {};
    }
    const bool isIPv4 = address.protocol() == QHostAddress::IPv4Protocol;
    const bool isIPv6 = address.protocol() == QHostAddress::IPv6Protocol;
    if (!isIPv4 && !isIPv6)
        return u"no address"_s;
    if (!address.scopeId().isEmpty())
        return u"an address of one link only"_s;
    for (const SpecialBlock &one : isIPv4 ? specialBlocks4() : specialBlocks6()) {
        if (isIn(address, one.block))
            return one.what;
    }
    if (isIPv6 && !isIn(address, {QHostAddress(u"2000::"_s), 3}))
        return u"a reserved address"_s;
    for (const AddressBlock &block : m_near) {
        if (isIn(address, block))
            return block.isSingle() ? u"an address of this machine"_s : u"an address in this machine's own network"_s;
    }
    return {};
}

bool AddressPolicy::isOfOneMachine(const QHostAddress &address)
{
    static const QList<AddressBlock> blocks{
        {QHostAddress(u"0.0.0.0"_s), 8},    {QHostAddress(u"127.0.0.0"_s), 8},    {QHostAddress(u"169.254.0.0"_s), 16},
        {QHostAddress(u"::"_s), 127},       {QHostAddress(u"fe80::"_s), 10},      {QHostAddress(u"::ffff:0.0.0.0"_s), 104},
        {QHostAddress(u"::7f00:0"_s), 104}, {QHostAddress(u"::ffff:7f00:0"_s), 104}, {QHostAddress(u"::ffff:a9fe:0"_s), 112},
    };
    return std::ranges::any_of(blocks, [&](const AddressBlock &block) { return isIn(address, block); });
}
