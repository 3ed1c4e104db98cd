#pragma once

#include "testengine.h"
#include "transcript.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QSocketNotifier>
#include <QTemporaryDir>

#include <chrono>
#include <memory>
#include <optional>

/// The outcome of a tools/call, as a program reads it.
struct RunResult
{
    QJsonObject reply; ///< The whole message; empty when none came in time.
    QString text;      ///< content[0]
    QJsonObject meta;
    std::chrono::milliseconds took{0}; ///< From the request to the answer.

    [[nodiscard]] bool hasRun() const { return !meta.isEmpty(); }
    [[nodiscard]] bool isError() const;
    [[nodiscard]] QString outcome() const { return meta[QLatin1StringView("outcome")].toString(); }
    [[nodiscard]] std::optional<int> exitCode() const;
    [[nodiscard]] QString signal() const { return meta[QLatin1StringView("signal")].toString(); }
    [[nodiscard]] QString out() const { return meta[QLatin1StringView("stdout")].toString(); }
    [[nodiscard]] QString err() const { return meta[QLatin1StringView("stderr")].toString(); }
    [[nodiscard]] double number(QLatin1StringView key) const { return meta[key].toDouble(); }
    [[nodiscard]] QString container() const { return meta[QLatin1StringView("container")].toString(); }
    [[nodiscard]] QString closingLine() const { return text.section(QLatin1Char('\n'), -1); }
    /// For the messages of failing checks.
    [[nodiscard]] QByteArray description() const;
};

/// A client on stdio, and the judge of what comes: every line of the server's stdout must be one JSON-RPC message.
///
/// Replies are found by id, in whatever order they come. Destroying it kills the server.
class McpClient : public QObject
{
    Q_OBJECT

public:
    McpClient(TestEngine engine, const QStringList &options, const QProcessEnvironment &more = {});
    ~McpClient() override;

    /// Starts the server and makes the handshake; false when that did not work.
    bool start(const QString &revision = QStringLiteral("2025-06-18"));
    /// Only starts the server.
    void startServer();
    QJsonObject initialize(const QString &revision);
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] const TestEngine &engine() const { return m_engine; }

    int request(const QString &method, const QJsonObject &params = {});
    void notify(const QString &method, const QJsonObject &params = {});
    void cancel(int id) { notify(QStringLiteral("notifications/cancelled"), {{QStringLiteral("requestId"), id}}); }
    void sendBytes(const QByteArray &bytes);

    [[nodiscard]] bool hasReply(const QJsonValue &id) const;
    /// How long the answer to a request took, from when the server had it: what this process needs to write a message of
    /// megabytes is not the server's time. 0 before the answer is there.
    [[nodiscard]] std::chrono::milliseconds tookFor(int id) const
    {
        return std::chrono::milliseconds(m_tookMs.value(id));
    }
    QJsonObject waitForReply(const QJsonValue &id, std::chrono::milliseconds limit = std::chrono::seconds(30));
    /// request() and waitForReply(): the reply with `result` or `error`.
    QJsonObject ask(const QString &method, const QJsonObject &params = {});

    int call(const QString &tool, QJsonObject arguments, const QJsonObject &meta = {});
    int callPython(const QString &code, const QJsonObject &more = {});
    RunResult waitForResult(int id, std::chrono::milliseconds limit = std::chrono::seconds(60));
    RunResult runPython(const QString &code, const QJsonObject &more = {});
    RunResult runJavaScript(const QString &code, const QJsonObject &more = {});
    /// Waits until `text` was reported as progress of a call; needs a progressToken.
    bool waitForProgress(const QJsonValue &token, const QString &text);

    [[nodiscard]] const QList<QJsonObject> &messages() const { return m_messages; }
    [[nodiscard]] QList<QJsonObject> progress(const QJsonValue &token) const;
    /// Lines that no server may send; empty if all is well.
    [[nodiscard]] const QStringList &violations() const { return m_violations; }
    [[nodiscard]] const QByteArray &log() const { return m_log; }
    [[nodiscard]] const QByteArray &firstBytes() const { return m_firstBytes; }
    /// The server's working folder, empty at its start; what is in it is something left.
    [[nodiscard]] QString workingFolder() const { return m_workingFolder.path(); }
    [[nodiscard]] QStringList leftInWorkingFolder() const;

    void closeInput() { m_process.closeWriteChannel(); }
    /// The next thing that the server writes meets EPIPE.
    void closeOutput();
    void sendSignal(int signal);
    /// The exit code; -1 for a crash, -2 when it did not end in time.
    int waitForExit(std::chrono::milliseconds limit);

private:
    void read();
    void judge(const QByteArray &line);

    TestEngine m_engine;
    QStringList m_options;
    QTemporaryDir m_workingFolder;
    QProcessEnvironment m_more;
    QProcess m_process;
    int m_output =
        -1; ///< Our end of the server's stdout; a pipe of our own, since QProcess never closes its one early.
    std::unique_ptr<QSocketNotifier> m_outputNotifier;
    Transcript m_transcript;
    QByteArray m_unfinishedLine; ///< Sent.
    QByteArray m_pending;
    QByteArray m_firstBytes;
    QByteArray m_log;
    QList<QJsonObject> m_messages;
    QStringList m_violations;
    QHash<int, QElapsedTimer> m_sent;
    QList<int> m_unsent; ///< Requests that wait, wholly or in part, in our own buffer.
    QHash<int, qint64> m_tookMs;
    int m_lastId = 0;
};
