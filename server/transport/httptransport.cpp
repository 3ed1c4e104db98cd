#include "transport/httptransport.h"

#include "mcp/mcpsession.h"
#include "mcp/serverfeatures.h"
#include "transport/mcpheaders.h"
#include "transport/postsink.h"

#include <QJsonArray>
#include <QLoggingCategory>
#include <QSslSocket>
#include <QTcpServer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.http")

const QByteArray endpoint = "/mcp";
const QByteArray sessionField = "Mcp-Session-Id";

constexpr auto beatInterval = 15s; ///< As in PostSink.
constexpr auto sweepInterval = 60s;
constexpr int maxStreamsOfSession = 4;

bool isLocal(const QHostAddress &address)
{
    return address.isLoopback();
}

/// The machine has no such address, or not the whole family.
bool isAbsent(const QTcpServer &listener)
{
    return listener.serverError() == QAbstractSocket::SocketAddressNotAvailableError ||
           listener.serverError() == QAbstractSocket::UnsupportedSocketOperationError;
}

QString authority(const QString &host, quint16 port)
{
    return (host.contains(u':') ? u'[' + host + u']' : host) + u':' + QString::number(port);
}

HttpResponse methodNotAllowed(const QByteArray &allowed)
{
    HttpResponse response = HttpResponse::text(405, u"This path takes %1."_s.arg(QString::fromLatin1(allowed)));
    response.fields.append(std::pair<QByteArray, QByteArray>("Allow", allowed));
    return response;
}

HttpResponse unavailable(const QString &sentences)
{
    HttpResponse response = HttpResponse::text(503, sentences);
    response.fields.append(std::pair<QByteArray, QByteArray>("Retry-After", "5"));
    return response;
}

bool isJson(const HttpRequest &request)
{
    const QByteArray type = httpmessage::before(request.value("Content-Type"), ';');
    return type.trimmed().compare("application/json", Qt::CaseInsensitive) == 0;
}

} // namespace

/// Hands descriptors over as they come, so that connections whose TLS handshake is not done count too (QSslServer
/// counts them only afterwards).
class HttpListener : public QTcpServer
{
public:
    std::function<void(qintptr descriptor)> onConnection;

protected:
    void incomingConnection(qintptr descriptor) override { onConnection(descriptor); }
};

HttpTransport::HttpTransport(ServerFeatures &features, Config config, QObject *parent)
    : QObject(parent)
    , m_features(features)
    , m_config(std::move(config))
{
    m_clock.start();
    m_sweep.setInterval(sweepInterval);
    connect(&m_sweep, &QTimer::timeout, this, &HttpTransport::dropIdleSessions);
    m_sweep.start();
}

HttpTransport::~HttpTransport()
{
    close();
}

Result<bool> HttpTransport::listen()
{
    quint16 sharedPort = 0;
    for (const Address &address : std::as_const(m_config.addresses)) {
        auto listener = std::make_unique<HttpListener>();
        listener->setListenBacklogSize(256);
        // Out of descriptors: Qt stops listening for good, we for a moment.
        connect(listener.get(), &QTcpServer::acceptError, this, [raw = listener.get()] {
            qCWarning(log).noquote() << "Cannot accept a connection:" << raw->errorString();
            QTimer::singleShot(1s, raw, &QTcpServer::resumeAccepting);
        });
        listener->onConnection = [this, raw = listener.get()](qintptr descriptor) { accept(descriptor, *raw); };
        const quint16 port = address.port == 0 ? sharedPort : address.port;
        if (!listener->listen(address.host, port)) {
            const QString where = authority(address.host.toString(), port);
            if (!m_listeners.empty() && isLocal(address.host) && isAbsent(*listener)) {
                // "localhost" means both loopbacks, and machines without IPv6 have one. Where somebody else listens on
                // the other one, clients would show him their token.
                qCInfo(log).noquote() << "Not listening on" << where << "as well:" << listener->errorString();
                continue;
            }
            return Error{Error::Code::InvalidInput,
                         u"Cannot listen on %1: %2. Choose another address or port with --listen."_s.arg(
                             where, listener->errorString()),
                         {}};
        }
        sharedPort = listener->serverPort();
        QStringList &hosts = m_config.access.hosts;
        const bool isAnywhere = address.host == QHostAddress(QHostAddress::AnyIPv4) ||
                                address.host == QHostAddress(QHostAddress::AnyIPv6) ||
                                address.host == QHostAddress(QHostAddress::Any);
        QStringList names{u"localhost"_s, u"127.0.0.1"_s, u"::1"_s};
        if (!isLocal(address.host) && !isAnywhere)
            names += address.host.toString();
        const quint16 usualPort = m_config.tls ? 443 : 80;
        for (const QString &name : std::as_const(names)) {
            hosts += authority(name, sharedPort);
            if (sharedPort == usualPort)
                hosts += name.contains(u':') ? u'[' + name + u']' : name;
        }
        m_listeners.push_back(std::move(listener));
    }
    return true;
}

