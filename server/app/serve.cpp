#include "app/serve.h"

#include "app/httpservice.h"
#include "app/terminationsignals.h"
#include "engine/leftovers.h"
#include "mcp/mcpsession.h"
#include "monitor/metrics.h"
#include "tools/codetools.h"
#include "transport/stdiotransport.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.server")

/// Clients kill a server that takes longer than about 2 s to leave. Containers that are not gone by then go by
/// themselves: their stdin ends with us.
constexpr auto shutDownLimit = 1200ms;
/// For a client that has closed its end, and takes the answers to what it asked before later than that.
constexpr auto flushLimit = 10s;

/// Clients, containers and their connections are descriptors. The usual soft limit, 1,024, is meant for programs that
/// use select().
void allowManyDescriptors()
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = std::max(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, 65'536));
    setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace

ServeCommand::ServeCommand(const Settings &settings, int protocolDescriptor, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_service(m_settings)
    , m_watching(m_service, m_settings)
    , m_tools(std::make_unique<CodeTools>(m_service.executor))
{
    allowManyDescriptors();
    m_watching.setOutputSource(
        [this](const ExecutionId &id, Stream stream) { return m_tools->keptOutput(id, stream); });
    if (!m_service.instance.problem().isEmpty())
        qCWarning(log).noquote() << m_service.instance.problem();
    connect(&m_service.factory, &SandboxFactory::engineFound, this, &ServeCommand::sweep);
    connect(&m_service.executor, &Executor::idle, this, &ServeCommand::leaveIfDone);
    if (m_settings.transport == TransportKind::Stdio)
        serveStdio(protocolDescriptor);
}

ServeCommand::~ServeCommand() = default;

void ServeCommand::serveStdio(int protocolDescriptor)
{
    m_session = std::make_unique<McpSession>(*m_tools);
    m_stdio = std::make_unique<StdioTransport>(*m_session, protocolDescriptor);
    connect(m_stdio.get(), &StdioTransport::clientLeft, this, [this] { shutDown(u"the client left"_s); });
    connect(m_stdio.get(), &StdioTransport::flushed, this, &ServeCommand::leaveIfDone);
    auto *signals_ = new TerminationSignals(this);
    connect(signals_, &TerminationSignals::received, this,
            [this](int signal) {
                if (m_isShuttingDown)
                    Q_EMIT finished(0); // asked twice: at once
                else
                    shutDown(u"signal %1"_s.arg(signal));
            });
    connect(m_session.get(), &McpSession::clientIntroduced, &m_watching, &Watching::setClient);
    // Never before the first answer: a client that only looks at us should cost the engine nothing.
    connect(
        m_session.get(), &McpSession::firstRequestServed, this, [this] { m_service.executor.warmUp(); },
        Qt::QueuedConnection);
}

void ServeCommand::start()
{
    if (m_stdio) {
        if (isatty(STDIN_FILENO)) {
            std::fprintf(stderr, "code-sandbox-mcp waits for an MCP client on standard input; clients start it themselves. By hand: "
                                 "\"code-sandbox-mcp install\" tells them to, \"code-sandbox-mcp run FILE\" runs a program, "
                                 "\"code-sandbox-mcp doctor\" checks this machine, "
                                 "\"code-sandbox-mcp --help\" shows the rest. Ctrl+D ends it.\n");
        }
        m_stdio->start();
    } else {
        QMetaObject::invokeMethod(this, &ServeCommand::serveHttp, Qt::QueuedConnection);
    }
}

void ServeCommand::serveHttp()
{
    const auto giveUp = [this](const Error &error) {
        qCCritical(log).noquote() << error.message;
        Q_EMIT finished(2);
    };
    const Result<HttpTransport::Config> config = httpservice::configuration(m_settings);
    if (!config)
        return giveUp(config.error());
    m_http = std::make_unique<HttpTransport>(*m_tools, *config);
    if (const Result<bool> isListening = m_http->listen(); !isListening)
        return giveUp(isListening.error());
    addPages();
    auto *signals_ = new TerminationSignals(this);
    connect(signals_, &TerminationSignals::received, this, [this](int signal) { drain(u"signal %1"_s.arg(signal)); });
    connect(m_http.get(), &HttpTransport::clientIntroduced, &m_watching, &Watching::setClient);
    connect(m_http.get(), &HttpTransport::drained, this, [this] {
        shutDown(u"all calls are answered"_s);
        leaveIfDone();
    });
    announce(config->access.tokens.isEmpty() ? QByteArray() : config->access.tokens.constFirst().text);
    // Whoever starts a server for many wants it ready for the first of them.
    m_service.executor.warmUp();
}

void ServeCommand::addPages()
{
    const auto probed = [this](bool isMissing) {
        m_isEngineMissing = isMissing;
        m_probed = QDateTime::currentDateTimeUtc();
    };
    connect(&m_service.factory, &SandboxFactory::engineFound, this, [probed] { probed(false); });
    connect(&m_service.factory, &SandboxFactory::engineMissing, this, [probed] { probed(true); });
    m_metrics = std::make_unique<Metrics>(m_service.events);
    m_http->addPage("/healthz", {true, [this] { return health(); }});
    m_http->addPage(
        "/metrics",
        {false, [this] {
             const Metrics::Gauges gauges{m_service.executor.running(), m_service.executor.waiting(),
                                          m_http->connections(), m_http->sessions()};
             return HttpResponse{200, "text/plain; version=0.0.4; charset=utf-8", m_metrics->text(gauges), {}};
         }});
}

HttpResponse ServeCommand::health() const
{
    // Runs nothing: whoever can connect may ask. What is told here is what the engine said when it was needed last.
    QString state = u"ok"_s;
    if (m_isDraining)
        state = u"shutting down"_s;
    else if (!m_probed.isValid())
        state = u"starting"_s;
    else if (m_isEngineMissing)
        state = u"container engine unavailable"_s;
    const QJsonObject report{{u"status"_s, state},
                             {u"probed"_s, m_probed.isValid() ? m_probed.toString(Qt::ISODate) : QJsonValue()}};
    const bool isWell = m_probed.isValid() && !m_isEngineMissing && !m_isDraining;
    return {isWell ? 200 : 503,
            "application/json",
            QJsonDocument(report).toJson(QJsonDocument::Compact) + '\n',
            {{"Cache-Control", "no-store"}}};
}

void ServeCommand::announce(const QByteArray &token)
{
    const QList<QUrl> urls = m_http->urls();
    QStringList words;
    for (const QUrl &url : urls)
        words += url.toString();
    std::fprintf(stderr, "Serving MCP at %s\n", qUtf8Printable(words.join(u", "_s)));
    if (token.isEmpty()) {
        std::fprintf(stderr, "There is no token: whoever can connect can run programs.\n");
    } else if (qEnvironmentVariableIsSet("JOURNAL_STREAM")) {
        // Others than this user may read the system's journal.
        std::fprintf(stderr, "Clients send the token in %s as \"Authorization: Bearer TOKEN\".\n",
                     qUtf8Printable(m_settings.tokenFile));
        return;
    }
    std::fprintf(stderr, "Clients reach it with this configuration:\n\n%s\n",
                 qUtf8Printable(httpservice::clientConfiguration(urls.constFirst(), token)));
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

void ServeCommand::drain(const QString &reason)
{
    if (std::exchange(m_isDraining, true))
        return shutDown(reason + u" again"_s);
    qCInfo(log).noquote() << "No more requests:" << reason;
    QTimer::singleShot(m_settings.grace, this, [this] { shutDown(u"the grace is over"_s); });
    m_http->drain();
}

void ServeCommand::leaveIfDone()
{
    // Over HTTP, whoever still waits is told that the call was cancelled; that has to leave first.
    const bool isDone = m_isOverdue || (m_service.executor.isIdle() && (!m_http || m_http->isDrained()));
    if (m_isShuttingDown && isDone && (!m_stdio || m_stdio->isFlushed()))
        Q_EMIT finished(0);
}

void ServeCommand::shutDown(const QString &reason)
{
    if (std::exchange(m_isShuttingDown, true))
        return;
    qCInfo(log).noquote() << "Shutting down:" << reason;
    if (m_stdio) {
        m_stdio->stopReading();
        m_session->cancelAll();
    }
    QTimer::singleShot(shutDownLimit, this, [this] {
        m_isOverdue = true;
        leaveIfDone();
    });
    QTimer::singleShot(flushLimit, this, [this] { Q_EMIT finished(0); });
    m_service.executor.shutDown();
}
