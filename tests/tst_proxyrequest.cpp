#include "proxyrequest.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace proxyrequest;
using Place = Target::Place;

Q_DECLARE_METATYPE(Place)

/// What sandbox-init understands of a request to the proxy; tst_initstreams has what it does with it.
class TestProxyRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void targetsAreTold_data();
    void targetsAreTold();
    void aRequestThatIsStillComingIsUnclear();
    void hostAndPortAreRead();
    void ownAddressesAreTriedInOrder();
    void headsEndWithAnEmptyLine();
    void requestsBecomeDirect_data();
    void requestsBecomeDirect();
    void responsesClose();
    void whatFindsNoRoomIsRefused();
};

namespace {

QByteArray direct(const QByteArray &head)
{
    char room[4096];
    const std::size_t size = writeDirectRequest({head.constData(), std::size_t(head.size())}, room);
    return {room, qsizetype(size)};
}

} // namespace

void TestProxyRequest::targetsAreTold_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<Place>("place");
    const auto tunnel = [](const char *authority, Place place) {
        QTest::addRow("CONNECT %s", authority)
            << QByteArray("CONNECT ") + authority + " HTTP/1.1\r\n" << place;
    };
    const auto plain = [](const char *url, Place place) {
        QTest::addRow("GET %s", url) << QByteArray("GET ") + url + " HTTP/1.1\r\n" << place;
    };
    for (const char *own : {"localhost:80", "LOCALHOST:80", "localhost.:80", "app.localhost:80", "sandbox:80", "127.0.0.1:1",
                            "127.0.0.2:443", "127.255.255.254:65535", "0.0.0.0:80", "0:80", "127.1:80", "2130706433:80",
                            "0x7f000001:80", "[::1]:80", "[::]:80", "[0:0:0:0:0:0:0:1]:80", "[::ffff:127.0.0.1]:80",
                            "[::ffff:0.0.0.0]:80", "ip6-localhost:80"})
        tunnel(own, Place::Own);
    for (const char *other :
         {"example.com:443", "localhost", "localhost:", "localhost:0", "localhost:65536", "localhost:80x",
          "localhost:800000", "notlocalhost:80", "localhost.example:80", "mysandbox:80", "sandbox.example:80",
          ".localhost.com:80", "128.0.0.1:80", "10.0.0.1:80", "0.0.0.1:80", "169.254.169.254:80", "[fe80::1]:80",
          "[::2]:80", "[::ffff:10.0.0.1]:80", "[::1:80", "[::1]80", "[localhost]:80", "::1:80", "user@localhost:80", ":80",
          "[]:80"})
        tunnel(other, Place::Elsewhere);
    plain("http://localhost", Place::Own);
    plain("http://localhost/", Place::Own);
    plain("HTTP://LocalHost?x", Place::Own);
    plain("http://127.0.0.2:8000/a/b?c#d", Place::Own);
    plain("http://[::1]/", Place::Own);
    plain("http://[::]:8000/", Place::Own);
    plain("http://example.com/http://localhost/", Place::Elsewhere);
    plain("http://example.com?http://localhost/", Place::Elsewhere);
    plain("http://localhost@example.com/", Place::Elsewhere);
    plain("https://localhost/", Place::Elsewhere);
    plain("/", Place::Elsewhere);
    plain("localhost:80", Place::Elsewhere);
    plain("http:///", Place::Elsewhere);
    QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) << Place::Elsewhere;
    QTest::newRow("a line end") << QByteArray("\r\nGET http://localhost/ HTTP/1.1\r\n") << Place::Elsewhere;
    QTest::newRow("a long method") << QByteArray(100, 'G') << Place::Elsewhere;
    QTest::newRow("a long name") << "GET http://" + QByteArray(400, 'a') << Place::Elsewhere;
    QTest::newRow("NUL") << "CONNECT localhost\0.example:80 HTTP/1.1\r\n"_ba << Place::Elsewhere;
    QTest::newRow("NUL behind a number") << "CONNECT 127.0.0.1\0.9:80 HTTP/1.1\r\n"_ba << Place::Elsewhere;
    QTest::newRow("connect in small letters") << QByteArray("connect localhost:80 HTTP/1.1\r\n") << Place::Elsewhere;
}

void TestProxyRequest::targetsAreTold()
{
    QFETCH(QByteArray, request);
    QFETCH(Place, place);
    QCOMPARE(targetOf({request.constData(), std::size_t(request.size())}, "sandbox").place, place);
}

void TestProxyRequest::aRequestThatIsStillComingIsUnclear()
{
    for (const std::string_view whole :
         {std::string_view("CONNECT 127.0.0.2:8000 "), std::string_view("POST http://127.0.0.2:8000/")}) {
        for (std::size_t size = 0; size < whole.size(); ++size)
            QCOMPARE(targetOf(whole.substr(0, size), "sandbox").place, Place::Unclear);
        QCOMPARE(targetOf(whole, "sandbox").place, Place::Own);
    }
    const std::string longest = "GET http://" + std::string(enoughBytes, 'a');
    QCOMPARE(targetOf(std::string_view(longest).substr(0, enoughBytes), "").place, Place::Elsewhere);
}

