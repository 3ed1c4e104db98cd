#pragma once

#include "mcp/revision.h"
#include "mcp/rpc.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

/// Where the messages that belong to a request go: the one stdout, or the response to one HTTP POST. They are
/// serialised, without line end.
class MessageSink
{
public:
    virtual ~MessageSink() = default;
    virtual void notify(const QByteArray &notification) = 0;
    virtual void answer(const QByteArray &response) = 0;
    /// The answer is this error; HTTP shows some of them in its status.
    virtual void answerError(const QByteArray &response, const RpcError &error)
    {
        Q_UNUSED(error)
        answer(response);
    }
};

/// How urgent a log message is, from the least.
enum class LogLevel
{
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency
};

QString logLevelName(LogLevel level);
std::optional<LogLevel> logLevelFromName(const QString &name);

/// Something that only the client can supply: what its user says (elicitation/create), what its model says
/// (sampling/createMessage), its folders (roots/list).
struct InputRequest
{
    QString key; ///< Names the answer.
    QString method;
    QJsonObject params;
};

/// One request in flight that is answered later. Owned by its McpSession, which deletes it after the answer.
///
/// Exactly one of respond(), fail() and requireInput() ends it. After cancelled() nothing more is sent, whatever is
/// called. (Owners may take the input of requireInput() upon them; then the request goes on.)
class Exchange : public QObject
{
    Q_OBJECT

public:
    Exchange(QJsonValue id, QJsonObject params, Revision revision, std::shared_ptr<MessageSink> sink,
             QObject *parent = nullptr);

    [[nodiscard]] const QJsonValue &id() const { return m_id; }
    [[nodiscard]] const QJsonObject &params() const { return m_params; }
    [[nodiscard]] Revision revision() const { return m_revision; }
    /// Name and version of the client, for people; may be empty.
    [[nodiscard]] const QString &client() const { return m_client; }
    void setClient(const QString &client) { m_client = client; }
    /// Whose share of the server the request takes; empty where there is one client only.
    [[nodiscard]] const QString &owner() const { return m_owner; }
    void setOwner(const QString &owner) { m_owner = owner; }

    /// Capabilities that the client declared: with this request, or up to 2025-11-25 in the handshake.
    [[nodiscard]] const QJsonObject &clientCapabilities() const { return m_clientCapabilities; }
    void setClientCapabilities(const QJsonObject &capabilities) { m_clientCapabilities = capabilities; }
    [[nodiscard]] bool clientHasExtension(QLatin1StringView name) const;

    /// 0 is a token too.
    [[nodiscard]] bool wantsProgress() const { return progressToken().isString() || progressToken().isDouble(); }
    /// Tells the client how far the request is, if it asked for that; the counter is the time in seconds, rising.
    void reportProgress(const QString &message);
    /// The same with a counter of your own; it must rise.
    void reportStep(double done, double total);
    /// A log message for the client, if it asked for messages of this level.
    void sendLog(LogLevel level, const QJsonValue &data);
    void setLogLevel(std::optional<LogLevel> level) { m_logLevel = level; }
    void notify(const QString &method, const QJsonObject &params);
    /// A request to the client (up to 2025-11-25), on the way that answers take.
    void askClient(const QString &id, const QString &method, const QJsonObject &params);

    /// Adds what every result of the revision carries.
    void respond(QJsonObject result);
    /// A result that has it already, see completed().
    void respondSerialized(const QByteArray &result);
    /// The same for lists and resources, which clients of 2026-07-28 may keep for `ttlMs`.
    void respondCacheable(QJsonObject result, int ttlMs);
    /// What respondCacheable() would send, but for the id: the same for every request of a revision.
    [[nodiscard]] static QByteArray completed(QJsonObject result, int ttlMs, Revision revision);
    void fail(const RpcError &error);
    /// Fails since the client did not declare a capability. `capabilities` is shaped like ClientCapabilities.
    void failForCapability(const QJsonObject &capabilities);

    /// Asks the client for input. The request comes again with the answers, as a new one of 2026-07-28 or as this one,
    /// and with `state`, which clients see but cannot change. Fails when the client cannot answer such questions.
    void requireInput(const QList<InputRequest> &requests, const QJsonObject &state = {});
    /// The client's answer under that key, if it is an object.
    [[nodiscard]] std::optional<QJsonObject> input(QLatin1StringView key) const;
    [[nodiscard]] const QJsonObject &state() const { return m_state; }
    /// What a sealed state is good for: the same tool, prompt or resource.
    [[nodiscard]] QString statePurpose() const;
    void setInputs(const QJsonObject &inputs, const QJsonObject &state);
    /// What takes the questions of requireInput() instead of a result to the client.
    using Asker = std::function<void(const QList<InputRequest> &requests, const QJsonObject &state)>;
    void setAsker(const Asker &asker) { m_asker = asker; }

    /// The same request, answered to `sink` instead: for work that outlives the response. Belongs to the caller.
    [[nodiscard]] std::unique_ptr<Exchange> detached(std::shared_ptr<MessageSink> sink) const;

    /// The client withdrew the request.
    void cancel();

Q_SIGNALS:
    void cancelled();
    /// Answered or cancelled; the object is deleted afterwards.
    void ended();

private:
    [[nodiscard]] QJsonValue progressToken() const { return m_params[u"_meta"][u"progressToken"]; }
    /// The sink, for the last message: it is let go, since the exchange may outlive what is behind it. Null when there
    /// was an end before.
    std::shared_ptr<MessageSink> end();
    /// A result of another type than "complete", as it is.
    void respondAs(const QString &resultType, QJsonObject result);
    friend class TaskStore;

    QJsonValue m_id;
    QJsonObject m_params;
    Revision m_revision;
    QString m_client;
    QJsonObject m_clientCapabilities;
    std::optional<LogLevel> m_logLevel;
    QJsonObject m_inputs;
    QJsonObject m_state;
    Asker m_asker;
    QString m_owner;
    std::shared_ptr<MessageSink> m_sink; ///< Null after the end.
    QElapsedTimer m_age;
    double m_lastProgress = 0;
};
