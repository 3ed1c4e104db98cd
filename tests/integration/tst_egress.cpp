#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "publicnetwork.h"
#include "testengine.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What programs reach and what they do not, in real containers, with an internet of the test's own: rows N01 to N04 of
/// the security guide, and the clients that people use. Where the label is `full`, also the package registries that
/// this machine's own clients reach.
class TestEgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void pythonClientsWork_data();
    void pythonClientsWork();
    void javaScriptClientsWork_data();
    void javaScriptClientsWork();
    void N04_privateAddressesAreRefused_data();
    void N04_privateAddressesAreRefused();
    void N04_javaScriptIsRefusedTheSame();
    void N04_otherWaysOutAreClosed_data();
    void N04_otherWaysOutAreClosed();
    void N04_aNameThatChangesItsAddressGainsNothing();
    void N04_onlyWhatIsListedIsReached();
    void connectionsAreReported();
    void N04_aThousandConnectionsMeetTheLimit();
    void floodsOfStreamsAndOutputMeetTheDeadline();
    void hostilePeersAreInNobodysWay_data();
    void hostilePeersAreInNobodysWay();
    void manyDownloadsAtOnceAreWhole();
    void withoutNetworkEverythingFailsAtOnce_data();
    void withoutNetworkEverythingFailsAtOnce();
    void packagesCanBeInstalled_data();
    void packagesCanBeInstalled();

private:
    [[nodiscard]] std::unique_ptr<McpClient> newClient(const QStringList &options = {}) const;

    std::optional<TestEngine> m_engine;
    std::shared_ptr<PublicNetwork> m_network;
    std::unique_ptr<McpClient> m_client;
};

namespace {

#define VERIFY_EXITED(result, code)                                                                                    \
    QVERIFY2((result).outcome() == "exited"_L1 && (result).exitCode() == (code), (result).description().constData())

/// For the programs: what a request gives, in one line.
const QString pythonPrelude = u"import socket, sys, time, os, threading, urllib.request, requests\n"
                              "def attempt(url, **more):\n"
                              "    try:\n"
                              "        r = requests.get(url, timeout=10, **more)\n"
                              "        return f'{r.status_code} {r.text.strip()}'\n"
                              "    except Exception as e:\n"
                              "        return f'{type(e).__name__} {e}'\n"_s;

} // namespace

void TestEgress::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
    if (!m_engine)
        return;
    const Result<std::shared_ptr<PublicNetwork>> network = PublicNetwork::make();
    if (!network)
        return TestEngine::giveUp(network.error().message);
    m_network = *network;
    m_engine->setServerPrefix(m_network->prefix());
}

void TestEgress::init()
{
    if (m_client && m_client->isRunning())
        return;
    m_client = newClient();
    QVERIFY2(m_client->start(), m_client->log().constData());
}

void TestEgress::cleanup()
{
    if (m_client)
        QVERIFY2(m_client->violations().isEmpty(), qPrintable(m_client->violations().join(u'\n')));
}

std::unique_ptr<McpClient> TestEgress::newClient(const QStringList &options) const
{
    QStringList all{u"--pool-size"_s, u"1"_s, u"--ca-file"_s, m_network->certificateFile()};
    return std::make_unique<McpClient>(*m_engine, all + options);
}

