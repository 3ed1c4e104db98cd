#include "egress/proxyconnection.h"

#include "egress/egressproxy.h"
#include "egress/targetconnector.h"

#include <QTcpSocket>

#include <sys/socket.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A stream that is used may be further ahead than one that has asked for nothing yet.
constexpr quint32 openWindow = 128 * 1024;
constexpr qint64 pieceSize = 64 * 1024;
/// The program may have closed its connection altogether, which looks the same from here.
constexpr auto halfClosedLimit = 30s;

/// The place that "http://host:port/path?query" names, and the rest, byte for byte.
bool splitUrl(const QByteArray &url, QByteArray *authority, QByteArray *path)
{
    constexpr QByteArrayView scheme("http://");
    if (QByteArrayView(url).first(std::min(url.size(), scheme.size())).compare(scheme, Qt::CaseInsensitive) != 0)
        return false;
    qsizetype end = scheme.size();
    while (end < url.size() && url[end] != '/' && url[end] != '?' && url[end] != '#')
        ++end;
    *authority = url.sliced(scheme.size(), end - scheme.size());
    *path = url.sliced(end);
    if (const qsizetype fragment = path->indexOf('#'); fragment >= 0)
        path->truncate(fragment);
    if (!path->startsWith('/'))
        path->prepend('/');
    return true;
}

} // namespace

ProxyConnection::ProxyConnection(EgressStream &stream, EgressProxy &proxy)
    : QObject(&proxy)
    , m_proxy(proxy)
    , m_stream(&stream)
    , m_request(std::make_unique<RequestReader>(proxy.rules().limits.headBytes))
{
    connect(&stream, &EgressStream::readyRead, this, &ProxyConnection::streamReady);
    connect(&stream, &EgressStream::roomGrew, this, &ProxyConnection::pump);
    connect(&stream, &EgressStream::broke, this, &ProxyConnection::streamBroke);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ProxyConnection::timedOut);
    m_timer.start(proxy.rules().limits.idle);
    m_age.start();
}

ProxyConnection::~ProxyConnection()
{
    dropPeer();
}

void ProxyConnection::streamReady()
{
    if (m_state == State::Reading)
        readHead();
    else
        pump();
}

void ProxyConnection::readHead()
{
    const bool isFirst = m_input.isEmpty();
    m_input += m_stream->take(m_stream->bytesAvailable());
    if (isFirst && !m_input.isEmpty()) {
        m_age.start();
        m_timer.start(m_proxy.rules().limits.head);
    }
    m_request->feed(m_input);
    if (m_request->hasFailed()) {
        return m_request->isHeadTooLong()
                   ? answerAndEnd(431,
                                  u"The sandbox's proxy takes requests with a head of at most %1 KiB."_s.arg(
                                      m_proxy.rules().limits.headBytes / 1024),
                                  ConnectionReport::Verdict::Refused)
                   : answerAndEnd(
                         400, u"The sandbox's proxy does not understand this request (%1)."_s.arg(m_request->problem()),
                         ConnectionReport::Verdict::Refused);
    }
    if (m_request->hasHead())
        decide();
    else if (m_stream->atEnd())
        end(); // without a whole request: nobody waits for an answer
}

void ProxyConnection::decide()
{
    m_isReportDue = true;
    const RequestHead head = httpmessages::head(*m_request);
    m_isConnect = head.method == "CONNECT";
    m_isHeadRequest = head.method == "HEAD";
    const auto misunderstood = [this](const QString &why) {
        answerAndEnd(400, u"The sandbox's proxy cannot serve this request: %1."_s.arg(why),
                     ConnectionReport::Verdict::Refused);
    };

    QByteArray authority = head.target;
    if (!m_isConnect && !splitUrl(head.target, &authority, &m_path)) {
        m_report.host = QString::fromLatin1(head.target.left(100));
        return misunderstood(head.target.startsWith('/')
                                 ? u"this is a proxy, not a web server; the address has to be a whole one (http://…)"_s
                                 : u"only http:// addresses are asked for directly, https:// ones through CONNECT, which "
                                   "axios does from version 1.14 on: update it, or use fetch"_s);
    }
    QString problem;
    m_report.host = QString::fromLatin1(authority.left(255));
    m_target = EgressTarget::parse(authority, m_isConnect ? 0 : 80, &problem);
    if (!m_target)
        return misunderstood(u"it names %1"_s.arg(problem));
    m_report.host = m_target->host;
    m_report.port = m_target->port;
    if (head.hostFields > 1)
        return misunderstood(u"it has more than one Host field"_s);
    if (m_isConnect && head.framing != BodyFraming::None)
        return misunderstood(u"CONNECT with a body"_s);

    const EgressRules &rules = m_proxy.rules();
    // Before the name is looked up: that would tell its name server something already.
    if (!rules.hosts.allowsName(*m_target) && !rules.hosts.hasAddresses())
        return refuse(egress::notListed(rules, *m_target));
    m_state = State::Waiting;
    m_timer.start(rules.limits.waiting);
    m_proxy.admit(this);
}

