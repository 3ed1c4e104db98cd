#include "common/monitorprotocol.h"

#include "common/names.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

using namespace Qt::StringLiterals;

namespace monitor {

namespace {

constexpr std::array languages{Language::Python, Language::JavaScript};
constexpr std::array phases{Phase::Waiting, Phase::Pulling, Phase::Starting, Phase::Running};
constexpr std::array streams{Stream::Stdout, Stream::Stderr};
constexpr std::array outcomes{Outcome::Exited, Outcome::Signalled, Outcome::TimedOut, Outcome::OutOfMemory,
                              Outcome::Cancelled};
constexpr std::array engineStates{EngineState::Probing, EngineState::Ready, EngineState::Unavailable};
constexpr std::array verdicts{ConnectionReport::Verdict::Allowed, ConnectionReport::Verdict::Refused,
                              ConnectionReport::Verdict::Failed};
constexpr std::array parts{OutputPart::Live, OutputPart::Sample, OutputPart::Tail};
constexpr std::array containerStates{ContainerState::Starting, ContainerState::Ready, ContainerState::InUse,
                                     ContainerState::Removed, ContainerState::Failed};
constexpr std::array errorCodes{
    Error::Code::EngineMissing,   Error::Code::EngineUnreachable,  Error::Code::ImageMissing, Error::Code::PullFailed,
    Error::Code::ContainerFailed, Error::Code::InterpreterMissing, Error::Code::TimedOut,     Error::Code::Busy,
    Error::Code::Cancelled,       Error::Code::ShuttingDown,       Error::Code::InvalidInput, Error::Code::Internal};

QString word(Language value)
{
    return languageName(value);
}

QString word(Phase value)
{
    return phaseName(value);
}

QString word(Stream value)
{
    return streamName(value);
}

QString word(Outcome value)
{
    return outcomeName(value);
}

QString word(ConnectionReport::Verdict value)
{
    return verdictName(value);
}

QString word(EngineState value)
{
    switch (value) {
    case EngineState::Probing:
        return u"probing"_s;
    case EngineState::Ready:
        return u"ready"_s;
    case EngineState::Unavailable:
        return u"unavailable"_s;
    }
    Q_UNREACHABLE();
}

QString word(OutputPart value)
{
    switch (value) {
    case OutputPart::Live:
        return u"live"_s;
    case OutputPart::Sample:
        return u"sample"_s;
    case OutputPart::Tail:
        return u"tail"_s;
    }
    Q_UNREACHABLE();
}

QString word(ContainerState value)
{
    switch (value) {
    case ContainerState::Starting:
        return u"starting"_s;
    case ContainerState::Ready:
        return u"ready"_s;
    case ContainerState::InUse:
        return u"in_use"_s;
    case ContainerState::Removed:
        return u"removed"_s;
    case ContainerState::Failed:
        return u"failed"_s;
    }
    Q_UNREACHABLE();
}

QString word(Error::Code value)
{
    return errorName(value);
}

const auto &valuesOf(Language)
{
    return languages;
}

const auto &valuesOf(Phase)
{
    return phases;
}

const auto &valuesOf(Stream)
{
    return streams;
}

const auto &valuesOf(Outcome)
{
    return outcomes;
}

const auto &valuesOf(ConnectionReport::Verdict)
{
    return verdicts;
}

const auto &valuesOf(EngineState)
{
    return engineStates;
}

const auto &valuesOf(OutputPart)
{
    return parts;
}

const auto &valuesOf(ContainerState)
{
    return containerStates;
}

const auto &valuesOf(Error::Code)
{
    return errorCodes;
}

template<typename T>
concept Word = std::is_enum_v<T>;

template<typename Coder, typename P>
void members(Coder &c, P &payload);

/// Puts members into a JSON object.
class Writer
{
public:
    QJsonObject object;

