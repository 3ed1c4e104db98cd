#pragma once

#include "exchange.h"
#include "serverfeatures.h"

#include <QHash>
#include <QJsonDocument>
#include <QObject>

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

    /// Of all requests from now on, see Exchange::owner().
    void setOwner(const QString &owner) { m_owner = owner; }

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
    void callTool(Exchange *exchange);
    void list(Exchange *exchange, const QString &key, const QJsonArray &items);
    void cancel(const QJsonValue &id);
    void introduce(const QJsonObject &clientInfo);

    ServerFeatures &m_features;
    QHash<QByteArray, Exchange *> m_exchanges; ///< By typed id; children of this.
    std::optional<Revision> m_handshake;       ///< What initialize agreed on.
    QString m_client;
    QString m_owner;
    bool m_sawModern = false;
    bool m_warnedOfMissingHandshake = false;
    bool m_servedRequest = false;
};
