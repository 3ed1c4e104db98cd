#include "cli/doctor.h"

#include "cli/standardoutput.h"
#include "engine/containerspec.h"
#include "engine/engineprobe.h"
#include "engine/hostfacts.h"
#include "engine/knownholes.h"
#include "engine/leftovers.h"
#include "engine/ownnetwork.h"
#include "tools/resultwriter.h"
#include "tools/wording.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStorageInfo>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto questionLimit = 10s;
constexpr int oldImageDays = 60;
constexpr int oldGvisorDays = 365; ///< It is released weekly, and mends its holes in the newest release only.
constexpr qint64 littleDisk = 2LL * 1024 * 1024 * 1024;

qint64 availableMemory()
{
    QFile file(u"/proc/meminfo"_s);
    if (!file.open(QFile::ReadOnly))
        return 0;
    const QByteArray text = file.readAll();
    const qsizetype at = text.indexOf("MemAvailable:");
    return at < 0 ? 0 : text.mid(at + 13).trimmed().split(' ').constFirst().toLongLong() * 1024;
}

} // namespace

DoctorCommand::DoctorCommand(const Settings &settings, Format format, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_format(format)
    , m_service(m_settings)
    , m_report(m_service.executor)
{
}

DoctorCommand::~DoctorCommand() = default;

void DoctorCommand::say(Mark mark, const QString &topic, const QString &text, const QString &fix)
{
    m_hasFailed |= mark == Mark::Bad;
    const QString word = mark == Mark::Good ? u"ok"_s : mark == Mark::Note ? u"note"_s : u"bad"_s;
    QJsonObject finding{{u"status"_s, word}, {u"topic"_s, topic}, {u"text"_s, text}};
    if (!fix.isEmpty())
        finding[u"fix"_s] = fix;
    m_findings.append(finding);
    if (m_format == Format::Json)
        return;
    QString lines = u"%1  %2: %3\n"_s.arg(mark == Mark::Bad ? u"BAD"_s : word, -4).arg(topic, text);
    if (!fix.isEmpty())
        lines += u"      -> %1\n"_s.arg(fix);
    standardoutput::write(lines.toUtf8());
}

void DoctorCommand::ask(const CommandLine &commandLine, const std::function<void(const CommandResult &)> &next)
{
    auto *command = new EngineCommand(commandLine, questionLimit, this);
    connect(command, &EngineCommand::finished, this, [command, next](const CommandResult &result) {
        command->deleteLater();
        next(result);
    });
    command->start();
}

void DoctorCommand::start()
{
    say(Mark::Good, u"version"_s, u"code-sandbox-mcp %1"_s.arg(QCoreApplication::applicationVersion()));
    if (m_service.instance.problem().isEmpty())
        say(Mark::Good, u"runtime folder"_s, m_service.instance.runtimeFolder());
    else
        say(Mark::Note, u"runtime folder"_s, m_service.instance.problem(),
            u"Set XDG_RUNTIME_DIR to a folder of yours that nobody else can enter (mode 0700)."_s);
    m_service.factory.findEngine(this, [this](const Result<Engine> &engine) { checkEngine(engine); });
}

void DoctorCommand::checkEngine(const Result<Engine> &engine)
{
    if (!engine) {
        say(Mark::Bad, u"engine"_s, engine.error().message,
            u"Make \"podman info\" or \"docker info\" work for this user, and run doctor again."_s);
        return conclude();
    }
    m_engine = *engine;
    say(Mark::Good, u"engine"_s,
        u"%1 (%2%3), runtime %4, storage %5, cgroups v%6"_s
            .arg(engine->description(), engine->program, engine->isRootless ? u", rootless"_s : QString(),
                 engine->runtimeInUse, engine->storageDriver)
            .arg(engine->cgroupVersion));
    for (const QString &note : engine->notes)
        say(Mark::Note, u"engine"_s, note, u"See \"What each engine cannot do\" in SECURITY.md."_s);
    if (!engine->isRemote && hostfacts::maxCoreSize() == 0 && hostfacts::corePattern().startsWith('|')) {
        say(Mark::Note, u"core files"_s,
            u"each crash of a program starts \"%1\" on this machine, as root"_s.arg(
                QString::fromUtf8(hostfacts::corePattern().mid(1))),
            u"Give the server a hard limit of at least 1 for core files (ulimit -H -c, LimitCORE=)."_s);
    }
    const Rooms rooms = Rooms::of(*engine, m_settings.memoryBytes);
    say(Mark::Good, u"room"_s,
        u"/sandbox and /tmp hold %1 each, /dev/shm %2 (--memory decides)"_s.arg(
            resultwriter::sizeText(rooms.files), resultwriter::sizeText(rooms.sharedMemory)));
    checkHoles(engine->name(), engine->version);
    if (engine->kind == Engine::Kind::Docker)
        checkDockersParts();
    else
        checkRuntimeVersion();
}

/// The daemon names the programs that it uses; those on this machine may be others.
void DoctorCommand::checkDockersParts()
{
    ask(m_engine.command({u"version"_s, u"--format"_s, u"{{json .Server.Components}}"_s}),
        [this](const CommandResult &result) {
            const QJsonArray parts = QJsonDocument::fromJson(result.output).array();
            bool sawRuntime = false;
            for (const QJsonValue &part : parts) {
                const QString name = part["Name"_L1].toString();
                const QString version = part["Version"_L1].toString();
                if (name != "containerd"_L1 && name != m_engine.runtimeInUse)
                    continue;
                sawRuntime |= name == m_engine.runtimeInUse;
                say(Mark::Good, u"runtime"_s, u"%1 %2, of the Docker daemon"_s.arg(name, version));
                checkHoles(name, version);
            }
            if (sawRuntime)
                checkProcessors();
            else
                checkRuntimeVersion(); // one that was added to Docker, which knows its name only
        });
}

void DoctorCommand::checkRuntimeVersion()
{
    const QString program = engineenvironment::findProgram(m_engine.runtimeInUse);
    if (m_engine.isRemote || program.isEmpty())
        return checkProcessors();
    ask({program, {u"--version"_s}, m_engine.environment}, [this, program](const CommandResult &result) {
        const QString line = QString::fromUtf8(result.output).section(u'\n', 0, 0);
        if (result.succeeded()) {
            say(Mark::Good, u"runtime"_s, line);
            checkHoles(m_engine.runtimeInUse, line.section(u' ', -1)); // "runc version 1.1.5+ds1"
            checkAge(line);
        } else {
            say(Mark::Note, u"runtime"_s, u"%1 does not tell its version: %2"_s.arg(program, result.explanation()),
                u"Look up its version, and whether it is a recent one."_s);
        }
        checkProcessors();
    });
}

void DoctorCommand::checkAge(const QString &runtimeVersion)
{
    const std::optional<QDate> release = knownholes::gvisorRelease(runtimeVersion);
    if (!release || release->daysTo(QDate::currentDate()) < oldGvisorDays)
        return;
    say(Mark::Note, u"known holes"_s,
        u"this gVisor was released on %1; it mends its holes in new releases only"_s.arg(
            release->toString(Qt::ISODate)),
        u"Install a release of this year from gvisor.dev; distributions are far behind."_s);
}

void DoctorCommand::checkProcessors()
{
    const QStringList open = m_engine.isRemote ? QStringList() : knownholes::ofProcessors();
    if (!open.isEmpty()) {
        say(Mark::Note, u"known holes"_s,
            u"the kernel does nothing about holes of these processors, through which programs may read others' memory (%1)"_s
                .arg(open.join(u"; "_s)),
            u"Update the kernel and the processor's microcode, or keep no secrets on this machine."_s);
    }
    m_report.request(this, [this](const QJsonObject &report) { checkLanguages(report); });
}

void DoctorCommand::checkHoles(const QString &program, const QString &version)
{
    for (const knownholes::Hole &hole : knownholes::of(program, version)) {
        say(Mark::Note, u"known holes"_s,
            u"%1 before %2 has known holes (%3); this is %4"_s.arg(program, hole.mendedIn, hole.names, version),
            u"Install your distribution's updates; its changelog of %1 tells whether this version has the fix."_s.arg(
                program));
    }
}

void DoctorCommand::checkLanguages(const QJsonObject &report)
{
    const QJsonObject environments = report["environments"_L1].toObject();
    for (const QString &language : environments.keys()) {
        const QJsonObject facts = environments[language].toObject();
        if (facts.contains("error"_L1)) {
            say(Mark::Bad, language, facts["error"_L1].toString(),
                u"\"code-sandbox-mcp images build\" makes the images; with --verbose the engine's command lines are shown."_s);
            continue;
        }
        say(Mark::Good, language,
            u"%1 %2 in %3 ran, %4 libraries"_s
                .arg(facts["interpreter"_L1].toString(), facts["version"_L1].toString(), facts["image"_L1].toString())
                .arg(facts["libraries"_L1].toObject().size()));
        checkLimits(language, facts);
        m_waitingBytes += qint64(facts["resident_bytes"_L1].toDouble()) * m_settings.poolSize;
    }
    const QString isolation = report["isolation"_L1].toString();
    if (isolation == "plain runtime"_L1) {
        say(Mark::Note, u"isolation"_s,
            u"plain runtime: programs share the host's kernel, and their uids are the host's"_s, isolationAdvice());
    } else if (!isolation.isEmpty()) {
        say(Mark::Good, u"isolation"_s, isolation);
    }
    say(m_settings.network == NetworkMode::Bridge ? Mark::Note : Mark::Good, u"network"_s,
        wording::network(m_settings),
        m_settings.network == NetworkMode::Bridge
            ? u"--network public or allow:LIST goes through the server, which keeps programs out of your networks."_s
            : QString());
    if (m_settings.network == NetworkMode::Bridge && ownnetwork::name(m_engine, 0).isEmpty()) {
        say(Mark::Note, u"network"_s, u"the engine's own bridge is used, on which containers reach each other"_s,
            u"Use --network public, or an engine that runs as root: Docker, or Podman with netavark."_s);
    }
    if (const auto &rules = m_service.factory.egressRules()) {
        if (const QString proxy = rules->upstream.description(); !proxy.isEmpty())
            say(Mark::Good, u"network"_s, u"connections go through the proxy %1 of this environment"_s.arg(proxy));
        for (const QString &problem : rules->upstream.problems())
            say(Mark::Note, u"network"_s, problem, u"Correct or unset that variable."_s);
    }
    checkImages({m_settings.pythonImage, m_settings.jsImage});
}

QString DoctorCommand::isolationAdvice() const
{
    const QString own = u"--runtime runsc (gVisor) or kata gives programs a kernel of its own."_s;
    if (m_engine.takesIdMaps && m_settings.userNamespace != UserNamespace::Off) {
        return u"Add a line \"containers:FIRST:65536\" with ids that nothing else uses to /etc/subuid and "
               "/etc/subgid, or start with --userns FIRST: then they are in a user namespace. "_s +
               own;
    }
    if (m_engine.takesIdMaps)
        return u"--userns auto or --userns FIRST puts them in a user namespace. "_s + own;
    if (m_engine.kind == Engine::Kind::Docker) {
        return u"\"userns-remap\" in Docker's daemon.json, rootless Docker or rootless Podman put them in a user "
               "namespace. "_s +
               own;
    }
    return u"Rootless Podman puts them in a user namespace. "_s + own;
}

void DoctorCommand::checkLimits(const QString &language, const QJsonObject &facts)
{
    const auto check = [&](const QString &what, const QString &wanted, bool holds) {
        if (holds)
            say(Mark::Good, language, u"%1 limited to %2"_s.arg(what, wanted));
        else
            say(Mark::Note, language, u"the engine does not limit %1 to %2"_s.arg(what, wanted),
                m_engine.runtimeInUse == "runsc"_L1
                    ? u"gVisor under Podman keeps no limits: give it a machine of its own, or use runc for limits."_s
                    : u"Boot with cgroups v2, or use an engine that runs as root."_s);
    };
    const qint64 page = sysconf(_SC_PAGESIZE); // the kernel rounds to whole pages
    check(u"memory"_s, resultwriter::sizeText(m_settings.memoryBytes),
          facts["memory_limit"_L1].toString().toLongLong() / page == m_settings.memoryBytes / page);
    bool isKnown = false;
    const qint64 swapLimit = facts["swap_limit"_L1].toString().toLongLong(&isKnown);
    const qint64 wantedSwap = m_engine.cgroupVersion == 1 ? m_settings.memoryBytes : 0; // v1 counts memory and swap
    if (hostfacts::hasSwap())
        check(u"swap"_s, u"0"_s, isKnown && swapLimit <= wantedSwap);
    check(u"processes"_s, QString::number(m_settings.pids),
          facts["pids_limit"_L1].toString() == QString::number(m_settings.pids));
    const QString cpuLimit = facts["cpu_limit"_L1].toString();
    check(u"processors"_s, QString::number(m_settings.cpus),
          !cpuLimit.isEmpty() && !cpuLimit.startsWith("max"_L1) && cpuLimit != "-1"_L1);
    if (facts["seccomp"_L1].toString() != "2"_L1) {
        say(Mark::Note, language, u"no seccomp filter is in force"_s,
            u"Use a kernel and a runtime with seccomp; under gVisor its own kernel takes that place."_s);
    } else if (!facts["engine_seccomp"_L1].toBool() && m_engine.runtimeInUse != "runsc"_L1) {
        say(Mark::Note, language,
            u"the engine's own seccomp profile is not in force, only the filter of sandbox-init"_s,
            u"Take \"unconfined\" out of the engine's configuration: seccomp-profile in Docker's daemon.json, "
            "seccomp_profile in containers.conf."_s);
    }
}

void DoctorCommand::checkImages(QStringList images)
{
    if (images.isEmpty())
        return checkResources();
    const QString image = images.takeFirst();
    ask(m_engine.command({u"image"_s, u"inspect"_s, u"--format"_s, u"{{json .Created}}"_s, u"--"_s, image}),
        [this, image, images](const CommandResult &result) {
            const QDateTime created =
                QDateTime::fromString(QString::fromUtf8(result.output).remove(u'"').left(19), Qt::ISODate);
            if (result.succeeded() && created.isValid()) {
                const qint64 days = created.daysTo(QDateTime::currentDateTimeUtc());
                const QString text = u"%1 was made %2 days ago"_s.arg(image).arg(days);
                if (days > oldImageDays)
                    say(Mark::Note, u"image"_s, text, u"Make it again for the updates of its system: images build."_s);
                else
                    say(Mark::Good, u"image"_s, text);
            }
            checkImages(images);
        });
}

void DoctorCommand::checkResources()
{
    if (!m_engine.isRemote && !m_engine.storagePath.isEmpty()) {
        const QStorageInfo disk(m_engine.storagePath);
        const QString text = u"%1 free where %2 keeps its images (%3)"_s.arg(
            resultwriter::sizeText(disk.bytesAvailable()), m_engine.name(), m_engine.storagePath);
        if (disk.isValid() && disk.bytesAvailable() < littleDisk)
            say(Mark::Note, u"disk"_s, text,
                u"Make room: \"%1 system prune\" removes what is unused."_s.arg(m_engine.name()));
        else if (disk.isValid())
            say(Mark::Good, u"disk"_s, text);
    }
    const auto sizeText = [](qint64 bytes) { return resultwriter::sizeText(bytes); };
    const qint64 most = m_settings.memoryBytes * m_settings.maxConcurrent + m_waitingBytes;
    const qint64 available = availableMemory();
    const QString text = u"%1 programs at once with %2 each, and up to %3 waiting containers, whose interpreters "
                         "take %4 in all, can take %5; %6 are available"_s.arg(m_settings.maxConcurrent)
                             .arg(sizeText(m_settings.memoryBytes))
                             .arg(2 * m_settings.poolSize)
                             .arg(sizeText(m_waitingBytes), sizeText(most), sizeText(available));
    if (available > 0 && most > available)
        say(Mark::Note, u"memory"_s, text, u"Lower --memory, --max-concurrent or --pool-size."_s);
    else
        say(Mark::Good, u"memory"_s, text);
    checkLeftovers();
}

void DoctorCommand::checkLeftovers()
{
    m_sweeper = std::make_unique<Sweeper>(m_engine);
    connect(m_sweeper.get(), &Sweeper::finished, this, [this](const Result<Sweeper::Report> &report) {
        if (!report)
            say(Mark::Bad, u"leftovers"_s, report.error().message,
                u"Make \"%1 ps\" work for this user."_s.arg(m_engine.name()));
        else if (!report->dead.isEmpty())
            say(Mark::Note, u"leftovers"_s, u"%1 containers of dead servers"_s.arg(report->dead.size()),
                u"\"code-sandbox-mcp prune\" removes them."_s);
        else
            say(Mark::Good, u"leftovers"_s, u"none"_s);
        conclude();
    });
    m_sweeper->look();
}

void DoctorCommand::conclude()
{
    if (m_format == Format::Json) {
        const QJsonObject all{{u"works"_s, !m_hasFailed}, {u"findings"_s, m_findings}};
        standardoutput::write(QJsonDocument(all).toJson());
    }
    connect(&m_service.executor, &Executor::idle, this, [this] { Q_EMIT finished(m_hasFailed ? 1 : 0); });
    QTimer::singleShot(10s, this, [this] { Q_EMIT finished(m_hasFailed ? 1 : 0); });
    m_service.executor.shutDown();
}
