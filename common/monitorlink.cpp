#include "common/monitorlink.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto firstPause = 250ms;
constexpr auto longestPause = 5000ms;
/// Read at most this much before other events get their turn.
constexpr qint64 readSlice = 256 * 1024;

std::chrono::milliseconds longer(std::chrono::milliseconds pause)
{
    return std::clamp(pause * 2, std::chrono::milliseconds(firstPause), std::chrono::milliseconds(longestPause));
}

} // namespace

MonitorLink::MonitorLink(const QString &socketPath, QObject *parent)
    : QObject(parent)
    , m_socketPath(socketPath)
    , m_lines(monitor::maxEventLine)
{
    // Bounded, so that a server in full flow waits in the kernel's buffer (and drops there, with a count) rather than
    // filling our memory.
    m_socket.setReadBufferSize(2 * readSlice);
    connect(&m_socket, &QLocalSocket::readyRead, this, &MonitorLink::read);
    connect(&m_socket, &QLocalSocket::disconnected, this, [this] {
        // What came before the end still counts.
        while (m_socket.bytesAvailable() > 0 && !m_isClosed)
            read();
        close(u"the server ended the connection"_s);
    });
    connect(&m_socket, &QLocalSocket::errorOccurred, this, [this](QLocalSocket::LocalSocketError error) {
        // Where nobody listens any more, no server runs: that needs no reason.
        if (error == QLocalSocket::ConnectionRefusedError || error == QLocalSocket::ServerNotFoundError)
            close({});
        else if (error != QLocalSocket::PeerClosedError)
            close(m_socket.errorString());
    });
}

MonitorLink::~MonitorLink()
{
    m_isClosed = true; // the socket's destructor still emits disconnected()
}

void MonitorLink::open()
{
    // Through the event loop, so that closed() never comes from inside open().
    QMetaObject::invokeMethod(
        this, [this] { m_socket.connectToServer(m_socketPath); }, Qt::QueuedConnection);
}

quint32 MonitorLink::send(decltype(monitor::Command::payload) payload)
{
    const quint32 request = m_nextRequest++;
    m_socket.write(monitor::encode(monitor::Command{request, std::move(payload)}));
    return request;
}

void MonitorLink::read()
{
    m_lines.append(m_socket.read(readSlice));
    while (auto line = m_lines.next()) {
        const auto event = monitor::decodeEvent(*line);
        if (!event.ok()) {
            close(event.error().message);
            return;
        }
        if (!m_hasHello) {
            const auto *hello = std::get_if<monitor::Hello>(&event->payload);
            if (hello == nullptr || hello->version != monitor::protocolVersion) {
                close(hello ? u"the server speaks version %1 of the monitor protocol, this program version %2"_s
                                  .arg(hello->version)
                                  .arg(monitor::protocolVersion)
                            : u"the server did not introduce itself"_s);
                return;
            }
            m_server = hello->server;
            m_hasHello = true;
            Q_EMIT connected();
        } else if (const auto *changed = std::get_if<monitor::ServerChanged>(&event->payload)) {
            m_server = changed->server;
        }
        Q_EMIT eventReceived(*event, *line);
        if (m_isClosed)
            return;
    }
    if (m_lines.hasOverflowed()) {
        close(u"the server sent an overlong line"_s);
        return;
    }
    if (m_socket.bytesAvailable() > 0 && !m_isReadPending) {
        m_isReadPending = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_isReadPending = false;
                if (!m_isClosed)
                    read();
            },
            Qt::QueuedConnection);
    }
}

void MonitorLink::close(const QString &reason)
{
    if (m_isClosed)
        return;
    m_isClosed = true;
    m_socket.abort();
    Q_EMIT closed(reason);
}

MonitorLinks::MonitorLinks(RuntimePlaces places, QObject *parent)
    : QObject(parent)
    , m_places(std::move(places))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &MonitorLinks::scan);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &MonitorLinks::retry);
    m_clock.start();
}

MonitorLinks::~MonitorLinks() = default;

