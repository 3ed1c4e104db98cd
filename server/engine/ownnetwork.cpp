#include "engine/ownnetwork.h"

#include "engine/instance.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto networkLimit = 20s;
constexpr auto baseName = "code-sandbox-bridge"_L1;

} // namespace

QString ownnetwork::name(const Engine &engine, int uid)
{
    if (engine.isRootless)
        return {};
    if (engine.kind == Engine::Kind::Docker)
        return baseName;
    return engine.networkBackend == "netavark"_L1 ? baseName + u'-' + QString::number(uid) : QString();
}

CommandLine ownnetwork::createCommand(const Engine &engine, const QString &name)
{
    QStringList arguments{u"network"_s, u"create"_s, u"--label"_s,
                          labels::key("format"_L1) + u'=' + labels::formatVersion};
    if (engine.kind == Engine::Kind::Docker)
        arguments << u"--opt"_s << u"com.docker.network.bridge.enable_icc=false"_s;
    else
        arguments << u"--opt"_s << u"isolate=true"_s << u"--disable-dns"_s;
    return engine.command(arguments << name);
}

bool ownnetwork::isThere(const CommandResult &result)
{
    return result.succeeded() || result.errors.contains("already exists") || result.errors.contains("already used");
}

NetworkSweeper::NetworkSweeper(Engine engine, QObject *parent)
    : QObject(parent)
    , m_engine(std::move(engine))
{
}

void NetworkSweeper::sweep()
{
    m_removes = true;
    list();
}

void NetworkSweeper::list()
{
    const QStringList arguments{u"network"_s,  u"ls"_s,       u"--filter"_s, u"label="_s + labels::key("format"_L1),
                                u"--format"_s, u"{{.Name}}"_s};
    auto *command = new EngineCommand(m_engine.command(arguments), networkLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command](const CommandResult &result) {
        command->deleteLater();
        if (!result.succeeded()) {
            Q_EMIT finished(
                Error{Error::Code::EngineUnreachable,
                      u"%1 did not list its networks: %2."_s.arg(m_engine.description(), result.explanation()),
                      QString::fromUtf8(result.errors).trimmed()});
            return;
        }
        const QStringList names = QString::fromUtf8(result.output).split(u'\n', Qt::SkipEmptyParts);
        for (const QString &name : names) {
            if (name.startsWith(baseName)) // ours by label and by name; nothing else is touched
                m_remaining += name.trimmed();
        }
        if (!m_removes)
            m_done = std::exchange(m_remaining, {});
        removeNext();
    });
    command->start();
}

void NetworkSweeper::removeNext()
{
    if (m_remaining.isEmpty()) {
        Q_EMIT finished(m_done);
        return;
    }
    const QString name = m_remaining.takeFirst();
    auto *command = new EngineCommand(m_engine.command({u"network"_s, u"rm"_s, name}), networkLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command, name](const CommandResult &result) {
        command->deleteLater();
        if (result.succeeded()) // else a container uses it: both engines refuse then
            m_done += name;
        removeNext();
    });
    command->start();
}