    void required(QLatin1StringView key, const QString &v) { object.insert(key, v); }
    void required(QLatin1StringView key, const ExecutionId &v) { object.insert(key, v.value); }
    void field(QLatin1StringView key, const ExecutionId &v) { field(key, v.value); }
    /// Empty texts are left out: lines stay short, and readers have the same default.
    void field(QLatin1StringView key, const QString &v)
    {
        if (!v.isEmpty())
            object.insert(key, v);
    }
    void field(QLatin1StringView key, bool v) { object.insert(key, v); }
    void field(QLatin1StringView key, int v) { object.insert(key, v); }
    void field(QLatin1StringView key, double v) { object.insert(key, v); }
    void field(QLatin1StringView key, qint64 v) { object.insert(key, v); }
    void field(QLatin1StringView key, quint16 v) { object.insert(key, int(v)); }
    void field(QLatin1StringView key, quint32 v) { object.insert(key, qint64(v)); }
    void field(QLatin1StringView key, std::chrono::milliseconds v) { object.insert(key, qint64(v.count())); }
    void field(QLatin1StringView key, std::chrono::microseconds v) { object.insert(key, qint64(v.count())); }
    void field(QLatin1StringView key, const QDateTime &v)
    {
        if (v.isValid())
            object.insert(key, v.toUTC().toString(Qt::ISODateWithMs));
    }
    void field(QLatin1StringView key, const std::optional<int> &v)
    {
        object.insert(key, v ? QJsonValue(*v) : QJsonValue());
    }
    /// Left out when there is none.
    void field(QLatin1StringView key, const std::optional<qint64> &v)
    {
        if (v)
            object.insert(key, *v);
    }
    void field(QLatin1StringView key, const QStringList &v) { object.insert(key, QJsonArray::fromStringList(v)); }
    void field(QLatin1StringView key, const QMap<QString, QString> &v)
    {
        QJsonObject map;
        for (auto it = v.cbegin(); it != v.cend(); ++it)
            map.insert(it.key(), it.value());
        object.insert(key, map);
    }
    template<Word T>
    void field(QLatin1StringView key, const T &v)
    {
        object.insert(key, word(v));
    }
    template<typename T>
    void nested(QLatin1StringView key, const T &v)
    {
        Writer inner;
        members(inner, v);
        object.insert(key, inner.object);
    }
    /// Left out when it is as it begins.
    template<typename T>
    void sparse(QLatin1StringView key, const T &v)
    {
        if (v != T())
            nested(key, v);
    }
    template<typename T>
    void nested(QLatin1StringView key, const QList<T> &list)
    {
        QJsonArray array;
        for (const T &item : list) {
            Writer inner;
            members(inner, item);
            array.append(inner.object);
        }
        object.insert(key, array);
    }
};

/// Takes members out of a JSON object. A missing key leaves the default, a wrong type makes the line malformed.
class Reader
{
public:
    explicit Reader(QJsonObject source)
        : m_object(std::move(source))
    {
    }

    QString problem;