void TestEgress::pythonClientsWork_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("output");
    const QString hello = u"hello /x web.example\n\n"_s;

    QTest::newRow("requests, http") << u"import requests; print(requests.get('http://web.example/x').text)"_s << hello;
    QTest::newRow("requests, https") << u"import requests; print(requests.get('https://web.example/x').text)"_s
                                     << hello;
    QTest::newRow("requests, IPv4 address")
        << u"import requests; print(requests.get('https://11.22.33.44/x').text)"_s << u"hello /x 11.22.33.44\n\n"_s;
    QTest::newRow("requests, IPv6 address")
        << u"import requests; print(requests.get('https://[2a11:2233::44]/x').text)"_s
        << u"hello /x [2a11:2233::44]\n\n"_s;
    QTest::newRow("requests, session and body")
        << u"import requests\n"
           "s = requests.Session()\n"
           "for scheme in ('http', 'https'):\n"
           "    for i in range(3): print(s.post(scheme + '://web.example/', data=bytes(300000)).text)\n"
           "    print(s.post(scheme + '://web.example/', data=iter([b'abc', b'def'])).text)\n"_s
        << u"300000\n300000\n300000\n6\n300000\n300000\n300000\n6\n"_s;
    QTest::newRow("urllib") << u"import urllib.request as u\n"
                               "for s in ('http', 'https'): print(u.urlopen(s + '://web.example/x').read().decode())"_s
                            << hello + hello;
    QTest::newRow("httpx") << u"try: import httpx\n"
                              "except ImportError: import httpx2 as httpx\n"
                              "for s in ('http', 'https'): print(httpx.get(s + '://web.example/x').text)"_s
                           << hello + hello;
    QTest::newRow("httpx, asynchronous")
        << u"import asyncio\n"
           "try: import httpx\n"
           "except ImportError: import httpx2 as httpx\n"
           "async def main():\n"
           "    async with httpx.AsyncClient() as c:\n"
           "        rs = await asyncio.gather(*[c.get('https://web.example/x') for i in range(20)])\n"
           "        print({r.text for r in rs})\n"
           "asyncio.run(main())"_s
        << u"{'hello /x web.example\\n'}\n"_s;
    QTest::newRow("pandas") << u"import pandas; print(list(pandas.read_csv('https://web.example/x')))"_s
                            << u"['hello /x web.example']\n"_s;
    QTest::newRow("google-genai")
        << u"from google import genai\n"
           "client = genai.Client(api_key='x', http_options={'base_url': 'https://web.example'})\n"
           "print(client.models.generate_content(model='m', contents='hello').text)"_s
        << u"hello from the model\n"_s;
    QTest::newRow("google-genai, asynchronous")
        << u"import asyncio\n"
           "from google import genai\n"
           "client = genai.Client(api_key='x', http_options={'base_url': 'https://web.example'})\n"
           "async def main(): print((await client.aio.models.generate_content(model='m', contents='hello')).text)\n"
           "asyncio.run(main())"_s
        << u"hello from the model\n"_s;
    // Not wss for the client with threads: it stands still at times without any proxy, too (network.md).
    QTest::newRow("websockets, with threads") << u"from websockets.sync.client import connect\n"
                                                 "with connect('ws://web.example/') as c:\n"
                                                 "    c.send('hi'); print(c.recv())\n"_s
                                              << u"hi\n"_s;
    QTest::newRow("websockets") << u"import asyncio\n"
                                   "from websockets.asyncio.client import connect\n"
                                   "async def main():\n"
                                   "    for s in ('ws', 'wss'):\n"
                                   "        async with connect(s + '://web.example/') as c:\n"
                                   "            await c.send('hi'); print(await c.recv())\n"
                                   "asyncio.run(main())"_s
                                << u"hi\nhi\n"_s;
}

void TestEgress::pythonClientsWork()
{
    QFETCH(QString, code);
    const RunResult result = m_client->runPython(code);
    VERIFY_EXITED(result, 0);
    QTEST(result.out(), "output");
}

void TestEgress::javaScriptClientsWork_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("output");
    const QString hello = u"hello /x web.example\n\n"_s;

    QTest::newRow("fetch") << u"for (const s of ['http', 'https'])\n"
                              "    console.log(await (await fetch(s + '://web.example/x')).text());\n"
                              "export {};"_s
                           << hello + hello;
    QTest::newRow("fetch, many and a body")
        << u"const rs = await Promise.all(Array.from({length: 100}, () => fetch('https://web.example/', {method: "
           "'POST', body: new Uint8Array(10000)})));\n"
           "console.log(new Set(await Promise.all(rs.map(r => r.text()))));\nexport {};"_s
        << u"Set(1) { '10000' }\n"_s;
    QTest::newRow("http and https") << u"for (const s of ['http', 'https'])\n"
                                       "    require(s).get(s + '://web.example/x', r => r.pipe(process.stdout));"_s
                                    << u"hello /x web.example\nhello /x web.example\n"_s;
    QTest::newRow("@google/genai")
        << u"import { GoogleGenAI } from '@google/genai';\n"
           "const ai = new GoogleGenAI({apiKey: 'x', httpOptions: {baseUrl: 'https://web.example'}});\n"
           "console.log((await ai.models.generateContent({model: 'm', contents: 'hello'})).text);"_s
        << u"hello from the model\n"_s;
    QTest::newRow("WebSocket") << u"const s = new WebSocket('wss://web.example/');\n"
                                  "s.onopen = () => s.send('hi');\n"
                                  "s.onmessage = m => { console.log(m.data); s.close(); process.exit(0); };\n"
                                  "s.onerror = e => { console.log('error', e.message); process.exit(1); };"_s
                               << u"hi\n"_s;
    QTest::newRow("ws, with an agent")
        << u"const { HttpsProxyAgent } = require('https-proxy-agent');\n"
           "const WebSocket = require('ws');\n"
           "const s = new WebSocket('wss://web.example/', {agent: new HttpsProxyAgent(process.env.HTTPS_PROXY)});\n"
           "s.on('open', () => s.send('hi'));\n"
           "s.on('message', m => { console.log(String(m)); process.exit(0); });"_s
        << u"hi\n"_s;
}

