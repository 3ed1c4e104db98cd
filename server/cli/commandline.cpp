#include "cli/commandline.h"

#include "cli/helptext.h"
#include "cli/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

QString absolutePath(const QString &path)
{
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

} // namespace

Result<Invocation> parseCommandLine(const QStringList &arguments, const QProcessEnvironment &environment)
{
    const CommandDescription *chosen = &commandTable().constFirst();
    QStringList rest = arguments;
    for (const CommandDescription &command : commandTable()) {
        if (!command.word.isEmpty() && arguments.value(1) == command.word) {
            chosen = &command;
            rest.removeAt(1);
        }
    }

    QCommandLineParser parser;
    QCommandLineOption help(QStringList{u"h"_s, u"help"_s});
    QCommandLineOption helpAll(u"help-all"_s);
    QCommandLineOption version(QStringList{u"v"_s, u"version"_s});
    QCommandLineOption config(u"config"_s, {}, u"FILE"_s);
    parser.addOptions({help, helpAll, version, config});
    for (const Option &option : optionTable()) {
        if (!chosen->replaces(option))
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
    if (parser.isSet(help) || parser.isSet(helpAll)) {
        invocation.textToPrint =
            helptext::of(*chosen, parser.isSet(helpAll) ? helptext::Extent::All : helptext::Extent::Short, helptext::terminalWidth());
        return invocation;
    }
    if (parser.isSet(version)) {
        invocation.textToPrint = u"code-sandbox-mcp %1\n"_s.arg(QCoreApplication::applicationVersion());
        return invocation;
    }
    invocation.arguments = parser.positionalArguments();
    if (chosen->arguments.isEmpty() && !invocation.arguments.isEmpty()) {
        QStringList words;
        for (const CommandDescription &command : commandTable())
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
        if (!chosen->replaces(option) && parser.isSet(option.name))
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
    if (parser.isSet(config))
        invocation.serverOptions = {u"--config"_s, absolutePath(parser.value(config))};
    for (const Option &option : optionTable()) {
        if (!given.contains(option.name))
            continue;
        invocation.serverOptions += u"--"_s + option.name;
        const QString value = given.value(option.name);
        if (!option.valueName.isEmpty())
            invocation.serverOptions += option.valueName == "FILE"_L1 ? absolutePath(value) : value;
    }
    const Result<Settings> settings = options::resolve(given, environment, parser.value(config));
    if (!settings)
        return settings.error();
    invocation.settings = *settings;
    return invocation;
}