void ProxyConnection::admitted()
{
    m_state = State::Connecting;
    m_timer.stop(); // the connector has limits of its own
    const EgressRules &rules = m_proxy.rules();
    const QNetworkProxy upstream =
        rules.upstream.find(*m_target, m_isConnect ? UpstreamProxies::Use::Tunnel : UpstreamProxies::Use::PlainHttp);
    m_isDirect = upstream.type() == QNetworkProxy::NoProxy;
    m_authorization.clear();
    if (!m_isConnect && upstream.type() == QNetworkProxy::HttpProxy) {
        m_path.prepend("http://" + (m_target->port == 80 && !m_target->host.contains(u':')
                                        ? m_target->host.toLatin1()
                                        : m_target->toString().toLatin1()));
        m_authorization = UpstreamProxies::authorization(upstream);
    }
    m_connector = new TargetConnector(rules, m_proxy.resolver(), *m_target, upstream, m_isConnect, this);
    connect(m_connector, &TargetConnector::connected, this, &ProxyConnection::connected);
    connect(m_connector, &TargetConnector::failed, this, &ProxyConnection::refuse);
    m_connector->start();
}

void ProxyConnection::connected(QTcpSocket *socket)
{
    m_connector->deleteLater();
    m_connector = nullptr;
    m_peer = socket;
    m_peer->setParent(this);
    if (m_isDirect)
        m_report.address = m_peer->peerAddress().toString();
    connect(m_peer, &QTcpSocket::readyRead, this, &ProxyConnection::pump);
    connect(m_peer, &QTcpSocket::bytesWritten, this, &ProxyConnection::pump);
    // Queued: it may come from inside of pump().
    connect(m_peer, &QTcpSocket::disconnected, this, &ProxyConnection::pump, Qt::QueuedConnection);
    m_stream->setWindow(openWindow);
    m_timer.start(m_proxy.rules().limits.idle);
    if (m_isConnect)
        startTunnel();
    else
        startExchange();
    pump();
}

void ProxyConnection::startTunnel()
{
    m_state = State::Tunnel;
    m_isUpShut = false;
    m_output = "HTTP/1.1 200 Connection established\r\n\r\n";
}

void ProxyConnection::startExchange()
{
    m_state = State::Exchange;
    m_response = std::make_unique<ResponseReader>(4 * m_proxy.rules().limits.headBytes, m_isHeadRequest);
    m_isRequestSent = m_isResponseHeadSent = false;
    m_bodyLeft = 0;
    m_peerInput.clear();
    const QByteArray host = m_target->port == 80 && !m_target->host.contains(u':') ? m_target->host.toLatin1()
                                                                                   : m_target->toString().toLatin1();
    const QByteArray head = httpmessages::forwardedRequest(*m_request, m_path, host, m_authorization);
    m_peer->write(head);
    if (!countUp(head.size()))
        overTraffic();
}

void ProxyConnection::pump()
{
    if (!m_stream || (m_state != State::Tunnel && m_state != State::Exchange))
        return;
    pumpUp();
    if (m_state == State::Tunnel || m_state == State::Exchange)
        pumpDown();
}

void ProxyConnection::pumpUp()
{
    if (m_state == State::Exchange)
        return sendRequestBody();
    while (m_peer->state() == QTcpSocket::ConnectedState && m_peer->bytesToWrite() < egress::socketBuffer) {
        const QByteArray bytes = m_input.isEmpty() ? m_stream->take(pieceSize) : std::exchange(m_input, {});
        if (bytes.isEmpty())
            break;
        m_peer->write(bytes);
        if (!countUp(bytes.size()))
            return overTraffic();
    }
    if (m_stream->atEnd() && m_input.isEmpty() && !m_isUpShut && m_peer->bytesToWrite() == 0) {
        // The program's half-close; QTcpSocket has only whole ones.
        m_isUpShut = true;
        m_timer.start(std::min<std::chrono::milliseconds>(m_proxy.rules().limits.idle, halfClosedLimit));
        if (m_peer->state() == QTcpSocket::ConnectedState)
            ::shutdown(int(m_peer->socketDescriptor()), SHUT_WR);
    }
}

