#include "prune.h"

#include <cstdio>

using namespace Qt::StringLiterals;

PruneCommand::PruneCommand(const Settings &settings, QObject *parent)
    : QObject(parent)
    , m_probe(settings.engine, settings.runtime)
{
    connect(&m_probe, &EngineProbe::finished, this, [this](const Result<Engine> &engine) {
        if (!engine)
            return report(engine.error());
        m_sweeper = std::make_unique<Sweeper>(*engine);
        connect(m_sweeper.get(), &Sweeper::finished, this, &PruneCommand::report);
        m_sweeper->sweep();
    });
}

void PruneCommand::start()
{
    m_probe.start();
}

void PruneCommand::report(const Result<Sweeper::Report> &report)
{
    if (!report) {
        std::fprintf(stderr, "code-sandbox-mcp: %s\n", qUtf8Printable(report.error().message));
        Q_EMIT finished(1);
        return;
    }
    for (const QString &name : report->removed)
        std::fprintf(stdout, "removed %s\n", qUtf8Printable(name));
    for (const Sweeper::Failure &failure : report->failed)
        std::fprintf(stderr, "not removed %s: %s\n", qUtf8Printable(failure.name), qUtf8Printable(failure.reason));
    std::fprintf(
        stdout, "%s\n",
        qUtf8Printable(u"%1 removed, %2 of live servers spared, %3 of owners unknown here"_s.arg(report->removed.size())
                           .arg(report->spared.size())
                           .arg(report->unknown.size())));
    Q_EMIT finished(report->failed.isEmpty() ? 0 : 1);
}
