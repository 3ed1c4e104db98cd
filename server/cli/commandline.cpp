#include "cli/commandline.h"

#include "cli/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace {

struct CommandOption
{
    QString name;
    QString valueName;
    QString description;
};

struct CommandDescription
{
    Command command;
    QString word; ///< Empty for serving.
    QString arguments;
    QString description;
    QList<CommandOption> options;
};

const QList<CommandDescription> &commands()
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

/// `images build --ca-file` may come more than once and is for the build.
bool isReplaced(const Option &option, const CommandDescription &command)
{
    return std::ranges::any_of(command.options, [&](const CommandOption &own) { return own.name == option.name; });
}

QString helpText(const CommandDescription &chosen)
{
    QString text;
    const QString program = u"code-sandbox-mcp"_s;
    if (chosen.command == Command::Serve) {
        text +=
            u"Runs code of language models in throw-away containers, over the Model Context Protocol.\n\nUsage:\n"_s;
        for (const CommandDescription &command : commands()) {
            const QString words =
                QStringList{program, command.word, command.arguments, u"[options]"_s}.join(u' ').simplified();
            text += u"  %1\n      %2\n"_s.arg(words, command.description);
        }
    } else {
        text += u"Usage: %1 %2 %3 [options]\n\n%4\n"_s.arg(program, chosen.word, chosen.arguments, chosen.description);
    }
    const auto line = [&text](const QString &name, const QString &valueName, const QString &description) {
        text += u"  --%1\n      %2\n"_s.arg(valueName.isEmpty() ? name : name + u' ' + valueName, description);
    };
    if (!chosen.options.isEmpty())
        text += u"\nOptions of this command:\n"_s;
    for (const CommandOption &option : chosen.options)
        line(option.name, option.valueName, option.description);
    text += u"\nOptions (also as CODE_SANDBOX_<OPTION> in the environment, and in the configuration file):\n"_s;
    for (const Option &option : optionTable()) {
        if (isReplaced(option, chosen))
            continue;
        line(option.name, option.valueName, u"%1 Default: %2."_s.arg(option.description, option.defaultText));
    }
    line(u"config"_s, u"FILE"_s,
         u"Configuration file, a JSON object of these options. Default: code-sandbox-mcp/config.json in the "
         "configuration folder, if it is there. CODE_SANDBOX_CONFIG names another one."_s);
    line(u"version"_s, {}, u"Prints the version."_s);
    line(u"help"_s, {}, u"Prints this."_s);
    return text;
}

} // namespace

Result<Invocation> parseCommandLine(const QStringList &arguments, const QProcessEnvironment &environment)
{
    const CommandDescription *chosen = &commands().constFirst();
    QStringList rest = arguments;
    for (const CommandDescription &command : commands()) {
        if (!command.word.isEmpty() && arguments.value(1) == command.word) {
            chosen = &command;
            rest.removeAt(1);
        }
    }

    QCommandLineParser parser;
    QCommandLineOption help(QStringList{u"h"_s, u"help"_s});
    QCommandLineOption version(QStringList{u"v"_s, u"version"_s});
    QCommandLineOption config(u"config"_s, {}, u"FILE"_s);
    parser.addOptions({help, version, config});
    for (const Option &option : optionTable()) {
        if (!isReplaced(option, *chosen))
            parser.addOption(QCommandLineOption(option.name, {}, option.valueName));
    }
    for (const CommandOption &option : chosen->options)
        parser.addOption(QCommandLineOption(option.name, {}, option.valueName));

    const auto usageError = [](const QString &message) {
        return Error{Error::Code::InvalidInput, message + u" See --help."_s, {}};
    };
    if (!parser.parse(rest))
        return usageError(parser.errorText());

    Invocation invocation;
    invocation.command = chosen->command;
    if (parser.isSet(help)) {
        invocation.textToPrint = helpText(*chosen);
        return invocation;
    }
    if (parser.isSet(version)) {
        invocation.textToPrint = u"code-sandbox-mcp %1\n"_s.arg(QCoreApplication::applicationVersion());
        return invocation;
    }
    invocation.arguments = parser.positionalArguments();
    if (chosen->arguments.isEmpty() && !invocation.arguments.isEmpty()) {
        QStringList words;
        for (const CommandDescription &command : commands())
            words += command.word;
        words.removeAll(QString());
        if (words.contains(invocation.arguments.constFirst()) && chosen->word.isEmpty())
            return usageError(u"The command \"%1\" must come before all options."_s.arg(invocation.arguments[0]));
        return usageError(chosen->word.isEmpty() ? u"There is no command \"%1\"; the commands are %2."_s.arg(
                                                       invocation.arguments.constFirst(), words.join(u", "_s))
                                                 : u"\"%1\" takes no arguments."_s.arg(chosen->word));
    }
    for (const CommandOption &option : chosen->options) {
        if (parser.isSet(option.name))
            invocation.options.insert(option.name, parser.values(option.name));
    }

    QHash<QString, QString> given;
    for (const Option &option : optionTable()) {
        if (!isReplaced(option, *chosen) && parser.isSet(option.name))
            given.insert(option.name, option.valueName.isEmpty() ? u"true"_s : parser.value(option.name));
    }
    // As with docker's -e, each occurrence adds names; none may get lost in silence.
    for (const QString &names :
         {u"pass-through-env"_s, u"preload"_s, u"listen"_s, u"allow-host"_s, u"allow-origin"_s}) {
        if (given.contains(names))
            given[names] = parser.values(names).join(u',');
    }
    if (parser.isSet(config) && parser.value(config).isEmpty())
        return usageError(u"--config needs the name of a file."_s);
    const Result<Settings> settings = options::resolve(given, environment, parser.value(config));
    if (!settings)
        return settings.error();
    invocation.settings = *settings;
    return invocation;
}
