#include "servercontrol.h"

#include "executor.h"
#include "instance.h"
#include "leftovers.h"

using namespace Qt::StringLiterals;

namespace {

monitor::AnswerItem itemOf(const ListedContainer &container)
{
    monitor::AnswerItem item;
    item.container = container.name;
    item.owner = u"server %1, which ended"_s.arg(container.labels.value(labels::key("pid"_L1)));
    item.created = QDateTime::fromString(container.labels.value(labels::key("created"_L1)), Qt::ISODate);
    item.state = container.state;
    return item;
}

monitor::Answer refusal(const QString &message)
{
    monitor::Answer answer;
    answer.ok = false;
    answer.message = message;
    return answer;
}

} // namespace

ServerControl::ServerControl(Executor &executor, QObject *parent)
    : QObject(parent)
    , m_executor(executor)
{
}

void ServerControl::cancelExecution(const ExecutionId &id, Done done)
{
    Execution *execution = m_executor.find(id);
    if (!execution)
        return done(refusal(u"It has ended already."_s));
    execution->cancel();
    done({});
}

void ServerControl::removeContainer(const QString &name, Done done)
{
    if (m_executor.endContainer(name))
        return done({});
    prune({name}, [done](const monitor::Answer &answer) {
        done(answer.ok && answer.items.isEmpty() ? refusal(u"It is gone, or its server lives and is another one."_s)
                                                 : answer);
    });
}

void ServerControl::listOrphans(Done done)
{
    sweep(Sweep::Look, {}, std::move(done));
}

void ServerControl::prune(const QStringList &names, Done done)
{
    sweep(Sweep::Remove, names, std::move(done));
}

void ServerControl::sweep(Sweep mode, const QStringList &names, Done done)
{
    m_executor.factory().findEngine(this, [this, mode, names, done](const Result<Engine> &engine) {
        if (!engine)
            return done(refusal(engine.error().message));
        auto *sweeper = new Sweeper(*engine, this);
        connect(sweeper, &Sweeper::finished, this, [sweeper, mode, done](const Result<Sweeper::Report> &report) {
            sweeper->deleteLater();
            if (!report)
                return done(refusal(report.error().message));
            monitor::Answer answer;
            for (const ListedContainer &container : report->dead) {
                monitor::AnswerItem item = itemOf(container);
                const auto failure = std::ranges::find(report->failed, container.name, &Sweeper::Failure::name);
                if (failure != report->failed.end()) {
                    item.ok = answer.ok = false;
                    item.message = failure->reason;
                }
                if (mode == Sweep::Look || !item.ok || report->removed.contains(container.name))
                    answer.items.append(item);
            }
            done(answer);
        });
        mode == Sweep::Look ? sweeper->look() : sweeper->sweep(names);
    });
}
