#include "packaging/reference/reference.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;
using reference::Command;
using reference::Option;
using reference::Program;

namespace {

const auto comment = u"# Made from the program's own tables when it was built.\n"_s;

/// What stands beside an option in a list: its first sentence, or what of that is not too long, without the full stop.
QString brief(const QString &description)
{
    static const QRegularExpression end(u"[.;]( |$)"_s);
    const QString sentence = description.section(end, 0, 0);
    return sentence.size() <= 80 ? sentence : sentence.section(u": "_s, 0, 0);
}

QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'';
}

/// "_code_sandbox_mcp"
QString functionName(const Program &program)
{
    return u'_' + QString(program.name).replace(u'-', u'_');
}

QStringList words(const Program &program)
{
    QStringList result;
    for (const Command &command : program.commands)
        result += command.word;
    return result;
}

bool replaces(const Command &command, const Option &option)
{
    return std::ranges::any_of(command.options, [&](const Option &own) { return own.name == option.name; });
}

QList<Option> generalOptions(const Program &program)
{
    QList<Option> options;
    for (const reference::Group &group : program.groups)
        options += group.options;
    return options;
}

/// "--a --b"
QString names(const QList<Option> &options)
{
    QStringList result;
    for (const Option &option : options)
        result += u"--"_s + option.name;
    return result.join(u' ');
}

} // namespace

QByteArray reference::bashCompletion(const Program &program)
{
    QList<Option> all = generalOptions(program);
    QString cases; // what is particular to a command
    for (const Command &command : program.commands) {
        all += command.options;
        QString line = u"        %1) options+=%2"_s.arg(command.word, quoted(u' ' + names(command.options)));
        if (!command.argumentValues.isEmpty())
            line += u" arguments="_s + quoted(command.argumentValues.join(u' '));
        else
            line += command.takesFile ? u" arguments='' files=yes"_s : u" arguments=''"_s;
        cases += line + u" ;;\n"_s;
    }
    QString values; // of options
    QStringList files;
    QStringList others;
    for (const Option &option : all) {
        const QString name = u"--"_s + option.name;
        if (!option.values.isEmpty())
            values += u"        %1) options=%2 arguments=$options files='' ;;\n"_s.arg(
                name, quoted(option.values.join(u' ')));
        else if (option.takesFile())
            files += name;
        else if (!option.valueName.isEmpty())
            others += name;
    }
    files.removeDuplicates();
    if (!files.isEmpty())
        values += u"        %1) options='' arguments='' files=yes ;;\n"_s.arg(files.join(u" | "_s));
    if (!others.isEmpty())
        values += u"        %1) return ;;\n"_s.arg(others.join(u" | "_s));

    QString text = comment + uR"(
@function@()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' files=''
    local options='@options@' arguments='@commands@'
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    ((COMP_CWORD == 1)) || { command=${COMP_WORDS[1]} arguments=''; }
    case $command in
@cases@    esac
    COMPREPLY=()
    case $previous in
@values@    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -W "$arguments" -- "$current")
    fi
}
complete -F @function@ @program@
)"_s;
    return text.replace("@function@"_L1, functionName(program))
        .replace("@options@"_L1, names(generalOptions(program)))
        .replace("@commands@"_L1, words(program).join(u' '))
        .replace("@cases@"_L1, cases)
        .replace("@values@"_L1, values)
        .replace("@program@"_L1, program.name)
        .toUtf8();
}

