#include "monitor/metrics.h"

#include "common/names.h"

using namespace Qt::StringLiterals;

namespace {

bool isOfEngine(Error::Code code)
{
    return code != Error::Code::Busy && code != Error::Code::Cancelled && code != Error::Code::ShuttingDown &&
           code != Error::Code::InvalidInput;
}

/// Puts the text together. Labels are words of ours, which need no escaping.
class Page
{
public:
    void family(const char *name, const char *type, const char *help)
    {
        m_name = QByteArray("code_sandbox_") + name;
        m_text += "# HELP " + m_name + ' ' + help + "\n# TYPE " + m_name + ' ' + type + '\n';
    }
    void sample(double value, const QByteArray &labels = {}, const char *suffix = "")
    {
        m_text += m_name + suffix;
        if (!labels.isEmpty())
            m_text += '{' + labels + '}';
        m_text += ' ' + QByteArray::number(value, 'g', 15) + '\n';
    }
    [[nodiscard]] const QByteArray &text() const { return m_text; }

    static QByteArray label(const char *name, const QString &value)
    {
        return QByteArray(name) + "=\"" + value.toUtf8() + '"';
    }

private:
    QByteArray m_name;
    QByteArray m_text;
};

} // namespace

void Metrics::Histogram::add(double seconds)
{
    std::size_t bucket = 0;
    while (bucket < bounds.size() && seconds > bounds[bucket])
        ++bucket;
    ++counts[bucket];
    ++total;
    sum += seconds;
}

Metrics::Metrics(const SandboxEvents &events, QObject *parent)
    : QObject(parent)
{
    for (Language language : {Language::Python, Language::JavaScript})
        m_durations.insert(languageName(language), {}); // known before the first run
    using Verdict = ConnectionReport::Verdict;
    for (Verdict verdict : {Verdict::Allowed, Verdict::Refused, Verdict::Failed})
        m_connections.insert(verdictName(verdict), 0);
    connect(&events, &SandboxEvents::executionQueued, this,
            [this](const ExecutionRequest &request) { m_running.insert(request.id, request.language); });
    connect(&events, &SandboxEvents::executionFinished, this,
            [this](const ExecutionId &id, const ExecutionResult &result) {
                const QString language = languageName(m_running.take(id));
                ++m_calls[{language, outcomeName(result.outcome)}];
                m_durations[language].add(std::chrono::duration<double>(result.duration).count());
            });
    connect(&events, &SandboxEvents::executionFailed, this, [this](const ExecutionId &id, const Error &error) {
        ++m_calls[{languageName(m_running.take(id)),
                   isOfEngine(error.code) ? u"sandbox_failed"_s : errorName(error.code)}];
        if (isOfEngine(error.code)) {
            // A timed-out engine command is not to be taken for a timed-out program.
            ++m_engineErrors[error.code == Error::Code::TimedOut ? u"engine_timed_out"_s : errorName(error.code)];
        }
    });
    connect(&events, &SandboxEvents::containerChanged, this, [this](const ContainerInfo &container) {
        if (container.state == ContainerState::Failed)
            ++m_containersFailed;
        if (container.state == ContainerState::Failed || container.state == ContainerState::Removed)
            m_containers.remove(container.name);
        else
            m_containers.insert(container.name, container.state);
    });
    connect(&events, &SandboxEvents::poolChanged, this,
            [this](const PoolState &pool) { m_pool.insert(languageName(pool.language), pool); });
    connect(&events, &SandboxEvents::connectionFinished, this,
            [this](const ExecutionId &, const ConnectionReport &report) {
                ++m_connections[verdictName(report.verdict)];
                m_connectionBytes += report.bytesIn + report.bytesOut;
            });
}

QByteArray Metrics::text(const Gauges &gauges) const
{
    Page page;
    page.family("calls_total", "counter", "Calls that have ended, by language and outcome.");
    for (auto i = m_calls.begin(); i != m_calls.end(); ++i)
        page.sample(double(*i), Page::label("language", i.key().first) + ',' + Page::label("outcome", i.key().second));

    page.family("run_duration_seconds", "histogram", "Wall time of programs that ran, without waiting.");
    for (auto i = m_durations.begin(); i != m_durations.end(); ++i) {
        const QByteArray language = Page::label("language", i.key());
        qint64 below = 0;
        for (std::size_t bucket = 0; bucket < bounds.size(); ++bucket) {
            below += i->counts[bucket];
            page.sample(double(below), language + ",le=\"" + QByteArray::number(bounds[bucket]) + '"', "_bucket");
        }
        page.sample(double(i->total), language + ",le=\"+Inf\"", "_bucket");
        page.sample(i->sum, language, "_sum");
        page.sample(double(i->total), language, "_count");
    }

    page.family("calls_running", "gauge", "Calls that have left the queue.");
    page.sample(gauges.running);
    page.family("calls_waiting", "gauge", "Calls in the queue.");
    page.sample(gauges.waiting);

    page.family("pool_containers", "gauge", "Containers that wait for calls, by language and state.");
    for (auto i = m_pool.begin(); i != m_pool.end(); ++i) {
        const QByteArray language = Page::label("language", i.key());
        page.sample(i->ready, language + ",state=\"ready\"");
        page.sample(i->starting, language + ",state=\"starting\"");
        page.sample(i->target, language + ",state=\"wanted\"");
    }
    page.family("containers", "gauge", "Containers of this server that exist.");
    page.sample(double(m_containers.size()));
    page.family("containers_failed_total", "counter", "Containers that could not start or were lost.");
    page.sample(double(m_containersFailed));
    page.family("engine_errors_total", "counter", "Calls that the container engine let down, by reason.");
    for (auto i = m_engineErrors.begin(); i != m_engineErrors.end(); ++i)
        page.sample(double(*i), Page::label("reason", i.key()));

    page.family("egress_connections_total", "counter",
                "Connections of programs through this server, of each run the first 1000.");
    for (auto i = m_connections.begin(); i != m_connections.end(); ++i)
        page.sample(double(*i), Page::label("verdict", i.key()));
    page.family("egress_bytes_total", "counter", "Bytes that were moved on these connections, both ways.");
    page.sample(double(m_connectionBytes));

    page.family("http_connections", "gauge", "Connections of clients.");
    page.sample(gauges.connections);
    page.family("http_sessions", "gauge", "Sessions of clients up to revision 2025-11-25.");
    page.sample(gauges.sessions);
    return page.text();
}
