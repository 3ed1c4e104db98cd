#pragma once

#include "common/result.h"
#include "engine/engine.h"

#include <QObject>

/// Networks of our own for `--network bridge` on an engine that runs as root, so that containers do not reach each
/// other.
///
/// On the engine's default bridge they do. Docker can forbid it within one network (enable_icc). Netavark, podman's
/// network program, cannot: its option `isolate` keeps networks apart (measured with 1.4), but not containers of one
/// network. So under podman each uid slot, which at most one live container has, gets a network.
namespace ownnetwork {

/// The network of the container with that uid; empty where the engine's own bridge must do.
QString name(const Engine &engine, int uid);

/// Makes it, labelled as ours. It fails where it is there already: see isThere().
CommandLine createCommand(const Engine &engine, const QString &name);
/// Whether the network is there after that command.
bool isThere(const CommandResult &result);

} // namespace ownnetwork

/// Removes the networks of ours that no container uses. sweep() may be called once; one finished() follows.
class NetworkSweeper : public QObject
{
    Q_OBJECT

public:
    explicit NetworkSweeper(Engine engine, QObject *parent = nullptr);

    void look() { list(); }
    void sweep();

Q_SIGNALS:
    /// The names of those that were removed, or (look()) of all that are there.
    void finished(const Result<QStringList> &networks);

private:
    void list();
    void removeNext();

    Engine m_engine;
    bool m_removes = false;
    QStringList m_remaining;
    QStringList m_done;
};
