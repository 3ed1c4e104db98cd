#include "egress/addresspolicy.h"

#include <QNetworkInterface>
#include <QTest>

using namespace Qt::StringLiterals;

class TestAddressPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyPublicAddressesPass_data();
    void onlyPublicAddressesPass();
    void bordersOfBlocksAreExact_data();
    void bordersOfBlocksAreExact();
    void thisMachineAndItsNetworksAreNear_data();
    void thisMachineAndItsNetworksAreNear();
    void thisMachineIsKnown();
    void blocksAreReadStrictly_data();
    void blocksAreReadStrictly();
    void testsCanMakeAddressesPublic();
};

void TestAddressPolicy::onlyPublicAddressesPass_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("objection");

    const auto passes = [](const char *address) {
        QTest::newRow(address) << QString::fromLatin1(address) << QString();
    };
    const auto fails = [](const char *address, const QString &objection) {
        QTest::newRow(address) << QString::fromLatin1(address) << objection;
    };
    passes("1.1.1.1");
    passes("8.8.8.8");
    passes("9.255.255.255");
    passes("93.184.216.34");
    passes("192.31.196.1"); // AS112, in the registry, but reachable by all
    passes("223.255.255.255");
    passes("2001:4860:4860::8888");
    passes("2606:4700:4700::1111");
    passes("2a00:1450:4001:830::200e");
    passes("2620:4f:8000::1");

    const QString privately = u"a private address"_s;
    fails("0.0.0.0", u"an address of \"this network\""_s);
    fails("0.1.2.3", u"an address of \"this network\""_s);
    fails("10.0.0.1", privately);
    fails("172.16.0.1", privately);
    fails("172.31.255.254", privately);
    fails("192.168.1.1", privately);
    fails("100.64.0.1", u"a shared address of a provider's network"_s);
    fails("100.100.100.200", u"a shared address of a provider's network"_s); // Alibaba's metadata
    fails("127.0.0.1", u"a loopback address"_s);
    fails("127.255.255.254", u"a loopback address"_s);
    fails("169.254.169.254", u"a link-local address, as cloud metadata services have it"_s);
    fails("169.254.170.2", u"a link-local address, as cloud metadata services have it"_s);
    fails("168.63.129.16", u"an address of Azure's platform services"_s);
    fails("192.0.0.192", u"a reserved address"_s); // Oracle's metadata
    fails("192.0.2.1", u"an address for documentation"_s);
    fails("192.88.99.1", u"a reserved address (6to4 relays)"_s);
    fails("198.18.0.1", u"an address for benchmarking"_s);
    fails("198.19.255.255", u"an address for benchmarking"_s);
    fails("198.51.100.7", u"an address for documentation"_s);
    fails("203.0.113.7", u"an address for documentation"_s);
    fails("224.0.0.1", u"a multicast address"_s);
    fails("239.255.255.250", u"a multicast address"_s);
    fails("240.0.0.1", u"a reserved address"_s);
    fails("255.255.255.255", u"a reserved address"_s);

    const QString disguise = u"an IPv4 address in IPv6's disguise"_s;
    fails("::", u"the unspecified address"_s);
    fails("::1", u"a loopback address"_s);
    fails("::ffff:8.8.8.8", disguise);
    fails("::ffff:127.0.0.1", disguise);
    fails("::ffff:a9fe:a9fe", disguise);
    fails("::127.0.0.1", disguise);
    fails("::8.8.8.8", disguise);
    fails("64:ff9b::7f00:1", disguise + u" (NAT64)"_s);
    fails("64:ff9b::8.8.8.8", disguise + u" (NAT64)"_s);
    fails("64:ff9b:1::1", disguise + u" (NAT64)"_s);
    fails("64:ff9b:1:fffe::10.0.0.1", disguise + u" (NAT64)"_s);
    fails("2001::1", disguise + u" (Teredo)"_s);
    fails("2001:0:7f00:1::", disguise + u" (Teredo)"_s);
    fails("2002:7f00:1::", disguise + u" (6to4)"_s);
    fails("2002:a00:1::1", disguise + u" (6to4)"_s);
    fails("2002:808:808::1", disguise + u" (6to4)"_s);
    fails("::ffff:0:127.0.0.1", u"a reserved address"_s); // SIIT, RFC 2765
    fails("2001:2::1", u"an address for benchmarking"_s);
    fails("2001:10::1", u"a reserved address"_s); // ORCHID
    fails("2001:20::1", u"a reserved address"_s);
    fails("2001:db8::1", u"an address for documentation"_s);
    fails("3fff::1", u"an address for documentation"_s);
    fails("fc00::1", u"a private address (unique local)"_s);
    fails("fd00:ec2::254", u"a private address (unique local)"_s); // Amazon's metadata
    fails("fdff:ffff::1", u"a private address (unique local)"_s);
    fails("fe80::1", u"a link-local address"_s);
    fails("fe80::1%eth0", u"an address of one link only"_s);
    fails("2a00::1%eth0", u"an address of one link only"_s);
    fails("fec0::1", u"a private address (site-local)"_s);
    fails("ff02::1", u"a multicast address"_s);
    fails("ff0e::1", u"a multicast address"_s);
    fails("100::1", u"a reserved address"_s); // discard-only
    fails("1fff:ffff::1", u"a reserved address"_s);
    fails("4000::1", u"a reserved address"_s);
    fails("5f00::1", u"a reserved address"_s); // SRv6 SIDs
    fails("8000::1", u"a reserved address"_s);
    QTest::newRow("nothing") << QString() << u"no address"_s;
}