void ProxyConnection::pumpDown()
{
    // Our own words first; they are short, but the window need not be open.
    if (!sendOutput())
        return;
    if (m_state == State::Exchange)
        return receiveResponse();
    while (m_peer->bytesAvailable() > 0) {
        const qint64 sent = m_stream->sendFrom(*m_peer);
        if (sent == 0)
            return;
        if (!countDown(sent))
            return overTraffic();
    }
    if (m_peer->state() == QTcpSocket::UnconnectedState && m_peer->bytesAvailable() == 0)
        end();
}

bool ProxyConnection::sendOutput()
{
    if (m_output.isEmpty())
        return true;
    const qint64 room = m_stream->room();
    m_stream->send(m_output.left(room));
    m_output.remove(0, std::min<qint64>(room, m_output.size()));
    return m_output.isEmpty();
}

void ProxyConnection::sendRequestBody()
{
    while (!m_isRequestSent && m_peer->state() == QTcpSocket::ConnectedState &&
           m_peer->bytesToWrite() < egress::socketBuffer) {
        const bool wasDone = m_request->isDone();
        if (!wasDone) {
            if (m_input.size() < pieceSize)
                m_input += m_stream->take(pieceSize);
            const qsizetype before = m_input.size();
            m_request->feed(m_input);
            if (m_request->hasFailed() || (m_stream->atEnd() && m_input.size() == before && !m_request->isDone()))
                return breakOff(u"The program broke its request off."_s);
            if (m_input.size() == before && !m_request->isDone())
                break;
        }
        const bool isChunked = httpmessages::head(*m_request).framing == BodyFraming::Chunked;
        const QByteArray body = m_request->takeBody();
        QByteArray bytes;
        if (!body.isEmpty())
            bytes = isChunked ? httpmessages::chunk(body) : body;
        if (m_request->isDone()) {
            m_isRequestSent = true;
            if (isChunked)
                bytes += httpmessages::lastChunk();
        }
        m_peer->write(bytes);
        if (!countUp(bytes.size()))
            return overTraffic();
    }
}

void ProxyConnection::receiveResponse()
{
    for (;;) {
        if (m_bodyLeft > 0)
            return passBody();
        if (m_isResponseHeadSent && m_response->isDone())
            return end();
        // What becomes of these bytes may be a little longer: it waits in m_output then.
        const qint64 room = m_stream->room();
        if (room == 0)
            return;
        const QByteArray bytes = m_peer->read(std::min(room, pieceSize));
        m_peerInput += bytes;
        const bool isAtEnd = m_peer->state() == QTcpSocket::UnconnectedState && m_peer->bytesAvailable() == 0;
        if (bytes.isEmpty() && !isAtEnd)
            return;
        if (!countDown(bytes.size()))
            return overTraffic();
        m_response->feed(m_peerInput);
        QByteArray toProgram;
        // 100 Continue and the like; the real response follows, perhaps at once.
        while (m_response->hasHead() && !m_isResponseHeadSent && httpmessages::head(*m_response).status < 200) {
            toProgram += httpmessages::forwardedResponse(*m_response, BodyFraming::None, true);
            m_response = std::make_unique<ResponseReader>(4 * m_proxy.rules().limits.headBytes, m_isHeadRequest);
            m_response->feed(m_peerInput);
        }
        if (isAtEnd)
            m_response->feedEnd();
        if (m_response->hasFailed()) {
            const QString sentence = u"The sandbox's proxy got no proper HTTP response from %1 (%2)."_s.arg(
                m_target->toString(), m_response->problem());
            if (m_isResponseHeadSent)
                return breakOff(sentence);
            return answerAndEnd(502, sentence, ConnectionReport::Verdict::Failed);
        }
        if (m_response->hasHead() && !m_isResponseHeadSent) {
            m_isResponseHeadSent = true;
            const ResponseHead head = httpmessages::head(*m_response);
            const bool canChunk = httpmessages::head(*m_request).isHttp11;
            m_responseFraming = head.framing;
            if (head.framing == BodyFraming::UntilClose || head.framing == BodyFraming::Chunked)
                m_responseFraming = canChunk ? BodyFraming::Chunked : BodyFraming::UntilClose;
            // The next request may be for a server of the program's own, which sandbox-init sees to: on a new connection.
            toProgram += httpmessages::forwardedResponse(*m_response, m_responseFraming, false);
        }
        if (m_isResponseHeadSent) {
            const QByteArray body = m_response->takeBody();
            const bool isChunked = m_responseFraming == BodyFraming::Chunked && !m_isHeadRequest;
            if (!body.isEmpty())
                toProgram += isChunked ? httpmessages::chunk(body) : body;
            if (m_response->isDone() && isChunked)
                toProgram += httpmessages::lastChunk();
            if (m_responseFraming == BodyFraming::Length && !m_isHeadRequest)
                m_bodyLeft = m_response->bodyBytesLeft();
        }
        m_output += toProgram;
        if (!sendOutput())
            return;
    }
}

