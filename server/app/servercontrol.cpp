#include "app/servercontrol.h"

#include "engine/containerspec.h"
#include "engine/instance.h"
#include "sandbox/executor.h"

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Executions that can be reproduced; monitors know about as many.
constexpr std::size_t maxRemembered = 10'000;
/// The engine walks through the files of every container.
constexpr auto measureLimit = 20s;

} // namespace

ServerControl::ServerControl(Executor &executor, const SandboxEvents &events, QObject *parent)
    : QObject(parent)
    , m_executor(executor)
{
    connect(&events, &SandboxEvents::executionQueued, this, [this](const ExecutionRequest &request) {
        m_languages.insert(request.id, request.language);
        m_order.push_back(request.id);
        if (m_order.size() > maxRemembered) {
            m_languages.remove(m_order.front());
            m_order.pop_front();
        }
    });
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

void ServerControl::measureContainers(Done done)
{
    m_executor.factory().findEngine(this, [this, done](const Result<Engine> &engine) {
        if (!engine)
            return done(refusalAnswer(engine.error().message));
        measure(*engine, done);
    });
}

void ServerControl::measure(const Engine &engine, const Done &done)
{
    auto *command =
        new EngineCommand(engine.command(sizeArguments(engine.kind, labels::key("format"_L1))), measureLimit, this);
    connect(command, &EngineCommand::finished, this, [command, engine, done](const CommandResult &result) {
        command->deleteLater();
        if (!result.succeeded())
            return done(refusalAnswer(
                u"%1 did not measure its containers: %2."_s.arg(engine.description(), result.explanation())));
        done(sizeAnswer(parseSizes(engine, result.output), QString::number(geteuid())));
    });
    command->start();
}

void ServerControl::reproduce(const ExecutionId &id, Done done)
{
    const auto language = m_languages.constFind(id);
    if (language == m_languages.cend())
        return done(refusalAnswer(u"The server does not remember this execution."_s));
    const Result<CommandLine> command = m_executor.factory().commandByHand(*language);
    if (!command)
        return done(refusalAnswer(command.error().message));
    const QString line = command->toDisplayString();
    done({0, true, {}, {}, monitor::TextPiece{0, line.size(), line}});
}

const StreamCapture *ServerControl::keptOutput(const ExecutionId &id, Stream stream)
{
    return m_outputSource ? m_outputSource(id, stream) : nullptr;
}