QList<QUrl> HttpTransport::urls() const
{
    QList<QUrl> urls;
    for (const auto &listener : m_listeners) {
        QUrl url;
        url.setScheme(m_config.tls ? u"https"_s : u"http"_s);
        url.setHost(listener->serverAddress().toString());
        url.setPort(listener->serverPort());
        url.setPath(QString::fromLatin1(endpoint));
        urls.append(url);
    }
    return urls;
}

void HttpTransport::accept(qintptr descriptor, HttpListener &listener)
{
    auto *socket = m_config.tls ? new QSslSocket(&listener) : new QTcpSocket(&listener);
    if (!socket->setSocketDescriptor(descriptor)) {
        socket->deleteLater();
        return;
    }
    if (m_connections.size() >= m_config.maxConnections) {
        // Nothing is read: with hundreds of these, the answer has to be the cheapest there is.
        if (!m_config.tls) {
            socket->write(httpmessage::write(unavailable(u"Too many connections; try again in 5 s."_s),
                                             httpmessage::Framing::Length, false));
            socket->flush(); // now, since nobody waits long for the rest
        }
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        QTimer::singleShot(1s, socket, &QObject::deleteLater);
        socket->disconnectFromHost();
        return;
    }
    if (auto *tls = qobject_cast<QSslSocket *>(socket)) {
        tls->setSslConfiguration(*m_config.tls);
        tls->startServerEncryption();
    }
    auto *connection = new HttpConnection(socket, m_config.limits, this);
    m_connections.append(connection);
    connect(connection, &HttpConnection::headReceived, this, [this, connection] { examine(connection); });
    connect(connection, &HttpConnection::requestReceived, this, [this, connection] { serve(connection); });
    connect(connection, &HttpConnection::answered, this, &HttpTransport::announceIfDrained);
    connect(connection, &HttpConnection::closed, this, [this, connection] { gone(connection); });
}

void HttpTransport::gone(HttpConnection *connection)
{
    m_connections.removeOne(connection);
    announceIfDrained();
}

void HttpTransport::examine(HttpConnection *connection)
{
    const HttpRequest &request = connection->request();
    const QByteArray path = request.path();
    const auto page = m_pages.constFind(path);
    const bool isPublic = page != m_pages.constEnd() && page->isPublic;
    const HttpAccess &access = m_config.access;
    if (const auto refusal = access.checkOrigin(request))
        return connection->respond(*refusal);
    if (const auto refusal = isPublic ? std::nullopt : access.checkHost(request))
        return connection->respond(*refusal);
    if (path != endpoint && page == m_pages.constEnd())
        return connection->respond(HttpResponse::text(404, u"There is nothing here; MCP is at /mcp."_s));
    const bool isPreflight = request.method == "OPTIONS" && !access.corsFields(request).isEmpty();
    if ((isPreflight || path != endpoint) && connection->expectsBody()) // held in memory, for whoever has no token
        return connection->respond(HttpResponse::text(413, u"This request takes no body."_s));
    if (isPreflight)
        return; // asked by browsers before they show the token
    if (!isPublic && !access.account(request))
        return connection->respond(HttpAccess::tokenMissing());
    if (m_isDraining && !isPublic)
        return connection->respond(unavailable(u"This server is shutting down; try again in 5 s."_s));
    if (path != endpoint) {
        if (request.method != "GET")
            connection->respond(methodNotAllowed("GET"));
        return;
    }
    if (request.method != "POST" && request.method != "GET" && request.method != "DELETE")
        return connection->respond(methodNotAllowed("POST, GET, DELETE"));
    if (request.method == "POST" && !isJson(request))
        return connection->respond(HttpResponse::text(415, u"The body must be application/json."_s));
    const AcceptedTypes accepted = AcceptedTypes::of(request);
    if (request.method == "POST" && !accepted.json && !accepted.events) {
        return connection->respond(
            HttpResponse::text(406, u"The header Accept must name application/json and text/event-stream."_s));
    }
    // A stream is nothing for somebody who has not asked for one.
    if (request.method == "GET" && !(accepted.events && accepted.isGiven))
        return connection->respond(HttpResponse::text(406, u"The header Accept must name text/event-stream."_s));
}

