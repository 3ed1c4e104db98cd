#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"
#include "transcript.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray json(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

/// A server on a port of its own, with its token.
class HttpServer
{
public:
    HttpServer(const TestEngine &engine, const QString &folder, const QStringList &options = {})
    {
        const QStringList command =
            engine.serverCommand(QStringList{u"--transport"_s, u"http"_s, u"--listen"_s, u"127.0.0.1:0"_s,
                                             u"--token-file"_s, folder + u"/token"_s} +
                                 options);
        process.setProcessEnvironment(engine.serverEnvironment());
        process.start(command.constFirst(), command.mid(1));
    }
    ~HttpServer()
    {
        if (process.state() != QProcess::NotRunning) {
            process.kill();
            process.waitForFinished();
        }
    }

    /// False if it does not say where it listens.
    bool isUp()
    {
        static const QRegularExpression pattern(u"https?://127\\.0\\.0\\.1:([0-9]+)/mcp"_s);
        return becomesTrue(
            [&] {
                errors += process.readAllStandardError();
                port = quint16(pattern.match(QString::fromUtf8(errors)).captured(1).toUInt());
                static const QRegularExpression bearer(u"Bearer ([A-Za-z0-9_-]{43})"_s);
                token = bearer.match(QString::fromUtf8(errors)).captured(1).toLatin1();
                return port != 0 && !token.isEmpty();
            },
            10s);
    }
    /// The exit code, -1 if it does not end.
    int waitForExit(std::chrono::milliseconds limit)
    {
        becomesTrue([&] { return process.state() == QProcess::NotRunning; }, limit);
        return process.state() == QProcess::NotRunning ? process.exitCode() : -1;
    }

    QProcess process;
    QByteArray errors;
    QByteArray token;
    quint16 port = 0;
};

/// One request and its response.
class Exchange
{
public:
    Exchange(quint16 port, const QByteArray &token)
        : m_port(port)
        , m_token(token)
    {
    }

    void post(const QJsonObject &message, const QByteArrayList &fields = {})
    {
        QByteArray head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port) +
                          "\r\nAuthorization: Bearer " + m_token + "\r\nContent-Type: application/json\r\n" +
                          "Accept: application/json, text/event-stream\r\nConnection: close\r\n";
        for (const QByteArray &field : fields)
            head += field + "\r\n";
        const QByteArray body = json(message);
        send(head + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    }
    /// A call of 2026-07-28.
    void call(const QString &tool, const QString &code)
    {
        const QJsonObject meta{{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s},
                               {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()}};
        post({{u"jsonrpc"_s, u"2.0"_s},
              {u"id"_s, 1},
              {u"method"_s, u"tools/call"_s},
              {u"params"_s,
               QJsonObject{{u"name"_s, tool}, {u"arguments"_s, QJsonObject{{u"code"_s, code}}}, {u"_meta"_s, meta}}}},
             {"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: " + tool.toLatin1()});
    }
    void get(const QByteArray &path, const QByteArrayList &fields = {})
    {
        send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port) +
             "\r\nAuthorization: Bearer " + m_token + "\r\nConnection: close\r\n" + fields.join("\r\n") + "\r\n");
    }
    void send(const QByteArray &bytes)
    {
        m_sent += bytes;
        socket.connectToHost(u"127.0.0.1"_s, m_port);
        socket.write(bytes);
    }

    bool waitForEnd(std::chrono::milliseconds limit = 60s)
    {
        const bool hasEnded = becomesTrue(
            [&] {
                m_received += socket.readAll();
                return socket.state() == QAbstractSocket::UnconnectedState;
            },
            limit);
        Transcript::addHttp(m_sent, m_received);
        return hasEnded;
    }
    [[nodiscard]] int status() const { return m_received.mid(9, 3).toInt(); }
    [[nodiscard]] const QByteArray &received() const { return m_received; }
    [[nodiscard]] QByteArray field(const QByteArray &name) const
    {
        for (const QByteArray &line : m_received.left(m_received.indexOf("\r\n\r\n")).split('\n')) {
            if (line.toLower().startsWith(name + ':'))
                return line.mid(name.size() + 1).trimmed();
        }
        return {};
    }
    [[nodiscard]] QJsonObject answer() const
    {
        return QJsonDocument::fromJson(m_received.mid(m_received.indexOf("\r\n\r\n") + 4)).object();
    }
    [[nodiscard]] QString text() const { return answer()["result"_L1]["content"_L1][0]["text"_L1].toString(); }
    [[nodiscard]] QJsonObject meta() const
    {
        return answer()["result"_L1]["_meta"_L1]["io.github.code-sandbox-mcp/result"_L1].toObject();
    }

    QTcpSocket socket;

