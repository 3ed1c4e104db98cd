#include "cli/install/clientchange.h"

#include "cli/install/configfile.h"
#include "cli/standardoutput.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto commandLimit = 60s; ///< Some look for updates first.

void say(const QString &text, std::FILE *file = stdout)
{
    standardoutput::write(text.toUtf8() + '\n', file);
}

/// "    - the line", shortened to what is of interest in a file that is one long line.
QString shownLine(char mark, const QByteArray &line)
{
    constexpr qsizetype longest = 160;
    const QString text = QString::fromUtf8(line).remove(u'\r');
    const qsizetype entry = std::max<qsizetype>(text.indexOf("code-sandbox"_L1) - 20, 0);
    const QString shown = text.size() <= longest ? text : u"… %1 …"_s.arg(text.mid(entry, longest));
    return u"    %1 %2"_s.arg(QLatin1Char(mark)).arg(shown);
}

/// The lines that differ, as diff shows them.
QString difference(const QByteArray &before, const QByteArray &after)
{
    QByteArrayList old = before.split('\n');
    QByteArrayList now = after.split('\n');
    while (!old.isEmpty() && !now.isEmpty() && old.first() == now.first()) {
        old.removeFirst();
        now.removeFirst();
    }
    while (!old.isEmpty() && !now.isEmpty() && old.last() == now.last()) {
        old.removeLast();
        now.removeLast();
    }
    QStringList lines;
    for (const QByteArray &line : old)
        lines += shownLine('-', line);
    for (const QByteArray &line : now)
        lines += shownLine('+', line);
    return lines.join(u'\n');
}

} // namespace

ClientChange::ClientChange(Client client, QString entryName, ServerStart start, Kind kind, QObject *parent)
    : QObject(parent)
    , m_client(std::move(client))
    , m_entryName(std::move(entryName))
    , m_start(std::move(start))
    , m_kind(kind)
{
}

QStringList ClientChange::entryPath(const QByteArray &text) const
{
    if (!m_client.newerPath.isEmpty()) {
        const Result<QJsonValue> newer = configtext::valueAt(m_client.format, text, m_client.newerPath);
        if (newer && newer->isObject())
            return m_client.newerPath + QStringList{m_entryName};
    }
    return m_client.path + QStringList{m_entryName};
}

Result<QByteArray> ClientChange::changed(const QByteArray &text) const
{
    if (m_kind == Kind::Remove)
        return configtext::without(m_client.format, text, entryPath(text));
    return configtext::withMembers(m_client.format, text, entryPath(text), m_client.entry(m_entryName, m_start));
}

/// The client's own command for this change; without a program where it has none that can do it.
CommandLine ClientChange::ownCommand(const QByteArray &text) const
{
    CommandLine command{m_client.programPath(), {}, QProcessEnvironment::systemEnvironment()};
    const Result<QJsonValue> present = configtext::valueAt(m_client.format, text, entryPath(text));
    const bool isThere = present && !present->isUndefined();
    const bool needsVariables = !m_start.variables.isEmpty() && m_client.variables != Client::Variables::Inherited;
    if (m_kind == Kind::Remove && !m_client.removeArguments.isEmpty())
        command.arguments = m_client.removeArguments + QStringList{m_entryName};
    else if (m_kind == Kind::Add && m_client.addArguments && !isThere && !needsVariables)
        command.arguments = m_client.addArguments(m_entryName, m_start);
    return command.arguments.isEmpty() ? CommandLine() : command;
}

void ClientChange::print() const
{
    CommandLine command = ownCommand({});
    if (command.program.isEmpty()) {
        say(u"%1, in %2:\n\n%3"_s.arg(m_client.title, m_client.configFile, snippet()));
    } else {
        command.program = m_client.program;
        say(u"%1:\n\n%2\n"_s.arg(m_client.title, command.toDisplayString()));
    }
}