    void required(QLatin1StringView key, QString &v)
    {
        field(key, v);
        if (v.isEmpty())
            fail(key);
    }
    void required(QLatin1StringView key, ExecutionId &v) { required(key, v.value); }
    void field(QLatin1StringView key, ExecutionId &v) { field(key, v.value); }
    void field(QLatin1StringView key, QString &v) { take(key, v, &QJsonValue::isString, text); }
    void field(QLatin1StringView key, bool &v)
    {
        take(key, v, &QJsonValue::isBool, [](const QJsonValue &json) { return json.toBool(); });
    }
    void field(QLatin1StringView key, double &v)
    {
        take(key, v, &QJsonValue::isDouble, [](const QJsonValue &json) { return json.toDouble(); });
    }
    void field(QLatin1StringView key, qint64 &v)
    {
        take(key, v, &QJsonValue::isDouble, [this, key](const QJsonValue &json) {
            // What is no integer gives the default.
            if (json.toInteger(0) != json.toInteger(1))
                fail(key);
            return json.toInteger();
        });
    }
    void field(QLatin1StringView key, int &v) { narrow(key, v); }
    void field(QLatin1StringView key, quint16 &v) { narrow(key, v); }
    void field(QLatin1StringView key, quint32 &v) { narrow(key, v); }
    void field(QLatin1StringView key, std::chrono::milliseconds &v) { duration(key, v); }
    void field(QLatin1StringView key, std::chrono::microseconds &v) { duration(key, v); }
    void field(QLatin1StringView key, QDateTime &v)
    {
        QString iso;
        field(key, iso);
        if (iso.isEmpty())
            return;
        v = QDateTime::fromString(iso, Qt::ISODateWithMs);
        if (!v.isValid())
            fail(key);
    }
    void field(QLatin1StringView key, std::optional<int> &v)
    {
        if (m_object.value(key).isNull() || m_object.value(key).isUndefined()) {
            v.reset();
            return;
        }
        int number = 0;
        field(key, number);
        v = number;
    }
    void field(QLatin1StringView key, std::optional<qint64> &v)
    {
        if (!m_object.contains(key))
            return;
        qint64 number = 0;
        field(key, number);
        v = number;
    }
    void field(QLatin1StringView key, QStringList &v)
    {
        const QJsonArray array = list(key);
        for (const QJsonValue &item : array) {
            if (!item.isString())
                fail(key);
            v += item.toString();
        }
    }
    void field(QLatin1StringView key, QMap<QString, QString> &v)
    {
        const QJsonObject map = object(key);
        for (auto it = map.begin(); it != map.end(); ++it) {
            if (!it.value().isString())
                fail(key);
            v.insert(it.key(), it.value().toString());
        }
    }
    template<Word T>
    void field(QLatin1StringView key, T &v)
    {
        QString name;
        field(key, name);
        if (name.isEmpty())
            return;
        for (const T candidate : valuesOf(T{})) {
            if (word(candidate) == name) {
                v = candidate;
                return;
            }
        }
        fail(key);
    }
    template<typename T>
    void nested(QLatin1StringView key, T &v)
    {
        Reader inner(object(key));
        members(inner, v);
        adopt(inner);
    }
    template<typename T>
    void sparse(QLatin1StringView key, T &v)
    {
        nested(key, v);
    }
    template<typename T>
    void nested(QLatin1StringView key, QList<T> &v)
    {
        const QJsonArray array = list(key);
        for (const QJsonValue &item : array) {
            if (!item.isObject())
                fail(key);
            Reader inner(item.toObject());
            members(inner, v.emplaceBack());
            adopt(inner);
        }
    }

private:
    static QString text(const QJsonValue &json) { return json.toString(); }

    template<typename T, typename Convert>
    void take(QLatin1StringView key, T &v, bool (QJsonValue::*isType)() const, Convert convert)
    {
        const QJsonValue json = m_object.value(key);
        if (json.isUndefined())
            return;
        if ((json.*isType)())
            v = convert(json);
        else
            fail(key);
    }

    template<typename T>
    void narrow(QLatin1StringView key, T &v)
    {
        auto wide = qint64(v);
        field(key, wide);
        if (wide < qint64(std::numeric_limits<T>::min()) || wide > qint64(std::numeric_limits<T>::max()))
            fail(key);
        else
            v = T(wide);
    }

    template<typename T>
    void duration(QLatin1StringView key, T &v)
    {
        qint64 count = v.count();
        field(key, count);
        // Bounded, so that no later arithmetic can overflow.
        constexpr qint64 largest = qint64(1) << 52;
        if (count < 0 || count > largest)
            fail(key);
        else
            v = T(count);
    }

    QJsonArray list(QLatin1StringView key)
    {
        const QJsonValue json = m_object.value(key);
        if (!json.isArray() && !json.isUndefined())
            fail(key);
        return json.toArray();
    }