private:
    quint16 m_port;
    QByteArray m_token;
    QByteArray m_sent;
    QByteArray m_received;
};

quint16 freePort()
{
    QTcpServer probe;
    return probe.listen(QHostAddress::LocalHost) ? probe.serverPort() : 0;
}

/// nginx in front of several servers, which it asks in turn.
class Balancer
{
public:
    Balancer(const QString &folder, const QList<quint16> &backends)
        : port(freePort())
    {
        QByteArray servers;
        for (const quint16 backend : backends)
            servers += "server 127.0.0.1:" + QByteArray::number(backend) + ";";
        QFile file(folder + u"/nginx.conf"_s);
        const QByteArray path = folder.toUtf8();
        const QByteArray configuration =
            "daemon off; master_process off; pid " + path +
            "/nginx.pid; error_log stderr;\nevents {}\nhttp {\n"
            "access_log off; client_body_temp_path " +
            path + "/body; proxy_temp_path " + path +
            "/proxy;\n"
            "fastcgi_temp_path " +
            path + "/f; uwsgi_temp_path " + path + "/u; scgi_temp_path " + path +
            "/s;\n"
            "upstream sandbox { " +
            servers +
            " keepalive 4; }\n"
            "server { listen 127.0.0.1:" +
            QByteArray::number(port) +
            "; location / { proxy_pass http://sandbox;\n"
            "proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_set_header Host sandbox.test;\n"
            "proxy_buffering off; } } }\n";
        m_isWritten = file.open(QFile::WriteOnly) && file.write(configuration) == configuration.size();
        file.close();
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(u"nginx"_s, {u"-c"_s, file.fileName(), u"-p"_s, folder});
    }
    ~Balancer()
    {
        m_process.terminate();
        m_process.waitForFinished(5000);
    }
    bool isUp()
    {
        return m_isWritten && becomesTrue(
                                  [&] {
                                      QTcpSocket probe;
                                      probe.connectToHost(u"127.0.0.1"_s, port);
                                      return probe.waitForConnected(200);
                                  },
                                  10s);
    }
    QByteArray log() { return m_process.readAll(); }

    quint16 port;

private:
    bool m_isWritten = false;
    QProcess m_process;
};

} // namespace

/// The server over HTTP, on a real engine.
class TestHttp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneRunInEachLanguage();
    void sessionOfAnOlderClient();
    void anyInstanceServesStatelessRequests();
    void closedConnectionEndsTheRun();
    void runsMayEndWithinTheGrace();
    void graceHasAnEnd();
    void B65_foreignPagesAndProgramsAreKeptOut_data();
    void B65_foreignPagesAndProgramsAreKeptOut();
    void H01_attacksHarmNobody();
    void healthAndMetricsTell();
    void certificateMakesItTls();
    void unprotectedAddressesAreRefused_data();
    void unprotectedAddressesAreRefused();
    void twoHundredClientsLoseNothing();

private:
    /// A server that is up; null (and a failure) if it is not.
    std::unique_ptr<HttpServer> start(const QStringList &options = {});
    void stop(HttpServer &server);
    [[nodiscard]] bool isRunningSomething(const HttpServer &server) const;

    std::optional<TestEngine> m_engine;
    QTemporaryDir m_folder;
};

void TestHttp::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
}

std::unique_ptr<HttpServer> TestHttp::start(const QStringList &options)
{
    auto server =
        std::make_unique<HttpServer>(*m_engine, m_folder.path(), QStringList{u"--pool-size"_s, u"1"_s} + options);
    if (server->isUp())
        return server;
    qWarning().noquote() << server->errors;
    return nullptr;
}

void TestHttp::stop(HttpServer &server)
{
    const qint64 pid = server.process.processId();
    server.process.terminate();
    QCOMPARE(server.waitForExit(patient(5s)), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 5s));
    QVERIFY(server.process.readAllStandardOutput().isEmpty());
}

