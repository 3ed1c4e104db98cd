#pragma once

#include "app/sweepanswer.h"
#include "cli/commandline.h"
#include "engine/engineprobe.h"
#include "engine/leftovers.h"
#include "engine/ownnetwork.h"

#include <QObject>

#include <memory>

/// `code-sandbox-mcp prune`: removes containers whose server is dead (all, or those that are named) and says which, and
/// if none are named, also networks of ours that no container uses. With --dry-run it only says which containers. With
/// --json it prints one line, an answer of the monitor's protocol.
class PruneCommand : public QObject
{
    Q_OBJECT

public:
    explicit PruneCommand(const Invocation &invocation, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    /// 0, or 1 when something could not be removed.
    void finished(int exitCode);

private:
    void sweepNetworks(const Engine &engine, const Result<Sweeper::Report> &containers);
    void report(const Result<Sweeper::Report> &report);

    EngineProbe m_probe;
    QStringList m_names;
    SweepMode m_mode;
    bool m_printsJson;
    std::unique_ptr<Sweeper> m_sweeper;
    std::unique_ptr<NetworkSweeper> m_networks;
};
