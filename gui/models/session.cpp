#include "models/session.h"

#include "models/wording.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>
#include <QStandardPaths>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What ended longer ago is history: nobody wants to be notified of it.
constexpr auto recent = 30s;
constexpr auto pruneLimit = 60s;
/// Characters of an output that are taken from a server, whatever it says.
constexpr qint64 maxReadChars = 128 * 1024 * 1024;

const QString serverName = u"code-sandbox-mcp"_s;

QString findServerProgram()
{
    const QString here = QCoreApplication::applicationDirPath();
    const QString found = QStandardPaths::findExecutable(serverName, {here, here + u"/../server"_s});
    return found.isEmpty() ? QStandardPaths::findExecutable(serverName) : QDir::cleanPath(found);
}

} // namespace

Session::Session(RuntimePlaces places, QObject *parent)
    : QObject(parent)
    , m_links(std::move(places))
{
    connect(&m_links, &MonitorLinks::eventReceived, this,
            [this](MonitorLink *link, const monitor::Event &event) { receive(link->server().instance, event); });
    connect(&m_links, &MonitorLinks::serverLost, this, [this](const QString &instance, const QString &reason) {
        if (!instance.isEmpty())
            serverLost(instance);
        else if (!reason.isEmpty() && !m_linkErrors.contains(reason)) {
            m_linkErrors += reason;
            m_notes.add(QDateTime::currentDateTimeUtc(), tr("A server could not be reached: %1").arg(reason));
            Q_EMIT stateChanged();
        }
    });
    connect(&m_links, &MonitorLinks::serverConnected, this, [this] { m_linkErrors.clear(); });
    connect(&m_links, &MonitorLinks::searched, this, [this] {
        m_hasSearched = true;
        updateState();
    });
    connect(&m_executions, &ExecutionModel::summaryChanged, this, &Session::summaryChanged);
    connect(&m_executions, &ExecutionModel::ended, this, [this](const ExecutionId &id) {
        const ExecutionRecord *record = m_executions.record(id);
        const auto age = std::chrono::milliseconds(record ? record->ended.msecsTo(QDateTime::currentDateTimeUtc())
                                                          : std::numeric_limits<qint64>::max());
        if (age < recent)
            Q_EMIT executionEnded(id);
    });
    connect(&m_servers, &ServerModel::serversChanged, this, &Session::updateState);
}

Session::~Session() = default;

void Session::start()
{
    m_links.start();
}

Result<bool> Session::startDemo(const QString &journal)
{
    m_demo = new DemoPlayer(this);
    if (auto loaded = m_demo->load(journal); !loaded.ok())
        return loaded;
    connect(m_demo, &DemoPlayer::eventPlayed, this,
            [this](const QString &instance, const monitor::Event &event) { receive(instance, event); });
    m_hasSearched = true;
    m_demo->start();
    updateState();
    return true;
}

void Session::retry()
{
    if (m_demo == nullptr)
        m_links.retry();
}

void Session::receive(const QString &instance, const monitor::Event &event)
{
    if (const auto *hello = std::get_if<monitor::Hello>(&event.payload)) {
        m_servers.update(hello->server);
        return;
    }
    if (const auto *reply = std::get_if<monitor::Answer>(&event.payload)) {
        if (m_demo != nullptr)
            m_demoOrphans = *reply;
        else
            answer(instance, *reply);
        return;
    }
    if (std::holds_alternative<monitor::ReplayEnded>(event.payload)) {
        m_executions.setStale(instance, false);
        m_containers.setStale(instance, false);
        return;
    }
    if (const auto *missed = std::get_if<monitor::Missed>(&event.payload)) {
        m_notes.add(event.time, tr("%n event(s) of a server were not shown: it was faster than this program.", nullptr,
                                   int(missed->events)));
        return;
    }
    if (event.seq == 0 && m_demo == nullptr)
        return;
    if (event.seq != 0) {
        quint64 &last = m_lastSeq[instance];
        if (event.seq <= last)
            return;
        last = event.seq;
    }
    apply(instance, event);
}

void Session::apply(const QString &instance, const monitor::Event &event)
{
    if (const auto *changed = std::get_if<monitor::ServerChanged>(&event.payload))
        m_servers.update(changed->server);
    else if (const auto *note = std::get_if<monitor::Note>(&event.payload))
        m_notes.add(event.time, note->text);
    else if (const auto *removed = std::get_if<monitor::OrphansRemoved>(&event.payload))
        m_notes.add(event.time, tr("%n container(s) left behind by dead servers were removed.", nullptr,
                                   int(removed->names.size())));
    m_executions.apply(instance, event);
    m_containers.apply(instance, event);
    m_statistics.apply(instance, event);
}

