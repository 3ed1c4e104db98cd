#include "egress/hostrules.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestHostRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void targetsHaveOneForm_data();
    void targetsHaveOneForm();
    void listsAreReadStrictly_data();
    void listsAreReadStrictly();
    void namesMatchAsListed_data();
    void namesMatchAsListed();
    void addressesMatchAsListed_data();
    void addressesMatchAsListed();
    void everythingPublicAllowsEveryName();
};

void TestHostRules::targetsHaveOneForm_data()
{
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QString>("result"); ///< Empty: refused.

    const auto row = [](const char *authority, const char *result) {
        QTest::newRow(authority) << QByteArray(authority) << QString::fromLatin1(result);
    };
    row("example.com:443", "example.com:443");
    row("EXAMPLE.Com:443", "example.com:443");
    row("example.com.:443", "example.com:443");
    row("localhost:80", "localhost:80"); // its address is what is refused
    row("a:1", "a:1");
    row("a_b.example:65535", "a_b.example:65535");
    row("_dmarc.example.com:80", "_dmarc.example.com:80");
    row("xn--bcher-kva.example:443", "xn--bcher-kva.example:443");
    row("b\xc3\xbc"
        "cher.example:443",
        "xn--bcher-kva.example:443");
    row("B\xc3\x9c"
        "CHER.example:443",
        "xn--bcher-kva.example:443");
    row("3com.com:80", "3com.com:80");
    row("1.2.3.4.example:80", "1.2.3.4.example:80");
    row("93.184.216.34:80", "93.184.216.34:80");
    row("127.0.0.1:80", "127.0.0.1:80");
    row("[2001:DB8::1]:443", "[2001:db8::1]:443");
    row("[::ffff:127.0.0.1]:443", "[::ffff:127.0.0.1]:443");
    row("[::1]:80", "[::1]:80");
    // Full-width digits and dots become ordinary ones, and then are an address.
    row("\xef\xbc\x91\xef\xbc\x92\xef\xbc\x97.0.0.1:80", "");
    row("127\xe3\x80\x82"
        "0\xe3\x80\x82"
        "0\xe3\x80\x82"
        "1:80",
        "");
    // What the resolver takes for 127.0.0.1.
    row("127.1:80", "");
    row("127.0.1:80", "");
    row("0x7f000001:80", "");
    row("0x7F.0.0.1:80", "");
    row("0x7f.1:80", "");
    row("0177.0.0.1:80", "");
    row("017700000001:80", "");
    row("2130706433:80", "");
    row("127.0.0.1.:80", "");
    row("127.0.0.01:80", "");
    row("0:80", "");
    row("0x:80", "");
    row("example.0x1:80", "");
    row("example.123:80", "");
    // What is no name.
    row("", "");
    row(":80", "");
    row(".:80", "");
    row("..:80", "");
    row("a..b:80", "");
    row(".example.com:80", "");
    row("example.com..:80", "");
    row("-a.example:80", "");
    row("a-.example:80", "");
    row("exa mple.com:80", "");
    row("example.com/x:80", "");
    row("example.com?x:80", "");
    row("example.com#x:80", "");
    row("example.com%2eorg:80", "");
    row("%6c%6f%63%61%6c%68%6f%73%74:80", "");
    row("user@example.com:80", "");
    row("user:password@example.com:80", "");
    row("example.com@127.0.0.1:80", "");
    row("http://example.com:80", "");
    row("example.com\\@127.0.0.1:80", "");
    row("*.example.com:80", "");
    row("example.com:80:80", "");
    row("[::1%25lo]:80", "");
    row("[::1%lo]:80", "");
    row("[127.0.0.1]:80", "");
    row("[example.com]:80", "");
    row("[::1:80", "");
    row("::1:80", "");
    row("[::1]x:80", "");
    row("[fd00::/8]:80", "");
    row("\xff\xfe:80", "");
    row("example.com\n:80", "");
    row("example.com:80\n", "");
    row("example.com\r\n:80", "");
    // Ports.
    row("example.com", ""); // CONNECT has no default
    row("example.com:", "");
    row("example.com:0", "");
    row("example.com:65536", "");
    row("example.com:99999", "");
    row("example.com:123456", "");
    row("example.com:-1", "");
    row("example.com:+80", "");
    row("example.com:0x50", "");
    row("example.com: 80", "");
    row("example.com:http", "");

    QTest::newRow("zero byte in the name") << QByteArray("example.com\0.evil:80", 20) << QString();
    QTest::newRow("zero byte at the end") << QByteArray("example.com:80\0", 15) << QString();
    QTest::newRow("label of 63") << QByteArray(63, 'a') + ":80" << QString(63, u'a') + u":80"_s;
    QTest::newRow("label of 64") << QByteArray(64, 'a') + ":80" << QString();
    QTest::newRow("name of 253") << QByteArray("a.").repeated(126) + "a:80" << u"a."_s.repeated(126) + u"a:80"_s;
    QTest::newRow("name of 255") << QByteArray("a.").repeated(127) + "a:80" << QString();
    QTest::newRow("endless") << QByteArray(1'000'000, 'a') << QString();
    QTest::newRow("endless dots") << QByteArray(900, '.') + ":80" << QString();
}