void TestProxyRequest::hostAndPortAreRead()
{
    const Target tunnel = targetOf("CONNECT [::1]:8443 HTTP/1.1", "");
    QVERIFY(tunnel.isTunnel && tunnel.host == "::1");
    QCOMPARE(tunnel.port, std::uint16_t(8443));
    const Target plain = targetOf("GET http://localhost/ HTTP/1.1", "");
    QVERIFY(!plain.isTunnel && plain.host == "localhost");
    QCOMPARE(plain.port, std::uint16_t(80));
}

void TestProxyRequest::ownAddressesAreTriedInOrder()
{
    const auto families = [](std::string_view host) {
        QByteArray list;
        const Addresses found = ownAddresses(host, 80, "sandbox");
        for (std::size_t i = 0; i < found.count; ++i)
            list += found.list[i].any.sa_family == AF_INET ? '4' : '6';
        return list;
    };
    QCOMPARE(families("localhost"), QByteArray("46"));
    QCOMPARE(families("sandbox"), QByteArray("46"));
    QCOMPARE(families("0.0.0.0"), QByteArray("46"));
    QCOMPARE(families("::"), QByteArray("64"));
    QCOMPARE(families("::1"), QByteArray("64"));
    QCOMPARE(families("127.0.0.2"), QByteArray("4"));
    QCOMPARE(families("::ffff:127.0.0.2"), QByteArray("4"));
    QCOMPARE(families(""), QByteArray());
    QCOMPARE(ownAddresses("127.0.0.2", 80, "").list[0].four.sin_addr.s_addr, htonl(0x7f000002));
    QCOMPARE(ownAddresses("x", 80, "").count, std::size_t(0)); // no name of our own is no name
}

void TestProxyRequest::headsEndWithAnEmptyLine()
{
    QCOMPARE(headSize("GET / HTTP/1.1\r\nA: b\r\n\r\nbody"), std::size_t(24));
    QCOMPARE(headSize("GET / HTTP/1.1\nA: b\n\nbody"), std::size_t(21));
    QCOMPARE(headSize("GET / HTTP/1.1\r\nA: b\r\n"), std::size_t(0));
    QCOMPARE(headSize(""), std::size_t(0));
}

void TestProxyRequest::requestsBecomeDirect_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("simple") << QByteArray("GET http://x:80/a?b HTTP/1.1\r\nHost: x\r\n\r\n")
                            << QByteArray("GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    QTest::newRow("no path") << QByteArray("GET http://x HTTP/1.1\r\n\r\n")
                             << QByteArray("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    QTest::newRow("only a query") << QByteArray("GET http://x?a=/ HTTP/1.1\r\n\r\n")
                                  << QByteArray("GET /?a=/ HTTP/1.1\r\nConnection: close\r\n\r\n");
    QTest::newRow("a fragment") << QByteArray("GET http://x/a#b HTTP/1.1\r\n\r\n")
                                << QByteArray("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n");
    QTest::newRow("the connection's own")
        << QByteArray("GET http://x/ HTTP/1.1\r\nConnection: keep-alive\r\nproxy-connection: a\r\n  folded\r\nKEEP-ALIVE: "
                      "5\r\nProxy-Authorization: secret\r\nA: b\r\n\r\n")
        << QByteArray("GET / HTTP/1.1\r\nA: b\r\nConnection: close\r\n\r\n");
    QTest::newRow("an upgrade") << QByteArray("GET http://x/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
                                << QByteArray("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    QTest::newRow("no version") << QByteArray("GET http://x/\r\n\r\n") << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestProxyRequest::requestsBecomeDirect()
{
    QFETCH(QByteArray, head);
    QTEST(direct(head), "expected");
}

void TestProxyRequest::responsesClose()
{
    char room[256];
    const std::size_t size = writeClosingResponse("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nA: b\r\n\r\n", room);
    QCOMPARE(QByteArray(room, qsizetype(size)), QByteArray("HTTP/1.1 200 OK\r\nA: b\r\nConnection: close\r\n\r\n"));
    QCOMPARE(statusOf("HTTP/1.1 200 OK\r\n"), 200);
    QCOMPARE(statusOf("HTTP/1.0 100"), 100);
    QCOMPARE(statusOf("HTTP/1.1 20"), 0);
    QCOMPARE(statusOf("SSH-2.0 200 x"), 0);
}

void TestProxyRequest::whatFindsNoRoomIsRefused()
{
    char room[20];
    QCOMPARE(writeDirectRequest("GET http://x/ HTTP/1.1\r\nA: b\r\n\r\n", room), std::size_t(0));
}

QTEST_GUILESS_MAIN(TestProxyRequest)
#include "tst_proxyrequest.moc"
