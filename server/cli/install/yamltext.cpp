#include "cli/install/textediting.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;
using namespace textediting;

// Only YAML's block mappings are understood, one key a line, as programs write their settings. What the values of other
// keys are is not asked: they end where a line is indented no more than their key.

namespace {

/// "key: rest" in a block mapping, with the lines below that belong to it.
struct Entry
{
    QString key;
    qsizetype begin = 0; ///< Of its line.
    qsizetype end = 0;   ///< After its last line that is neither blank nor a comment.
    qsizetype body = 0;  ///< Where the line after the key's own begins.
    int indent = 0;
    QByteArray rest;    ///< After the colon, without the comment.
    QByteArray comment; ///< "# …" at the end of the key's line.
};

struct Mapping
{
    int indent = -1; ///< -1: it has no entries.
    QList<Entry> entries;
};

/// Where the comment begins in what follows a key or a "-"; the size without one.
qsizetype commentBegin(const QByteArray &rest)
{
    const bool hasQuotes = !rest.trimmed().isEmpty() && QByteArrayView("\"'[{").contains(rest.trimmed()[0]);
    char quote = '\0';
    for (qsizetype place = 0; place < rest.size(); ++place) {
        if (quote == '"' && rest[place] == '\\')
            ++place;
        else if (quote != '\0')
            quote = rest[place] == quote ? '\0' : quote;
        else if (hasQuotes && (rest[place] == '"' || rest[place] == '\''))
            quote = rest[place];
        else if (rest[place] == '#' && (place == 0 || rest[place - 1] == ' ' || rest[place - 1] == '\t'))
            return place;
    }
    return rest.size();
}

/// The keys of the block mapping that is in `text` from `begin` to `end`.
Result<Mapping> readMapping(const QByteArray &text, qsizetype begin, qsizetype end)
{
    static const QRegularExpression pattern(
        uR"(^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`{}\[\],?-][^:#]*?) *:(?:$|[ \t](.*)$))"_s);
    Mapping mapping;
    for (qsizetype place = begin; place < end; place = nextLine(text, place)) {
        QByteArray line = text.mid(place, nextLine(text, place) - place);
        if (place == 0 && line.startsWith(byteOrderMark))
            line.remove(0, byteOrderMark.size());
        const QByteArray content = line.trimmed();
        if (content.isEmpty() || content.startsWith('#') ||
            (line.startsWith("---") && content == "---" && mapping.entries.isEmpty()))
            continue;
        const int indent = int(std::ranges::find_if(line, [](char one) { return one != ' '; }) - line.begin());
        const bool isItem = content == "-" || content.startsWith("- "); // a list may stand as far left as its key
        if (!mapping.entries.isEmpty() && (indent > mapping.indent || (indent == mapping.indent && isItem))) {
            mapping.entries.last().end = nextLine(text, place);
            continue;
        }
        if (line[indent] == '\t')
            return notUnderstood(text, place, u"a tab stands where YAML allows blanks only"_s);
        const QRegularExpressionMatch match = pattern.match(QString::fromUtf8(content));
        if (!match.hasMatch() || (mapping.indent >= 0 && indent != mapping.indent))
            return notUnderstood(text, place, u"a line of the form \"key: value\" was expected"_s);
        QString key = match.captured(1);
        if (key.startsWith(u'"'))
            key = scalarOfJson(key.toUtf8()).toString();
        else if (key.startsWith(u'\''))
            key = key.mid(1, key.size() - 2).replace("''"_L1, "'"_L1);
        for (const Entry &other : mapping.entries) {
            if (other.key == key)
                return notUnderstood(text, place, u"\"%1\" stands here a second time"_s.arg(key));
        }
        mapping.indent = indent;
        const QByteArray rest = match.captured(2).toUtf8();
        const qsizetype comment = commentBegin(rest);
        mapping.entries.append({key, place, nextLine(text, place), nextLine(text, place), indent,
                                rest.left(comment).trimmed(), rest.mid(comment)});
    }
    return mapping;
}

/// "a", 'a', a, true: what it means; undefined for what is not understood.
QJsonValue scalar(const QByteArray &text)
{
    if (text.startsWith('"'))
        return scalarOfJson(text);
    if (text.startsWith('\'') && text.endsWith('\'') && text.size() > 1)
        return QString::fromUtf8(text.mid(1, text.size() - 2)).replace("''"_L1, "'"_L1);
    if (text.isEmpty() || QByteArrayView("&*!|>%@`{}[]").contains(text[0]))
        return QJsonValue::Undefined;
    if (const QJsonValue value = scalarOfJson(text); value.isBool() || value.isDouble())
        return value;
    return QString::fromUtf8(text);
}

/// "- a" lines.
QJsonValue listOf(const QByteArray &lines)
{
    QJsonArray list;
    for (const QByteArray &line : lines.split('\n')) {
        const QByteArray content = line.trimmed();
        if (content.isEmpty() || content.startsWith('#'))
            continue;
        const QByteArray rest = content.mid(2);
        const QJsonValue item = scalar(rest.left(commentBegin(rest)).trimmed());
        if (!content.startsWith("- ") || item.isUndefined())
            return QJsonValue::Undefined;
        list.append(item);
    }
    return list;
}

/// What an entry means. What is not understood is null: it is there, and equal to nothing.
QJsonValue valueOf(const QByteArray &text, const Entry &entry)
{
    const QByteArray below = text.mid(entry.body, entry.end - entry.body);
    if (!entry.rest.isEmpty()) {
        if (!below.trimmed().isEmpty())
            return QJsonValue::Null;
        if (entry.rest.startsWith('[') || entry.rest.startsWith('{')) {
            const QJsonValue value = scalarOfJson(entry.rest); // lists as JSON writes them
            return value.isUndefined() ? QJsonValue(QJsonValue::Null) : value;
        }
        const QJsonValue value = scalar(entry.rest);
        return value.isUndefined() ? QJsonValue(QJsonValue::Null) : value;
    }
    if (const QJsonValue list = listOf(below); list.isArray() && !list.toArray().isEmpty())
        return list;
    const Result<Mapping> mapping = readMapping(text, entry.body, entry.end);
    if (!mapping || mapping->indent <= entry.indent)
        return QJsonValue::Null;
    QJsonObject object;
    for (const Entry &inner : mapping->entries)
        object.insert(inner.key, valueOf(text, inner));
    return object;
}

/// The way along a path, as far as it goes.
struct Way
{
    Mapping mapping;           ///< The last one that was entered.
    std::optional<Entry> in;   ///< The entry whose value that is; none for the document.
    std::optional<Entry> last; ///< The path's end, if all keys are there.
    qsizetype depth = 0;       ///< Keys that are there.
};

Result<Way> follow(const QByteArray &text, const QStringList &path)
{
    Way way;
    qsizetype begin = 0;
    qsizetype end = text.size();
    for (const QString &key : path) {
        Result<Mapping> mapping = readMapping(text, begin, end);
        if (!mapping)
            return mapping.error();
        if (way.last && !mapping->entries.isEmpty() && mapping->indent <= way.last->indent)
            return notUnderstood(text, begin, u"a line of the form \"key: value\" was expected"_s);
        way.mapping = *mapping;
        way.in = std::exchange(way.last, std::nullopt);
        const auto found = std::ranges::find(way.mapping.entries, key, &Entry::key);
        if (found == way.mapping.entries.end())
            return way;
        way.last = *found;
        ++way.depth;
        if (!found->rest.isEmpty() && found->rest != "{}" && way.depth < path.size())
            return notUnderstood(text, found->begin,
                                 u"the value of \"%1\" is not written in lines of its own"_s.arg(key));
        begin = found->body;
        end = found->end;
    }
    return way;
}

QByteArray keyText(const QString &key)
{
    static const QRegularExpression plain(u"^[A-Za-z_][A-Za-z0-9_-]*$"_s);
    return plain.match(key).hasMatch() ? key.toUtf8() : inlineJson(key);
}

QByteArray block(const QStringList &path, const Members &members, int indent, int unit, const QByteArray &newLine)
{
    const QByteArray blanks(indent, ' ');
    if (!path.isEmpty())
        return blanks + keyText(path.first()) + ':' + newLine +
               block(path.mid(1), members, indent + unit, unit, newLine);
    QByteArray lines;
    for (const Member &member : members)
        lines += blanks + keyText(member.key) + ": " + inlineJson(member.value) + newLine; // JSON is YAML
    return lines;
}

} // namespace

