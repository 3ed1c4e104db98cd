#include "cli/runprogram.h"

#include "app/terminationsignals.h"
#include "cli/standardoutput.h"
#include "common/names.h"
#include "tools/failurenotes.h"
#include "tools/outputtext.h"
#include "tools/resultwriter.h"
#include "tools/toolarguments.h"

#include <QFile>
#include <QFileInfo>

#include <csignal>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::optional<Language> languageOf(const Invocation &invocation, const QString &file)
{
    if (invocation.options.contains(u"language"_s))
        return languageFromString(invocation.option(u"language"_s));
    const QString ending = QFileInfo(file).suffix().toLower();
    if (ending == "py"_L1)
        return Language::Python;
    if (ending == "js"_L1 || ending == "mjs"_L1 || ending == "cjs"_L1)
        return Language::JavaScript;
    return std::nullopt;
}

Result<QByteArray> readAll(const QString &name, qint64 limit)
{
    QFile file(name);
    const bool isOpen = name == "-"_L1 ? file.open(stdin, QFile::ReadOnly) : file.open(QFile::ReadOnly);
    if (!isOpen)
        return Error{Error::Code::InvalidInput, u"Cannot read %1: %2."_s.arg(name, file.errorString()), {}};
    QByteArray bytes = file.read(limit + 1);
    if (bytes.size() > limit) {
        return Error{Error::Code::InvalidInput,
                     u"%1 is longer than %2 MiB, which is the most."_s.arg(name).arg(limit / (1024 * 1024)),
                     {}};
    }
    return bytes;
}

void writeTo(Stream stream, const QByteArray &bytes)
{
    standardoutput::write(bytes, stream == Stream::Stdout ? stdout : stderr);
}

void writeRest(Stream stream, const StreamCapture &capture)
{
    if (capture.isTruncated()) {
        writeTo(stream, u"\n[… %1 bytes left out; --max-capture keeps more …]\n"_s
                            .arg(outputtext::grouped(capture.omittedBytes()))
                            .toUtf8());
    }
    writeTo(stream, capture.tail);
}

} // namespace

RunCommand::RunCommand(const Invocation &invocation, QObject *parent)
    : QObject(parent)
    , m_invocation(invocation)
    , m_service(m_invocation.settings)
{
}

void RunCommand::start()
{
    const auto usageError = [this](const QString &message) {
        QMetaObject::invokeMethod(
            this, [this, message] { fail(2, message); }, Qt::QueuedConnection);
    };
    if (m_invocation.arguments.size() != 1)
        return usageError(u"run needs one file, or - for standard input. See \"run --help\"."_s);
    const QString file = m_invocation.arguments.constFirst();
    const std::optional<Language> language = languageOf(m_invocation, file);
    if (!language) {
        return usageError(
            m_invocation.options.contains(u"language"_s)
                ? u"--language: \"%1\" is not allowed; it must be python or javascript."_s.arg(
                      m_invocation.option(u"language"_s))
                : u"The language of %1 is not clear; add --language python or --language javascript."_s.arg(file));
    }
    if (file == "-"_L1 && m_invocation.option(u"stdin"_s) == "-"_L1)
        return usageError(u"Standard input can hold the program or its input, not both: give a file for one of them."_s);
    const Result<QByteArray> code = readAll(file, maxCodeBytes);
    if (!code)
        return usageError(code.error().message);
    m_request.language = *language;
    m_request.code = *code;
    m_request.timeout = m_invocation.settings.timeout;
    m_request.client = u"code-sandbox-mcp run"_s;
    if (const QString input = m_invocation.option(u"stdin"_s); !input.isEmpty()) {
        const Result<QByteArray> text = readAll(input, maxStdinBytes);
        if (!text)
            return usageError(text.error().message);
        m_request.stdinText = *text;
    }

    Execution *execution = m_service.executor.submit(m_request);
    connect(execution, &Execution::outputReceived, this,
            [execution](Stream stream, const QByteArray &bytes, bool isSample) {
                if (!isSample)
                    writeTo(stream, bytes);
                if (!standardoutput::problem().isEmpty())
                    execution->cancel(); // nobody would see what it goes on to print
            });
    connect(execution, &Execution::phaseChanged, this, [](Phase phase, const QString &detail) {
        if (phase == Phase::Pulling)
            writeTo(Stream::Stderr, detail.isEmpty() ? "Pulling the image …\n" : detail.toUtf8() + '\n');
    });
    connect(execution, &Execution::finished, this, &RunCommand::report);
    auto *interrupts = new TerminationSignals(this);
    connect(interrupts, &TerminationSignals::received, execution, [this, execution] {
        m_wasInterrupted = true;
        execution->cancel();
    });
}

void RunCommand::fail(int exitCode, const QString &message)
{
    writeTo(Stream::Stderr, "code-sandbox-mcp: " + message.toUtf8() + '\n');
    finishWhenClean(exitCode);
}

void RunCommand::report(const Result<ExecutionResult> &result)
{
    if (!result)
        return fail(m_wasInterrupted ? 128 + SIGINT : couldNotRunCode, result.error().message);
    writeRest(Stream::Stdout, result->out);
    writeRest(Stream::Stderr, result->err);
    const QStringList notes = failureNotes(m_request, *result, m_invocation.settings);
    const auto say = [&] {
        const QString line = resultwriter::closingLine(m_request, *result, m_invocation.settings, notes);
        writeTo(Stream::Stderr, "code-sandbox-mcp: " + line.toUtf8() + '\n');
    };
    if (result->connections.refused > 0) {
        writeTo(Stream::Stderr, u"code-sandbox-mcp: %1 connection(s) refused. %2\n"_s
                                    .arg(QString::number(result->connections.refused), result->connections.firstRefusal)
                                    .toUtf8());
    }
    if (!standardoutput::problem().isEmpty())
        return finishWhenClean(couldNotRunCode);
    switch (result->outcome) {
    case Outcome::Exited:
        if (!notes.isEmpty())
            say();
        return finishWhenClean(result->exitCode.value_or(0));
    case Outcome::TimedOut:
        say();
        return finishWhenClean(timedOutCode);
    case Outcome::Cancelled:
        return finishWhenClean(128 + SIGINT);
    case Outcome::Signalled:
    case Outcome::OutOfMemory:
        say();
        return finishWhenClean(128 + result->signal);
    }
}

void RunCommand::finishWhenClean(int exitCode)
{
    connect(&m_service.executor, &Executor::idle, this, [this, exitCode] { Q_EMIT finished(exitCode); });
    QTimer::singleShot(10s, this, [this, exitCode] { Q_EMIT finished(exitCode); });
    m_service.executor.shutDown();
}
