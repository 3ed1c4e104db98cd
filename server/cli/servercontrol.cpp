#include "servercontrol.h"

#include "executor.h"

using namespace Qt::StringLiterals;

ServerControl::ServerControl(Executor &executor, QObject *parent)
    : QObject(parent)
    , m_executor(executor)
{
}

void ServerControl::cancelExecution(const ExecutionId &id, Done done)
{
    Execution *execution = m_executor.find(id);
    if (!execution)
        return done(refusalAnswer(u"It has ended already."_s));
    execution->cancel();
    done({});
}

void ServerControl::removeContainer(const QString &name, Done done)
{
    if (m_executor.endContainer(name))
        return done({});
    prune({name}, [done](const monitor::Answer &answer) {
        done(answer.ok && answer.items.isEmpty()
                 ? refusalAnswer(u"It is gone, or its server lives and is another one."_s)
                 : answer);
    });
}

void ServerControl::listOrphans(Done done)
{
    sweep(SweepMode::Look, {}, std::move(done));
}

void ServerControl::prune(const QStringList &names, Done done)
{
    sweep(SweepMode::Remove, names, std::move(done));
}

void ServerControl::sweep(SweepMode mode, const QStringList &names, Done done)
{
    m_executor.factory().findEngine(this, [this, mode, names, done](const Result<Engine> &engine) {
        if (!engine)
            return done(refusalAnswer(engine.error().message));
        auto *sweeper = new Sweeper(*engine, this);
        connect(sweeper, &Sweeper::finished, this, [sweeper, mode, done](const Result<Sweeper::Report> &report) {
            sweeper->deleteLater();
            done(sweepAnswer(report, mode));
        });
        mode == SweepMode::Look ? sweeper->look() : sweeper->sweep(names);
    });
}
