#include "sandbox/sandboxfactory.h"

#include "common/names.h"
#include "common/runtimefolder.h"
#include "engine/engineprobe.h"
#include "engine/ownnetwork.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.run")

QList<PassedVariable> readVariables(const Settings &settings)
{
    QStringList unset;
    QList<PassedVariable> variables = passedVariables(settings.passThroughEnv, &unset);
    for (const QString &name : std::as_const(unset))
        qCWarning(log).noquote() << "--pass-through-env:" << name << "is not set; programs will not have it";
    return variables;
}

std::optional<EgressRules> readEgressRules(const Settings &settings)
{
    if (!settings.hasEgress())
        return std::nullopt;
    EgressRules rules;
    QString problem; // the options were checked
    if (settings.network == NetworkMode::Allow)
        rules.hosts = HostRules::parse(settings.allowedHosts, &problem).value_or(HostRules());
    rules.upstream = UpstreamProxies(QProcessEnvironment::systemEnvironment());
    for (const QString &one : rules.upstream.problems())
        qCWarning(log).noquote() << one;
    rules.limits.traffic = settings.maxTraffic;
    return rules;
}

} // namespace

SandboxFactory::SandboxFactory(const Settings &settings, const Instance &instance, SandboxEvents &events,
                               QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_instance(instance)
    , m_events(events)
    , m_files(InstalledFiles::find())
    , m_variables(readVariables(settings))
    , m_egress(readEgressRules(settings))
    , m_uids(instance.runtimeFolder())
    , m_probe(std::make_unique<EngineProbe>(settings.engine, settings.runtime))
    , m_images(settings.pull)
{
    connect(m_probe.get(), &EngineProbe::finished, this, &SandboxFactory::engineProbed);
    connect(&m_images, &ImageStore::pullProgressed, this, [this](const QString &image, const QString &line) {
        for (Language language : {Language::Python, Language::JavaScript}) {
            if (m_settings.image(language) == image)
                Q_EMIT pullProgressed(language, line);
        }
    });
}

SandboxFactory::~SandboxFactory() = default;

bool SandboxFactory::isPrepared(Language language) const
{
    return m_engine && m_files && m_images.isKnown(m_settings.image(language));
}

void SandboxFactory::prepare(Language language, QObject *context, Answer answer)
{
    findEngine(context, [this, language, context, answer](const Result<Engine> &engine) {
        if (!engine || !m_files)
            return answer(engine ? Result<Engine>(m_files.error()) : engine);
        m_images.ensure(*engine, m_settings.image(language), context, [answer, engine](const Result<QString> &image) {
            answer(image ? engine : Result<Engine>(image.error()));
        });
    });
}

void SandboxFactory::findEngine(QObject *context, Answer answer)
{
    m_waitingForEngine.append({context, std::move(answer)});
    const auto ask = [this] {
        if (!m_probe->isRunning())
            m_probe->start();
    };
    if (!m_engine)
        return ask();
    QMetaObject::invokeMethod(
        this,
        [this, ask] {
            if (m_engine)
                engineProbed(*m_engine);
            else
                ask(); // a failure elsewhere made it doubtful in between
        },
        Qt::QueuedConnection);
}

void SandboxFactory::engineProbed(const Result<Engine> &engine)
{
    const bool isNew = engine && !m_engine;
    if (engine)
        m_engine = *engine;
    if (isNew) {
        for (const missinglimits::Limit limit : std::as_const(m_missingLimits))
            missinglimits::drop(*m_engine, limit);
        if (!m_filesArrive)
            noteBlindEngine();
        if (m_engine->hasSELinux && m_files && !m_instance.filesFolder().isEmpty())
            m_files = m_files->copiedTo(m_instance.filesFolder());
    }
    const QList<Waiting> waiting = std::exchange(m_waitingForEngine, {});
    if (isNew && m_settings.userNamespace == UserNamespace::Given && !m_engine->takesIdMaps) {
        m_engine->notes +=
            u"--userns has no effect with %1: only Podman that runs as root, with runc or crun and overlay "
            "storage, gives containers a user namespace one by one."_s.arg(m_engine->description());
        qCWarning(log).noquote() << m_engine->notes.constLast();
    }
    if (isNew) {
        for (const QString &note : m_engine->notes)
            Q_EMIT m_events.noted(note);
        Q_EMIT engineFound(*m_engine);
    } else if (!engine) {
        Q_EMIT engineMissing(engine.error());
    }
    for (const Waiting &one : waiting) {
        if (one.context)
            one.answer(engine);
    }
}

std::unique_ptr<Sandbox> SandboxFactory::create(Language language)
{
    Q_ASSERT(isPrepared(language));
    const QDateTime now = QDateTime::currentDateTimeUtc();
    UidSlots::Slot slot = m_uids.take();

    ContainerSpec spec = commonSpec(language, slot.uid());
    spec.name = u"code-sandbox-%1-%2"_s.arg(m_instance.id()).arg(++m_count);
    spec.labels = m_instance.labels();
    spec.labels.insert(labels::key("language"_L1), languageName(language));
    spec.labels.insert(labels::key("created"_L1), now.toString(Qt::ISODate));
    spec.initPath = m_files->initPath;
    spec.hostsPath = m_files->hostsPath;
    if (m_socketsArrive && m_engine->handsDescriptorsOn()) {
        spec.direct = ContainerSpec::Direct::Descriptor;
    } else if (m_socketsArrive && m_engine->mountsSockets() && !m_instance.runtimeFolder().isEmpty()) {
        spec.direct = ContainerSpec::Direct::Mounted;
        spec.socketPath = channelPath(m_instance.runtimeFolder(), spec.name);
    }
    spec.resolvConfPath = m_files->resolvConfPath;
    if (language == Language::Python && !m_settings.preload.isEmpty())
        spec.preloadPath = m_files->preloadPath;
    if (spec.network == NetworkMode::Bridge)
        spec.networkName = ownnetwork::name(*m_engine, spec.uid);

    auto sandbox = std::make_unique<Sandbox>(*m_engine, spec, language, std::move(slot),
                                             prepareFrame(language, m_settings, m_variables), m_settings.maxCapture);
    announce(*sandbox, {spec.name, language, spec.image, ContainerState::Starting, {}, now, {}});
    return sandbox;
}

Result<CommandLine> SandboxFactory::commandByHand(Language language)
{
    if (!m_engine)
        return Error{Error::Code::EngineMissing, u"No container engine is known at the moment."_s, {}};
    QStringList names;
    for (const PassedVariable &variable : std::as_const(m_variables))
        names += QString::fromUtf8(variable.name);
    // A uid that no container has now; it is free again when the command is written.
    const UidSlots::Slot slot = m_uids.take();
    return ::commandByHand(*m_engine, commonSpec(language, slot.uid()), language, names);
}

ContainerSpec SandboxFactory::commonSpec(Language language, int uid) const
{
    ContainerSpec spec;
    spec.image = m_settings.image(language);
    spec.uid = uid;
    spec.network = m_settings.network;
    if (m_engine->takesIdMaps && m_settings.userNamespace == UserNamespace::Given) {
        spec.firstHostUid = spec.firstHostGid = m_settings.firstHostId;
    } else if (m_settings.userNamespace == UserNamespace::Auto && m_engine->subordinateUid > 0 &&
               m_engine->subordinateGid > 0) {
        spec.firstHostUid = m_engine->subordinateUid;
        spec.firstHostGid = m_engine->subordinateGid;
    }
    spec.memoryBytes = m_settings.memoryBytes;
    spec.cpus = m_settings.cpus;
    spec.pids = m_settings.pids;
    return spec;
}

void SandboxFactory::announce(const Sandbox &sandbox, const ContainerInfo &info)
{
    Q_EMIT m_events.containerChanged(info);
    const auto tell = [this, &sandbox, info](ContainerState state, const QString &reason = {}) {
        ContainerInfo changed = info;
        changed.state = state;
        changed.execution = sandbox.execution();
        changed.reason = reason;
        Q_EMIT m_events.containerChanged(changed);
    };
    connect(&sandbox, &Sandbox::ready, this, [tell] { tell(ContainerState::Ready); });
    connect(&sandbox, &Sandbox::started, this, [tell] { tell(ContainerState::InUse); });
    const auto trouble = std::make_shared<QString>();
    connect(&sandbox, &Sandbox::ended, this, [trouble](const Result<ExitReport> &report) {
        if (!report && report.error().code != Error::Code::Cancelled)
            *trouble = report.error().message;
    });
    connect(&sandbox, &Sandbox::gone, this,
            [tell, trouble] { tell(trouble->isEmpty() ? ContainerState::Removed : ContainerState::Failed, *trouble); });
}

void SandboxFactory::dropLimit(missinglimits::Limit limit)
{
    if (!m_missingLimits.contains(limit))
        m_missingLimits.append(limit);
    if (!m_engine)
        return;
    const qsizetype before = m_engine->notes.size();
    missinglimits::drop(*m_engine, limit);
    tellNotes(before);
}

void SandboxFactory::tellNotes(qsizetype first)
{
    for (const QString &note : m_engine->notes.mid(first)) {
        qCWarning(log).noquote() << note;
        Q_EMIT m_events.noted(note);
    }
}

void SandboxFactory::noteBlindEngine()
{
    m_engine->isRemote = true;
    m_engine->notes +=
        u"%1 does not see the folder %2 (Docker from snap sees few folders, one in a container sees none of ours). "
        "Containers are made of images with sandbox-init in them instead."_s.arg(
            m_engine->description(), QFileInfo(m_files->initPath).path());
}

bool SandboxFactory::noteFailure(Language language, const Error &error)
{
    if (const auto limit = missinglimits::refused(error.detail)) {
        dropLimit(*limit);
        return true;
    }
    // What it does not see it takes for a folder, and a folder it neither mounts on a file nor executes.
    if (error.detail.contains(initPathInContainer) &&
        (error.detail.contains("not a directory"_L1) || error.detail.contains("is a directory"_L1))) {
        if (std::exchange(m_filesArrive, false) && m_engine) {
            noteBlindEngine();
            tellNotes(m_engine->notes.size() - 1);
        }
        return true;
    }
    if (error.code == Error::Code::ImageMissing)
        m_images.forget(m_settings.image(language));
    // A client that is older than the option or has no descriptor to give; a daemon that does not see our folder.
    if (error.detail.contains("preserve-fds"_L1) || error.detail.contains(channelSuffix()))
        m_socketsArrive = false;
    if (error.code == Error::Code::EngineUnreachable || error.code == Error::Code::ContainerFailed)
        m_engine.reset(); // it may have been updated, restarted or removed
    return false;
}
