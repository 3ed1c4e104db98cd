#include "cli/prune.h"

#include "cli/standardoutput.h"

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

void print(std::FILE *file, const QString &line)
{
    standardoutput::write(line.toUtf8() + '\n', file);
}

} // namespace

PruneCommand::PruneCommand(const Invocation &invocation, QObject *parent)
    : QObject(parent)
    , m_probe(invocation.settings.engine, invocation.settings.runtime)
    , m_names(invocation.arguments)
    , m_mode(invocation.options.contains(u"dry-run"_s) ? SweepMode::Look : SweepMode::Remove)
    , m_printsJson(invocation.options.contains(u"json"_s))
{
    connect(&m_probe, &EngineProbe::finished, this, [this](const Result<Engine> &engine) {
        if (!engine)
            return report(engine.error());
        m_sweeper = std::make_unique<Sweeper>(*engine);
        connect(m_sweeper.get(), &Sweeper::finished, this,
                [this, engine](const Result<Sweeper::Report> &containers) { sweepNetworks(*engine, containers); });
        m_mode == SweepMode::Look ? m_sweeper->look() : m_sweeper->sweep(m_names);
    });
}

void PruneCommand::start()
{
    m_probe.start();
}

/// After the containers, which may have used them; not when only some of those were named.
void PruneCommand::sweepNetworks(const Engine &engine, const Result<Sweeper::Report> &containers)
{
    if (!containers || !m_names.isEmpty())
        return report(containers);
    m_networks = std::make_unique<NetworkSweeper>(engine);
    connect(m_networks.get(), &NetworkSweeper::finished, this, [this, containers](const Result<QStringList> &networks) {
        if (!networks) {
            print(stderr, u"code-sandbox-mcp: "_s + networks.error().message);
        } else if (!m_printsJson) {
            for (const QString &name : *networks)
                print(stdout, (m_mode == SweepMode::Look ? u"would remove, if nothing uses it, network "_s
                                                         : u"removed network "_s) +
                                  name);
        }
        report(containers);
    });
    m_mode == SweepMode::Look ? m_networks->look() : m_networks->sweep();
}

void PruneCommand::report(const Result<Sweeper::Report> &report)
{
    const monitor::Answer answer = sweepAnswer(report, m_mode);
    if (m_printsJson) {
        standardoutput::write(monitor::encode({0, QDateTime::currentDateTimeUtc(), answer}));
    } else if (!report) {
        print(stderr, u"code-sandbox-mcp: "_s + answer.message);
    } else {
        for (const monitor::AnswerItem &item : answer.items) {
            if (!item.ok)
                print(stderr, u"not removed %1: %2"_s.arg(item.container, item.message));
            else
                print(stdout, (m_mode == SweepMode::Look ? u"would remove "_s : u"removed "_s) + item.container);
        }
        print(stdout, u"%1 removed, %2 of live servers spared, %3 of owners unknown here"_s.arg(report->removed.size())
                          .arg(report->spared.size())
                          .arg(report->unknown.size()));
    }
    Q_EMIT finished(answer.ok ? 0 : 1);
}
