#include "engine/engineprobe.h"

#include "engine/containerspec.h"
#include "engine/hostfacts.h"
#include "engine/missinglimits.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>
#include <QRegularExpression>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.engine")

constexpr auto infoLimit = 20s; // while images are built it can take 10 s

/// Clients often start us without DOCKER_HOST. Where the default socket is missing, one of the usual others may be
/// there.
QString dockerHostToUse(const QProcessEnvironment &environment)
{
    if (environment.contains(u"DOCKER_HOST"_s) || environment.contains(u"DOCKER_CONTEXT"_s) ||
        QFileInfo::exists(u"/var/run/docker.sock"_s))
        return {};
    const QString home = QDir::homePath();
    for (const QString &path : {environment.value(u"XDG_RUNTIME_DIR"_s) + "/docker.sock"_L1,
                                home + "/.docker/run/docker.sock"_L1, home + "/.docker/desktop/docker.sock"_L1,
                                home + "/.colima/default/docker.sock"_L1, home + "/.rd/docker.sock"_L1}) {
        if (QFileInfo::exists(path))
            return u"unix://"_s + path;
    }
    return {};
}

/// What to do about an engine that is installed but did not answer.
QString advice(Engine::Kind kind, const CommandResult &result)
{
    const QString words = QString::fromUtf8(result.errors);
    if (kind == Engine::Kind::Docker && words.contains("permission denied"_L1, Qt::CaseInsensitive))
        return u"Add this user to the group \"docker\" and log in again, or use rootless Docker or Podman."_s;
    if (kind == Engine::Kind::Docker)
        return u"Start it (\"systemctl start docker\", or Docker Desktop), or name its socket in DOCKER_HOST."_s;
    return u"Run \"podman info\" in a terminal; it tells what is missing."_s;
}

void readPodman(Engine &engine, const QJsonObject &info, const QString &wantedRuntime)
{
    const QJsonObject host = info["host"_L1].toObject();
    engine.version = info["version"_L1]["Version"_L1].toString();
    engine.isRootless = host["security"_L1]["rootless"_L1].toBool();
    engine.isRemote = host["serviceIsRemote"_L1].toBool();
    engine.hasSELinux = host["security"_L1]["selinuxEnabled"_L1].toBool();
    engine.cgroupVersion = host["cgroupVersion"_L1] == "v1"_L1 ? 1 : 2;
    engine.storageDriver = info["store"_L1]["graphDriverName"_L1].toString();
    engine.networkBackend = host["networkBackend"_L1].toString();
    engine.storagePath = info["store"_L1]["graphRoot"_L1].toString();
    engine.runtimeInUse = wantedRuntime.isEmpty() ? host["ociRuntime"_L1]["name"_L1].toString() : wantedRuntime;
    engine.runtime = wantedRuntime;

    if (wantedRuntime.isEmpty() && engine.runtimeInUse == "crun"_L1 && !engine.isRemote &&
        hostfacts::hasHybridCgroups()) {
        // crun: "cgroups in hybrid mode not supported", in every version so far.
        if (!engineenvironment::findProgram(u"runc"_s).isEmpty()) {
            engine.runtime = engine.runtimeInUse = u"runc"_s;
            engine.notes += u"This machine has hybrid cgroups, which crun does not support: runc is used instead."_s;
        } else {
            engine.notes += u"This machine has hybrid cgroups, which crun does not support, and runc is not installed: "
                            "containers will not start. Install runc."_s;
        }
    }
    // vfs would copy the whole image for the other owner, gVisor and Kata have kernels of their own.
    const bool isOrdinary = engine.runtimeInUse == "runc"_L1 || engine.runtimeInUse == "crun"_L1;
    if (!engine.isRootless && !engine.isRemote && isOrdinary && engine.storageDriver == "overlay"_L1) {
        engine.takesIdMaps = true;
        engine.subordinateUid = hostfacts::subordinateUid(userNamespaceSize);
        engine.subordinateGid = hostfacts::subordinateGid(userNamespaceSize);
    }
    // The list is that of the user's own group; where it is empty, nobody can tell.
    const QJsonArray controllers = host["cgroupControllers"_L1].toArray();
    if (engine.cgroupVersion == 2 && !controllers.isEmpty()) {
        using missinglimits::Limit;
        for (const auto &[name, limit] : {std::pair("cpu"_L1, Limit::Processors), std::pair("memory"_L1, Limit::Memory),
                                          std::pair("pids"_L1, Limit::Processes)}) {
            if (!controllers.contains(name))
                missinglimits::drop(engine, limit);
        }
    }
    if (engine.runtimeInUse == "runsc"_L1) {
        engine.enforcesMemory = false;
        engine.notes +=
            u"gVisor under Podman enforces no memory, processor or process limit, since its own handling of "
            "cgroups has to be off (ignore-cgroups): a program can use the memory and the processors of "
            "the whole machine until its time is over. Use it for isolation, on a machine of its own. /sandbox and /tmp "
            "are limited to 64 MiB each, /dev/shm to 16 MiB."_s;
        engine.notes +=
            u"gVisor (as of the release of December 2022) shows the pipes of sandbox-init to the program: it can "
            "read what it is sent and falsify the report of its own run, nobody else's."_s;
    } else if (engine.isRootless && engine.cgroupVersion == 1) {
        engine.enforcesMemory = false;
        engine.notes +=
            u"Rootless Podman on cgroups v1 enforces no memory, processor or process limit; only the limits "
            "of each single process hold, and /sandbox and /tmp have 64 MiB each, /dev/shm 16 MiB. Boot with cgroups v2 "
            "for full limits."_s;
    }
    if (engine.storageDriver == "vfs"_L1) {
        engine.notes += u"Podman's storage driver is vfs, which copies the whole image for every container (seconds "
                        "instead of a tenth). Set driver = \"overlay\" in storage.conf."_s;
    }
}

