#include "cli/install/clienttable.h"

#include "engine/engineprobe.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;
using configtext::Format;

namespace {

/// The folder that a variable names, or the usual one.
QString folder(const QProcessEnvironment &environment, const QString &variable, const QString &usual)
{
    const QString value = environment.value(variable);
    return QDir::isAbsolutePath(value) ? QDir::cleanPath(value) : usual;
}

} // namespace

QString Client::programPath() const
{
    return program.isEmpty() ? QString() : engineenvironment::findProgram(program);
}

bool Client::isHere() const
{
    return !programPath().isEmpty() ||
           std::ranges::any_of(traces, [](const QString &trace) { return QFileInfo::exists(trace); });
}

Members Client::entry(const QString &entryName, const ServerStart &start) const
{
    const QJsonArray options = QJsonArray::fromStringList(start.options);
    Members members;
    switch (form) {
    case Form::VsCode:
        members = {{u"type"_s, u"stdio"_s}, {u"command"_s, start.program}, {u"args"_s, options}};
        break;
    case Form::OpenCode:
        members = {{u"type"_s, u"local"_s},
                   {u"command"_s, QJsonArray::fromStringList(QStringList{start.program} + start.options)}};
        break;
    case Form::Goose:
        members = {
            {u"name"_s, entryName},    {u"description"_s, u"Runs Python and JavaScript in throw-away containers"_s},
            {u"type"_s, u"stdio"_s},   {u"enabled"_s, true},
            {u"cmd"_s, start.program}, {u"args"_s, options},
            {u"timeout"_s, 300}}; // seconds; its calls take as long as programs do
        break;
    case Form::Plain:
        members = {{u"command"_s, start.program}, {u"args"_s, options}};
        break;
    }
    if (start.variables.isEmpty())
        return members;
    if (variables == Variables::Listed)
        members.append({u"env_vars"_s, QJsonArray::fromStringList(start.variables)});
    if (variables == Variables::Referenced) {
        QJsonObject references;
        for (const QString &variable : start.variables)
            references.insert(variable, reference.arg(variable));
        members.append({u"env"_s, references});
    }
    return members;
}

