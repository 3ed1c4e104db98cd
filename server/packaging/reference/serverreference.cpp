// server-reference FOLDER VERSION DATE: writes the man page of code-sandbox-mcp and its completions.

#include "cli/commandtable.h"
#include "cli/helptext.h"
#include "cli/install/clienttable.h"
#include "packaging/reference/reference.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

reference::Option optionOf(const CommandOption &option)
{
    const QStringList languages{u"python"_s, u"javascript"_s};
    return {option.name, option.valueName, option.description,
            option.name == "language"_L1 ? languages : QStringList()};
}

QStringList argumentValues(Command command)
{
    if (command == Command::Images)
        return {u"build"_s, u"pull"_s, u"list"_s};
    QStringList names;
    if (command == Command::Install) {
        for (const Client &client : clientTable({}))
            names += client.name;
    }
    return names;
}

QList<reference::Group> groups()
{
    QList<reference::Group> result;
    for (const Option &option : optionTable()) {
        if (result.isEmpty() || result.last().title != groupTitle(option.group))
            result.append({groupTitle(option.group), {}});
        result.last().options.append({option.name, option.valueName,
                                      u"%1 Default: %2."_s.arg(option.description, option.defaultText),
                                      option.choices()});
    }
    result.last().options += optionOf(helptext::configOption());
    result.last().options += {{u"help"_s, {}, u"Prints the options that most people need."_s, {}},
                              {u"help-all"_s, {}, u"Prints all options."_s, {}},
                              {u"version"_s, {}, u"Prints the version."_s, {}}};
    return result;
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc != 4)
        return 2;
    const CommandDescription &serving = commandTable().constFirst();
    reference::Program program;
    program.name = u"code-sandbox-mcp"_s;
    program.version = QString::fromLocal8Bit(argv[2]);
    program.date = QString::fromLocal8Bit(argv[3]);
    program.summary = u"runs code of language models in throw-away containers"_s;
    program.description = {u"A server for the Model Context Protocol. A client starts it, and its model gets two "
                           u"tools, run_python_code and run_js_code. "
                           "Every call runs in a container of its own, with Podman or Docker."_s,
                           u"Without a command: "_s + serving.description.left(1).toLower() +
                               serving.description.mid(1),
                           u"Each option but those of a command can also be set as CODE_SANDBOX_<OPTION> in the "
                           u"environment, and in the configuration "
                           "file. The command line wins over the environment, and both over the file."_s};
    for (const CommandDescription &description : commandTable()) {
        if (description.word.isEmpty())
            continue;
        reference::Command command{description.word,
                                   description.arguments,
                                   description.description,
                                   {},
                                   argumentValues(description.command),
                                   description.command == Command::Run};
        for (const CommandOption &option : description.options)
            command.options += optionOf(option);
        program.commands += command;
    }
    program.groups = groups();
    program.exitStatus = {{u"0"_s, u"Everything went well. Of run: the program's own exit code."_s},
                          {u"1"_s, u"Something did not work; stderr says what."_s},
                          {u"2"_s, u"The arguments or the configuration make no sense."_s}};
    program.environment = {
        {u"CODE_SANDBOX_<OPTION>"_s, u"The option's value, such as CODE_SANDBOX_MAX_TIMEOUT for --max-timeout."_s},
        {u"CODE_SANDBOX_CONFIG"_s, u"Another configuration file."_s},
        {u"CONTAINER_IMAGE, CONTAINER_LANGUAGE"_s, u"Always both: one image for both tools."_s},
        {u"BACKEND"_s, u"The container engine, as --engine."_s}};
    program.files = {{u"~/.config/code-sandbox-mcp/config.json"_s, u"The configuration, a JSON object of options."_s},
                     {u"~/.config/code-sandbox-mcp/token"_s, u"With --transport http, what clients must send."_s}};
    program.seeAlso = {u"code-sandbox-monitor(1)"_s, u"docker(1)"_s, u"podman(1)"_s};
    return reference::writeAll(program, QString::fromLocal8Bit(argv[1])) ? 0 : 1;
}
