#pragma once

#include "mcp/exchange.h"
#include "mcp/serverfeatures.h"

#include <QHash>
#include <QJsonDocument>
#include <QObject>
#include <QPointer>

/// One client's conversation: takes whole messages, checks them against the protocol (all five revisions, decided per
/// message), answers what the protocol itself defines and passes the rest to ServerFeatures.
///
/// Every message that needs an answer gets exactly one, except requests that were cancelled. Bad input never ends the
/// session. Destroying it cancels what is in flight.
class McpSession : public QObject
{
    Q_OBJECT

public:
    static constexpr int maxInFlight = 1024; ///< More requests at once are refused.

    explicit McpSession(ServerFeatures &features, QObject *parent = nullptr);
    ~McpSession() override;

    /// `message` is one JSON text. Answers and the progress of its requests go to `sink`.
    void receive(const QByteArray &message, const std::shared_ptr<MessageSink> &sink);
    /// Answers input that is no message at all, for example a line longer than the transport takes.
    static void refuse(const RpcError &error, MessageSink &sink);

    /// Where messages go that belong to no request (up to 2025-11-25): changed lists and resources.
    void setUnaskedSink(const std::shared_ptr<MessageSink> &sink) { m_unasked = sink; }
    /// Of all requests from now on, see Exchange::owner().
    void setOwner(const QString &owner) { m_owner = owner; }

    /// Cancels what is in flight; subscriptions get their end.
    void cancelAll();
    [[nodiscard]] int inFlight() const { return int(m_exchanges.size()); }

    /// The error of the revision in force for a resource that does not exist.
    static RpcError resourceNotFound(Revision revision, const QString &uri);

Q_SIGNALS:
    /// A client introduced itself (again). "name version"; empty parts left out.
    void clientIntroduced(const QString &client);
    /// The first request other than the introduction: worth preparing for calls now.
    void firstRequestServed();

private:
    void receiveObject(const QJsonObject &message, const std::shared_ptr<MessageSink> &sink);
    void receiveBatch(const QJsonArray &batch, const std::shared_ptr<MessageSink> &sink);
    void receiveNotification(const QString &method, const QJsonObject &params);
    void dispatchModern(Exchange *exchange, const QString &method);
    void dispatchLegacy(Exchange *exchange, const QString &method);
    /// Methods that are the same in all revisions; false when there is none of that name.
    bool dispatchShared(Exchange *exchange, const QString &method);
    void initialize(Exchange *exchange);
    void discover(Exchange *exchange);
    [[nodiscard]] QJsonObject capabilities(Revision revision) const;
    void callTool(Exchange *exchange);
    void getPrompt(Exchange *exchange);
    void complete(Exchange *exchange);
    void setLogLevel(Exchange *exchange);
    void watchResource(Exchange *exchange, bool isWatched);
    void listen(Exchange *exchange);
    /// Passes news on to the subscriptions that asked for them, and to a client with a handshake.
    void announce(const QString &filter, const QString &method, const QString &uri = {});
    /// The input that a client of 2026-07-28 sent along; false when the request was refused for it.
    bool takeInputs(Exchange *exchange);
    /// Asks the client of a handshake; with its answers `method` is dispatched again.
    void ask(Exchange *exchange, const QString &method, const QList<InputRequest> &requests, const QJsonObject &state);
    void receiveResponse(const QJsonObject &message);
    void listTools(Exchange *exchange);
    void list(Exchange *exchange, const QString &key, const QJsonArray &items);
    void cancel(const QJsonValue &id);
    void introduce(const QJsonObject &clientInfo);

    /// Questions to the client that belong together.
    struct Round
    {
        QPointer<Exchange> exchange;
        QString method;
        QJsonObject state;
        QJsonObject answers;
        qsizetype open = 0;
    };
    struct Question
    {
        std::shared_ptr<Round> round;
        QString key;
    };
    struct Subscription
    {
        QPointer<Exchange> exchange;
        QJsonObject filter; ///< What was asked for and is offered.
    };

    ServerFeatures &m_features;
    QHash<QByteArray, Exchange *> m_exchanges; ///< By typed id; children of this.
    std::optional<Revision> m_handshake;       ///< What initialize agreed on.
    QString m_client;
    QJsonObject m_clientCapabilities; ///< Of the handshake.
    LogLevel m_logLevel = LogLevel::Info;
    QStringList m_watchedResources;
    std::shared_ptr<MessageSink> m_unasked;
    QHash<QString, Question> m_questions; ///< By the id of our request.
    qint64 m_lastQuestion = 0;
    QList<Subscription> m_subscriptions;
    QString m_owner;
    bool m_sawModern = false;
    bool m_warnedOfMissingHandshake = false;
    bool m_servedRequest = false;
};