void TestHostRules::targetsHaveOneForm()
{
    QFETCH(QByteArray, authority);
    QString problem;
    const std::optional<EgressTarget> target = EgressTarget::parse(authority, 0, &problem);
    QTEST(target ? target->toString() : QString(), "result");
    QCOMPARE(problem.isEmpty(), target.has_value());
}

void TestHostRules::listsAreReadStrictly_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("result"); ///< Empty: refused.
    const auto row = [](const char *list, const char *result) {
        QTest::newRow(list) << QString::fromUtf8(list) << QString::fromLatin1(result);
    };
    row("example.com", "example.com");
    row("Example.COM., *.Example.org", "example.com, *.example.org");
    row("example.com:443", "example.com:443");
    row("*.b\xc3\xbc"
        "cher.example:8443",
        "*.xn--bcher-kva.example:8443");
    row("public", "public");
    row("public,10.1.2.3", "public, 10.1.2.3");
    row("10.0.0.0/8:5432", "10.0.0.0/8:5432");
    row("::1", "::1");
    row("[::1]", "::1");
    row("[::1]:80", "[::1]:80");
    row("[fd00::/8]:80", "[fd00::/8]:80");
    row("fd00::/8", "fd00::/8");
    row("localhost", "localhost");
    row("", "");
    row(",", "");
    row("example.com,", "");
    row("*", "");
    row("*.", "");
    row("*.*.example.com", "");
    row("a.*.example.com", "");
    row("*example.com", "");
    row("http://example.com", "");
    row("example.com/path", "");
    row("example.com:0", "");
    row("example.com:65536", "");
    row("example.com:port", "");
    row("127.1", "");
    row("0x7f000001", "");
    row("10.0.0.0/33", "");
    row("exa mple.com", "");
    row("*.10.0.0.1", "");
    row("[10.0.0.1]:80x", "");
    row("-rf", "");
}

void TestHostRules::listsAreReadStrictly()
{
    QFETCH(QString, list);
    QString problem;
    const std::optional<HostRules> rules = HostRules::parse(list, &problem);
    QTEST(rules ? rules->toString() : QString(), "result");
    QCOMPARE(problem.isEmpty(), rules.has_value());
    if (rules) { // what it writes, it reads
        const std::optional<HostRules> again = HostRules::parse(rules->toString().remove(u' '), &problem);
        QVERIFY(again);
        QCOMPARE(again->toString(), rules->toString());
    }
}