/// Docker runs containers without the limits that it cannot set, with a warning at most.
void noteMissingLimits(Engine &engine, const QJsonObject &info)
{
    const std::pair<QLatin1StringView, QString> limits[] = {{"MemoryLimit"_L1, u"memory"_s},
                                                            {"SwapLimit"_L1, u"swap"_s},
                                                            {"CpuCfsQuota"_L1, u"processors"_s},
                                                            {"PidsLimit"_L1, u"processes"_s}};
    QStringList missing;
    for (const auto &[field, what] : limits) {
        if (info["CgroupDriver"_L1] == "none"_L1 || info[field] == false)
            missing += what;
    }
    engine.enforcesMemory = !missing.contains(limits[0].second);
    if (!missing.isEmpty()) {
        engine.notes +=
            u"Docker cannot limit these here: %1. \"docker info\" has its warnings; cgroups v2, or swapaccount=1 "
            "for the kernel where only swap is missing, bring the limits back."_s.arg(missing.join(u", "_s));
    }
}

/// Also of a socket of this machine, when the daemon behind it runs in a virtual machine or outside our container.
bool isElsewhere(const QString &dockerHost)
{
    if (dockerHost.startsWith("unix://"_L1) && hostfacts::isListenerOutside(dockerHost.mid(7)))
        return true;
    static const QRegularExpression elsewhere(
        u"^(tcp|ssh|http|https):|/\\.(colima|lima|rd|orbstack|docker/(desktop|run))/"_s);
    return dockerHost.contains(elsewhere);
}

void readDocker(Engine &engine, const QJsonObject &info, const QString &wantedRuntime)
{
    engine.version = info["ServerVersion"_L1].toString();
    const QJsonArray security = info["SecurityOptions"_L1].toArray();
    for (const QJsonValue &option : security) {
        engine.isRootless |= option.toString().startsWith("name=rootless"_L1);
        engine.hasSELinux |= option.toString().startsWith("name=selinux"_L1);
    }
    engine.isRemote = isElsewhere(engine.environment.value(u"DOCKER_HOST"_s)) ||
                      info["OperatingSystem"_L1] == "Docker Desktop"_L1;
    engine.cgroupVersion = info["CgroupVersion"_L1] == "1"_L1 ? 1 : 2;
    engine.storageDriver = info["Driver"_L1].toString();
    engine.storagePath = info["DockerRootDir"_L1].toString();
    engine.runtime = wantedRuntime;
    engine.runtimeInUse = wantedRuntime.isEmpty() ? info["DefaultRuntime"_L1].toString() : wantedRuntime;
    if (!wantedRuntime.isEmpty() && !info["Runtimes"_L1].toObject().contains(wantedRuntime)) {
        engine.notes += u"Docker knows no runtime \"%1\"; add it to daemon.json."_s.arg(wantedRuntime);
    }
    noteMissingLimits(engine, info);
    if (engine.storagePath.startsWith("/var/snap/"_L1)) {
        engine.isRemote = true;
        engine.notes += u"Docker comes from snap, which sees few of this machine's folders: images with sandbox-init in "
                        "them are used (\"code-sandbox-mcp images build\" makes them)."_s;
    }
}

} // namespace