void TestEgress::javaScriptClientsWork()
{
    QFETCH(QString, code);
    const RunResult result = m_client->runJavaScript(code);
    VERIFY_EXITED(result, 0);
    QTEST(result.out(), "output");
}

void TestEgress::N04_privateAddressesAreRefused_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *host, const QString &words) {
        QTest::newRow(host) << QString::fromLatin1(host) << words;
    };
    row("10.99.0.1", u"private"_s); // there is a server at it
    row("inner.example", u"its address 10.99.0.1 is a private address"_s);
    row("10.211.0.1", u"private"_s); // the server's own
    row("10.211.0.2", u"private"_s); // its router
    row("172.17.0.1", u"private"_s);
    row("192.168.0.1", u"private"_s);
    row("100.64.0.1", u"shared"_s);
    row("169.254.169.254", u"link-local"_s);
    row("0.0.0.7", u"this network"_s);
    row("224.0.0.1", u"multicast"_s);
    row("255.255.255.255", u"reserved"_s);
    row("[fd00:ec2::254]", u"unique local"_s);
    row("[fd12:3456::1]", u"unique local"_s);
    row("[::ffff:10.99.0.1]", u"disguise"_s);
    row("[::ffff:11.22.33.44]", u"disguise"_s);
    row("[64:ff9b::a63:1]", u"NAT64"_s);
    row("[2002:a63:1::1]", u"6to4"_s);
    row("[2001:0:a63:1::1]", u"Teredo"_s);
    row("[fe80::1]", u"link-local"_s);
    row("[ff02::1]", u"multicast"_s);
}

void TestEgress::N04_privateAddressesAreRefused()
{
    QFETCH(QString, host);
    QFETCH(QString, words);
    const RunResult result =
        m_client->runPython(pythonPrelude + u"start = time.monotonic()\n"
                                            "print(attempt('http://%1/')); print(attempt('https://%1/'))\n"
                                            "assert time.monotonic() - start < 2"_s.arg(host));
    VERIFY_EXITED(result, 0);
    const QStringList lines = result.out().split(u'\n');
    QVERIFY2(lines[0].startsWith("403 The sandbox refused "_L1) && lines[0].contains(words), qPrintable(lines[0]));
    const bool isHosts = host == "0.0.0.7"_L1 || host == "169.254.169.254"_L1 || host == "[fe80::1]"_L1;
    QVERIFY2(lines[0].contains("--network allow:public,"_L1) != isHosts, qPrintable(lines[0]));
    QVERIFY2(lines[1].contains("403 The sandbox refused "_L1) && lines[1].contains(words), qPrintable(lines[1]));
    QVERIFY(result.closingLine().contains(u"2 connections were refused"_s));
}

