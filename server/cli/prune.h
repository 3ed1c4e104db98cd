#pragma once

#include "engineprobe.h"
#include "leftovers.h"

#include <QObject>

#include <memory>

/// `code-sandbox-mcp prune`: removes containers whose server is dead and says which.
class PruneCommand : public QObject
{
    Q_OBJECT

public:
    explicit PruneCommand(const Settings &settings, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    /// 0, or 1 when something could not be removed.
    void finished(int exitCode);

private:
    void report(const Result<Sweeper::Report> &report);

    EngineProbe m_probe;
    std::unique_ptr<Sweeper> m_sweeper;
};
