#include "packaging/reference/reference.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestLine = 78; ///< Longer ones are bad style, as mandoc says.

QString escaped(const QString &text)
{
    QString result;
    for (const char32_t character : text.toUcs4()) {
        if (character == U'\\')
            result += u"\\e"_s;
        else if (character == U'-')
            result += u"\\-"_s;
        else if (character < 0x80)
            result += QChar(char16_t(character));
        else
            result += u"\\[u%1]"_s.arg(QString::number(character, 16).toUpper(), 4, u'0');
    }
    return result;
}

/// Text in lines, a sentence begins a new one.
QString paragraph(const QString &text)
{
    static const QRegularExpression betweenSentences(u"(?<=[.!?]) +(?=\\S)"_s);
    QString lines;
    for (const QString &sentence : text.split(betweenSentences)) {
        QString line;
        for (const QString &word : sentence.split(u' ', Qt::SkipEmptyParts)) {
            const QString next = escaped(word);
            if (!line.isEmpty() && line.size() + 1 + next.size() > longestLine) {
                lines += line + u'\n';
                line.clear();
            }
            if (line.isEmpty() && (next.startsWith(u'.') || next.startsWith(u'\'')))
                line = u"\\&"_s; // else it would be a request
            else if (!line.isEmpty())
                line += u' ';
            line += next;
        }
        lines += line + u'\n';
    }
    return lines;
}

QString bold(const QString &text)
{
    return u"\\fB"_s + escaped(text) + u"\\fR"_s;
}

QString italic(const QString &text)
{
    return u"\\fI"_s + escaped(text) + u"\\fR"_s;
}

QString tagged(const QString &term, const QString &text)
{
    return u".TP\n"_s + term + u'\n' + paragraph(text);
}

QString section(const QString &title)
{
    return u".SH "_s + title + u'\n';
}

QString optionEntry(const reference::Option &option)
{
    const QString name = bold(u"--"_s + option.name);
    return tagged(option.valueName.isEmpty() ? name : name + u' ' + italic(option.valueName), option.description);
}

QString entries(const QString &title, const QList<reference::Entry> &list)
{
    QString text;
    for (const reference::Entry &entry : list)
        text += tagged(bold(entry.term), entry.text);
    return text.isEmpty() ? text : section(title) + text;
}

QString synopsisLine(const QString &program, const QString &word, const QString &arguments)
{
    QStringList parts{bold(program)};
    if (!word.isEmpty())
        parts += bold(word);
    if (!arguments.isEmpty())
        parts += italic(arguments);
    parts += u'[' + italic(u"options"_s) + u']';
    return parts.join(u' ') + u'\n';
}

} // namespace

QByteArray reference::manPage(const Program &program)
{
    QString page = u".\\\" Made from the program's own tables when it was built.\n.TH %1 1 %2 \"%3 %4\"\n"_s.arg(
        escaped(program.name.toUpper()), program.date, escaped(program.name), program.version);
    page += section(u"NAME"_s) + escaped(program.name) + u" \\- "_s + escaped(program.summary) + u'\n';

    page += section(u"SYNOPSIS"_s) + synopsisLine(program.name, {}, {});
    for (const Command &command : program.commands)
        page += u".br\n"_s + synopsisLine(program.name, command.word, command.arguments);

    page += section(u"DESCRIPTION"_s);
    for (qsizetype i = 0; i < program.description.size(); ++i)
        page += (i == 0 ? QString() : u".PP\n"_s) + paragraph(program.description[i]);

    if (!program.commands.isEmpty())
        page += section(u"COMMANDS"_s);
    for (const Command &command : program.commands) {
        const QString term = bold(command.word);
        page +=
            tagged(command.arguments.isEmpty() ? term : term + u' ' + italic(command.arguments), command.description);
        if (command.options.isEmpty())
            continue;
        page += u".RS\n"_s;
        for (const Option &option : command.options)
            page += optionEntry(option);
        page += u".RE\n"_s;
    }

    page += section(u"OPTIONS"_s);
    for (const Group &group : program.groups) {
        if (!group.title.isEmpty())
            page += u".SS "_s + escaped(group.title) + u'\n';
        for (const Option &option : group.options)
            page += optionEntry(option);
    }

    page += entries(u"EXIT STATUS"_s, program.exitStatus);
    page += entries(u"ENVIRONMENT"_s, program.environment);
    page += entries(u"FILES"_s, program.files);
    QStringList others;
    for (const QString &other : program.seeAlso)
        others += bold(other.section(u'(', 0, 0)) + u'(' + other.section(u'(', 1);
    if (!others.isEmpty())
        page += section(u"SEE ALSO"_s) + others.join(u",\n"_s) + u'\n';
    return page.toUtf8();
}