void TestHttp::oneRunInEachLanguage()
{
    const auto server = start();
    QVERIFY(server);
    Exchange python(server->port, server->token);
    python.call(u"run_python_code"_s, u"print(6 * 7)"_s);
    QVERIFY(python.waitForEnd());
    QCOMPARE(python.status(), 200);
    QVERIFY2(python.text().startsWith("42\n[exit code 0"_L1), qPrintable(python.text()));
    Exchange javaScript(server->port, server->token);
    javaScript.call(u"run_js_code"_s, u"console.log(6 * 7)"_s);
    QVERIFY(javaScript.waitForEnd());
    QVERIFY2(javaScript.text().startsWith("42\n[exit code 0"_L1), qPrintable(javaScript.text()));
    stop(*server);
}

void TestHttp::sessionOfAnOlderClient()
{
    const auto server = start();
    QVERIFY(server);
    Exchange hello(server->port, server->token);
    hello.post(
        {{u"jsonrpc"_s, u"2.0"_s},
         {u"id"_s, 0},
         {u"method"_s, u"initialize"_s},
         {u"params"_s, QJsonObject{{u"protocolVersion"_s, u"2025-06-18"_s},
                                   {u"capabilities"_s, QJsonObject()},
                                   {u"clientInfo"_s, QJsonObject{{u"name"_s, u"raw"_s}, {u"version"_s, u"1"_s}}}}}});
    QVERIFY(hello.waitForEnd());
    QCOMPARE(hello.status(), 200);
    const QByteArrayList session{"Mcp-Session-Id: " + hello.field("mcp-session-id"),
                                 "MCP-Protocol-Version: 2025-06-18"};

    // Progress makes it a stream.
    Exchange call(server->port, server->token);
    call.post({{u"jsonrpc"_s, u"2.0"_s},
               {u"id"_s, 1},
               {u"method"_s, u"tools/call"_s},
               {u"params"_s,
                QJsonObject{{u"name"_s, u"run_python_code"_s},
                            {u"arguments"_s,
                             QJsonObject{{u"code"_s,
                                          u"import time\nprint('half', flush=True)\ntime.sleep(1)\nprint('done')"_s}}},
                            {u"_meta"_s, QJsonObject{{u"progressToken"_s, 0}}}}}},
              session);
    QVERIFY(call.waitForEnd());
    QCOMPARE(call.status(), 200);
    QCOMPARE(call.field("content-type"), "text/event-stream");
    QVERIFY(call.received().contains(R"("message":"half")"));
    QVERIFY(call.received().contains(R"(half\ndone\n[exit code 0)"));
    stop(*server);
}

void TestHttp::anyInstanceServesStatelessRequests()
{
    if (QStandardPaths::findExecutable(u"nginx"_s).isEmpty() && !TestEngine::isRequired())
        QSKIP("nginx is not installed");
    const auto first = start({u"--allow-host"_s, u"sandbox.test"_s});
    const auto second = start({u"--allow-host"_s, u"sandbox.test"_s});
    QVERIFY(first && second);
    QCOMPARE(first->token, second->token);
    Balancer balancer(m_folder.path(), {first->port, second->port});
    QVERIFY2(balancer.isUp(), balancer.log().constData());
    QSet<QString> owners;
    for (int i = 0; i < 10; ++i) {
        Exchange exchange(balancer.port, first->token);
        exchange.call(i % 2 == 0 ? u"run_python_code"_s : u"run_js_code"_s,
                      i % 2 == 0 ? u"print(%1)"_s.arg(i) : u"console.log(%1)"_s.arg(i));
        QVERIFY(exchange.waitForEnd());
        QVERIFY2(exchange.text().startsWith(u"%1\n[exit code 0"_s.arg(i)), exchange.received().constData());
        owners += exchange.meta()["container"_L1].toString().section(u'-', 0, -2);
    }
    QCOMPARE(owners.size(), 2);
    stop(*first);
    stop(*second);
}

bool TestHttp::isRunningSomething(const HttpServer &server) const
{
    const QList<ListedContainer> containers = m_engine->containers(server.process.processId());
    for (const ListedContainer &container : containers) {
        if (m_engine->run({u"top"_s, container.name}).out.contains("code.py"))
            return true;
    }
    return false;
}