EngineProbe::EngineProbe(EngineChoice choice, QString runtime, QObject *parent)
    : QObject(parent)
    , m_choice(choice)
    , m_runtime(std::move(runtime))
{
}

void EngineProbe::start()
{
    Q_ASSERT(!m_isRunning);
    m_isRunning = true;
    m_sawProgram = false;
    m_failures.clear();
    m_candidates.clear();
    if (m_choice != EngineChoice::Docker)
        m_candidates += Engine::Kind::Podman;
    if (m_choice != EngineChoice::Podman)
        m_candidates += Engine::Kind::Docker;
    QMetaObject::invokeMethod(this, &EngineProbe::tryNext, Qt::QueuedConnection);
}

void EngineProbe::tryNext()
{
    if (m_candidates.isEmpty()) {
        const QString advice =
            m_sawProgram ? u"Run \"code-sandbox-mcp doctor\" for details."_s
                         : u"Install Podman (\"apt install podman\") or Docker; podman needs no daemon and no root."_s;
        return conclude(Error{m_sawProgram ? Error::Code::EngineUnreachable : Error::Code::EngineMissing,
                              u"No working container engine: %1 %2"_s.arg(m_failures.join(u' '), advice),
                              {}});
    }
    Engine engine;
    engine.kind = m_candidates.takeFirst();
    engine.program = engineenvironment::findProgram(engine.name());
    engine.environment = engineenvironment::forCommands();
    if (engine.program.isEmpty()) {
        m_failures += u"%1 is not installed."_s.arg(engine.name());
        return tryNext();
    }
    m_sawProgram = true;
    if (engine.kind == Engine::Kind::Docker) {
        if (const QString host = dockerHostToUse(engine.environment); !host.isEmpty())
            engine.environment.insert(u"DOCKER_HOST"_s, host);
    }
    const QString format = engine.kind == Engine::Kind::Podman ? u"json"_s : u"{{json .}}"_s;
    auto *command = new EngineCommand(engine.command({u"info"_s, u"--format"_s, format}), infoLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command, engine](const CommandResult &result) {
        command->deleteLater();
        examine(engine, result);
    });
    command->start();
}

void EngineProbe::examine(Engine engine, const CommandResult &info)
{
    const QJsonObject facts = QJsonDocument::fromJson(info.output).object();
    if (engine.kind == Engine::Kind::Docker && facts["host"_L1].isObject()) {
        engine.kind = Engine::Kind::Podman;
        engine.notes += u"%1 is Podman under Docker's name (podman-docker), so it is used as Podman."_s.arg(engine.program);
    }
    if (engine.kind == Engine::Kind::Podman)
        readPodman(engine, facts, m_runtime);
    else
        readDocker(engine, facts, m_runtime);

    // `docker info` of some versions exits 0 with an empty server part when the daemon is away.
    if (!info.succeeded() || engine.version.isEmpty()) {
        const QString reason = info.succeeded() ? u"its answer was not understood"_s : info.explanation();
        m_failures += u"%1 does not work (%2). %3"_s.arg(engine.name(), reason, advice(engine.kind, info));
        return tryNext();
    }
    if (engine.kind == Engine::Kind::Docker)
        return askForContext(engine);
    settleOn(engine);
}

void EngineProbe::askForContext(Engine engine)
{
    auto *command = new EngineCommand(
        engine.command({u"context"_s, u"inspect"_s, u"--format"_s, u"{{.Endpoints.docker.Host}}"_s}), infoLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command, engine](const CommandResult &result) mutable {
        command->deleteLater();
        const QString host = QString::fromUtf8(result.output).trimmed();
        if (result.succeeded() && !host.isEmpty()) // clients before 19.03 know no contexts
            engine.isRemote |= isElsewhere(host);
        settleOn(engine);
    });
    command->start();
}

void EngineProbe::settleOn(const Engine &engine)
{
    qCInfo(log).noquote() << "Using" << engine.description() << "with runtime" << engine.runtimeInUse;
    for (const QString &note : std::as_const(engine.notes))
        qCWarning(log).noquote() << note;
    conclude(engine);
}

void EngineProbe::conclude(const Result<Engine> &engine)
{
    m_isRunning = false;
    Q_EMIT finished(engine);
}