void TestEgress::N04_javaScriptIsRefusedTheSame()
{
    Conditions conditions(*m_client);
    const RunResult result = m_client->runJavaScript(
        u"const https = require('https');\n"
        "https.get('https://inner.example/', () => console.log('got through')).on('error', e => "
        "console.log(e.message));\n"
        "fetch('https://10.99.0.1/').then(() => console.log('got through'), e => console.log(String(e.cause ?? e)));"_s);
    VERIFY_EXITED(result, 0);
    QVERIFY2(!result.out().contains("got through"_L1), result.description().constData());
    QVERIFY(result.out().contains("its address 10.99.0.1 is a private address"_L1));
    QVERIFY(result.closingLine().contains(u"2 connections were refused, the first one: The sandbox refused"_s));
    const QStringList broken = conditions.broken(result, 30s);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void TestEgress::N04_otherWaysOutAreClosed_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("a public address without the proxy") << u"socket.create_connection(('11.22.33.44', 80), 3)"_s;
    QTest::newRow("a public IPv6 address") << u"socket.create_connection(('2a11:2233::44', 80), 3)"_s;
    QTest::newRow("a private address") << u"socket.create_connection(('10.99.0.1', 80), 3)"_s;
    QTest::newRow("metadata") << u"socket.create_connection(('169.254.169.254', 80), 3)"_s;
    QTest::newRow("the name server") << u"socket.getaddrinfo('web.example', 80)"_s;
    QTest::newRow("UDP") << u"socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('11.22.33.44', 53))"_s;
    QTest::newRow("broadcast") << u"s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                                  "    s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)\n"
                                  "    s.sendto(b'x', ('255.255.255.255', 9))"_s;
    QTest::newRow("multicast")
        << u"socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('224.0.0.251', 5353))"_s;
    QTest::newRow("the host by name") << u"socket.create_connection(('host.containers.internal', 80), 3)"_s;
    QTest::newRow("an engine's socket") << u"import glob\n"
                                           "    paths = [p for p in ('/run/podman/podman.sock', "
                                           "'/var/run/docker.sock', '/run/docker.sock') if os.path.exists(p)]\n"
                                           "    if not paths: raise OSError('none')"_s;
    QTest::newRow("an engine's abstract socket") << u"socket.socket(socket.AF_UNIX).connect('\\0/containerd-shim/x')"_s;
}

void TestEgress::N04_otherWaysOutAreClosed()
{
    QFETCH(QString, code);
    const RunResult result = m_client->runPython(pythonPrelude + u"start = time.monotonic()\n"
                                                                 "try:\n"
                                                                 "    %1\n"
                                                                 "    print('reached')\n"
                                                                 "except OSError as e:\n"
                                                                 "    print('refused', e)\n"
                                                                 "assert time.monotonic() - start < 1\n"_s.arg(code));
    VERIFY_EXITED(result, 0);
    QVERIFY2(result.out().startsWith("refused"_L1), result.description().constData());
}

