#include "sandbox/sandbox.h"

#include "common/names.h"
#include "engine/imagebuilder.h"
#include "engine/ownnetwork.h"

#include <QLoggingCategory>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.run")

/// A container on slow storage (vfs copies the whole image) took 8 s to start.
constexpr auto startLimit = 60s;
/// Once for each network; later it is there and says so in a twentieth of a second.
constexpr auto networkLimit = 20s;
/// sandbox-init keeps the time limit; this is for the case that it cannot.
constexpr auto runMargin = 2s;
/// From the report to the end of the container.
constexpr auto removalLimit = 5s;

QByteArray toByteArray(std::string_view bytes)
{
    return {bytes.data(), qsizetype(bytes.size())};
}

template<typename Payload>
QByteArray frame(frames::Type type, const Payload &payload)
{
    return frames::frame<QByteArray>(type, payload);
}

QByteArray emptyFrame(frames::Type type)
{
    char header[frames::headerSize];
    frames::writeHeader(header, type, 0);
    return {header, frames::headerSize};
}

QByteArray bytesFrame(frames::Type type, const QByteArray &bytes)
{
    char header[frames::headerSize];
    frames::writeHeader(header, type, std::uint32_t(bytes.size()));
    return QByteArray(header, frames::headerSize) + bytes;
}

/// What the engine said when a container did not start, as an error for people.
Error startError(const QString &engine, const QString &image, Language language, const CommandResult &result)
{
    const QString words = QString::fromUtf8(result.errors);
    const QString detail = words.trimmed().right(2000);
    if (result.end == CommandResult::End::CouldNotStart)
        return {Error::Code::EngineUnreachable, u"Cannot start %1: %2."_s.arg(engine, result.reason), detail};
    static const QStringList imageWords{u"image not known"_s, u"no such image"_s, u"unable to find image"_s};
    for (const QString &phrase : imageWords) {
        if (words.contains(phrase, Qt::CaseInsensitive)) {
            return {
                Error::Code::ImageMissing,
                u"The image %1 is not on this machine. Run \"code-sandbox-mcp images build\", or \"images pull\" for "
                "an image of your own."_s.arg(image),
                detail};
        }
    }
    if (words.contains(initPathInContainer) && words.contains("no such file"_L1, Qt::CaseInsensitive)) {
        const QString command = image == defaultImage(language)
                                    ? u"Run \"code-sandbox-mcp images build\"."_s
                                    : u"Run \"code-sandbox-mcp images build --from %1\" and use the image that it makes."_s.arg(image);
        return {Error::Code::ImageMissing,
                u"%1 does not see this machine's files, and the image %2 holds no sandbox-init. %3"_s.arg(engine, image, command),
                detail};
    }
    return {Error::Code::ContainerFailed,
            u"%1 did not keep the container running: %2. Run \"code-sandbox-mcp doctor\" to see what this machine "
            "lacks."_s.arg(engine, result.explanation()),
            detail};
}

} // namespace

Sandbox::Sandbox(const Engine &engine, const ContainerSpec &spec, Language language, UidSlots::Slot uid,
                 QByteArray prepareFrame, qint64 captureBytes, QObject *parent)
    : QObject(parent)
    , m_container(engine, spec)
    , m_language(language)
    , m_image(spec.image)
    , m_engine(engine.description())
    , m_networkName(spec.networkName)
    , m_networkCommand(spec.networkName.isEmpty() ? CommandLine() : ownnetwork::createCommand(engine, spec.networkName))
    , m_uid(std::move(uid))
    , m_prepareFrame(std::move(prepareFrame))
    , m_captureBytes(captureBytes)
{
    m_frames.onFrame = [this](frames::Type type, std::string_view payload) { receive(type, payload); };
    connect(&m_container, &AttachedContainer::bytesReceived, this, &Sandbox::receiveBytes);
    connect(&m_container, &AttachedContainer::ended, this, &Sandbox::containerEnded);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        if (m_state == State::Running) {
            qCWarning(log).noquote() << "The container" << name() << "did not report in time; it is removed";
            conclude(reportInItsPlace());
        } else if (m_state < State::Ended) {
            conclude(Error{Error::Code::TimedOut,
                           u"The container %1 was not ready within %2 s. It was removed."_s.arg(name()).arg(
                               std::chrono::seconds(startLimit).count()),
                           {}});
        }
        m_container.remove();
    });
}

/// Of a program whose container does not report its end: that it is killed, and what it has printed until then.
ExitReport Sandbox::reportInItsPlace()
{
    ExitReport report;
    report.exited.signalled = 1;
    report.exited.status = SIGKILL;
    report.exited.timedOut = !m_isCancelled;
    report.exited.cancelled = m_isCancelled;
    report.exited.wallUs = std::uint64_t(m_runTime.nsecsElapsed() / 1000);
    report.isOutputWhole = false;
    for (StreamCapture *capture : {&m_out, &m_err}) // at least
        capture->totalBytes = capture->head.size() + capture->tail.size();
    report.out = std::move(m_out);
    report.err = std::move(m_err);
    return report;
}