void Session::serverLost(const QString &instance)
{
    m_servers.setLost(instance);
    m_executions.setStale(instance, true);
    m_containers.setStale(instance, true);
    m_statistics.forget(instance);
    // Whoever waits for this server waits in vain.
    const auto pending = m_pending;
    for (auto it = pending.cbegin(); it != pending.cend(); ++it) {
        if (it->instance == instance)
            answer(instance, {it.key().second, false, tr("The connection to the server was lost."), {}});
    }
    updateState();
}

void Session::updateState()
{
    const QList<monitor::ServerInfo> connected = m_servers.connected();
    State state = State::Connected;
    if (connected.isEmpty()) {
        state = m_hasSearched ? State::NoServer : State::Searching;
    } else {
        const bool isAnyUsable = std::any_of(connected.cbegin(), connected.cend(), [](const auto &server) {
            return server.engineState != monitor::EngineState::Unavailable;
        });
        if (!isAnyUsable)
            state = State::EngineUnavailable;
    }
    if (state != m_state) {
        m_state = state;
        Q_EMIT stateChanged();
    }
    Q_EMIT summaryChanged();
}

QString Session::sentence() const
{
    switch (m_state) {
    case State::Searching:
        return tr("Looking for servers…");
    case State::NoServer:
        return tr("No server is running");
    case State::EngineUnavailable:
        return tr("No container engine is available");
    case State::Connected:
        break;
    }
    const QString servers = tr("Connected to %n server(s)", nullptr, int(m_servers.connected().size()));
    const QString running = tr("%n active", nullptr, int(m_executions.activeCount()));
    const QString today = tr("%n today", nullptr, int(m_executions.startedToday()));
    //: The state, then two numbers: "Connected to 2 servers – 3 active, 14 today"
    return tr("%1 – %2, %3").arg(servers, running, today);
}

QString Session::serverText(const QDateTime &now) const
{
    if (m_state == State::EngineUnavailable)
        return engineError().simplified();
    QStringList facts;
    QStringList transports;
    QDateTime oldest;
    const QList<monitor::ServerInfo> servers = m_servers.connected();
    for (const monitor::ServerInfo &server : servers) {
        const QString engine = server.runtime.isEmpty() ? server.engine : server.engine + u" · "_s + server.runtime;
        if (!server.engine.isEmpty() && !facts.contains(engine))
            facts += engine;
        if (!server.transport.isEmpty() && !transports.contains(server.transport))
            transports += server.transport;
        if (server.started.isValid() && (!oldest.isValid() || server.started < oldest))
            oldest = server.started;
    }
    facts += transports;
    if (oldest.isValid())
        //: How long the server, or the oldest one, has been running: "up for 2 h 5 min"
        facts += servers.size() == 1 ? tr("up for %1").arg(Wording::age(oldest, now))
                                     : tr("oldest up for %1").arg(Wording::age(oldest, now));
    return facts.join(u" · "_s);
}

QString Session::engineError() const
{
    for (const monitor::ServerInfo &server : m_servers.connected()) {
        if (server.engineState == monitor::EngineState::Unavailable)
            return server.engineError;
    }
    return {};
}

void Session::cancel(const ExecutionId &id, QObject *context, Reply reply)
{
    const ExecutionRecord *record = m_executions.record(id);
    if (record == nullptr) {
        reply({0, false, tr("The execution is not known any more."), {}});
        return;
    }
    m_executions.setStopRequested(id, true);
    sendTo(record->instance, monitor::CancelExecution{id}, context,
           [this, id, reply = std::move(reply)](const monitor::Answer &answer) {
               if (!answer.ok)
                   m_executions.setStopRequested(id, false);
               reply(answer);
           });
}

void Session::removeContainer(const QString &name, const QString &instance, QObject *context, Reply reply)
{
    m_containers.setBeingRemoved(name, true);
    auto done = [this, name, reply = std::move(reply)](monitor::Answer answer) {
        if (!answer.ok)
            m_containers.setBeingRemoved(name, false);
        if (answer.message.isEmpty() && !answer.items.isEmpty())
            answer.message = answer.items.first().message; // a clean-up gives the reasons item by item
        reply(answer);
    };
    const QString by = m_links.link(instance) != nullptr ? instance : anyInstance();
    if (m_demo != nullptr || !by.isEmpty())
        sendTo(by, monitor::RemoveContainer{name}, context, std::move(done));
    else
        runPrune({name}, context, std::move(done));
}

void Session::listOrphans(QObject *context, Reply reply)
{
    if (m_demoOrphans)
        reply(*m_demoOrphans);
    else if (m_demo != nullptr || !anyInstance().isEmpty())
        sendTo(anyInstance(), monitor::ListOrphans{}, context, std::move(reply));
    else
        runPrune({u"--dry-run"_s}, context, std::move(reply));
}

void Session::prune(const QStringList &names, QObject *context, Reply reply)
{
    if (m_demo != nullptr || !anyInstance().isEmpty())
        sendTo(anyInstance(), monitor::Prune{names}, context, std::move(reply));
    else
        runPrune(names, context, std::move(reply));
}