void ProxyConnection::passBody()
{
    while (m_bodyLeft > 0) {
        const qint64 sent = m_stream->sendFrom(*m_peer, m_bodyLeft);
        m_bodyLeft -= sent;
        if (sent > 0 && !countDown(sent))
            return overTraffic();
        if (sent == 0 && m_peer->state() == QTcpSocket::UnconnectedState && m_peer->bytesAvailable() == 0)
            return breakOff(
                u"The sandbox's proxy got %1 bytes less from %2 than its response announced."_s.arg(m_bodyLeft)
                    .arg(m_target->toString()));
        if (sent == 0)
            return;
    }
    end();
}

bool ProxyConnection::countUp(qint64 bytes)
{
    m_report.bytesOut += bytes;
    touch();
    return m_proxy.account(bytes);
}

bool ProxyConnection::countDown(qint64 bytes)
{
    m_report.bytesIn += bytes;
    touch();
    return m_proxy.account(bytes);
}

void ProxyConnection::overTraffic()
{
    m_report.verdict = ConnectionReport::Verdict::Refused;
    breakOff(u"The sandbox broke the connection to %1 off: a run may move %2 MiB through the network. The server's "
             "option --max-traffic would allow more."_s.arg(m_target->toString())
                 .arg(m_proxy.rules().limits.traffic / (1024 * 1024)));
}

void ProxyConnection::timedOut()
{
    switch (m_state) {
    case State::Reading:
        if (m_input.isEmpty() && !m_request->hasHead() && !m_isReportDue)
            return end();
        return answerAndEnd(408, u"The sandbox's proxy waited too long for the rest of this request."_s,
                            ConnectionReport::Verdict::Refused);
    case State::Waiting:
        return answerAndEnd(
            503,
            u"The sandbox refused %1: a run may have %2 open connections, and none was closed for %3 s."_s
                .arg(m_target->toString())
                .arg(m_proxy.rules().limits.connections)
                .arg(double(m_proxy.rules().limits.waiting.count()) / 1000),
            ConnectionReport::Verdict::Refused);
    case State::Tunnel:
    case State::Exchange:
        return breakOff(u"Nothing was sent or received for %1 s."_s.arg(double(m_timer.interval()) / 1000));
    case State::Connecting:
    case State::Over:
        return;
    }
}

void ProxyConnection::refuse(const EgressObjection &objection)
{
    answerAndEnd(objection.status, objection.sentences,
                 objection.kind == EgressObjection::Kind::Refused ? ConnectionReport::Verdict::Refused
                                                                  : ConnectionReport::Verdict::Failed);
}

void ProxyConnection::answerAndEnd(int status, const QString &sentences, ConnectionReport::Verdict verdict)
{
    m_isReportDue = true;
    m_report.verdict = verdict;
    m_report.reason = sentences;
    m_output += httpmessages::answer(status, sentences);
    end();
}

void ProxyConnection::streamBroke()
{
    breakOff({});
}

void ProxyConnection::breakOff(const QString &reason)
{
    if (m_state == State::Over)
        return;
    if (m_state == State::Waiting || m_state == State::Connecting) {
        m_report.verdict = ConnectionReport::Verdict::Failed;
        m_report.reason = u"The program gave up before %1 was connected."_s.arg(m_target->toString());
    } else if (!reason.isEmpty()) {
        m_report.reason = reason;
    }
    m_output.clear();
    if (m_stream)
        m_stream->reset();
    end();
}

void ProxyConnection::report()
{
    if (!std::exchange(m_isReportDue, false))
        return;
    m_report.duration = std::chrono::milliseconds(m_age.elapsed());
    Q_EMIT m_proxy.connectionFinished(m_report);
}

void ProxyConnection::dropPeer()
{
    if (!m_peer)
        return;
    m_peer->disconnect(this);
    m_peer->deleteLater();
    m_peer = nullptr;
}

void ProxyConnection::end()
{
    if (m_state == State::Over)
        return;
    m_state = State::Over;
    m_timer.stop();
    report();
    dropPeer();
    if (m_connector)
        m_connector->disconnect(this);
    if (m_stream) {
        m_stream->disconnect(this);
        // What is left is short: an answer of ours, or the end of a response.
        m_stream->send(m_output.left(m_stream->credit()));
        m_stream->closeSending();
        m_stream->ignoreInput();
    }
    m_proxy.remove(this);
}