void TestHttp::closedConnectionEndsTheRun()
{
    const auto server = start({u"--pool-size"_s, u"0"_s});
    QVERIFY(server);
    const qint64 pid = server->process.processId();
    Exchange exchange(server->port, server->token);
    exchange.call(u"run_python_code"_s, u"import time\ntime.sleep(25)"_s);
    QVERIFY(becomesTrue([&] { return isRunningSomething(*server); }, 20s));
    exchange.socket.abort();
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 3s));
    stop(*server);
}

void TestHttp::runsMayEndWithinTheGrace()
{
    const auto server = start({u"--pool-size"_s, u"0"_s, u"--grace"_s, u"20"_s});
    QVERIFY(server);
    const qint64 pid = server->process.processId();
    Exchange exchange(server->port, server->token);
    exchange.call(u"run_python_code"_s, u"import time\ntime.sleep(2)\nprint('finished')"_s);
    QVERIFY(becomesTrue([&] { return isRunningSomething(*server); }, 20s));
    server->process.terminate();
    QVERIFY(exchange.waitForEnd());
    QVERIFY2(exchange.text().startsWith("finished\n[exit code 0"_L1), exchange.received().constData());
    QCOMPARE(server->waitForExit(patient(5s)), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 3s));
}

void TestHttp::graceHasAnEnd()
{
    const auto server = start({u"--pool-size"_s, u"0"_s, u"--grace"_s, u"0.5"_s});
    QVERIFY(server);
    const qint64 pid = server->process.processId();
    Exchange exchange(server->port, server->token);
    exchange.call(u"run_python_code"_s, u"import time\ntime.sleep(25)"_s);
    QVERIFY(becomesTrue([&] { return isRunningSomething(*server); }, 20s));
    server->process.terminate();
    QCOMPARE(server->waitForExit(patient(5s)), 0);
    QVERIFY(exchange.waitForEnd(patient(2s)));
    QVERIFY2(exchange.answer()["result"_L1]["isError"_L1].toBool(),
             exchange.received().constData()); // told, not cut off
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 3s));
}

void TestHttp::B65_foreignPagesAndProgramsAreKeptOut_data()
{
    QTest::addColumn<QString>("network");
    QTest::newRow("network public") << u"public"_s;
    QTest::newRow("network none") << u"none"_s;
}

void TestHttp::B65_foreignPagesAndProgramsAreKeptOut()
{
    QFETCH(QString, network);
    const auto server = start({u"--network"_s, network});
    QVERIFY(server);
    const QByteArray listening = runProgram({u"ss"_s, u"--no-header"_s, u"--listening"_s, u"--tcp"_s, u"--numeric"_s,
                                             u"sport = :%1"_s.arg(server->port)})
                                     .out;
    for (const QByteArray &line : listening.trimmed().split('\n'))
        QVERIFY2(line.contains(" 127.0.0.1:") || line.contains(" [::1]:"), line.constData());
    const auto statusOf = [&](const QByteArray &bytes) {
        Exchange exchange(server->port, server->token);
        exchange.send(bytes);
        return exchange.waitForEnd() ? exchange.status() : 0;
    };
    const QByteArray rest =
        "Authorization: Bearer " + server->token +
        "\r\nContent-Type: application/json\r\nAccept: */*\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
    const QByteArray host = "Host: 127.0.0.1:" + QByteArray::number(server->port) + "\r\n";
    QCOMPARE(statusOf("POST /mcp HTTP/1.1\r\n" + host + "Origin: https://evil.example\r\n" + rest), 403);
    QCOMPARE(statusOf("POST /mcp HTTP/1.1\r\nHost: evil.example\r\n" + rest), 403);

    // A program cannot reach the server that runs it, neither directly nor through the proxy.
    Exchange exchange(server->port, server->token);
    exchange.call(u"run_python_code"_s,
                  u"import socket, urllib.request\n"
                  "try:\n socket.create_connection(('127.0.0.1', %1), 2); print('direct: reached')\n"
                  "except OSError: print('direct: refused')\n"
                  "try:\n urllib.request.urlopen('http://127.0.0.1:%1/healthz', timeout=5); print('open: reached')\n"
                  "except OSError: print('open: refused')\n"
                  "opener = urllib.request.build_opener(urllib.request.ProxyHandler({'http': "
                  "__import__('os').environ.get('HTTP_PROXY', 'http://127.0.0.1:9')}))\n"
                  "try:\n opener.open('http://localhost.localdomain:%1/healthz', timeout=5); print('proxy: reached')\n"
                  "except OSError: print('proxy: refused')\n"_s.arg(server->port));
    QVERIFY(exchange.waitForEnd());
    QVERIFY2(exchange.text().startsWith("direct: refused\nopen: refused\nproxy: refused\n"_L1),
             qPrintable(exchange.text()));
    stop(*server);
}

