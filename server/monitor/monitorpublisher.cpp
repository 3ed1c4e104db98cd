#include "monitor/monitorpublisher.h"

#include "common/runtimefolder.h"
#include "monitor/monitorreader.h"

#include <QDir>
#include <QFile>
#include <QLocalSocket>
#include <QLoggingCategory>

#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(monitorLog, "sandbox.monitor", QtInfoMsg)

namespace {

constexpr auto collectFor = 30ms;
constexpr qsizetype maxReaders = 16;
/// Of the end of a truncated stream as much is shown to monitors.
constexpr qsizetype maxTailBytes = 256 * 1024;
/// A text that is being read in pieces is kept as long after the last one.
constexpr auto readPause = 5s;

/// The folder is private already; this refuses a descriptor that somebody privileged handed on.
bool isOwnPeer(qintptr descriptor)
{
#ifdef Q_OS_LINUX
    ucred peer{};
    socklen_t size = sizeof peer;
    return getsockopt(int(descriptor), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
#elif defined(Q_OS_UNIX)
    uid_t uid = 0;
    gid_t gid = 0;
    return getpeereid(int(descriptor), &uid, &gid) == 0 && uid == geteuid();
#else
    Q_UNUSED(descriptor)
    return true;
#endif
}

void removeStaleSockets(const QString &folder)
{
    const QDir dir(folder);
    const QStringList names = dir.entryList({u'*' + monitorSocketSuffix()}, QDir::System | QDir::Files);
    for (const QString &name : names) {
        // Connecting to a local socket is decided at once, without the event loop.
        QLocalSocket probe;
        probe.connectToServer(dir.filePath(name));
        if (probe.error() == QLocalSocket::ConnectionRefusedError)
            QFile::remove(dir.filePath(name));
    }
}

} // namespace

MonitorPublisher::MonitorPublisher(const Settings &settings, const SandboxEvents *events, MonitorControl *control,
                                   QObject *parent)
    : QObject(parent)
    , m_mask(settings.secrets)
    , m_server(settings.server)
    , m_control(control)
    , m_history(settings.history)
{
    m_listener.setSocketOptions(QLocalServer::UserAccessOption);
    m_listener.setMaxPendingConnections(maxReaders);
    connect(&m_listener, &QLocalServer::newConnection, this, &MonitorPublisher::accept);
    m_history.setForgottenHandler([this](quint64 seq) {
        for (MonitorReader *reader : std::as_const(m_readers))
            reader->forgotten(seq);
    });
    m_collect.setSingleShot(true);
    m_collect.setInterval(collectFor);
    connect(&m_collect, &QTimer::timeout, this, [this] {
        for (auto &[id, execution] : m_executions)
            publishCollected({id});
    });
    m_forgetRead.setSingleShot(true);
    m_forgetRead.setInterval(readPause);
    connect(&m_forgetRead, &QTimer::timeout, this, [this] {
        m_reading = {};
        m_readText = QString();
    });
    m_pump.setSingleShot(true);
    m_pump.setInterval(0);
    connect(&m_pump, &QTimer::timeout, this, [this] {
        for (MonitorReader *reader : QList(m_readers))
            reader->pump();
    });
    follow(events);
}

MonitorPublisher::~MonitorPublisher()
{
    close();
}

Result<QString> MonitorPublisher::listen(const QString &folder)
{
    const QString path = monitorSocketPath(folder, m_server.instance);
    removeStaleSockets(folder);
    if (!m_listener.listen(path))
        return Error{Error::Code::Internal,
                     u"The monitor socket %1 could not be opened; the server runs on without it."_s.arg(path),
                     m_listener.errorString()};
    return path;
}

void MonitorPublisher::close()
{
    m_listener.close();
    for (MonitorReader *reader : std::exchange(m_readers, {}))
        delete reader;
}

void MonitorPublisher::setServer(const monitor::ServerInfo &server)
{
    if (server == m_server)
        return;
    m_server = server;
    publish(monitor::ServerChanged{server});
}

QByteArray MonitorPublisher::hello() const
{
    return monitor::encode({0, QDateTime::currentDateTimeUtc(), monitor::Hello{monitor::protocolVersion, m_server}});
}

void MonitorPublisher::follow(const SandboxEvents *events)
{
    connect(events, &SandboxEvents::executionQueued, this, &MonitorPublisher::queue);
    connect(events, &SandboxEvents::outputReceived, this, &MonitorPublisher::receive);
    connect(events, &SandboxEvents::executionFinished, this, &MonitorPublisher::finish);
    connect(events, &SandboxEvents::executionFailed, this, &MonitorPublisher::fail);
    connect(events, &SandboxEvents::executionPhaseChanged, this, [this](const ExecutionId &id, Phase phase) {
        publish(monitor::PhaseChanged{id, phase});
    });
    connect(events, &SandboxEvents::executionStarted, this, [this](const ExecutionId &id, const QString &container) {
        publish(monitor::ExecutionStarted{id, container});
    });
    connect(events, &SandboxEvents::usageReported, this, [this](const ExecutionId &id, const UsageSample &usage) {
        publish(monitor::UsageReported{id, usage});
    });
    connect(events, &SandboxEvents::connectionFinished, this,
            [this](const ExecutionId &id, const ConnectionReport &report) {
                ConnectionReport masked = report;
                masked.host = m_mask.masked(report.host);
                masked.reason = m_mask.masked(report.reason);
                publish(monitor::ConnectionReported{id, masked});
            });
    connect(events, &SandboxEvents::containerChanged, this, [this](ContainerInfo container) {
        container.reason = m_mask.masked(container.reason);
        publish(monitor::ContainerChanged{container});
    });
    connect(events, &SandboxEvents::orphansRemoved, this,
            [this](const QStringList &names) { publish(monitor::OrphansRemoved{names}); });
    connect(events, &SandboxEvents::poolChanged, this,
            [this](const PoolState &pool) { publish(monitor::PoolChanged{pool}); });
    connect(events, &SandboxEvents::noted, this,
            [this](const QString &text) { publish(monitor::Note{m_mask.masked(text)}); });
}

void MonitorPublisher::queue(const ExecutionRequest &request)
{
    m_executions.try_emplace(request.id.value, m_mask);
    // Masked as bytes before it is cut: a secret must not show because the cut went through it.
    const QByteArray code = m_mask.masked(request.code);
    publish(monitor::ExecutionQueued{
        request.id, request.language,
        QString::fromUtf8(QByteArrayView(code).first(std::min<qsizetype>(code.size(), monitor::maxCodeBytes))),
        request.code.size(), request.stdinText.size(), request.timeout, m_mask.masked(request.client)});
}

void MonitorPublisher::receive(const ExecutionId &id, Stream stream, const QByteArray &bytes, bool isSample)
{
    const auto found = m_executions.find(id.value);
    if (found == m_executions.end())
        return;
    StreamState &state = found->second.stream(stream);
    if (isSample) {
        if (!std::exchange(state.isInterrupted, true)) {
            state.text += state.decoder(state.masking.interrupt());
            publishOutput(id, stream, state);
        }
        publish(monitor::Output{id, stream, monitor::OutputPart::Sample, 0, bytes.size(),
                                QString::fromUtf8(m_mask.maskedPiece(bytes))});
        return;
    }
    // The order of arrival of the two streams is kept: what the other one collected goes first.
    const Stream otherStream = stream == Stream::Stdout ? Stream::Stderr : Stream::Stdout;
    StreamState &other = found->second.stream(otherStream);
    if (!other.text.isEmpty())
        publishOutput(id, otherStream, other);
    state.received += bytes.size();
    state.text += state.decoder(state.masking.feed(bytes));
    if (state.text.size() >= monitor::maxOutputText)
        publishOutput(id, stream, state);
    else if (!state.text.isEmpty() && !m_collect.isActive())
        m_collect.start();
}

void MonitorPublisher::publishOutput(const ExecutionId &id, Stream stream, StreamState &state)
{
    if (state.text.isEmpty())
        return;
    const QString text = std::exchange(state.text, {});
    const qint64 end = state.received - state.masking.heldBack();
    for (qsizetype at = 0; at < text.size();) {
        const QString part = monitor::cut(text.sliced(at), monitor::maxOutputText);
        at += part.size();
        // Which byte each part begins at is unknown after masking: the last one stands for what is left.
        const qint64 bytes =
            at < text.size() ? std::min<qint64>(part.toUtf8().size(), end - state.published) : end - state.published;
        publish(monitor::Output{id, stream, monitor::OutputPart::Live, state.published, bytes, part});
        state.published += bytes;
    }
}

void MonitorPublisher::publishCollected(const ExecutionId &id)
{
    const auto found = m_executions.find(id.value);
    if (found == m_executions.end())
        return;
    // At most one of the two has something, so the order is right.
    publishOutput(id, Stream::Stdout, found->second.out);
    publishOutput(id, Stream::Stderr, found->second.err);
}

void MonitorPublisher::publishTail(const ExecutionId &id, Stream stream, const StreamCapture &capture,
                                   const StreamState &state)
{
    const qint64 tailOffset = capture.totalBytes - capture.tail.size();
    qint64 offset = std::max(state.published, tailOffset);
    offset = std::max<qint64>(offset, capture.totalBytes - maxTailBytes);
    if (offset >= capture.totalBytes || capture.tail.isEmpty())
        return;
    const QByteArray tail = capture.tail.mid(offset - tailOffset);
    const QByteArray shown = offset == state.published ? m_mask.masked(tail) : m_mask.maskedPiece(tail);
    const QString text = QString::fromUtf8(shown);
    for (qsizetype at = 0; at < text.size();) {
        const QString part = monitor::cut(text.sliced(at), monitor::maxOutputText);
        at += part.size();
        const qint64 left = capture.totalBytes - offset;
        const qint64 bytes = at < text.size() ? std::min<qint64>(part.toUtf8().size(), left) : left;
        publish(monitor::Output{id, stream, monitor::OutputPart::Tail, offset, bytes, part});
        offset += bytes;
    }
}

void MonitorPublisher::finish(const ExecutionId &id, const ExecutionResult &result)
{
    if (const auto found = m_executions.find(id.value); found != m_executions.end()) {
        publishCollected(id);
        for (const Stream stream : {Stream::Stdout, Stream::Stderr}) {
            StreamState &state = found->second.stream(stream);
            state.text += state.decoder(state.masking.finish());
            publishOutput(id, stream, state);
            publishTail(id, stream, stream == Stream::Stdout ? result.out : result.err, state);
        }
        m_executions.erase(found);
    }
    ExecutionResult summary = result;
    for (StreamCapture *capture : {&summary.out, &summary.err})
        *capture = {{}, {}, capture->totalBytes};
    const bool mayMiss = !result.isOutputWhole;
    publish(monitor::ExecutionFinished{id, summary, mayMiss || result.out.isTruncated(),
                                       mayMiss || result.err.isTruncated()});
}

void MonitorPublisher::fail(const ExecutionId &id, const Error &error)
{
    if (const auto found = m_executions.find(id.value); found != m_executions.end()) {
        publishCollected(id);
        m_executions.erase(found);
    }
    publish(monitor::ExecutionFailed{id, masked(error)});
}

Error MonitorPublisher::masked(const Error &error) const
{
    return {error.code, m_mask.masked(error.message), m_mask.masked(error.detail)};
}

void MonitorPublisher::publish(const monitor::Payload &payload)
{
    // An execution's collected output happened before whatever is said about it now.
    const ExecutionId *id = monitor::executionOf(payload);
    if (id != nullptr && !std::holds_alternative<monitor::Output>(payload))
        publishCollected(*id);
    const monitor::Event event{++m_seq, QDateTime::currentDateTimeUtc(), payload};
    const QByteArray line = monitor::encode(event);
    m_history.add(event, line);
    Q_EMIT linePublished(line);
    if (!m_readers.isEmpty() && !m_pump.isActive())
        m_pump.start();
}

void MonitorPublisher::accept()
{
    while (QLocalSocket *socket = m_listener.nextPendingConnection()) {
        if (m_readers.size() >= maxReaders || !isOwnPeer(socket->socketDescriptor())) {
            qCWarning(monitorLog, "A monitor was refused: %s.",
                      m_readers.size() >= maxReaders ? "there are too many" : "it belongs to another user");
            socket->abort();
            socket->deleteLater();
            continue;
        }
        auto *reader = new MonitorReader(socket, m_history, hello(), this);
        m_readers += reader;
        connect(reader, &MonitorReader::closed, this, [this, reader] {
            m_readers.removeOne(reader);
            reader->deleteLater();
        });
        connect(reader, &MonitorReader::commandReceived, this,
                [this, reader](const monitor::Command &command) { obey(reader, command); });
    }
}

void MonitorPublisher::obey(MonitorReader *reader, const monitor::Command &command)
{
    const auto done = [target = QPointer(reader), request = command.request](monitor::Answer answer) {
        answer.request = request;
        if (target)
            target->answer(std::move(answer));
    };
    if (m_control == nullptr) {
        done({0, false, u"This server takes no commands."_s, {}});
        return;
    }
    if (const auto *cancel = std::get_if<monitor::CancelExecution>(&command.payload))
        m_control->cancelExecution(cancel->id, done);
    else if (const auto *remove = std::get_if<monitor::RemoveContainer>(&command.payload))
        m_control->removeContainer(remove->name, done);
    else if (std::holds_alternative<monitor::ListOrphans>(command.payload))
        m_control->listOrphans(done);
    else if (const auto *prune = std::get_if<monitor::Prune>(&command.payload))
        m_control->prune(prune->names, done);
    else if (const auto *output = std::get_if<monitor::ReadOutput>(&command.payload))
        done(read(*output));
    else if (std::holds_alternative<monitor::MeasureContainers>(command.payload))
        m_control->measureContainers(done);
    else if (const auto *reproduce = std::get_if<monitor::Reproduce>(&command.payload))
        m_control->reproduce(reproduce->id, [this, done](monitor::Answer answer) {
            answer.text.text = m_mask.masked(answer.text.text);
            answer.text.total = answer.text.text.size();
            done(std::move(answer));
        });
}

monitor::Answer MonitorPublisher::read(const monitor::ReadOutput &wanted)
{
    // Masking needs the whole text, so that is kept between the pieces.
    if (m_reading.id != wanted.id || m_reading.stream != wanted.stream) {
        const StreamCapture *capture = m_control->keptOutput(wanted.id, wanted.stream);
        if (capture == nullptr)
            return {0, false, u"The server does not keep the output of this execution."_s, {}};
        m_reading = wanted;
        m_readText = masked(*capture);
    }
    if (wanted.offset < 0 || wanted.offset > m_readText.size())
        return {0, false, u"The output is not that long."_s, {}};
    const QString piece = monitor::cut(m_readText.sliced(wanted.offset), monitor::maxPieceText);
    m_forgetRead.start();
    return {0, true, {}, {}, monitor::TextPiece{wanted.offset, m_readText.size(), piece}};
}

QString MonitorPublisher::masked(const StreamCapture &capture) const
{
    if (!capture.isTruncated())
        return QString::fromUtf8(m_mask.masked(capture.head + capture.tail));
    // A secret may have been cut at the gap.
    return QString::fromUtf8(m_mask.maskedPiece(capture.head)) +
           u"\n[… %1 bytes were not kept …]\n"_s.arg(capture.omittedBytes()) +
           QString::fromUtf8(m_mask.maskedPiece(capture.tail));
}