void ClientChange::start()
{
    const Result<QByteArray> before = configfile::read(m_client.configFile);
    if (!before)
        return fail(before.error().message, u"Make it readable for you and try again."_s);
    const Result<QByteArray> after = changed(*before);
    if (!after) {
        return fail(u"%1 is not understood and was left alone (%2)"_s.arg(m_client.configFile, after.error().message),
                    byHand());
    }
    if (*after == *before) {
        say(m_kind == Kind::Add
                ? u"%1: %2 has the entry already; nothing changes."_s.arg(m_client.title, m_client.configFile)
                : u"%1: %2 has no entry; nothing changes."_s.arg(m_client.title, m_client.configFile));
        return conclude(Outcome::AsBefore);
    }
    const CommandLine command = ownCommand(*before);
    if (!command.program.isEmpty())
        run(command);
    else
        edit(*before, *after);
}

void ClientChange::run(const CommandLine &commandLine)
{
    CommandLine shown = commandLine;
    shown.program = m_client.program;
    say(u"%1: %2"_s.arg(m_client.title, shown.toDisplayString()));
    const Result<QString> copy = configfile::backUp(m_client.configFile);
    if (!copy)
        return fail(copy.error().message, u"Nothing was changed."_s);
    auto *command = new EngineCommand(commandLine, commandLimit, this);
    connect(command, &EngineCommand::finished, this, [this, copy = *copy](const CommandResult &result) {
        if (!result.succeeded())
            return fail(u"its command failed (%1)"_s.arg(result.explanation()), byHand());
        const Result<QByteArray> now = configfile::read(m_client.configFile);
        const Result<QByteArray> wanted = now ? changed(*now) : now;
        if (!wanted || *wanted != *now)
            return fail(u"its command succeeded, but %1 is not as it should be"_s.arg(m_client.configFile), byHand());
        say(copy.isEmpty() ? u"    changed %1"_s.arg(m_client.configFile)
                           : u"    changed %1; as it was before: %2"_s.arg(m_client.configFile, copy));
        conclude(Outcome::Changed);
    });
    command->start();
}

void ClientChange::edit(const QByteArray &before, const QByteArray &after)
{
    const Result<QString> copy = configfile::backUp(m_client.configFile);
    if (!copy)
        return fail(copy.error().message, u"Nothing was changed."_s);
    if (const Result<bool> written = configfile::write(m_client.configFile, after); !written)
        return fail(written.error().message, u"Nothing was changed."_s);
    say(copy->isEmpty() ? u"%1: made %2"_s.arg(m_client.title, m_client.configFile)
                        : u"%1: changed %2; as it was before: %3"_s.arg(m_client.title, m_client.configFile, *copy));
    say(difference(before, after));
    conclude(Outcome::Changed);
}

QString ClientChange::byHand() const
{
    if (m_kind == Kind::Remove)
        return u"Take \"%1\" out of %2 by hand."_s.arg(m_entryName, m_client.configFile);
    return u"Put this into %1 by hand:\n\n%2"_s.arg(m_client.configFile, snippet());
}

QString ClientChange::snippet() const
{
    const Result<QByteArray> text = configtext::withMembers(
        m_client.format, {}, m_client.path + QStringList{m_entryName}, m_client.entry(m_entryName, m_start));
    return QString::fromUtf8(*text);
}

void ClientChange::fail(const QString &reason, const QString &nextStep)
{
    say(u"%1: %2. %3"_s.arg(m_client.title, reason, nextStep), stderr);
    conclude(Outcome::Failed);
}

void ClientChange::conclude(Outcome outcome)
{
    if (outcome == Outcome::Changed && m_kind == Kind::Add && !m_start.variables.isEmpty() &&
        m_client.variables == Client::Variables::Written) {
        say(u"    %1 hands no variables on: add \"env\": { \"%2\": \"…\" } with the value to the entry."_s.arg(
            m_client.title, m_start.variables.join(u"\": \"…\", \""_s)));
    }
    QMetaObject::invokeMethod(
        this, [this, outcome] { Q_EMIT finished(outcome); }, Qt::QueuedConnection);
}