    QJsonObject object(QLatin1StringView key)
    {
        const QJsonValue json = m_object.value(key);
        if (!json.isObject() && !json.isUndefined())
            fail(key);
        return json.toObject();
    }

    void adopt(const Reader &inner)
    {
        if (problem.isEmpty())
            problem = inner.problem;
    }

    void fail(QLatin1StringView key)
    {
        if (problem.isEmpty())
            problem = u"\"%1\" is missing or malformed"_s.arg(key);
    }

    QJsonObject m_object;
};

// The members of each payload: the one place that knows the keys, for both directions.

template<typename A, typename B>
concept Is = std::is_same_v<std::remove_const_t<A>, B>;

template<typename Coder, typename P>
void members(Coder &c, P &p)
{
    if constexpr (Is<P, Limits>) {
        c.field("timeout_ms"_L1, p.timeout);
        c.field("max_timeout_ms"_L1, p.maxTimeout);
        c.field("memory_bytes"_L1, p.memoryBytes);
        c.field("cpus"_L1, p.cpus);
        c.field("pids"_L1, p.pids);
        c.field("max_concurrent"_L1, p.maxConcurrent);
        c.field("capture_bytes"_L1, p.captureBytes);
        c.field("network"_L1, p.network);
    } else if constexpr (Is<P, ServerInfo>) {
        c.required("instance"_L1, p.instance);
        c.field("pid"_L1, p.pid);
        c.field("version"_L1, p.version);
        c.field("started"_L1, p.started);
        c.field("transport"_L1, p.transport);
        c.field("client"_L1, p.client);
        c.field("engine_state"_L1, p.engineState);
        c.field("engine"_L1, p.engine);
        c.field("runtime"_L1, p.runtime);
        c.field("engine_error"_L1, p.engineError);
        c.nested("limits"_L1, p.limits);
        c.field("configuration"_L1, p.configuration);
    } else if constexpr (Is<P, Hello>) {
        c.field("protocol"_L1, p.version);
        c.nested("server"_L1, p.server);
    } else if constexpr (Is<P, ReplayStarted>) {
        c.field("events"_L1, p.events);
        c.field("forgotten"_L1, p.forgotten);
    } else if constexpr (Is<P, Missed>) {
        c.field("events"_L1, p.events);
    } else if constexpr (Is<P, AnswerItem>) {
        c.required("container"_L1, p.container);
        c.field("owner"_L1, p.owner);
        c.field("created"_L1, p.created);
        c.field("state"_L1, p.state);
        c.field("ok"_L1, p.ok);
        c.field("message"_L1, p.message);
        c.field("size_bytes"_L1, p.sizeBytes);
    } else if constexpr (Is<P, TextPiece>) {
        c.field("offset"_L1, p.offset);
        c.field("total"_L1, p.total);
        c.field("text"_L1, p.text);
    } else if constexpr (Is<P, Answer>) {
        c.field("request"_L1, p.request);
        c.field("ok"_L1, p.ok);
        c.field("message"_L1, p.message);
        c.nested("items"_L1, p.items);
        c.sparse("text"_L1, p.text);
    } else if constexpr (Is<P, ServerChanged>) {
        c.nested("server"_L1, p.server);
    } else if constexpr (Is<P, ExecutionQueued>) {
        c.required("execution"_L1, p.id);
        c.field("language"_L1, p.language);
        c.field("code"_L1, p.code);
        c.field("code_bytes"_L1, p.codeBytes);
        c.field("stdin_bytes"_L1, p.stdinBytes);
        c.field("timeout_ms"_L1, p.timeout);
        c.field("client"_L1, p.client);
    } else if constexpr (Is<P, PhaseChanged>) {
        c.required("execution"_L1, p.id);
        c.field("phase"_L1, p.phase);
    } else if constexpr (Is<P, ExecutionStarted>) {
        c.required("execution"_L1, p.id);
        c.field("container"_L1, p.container);
    } else if constexpr (Is<P, Output>) {
        c.required("execution"_L1, p.id);
        c.field("stream"_L1, p.stream);
        c.field("part"_L1, p.part);
        c.field("offset"_L1, p.offset);
        c.field("bytes"_L1, p.bytes);
        c.field("text"_L1, p.text);
    } else if constexpr (Is<P, UsageReported>) {
        c.required("execution"_L1, p.id);
        c.field("duration_us"_L1, p.usage.duration);
        c.field("cpu_us"_L1, p.usage.cpuTime);
        c.field("memory_bytes"_L1, p.usage.memoryBytes);
    } else if constexpr (Is<P, ExecutionFinished>) {
        c.required("execution"_L1, p.id);
        c.field("outcome"_L1, p.result.outcome);
        c.field("exit_code"_L1, p.result.exitCode);
        c.field("signal"_L1, p.result.signal);
        c.field("duration_us"_L1, p.result.duration);
        c.field("cpu_us"_L1, p.result.cpuTime);
        c.field("peak_memory_bytes"_L1, p.result.peakMemoryBytes);
        c.field("oom_kills"_L1, p.result.oomKills);
        c.field("pids_refused"_L1, p.result.pidsRefused);
        c.field("stdout_bytes"_L1, p.result.out.totalBytes);
        c.field("stderr_bytes"_L1, p.result.err.totalBytes);
        c.field("stdout_truncated"_L1, p.isStdoutTruncated);
        c.field("stderr_truncated"_L1, p.isStderrTruncated);
        c.field("engine"_L1, p.result.engine);
        c.field("container"_L1, p.result.container);
        c.field("image"_L1, p.result.image);
        c.field("waited_ms"_L1, p.result.waited);
        c.field("warm"_L1, p.result.wasWarm);
    } else if constexpr (Is<P, ExecutionFailed>) {
        c.required("execution"_L1, p.id);
        c.field("code"_L1, p.error.code);
        c.field("message"_L1, p.error.message);
        c.field("detail"_L1, p.error.detail);
    } else if constexpr (Is<P, ConnectionReported>) {
        c.required("execution"_L1, p.id);
        c.field("host"_L1, p.report.host);
        c.field("port"_L1, p.report.port);
        c.field("address"_L1, p.report.address);
        c.field("sent_bytes"_L1, p.report.bytesOut);
        c.field("received_bytes"_L1, p.report.bytesIn);
        c.field("duration_ms"_L1, p.report.duration);
        c.field("verdict"_L1, p.report.verdict);
        c.field("reason"_L1, p.report.reason);
    } else if constexpr (Is<P, ContainerChanged>) {
        c.required("container"_L1, p.container.name);
        c.field("language"_L1, p.container.language);
        c.field("image"_L1, p.container.image);
        c.field("state"_L1, p.container.state);
        c.field("execution"_L1, p.container.execution);
        c.field("created"_L1, p.container.created);
        c.field("reason"_L1, p.container.reason);
    } else if constexpr (Is<P, OrphansRemoved>) {
        c.field("containers"_L1, p.names);
    } else if constexpr (Is<P, PoolChanged>) {
        c.field("language"_L1, p.pool.language);
        c.field("ready"_L1, p.pool.ready);
        c.field("starting"_L1, p.pool.starting);
        c.field("target"_L1, p.pool.target);
    } else if constexpr (Is<P, Note>) {
        c.field("text"_L1, p.text);
    } else if constexpr (Is<P, CancelExecution>) {
        c.required("execution"_L1, p.id);
    } else if constexpr (Is<P, RemoveContainer>) {
        c.required("container"_L1, p.name);
    } else if constexpr (Is<P, Prune>) {
        c.field("containers"_L1, p.names);
    } else if constexpr (Is<P, ReadOutput>) {
        c.required("execution"_L1, p.id);
        c.field("stream"_L1, p.stream);
        c.field("offset"_L1, p.offset);
    } else if constexpr (Is<P, Reproduce>) {
        c.required("execution"_L1, p.id);
    } else {
        static_assert(Is<P, Unknown> || Is<P, ReplayEnded> || Is<P, ListOrphans> || Is<P, MeasureContainers>,
                      "a payload without members");
    }
}

/// The value of "event" or "command" for each alternative, in the order of the variant.
constexpr std::array<QLatin1StringView, std::variant_size_v<Payload>> eventTypes{
    ""_L1,                  // Unknown
    "hello"_L1,             //
    "replay_started"_L1,    //
    "replay_ended"_L1,      //
    "missed"_L1,            //
    "answer"_L1,            //
    "server"_L1,            //
    "execution_queued"_L1,  //
    "execution_phase"_L1,   //
    "execution_started"_L1, //
    "output"_L1,            //
    "usage"_L1,             //
    "execution_finished"_L1,
    "execution_failed"_L1,
    "connection"_L1,
    "container"_L1,
    "orphans_removed"_L1,
    "pool"_L1,
    "note"_L1,
};
using CommandPayload = decltype(Command::payload);
constexpr std::array<QLatin1StringView, std::variant_size_v<CommandPayload>> commandTypes{
    "cancel"_L1,      "remove_container"_L1,   "list_orphans"_L1, "prune"_L1,
    "read_output"_L1, "measure_containers"_L1, "reproduce"_L1};

constexpr auto eventKey = "event"_L1;
constexpr auto commandKey = "command"_L1;
constexpr auto seqKey = "seq"_L1;
constexpr auto timeKey = "time"_L1;
constexpr auto requestKey = "request"_L1;

/// Makes the alternative whose type word is `type` and reads its members; false when there is none.
template<typename Variant, std::size_t N, std::size_t I = 0>
bool readAlternative(const QString &type, const std::array<QLatin1StringView, N> &types, Reader &reader,
                     Variant &variant)
{
    if constexpr (I == N) {
        return false;
    } else {
        if (types[I].isEmpty() || type != types[I])
            return readAlternative<Variant, N, I + 1>(type, types, reader, variant);
        members(reader, variant.template emplace<I>());
        return true;
    }
}

QByteArray line(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

/// Texts of any length come in (engine output, code); what goes out obeys the limits.
Payload bounded(Payload payload)
{
    const auto shorten = [](QString &text) { text = cut(text, maxText); };
    if (auto *queued = std::get_if<ExecutionQueued>(&payload))
        queued->code = cut(queued->code, maxCodeBytes);
    else if (auto *output = std::get_if<Output>(&payload))
        output->text = cut(output->text, maxOutputText);
    else if (auto *failed = std::get_if<ExecutionFailed>(&payload)) {
        shorten(failed->error.message);
        shorten(failed->error.detail);
    } else if (auto *connection = std::get_if<ConnectionReported>(&payload)) {
        shorten(connection->report.host);
        shorten(connection->report.reason);
    } else if (auto *container = std::get_if<ContainerChanged>(&payload))
        shorten(container->container.reason);
    else if (auto *note = std::get_if<Note>(&payload))
        shorten(note->text);
    else if (auto *changed = std::get_if<ServerChanged>(&payload))
        shorten(changed->server.engineError);
    else if (auto *hello = std::get_if<Hello>(&payload))
        shorten(hello->server.engineError);
    else if (auto *answer = std::get_if<Answer>(&payload)) {
        shorten(answer->message);
        // 100 items of at most 1,000 characters stay below the line's limit.
        if (answer->items.size() > 100)
            answer->items.resize(100);
        for (AnswerItem &item : answer->items)
            item.message = cut(item.message, 1000);
        answer->text.text = cut(answer->text.text, maxPieceText);
    }
    return payload;
}

Error malformed(const QString &why)
{
    return {Error::Code::InvalidInput, u"A line of the monitor protocol is malformed: %1."_s.arg(why), {}};
}

Result<QJsonObject> parse(const QByteArray &line, qsizetype maxSize)
{
    if (line.size() > maxSize)
        return malformed(u"it is longer than %1 bytes"_s.arg(maxSize));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(line, &error);
    if (error.error != QJsonParseError::NoError)
        return malformed(error.errorString());
    if (!document.isObject())
        return malformed(u"it is no object"_s);
    return document.object();
}

} // namespace

QByteArray encode(const Event &event)
{
    Writer writer;
    const Payload payload = bounded(event.payload);
    writer.object.insert(eventKey, eventTypes.at(payload.index()));
    if (event.seq != 0)
        writer.object.insert(seqKey, qint64(event.seq));
    writer.field(timeKey, event.time);
    std::visit([&writer](const auto &p) { members(writer, p); }, payload);
    return line(writer.object);
}

QByteArray encode(const Command &command)
{
    Writer writer;
    writer.object.insert(commandKey, commandTypes.at(command.payload.index()));
    writer.field(requestKey, command.request);
    std::visit([&writer](const auto &p) { members(writer, p); }, command.payload);
    return line(writer.object);
}

Result<Event> decodeEvent(const QByteArray &line)
{
    const auto object = parse(line, maxEventLine);
    if (!object.ok())
        return object.error();
    Event event;
    Reader reader(*object);
    QString type;
    reader.required(eventKey, type);
    qint64 seq = 0;
    reader.field(seqKey, seq);
    reader.field(timeKey, event.time);
    if (!readAlternative(type, eventTypes, reader, event.payload))
        event.payload = Unknown{type};
    if (!reader.problem.isEmpty() || seq < 0)
        return malformed(reader.problem.isEmpty() ? u"\"seq\" is negative"_s : reader.problem);
    event.seq = quint64(seq);
    return event;
}

Result<Command> decodeCommand(const QByteArray &line)
{
    const auto object = parse(line, maxCommandLine);
    if (!object.ok())
        return object.error();
    Command command;
    Reader reader(*object);
    QString type;
    reader.required(commandKey, type);
    reader.field(requestKey, command.request);
    if (!readAlternative(type, commandTypes, reader, command.payload))
        return malformed(u"there is no command \"%1\""_s.arg(cut(type, 40)));
    if (!reader.problem.isEmpty())
        return malformed(reader.problem);
    return command;
}

const ExecutionId *executionOf(const Payload &payload)
{
    return std::visit(
        [](const auto &p) -> const ExecutionId * {
            if constexpr (requires { p.id; })
                return &p.id;
            else
                return nullptr;
        },
        payload);
}

QString cut(const QString &text, qsizetype maxSize)
{
    if (text.size() <= maxSize)
        return text;
    const bool splitsPair = maxSize > 0 && text.at(maxSize - 1).isHighSurrogate();
    return text.first(splitsPair ? maxSize - 1 : maxSize);
}

void LineReader::append(const QByteArray &bytes)
{
    if (m_hasOverflowed)
        return;
    if (m_start > 0) {
        m_buffer.remove(0, m_start);
        m_scanned -= m_start;
        m_start = 0;
    }
    m_buffer += bytes;
}

std::optional<QByteArray> LineReader::next()
{
    if (m_hasOverflowed)
        return std::nullopt;
    const qsizetype end = m_buffer.indexOf('\n', m_scanned);
    const qsizetype size = (end < 0 ? m_buffer.size() : end) - m_start;
    if (size > m_maxLine) {
        m_hasOverflowed = true;
        m_buffer.clear();
        m_start = m_scanned = 0;
        return std::nullopt;
    }
    if (end < 0) {
        m_scanned = m_buffer.size();
        return std::nullopt;
    }
    QByteArray line = m_buffer.mid(m_start, size);
    m_start = m_scanned = end + 1;
    return line;
}

} // namespace monitor
