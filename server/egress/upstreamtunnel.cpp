#include "egress/upstreamtunnel.h"

#include "egress/upstreamproxy.h"
#include "http/httpmessages.h"

#include <QTcpSocket>

#include <array>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxHeadBytes = 64 * 1024;

constexpr char version = 5;
constexpr char loginVersion = 1;
constexpr char withoutLogin = 0;
constexpr char withPassword = 2;
constexpr char connectCommand = 1;

QString socksProblem(uchar code)
{
    constexpr std::array phrases{
        "it failed"_L1,
        "its rules do not allow it"_L1,
        "it does not reach that network"_L1,
        "it does not reach that host"_L1,
        "the connection was refused"_L1,
        "the way is too long"_L1,
        "it cannot connect"_L1,
        "it does not know that kind of address"_L1,
    };
    return code >= 1 && code <= phrases.size() ? phrases[code - 1] : u"its answer is not understood"_s;
}

QByteArray bytes(std::initializer_list<int> values)
{
    QByteArray result;
    for (const int value : values)
        result += char(value);
    return result;
}

/// A length in one byte, and the text.
QByteArray counted(const QByteArray &text)
{
    return char(text.size()) + text;
}

/// RFC 1928, 5.
QByteArray socksAddress(const EgressTarget &target)
{
    if (!target.address)
        return char(3) + counted(target.host.toLatin1());
    if (target.address->protocol() == QHostAddress::IPv6Protocol) {
        const Q_IPV6ADDR six = target.address->toIPv6Address();
        return char(4) + QByteArray(reinterpret_cast<const char *>(six.c), sizeof six.c);
    }
    const quint32 four = target.address->toIPv4Address();
    return bytes({1, int(four >> 24), int(four >> 16), int(four >> 8), int(four)});
}

} // namespace

UpstreamTunnel::UpstreamTunnel(QTcpSocket *socket, const QNetworkProxy &proxy, const EgressTarget &target)
    : QObject(socket)
    , m_socket(socket)
    , m_proxy(proxy)
    , m_target(target)
{
    connect(socket, &QTcpSocket::connected, this, &UpstreamTunnel::begin);
    connect(socket, &QTcpSocket::readyRead, this, &UpstreamTunnel::read);
}

void UpstreamTunnel::begin()
{
    if (m_proxy.type() == QNetworkProxy::Socks5Proxy) {
        m_state = State::SocksMethod;
        m_socket->write(m_proxy.user().isEmpty() ? bytes({version, 1, withoutLogin})
                                                 : bytes({version, 2, withoutLogin, withPassword}));
        return;
    }
    m_state = State::HttpAnswer;
    const QByteArray place = m_target.toString().toLatin1();
    QByteArray request = "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n";
    if (const QByteArray authorization = UpstreamProxies::authorization(m_proxy); !authorization.isEmpty())
        request += "Proxy-Authorization: " + authorization + "\r\n";
    m_socket->write(request + "\r\n");
}

void UpstreamTunnel::read()
{
    // One answer at a time: no proxy answers what it was not asked yet.
    switch (m_state) {
    case State::HttpAnswer:
        return readHttpAnswer();
    case State::SocksMethod:
    case State::SocksLogin:
        return readSocksLogin();
    case State::SocksAnswer:
        return readSocksAnswer();
    case State::Connecting:
    case State::Over:
        return;
    }
}

void UpstreamTunnel::readHttpAnswer()
{
    while (m_socket->canReadLine()) {
        const QByteArray line = m_socket->readLine();
        m_head += line;
        if (m_head.size() > maxHeadBytes)
            return refuse(u"the head of its answer is too long"_s);
        if (line != "\r\n" && line != "\n")
            continue;
        ResponseReader reader(maxHeadBytes, true);
        reader.feed(m_head);
        if (!reader.hasHead())
            return refuse(u"its answer is not understood (%1)"_s.arg(reader.problem()));
        const int status = httpmessages::head(reader).status;
        if (status >= 200 && status < 300)
            return finish();
        if (status >= 200)
            return refuse(status == 407 ? u"it does not take the user and password (status 407)"_s
                                        : u"it answers with status %1"_s.arg(status));
        m_head.clear(); // 100 and the like: the answer is still to come
    }
}

void UpstreamTunnel::readSocksLogin()
{
    if (m_socket->bytesAvailable() < 2)
        return;
    const QByteArray answer = m_socket->read(2);
    if (m_state == State::SocksLogin)
        return answer.back() == 0 ? askSocks() : refuse(u"it does not take the user and password"_s);
    if (answer == bytes({version, withoutLogin}))
        return askSocks();
    if (answer != bytes({version, withPassword}))
        return refuse(u"it wants another way to log in"_s);
    m_state = State::SocksLogin;
    m_socket->write(loginVersion + counted(m_proxy.user().toUtf8().left(255)) +
                    counted(m_proxy.password().toUtf8().left(255)));
}

void UpstreamTunnel::askSocks()
{
    m_state = State::SocksAnswer;
    m_socket->write(bytes({version, connectCommand, 0}) + socksAddress(m_target) +
                    bytes({m_target.port >> 8, m_target.port}));
}

void UpstreamTunnel::readSocksAnswer()
{
    const QByteArray start = m_socket->peek(5); // version, answer, 0, kind of address, its first byte
    if (start.size() < 5)
        return;
    const int kind = start[3];
    const qint64 addressSize = kind == 1 ? 4 : kind == 4 ? 16 : 1 + uchar(start[4]);
    if (start[0] == version && start[1] != 0)
        return refuse(socksProblem(uchar(start[1])));
    if (start[0] != version || (kind != 1 && kind != 3 && kind != 4))
        return refuse(u"its answer is not understood"_s);
    const qint64 size = 4 + addressSize + 2;
    if (m_socket->bytesAvailable() < size)
        return;
    m_socket->skip(size);
    finish();
}

void UpstreamTunnel::finish()
{
    m_state = State::Over;
    m_socket->disconnect(this);
    deleteLater();
    Q_EMIT opened();
}

void UpstreamTunnel::refuse(const QString &reason)
{
    m_state = State::Over;
    m_socket->disconnect(this);
    deleteLater();
    Q_EMIT refused(u"the proxy of this machine does not lead there: "_s + reason);
}
