#include "cli/commandtable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

const QList<CommandDescription> &commandTable()
{
    static const QList<CommandDescription> table{
        {Command::Serve,
         {},
         {},
         u"Serves MCP on standard input and output; this is what a client starts. With --transport http, "
         "many clients over HTTP."_s,
         {}},
        {Command::Run,
         u"run"_s,
         u"FILE|-"_s,
         u"Runs one program the same way and prints what it prints. Exits with the program's code, 128 + n for "
         "signal n, 124 on timeout, 125 when it could not be run."_s,
         {{u"language"_s, u"LANGUAGE"_s, u"python or javascript; else the file's ending tells."_s},
          {u"stdin"_s, u"FILE|-"_s, u"What the program can read from its standard input."_s}}},
        {Command::Install,
         u"install"_s,
         u"[CLIENT…]"_s,
         u"Makes MCP clients start this server: claude-code, claude-desktop, codex, gemini-cli, cursor, vscode, windsurf, zed, "
         "opencode, goose; all that are on this machine if none is named. Looks at engine and images first. Options of the "
         "server that are given here become part of the clients' entries."_s,
         {{u"yes"_s, {}, u"Builds images that are missing without asking."_s},
          {u"print"_s, {}, u"Changes nothing, prints the entries and where they belong."_s},
          {u"remove"_s, {}, u"Takes the entries out again."_s}}},
        {Command::Doctor,
         u"doctor"_s,
         {},
         u"Checks engine, images and limits with a real run in each language, and says what to do. Exits with 1 when "
         "something does not work."_s,
         {{u"json"_s, {}, u"One JSON object with all findings."_s}}},
        {Command::Images,
         u"images"_s,
         u"build|pull|list [IMAGE]"_s,
         u"Builds the images of this project, pulls one of your own, or lists what is there."_s,
         {{u"from"_s, u"IMAGE"_s, u"build: derive an image with sandbox-init in it, for engines that cannot mount."_s},
          {u"tag"_s, u"NAME"_s, u"build --from: how to call the result."_s},
          {u"base"_s, u"IMAGE"_s, u"build: base image instead of Debian trixie."_s},
          {u"ca-file"_s, u"FILE"_s, u"build: certificates that this machine trusts beside the usual ones (PEM)."_s},
          {u"pip-conf"_s, u"FILE"_s, u"build: configuration for pip."_s},
          {u"npmrc"_s, u"FILE"_s, u"build: configuration for npm."_s},
          {u"apt-conf"_s, u"FILE"_s, u"build: configuration for apt."_s}}},
        {Command::Prune,
         u"prune"_s,
         u"[NAME…]"_s,
         u"Removes containers whose server is dead, all or those that are named; never those of a server that lives."_s,
         {{u"dry-run"_s, {}, u"Only says what would be removed."_s},
          {u"json"_s, {}, u"One line of JSON, as monitors get it."_s}}},
        {Command::Monitor,
         u"monitor"_s,
         {},
         u"Prints what all servers of this user do, until it is stopped."_s,
         {{u"json"_s, {}, u"The servers' events as JSON lines."_s}}},
    };
    return table;
}

bool CommandDescription::replaces(const Option &option) const
{
    return std::ranges::any_of(options, [&](const CommandOption &own) { return own.name == option.name; });
}