/// Refused one by one in tst_httptransport; here on the real server at once, beside a server on stdio.
void TestHttp::H01_attacksHarmNobody()
{
    const auto server = start();
    QVERIFY(server);
    McpClient beside(*m_engine, {u"--pool-size"_s, u"1"_s, u"--network"_s, u"none"_s});
    QVERIFY2(beside.start(), beside.log().constData());
    const int running = beside.callPython(u"import time\ntime.sleep(5)\nprint('unharmed')"_s);

    const QByteArray host = "Host: 127.0.0.1:" + QByteArray::number(server->port) + "\r\n";
    const QByteArray token = "Authorization: Bearer " + server->token + "\r\n";
    const QByteArray type = "Content-Type: application/json\r\n";
    const QByteArray rest = "Accept: */*\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
    const QByteArray post = "POST /mcp HTTP/1.1\r\n";
    QTcpSocket slow; // its header never ends
    slow.connectToHost(u"127.0.0.1"_s, server->port);
    slow.write(post + host + token);
    QVERIFY(
        becomesTrue([&] { return slow.state() == QAbstractSocket::ConnectedState && slow.bytesToWrite() == 0; }, 5s));

    const QList<std::pair<QByteArray, int>> attacks{
        {"Host: evil.example\r\n" + token + type + rest, 403},
        {host + "Origin: https://evil.example\r\n" + token + type + rest, 403},
        {host + type + rest, 401},
        {host + "Authorization: Bearer " + QByteArray(43, 'A') + "\r\n" + type + rest, 401},
        {host + token + "Content-Type: text/plain\r\n" + rest, 415},
        {host + token + type + "Accept: */*\r\nContent-Length: 104857600\r\n\r\n" + QByteArray(1'000'000, 'x'), 413}};
    for (const auto &[bytes, status] : attacks) {
        Exchange exchange(server->port, server->token);
        exchange.send(post + bytes);
        QVERIFY(exchange.waitForEnd());
        QVERIFY2(exchange.status() == status, exchange.received().constData());
    }
    QVERIFY(beside.ask(u"ping"_s).contains("result"_L1));

    std::vector<std::unique_ptr<QTcpSocket>> many; // more than the 256 that are served at once
    for (int i = 0; i < 1000; ++i) {
        auto &socket = many.emplace_back(std::make_unique<QTcpSocket>());
        socket->connectToHost(u"127.0.0.1"_s, server->port);
        if (i % 50 == 0)
            QVERIFY(socket->waitForConnected(int(patient(5s).count())));
    }
    const auto refused = [&many] {
        return std::ranges::count_if(many, [](const auto &socket) { return socket->peek(12) == "HTTP/1.1 503"; });
    };
    // Not a matter of how many: those that are served and say nothing are closed in their turn, and make room.
    QVERIFY(becomesTrue([&] { return refused() > 0; }, 20s));
    QVERIFY(beside.ask(u"ping"_s).contains("result"_L1));
    QVERIFY(becomesTrue([&] { return slow.state() == QAbstractSocket::UnconnectedState; }, 15s));
    many.clear();

    Exchange next(server->port, server->token);
    QVERIFY(becomesTrue(
        [&] {
            Exchange health(server->port, {});
            health.get("/healthz");
            return health.waitForEnd() && health.status() == 200;
        },
        10s));
    next.call(u"run_python_code"_s, u"print('next')"_s);
    QVERIFY(next.waitForEnd());
    QVERIFY2(next.text().startsWith("next\n[exit code 0"_L1), next.received().constData());
    QCOMPARE(beside.waitForResult(running).out(), u"unharmed\n"_s);
    QVERIFY2(beside.violations().isEmpty(), qPrintable(beside.violations().join(u'\n')));
    stop(*server);
}

