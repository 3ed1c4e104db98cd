#include "transport/httpconnection.h"

#include <QSslSocket>
#include <QTcpSocket>

#include <sys/socket.h>

using namespace Qt::StringLiterals;
using httpmessage::Framing;

namespace {

/// What a client may send ahead.
constexpr qint64 readBuffer = 64 * 1024;

} // namespace

HttpConnection::HttpConnection(QTcpSocket *socket, const HttpLimits &limits, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_limits(limits)
    , m_reader(std::make_unique<HttpRequestReader>(limits.head, limits.body))
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(readBuffer);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    m_deadline.setSingleShot(true);
    m_stall.setSingleShot(true);
    m_stall.setInterval(m_limits.stall);
    connect(&m_deadline, &QTimer::timeout, this, &HttpConnection::timedOut);
    connect(&m_stall, &QTimer::timeout, this, &HttpConnection::abort);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpConnection::read);
    connect(m_socket, &QTcpSocket::disconnected, this, &HttpConnection::disconnected);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &HttpConnection::progressed);
    if (auto *tls = qobject_cast<QSslSocket *>(m_socket))
        connect(tls, &QSslSocket::encryptedBytesWritten, this, &HttpConnection::progressed);
    m_deadline.start(m_limits.firstByte);
}

HttpConnection::~HttpConnection()
{
    m_socket->disconnect(this);
}

QString HttpConnection::peerAddress() const
{
    return m_socket->peerAddress().toString();
}

qint64 HttpConnection::unsent() const
{
    const auto *tls = qobject_cast<const QSslSocket *>(m_socket);
    return m_socket->bytesToWrite() + (tls ? tls->encryptedBytesToWrite() : 0);
}

bool HttpConnection::isBehind() const
{
    return unsent() > m_limits.backlog;
}

void HttpConnection::progressed()
{
    if (unsent() > 0)
        return m_stall.start();
    m_stall.stop();
    if (m_state == State::Waiting)
        QMetaObject::invokeMethod(this, &HttpConnection::nextRequest, Qt::QueuedConnection); // TLS may write on
    if (m_state == State::Closing && !qobject_cast<QSslSocket *>(m_socket))
        ::shutdown(int(m_socket->socketDescriptor()), SHUT_WR);
}

void HttpConnection::read()
{
    if (m_state == State::Closing) {
        m_socket->skip(m_socket->bytesAvailable());
        return;
    }
    if (m_reader->isDone())
        return; // what was sent ahead waits until the answer has left
    m_input += m_socket->readAll();
    advance();
}

void HttpConnection::advance()
{
    while (!m_input.isEmpty() && !isBusy() && m_state != State::Closing && m_state != State::Closed) {
        if (m_state == State::Waiting) {
            m_state = State::Head;
            m_deadline.start(m_limits.wholeHead);
        }
        const qsizetype before = m_input.size();
        m_reader->feed(m_input);
        if (m_reader->hasFailed())
            return respond(HttpResponse::text(m_reader->status(), m_reader->problem()));
        if (m_state == State::Head && m_reader->hasHead()) {
            m_state = State::Body;
            m_deadline.start(m_limits.wholeBody);
            Q_EMIT headReceived();
            if (m_state != State::Body)
                return;
            if (!m_reader->isDone() && request().expectsContinue && m_input.isEmpty())
                write("HTTP/1.1 100 Continue\r\n\r\n");
        }
        if (m_reader->isDone()) {
            m_state = State::Answering;
            m_deadline.stop();
            Q_EMIT requestReceived();
            return;
        }
        if (m_input.size() == before)
            return;
    }
}

void HttpConnection::timedOut()
{
    switch (m_state) {
    case State::Head:
    case State::Body:
        return respond(HttpResponse::text(408, u"The request did not come to its end in time."_s));
    case State::Waiting:
    case State::Answering:
    case State::Streaming:
    case State::Closing:
    case State::Closed:
        abort();
    }
}

void HttpConnection::write(const QByteArray &bytes)
{
    m_socket->write(bytes);
    if (!m_stall.isActive())
        m_stall.start();
}

void HttpConnection::respond(const HttpResponse &response)
{
    if (m_state != State::Head && m_state != State::Body && m_state != State::Answering)
        return;
    const bool isRefusal = m_state != State::Answering;
    m_isLast = m_isLast || isRefusal || !request().keepsAlive;
    write(httpmessage::write(response, Framing::Length, !m_isLast));
    if (!isRefusal)
        return ended();
    startClosing();
}

void HttpConnection::startStream(const HttpResponse &head)
{
    if (m_state != State::Answering)
        return;
    m_state = State::Streaming;
    m_isLast = m_isLast || !request().keepsAlive || !request().isHttp11;
    write(httpmessage::write(head, request().isHttp11 ? Framing::Chunked : Framing::UntilClose, !m_isLast));
}

void HttpConnection::send(const QByteArray &bytes)
{
    if (m_state == State::Streaming && !bytes.isEmpty())
        write(request().isHttp11 ? httpmessage::chunk(bytes) : bytes);
}

void HttpConnection::endStream()
{
    if (m_state != State::Streaming)
        return;
    if (request().isHttp11)
        write(httpmessage::lastChunk());
    ended();
}

void HttpConnection::ended()
{
    m_state = State::Waiting;
    Q_EMIT answered();
    if (m_isLast)
        startClosing();
}

void HttpConnection::nextRequest()
{
    if (m_state != State::Waiting || !m_reader->isDone() || unsent() > 0 || m_isLast)
        return;
    m_reader = std::make_unique<HttpRequestReader>(m_limits.head, m_limits.body);
    m_deadline.start(m_limits.idle);
    advance(); // first with what was read already: nobody makes that grow
    read();
}

void HttpConnection::startClosing()
{
    if (m_state == State::Closing || m_state == State::Closed)
        return;
    m_state = State::Closing;
    m_input.clear();
    if (m_reader->isDone())
        return m_socket->disconnectFromHost(); // once all is written
    // A close with input unread would be a reset, which takes the answer away from the client: show it that nothing
    // more comes, and wait until it has left, for a while.
    m_socket->skip(m_socket->bytesAvailable());
    m_deadline.start(m_limits.drain);
    progressed();
}

void HttpConnection::finish()
{
    m_isLast = true;
    if (m_state == State::Waiting)
        m_socket->disconnectFromHost();
}

void HttpConnection::abort()
{
    m_socket->abort();
    disconnected();
}

void HttpConnection::disconnected()
{
    if (m_state == State::Closed)
        return;
    const bool wasBusy = isBusy();
    m_state = State::Closed;
    m_deadline.stop();
    m_stall.stop();
    if (wasBusy)
        Q_EMIT lost();
    Q_EMIT closed();
    deleteLater();
}
