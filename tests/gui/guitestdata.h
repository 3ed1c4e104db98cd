#pragma once

#include "common/monitorprotocol.h"

#include <QDateTime>

// Events as a server sends them, for the tests of the monitor's models and window.

class EventSource
{
public:
    explicit EventSource(const QString &serverInstance = QStringLiteral("server1"))
        : instance(serverInstance)
    {
    }

    monitor::Event next(monitor::Payload payload)
    {
        return {++m_seq, QDateTime::currentDateTimeUtc(), std::move(payload)};
    }
    monitor::Event hello(monitor::EngineState state = monitor::EngineState::Ready) const
    {
        monitor::ServerInfo server;
        server.instance = instance;
        server.client = QStringLiteral("client 1");
        server.engineState = state;
        if (state == monitor::EngineState::Unavailable)
            server.engineError = QStringLiteral("permission denied");
        server.limits.memoryBytes = 1 << 28;
        return {0, QDateTime::currentDateTimeUtc(), monitor::Hello{monitor::protocolVersion, server}};
    }
    monitor::Event queued(const QString &id, const QString &code = QStringLiteral("print(1)"),
                          Language language = Language::Python)
    {
        return next(monitor::ExecutionQueued{
            {id}, language, code, code.size(), 0, std::chrono::seconds(30), QStringLiteral("client 1")});
    }
    monitor::Event started(const QString &id)
    {
        return next(monitor::ExecutionStarted{{id}, QStringLiteral("c-") + id});
    }
    monitor::Event output(const QString &id, const QString &text, Stream stream = Stream::Stdout)
    {
        qint64 &offset = m_offsets[id + (stream == Stream::Stdout ? u'o' : u'e')];
        const qint64 at = std::exchange(offset, offset + text.size());
        return next(monitor::Output{{id}, stream, monitor::OutputPart::Live, at, text.size(), text});
    }
    monitor::Event finished(const QString &id, Outcome outcome = Outcome::Exited, int code = 0)
    {
        ExecutionResult result;
        result.outcome = outcome;
        if (outcome == Outcome::Exited)
            result.exitCode = code;
        result.duration = std::chrono::milliseconds(20);
        return next(monitor::ExecutionFinished{{id}, result, false, false});
    }
    monitor::Event failed(const QString &id)
    {
        return next(monitor::ExecutionFailed{{id}, {Error::Code::ImageMissing, QStringLiteral("No image."), {}}});
    }
    monitor::Event container(const QString &name, ContainerState state, const QString &execution = {})
    {
        return next(monitor::ContainerChanged{
            {name, Language::Python, {}, state, {execution}, QDateTime::currentDateTimeUtc(), {}}});
    }

    QString instance;

private:
    quint64 m_seq = 0;
    QHash<QString, qint64> m_offsets;
};
