#pragma once

#include "mcp/mcpsession.h"
#include "mcp/serverfeatures.h"
#include "transcript.h"

#include <QJsonDocument>
#include <QPointer>

/// Keeps what a McpSession sends.
class RecordingSink : public MessageSink
{
public:
    void notify(const QByteArray &notification) override { take(notification); }
    void answer(const QByteArray &response) override { take(response); }

    /// All messages until now, and forgets them.
    QByteArrayList takeAll() { return std::exchange(m_messages, {}); }

    Transcript transcript;

private:
    void take(const QByteArray &message)
    {
        transcript.addServer(message);
        m_messages.append(message);
    }

    QByteArrayList m_messages;
};

/// Of a tool that has nothing to say.
inline const QJsonObject emptyResult{{QStringLiteral("content"), QJsonArray()}};

/// Two tools and two resources. "echo" answers at once with its arguments; "slow" (alias "sluggish") keeps the call for
/// the test to answer.
class FakeFeatures : public ServerFeatures
{
    Q_OBJECT

public:
    using ServerFeatures::ServerFeatures;

    QList<QPointer<Exchange>> calls; ///< Of "slow", not answered yet.
    QList<QJsonValue> arguments;     ///< Of every call.

    [[nodiscard]] QString instructions() const override { return QStringLiteral("Call echo."); }

    [[nodiscard]] QList<Tool> tools() const override
    {
        const QJsonObject schema{{QStringLiteral("type"), QStringLiteral("object")}};
        return {{QStringLiteral("echo"), QStringLiteral("Echo"), QStringLiteral("Says it again"), schema,
                 QJsonObject{{QStringLiteral("readOnlyHint"), true}}},
                {QStringLiteral("slow"), QStringLiteral("Slow"), QStringLiteral("Takes its time"), schema,
                 QJsonObject{{QStringLiteral("readOnlyHint"), false}}}};
    }

    [[nodiscard]] bool hasTool(const QString &name) const override
    {
        return name == QStringLiteral("echo") || name == QStringLiteral("slow") || name == QStringLiteral("sluggish");
    }

    void callTool(Exchange *call, const QString &name, const QJsonValue &callArguments) override
    {
        arguments.append(callArguments);
        if (name != QStringLiteral("echo"))
            return calls.append(call);
        const QJsonObject text{
            {QStringLiteral("type"), QStringLiteral("text")},
            {QStringLiteral("text"), callArguments[QStringLiteral("text")].toString(QStringLiteral("nothing"))}};
        call->respond({{QStringLiteral("content"), QJsonArray{text}}, {QStringLiteral("isError"), false}});
    }

    [[nodiscard]] QList<Resource> resources() const override
    {
        return {{QStringLiteral("test://a"), QStringLiteral("a"), QStringLiteral("A"), QStringLiteral("The letter"),
                 QStringLiteral("text/plain")}};
    }

    [[nodiscard]] QList<Resource> resourceTemplates() const override
    {
        return {{QStringLiteral("test://{x}"), QStringLiteral("x"), QStringLiteral("X"), QStringLiteral("Any letter"),
                 QStringLiteral("text/plain")}};
    }

    void readResource(Exchange *read, const QString &uri) override
    {
        if (uri != QStringLiteral("test://a"))
            return read->fail(McpSession::resourceNotFound(read->revision(), uri));
        const QJsonObject content{{QStringLiteral("uri"), uri}, {QStringLiteral("text"), QStringLiteral("a")}};
        read->respondCacheable({{QStringLiteral("contents"), QJsonArray{content}}}, 1000);
    }
};
