#pragma once

#include "common/result.h"
#include "transport/httpaccess.h"
#include "transport/httpconnection.h"
#include "transport/postsink.h"

#include <QElapsedTimer>
#include <QHash>
#include <QHostAddress>
#include <QJsonDocument>
#include <QObject>
#include <QSet>
#include <QSslConfiguration>
#include <QTimer>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class HttpListener;
class McpSession;
class ServerFeatures;

/// Serves MCP over Streamable HTTP, to many clients, on the one path /mcp.
///
/// Clients of revisions up to 2025-11-25 get a session (McpSession) by `initialize`, which lives until DELETE, or until
/// nobody used it for long; for them a lost connection is no cancel. A request of 2026-07-28 is complete in itself: it
/// gets a McpSession of its own, which ends with its response, and whose request is cancelled when the client closes
/// the connection. So any instance behind a balancer can serve it.
class HttpTransport : public QObject
{
    Q_OBJECT

public:
    struct Address
    {
        QHostAddress host;
        quint16 port = 0; ///< 0: the first free one.
    };
    struct Config
    {
        QList<Address> addresses;
        HttpAccess access; ///< Its hosts are completed with the addresses that are listened on.
        std::optional<QSslConfiguration> tls;
        HttpLimits limits;
        int maxConnections = 256;
        int maxSessions = 1024;
        std::chrono::milliseconds sessionIdle{60 * 60'000};
    };
    /// A page beside /mcp, for GET.
    struct Page
    {
        bool isPublic = false; ///< Needs no token and no particular Host.
        std::function<HttpResponse()> content;
    };

    HttpTransport(ServerFeatures &features, Config config, QObject *parent = nullptr);
    ~HttpTransport() override;

    void addPage(const QByteArray &path, Page page) { m_pages.insert(path, std::move(page)); }

    /// Opens the sockets. Of several addresses with port 0, the later ones take the port of the first.
    Result<bool> listen();
    /// Of every address that is listened on, to /mcp.
    [[nodiscard]] QList<QUrl> urls() const;

    /// No new connections, and no requests but those in hand; drained() follows when these are answered.
    void drain();
    [[nodiscard]] bool isDrained() const;
    /// Cancels all requests and ends all connections.
    void close();

    [[nodiscard]] int connections() const { return int(m_connections.size()); }
    [[nodiscard]] int sessions() const { return int(m_sessions.size()); }

Q_SIGNALS:
    void clientIntroduced(const QString &client);
    /// The first request of anybody that is more than an introduction.
    void firstRequestServed();
    void drained();

private:
    struct Session
    {
        std::unique_ptr<McpSession> mcp;
        QString account;
        qint64 lastUsed = 0;
        int streams = 0; ///< GETs that are open.
    };

    void accept(qintptr descriptor, HttpListener &listener);
    void examine(HttpConnection *connection);
    void serve(HttpConnection *connection);
    void post(HttpConnection *connection);
    /// The message is all that there is to know; its session ends with it.
    void postAlone(HttpConnection *connection, PostSink::Errors errors, const QString &owner);
    void postToSession(HttpConnection *connection, const QJsonDocument &body);
    void openStream(HttpConnection *connection);
    void endSession(HttpConnection *connection);
    std::unique_ptr<McpSession> newSession();
    /// The session that the request names; without one the request is answered. `id`: of the message.
    std::shared_ptr<Session> sessionOf(HttpConnection *connection, const QJsonValue &id = QJsonValue::Undefined);
    void refuse(HttpConnection *connection, int status, const RpcError &error, const QJsonValue &id);
    static bool isIdle(const Session &session);
    void dropIdleSessions();
    [[nodiscard]] bool makeRoomForSession();
    void gone(HttpConnection *connection);
    void announceIfDrained();
    [[nodiscard]] qint64 now() const { return m_clock.elapsed(); }

    ServerFeatures &m_features;
    Config m_config;
    QHash<QByteArray, Page> m_pages;
    std::vector<std::unique_ptr<HttpListener>> m_listeners;
    QList<HttpConnection *> m_connections; ///< Children.
    QSet<HttpConnection *> m_streams;      ///< Those that are answered with a session's own stream.
    QHash<QByteArray, std::shared_ptr<Session>> m_sessions;
    QElapsedTimer m_clock;
    QTimer m_sweep;
    bool m_isDraining = false;
    bool m_wasDrained = false;
    bool m_servedRequest = false;
};
