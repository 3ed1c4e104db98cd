#include "monitor/monitortail.h"

#include "common/names.h"
#include "common/terminaltext.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace {

template<typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template<typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// Program text must not steer the reader's terminal: no escape, no carriage return, no text direction marks.
QString inert(QString text)
{
    for (QChar &c : text) {
        const char16_t code = c.unicode();
        const bool isBidi = (code >= 0x200e && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
                            (code >= 0x2066 && code <= 0x2069);
        if ((code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) || isBidi)
            c = QChar::ReplacementCharacter;
    }
    return text;
}

QString shortId(const ExecutionId &id)
{
    return id.value.left(8);
}

QString firstLine(const QString &code)
{
    const QString line = code.trimmed().section(u'\n', 0, 0);
    return line.size() > 60 ? monitor::cut(line, 59) + u'…' : line;
}

QString milliseconds(std::chrono::microseconds duration)
{
    return u"%1 ms"_s.arg(double(duration.count()) / 1000, 0, 'f', 1);
}

QString describe(const ExecutionResult &result)
{
    switch (result.outcome) {
    case Outcome::Exited:
        return u"exit code %1"_s.arg(result.exitCode.value_or(0));
    case Outcome::Signalled:
        return u"killed by "_s + signalName(result.signal);
    case Outcome::TimedOut:
        return u"timed out"_s;
    case Outcome::OutOfMemory:
        return u"out of memory"_s;
    case Outcome::Cancelled:
        return u"cancelled"_s;
    }
    Q_UNREACHABLE();
}

QString state(ContainerState state)
{
    switch (state) {
    case ContainerState::Starting:
        return u"starting"_s;
    case ContainerState::Ready:
        return u"ready"_s;
    case ContainerState::InUse:
        return u"in use"_s;
    case ContainerState::Removed:
        return u"removed"_s;
    case ContainerState::Failed:
        return u"failed"_s;
    }
    Q_UNREACHABLE();
}

QString describe(const monitor::ServerInfo &server)
{
    QString text = u"server %1 (pid %2)"_s.arg(server.version).arg(server.pid);
    if (!server.client.isEmpty())
        text += u" for %1"_s.arg(server.client);
    if (server.engineState == monitor::EngineState::Ready)
        text += u", %1"_s.arg(server.engine);
    else if (server.engineState == monitor::EngineState::Unavailable)
        text += u", no engine: %1"_s.arg(server.engineError);
    return text;
}

} // namespace

MonitorTail::MonitorTail(Format format, Sink sink, Sink notes, RuntimePlaces places, QObject *parent)
    : QObject(parent)
    , m_links(std::move(places))
    , m_format(format)
    , m_sink(std::move(sink))
    , m_notes(std::move(notes))
{
    connect(&m_links, &MonitorLinks::eventReceived, this,
            [this](MonitorLink *link, const monitor::Event &event, const QByteArray &line) {
                if (m_format == Format::Json) {
                    m_sink(line + '\n');
                    return;
                }
                const QByteArray text = readable(event, link->server().instance);
                if (!text.isEmpty())
                    m_sink(text);
            });
    connect(&m_links, &MonitorLinks::serverLost, this, [this](const QString &instance, const QString &reason) {
        if (!instance.isEmpty())
            m_notes(u"Server %1 is gone: %2.\n"_s.arg(instance.left(6), reason).toUtf8());
    });
    connect(&m_links, &MonitorLinks::searched, this, [this] {
        const bool isAlone = !m_links.hasConnection();
        if (isAlone && !m_saidNoServer)
            m_notes(u"No server runs. Waiting for one in:\n  %1\n"_s.arg(m_links.folders().join(u"\n  "_s)).toUtf8());
        m_saidNoServer = isAlone;
    });
}

void MonitorTail::start()
{
    m_links.start();
}

QByteArray MonitorTail::readable(const monitor::Event &event, const QString &instance)
{
    using namespace monitor;
    const QString text = std::visit(
        Overloaded{
            [](const Hello &p) { return describe(p.server); },
            [](const ServerChanged &p) { return describe(p.server); },
            [](const Missed &p) { return u"missed %1 events"_s.arg(p.events); },
            [](const ExecutionQueued &p) {
                return u"%1 queued  %2: %3"_s.arg(shortId(p.id), languageName(p.language), firstLine(p.code));
            },
            [](const PhaseChanged &p) { return u"%1 %2"_s.arg(shortId(p.id), phaseName(p.phase)); },
            [](const ExecutionStarted &p) { return u"%1 started in %2"_s.arg(shortId(p.id), p.container); },
            [](const Output &p) {
                if (p.part == OutputPart::Sample)
                    return QString();
                QString lines = terminalText(p.text);
                if (lines.endsWith(u'\n'))
                    lines.chop(1);
                const QString mark = p.stream == Stream::Stdout ? u" | "_s : u" ! "_s;
                return shortId(p.id) + mark + lines.replace(u'\n', u'\n' + shortId(p.id) + mark);
            },
            [](const ExecutionFinished &p) {
                return u"%1 %2 after %3, CPU %4, %5"_s.arg(
                    shortId(p.id), describe(p.result), milliseconds(p.result.duration), milliseconds(p.result.cpuTime),
                    QLocale::c().formattedDataSize(p.result.peakMemoryBytes));
            },
            [](const ExecutionFailed &p) { return u"%1 could not run: %2"_s.arg(shortId(p.id), p.error.message); },
            [](const ConnectionReported &p) {
                const ConnectionReport &r = p.report;
                const QString address = r.address.isEmpty() ? QString() : u" (%1)"_s.arg(r.address);
                return u"%1 %2 %3:%4%5, %6 out, %7 in, %8. %9"_s
                    .arg(shortId(p.id), verdictName(r.verdict), r.host, QString::number(r.port), address,
                         QLocale::c().formattedDataSize(r.bytesOut), QLocale::c().formattedDataSize(r.bytesIn),
                         milliseconds(r.duration), r.reason)
                    .trimmed();
            },
            [](const ContainerChanged &p) {
                return u"%1 %2 %3"_s.arg(p.container.name, state(p.container.state), p.container.reason).trimmed();
            },
            [](const OrphansRemoved &p) { return u"removed orphans: %1"_s.arg(p.names.join(u", "_s)); },
            [](const PoolChanged &p) {
                return u"pool %1: %2 of %3 ready"_s.arg(languageName(p.pool.language))
                    .arg(p.pool.ready)
                    .arg(p.pool.target);
            },
            [](const Note &p) { return p.text; },
            [](const auto &) { return QString(); },
        },
        event.payload);
    if (text.isEmpty())
        return {};
    const QString prefix = event.time.toLocalTime().toString(u"hh:mm:ss.zzz "_s) + instance.left(6) + u' ';
    return (prefix + inert(text).replace(u'\n', u'\n' + prefix) + u'\n').toUtf8();
}
