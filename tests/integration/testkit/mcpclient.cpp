#include "mcpclient.h"

#include "patience.h"

#include <QDir>
#include <QJsonDocument>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto metaKey = "io.github.code-sandbox-mcp/result"_L1;

} // namespace

bool RunResult::isError() const
{
    return reply["result"_L1]["isError"_L1].toBool();
}

std::optional<int> RunResult::exitCode() const
{
    const QJsonValue code = meta["exit_code"_L1];
    return code.isDouble() ? std::optional(code.toInt()) : std::nullopt;
}

QByteArray RunResult::description() const
{
    if (reply.isEmpty())
        return "no reply came";
    if (!hasRun())
        return QJsonDocument(reply).toJson(QJsonDocument::Compact).left(2000);
    QJsonObject shown = meta;
    shown["stdout"_L1] = out().left(1500) + (out().size() > 1500 ? u"…"_s + out().right(500) : QString());
    shown["stderr"_L1] = err().left(1500);
    return QJsonDocument(shown).toJson(QJsonDocument::Compact) + ' ' + closingLine().toUtf8().left(500);
}

McpClient::McpClient(TestEngine engine, const QStringList &options, const QProcessEnvironment &more)
    : m_engine(std::move(engine))
    , m_options(options)
    , m_more(more)
{
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] { m_log += m_process.readAllStandardError(); });
    connect(&m_process, &QProcess::bytesWritten, this, [this] {
        if (m_process.bytesToWrite() > 0)
            return;
        for (const int id : std::exchange(m_unsent, {}))
            m_sent[id].start();
    });
}

