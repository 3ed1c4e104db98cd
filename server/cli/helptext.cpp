#include "cli/helptext.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int textColumn = 28; ///< Where the descriptions of options begin.
const auto program = "code-sandbox-mcp"_L1;

/// The words of `text` in lines of `width` columns, all of them `indent` columns in.
QString wrapped(const QString &text, int indent, int width)
{
    QString lines;
    QString line;
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        if (!line.isEmpty() && indent + line.size() + 1 + word.size() > width) {
            lines += QString(indent, u' ') + line + u'\n';
            line.clear();
        }
        line += line.isEmpty() ? word : u' ' + word;
    }
    return line.isEmpty() ? lines : lines + QString(indent, u' ') + line + u'\n';
}

/// "  --name VALUE    text": the text on the same line if there is room.
QString entry(const QString &name, const QString &text, int width)
{
    const QString head = u"  "_s + name;
    const QString description = wrapped(text, textColumn, width);
    if (head.size() + 2 > textColumn)
        return head + u'\n' + description;
    return head + description.mid(head.size());
}

QString optionEntry(const QString &name, const QString &valueName, const QString &text, int width)
{
    return entry(u"--"_s + (valueName.isEmpty() ? name : name + u' ' + valueName), text, width);
}

QString usage(const CommandDescription &command)
{
    return QStringList{program, command.word, command.arguments, u"[options]"_s}.join(u' ').simplified();
}

} // namespace

QString helptext::of(const CommandDescription &command, Extent extent, int width)
{
    QString text;
    if (command.command == Command::Serve) {
        text += wrapped(u"Runs code of language models in throw-away containers, over the Model Context Protocol."_s, 0, width) +
                u"\nUsage:\n"_s;
        for (const CommandDescription &one : commandTable())
            text += u"  "_s + usage(one) + u'\n' + wrapped(one.description, 6, width);
    } else {
        text += u"Usage: "_s + usage(command) + u"\n\n"_s + wrapped(command.description, 0, width);
    }
    if (!command.options.isEmpty())
        text += u"\nOptions of this command:\n"_s;
    for (const CommandOption &option : command.options)
        text += optionEntry(option.name, option.valueName, option.description, width);

    QString title;
    qsizetype hidden = 0;
    for (const Option &option : optionTable()) {
        if (command.replaces(option))
            continue;
        if (extent == Extent::Short && option.group != OptionGroup::Everyday) {
            ++hidden;
            continue;
        }
        if (groupTitle(option.group) != title) {
            title = groupTitle(option.group);
            text += u"\n%1:\n"_s.arg(title);
        }
        text += optionEntry(option.name, option.valueName,
                            u"%1 Default: %2."_s.arg(option.description, option.defaultText), width);
    }
    if (extent == Extent::All) {
        const CommandOption config = configOption();
        text += optionEntry(config.name, config.valueName, config.description, width);
    }
    text += u'\n';
    if (hidden > 0)
        text += optionEntry(u"help-all"_s, {}, u"Prints the other %1 options, too."_s.arg(hidden + 1), width);
    text += optionEntry(u"help"_s, {}, u"Prints this."_s, width);
    text += optionEntry(u"version"_s, {}, u"Prints the version."_s, width);
    return text + u'\n' +
           wrapped(u"Each option but those of a command can also be set as CODE_SANDBOX_<OPTION> in the environment, and in "
                   "the configuration file."_s,
                   0, width);
}

CommandOption helptext::configOption()
{
    return {u"config"_s, u"FILE"_s,
            u"Configuration file, a JSON object of these options. Default: code-sandbox-mcp/config.json in the configuration "
            "folder, if it is there. CODE_SANDBOX_CONFIG names another one."_s};
}

int helptext::terminalWidth()
{
    winsize size = {};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return std::max<int>(size.ws_col, 40);
}