void TestAddressPolicy::onlyPublicAddressesPass()
{
    QFETCH(QString, address);
    QTEST(AddressPolicy().objection(QHostAddress(address)), "objection");
}

void TestAddressPolicy::bordersOfBlocksAreExact_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isPublic");
    const auto row = [](const char *address, bool isPublic) {
        QTest::newRow(address) << QString::fromLatin1(address) << isPublic;
    };
    row("0.255.255.255", false);
    row("1.0.0.0", true);
    row("10.255.255.255", false);
    row("11.0.0.0", true);
    row("100.63.255.255", true);
    row("100.64.0.0", false);
    row("100.127.255.255", false);
    row("100.128.0.0", true);
    row("126.255.255.255", true);
    row("128.0.0.0", true);
    row("169.253.255.255", true);
    row("169.255.0.0", true);
    row("172.15.255.255", true);
    row("172.32.0.0", true);
    row("192.0.1.0", true);
    row("192.167.255.255", true);
    row("192.169.0.0", true);
    row("198.17.255.255", true);
    row("198.20.0.0", true);
    row("223.255.255.255", true);
    row("2001:1ff:ffff::", false);
    row("2001:200::", true);
    row("2001:db7:ffff::", true);
    row("2001:db9::", true);
    row("2003::", true);
    row("3ffe:ffff::", true);
    row("3fff:fff:ffff::", false);
    row("3fff:1000::", true);
}

void TestAddressPolicy::bordersOfBlocksAreExact()
{
    QFETCH(QString, address);
    QTEST(AddressPolicy().objection(QHostAddress(address)).isEmpty(), "isPublic");
}

void TestAddressPolicy::thisMachineAndItsNetworksAreNear_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("objection");
    const QString own = u"an address of this machine"_s;
    const QString network = u"an address in this machine's own network"_s;
    QTest::newRow("own") << u"9.1.2.3"_s << own;
    QTest::newRow("neighbour") << u"9.1.2.4"_s << network;
    QTest::newRow("gateway") << u"9.1.2.1"_s << network;
    QTest::newRow("further away") << u"9.1.3.1"_s << QString();
    QTest::newRow("own IPv6") << u"2a00:1:2:3::5"_s << own;
    QTest::newRow("neighbour IPv6") << u"2a00:1:2:3:ffff::1"_s << network;
    QTest::newRow("further away IPv6") << u"2a00:1:2:4::1"_s << QString();
}

void TestAddressPolicy::thisMachineAndItsNetworksAreNear()
{
    QFETCH(QString, address);
    const AddressPolicy policy({*AddressBlock::parse(u"9.1.2.3"_s),
                                {QHostAddress(u"9.1.2.3"_s), 24},
                                *AddressBlock::parse(u"2a00:1:2:3::5"_s),
                                {QHostAddress(u"2a00:1:2:3::5"_s), 64}});
    QTEST(policy.objection(QHostAddress(address)), "objection");
}

void TestAddressPolicy::thisMachineIsKnown()
{
    // Whatever its addresses are, they are not public to itself.
    const AddressPolicy policy = AddressPolicy::ofThisMachine();
    const QList<QHostAddress> addresses = QNetworkInterface::allAddresses();
    QVERIFY(!addresses.isEmpty());
    for (QHostAddress address : addresses) {
        address.setScopeId({});
        QVERIFY2(!policy.objection(address).isEmpty(), qPrintable(address.toString()));
    }
}

void TestAddressPolicy::blocksAreReadStrictly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result"); ///< Empty: refused.
    const auto row = [](const char *text, const char *result) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(result);
    };
    row("10.0.0.0/8", "10.0.0.0/8");
    row("10.0.0.1", "10.0.0.1");
    row("10.0.0.1/32", "10.0.0.1");
    row("0.0.0.0/0", "0.0.0.0/0");
    row("fd00::/8", "fd00::/8");
    row("FD00:0::1", "fd00::1");
    row("::ffff:1.2.3.4", "::ffff:1.2.3.4");
    row("", "");
    row("10", "");
    row("10.1", "");
    row("127.1", "");
    row("10.0.0", "");
    row("10.0.0.0.1", "");
    row("10.0.0.01", "");
    row("010.0.0.1", "");
    row("0x7f.0.0.1", "");
    row("0x7f000001", "");
    row("2130706433", "");
    row("10.0.0.256", "");
    row("10.0.0.0/33", "");
    row("10.0.0.0/", "");
    row("10.0.0.0/-1", "");
    row("10.0.0.0/8/8", "");
    row("10.0.0.0/+8", "");
    row("10.0.0.1.", "");
    row(" 10.0.0.1", "");
    row("10.0.0.1\n", "");
    row("fe80::1%eth0", "");
    row("[::1]", "");
    row("::/129", "");
    row(":::", "");
    row("example.com", "");
}

void TestAddressPolicy::blocksAreReadStrictly()
{
    QFETCH(QString, text);
    const std::optional<AddressBlock> block = AddressBlock::parse(text);
    QTEST(block ? block->toString() : QString(), "result");
}

void TestAddressPolicy::testsCanMakeAddressesPublic()
{
    AddressPolicy policy;
    policy.treatAsPublic({QHostAddress(u"127.0.0.2"_s), 32});
    QCOMPARE(policy.objection(QHostAddress(u"127.0.0.2"_s)), QString());
    QVERIFY(!policy.objection(QHostAddress(u"127.0.0.1"_s)).isEmpty());
}

QTEST_GUILESS_MAIN(TestAddressPolicy)
#include "tst_addresspolicy.moc"
