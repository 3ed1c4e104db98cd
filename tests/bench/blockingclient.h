#pragma once

#include <QJsonObject>
#include <QProcess>

#include <chrono>

/// The simplest MCP client: it waits for each answer by blocking, so that nothing of its own adds to the times.
class BlockingClient
{
public:
    /// Starts the server and makes the handshake; the time until its answer is startTime(). `prefix`: words before the
    /// server's own, such as those that put it into another network.
    explicit BlockingClient(const QStringList &options, const QStringList &prefix = {});
    ~BlockingClient();

    [[nodiscard]] std::chrono::nanoseconds startTime() const { return m_startTime; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

    int send(const QString &method, const QJsonObject &params);
    int sendCall(const QString &tool, const QString &code);
    /// The next answer of the server, whichever request it belongs to.
    QJsonObject receive();
    /// A call and its answer; ends the benchmark if it is not the expected success.
    QJsonObject call(const QString &tool, const QString &code);
    /// The same; what the program printed.
    QString outputOf(const QString &tool, const QString &code);

private:
    QProcess m_process;
    std::chrono::nanoseconds m_startTime{0};
    int m_lastId = 0;
};