QList<Client> clientTable(const QProcessEnvironment &environment)
{
    const QString home = QDir::homePath();
    const QString config = folder(environment, u"XDG_CONFIG_HOME"_s, home + "/.config"_L1);
#ifdef Q_OS_MACOS
    const QString applications = home + "/Library/Application Support"_L1;
#else
    const QString applications = config;
#endif
    const QString claude = folder(environment, u"CLAUDE_CONFIG_DIR"_s, home);
    const QString codex = folder(environment, u"CODEX_HOME"_s, home + "/.codex"_L1);
    const QString opencode = config + "/opencode"_L1;
    const QString opencodeFile = opencode + "/opencode.json"_L1;

    QList<Client> clients;
    clients.append({.name = u"claude-code"_s,
                    .title = u"Claude Code"_s,
                    .program = u"claude"_s,
                    .traces = {claude + "/.claude.json"_L1, home + "/.claude"_L1},
                    .configFile = claude + "/.claude.json"_L1,
                    .path = {u"mcpServers"_s},
                    .addArguments =
                        [](const QString &name, const ServerStart &start) {
                            return QStringList{u"mcp"_s, u"add"_s, u"--scope"_s, u"user"_s,
                                               name,     u"--"_s,  start.program} +
                                   start.options;
                        },
                    .removeArguments = {u"mcp"_s, u"remove"_s, u"--scope"_s, u"user"_s}});
    clients.append({.name = u"claude-desktop"_s,
                    .title = u"Claude Desktop"_s,
                    .program = u"claude-desktop"_s,
                    .traces = {applications + "/Claude"_L1},
                    .configFile = applications + "/Claude/claude_desktop_config.json"_L1,
                    .path = {u"mcpServers"_s},
                    .variables = Client::Variables::Written});
    clients.append({.name = u"codex"_s,
                    .title = u"Codex"_s,
                    .program = u"codex"_s,
                    .traces = {codex},
                    .configFile = codex + "/config.toml"_L1,
                    .format = Format::Toml,
                    .path = {u"mcp_servers"_s},
                    .variables = Client::Variables::Listed,
                    .addArguments =
                        [](const QString &name, const ServerStart &start) {
                            return QStringList{u"mcp"_s, u"add"_s, name, u"--"_s, start.program} + start.options;
                        },
                    .removeArguments = {u"mcp"_s, u"remove"_s}});
    clients.append({.name = u"gemini-cli"_s,
                    .title = u"Gemini CLI"_s,
                    .program = u"gemini"_s,
                    .traces = {home + "/.gemini"_L1},
                    .configFile = home + "/.gemini/settings.json"_L1,
                    .path = {u"mcpServers"_s},
                    .variables = Client::Variables::Referenced,
                    .reference = u"$%1"_s,
                    .addArguments =
                        [](const QString &name, const ServerStart &start) {
                            QStringList arguments{u"mcp"_s, u"add"_s, u"--scope"_s, u"user"_s, name, start.program};
                            return start.options.isEmpty() ? arguments
                                                           : arguments + QStringList{u"--"_s} + start.options;
                        },
                    .removeArguments = {u"mcp"_s, u"remove"_s, u"--scope"_s, u"user"_s}});
    clients.append({.name = u"cursor"_s,
                    .title = u"Cursor"_s,
                    .program = u"cursor"_s,
                    .traces = {home + "/.cursor"_L1},
                    .configFile = home + "/.cursor/mcp.json"_L1,
                    .path = {u"mcpServers"_s},
                    .variables = Client::Variables::Referenced,
                    .reference = u"${env:%1}"_s});
    clients.append({.name = u"vscode"_s,
                    .title = u"VS Code"_s,
                    .program = u"code"_s,
                    .traces = {applications + "/Code"_L1},
                    .configFile = applications + "/Code/User/mcp.json"_L1,
                    .path = {u"servers"_s},
                    .form = Client::Form::VsCode,
                    .addArguments = [](const QString &name, const ServerStart &start) {
                        const QJsonObject server{{u"name"_s, name},
                                                 {u"type"_s, u"stdio"_s},
                                                 {u"command"_s, start.program},
                                                 {u"args"_s, QJsonArray::fromStringList(start.options)}};
                        return QStringList{u"--add-mcp"_s,
                                           QString::fromUtf8(QJsonDocument(server).toJson(QJsonDocument::Compact))};
                    }});
    clients.append({.name = u"windsurf"_s,
                    .title = u"Windsurf"_s,
                    .program = u"windsurf"_s,
                    .traces = {home + "/.codeium/windsurf"_L1},
                    .configFile = home + "/.codeium/windsurf/mcp_config.json"_L1,
                    .path = {u"mcpServers"_s},
                    .variables = Client::Variables::Referenced,
                    .reference = u"${env:%1}"_s});
    clients.append({.name = u"zed"_s,
                    .title = u"Zed"_s, // its command has the name of a part of ZFS
                    .traces = {config + "/zed"_L1},
                    .configFile = config + "/zed/settings.json"_L1,
                    .path = {u"context_servers"_s}});
    clients.append({.name = u"opencode"_s,
                    .title = u"opencode"_s,
                    .program = u"opencode"_s,
                    .traces = {opencode},
                    .configFile = QFileInfo::exists(opencodeFile + u'c') ? opencodeFile + u'c' : opencodeFile,
                    .path = {u"mcp"_s},
                    .newerPath = {u"mcp"_s, u"servers"_s}, // from its version 2 on
                    .form = Client::Form::OpenCode});
    clients.append({.name = u"goose"_s,
                    .title = u"Goose"_s, // its command has the name of a tool for databases
                    .traces = {config + "/goose"_L1},
                    .configFile = config + "/goose/config.yaml"_L1,
                    .format = Format::Yaml,
                    .path = {u"extensions"_s},
                    .form = Client::Form::Goose});
    return clients;
}