void TestEgress::N04_aNameThatChangesItsAddressGainsNothing()
{
    Conditions conditions(*m_client);
    const RunResult result =
        m_client->runPython(pythonPrelude + u"answers = [attempt(f'http://flip.example/{i}') for i in range(6)]\n"
                                            "answers += [attempt(f'http://mixed.example/{i}') for i in range(3)]\n"
                                            "for a in answers: print(a)"_s);
    VERIFY_EXITED(result, 0);
    const QStringList lines = result.out().split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        QVERIFY2(line.startsWith("200 hello"_L1) || line.contains("10.99.0.1 is a private address"_L1),
                 qPrintable(line));
    const QJsonArray connections = result.meta["connections"_L1].toArray();
    QVERIFY(!connections.isEmpty());
    for (const QJsonValue &connection : connections)
        QVERIFY(connection["address"_L1].toString() != "10.99.0.1"_L1);
    const QStringList broken = conditions.broken(result, 30s);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void TestEgress::N04_onlyWhatIsListedIsReached()
{
    const auto client = newClient({u"--network"_s, u"allow:web.example:443,10.99.0.1"_s});
    QVERIFY2(client->start(), client->log().constData());
    const RunResult result = client->runPython(
        pythonPrelude + u"for u in ('https://web.example/x', 'http://web.example/x', 'https://11.22.33.44/x', "
                        "'http://10.99.0.1/x', 'http://inner.example/x', 'https://elsewhere.example/'): "
                        "print(attempt(u))"_s);
    VERIFY_EXITED(result, 0);
    const QStringList lines = result.out().split(u'\n');
    QVERIFY2(lines[0] == "200 hello /x web.example"_L1, result.description().constData());
    QVERIFY2(lines[1].startsWith("403 The sandbox refused web.example:80: only web.example:443, 10.99.0.1 can"_L1),
             qPrintable(lines[1]));
    QVERIFY(lines[2].contains("403 The sandbox refused 11.22.33.44:443"_L1));
    QCOMPARE(lines[3], u"200 hello /x 10.99.0.1"_s);
    QCOMPARE(lines[4], u"200 hello /x inner.example"_s);
    QVERIFY2(!lines[5].startsWith("200"_L1), qPrintable(lines[5]));
}

void TestEgress::connectionsAreReported()
{
    const RunResult result = m_client->runPython(
        pythonPrelude + u"attempt('https://web.example/big/1000000'); attempt('http://inner.example/')\n"
                        "attempt('https://nosuch.example/')"_s);
    VERIFY_EXITED(result, 0);
    const QJsonArray connections = result.meta["connections"_L1].toArray();
    QVERIFY(connections.size() >= 3);
    QCOMPARE(result.number("connections_refused"_L1), 1.0);
    const QJsonObject refused =
        connections.at(0)["verdict"_L1] == "refused"_L1 ? connections.at(0).toObject() : connections.at(1).toObject();
    QCOMPARE(refused["host"_L1].toString(), u"inner.example"_s);
    QCOMPARE(refused["port"_L1].toInt(), 80);
    const QJsonObject allowed =
        connections.at(0)["verdict"_L1] == "allowed"_L1 ? connections.at(0).toObject() : connections.at(1).toObject();
    QCOMPARE(allowed["host"_L1].toString(), u"web.example"_s);
    QCOMPARE(allowed["address"_L1].toString(), u"11.22.33.44"_s);
    QVERIFY(allowed["bytes_in"_L1].toInt() > 1'000'000);
    QVERIFY(allowed["bytes_out"_L1].toInt() > 100);
    QVERIFY(!result.text.contains("nosuch.example"_L1)); // a failure is the program's to tell
}

void TestEgress::N04_aThousandConnectionsMeetTheLimit()
{
    Conditions conditions(*m_client);
    const QString code = u"import socket, threading, time, collections\n"
                         "answers = collections.Counter()\n"
                         "def one():\n"
                         "    try:\n"
                         "        s = socket.create_connection(('127.0.0.1', 61128), 20)\n"
                         "        s.sendall(b'CONNECT web.example:81 HTTP/1.1\\r\\n\\r\\n')\n"
                         "        answers[s.recv(4096).split(b'\\r\\n')[0][9:].decode()] += 1\n"
                         "        kept.append(s)\n"
                         "    except OSError as e: answers[str(e)] += 1\n"
                         "kept = []\n"
                         "for i in range(1000):\n"
                         "    try: threading.Thread(target=one, daemon=True).start()\n"
                         "    except RuntimeError: time.sleep(0.01)\n"
                         "time.sleep(13)\n"
                         "for answer, count in answers.items(): print(count, answer)\n"_s;
    const RunResult result = m_client->waitForResult(m_client->callPython(code, {{u"timeout"_s, 25}}));
    VERIFY_EXITED(result, 0);
    QVERIFY2(result.out().contains("64 200 Connection established"_L1), result.description().constData());
    QVERIFY2(result.out().contains("a run may have 64 open connections"_L1), result.description().constData());
    QVERIFY2(result.closingLine().contains("a run may have 64 open connections"_L1), qPrintable(result.closingLine()));
    const QStringList broken = conditions.broken(result, 25s);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void TestEgress::floodsOfStreamsAndOutputMeetTheDeadline()
{
    Conditions conditions(*m_client);
    const QString code = u"import socket, threading, os\n"
                         "def up():\n"
                         "    s = socket.create_connection(('127.0.0.1', 61128))\n"
                         "    s.sendall(b'CONNECT web.example:81 HTTP/1.1\\r\\n\\r\\n')\n"
                         "    while True: s.sendall(bytes(65536))\n"
                         "def down():\n"
                         "    s = socket.create_connection(('127.0.0.1', 61128))\n"
                         "    s.sendall(b'CONNECT web.example:82 HTTP/1.1\\r\\n\\r\\n')\n"
                         "    while True: s.recv(65536)\n"
                         "def churn():\n"
                         "    while True:\n"
                         "        s = socket.create_connection(('127.0.0.1', 61128)); s.send(b'G'); s.close()\n"
                         "for f in [up, down, churn] * 8: threading.Thread(target=f, daemon=True).start()\n"
                         "while True: os.write(1, bytes(65536)); os.write(2, bytes(65536))\n"_s;
    const RunResult result = m_client->waitForResult(m_client->callPython(code, {{u"timeout"_s, 3}}));
    QCOMPARE(result.outcome(), u"timed_out"_s);
    const QStringList broken = conditions.broken(result, 3s);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void TestEgress::hostilePeersAreInNobodysWay_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("endless response, not read")
        << u"s = socket.create_connection(('127.0.0.1', 61128))\n"
           "s.sendall(b'CONNECT web.example:82 HTTP/1.1\\r\\n\\r\\n'); time.sleep(1)"_s;
    QTest::newRow("endless response, read") << u"s = socket.create_connection(('127.0.0.1', 61128))\n"
                                               "s.sendall(b'CONNECT web.example:82 HTTP/1.1\\r\\n\\r\\n')\n"
                                               "end = time.monotonic() + 1\n"
                                               "while time.monotonic() < end: s.recv(65536)"_s;
    QTest::newRow("endless plain response") << u"print(attempt('http://web.example:82/')[:100])"_s;
    QTest::newRow("closed at once") << u"print(attempt('http://web.example:83/')[:100])"_s;
    QTest::newRow("silent") << u"s = socket.create_connection(('127.0.0.1', 61128))\n"
                               "s.sendall(b'GET http://web.example:81/ HTTP/1.1\\r\\n\\r\\n'); time.sleep(1)"_s;
    QTest::newRow("header bomb") << u"s = socket.create_connection(('127.0.0.1', 61128))\n"
                                    "try:\n"
                                    "    for i in range(10000): s.sendall(b'A' * 10000)\n"
                                    "except OSError as e: print(e)"_s;
    QTest::newRow("slow head") << u"s = socket.create_connection(('127.0.0.1', 61128))\n"
                                  "for c in b'GET http://web.example/': s.send(bytes([c])); time.sleep(0.05)"_s;
    QTest::newRow("torn connections")
        << u"for i in range(300):\n"
           "    s = socket.create_connection(('127.0.0.1', 61128)); s.sendall(b'CONNECT web.example:82 "
           "HTTP/1.1\\r\\n\\r\\n')\n"
           "    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b'\\1\\0\\0\\0\\0\\0\\0\\0'); s.close()"_s;
}

void TestEgress::hostilePeersAreInNobodysWay()
{
    QFETCH(QString, code);
    Conditions conditions(*m_client);
    const RunResult result = m_client->waitForResult(m_client->callPython(pythonPrelude + code, {{u"timeout"_s, 30}}));
    VERIFY_EXITED(result, 0);
    const QStringList broken = conditions.broken(result, 30s);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void TestEgress::manyDownloadsAtOnceAreWhole()
{
    const RunResult result = m_client->runPython(
        u"import requests\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def get(i): return len(requests.get(('http', 'https')[i % 2] + '://web.example/big/3000000').content)\n"
        "with ThreadPoolExecutor(30) as pool: print(set(pool.map(get, range(60))))"_s,
        {{u"timeout"_s, 60}});
    VERIFY_EXITED(result, 0);
    QCOMPARE(result.out(), u"{3000000}\n"_s);
}

void TestEgress::withoutNetworkEverythingFailsAtOnce_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("N01")
        << u"import socket\n"
           "for a in ('127.0.0.1', '10.88.0.1', '10.211.0.1', 'host.containers.internal', '169.254.169.254',\n"
           "          'fd00:ec2::254', '11.22.33.44'):\n"
           "    try: socket.create_connection((a, 80), 3); print('reached', a)\n"
           "    except OSError: pass"_s;
    QTest::newRow("the proxy's port") << u"import socket\n"
                                         "try: socket.create_connection(('127.0.0.1', 61128), 3); print('reached')\n"
                                         "except ConnectionRefusedError: pass"_s;
    QTest::newRow("N03") << u"import socket\n"
                            "for i in range(100):\n"
                            "    try: socket.getaddrinfo(f'name{i}.example', 80); print('reached')\n"
                            "    except OSError: pass"_s;
    QTest::newRow("no name server is named")
        << u"assert 'nameserver' not in open('/etc/resolv.conf').read(), open('/etc/resolv.conf').read()"_s;
    QTest::newRow("no proxy is named") << u"import os; assert not [n for n in os.environ if 'PROXY' in n.upper()]"_s;
}

void TestEgress::withoutNetworkEverythingFailsAtOnce()
{
    QFETCH(QString, code);
    const auto client = newClient({u"--network"_s, u"none"_s});
    QVERIFY2(client->start(), client->log().constData());
    const RunResult result = client->runPython(code);
    VERIFY_EXITED(result, 0);
    QCOMPARE(result.out(), QString());
    // gVisor looks names up slowly, at once or not.
    const auto limit = m_engine->kind() == TestEngine::Kind::GVisor ? patient(5s) : 1s;
    QVERIFY2(result.number("duration_ms"_L1) < double(limit.count()), result.description().constData());
}

void TestEgress::packagesCanBeInstalled_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isPython");
    QTest::newRow("pip")
        << u"import subprocess, sys\n"
           "subprocess.run([sys.executable, '-m', 'pip', 'install', '--quiet', '--target', '/tmp/packages', "
           "'--no-cache-dir', 'six'], check=True, stderr=subprocess.STDOUT)\n"
           "sys.path.insert(0, '/tmp/packages')\n"
           "import six; print('installed', six.__file__)"_s
        << true;
    QTest::newRow("npm")
        << u"const { execSync } = require('child_process');\n"
           "execSync('npm install --no-audit --no-fund --prefix . is-number', {cwd: '/tmp', stdio: 'inherit'});\n"
           "console.log('installed', require('/tmp/node_modules/is-number')(7));"_s
        << false;
}

/// From the registries that this machine's own clients reach, whatever they are. Where their addresses are not public,
/// a first attempt tells them, for a list.
void TestEgress::packagesCanBeInstalled()
{
    QFETCH(QString, code);
    QFETCH(bool, isPython);
    if (qEnvironmentVariable("SANDBOX_TEST_ROWS") != "all"_L1)
        QSKIP("only with the label full");
    const QString certificates = u"/etc/ssl/certs/ca-certificates.crt"_s;
    TestEngine engine = *m_engine;
    engine.setServerPrefix({});
    QStringList addresses{u"public"_s};
    RunResult result;
    for (int attempt = 0; attempt < 5; ++attempt) {
        QStringList options{u"--pool-size"_s, u"0"_s,  u"--network"_s, u"allow:"_s + addresses.join(u','),
                            u"--timeout"_s,   u"120"_s};
        if (QFile::exists(certificates))
            options << u"--ca-file"_s << certificates;
        McpClient client(engine, options);
        QVERIFY2(client.start(), client.log().constData());
        result = client.waitForResult(
            client.call(isPython ? u"run_python_code"_s : u"run_js_code"_s, {{u"code"_s, code}}), 130s);
        if (result.exitCode() == 0)
            break;
        const qsizetype before = addresses.size();
        static const QRegularExpression suggestion(u"--network allow:public,(?:\\S*,)?(\\S+) would"_s);
        const QJsonArray connections = result.meta["connections"_L1].toArray();
        for (const QJsonValue &connection : connections) {
            const QString address = suggestion.match(connection["reason"_L1].toString()).captured(1);
            if (!address.isEmpty() && !addresses.contains(address))
                addresses.append(address);
        }
        if (addresses.size() == before)
            break;
    }
    if (result.exitCode() != 0 && !result.meta["connections"_L1].toArray().isEmpty() &&
        result.meta["connections"_L1].toArray().last().toObject()["verdict"_L1] == "failed"_L1)
        QSKIP("this machine reaches no registry");
    VERIFY_EXITED(result, 0);
    QVERIFY(result.out().contains("installed"_L1));
}

QTEST_GUILESS_MAIN(TestEgress)
#include "tst_egress.moc"
