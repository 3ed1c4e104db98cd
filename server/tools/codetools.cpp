#include "tools/codetools.h"

#include "mcp/mcpsession.h"
#include "tools/outputtext.h"
#include "tools/progressreporter.h"
#include "tools/resultwriter.h"
#include "tools/toolarguments.h"
#include "tools/wording.h"

#include <QJsonDocument>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.tools")

const QString environmentsUri = u"sandbox://environments"_s;

/// A page of a stored stream in JSON bytes; the whole message must stay below 1 MB.
constexpr qint64 pageBytes = 900'000;

std::optional<Language> languageOfTool(const QString &name)
{
    if (name == "run_python_code"_L1)
        return Language::Python;
    if (name == "run_js_code"_L1 || name == "run_javascript_code"_L1)
        return Language::JavaScript;
    return std::nullopt;
}

/// Most clients wait a minute for an answer. A call that may take longer becomes a task where the client knows tasks.
constexpr std::chrono::seconds clientPatience{55};
/// How long a task's result can be fetched after the run's time limit.
constexpr std::chrono::minutes taskResultLifetime{10};

QJsonObject argumentSchema(const QString &type, const QString &description)
{
    return {{u"type"_s, type}, {u"description"_s, description}};
}

QJsonObject contents(const QString &uri, const QString &mimeType, const QString &text)
{
    const QJsonObject content{{u"uri"_s, uri}, {u"mimeType"_s, mimeType}, {u"text"_s, text}};
    return {{u"contents"_s, QJsonArray{content}}};
}

} // namespace

CodeTools::CodeTools(Executor &executor, QObject *parent)
    : ServerFeatures(parent)
    , m_executor(executor)
    , m_environment(executor)
{
}

QString CodeTools::instructions() const
{
    return wording::instructions(m_executor.settings());
}

QList<Tool> CodeTools::tools() const
{
    const Settings &settings = m_executor.settings();
    QList<Tool> tools;
    for (Language language : {Language::Python, Language::JavaScript}) {
        const bool isPython = language == Language::Python;
        QJsonObject timeout = argumentSchema(u"number"_s, wording::timeoutArgument(settings));
        timeout[u"maximum"_s] = double(settings.maxTimeout.count()) / 1000;
        timeout[u"default"_s] = double(settings.timeout.count()) / 1000;
        const QJsonObject properties{
            {u"code"_s, argumentSchema(u"string"_s, wording::codeArgument(language))},
            {u"timeout"_s, timeout},
            {u"stdin"_s, argumentSchema(u"string"_s, wording::stdinArgument())},
        };
        tools.append({
            isPython ? u"run_python_code"_s : u"run_js_code"_s,
            isPython ? u"Run Python code"_s : u"Run JavaScript code"_s,
            wording::toolDescription(language, settings),
            {{u"type"_s, u"object"_s}, {u"properties"_s, properties}, {u"required"_s, QJsonArray{u"code"_s}}},
            // Nothing outside the throw-away container can be changed, unless through the network.
            {{u"title"_s, isPython ? u"Run Python code"_s : u"Run JavaScript code"_s},
             {u"readOnlyHint"_s, false},
             {u"destructiveHint"_s, false},
             {u"idempotentHint"_s, false},
             {u"openWorldHint"_s, settings.network != NetworkMode::None}},
        });
    }
    return tools;
}

bool CodeTools::hasTool(const QString &name) const
{
    return languageOfTool(name).has_value();
}

void CodeTools::callTool(Exchange *call, const QString &name, const QJsonValue &arguments)
{
    QStringList unknown;
    Result<ExecutionRequest> request =
        parseToolArguments(*languageOfTool(name), arguments, m_executor.settings(), &unknown);
    if (!unknown.isEmpty())
        qCInfo(log).noquote() << name << "ignores the unknown argument(s)" << unknown.join(u", "_s);
    if (!request)
        return call->respond(resultwriter::write(request.error()));

    if (request->timeout > clientPatience && m_tasks.canAdopt(*call))
        call = m_tasks.adopt(call, request->timeout + taskResultLifetime, {}); // it never requires input

    ExecutionRequest accepted = *request;
    accepted.client = call->client();
    accepted.owner = call->owner();
    Execution *execution = m_executor.submit(accepted);
    if (call->wantsProgress())
        new ProgressReporter(*execution, *call);
    connect(call, &Exchange::cancelled, execution, &Execution::cancel);
    connect(execution, &Execution::finished, call,
            [this, call, request = execution->request()](const Result<ExecutionResult> &result) {
                if (!result)
                    return call->respond(resultwriter::write(result.error()));
                const resultwriter::ToolResult written = resultwriter::write(request, *result, m_executor.settings());
                if (written.isOutputCut)
                    m_runs.add(request.id, result->out, result->err);
                call->respond(written.object);
            });
}

QList<Resource> CodeTools::resources() const
{
    return {
        {environmentsUri, u"environments"_s, u"Environments"_s,
         u"What programs find in the sandbox: interpreters and their versions, installed libraries, limits, network, "
         "engine. Measured inside, not assumed."_s,
         u"application/json"_s}};
}

QList<Resource> CodeTools::resourceTemplates() const
{
    const QString lifetime = u" Kept for 10 minutes, only for runs whose result was cut."_s;
    return {{u"sandbox://runs/{id}/stdout"_s, u"run-stdout"_s, u"Standard output of a run"_s,
             u"All that was kept of what a run wrote to standard output."_s + lifetime, u"text/plain"_s},
            {u"sandbox://runs/{id}/stderr"_s, u"run-stderr"_s, u"Standard error of a run"_s,
             u"All that was kept of what a run wrote to standard error."_s + lifetime, u"text/plain"_s}};
}

void CodeTools::readResource(Exchange *read, const QString &uri)
{
    if (uri != environmentsUri)
        return readRun(read, uri);
    m_environment.request(read, [read, uri](const QJsonObject &report) {
        read->respondCacheable(contents(uri, u"application/json"_s,
                                        QString::fromUtf8(QJsonDocument(report).toJson(QJsonDocument::Indented))),
                               0);
    });
}

void CodeTools::readRun(Exchange *read, const QString &uri)
{
    const std::optional<RunUri> wanted = RunUri::parse(uri);
    const StreamCapture *capture = wanted ? m_runs.find(wanted->id, wanted->stream) : nullptr;
    if (!capture)
        return read->fail(McpSession::resourceNotFound(read->revision(), uri));

    qsizetype gap = -1;
    bool hadInvalidUtf8 = false;
    QString text = outputtext::decode(*capture, &gap, &hadInvalidUtf8);
    if (gap >= 0) {
        text.insert(gap, u"\n[… %1 bytes were not kept …]\n"_s.arg(outputtext::grouped(capture->omittedBytes())));
    }
    if (wanted->offset > text.size())
        return read->fail(McpSession::resourceNotFound(read->revision(), uri));
    QString page = text.mid(wanted->offset);
    if (const qsizetype end = outputtext::fittingLength(page, pageBytes); end < page.size()) {
        RunUri next = *wanted;
        next.offset += end;
        page.truncate(end);
        page += u"\n[… goes on at %1 …]"_s.arg(next.toString());
    }
    read->respondCacheable(contents(uri, u"text/plain"_s, page), 0);
}