void HttpTransport::serve(HttpConnection *connection)
{
    const HttpRequest &request = connection->request();
    if (request.method == "OPTIONS") {
        HttpResponse response{204, {}, {}, m_config.access.corsFields(request)};
        response.fields += HttpFields{{"Access-Control-Allow-Methods", "POST, GET, DELETE"},
                                      {"Access-Control-Allow-Headers",
                                       "Authorization, Content-Type, Accept, Mcp-Session-Id, MCP-Protocol-Version, "
                                       "Mcp-Method, Mcp-Name, Last-Event-ID"},
                                      {"Access-Control-Max-Age", "600"}};
        return connection->respond(response);
    }
    if (const auto page = m_pages.constFind(request.path()); page != m_pages.constEnd())
        return connection->respond(page->content());
    if (request.method == "POST")
        post(connection);
    else if (request.method == "GET")
        openStream(connection);
    else
        endSession(connection);
}

std::unique_ptr<McpSession> HttpTransport::newSession()
{
    auto session = std::make_unique<McpSession>(m_features);
    connect(session.get(), &McpSession::clientIntroduced, this, &HttpTransport::clientIntroduced);
    connect(session.get(), &McpSession::firstRequestServed, this, [this] {
        if (!std::exchange(m_servedRequest, true))
            Q_EMIT firstRequestServed();
    });
    return session;
}

void HttpTransport::post(HttpConnection *connection)
{
    const HttpRequest &request = connection->request();
    const QJsonDocument body = QJsonDocument::fromJson(request.body);
    const QJsonObject message = body.object();
    if (mcpheaders::eraOf(request, message) == mcpheaders::Era::Session)
        return postToSession(connection, body);
    if (body.isObject()) {
        if (const auto problem = mcpheaders::check(request, message))
            return refuse(connection, 400, *problem, message["id"_L1]);
    }
    // Without accounts, the best guess at who it is.
    const QString account = m_config.access.account(request).value_or(QString());
    const QJsonValue client = message["params"_L1]["_meta"_L1]["io.modelcontextprotocol/clientInfo"_L1]["name"_L1];
    postAlone(connection, PostSink::Errors::WithStatus,
              account.isEmpty() ? QString(connection->peerAddress() + u' ' + client.toString()) : account);
}

void HttpTransport::postAlone(HttpConnection *connection, PostSink::Errors errors, const QString &owner)
{
    McpSession *session = newSession().release();
    session->setOwner(owner);
    session->setParent(connection);
    connect(connection, &HttpConnection::answered, session, &QObject::deleteLater);
    connect(connection, &HttpConnection::lost, session, [session] {
        session->cancelAll();
        session->deleteLater();
    });
    session->receive(
        connection->request().body,
        std::make_shared<PostSink>(*connection, errors, m_config.access.corsFields(connection->request())));
}

void HttpTransport::postToSession(HttpConnection *connection, const QJsonDocument &body)
{
    const HttpRequest &request = connection->request();
    const QJsonObject message = body.object();
    if (body.isNull())
        return postAlone(connection, PostSink::Errors::AsAnswers, {}); // says what is wrong with it
    if (!mcpheaders::hasKnownVersion(request)) {
        return refuse(
            connection, 400,
            {RpcError::InvalidRequest, u"The header MCP-Protocol-Version names no version of the protocol"_s, {}},
            message["id"_L1]);
    }
    const auto makeSink = [&] {
        return std::make_shared<PostSink>(*connection, PostSink::Errors::AsAnswers,
                                          m_config.access.corsFields(request));
    };
    const bool isStart = message["method"_L1] == "initialize"_L1 && request.values(sessionField).isEmpty();
    if (!isStart) {
        if (const std::shared_ptr<Session> session = sessionOf(connection, message["id"_L1]))
            session->mcp->receive(request.body, makeSink());
        return;
    }
    if (!makeRoomForSession()) {
        return connection->respond(
            unavailable(u"All %1 sessions are busy; try again in 5 s."_s.arg(m_config.maxSessions)));
    }
    const auto session = std::make_shared<Session>();
    session->mcp = newSession();
    session->account = m_config.access.account(request).value_or(QString());
    session->lastUsed = now();
    const QByteArray id = HttpAccess::randomToken();
    const auto sink = makeSink();
    session->mcp->setOwner(session->account.isEmpty() ? QString::fromLatin1(id) : session->account);
    sink->addOnSuccess({{sessionField, id}});
    session->mcp->receive(request.body, sink);
    if (!sink->hasFailed())
        m_sessions.insert(id, session);
}