void Sandbox::start()
{
    m_limit.start(startLimit);
    if (m_networkName.isEmpty())
        startContainer();
    else
        makeNetwork();
}

void Sandbox::makeNetwork()
{
    auto *command = new EngineCommand(m_networkCommand, networkLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command](const CommandResult &result) {
        command->deleteLater();
        if (m_state == State::Starting && ownnetwork::isThere(result))
            return startContainer();
        if (m_state == State::Starting) {
            conclude(Error{Error::Code::ContainerFailed,
                           u"%1 cannot make the network %2 for --network bridge: %3. Use --network public, which needs "
                           "none."_s.arg(m_engine, m_networkName, result.explanation()),
                           QString::fromUtf8(result.errors).right(2000)});
        }
        leave(); // nothing was started
    });
    command->start();
}

void Sandbox::startContainer()
{
    m_container.start();
    m_container.write(m_prepareFrame);
    m_prepareFrame.clear(); // it holds the passed-through values
}

EgressStreams &Sandbox::openStreams()
{
    Q_ASSERT(m_state == State::Ready && !m_streams);
    m_streams = new EgressStreams([this](const QByteArray &bytes) { m_container.write(bytes); },
                                  [this] { return m_container.pendingBytes(); },
                                  [this] { return m_container.takeDescriptor(); }, this);
    connect(&m_container, &AttachedContainer::bytesLeft, m_streams, &EgressStreams::bytesLeft);
    return *m_streams;
}

void Sandbox::run(const QByteArray &code, const QByteArray &stdinText, std::chrono::milliseconds timeout,
                  Dialect dialect)
{
    Q_ASSERT(m_state == State::Ready);
    m_state = State::Running;
    m_limit.start(timeout + runMargin);
    m_runTime.start();
    frames::Run run;
    run.timeoutMs = std::uint32_t(timeout.count());
    run.code = std::string_view(code.constData(), size_t(code.size()));
    run.isSecondLanguage = dialect == Dialect::Second;
    QByteArray bytes = frame(frames::Type::Run, run);
    for (qsizetype i = 0; i < stdinText.size(); i += frames::maxOutputPayload)
        bytes += bytesFrame(frames::Type::StdinData, stdinText.mid(i, frames::maxOutputPayload));
    m_container.write(bytes + emptyFrame(frames::Type::StdinEnd));
}

void Sandbox::cancel()
{
    if (m_state == State::Running) {
        m_isCancelled = true;
        m_container.write(emptyFrame(frames::Type::Cancel));
        m_limit.start(runMargin);
    } else if (m_state < State::Ended) {
        conclude(Error{Error::Code::Cancelled, u"Cancelled before the program started."_s, {}});
        m_container.closeInput();
    }
}

void Sandbox::receiveBytes(const QByteArray &bytes)
{
    if (m_state >= State::Ended) {
        if (m_report) { // else frames have crossed with our giving up
            qCWarning(log).noquote() << "The container" << name() << "sent more after its last frame; it is removed";
            m_container.remove();
        }
        return;
    }
    if (!m_frames.feed(bytes))
        return breakOff(m_frames.problem());
    if (!m_report || m_state >= State::Ended)
        return;
    if (!m_frames.isAtFrameEnd())
        return breakOff(u"more after its last frame"_s);
    conclude(*m_report);
    m_container.closeInput();
}

void Sandbox::receive(frames::Type type, std::string_view payload)
{
    if (m_state >= State::Ended)
        return;
    if (m_report)
        return breakOff(u"more after its last frame"_s);
    switch (type) {
    case frames::Type::Ready:
        if (const std::uint32_t version = frames::versionOf(payload); version != frames::protocolVersion) {
            return breakOff(u"a greeting of version %1 of the protocol instead of %2 (is another sandbox-init in the "
                            "image? \"code-sandbox-mcp images build\" makes it again)"_s.arg(version)
                                .arg(frames::protocolVersion));
        }
        if (m_state != State::Starting || !frames::decode(payload, m_facts))
            return breakOff(u"an unexpected greeting"_s);
        m_state = State::Ready;
        m_limit.stop();
        Q_EMIT ready();
        return;
    case frames::Type::Started:
        if (m_state != State::Running || std::exchange(m_hasStarted, true))
            return breakOff(u"an unexpected start"_s);
        Q_EMIT started();
        return;
    case frames::Type::Stdout:
    case frames::Type::Stderr:
    case frames::Type::StdoutSample:
    case frames::Type::StderrSample:
    case frames::Type::StdoutTail:
    case frames::Type::StderrTail:
        return receiveOutput(type, payload);
    case frames::Type::Usage: {
        frames::Usage usage;
        if (!m_hasStarted || !frames::decode(payload, usage) || usage.wallUs <= m_lastUsageUs)
            return breakOff(u"a malformed usage report"_s);
        m_lastUsageUs = usage.wallUs;
        Q_EMIT usageReported({std::chrono::microseconds(usage.wallUs), std::chrono::microseconds(usage.cpuUs),
                              qint64(usage.memoryBytes)});
        return;
    }
    case frames::Type::StreamOpen:
    case frames::Type::StreamHandedOver:
    case frames::Type::StreamFromProgram:
    case frames::Type::StreamFromProgramClose:
    case frames::Type::StreamFromProgramReset:
    case frames::Type::StreamToProgramWindow:
        if (m_state != State::Running || !m_streams)
            return breakOff(u"a stream that nobody wants"_s);
        if (!m_streams->receive(type, payload))
            return breakOff(m_streams->problem());
        return;
    case frames::Type::Exited:
        return receiveExit(payload);
    case frames::Type::Failed:
        return receiveFailure(payload);
    default:
        return breakOff(u"a frame of type %1"_s.arg(int(type)));
    }
}

