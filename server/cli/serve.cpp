#include "serve.h"

#include "codetools.h"
#include "leftovers.h"
#include "stdiotransport.h"
#include "terminationsignals.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.server")

/// Clients kill a server that takes longer than about 2 s to leave. Containers that are not gone by then go by
/// themselves: their stdin ends with us.
constexpr auto shutDownLimit = 1200ms;

} // namespace

ServeCommand::ServeCommand(const Settings &settings, int protocolDescriptor, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_service(m_settings)
    , m_watching(m_service, m_settings)
    , m_tools(std::make_unique<CodeTools>(m_service.executor))
    , m_session(*m_tools)
    , m_transport(std::make_unique<StdioTransport>(m_session, protocolDescriptor))
{
    if (!m_service.instance.problem().isEmpty())
        qCWarning(log).noquote() << m_service.instance.problem();
    connect(m_transport.get(), &StdioTransport::clientLeft, this, [this] { shutDown(u"the client left"_s); });
    auto *signals_ = new TerminationSignals(this);
    connect(signals_, &TerminationSignals::received, this,
            [this](int signal) { shutDown(u"signal %1"_s.arg(signal)); });
    connect(&m_session, &McpSession::clientIntroduced, &m_watching, &Watching::setClient);
    // Never before the first answer: a client that only looks at us should cost the engine nothing.
    connect(
        &m_session, &McpSession::firstRequestServed, this, [this] { m_service.executor.warmUp(); }, Qt::QueuedConnection);
    connect(&m_service.factory, &SandboxFactory::engineFound, this, &ServeCommand::sweep);
    connect(&m_service.executor, &Executor::idle, this, [this] { Q_EMIT finished(0); });
}

ServeCommand::~ServeCommand() = default;

void ServeCommand::start()
{
    m_transport->start();
}

void ServeCommand::sweep(const Engine &engine)
{
    if (m_sweeper || m_isShuttingDown)
        return;
    m_sweeper = std::make_unique<Sweeper>(engine);
    connect(m_sweeper.get(), &Sweeper::finished, this, [this](const Result<Sweeper::Report> &report) {
        if (!report)
            qCWarning(log).noquote() << report.error().message;
        else if (!report->removed.isEmpty()) {
            qCInfo(log).noquote() << "Removed containers of dead servers:" << report->removed.join(u", "_s);
            Q_EMIT m_service.events.orphansRemoved(report->removed);
        }
        m_sweeper.release()->deleteLater();
    });
    m_sweeper->sweep();
}

void ServeCommand::shutDown(const QString &reason)
{
    if (std::exchange(m_isShuttingDown, true))
        return;
    qCInfo(log).noquote() << "Shutting down:" << reason;
    m_transport->stopReading();
    m_session.cancelAll();
    QTimer::singleShot(shutDownLimit, this, [this] { Q_EMIT finished(0); });
    m_service.executor.shutDown();
}