void TestHttp::healthAndMetricsTell()
{
    const auto server = start();
    QVERIFY(server);
    Exchange call(server->port, server->token);
    call.call(u"run_python_code"_s, u"raise SystemExit(3)"_s);
    QVERIFY(call.waitForEnd());
    Exchange health(server->port, {});
    health.get("/healthz");
    QVERIFY(health.waitForEnd());
    QCOMPARE(health.status(), 200);
    QCOMPARE(health.answer()["status"_L1], u"ok"_s);
    Exchange stranger(server->port, "not-the-token-at-all");
    stranger.get("/metrics");
    QVERIFY(stranger.waitForEnd());
    QCOMPARE(stranger.status(), 401);
    Exchange metrics(server->port, server->token);
    metrics.get("/metrics");
    QVERIFY(metrics.waitForEnd());
    QCOMPARE(metrics.status(), 200);
    QVERIFY(metrics.received().contains("code_sandbox_calls_total{language=\"python\",outcome=\"exited\"} 1\n"));
    QVERIFY(metrics.received().contains("code_sandbox_run_duration_seconds_count{language=\"python\"} 1\n"));
    stop(*server);
}

void TestHttp::certificateMakesItTls()
{
    const QString key = m_folder.filePath(u"key.pem"_s);
    const QString certificate = m_folder.filePath(u"certificate.pem"_s);
    const TestEngine::Output made =
        runProgram({u"openssl"_s, u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
                    u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s, u"-days"_s, u"2"_s, u"-subj"_s, u"/CN=localhost"_s,
                    u"-addext"_s, u"subjectAltName=DNS:localhost"_s, u"-keyout"_s, key, u"-out"_s, certificate});
    QVERIFY2(made.exitCode == 0, made.err.constData());
    const auto server = start({u"--tls-certificate"_s, certificate, u"--tls-key"_s, key});
    QVERIFY(server);
    QVERIFY(server->errors.contains("https://"));

    QSslConfiguration trust = QSslConfiguration::defaultConfiguration();
    trust.setCaCertificates(QSslCertificate::fromPath(certificate));
    QSslSocket socket;
    socket.setSslConfiguration(trust);
    socket.setPeerVerifyName(u"localhost"_s);
    socket.connectToHostEncrypted(u"127.0.0.1"_s, server->port);
    QVERIFY(becomesTrue([&] { return socket.isEncrypted(); }, 10s));
    socket.write("GET /metrics HTTP/1.1\r\nHost: localhost:" + QByteArray::number(server->port) +
                 "\r\nAuthorization: Bearer " + server->token + "\r\nConnection: close\r\n\r\n");
    QByteArray received;
    QVERIFY(becomesTrue(
        [&] {
            received += socket.readAll();
            return received.contains("code_sandbox_http_connections 1\n");
        },
        10s));
    QVERIFY(received.startsWith("HTTP/1.1 200"));

    Exchange plain(server->port, server->token); // at the wrong door: no answer, and no harm
    plain.get("/healthz");
    QVERIFY(plain.waitForEnd(patient(15s)));
    QVERIFY(!plain.received().contains("HTTP/1.1 200"));
    socket.abort();
    stop(*server);
}

void TestHttp::unprotectedAddressesAreRefused_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no TLS") << QStringList{u"--listen"_s, u"0.0.0.0:0"_s} << u"Without TLS"_s;
    QTest::newRow("no token") << QStringList{u"--listen"_s, u"0.0.0.0:0"_s, u"--no-token"_s} << u"Without a token"_s;
    QTest::newRow("key without certificate")
        << QStringList{u"--tls-key"_s, u"/etc/hostname"_s} << u"--tls-certificate is not set"_s;
    QTest::newRow("no certificate in it")
        << QStringList{u"--tls-key"_s, u"/etc/hostname"_s, u"--tls-certificate"_s, u"/etc/hostname"_s}
        << u"holds no certificate"_s;
}

void TestHttp::unprotectedAddressesAreRefused()
{
    QFETCH(QStringList, options);
    QFETCH(QString, reason);
    HttpServer server(*m_engine, m_folder.path(), options);
    QCOMPARE(server.waitForExit(patient(5s)), 2);
    const QString errors = QString::fromUtf8(server.process.readAllStandardError());
    QVERIFY2(errors.contains(reason), qPrintable(errors));
}