McpClient::~McpClient()
{
    m_process.disconnect(this);
    closeOutput();
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

void McpClient::startServer()
{
    QProcessEnvironment environment = m_engine.serverEnvironment();
    environment.insert(m_more);
    m_process.setProcessEnvironment(environment);
    // Anybody's to write to, as the user of rootless podman is another one.
    QFile::setPermissions(m_workingFolder.path(), QFile::Permissions(0x7777));
    m_process.setWorkingDirectory(m_workingFolder.path());
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe");
    m_output = ends[0];
    fcntl(ends[1], F_SETFL, 0); // the server's end blocks, as it does with most clients
    m_process.setChildProcessModifier([end = ends[1]] { dup2(end, STDOUT_FILENO); });
    m_outputNotifier = std::make_unique<QSocketNotifier>(m_output, QSocketNotifier::Read);
    connect(m_outputNotifier.get(), &QSocketNotifier::activated, this, &McpClient::read);
    const QStringList command = m_engine.serverCommand(m_options);
    m_process.start(command.constFirst(), command.mid(1));
    m_process.waitForStarted();
    close(ends[1]);
}

QStringList McpClient::leftInWorkingFolder() const
{
    return QDir(m_workingFolder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

void McpClient::closeOutput()
{
    m_outputNotifier.reset();
    if (m_output >= 0)
        close(std::exchange(m_output, -1));
}

QJsonObject McpClient::initialize(const QString &revision)
{
    const QJsonObject client{{u"name"_s, u"testkit"_s}, {u"version"_s, u"1"_s}};
    const QJsonObject reply =
        ask(u"initialize"_s,
            {{u"protocolVersion"_s, revision}, {u"capabilities"_s, QJsonObject()}, {u"clientInfo"_s, client}});
    notify(u"notifications/initialized"_s);
    return reply;
}

bool McpClient::start(const QString &revision)
{
    startServer();
    return initialize(revision).contains("result"_L1);
}

int McpClient::request(const QString &method, const QJsonObject &params)
{
    const int id = ++m_lastId;
    m_sent[id].start();
    m_unsent += id;
    const QJsonObject message{{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
    sendBytes(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    return id;
}

void McpClient::notify(const QString &method, const QJsonObject &params)
{
    const QJsonObject message{{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}, {u"params"_s, params}};
    sendBytes(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
}

void McpClient::sendBytes(const QByteArray &bytes)
{
    QByteArrayList lines = (m_unfinishedLine + bytes).split('\n');
    m_unfinishedLine = lines.takeLast();
    for (const QByteArray &line : std::as_const(lines))
        m_transcript.addClient(line);
    m_process.write(bytes);
}

bool McpClient::hasReply(const QJsonValue &id) const
{
    return std::ranges::any_of(m_messages, [&id](const QJsonObject &message) {
        return message["id"_L1] == id && !message.contains("method"_L1);
    });
}

QJsonObject McpClient::waitForReply(const QJsonValue &id, std::chrono::milliseconds limit)
{
    (void)QTest::qWaitFor([&] { return hasReply(id) || !isRunning(); }, int(patient(limit).count()));
    for (const QJsonObject &message : std::as_const(m_messages)) {
        if (message["id"_L1] == id && !message.contains("method"_L1))
            return message;
    }
    return {};
}

QJsonObject McpClient::ask(const QString &method, const QJsonObject &params)
{
    return waitForReply(request(method, params));
}

int McpClient::call(const QString &tool, QJsonObject arguments, const QJsonObject &meta)
{
    QJsonObject params{{u"name"_s, tool}, {u"arguments"_s, arguments}};
    if (!meta.isEmpty())
        params[u"_meta"_s] = meta;
    return request(u"tools/call"_s, params);
}

int McpClient::callPython(const QString &code, const QJsonObject &more)
{
    QJsonObject arguments = more;
    arguments[u"code"_s] = code;
    return call(u"run_python_code"_s, arguments);
}

RunResult McpClient::waitForResult(int id, std::chrono::milliseconds limit)
{
    RunResult result;
    result.reply = waitForReply(id, limit);
    result.text = result.reply["result"_L1]["content"_L1][0]["text"_L1].toString();
    result.meta = result.reply["result"_L1]["_meta"_L1][metaKey].toObject();
    result.took = std::chrono::milliseconds(m_tookMs.value(id));
    return result;
}

RunResult McpClient::runPython(const QString &code, const QJsonObject &more)
{
    return waitForResult(callPython(code, more));
}

RunResult McpClient::runJavaScript(const QString &code, const QJsonObject &more)
{
    QJsonObject arguments = more;
    arguments[u"code"_s] = code;
    return waitForResult(call(u"run_js_code"_s, arguments));
}

bool McpClient::waitForProgress(const QJsonValue &token, const QString &text)
{
    const auto isThere = [&] {
        return std::ranges::any_of(progress(token), [&text](const QJsonObject &params) {
            return params["message"_L1].toString().contains(text);
        });
    };
    return QTest::qWaitFor(isThere, int(patient(30s).count()));
}

QList<QJsonObject> McpClient::progress(const QJsonValue &token) const
{
    QList<QJsonObject> found;
    for (const QJsonObject &message : m_messages) {
        const QJsonObject params = message["params"_L1].toObject();
        if (message["method"_L1] == "notifications/progress"_L1 && params["progressToken"_L1] == token)
            found += params;
    }
    return found;
}

void McpClient::sendSignal(int signal)
{
    ::kill(pid_t(pid()), signal);
}

int McpClient::waitForExit(std::chrono::milliseconds limit)
{
    if (!QTest::qWaitFor([this] { return !isRunning(); }, int(patient(limit).count())))
        return -2;
    read();
    if (!m_pending.isEmpty())
        m_violations += u"a line without its end: "_s + QString::fromUtf8(m_pending.left(200));
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

void McpClient::read()
{
    QByteArray bytes;
    char buffer[64 * 1024];
    ssize_t got = -1;
    while (m_output >= 0 && (got = ::read(m_output, buffer, sizeof buffer)) > 0)
        bytes.append(buffer, got);
    if (got == 0 && m_outputNotifier)
        m_outputNotifier->setEnabled(false); // the server has closed it
    m_firstBytes += bytes.left(16 - m_firstBytes.size());
    m_pending += bytes;
    qsizetype start = 0;
    for (qsizetype end; (end = m_pending.indexOf('\n', start)) >= 0; start = end + 1)
        judge(m_pending.mid(start, end - start));
    m_pending.remove(0, start);
}

void McpClient::judge(const QByteArray &line)
{
    m_transcript.addServer(line);
    const QJsonDocument document = QJsonDocument::fromJson(line);
    QJsonArray batch = document.array();
    if (document.isObject())
        batch.append(document.object());
    if (batch.isEmpty())
        m_violations += u"not JSON: "_s + QString::fromUtf8(line.left(200));
    if (line.size() > 1'000'000)
        m_violations += u"a message of %1 bytes"_s.arg(line.size());
    for (const QJsonValue &value : std::as_const(batch)) {
        const QJsonObject message = value.toObject();
        if (message["jsonrpc"_L1] != "2.0"_L1 ||
            !(message.contains("method"_L1) || message.contains("result"_L1) || message.contains("error"_L1)))
            m_violations += u"no JSON-RPC: "_s + QString::fromUtf8(line.left(200));
        const QJsonValue id = message["id"_L1];
        if (!id.isUndefined() && hasReply(id))
            m_violations += u"a second reply to %1"_s.arg(id.toVariant().toString());
        if (id.isDouble() && m_sent.contains(id.toInt()))
            m_tookMs[id.toInt()] = m_sent[id.toInt()].elapsed();
        m_messages += message;
    }
}