void MonitorLinks::start()
{
    m_timer.start(0);
}

void MonitorLinks::retry()
{
    m_pause = 0ms;
    for (auto &[path, peer] : m_peers) {
        if (!peer.link)
            peer.nextTry = 0;
    }
    m_timer.start(20); // a burst of changes is one look
}

QStringList MonitorLinks::folders() const
{
    return runtimeFolderCandidates(m_places);
}

MonitorLink *MonitorLinks::link(const QString &instance) const
{
    for (const auto &[path, peer] : m_peers) {
        if (peer.link && peer.link->isConnected() && peer.link->server().instance == instance)
            return peer.link.get();
    }
    return nullptr;
}

QStringList MonitorLinks::connectedInstances() const
{
    QStringList instances;
    for (const auto &[path, peer] : m_peers) {
        if (peer.link && peer.link->isConnected())
            instances += peer.link->server().instance;
    }
    return instances;
}

bool MonitorLinks::hasConnection() const
{
    return !connectedInstances().isEmpty();
}

void MonitorLinks::scan()
{
    QStringList found;
    const QStringList existing = existingRuntimeFolders(m_places);
    for (const QString &folder : existing) {
        if (!m_watcher.directories().contains(folder))
            m_watcher.addPath(folder);
        const QDir dir(folder);
        const QStringList names = dir.entryList({u'*' + monitorSocketSuffix()}, QDir::System | QDir::Files);
        for (const QString &name : names)
            found += dir.filePath(name);
    }
    std::erase_if(m_peers, [&found](const auto &item) { return !item.second.link && !found.contains(item.first); });
    for (const QString &path : std::as_const(found))
        m_peers[path];

    const qint64 now = m_clock.elapsed();
    qint64 next = -1;
    bool isTrying = false;
    for (auto &[path, peer] : m_peers) {
        if (!peer.link && peer.nextTry <= now)
            tryPeer(path, peer);
        if (peer.link)
            isTrying = isTrying || !peer.link->isConnected();
        else
            next = next < 0 ? peer.nextTry : std::min(next, peer.nextTry);
    }
    if (!isTrying)
        Q_EMIT searched();

    // A missing folder gives no notice when it appears, so there is always a next look; a stat call every few seconds.
    const bool misses = existing.size() < folders().size();
    m_pause = longer(m_pause);
    if (next >= 0)
        m_timer.start(int(std::max<qint64>(next - now, 10)));
    else if (misses)
        m_timer.start(m_pause);
}

void MonitorLinks::tryPeer(const QString &path, Peer &peer)
{
    peer.link = std::make_unique<MonitorLink>(path);
    MonitorLink *link = peer.link.get();
    connect(link, &MonitorLink::connected, this, [this, path, link] {
        m_peers[path].pause = 0ms;
        Q_EMIT serverConnected(link);
        Q_EMIT searched();
    });
    connect(link, &MonitorLink::eventReceived, this, [this, link](const monitor::Event &event, const QByteArray &line) {
        Q_EMIT eventReceived(link, event, line);
    });
    connect(link, &MonitorLink::closed, this, [this, path](const QString &reason) { lose(path, reason); });
    link->open();
}

void MonitorLinks::lose(const QString &path, const QString &reason)
{
    Peer &peer = m_peers[path];
    const QString instance = peer.link->isConnected() ? peer.link->server().instance : QString();
    peer.link.release()->deleteLater(); // we are inside its signal
    peer.pause = longer(peer.pause);
    peer.nextTry = m_clock.elapsed() + peer.pause.count();
    Q_EMIT serverLost(instance, reason);
    const auto wait = int(peer.pause.count());
    if (!m_timer.isActive() || m_timer.remainingTime() > wait)
        m_timer.start(wait);
    const bool isTrying = std::any_of(m_peers.cbegin(), m_peers.cend(), [](const auto &item) {
        return item.second.link && !item.second.link->isConnected();
    });
    if (!isTrying)
        Q_EMIT searched();
}
