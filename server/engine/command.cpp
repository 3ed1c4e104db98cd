#include "engine/command.h"

#include "engine/processreaper.h"

#include <QFileInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

QString quoted(const QString &word)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_@%+=:,./-]+$"_s);
    if (plain.match(word).hasMatch())
        return word;
    return u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'';
}

} // namespace

QString CommandLine::toDisplayString() const
{
    QStringList words{quoted(program)};
    for (const QString &argument : arguments)
        words.append(quoted(argument));
    return words.join(u' ');
}

QString engineWorkingFolder()
{
    return QFileInfo(u"/proc/self"_s).exists() ? u"/proc"_s : u"/"_s;
}

QString CommandResult::explanation() const
{
    switch (end) {
    case End::CouldNotStart:
        return reason;
    case End::TimedOut:
        return u"it did not answer in time"_s;
    case End::Crashed:
        return u"it crashed"_s;
    case End::Exited:
        break;
    }
    const QList<QByteArray> lines = errors.trimmed().split('\n');
    const QString last = QString::fromUtf8(lines.constLast()).trimmed();
    return last.isEmpty() ? u"exit code "_s + QString::number(exitCode) : last;
}

EngineCommand::EngineCommand(CommandLine commandLine, std::chrono::milliseconds limit, QObject *parent)
    : QObject(parent)
    , m_commandLine(std::move(commandLine))
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(limit);
    connect(&m_limit, &QTimer::timeout, this, [this] { conclude(CommandResult::End::TimedOut, -1); });
}

EngineCommand::~EngineCommand()
{
    if (m_process)
        reap(m_process);
}

void EngineCommand::start()
{
    Q_ASSERT(!m_process && !m_isConcluded);
    m_process = new QProcess(this);
    m_process->setProcessEnvironment(m_commandLine.environment);
    m_process->setWorkingDirectory(engineWorkingFolder());
    connect(m_process, &QProcess::readyReadStandardOutput, this,
            [this] { read(QProcess::StandardOutput, m_outputLine); });
    connect(m_process, &QProcess::readyReadStandardError, this, [this] { read(QProcess::StandardError, m_errorLine); });
    connect(m_process, &QProcess::finished, this, [this](int exitCode, QProcess::ExitStatus status) {
        conclude(status == QProcess::NormalExit ? CommandResult::End::Exited : CommandResult::End::Crashed, exitCode);
    });
    // A program that cannot be started gives no finished(); start() itself may fail, so the report is queued.
    connect(
        m_process, &QProcess::errorOccurred, this,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart && m_process)
                conclude(CommandResult::End::CouldNotStart, -1, m_process->errorString());
        },
        Qt::QueuedConnection);
    m_process->start(m_commandLine.program, m_commandLine.arguments);
    m_process->write(m_input);
    m_process->closeWriteChannel();
    m_limit.start();
}

void EngineCommand::read(QProcess::ProcessChannel channel, QByteArray &pendingLine)
{
    m_process->setReadChannel(channel);
    const QByteArray bytes = m_process->readAll();
    if (channel == QProcess::StandardOutput)
        m_result.output += bytes.left(maxOutput - m_result.output.size());
    else
        m_result.errors = (m_result.errors + bytes).right(maxErrors);

    pendingLine += bytes;
    qsizetype start = 0;
    for (qsizetype end; (end = pendingLine.indexOf('\n', start)) >= 0; start = end + 1)
        Q_EMIT lineReceived(pendingLine.mid(start, end - start));
    pendingLine = pendingLine.mid(start).right(maxErrors);
}

void EngineCommand::conclude(CommandResult::End end, int exitCode, const QString &reason)
{
    if (std::exchange(m_isConcluded, true))
        return;
    m_limit.stop();
    read(QProcess::StandardOutput, m_outputLine);
    read(QProcess::StandardError, m_errorLine);
    for (const QByteArray &unended : {m_outputLine, m_errorLine}) {
        if (!unended.isEmpty())
            Q_EMIT lineReceived(unended);
    }
    m_result.end = end;
    m_result.exitCode = exitCode;
    m_result.reason = reason;
    reap(std::exchange(m_process, nullptr));
    Q_EMIT finished(m_result);
}
