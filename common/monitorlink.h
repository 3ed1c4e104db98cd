#pragma once

#include "common/monitorprotocol.h"
#include "common/runtimefolder.h"

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QLocalSocket>
#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

/// One connection to one server's monitor socket.
///
/// Connects in open(); then either connected() (after Hello) followed by events, or closed(). After closed() nothing
/// more comes; the owner decides whether to open another one. A server that sends malformed or overlong lines, or
/// speaks another version of the protocol, is closed with the reason; a socket that nobody listens at, with none.
class MonitorLink : public QObject
{
    Q_OBJECT

public:
    explicit MonitorLink(const QString &socketPath, QObject *parent = nullptr);
    /// Closes without a signal.
    ~MonitorLink() override;

    void open();
    [[nodiscard]] QString socketPath() const { return m_socketPath; }
    [[nodiscard]] bool isConnected() const { return m_hasHello; }
    [[nodiscard]] const monitor::ServerInfo &server() const { return m_server; }

    /// Sends the command and returns the request number that its Answer will carry. Only while connected.
    quint32 send(decltype(monitor::Command::payload) payload);

Q_SIGNALS:
    void connected();
    /// `line` is what the server wrote, without its end.
    void eventReceived(const monitor::Event &event, const QByteArray &line);
    void closed(const QString &reason);

private:
    void read();
    void close(const QString &reason);

    QString m_socketPath;
    QLocalSocket m_socket;
    monitor::LineReader m_lines;
    monitor::ServerInfo m_server;
    quint32 m_nextRequest = 1;
    bool m_hasHello = false;
    bool m_isClosed = false;
    bool m_isReadPending = false;
};

/// Watches the runtime folders and keeps a link to every server in them.
///
/// New sockets are tried at once, lost and refused ones again with growing pauses while their file exists. Folders
/// that do not exist yet are looked for with the same pauses: no folder above ours is watched, since those are busy.
class MonitorLinks : public QObject
{
    Q_OBJECT

public:
    explicit MonitorLinks(RuntimePlaces places = RuntimePlaces::ofThisProcess(), QObject *parent = nullptr);
    ~MonitorLinks() override;

    void start();
    /// Looks now, without waiting for the pause.
    void retry();
    [[nodiscard]] QStringList folders() const; ///< Where servers are looked for.
    /// Null when that server is not connected.
    [[nodiscard]] MonitorLink *link(const QString &instance) const;
    [[nodiscard]] QStringList connectedInstances() const;
    [[nodiscard]] bool hasConnection() const;

Q_SIGNALS:
    void serverConnected(MonitorLink *link);
    void eventReceived(MonitorLink *link, const monitor::Event &event, const QByteArray &line);
    /// `instance` is empty when the server never introduced itself.
    void serverLost(const QString &instance, const QString &reason);
    /// Every socket found was tried: with no connection now, no server runs.
    void searched();

private:
    struct Peer
    {
        std::unique_ptr<MonitorLink> link;
        std::chrono::milliseconds pause{0};
        qint64 nextTry = 0; ///< On m_clock.
    };

    void scan();
    void tryPeer(const QString &path, Peer &peer);
    void lose(const QString &path, const QString &reason);

    RuntimePlaces m_places;
    QFileSystemWatcher m_watcher;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::map<QString, Peer> m_peers; ///< By socket path.
    std::chrono::milliseconds m_pause{0};
};