Result<QJsonValue> yamltext::valueAt(const QByteArray &text, const QStringList &path)
{
    const Result<Way> way = follow(text, path);
    if (!way)
        return way.error();
    return way->last ? valueOf(text, *way->last) : QJsonValue(QJsonValue::Undefined);
}

Result<QByteArray> yamltext::set(const QByteArray &text, const QStringList &path, const Members &members)
{
    if (members.isEmpty())
        return text;
    const QByteArray newLine = lineEnd(text);
    const auto unitOf = [&](const Entry &entry) {
        const Result<Mapping> inner = readMapping(text, entry.body, entry.end);
        return inner && inner->indent > entry.indent ? inner->indent - entry.indent : 2;
    };
    const Result<Way> there = follow(text, path + QStringList{members.first().key});
    if (!there)
        return there.error();

    // One member at a time: each change moves what is behind it.
    const Members one = members.mid(0, 1);
    if (there->last) {
        const Entry &entry = *there->last;
        QByteArray line = block({}, one, entry.indent, 0, newLine);
        if (!entry.comment.isEmpty())
            line.insert(line.size() - newLine.size(), ' ' + entry.comment);
        return set(text.left(entry.begin) + line + text.mid(entry.end), path, members.mid(1));
    }
    const QList<Entry> &entries = there->mapping.entries;
    int unit = 2;
    for (const Entry &entry : entries)
        unit = entry.rest.isEmpty() ? unitOf(entry) : unit;
    QByteArray before = text;
    qsizetype place = text.size();
    int indent = 0;
    if (there->in && entries.isEmpty()) {
        const Entry &owner = *there->in;
        place = owner.body;
        indent = owner.indent + unit;
        if (!owner.rest.isEmpty()) { // {}
            const qsizetype braces = text.indexOf("{}", owner.begin);
            const qsizetype colon = contentEnd(text, owner.begin, braces);
            before.remove(colon, braces + 2 - colon);
            place -= braces + 2 - colon;
        }
    } else if (!entries.isEmpty()) {
        place = there->in ? entries.last().end : place;
        indent = there->mapping.indent;
    }
    const bool isCut = place > 0 && before[place - 1] != '\n' && before != byteOrderMark;
    const QStringList missing = path.mid(there->depth);
    const QByteArray lines = block(missing, missing.isEmpty() ? one : members, indent, unit, newLine);
    const QByteArray changed = before.left(place) + (isCut ? newLine : QByteArray()) + lines + before.mid(place);
    return missing.isEmpty() ? set(changed, path, members.mid(1)) : changed;
}

Result<QByteArray> yamltext::remove(const QByteArray &text, const QStringList &path)
{
    const Result<Way> way = follow(text, path);
    if (!way)
        return way.error();
    if (!way->last)
        return text;
    // A mapping without entries would be null.
    const bool isOnly = way->mapping.entries.size() == 1 && way->in;
    QByteArray result = text.left(way->last->begin) + text.mid(way->last->end);
    if (isOnly && way->in->rest.isEmpty())
        result.insert(text.indexOf(':', way->in->begin) + 1, " {}");
    return result;
}
