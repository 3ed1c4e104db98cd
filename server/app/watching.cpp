#include "app/watching.h"

#include "app/service.h"

#include <QCoreApplication>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.monitor")

MonitorPublisher::Settings publisherSettings(const Service &service, const Settings &settings)
{
    MonitorPublisher::Settings result;
    result.server.instance = service.instance.id();
    result.server.pid = QCoreApplication::applicationPid();
    result.server.version = QCoreApplication::applicationVersion();
    result.server.started = QDateTime::currentDateTimeUtc();
    result.server.transport = settings.transport == TransportKind::Http ? u"http"_s : u"stdio"_s;
    result.server.limits = {settings.timeout, settings.maxTimeout,    settings.memoryBytes, settings.cpus,
                            settings.pids,    settings.maxConcurrent, settings.maxCapture,  networkName(settings)};
    result.server.configuration = {
        {u"python-image"_s, settings.pythonImage},
        {u"js-image"_s, settings.jsImage},
        {u"pool-size"_s, QString::number(settings.poolSize)},
        {u"pass-through-env"_s, settings.passThroughEnv.join(u", "_s)},
    };
    for (const PassedVariable &variable : service.factory.variables())
        result.secrets.append(variable.value);
    return result;
}

} // namespace

Watching::Watching(Service &service, const Settings &settings, QObject *parent)
    : QObject(parent)
    , m_control(service.executor, service.events)
    , m_publisher(publisherSettings(service, settings), &service.events, &m_control)
{
    if (!service.instance.runtimeFolder().isEmpty()) {
        const Result<QString> socket = m_publisher.listen(service.instance.runtimeFolder());
        if (!socket)
            qCWarning(log).noquote() << "No monitor can connect:" << socket.error().message;
    }
    connect(&service.factory, &SandboxFactory::engineFound, this, [this](const Engine &engine) {
        update([&](monitor::ServerInfo &server) {
            server.engineState = monitor::EngineState::Ready;
            server.engine = engine.description();
            server.runtime = engine.runtimeInUse;
            server.engineError.clear();
        });
    });
    connect(&service.factory, &SandboxFactory::engineMissing, this, [this](const Error &error) {
        update([&](monitor::ServerInfo &server) {
            server.engineState = monitor::EngineState::Unavailable;
            server.engineError = error.message;
        });
    });
    if (settings.journal.isEmpty())
        return;
    m_journal.emplace(settings.journal, Journal::Limits());
    const auto complain = [](const Error &error) { qCWarning(log).noquote() << error.message; };
    connect(&*m_journal, &Journal::failed, this, complain);
    const Result<bool> opened = m_journal->open(m_publisher.hello());
    if (opened)
        connect(&m_publisher, &MonitorPublisher::linePublished, &*m_journal, &Journal::append);
    else
        complain(opened.error());
}

void Watching::setClient(const QString &client)
{
    update([&](monitor::ServerInfo &server) { server.client = client; });
}

void Watching::update(const std::function<void(monitor::ServerInfo &)> &change)
{
    monitor::ServerInfo server = m_publisher.server();
    change(server);
    m_publisher.setServer(server);
}