void Sandbox::receiveOutput(frames::Type type, std::string_view payload)
{
    const bool isOut =
        type == frames::Type::Stdout || type == frames::Type::StdoutSample || type == frames::Type::StdoutTail;
    const bool isTail = type == frames::Type::StdoutTail || type == frames::Type::StderrTail;
    const bool isSample = type == frames::Type::StdoutSample || type == frames::Type::StderrSample;
    const QByteArray bytes = toByteArray(payload);
    StreamCapture &capture = isOut ? m_out : m_err;
    if (m_state != State::Running || capture.head.size() + capture.tail.size() + bytes.size() > m_captureBytes + 4096)
        return breakOff(u"more output than agreed"_s);
    if (isTail)
        capture.tail += bytes;
    else if (!isSample)
        capture.head += bytes;
    if (!isTail) // the monitor has seen most of a tail as samples
        Q_EMIT outputReceived(isOut ? Stream::Stdout : Stream::Stderr, bytes, isSample);
}

void Sandbox::receiveExit(std::string_view payload)
{
    ExitReport report;
    if (m_state != State::Running || !frames::decode(payload, report.exited))
        return breakOff(u"a malformed report"_s);
    m_out.totalBytes = qint64(report.exited.stdoutBytes);
    m_err.totalBytes = qint64(report.exited.stderrBytes);
    if (m_out.omittedBytes() < 0 || m_err.omittedBytes() < 0)
        return breakOff(u"a report that contradicts the output"_s);
    report.out = std::move(m_out);
    report.err = std::move(m_err);
    m_report = std::move(report); // receiveBytes() concludes, when nothing follows
}

void Sandbox::receiveFailure(std::string_view payload)
{
    frames::Failed failed;
    if (!frames::decode(payload, failed))
        return breakOff(u"a malformed failure"_s);
    const QString detail = QString::fromUtf8(failed.detail.data(), qsizetype(failed.detail.size())).trimmed();
    const QString interpreter = m_language == Language::Python ? u"python3 or python"_s : u"node or nodejs"_s;
    Error error{Error::Code::ContainerFailed, {}, detail};
    switch (failed.failure) {
    case frames::Failure::NoInterpreter:
        error.code = Error::Code::InterpreterMissing;
        error.message =
            u"The image %1 has no %2 in its PATH. Use an image with it, or none to get the default one."_s.arg(
                m_image, interpreter);
        break;
    case frames::Failure::CannotExecute:
    case frames::Failure::InterpreterEnded:
        error.code = Error::Code::InterpreterMissing;
        error.message = u"The interpreter of the image %1 does not run: %2"_s.arg(m_image, detail);
        break;
    case frames::Failure::WorkingFolder:
        error.message = u"The working folder in the container cannot be used: %1"_s.arg(detail);
        break;
    case frames::Failure::Idle:
        error.message = u"The waiting container ended because nothing was run in it for too long."_s;
        break;
    case frames::Failure::Protocol:
    case frames::Failure::System:
        error.message = u"sandbox-init gave up: %1. This is a bug in Code Sandbox; please report it."_s.arg(detail);
        break;
    }
    conclude(error);
    m_container.closeInput();
}

void Sandbox::breakOff(const QString &reason)
{
    if (m_state >= State::Ended)
        return;
    conclude(
        Error{Error::Code::ContainerFailed,
              u"The container %1 sent %2, so the run was broken off. Its program may have run."_s.arg(name(), reason),
              {}});
    m_container.remove();
}

void Sandbox::containerEnded(const CommandResult &result)
{
    if (m_state == State::Running) {
        m_wasKilled = result.end == CommandResult::End::Exited && result.exitCode == 128 + SIGKILL;
        const QString cause = m_wasKilled ? u"it was out of memory, or removed from outside"_s
                                          : u"it was removed from outside, or the engine stopped"_s;
        conclude(Error{Error::Code::ContainerFailed,
                       u"The container ended without a report: %1 (%2). The program may have run in part; check before "
                       "you run it again."_s.arg(cause, result.explanation()),
                       QString::fromUtf8(result.errors).right(2000)});
    } else if (m_state < State::Ended) {
        conclude(startError(m_engine, m_image, m_language, result));
    }
    leave();
}

void Sandbox::leave()
{
    m_limit.stop();
    m_state = State::Gone;
    Q_EMIT gone();
}

void Sandbox::conclude(const Result<ExitReport> &report)
{
    m_state = State::Ended;
    m_limit.start(removalLimit);
    if (m_streams)
        m_streams->close();
    Q_EMIT ended(report);
}
