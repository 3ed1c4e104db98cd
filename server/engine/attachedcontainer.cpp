#include "engine/attachedcontainer.h"

#include "common/frames.h"
#include "engine/processreaper.h"

#include <QLoggingCategory>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.engine")

constexpr auto removeLimit = 10s;

/// Not a child of the container's object: it must outlive that.
EngineCommand *startRemoval(const Engine &engine, const QString &name)
{
    auto *command = new EngineCommand(removeCommand(engine, {name}), removeLimit);
    keepUntilDone(command);
    QObject::connect(command, &EngineCommand::finished, command, &QObject::deleteLater);
    command->start();
    return command;
}

} // namespace

AttachedContainer::AttachedContainer(Engine engine, ContainerSpec spec, QObject *parent)
    : QObject(parent)
    , m_engine(std::move(engine))
    , m_spec(std::move(spec))
{
}

AttachedContainer::~AttachedContainer()
{
    if (!m_process)
        return;
    if (!m_hasEnded && !m_isBeingRemoved)
        startRemoval(m_engine, m_spec.name);
    reap(m_process);
}

void AttachedContainer::start()
{
    Q_ASSERT(!m_process);
    if (m_spec.direct != ContainerSpec::Direct::No)
        openChannel();
    const CommandLine commandLine = runCommand(m_engine, m_spec);
    qCDebug(log).noquote() << commandLine.toDisplayString();
    m_process = new QProcess(this);
    m_process->setProcessEnvironment(commandLine.environment);
    m_process->setWorkingDirectory(engineWorkingFolder());
    connect(m_process, &QProcess::readyReadStandardOutput, this,
            [this] { receiveFromClient(m_process->readAllStandardOutput()); });
    connect(m_process, &QProcess::readyReadStandardError, this,
            [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(EngineCommand::maxErrors); });
    connect(m_process, &QProcess::bytesWritten, this, &AttachedContainer::bytesLeft);
    connect(m_process, &QProcess::finished, this, [this](int exitCode, QProcess::ExitStatus status) {
        conclude(status == QProcess::NormalExit ? CommandResult::End::Exited : CommandResult::End::Crashed, exitCode);
    });
    connect(
        m_process, &QProcess::errorOccurred, this,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                conclude(CommandResult::End::CouldNotStart, -1, m_process->errorString());
        },
        Qt::QueuedConnection);
    const bool isHandedOn = m_spec.direct == ContainerSpec::Direct::Descriptor;
    m_process->setChildProcessModifier([end = isHandedOn ? m_channel->otherEnd() : -1] {
        // Clients end us with our whole process group at times. The engine's client must survive that: in the middle of
        // a start it would leave a container that nobody removes, and our end is what ends it in any case.
        setsid();
        if (end == frames::directDescriptor)
            fcntl(end, F_SETFD, 0); // no longer close-on-exec
        else if (end >= 0) // no pipe of QProcess is lost: had that number been free, the channel would have it
            dup2(end, frames::directDescriptor);
    });
    m_process->start(commandLine.program, commandLine.arguments);
    if (isHandedOn)
        m_channel->closeOtherEnd(); // start() has forked
}

void AttachedContainer::openChannel()
{
    m_channel = new DirectChannel(this);
    const bool isMounted = m_spec.direct == ContainerSpec::Direct::Mounted;
    if (!m_channel->isOpen() || (isMounted && !m_channel->offerAt(m_spec.socketPath))) { // the pipes do it, too
        delete std::exchange(m_channel, nullptr);
        m_spec.direct = ContainerSpec::Direct::No;
        return;
    }
    connect(m_channel, &DirectChannel::bytesLeft, this, &AttachedContainer::bytesLeft);
    connect(m_channel, &DirectChannel::bytesReceived, this, [this](const QByteArray &bytes) {
        m_isDirect = true;
        Q_EMIT bytesReceived(bytes);
    });
}

void AttachedContainer::receiveFromClient(const QByteArray &bytes)
{
    if (m_isDirect || bytes.isEmpty())
        return; // sandbox-init writes nothing here after it has changed over
    // It has not taken the channel. A program that found it later would be believed what it says.
    delete std::exchange(m_channel, nullptr);
    Q_EMIT bytesReceived(bytes);
}

qint64 AttachedContainer::pendingBytes() const
{
    if (!isRunning())
        return 0;
    return m_isDirect ? m_channel->pendingBytes() : m_process->bytesToWrite();
}

void AttachedContainer::write(const QByteArray &bytes)
{
    if (!isRunning())
        return;
    if (m_isDirect)
        m_channel->write(bytes);
    else
        m_process->write(bytes);
}

void AttachedContainer::closeInput()
{
    if (!isRunning())
        return;
    m_process->closeWriteChannel();
    if (m_channel)
        m_channel->closeSending();
}

void AttachedContainer::remove()
{
    if (!isRunning() || std::exchange(m_isBeingRemoved, true))
        return;
    closeInput();
    EngineCommand *command = startRemoval(m_engine, m_spec.name);
    connect(command, &EngineCommand::finished, this, [this](const CommandResult &result) {
        if (!result.succeeded())
            qCWarning(log).noquote() << "Cannot remove" << m_spec.name << "-" << result.explanation();
        // The client of a removed container ends by itself, unless the engine is in trouble.
        QTimer::singleShot(1s, m_process, &QProcess::kill);
    });
}

void AttachedContainer::conclude(CommandResult::End end, int exitCode, const QString &reason)
{
    if (std::exchange(m_hasEnded, true))
        return;
    if (end != CommandResult::End::CouldNotStart)
        receiveFromClient(m_process->readAllStandardOutput());
    if (m_channel)
        m_channel->finish(); // also the end of a container that has outlived its client
    CommandResult result;
    result.end = end;
    result.exitCode = exitCode;
    result.reason = reason;
    result.errors = m_errors + m_process->readAllStandardError();
    Q_EMIT ended(result);
}
