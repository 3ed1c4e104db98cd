#pragma once

#include "revision.h"
#include "rpc.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <memory>

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

/// One request in flight that is answered later. Owned by its McpSession, which deletes it after the answer.
///
/// Exactly one of respond() and fail() ends it. After cancelled() nothing more is sent, whatever is called.
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

    /// 0 is a token too.
    [[nodiscard]] bool wantsProgress() const { return progressToken().isString() || progressToken().isDouble(); }
    /// Tells the client how far the request is, if it asked for that; the counter is the time in seconds, rising.
    void reportProgress(const QString &message);

    /// Adds what every result of the revision carries.
    void respond(QJsonObject result);
    /// The same for lists and resources, which clients of 2026-07-28 may keep for `ttlMs`.
    void respondCacheable(QJsonObject result, int ttlMs);
    void fail(const RpcError &error);
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

    QJsonValue m_id;
    QJsonObject m_params;
    Revision m_revision;
    QString m_client;
    QString m_owner;
    std::shared_ptr<MessageSink> m_sink; ///< Null after the end.
    QElapsedTimer m_age;
    double m_lastProgress = 0;
};