void Session::readOutput(const ExecutionId &id, Stream stream, QObject *context, TextReply reply)
{
    readMore(id, stream, {}, context, std::move(reply));
}

void Session::readMore(const ExecutionId &id, Stream stream, const QString &text, QObject *context, TextReply reply)
{
    const auto refuse = [](const QString &why) { return Error{Error::Code::Internal, why, {}}; };
    const ExecutionRecord *record = m_executions.record(id);
    if (record == nullptr) {
        reply(refuse(tr("The execution is not known any more.")));
        return;
    }
    sendTo(record->instance, monitor::ReadOutput{id, stream, text.size()}, context,
           [this, id, stream, text, context, reply, refuse](const monitor::Answer &answer) {
               const monitor::TextPiece &piece = answer.text;
               const QString more = text + piece.text;
               if (!answer.ok)
                   reply(refuse(answer.message));
               else if (more.size() >= piece.total)
                   reply(more);
               else if (piece.text.isEmpty() || piece.offset != text.size() || piece.total > maxReadChars)
                   reply(refuse(tr("The server's answer makes no sense.")));
               else
                   readMore(id, stream, more, context, reply);
           });
}

void Session::reproduce(const ExecutionId &id, QObject *context, Reply reply)
{
    const ExecutionRecord *record = m_executions.record(id);
    if (record == nullptr)
        reply({0, false, tr("The execution is not known any more."), {}});
    else
        sendTo(record->instance, monitor::Reproduce{id}, context, std::move(reply));
}

void Session::measureContainers(QObject *context, Reply reply)
{
    sendTo(anyInstance(), monitor::MeasureContainers{}, context, std::move(reply));
}

QString Session::serverProgram() const
{
    const QString found = m_serverProgram.isEmpty() ? findServerProgram() : m_serverProgram;
    return m_demo != nullptr || found.isEmpty() ? serverName : found;
}

QString Session::serverCommand() const
{
    static const QRegularExpression special(u"[^\\w/.,:+-]"_s);
    QString word = serverProgram();
    return word.contains(special) ? u"'%1'"_s.arg(word.replace(u'\'', u"'\\''"_s)) : word;
}

QString Session::anyInstance() const
{
    return m_links.connectedInstances().value(0);
}

void Session::sendTo(const QString &instance, decltype(monitor::Command::payload) payload, QObject *context,
                     Reply reply)
{
    MonitorLink *link = m_links.link(instance);
    if (link == nullptr) {
        reply({0,
               false,
               m_demo != nullptr ? tr("This is a demonstration: there is no server that could do it.")
                                 : tr("The server is not connected."),
               {}});
        return;
    }
    const quint32 request = link->send(std::move(payload));
    m_pending.insert({instance, request}, {instance, context, std::move(reply)});
}

void Session::answer(const QString &instance, const monitor::Answer &answer)
{
    const auto found = m_pending.find({instance, answer.request});
    if (found == m_pending.end())
        return;
    const Pending pending = *found;
    m_pending.erase(found);
    if (pending.context)
        pending.reply(answer);
}

void Session::runPrune(const QStringList &arguments, QObject *context, Reply reply)
{
    const QString program = m_serverProgram.isEmpty() ? findServerProgram() : m_serverProgram;
    if (program.isEmpty()) {
        reply({0, false, tr("No server runs, and its program code-sandbox-mcp is not installed."), {}});
        return;
    }
    // No parent: a clean-up under way is not cut off when the window goes; the object goes when the process ends.
    auto *process = new QProcess;
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    auto *limit = new QTimer(process);
    limit->setSingleShot(true);
    connect(limit, &QTimer::timeout, process, &QProcess::kill);
    // Both ends of a process lead here; the first one counts.
    const auto conclude = [process, waitingFor = this, waiting = QPointer(context),
                           reply = std::move(reply)](const QString &problem) {
        disconnect(process, nullptr, waitingFor, nullptr);
        process->deleteLater();
        const auto event = monitor::decodeEvent(process->readAllStandardOutput().trimmed());
        const auto *result = event.ok() ? std::get_if<monitor::Answer>(&event->payload) : nullptr;
        if (!waiting)
            return;
        if (result != nullptr) {
            reply(*result);
            return;
        }
        const QString words = QString::fromLocal8Bit(process->readAllStandardError()).trimmed();
        reply({0, false, words.isEmpty() ? problem : words, {}});
    };
    connect(process, &QProcess::finished, this, [conclude] { conclude(tr("The clean-up gave no result.")); });
    connect(process, &QProcess::errorOccurred, this, [process, conclude](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude(process->errorString());
    });
    process->start(program, QStringList{u"prune"_s, u"--json"_s} + arguments, QIODevice::ReadOnly);
    limit->start(pruneLimit);
}