void TestHostRules::namesMatchAsListed_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<bool>("isAllowed");
    const auto row = [](const char *list, const char *authority, bool isAllowed) {
        QTest::addRow("%s %s", list, authority) << QString::fromLatin1(list) << QByteArray(authority) << isAllowed;
    };
    row("example.com", "example.com:80", true);
    row("example.com", "EXAMPLE.com.:443", true);
    row("example.com", "www.example.com:80", false);
    row("example.com", "example.com.evil.org:80", false);
    row("example.com", "notexample.com:80", false);
    row("example.com", "exampleXcom:80", false);
    row("*.example.com", "www.example.com:80", true);
    row("*.example.com", "a.b.example.com:80", true);
    row("*.example.com", "example.com:80", false);
    row("*.example.com", "notexample.com:80", false);
    row("*.example.com", "www.example.com.evil.org:80", false);
    row("example.com:443", "example.com:443", true);
    row("example.com:443", "example.com:80", false);
    row("*.example.com:443", "a.example.com:80", false);
    row("a.example,b.example", "b.example:1", true);
    row("a.example,b.example", "c.example:1", false);
    row("10.1.2.3", "10.1.2.3:80", true);
    row("10.1.2.3", "10.1.2.4:80", false);
    row("10.1.2.3", "example.com:80", false); // by its address perhaps
    row("10.0.0.0/8:80", "10.9.9.9:80", true);
    row("10.0.0.0/8:80", "10.9.9.9:81", false);
    row("[::1]:80", "[::1]:80", true);
    row("127.0.0.1", "[::ffff:127.0.0.1]:80", false);
    row("public", "anything.example:1234", true);
}

void TestHostRules::namesMatchAsListed()
{
    QFETCH(QString, list);
    QFETCH(QByteArray, authority);
    QString problem;
    const std::optional<HostRules> rules = HostRules::parse(list, &problem);
    const std::optional<EgressTarget> target = EgressTarget::parse(authority, 0, &problem);
    QVERIFY(rules && target);
    QTEST(rules->allowsName(*target), "isAllowed");
}

void TestHostRules::addressesMatchAsListed_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("address");
    QTest::addColumn<int>("port");
    QTest::addColumn<bool>("isListed");
    QTest::newRow("one") << u"10.1.2.3"_s << u"10.1.2.3"_s << 80 << true;
    QTest::newRow("another") << u"10.1.2.3"_s << u"10.1.2.4"_s << 80 << false;
    QTest::newRow("block") << u"10.0.0.0/8"_s << u"10.255.0.1"_s << 80 << true;
    QTest::newRow("port") << u"10.0.0.0/8:80"_s << u"10.255.0.1"_s << 80 << true;
    QTest::newRow("another port") << u"10.0.0.0/8:80"_s << u"10.255.0.1"_s << 443 << false;
    QTest::newRow("IPv6") << u"fd00::/8"_s << u"fd12::1"_s << 80 << true;
    QTest::newRow("everything of IPv4 is nothing of IPv6") << u"0.0.0.0/0"_s << u"::1"_s << 80 << false;
    QTest::newRow("a mapped address is another one") << u"127.0.0.1"_s << u"::ffff:127.0.0.1"_s << 80 << false;
    QTest::newRow("names list no address") << u"example.com"_s << u"10.1.2.3"_s << 80 << false;
    QTest::newRow("public lists no address") << u"public"_s << u"8.8.8.8"_s << 80 << false;
}

void TestHostRules::addressesMatchAsListed()
{
    QFETCH(QString, list);
    QFETCH(QString, address);
    QFETCH(int, port);
    QString problem;
    const std::optional<HostRules> rules = HostRules::parse(list, &problem);
    QVERIFY(rules);
    QTEST(rules->listsAddress(QHostAddress(address), quint16(port)), "isListed");
}

void TestHostRules::everythingPublicAllowsEveryName()
{
    const HostRules rules = HostRules::everythingPublic();
    QString problem;
    QVERIFY(rules.allowsName(*EgressTarget::parse("example.com:80", 0, &problem)));
    QVERIFY(!rules.hasAddresses());
    QCOMPARE(rules.toString(), u"public"_s);
}

QTEST_GUILESS_MAIN(TestHostRules)
#include "tst_hostrules.moc"
