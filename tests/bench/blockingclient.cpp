#include "blockingclient.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

BlockingClient::BlockingClient(const QStringList &options, const QStringList &prefix)
{
    const QStringList words = prefix + QStringList{QStringLiteral(SANDBOX_TEST_SERVER)} + options;
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const auto start = std::chrono::steady_clock::now();
    m_process.start(words.constFirst(), words.mid(1));
    send(u"initialize"_s, {{u"protocolVersion"_s, u"2025-06-18"_s},
                           {u"capabilities"_s, QJsonObject()},
                           {u"clientInfo"_s, QJsonObject{{u"name"_s, u"bench"_s}, {u"version"_s, u"1"_s}}}});
    receive();
    m_startTime = std::chrono::steady_clock::now() - start;
}

BlockingClient::~BlockingClient()
{
    m_process.closeWriteChannel();
    m_process.waitForFinished(10'000);
}

int BlockingClient::send(const QString &method, const QJsonObject &params)
{
    const QJsonObject message{
        {u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, ++m_lastId}, {u"method"_s, method}, {u"params"_s, params}};
    m_process.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    m_process.waitForBytesWritten(10'000);
    return m_lastId;
}

int BlockingClient::sendCall(const QString &tool, const QString &code)
{
    return send(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, QJsonObject{{u"code"_s, code}}}});
}

QJsonObject BlockingClient::receive()
{
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(120'000))
            qFatal("the server did not answer within two minutes");
    }
    return QJsonDocument::fromJson(m_process.readLine()).object();
}

QJsonObject BlockingClient::call(const QString &tool, const QString &code)
{
    sendCall(tool, code);
    const QJsonObject reply = receive();
    if (reply["result"_L1]["isError"_L1] != false)
        qFatal("a call failed: %s", qUtf8Printable(reply["result"_L1]["content"_L1][0]["text"_L1].toString()));
    return reply;
}

QString BlockingClient::outputOf(const QString &tool, const QString &code)
{
    const QJsonObject meta = call(tool, code)["result"_L1]["_meta"_L1].toObject();
    return meta["io.github.code-sandbox-mcp/result"_L1]["stdout"_L1].toString();
}