QByteArray reference::zshCompletion(const Program &program)
{
    const auto spec = [](const Option &option) {
        QString text = brief(option.description);
        for (const char16_t special : {u'\\', u'[', u']', u':'})
            text.replace(QChar(special), u"\\"_s + QChar(special));
        QString result = u"--%1%2[%3]"_s.arg(option.name, option.valueName.isEmpty() ? QString() : u"="_s, text);
        if (!option.values.isEmpty())
            result += u":%1:(%2)"_s.arg(option.valueName, option.values.join(u' '));
        else if (option.takesFile())
            result += u":FILE:_files"_s;
        else if (!option.valueName.isEmpty())
            result += u":%1: "_s.arg(QString(option.valueName).replace(u':', u"\\:"_s));
        return u"    "_s + quoted(result) + u'\n';
    };
    QString text = u"#compdef %1\n"_s.arg(program.name) + comment + u"\nlocal -a arguments=(\n"_s;
    for (const Option &option : generalOptions(program))
        text += spec(option);
    text += u")\n"_s;
    if (program.commands.isEmpty())
        return (text + u"_arguments -S $arguments\n"_s).toUtf8();

    text += u"local command=''\nif ((CURRENT > 2)) && [[ $words[2] == (%1) ]]; then\n    command=$words[2]\n    shift "
            u"words\n"
            "    ((CURRENT--))\nfi\ncase $command in\n"_s.arg(words(program).join(u'|'));
    for (const Command &command : program.commands) {
        text += u"%1)\n"_s.arg(command.word);
        for (const Option &option : generalOptions(program)) {
            if (replaces(command, option))
                text += u"    arguments=(${arguments:#--%1=*})\n"_s.arg(option.name);
        }
        text += u"    arguments+=(\n"_s;
        for (const Option &option : command.options)
            text += u"    "_s + spec(option);
        if (!command.argumentValues.isEmpty())
            text += u"        %1\n"_s.arg(quoted(u"*:%1:(%2)"_s.arg(command.word, command.argumentValues.join(u' '))));
        else if (command.takesFile)
            text += u"        '*:file:_files'\n"_s;
        text += u"    )\n    ;;\n"_s;
    }
    const QString commands = quoted(u"1:command:(%1)"_s.arg(words(program).join(u' ')));
    return (text + u"*)\n    arguments+=(%1)\n    ;;\nesac\n_arguments -S $arguments\n"_s.arg(commands)).toUtf8();
}

QByteArray reference::fishCompletion(const Program &program)
{
    const QString begin = u"complete -c "_s + program.name;
    const auto line = [&](const Option &option, const QStringList &conditions) {
        QString result = begin;
        if (!conditions.isEmpty())
            result += u" -n "_s + quoted(conditions.join(u"; and "_s));
        result += u" -l "_s + option.name;
        if (!option.values.isEmpty())
            result += u" -x -a "_s + quoted(option.values.join(u' '));
        else if (option.takesFile())
            result += u" -r -F"_s;
        else if (!option.valueName.isEmpty())
            result += u" -x"_s;
        QString description = brief(option.description);
        return result + u" -d '"_s + description.replace(u'\\', u"\\\\"_s).replace(u'\'', u"\\'"_s) + u"'\n"_s;
    };
    const auto seen = [](const QStringList &commands) {
        return u"__fish_seen_subcommand_from "_s + commands.join(u' ');
    };

    QString text = comment + begin + u" -f\n"_s;
    for (const Command &command : program.commands) {
        QString description = brief(command.description);
        text += u"%1 -n %2 -a %3 -d '%4'\n"_s.arg(begin, quoted(u"not "_s + seen(words(program))), command.word,
                                                  description.replace(u'\'', u"\\'"_s));
        const QString itsOwn = seen({command.word});
        for (const Option &option : command.options)
            text += line(option, {itsOwn});
        if (!command.argumentValues.isEmpty())
            text += u"%1 -n %2 -a %3\n"_s.arg(begin, quoted(itsOwn), quoted(command.argumentValues.join(u' ')));
        if (command.takesFile)
            text += u"%1 -n %2 -F\n"_s.arg(begin, quoted(itsOwn));
    }
    for (const reference::Group &group : program.groups) {
        for (const Option &option : group.options) {
            QStringList replacing;
            for (const Command &command : program.commands) {
                if (replaces(command, option))
                    replacing += command.word;
            }
            text += line(option, replacing.isEmpty() ? QStringList() : QStringList{u"not "_s + seen(replacing)});
        }
    }
    return text.toUtf8();
}