void TestHttp::twoHundredClientsLoseNothing()
{
    if (qEnvironmentVariable("SANDBOX_TEST_ROWS") != "all"_L1)
        QSKIP("takes a minute; runs with ctest label full");
    const QString ab = QStandardPaths::findExecutable(u"ab"_s);
    if (ab.isEmpty() && !TestEngine::isRequired())
        QSKIP("ab (apache2-utils) is not installed");
    const auto server = start();
    QVERIFY(server);
    const auto residentKib = [&] {
        QFile status(u"/proc/%1/status"_s.arg(server->process.processId()));
        static const QRegularExpression line(u"VmRSS:\\s*([0-9]+) kB"_s);
        return status.open(QFile::ReadOnly) ? line.match(QString::fromUtf8(status.readAll())).captured(1).toLongLong()
                                            : 0;
    };
    // Eight clients, so that their 200 connections are within the shares of waiting calls: nobody is told "busy".
    constexpr int clients = 8;
    constexpr int connectionsOfEach = 25;
    const auto bodyFor = [&](int client, const QString &method, QJsonObject params) {
        params[u"_meta"_s] = QJsonObject{{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s},
                                         {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()},
                                         {u"io.modelcontextprotocol/clientInfo"_s,
                                          QJsonObject{{u"name"_s, u"load-%1"_s.arg(client)}, {u"version"_s, u"1"_s}}}};
        const QString path = m_folder.filePath(u"call-%1.json"_s.arg(client));
        QFile file(path);
        if (!file.open(QFile::WriteOnly | QFile::Truncate))
            qFatal("cannot write %s", qPrintable(path));
        file.write(json({{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, 1}, {u"method"_s, method}, {u"params"_s, params}}));
        return path;
    };
    const auto load = [&](const QString &method, const QJsonObject &params, const QStringList &more, int seconds) {
        // -l: answers may differ in length; -r: go on after an error and count it.
        QStringList options{u"-k"_s,
                            u"-l"_s,
                            u"-r"_s,
                            u"-c"_s,
                            QString::number(connectionsOfEach),
                            u"-t"_s,
                            QString::number(seconds),
                            u"-n"_s,
                            u"10000000"_s,
                            u"-s"_s,
                            u"60"_s,
                            u"-T"_s,
                            u"application/json"_s};
        const QStringList fields = QStringList{u"Accept: application/json, text/event-stream"_s,
                                               u"Authorization: Bearer "_s + QString::fromLatin1(server->token),
                                               u"MCP-Protocol-Version: 2026-07-28"_s, u"Mcp-Method: "_s + method} +
                                   more;
        for (const QString &field : fields)
            options += QStringList{u"-H"_s, field};
        std::vector<std::unique_ptr<QProcess>> processes;
        for (int i = 0; i < clients; ++i) {
            auto &process = processes.emplace_back(std::make_unique<QProcess>());
            process->start(ab, options + QStringList{u"-p"_s, bodyFor(i, method, params),
                                                     u"http://127.0.0.1:%1/mcp"_s.arg(server->port)});
        }
        for (const auto &process : processes) {
            process->waitForFinished((seconds + 120) * 1000);
            const QString output = QString::fromUtf8(process->readAllStandardOutput());
            qInfo().noquote() << output.mid(output.indexOf("Complete requests"_L1));
            QVERIFY2(process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0,
                     process->readAllStandardError().constData());
            QVERIFY(output.contains("Failed requests:        0\n"_L1));
            QVERIFY(!output.contains("Non-2xx responses"_L1));
        }
    };
    const QJsonObject call{{u"name"_s, u"run_python_code"_s},
                           {u"arguments"_s, QJsonObject{{u"code"_s, u"print(1)"_s}}}};
    load(u"tools/call"_s, call, {u"Mcp-Name: run_python_code"_s}, 10); // what is kept for reuse is there now
    const qint64 before = residentKib();
    load(u"tools/call"_s, call, {u"Mcp-Name: run_python_code"_s}, 60);
    load(u"tools/list"_s, {}, {}, 10);
    const qint64 after = residentKib();
    Exchange metrics(server->port, server->token);
    metrics.get("/metrics");
    QVERIFY(metrics.waitForEnd());
    for (const QByteArray &line : metrics.received().split('\n')) {
        if (!line.startsWith("code_sandbox_calls_total"))
            continue;
        qInfo().noquote() << line;
        // ab leaves at the end of its time, which cancels what it waits for.
        QVERIFY2(line.contains("\"exited\"") || line.contains("\"cancelled\""), line.constData());
    }
    qInfo("resident: %lld KiB before, %lld KiB after", before, after);
    QVERIFY(after < before + 16 * 1024);
    stop(*server);
}

QTEST_GUILESS_MAIN(TestHttp)
#include "tst_http.moc"