std::shared_ptr<HttpTransport::Session> HttpTransport::sessionOf(HttpConnection *connection, const QJsonValue &id)
{
    const HttpRequest &request = connection->request();
    const QList<QByteArray> ids = request.values(sessionField);
    if (ids.size() != 1) {
        refuse(connection, 400,
               {RpcError::InvalidRequest, u"The header Mcp-Session-Id is missing; initialize gives one"_s, {}}, id);
        return nullptr;
    }
    const std::shared_ptr<Session> session = m_sessions.value(ids[0]);
    // Knowing a session's id is no login.
    if (!session || session->account != m_config.access.account(request)) {
        refuse(connection, 404,
               {RpcError::InvalidRequest, u"This session is unknown or has ended; send initialize again"_s, {}}, id);
        return nullptr;
    }
    session->lastUsed = now();
    return session;
}

void HttpTransport::refuse(HttpConnection *connection, int status, const RpcError &error, const QJsonValue &id)
{
    const QJsonObject body = rpc::errorResponse(rpc::isValidId(id) ? id : QJsonValue::Undefined, error);
    connection->respond(
        {status, "application/json", rpc::serialize(body), m_config.access.corsFields(connection->request())});
}

void HttpTransport::openStream(HttpConnection *connection)
{
    const std::shared_ptr<Session> session = sessionOf(connection);
    if (!session)
        return;
    if (session->streams >= maxStreamsOfSession) {
        return connection->respond(HttpResponse::text(
            409, u"This session has %1 streams open already; close one first."_s.arg(session->streams)));
    }
    // Nothing is sent but signs of life until somebody has something to say without being asked.
    ++session->streams;
    m_streams.insert(connection);
    connection->startStream(PostSink::eventStream(m_config.access.corsFields(connection->request())));
    connection->send(": open\n\n");
    auto *beat = new QTimer(connection);
    connect(beat, &QTimer::timeout, connection, [connection] { connection->send(": still here\n\n"); });
    beat->start(beatInterval);
    const auto closed = [this, connection, beat, weak = std::weak_ptr(session)] {
        beat->deleteLater();
        m_streams.remove(connection);
        if (const auto owner = weak.lock()) {
            --owner->streams;
            owner->lastUsed = now();
        }
    };
    connect(connection, &HttpConnection::answered, beat, closed);
    connect(connection, &HttpConnection::lost, beat, closed);
    connect(session->mcp.get(), &QObject::destroyed, beat, [connection] { connection->endStream(); });
}

void HttpTransport::endSession(HttpConnection *connection)
{
    if (!sessionOf(connection))
        return;
    m_sessions.remove(connection->request().value(sessionField));
    connection->respond({204, {}, {}, m_config.access.corsFields(connection->request())});
}

bool HttpTransport::isIdle(const Session &session)
{
    return session.streams == 0 && session.mcp->inFlight() == 0;
}

void HttpTransport::dropIdleSessions()
{
    const qint64 limit = now() - m_config.sessionIdle.count();
    m_sessions.removeIf(
        [limit](const auto &entry) { return isIdle(*entry.value()) && entry.value()->lastUsed < limit; });
}

bool HttpTransport::makeRoomForSession()
{
    if (m_sessions.size() < m_config.maxSessions)
        return true;
    // Clients that forget DELETE are many; the one that was silent for longest has most likely left.
    auto oldest = m_sessions.end();
    for (auto i = m_sessions.begin(); i != m_sessions.end(); ++i) {
        if (isIdle(**i) && (oldest == m_sessions.end() || (*i)->lastUsed < (*oldest)->lastUsed))
            oldest = i;
    }
    if (oldest == m_sessions.end())
        return false;
    m_sessions.erase(oldest);
    return true;
}

void HttpTransport::drain()
{
    m_isDraining = true;
    for (const auto &listener : m_listeners)
        listener->close();
    const QList<HttpConnection *> streams = m_streams.values();
    for (HttpConnection *stream : streams)
        stream->endStream();
    const QList<HttpConnection *> all = m_connections;
    for (HttpConnection *connection : all)
        connection->finish();
    QMetaObject::invokeMethod(this, &HttpTransport::announceIfDrained, Qt::QueuedConnection);
}

bool HttpTransport::isDrained() const
{
    return m_isDraining &&
           std::ranges::none_of(m_connections, [](const HttpConnection *one) { return one->owesSomething(); });
}

void HttpTransport::announceIfDrained()
{
    if (isDrained() && !std::exchange(m_wasDrained, true))
        Q_EMIT drained();
}

void HttpTransport::close()
{
    m_listeners.clear();
    m_sessions.clear();
    const QList<HttpConnection *> all = std::exchange(m_connections, {});
    for (HttpConnection *connection : all) {
        connection->disconnect(this);
        connection->abort();
    }
}
