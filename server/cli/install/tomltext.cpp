#include "cli/install/textediting.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;
using namespace textediting;

namespace {

constexpr int maxDepth = 100;

/// A key within braces, and where its value stands.
struct InlineMember
{
    QStringList key;
    qsizetype valueBegin = 0;
    qsizetype valueEnd = 0;
};

/// A table's header, or a key with its value.
struct Statement
{
    QStringList path;
    QStringList table; ///< The table that it stands in; a header's own path.
    bool isHeader = false;
    bool isInArray = false; ///< In, or the header of, one of a list of tables: [[name]].
    qsizetype begin = 0;    ///< Of its first line.
    qsizetype end = 0;      ///< After its last line.
    qsizetype keyBegin = 0;
    qsizetype valueBegin = 0;
    qsizetype valueEnd = 0;
    QJsonValue value;
    std::vector<InlineMember> members; ///< Of a value that is a table within braces.
};

void insertAt(QJsonObject &object, const QStringList &path, const QJsonValue &value)
{
    if (path.size() == 1) {
        object.insert(path.first(), value);
        return;
    }
    QJsonObject inner = object[path.first()].toObject();
    insertAt(inner, path.mid(1), value);
    object.insert(path.first(), inner);
}

/// Reads TOML 1.0. Numbers and times are texts to it: nothing here asks what they mean.
class Reader
{
public:
    explicit Reader(const QByteArray &text)
        : m_text(text)
        , m_place(text.startsWith(byteOrderMark) ? byteOrderMark.size() : 0)
    {
    }

    Result<std::vector<Statement>> read()
    {
        std::vector<Statement> statements;
        QStringList table;
        bool isInArray = false;
        for (skipToStatement(); !atEnd(); skipToStatement()) {
            Statement statement;
            statement.begin = m_place - indentation(m_text, m_place).size();
            if (next() == '[') {
                isInArray = m_text.mid(m_place, 2) == "[[";
                m_place += isInArray ? 2 : 1;
                table = readKey();
                expect(isInArray ? "]]"_ba : "]"_ba);
                statement.isHeader = true;
                statement.path = table;
            } else {
                statement.keyBegin = m_place;
                statement.path = table + readKey();
                expect("="_ba);
                skipSpaces();
                statement.valueBegin = m_place;
                m_members.clear();
                statement.value = readValue(0);
                statement.valueEnd = m_place;
                statement.members = m_members;
            }
            statement.table = table;
            statement.isInArray = isInArray;
            skipSpaces();
            if (!atEnd() && !QByteArrayView("#\r\n").contains(next()))
                fail(u"something stands after the value"_s);
            if (!m_error.message.isEmpty())
                return m_error;
            m_place = nextLine(m_text, m_place);
            statement.end = m_place;
            statements.push_back(std::move(statement));
        }
        return statements;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_place >= m_text.size(); }
    [[nodiscard]] char next() const { return atEnd() ? '\0' : m_text[m_place]; }

    void fail(const QString &reason)
    {
        if (m_error.message.isEmpty())
            m_error = notUnderstood(m_text, m_place, reason);
        m_place = m_text.size();
    }

    void expect(const QByteArray &word)
    {
        skipSpaces();
        if (m_text.mid(m_place, word.size()) != word)
            fail(u"%1 is missing"_s.arg(QString::fromLatin1(word)));
        else
            m_place += word.size();
    }

    void skipSpaces()
    {
        while (next() == ' ' || next() == '\t')
            ++m_place;
    }

    /// Blanks, line ends, comments.
    void skipToStatement()
    {
        while (!atEnd()) {
            if (next() == '#')
                m_place = nextLine(m_text, m_place);
            else if (QByteArrayView(" \t\r\n").contains(next()))
                ++m_place;
            else
                return;
        }
    }

    QStringList readKey()
    {
        QStringList key;
        do {
            skipSpaces();
            if (next() == '"' || next() == '\'') {
                key += readString();
            } else {
                const qsizetype begin = m_place;
                while (isBare(next()))
                    ++m_place;
                if (m_place == begin) {
                    fail(u"a key is missing"_s);
                    return key;
                }
                key += QString::fromLatin1(m_text.mid(begin, m_place - begin));
            }
            skipSpaces();
        } while (next() == '.' && ++m_place);
        return key;
    }

    static bool isBare(char character)
    {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
               (character >= '0' && character <= '9') || character == '_' || character == '-';
    }

    QJsonValue readValue(int depth)
    {
        if (depth > maxDepth) {
            fail(u"it is nested too deeply"_s);
            return {};
        }
        switch (next()) {
        case '"':
        case '\'':
            return readString();
        case '[':
            return readArray(depth);
        case '{':
            return readInlineTable(depth);
        default:
            return readWord();
        }
    }

    QString readString()
    {
        const char quote = next();
        const QByteArray triple(3, quote);
        const bool isLong = m_text.mid(m_place, 3) == triple;
        const QByteArray close = isLong ? triple : QByteArray(1, quote);
        const qsizetype begin = m_place + close.size();
        qsizetype end = begin;
        while (end < m_text.size() && m_text.mid(end, close.size()) != close && (isLong || m_text[end] != '\n'))
            end += quote == '"' && m_text[end] == '\\' ? 2 : 1;
        if (m_text.mid(end, close.size()) != close) {
            fail(u"a text in quotes does not end"_s);
            return {};
        }
        m_place = end + close.size();
        while (isLong && next() == quote && m_place - end < 5) // quotes may stand before the closing ones
            ++m_place;
        const QByteArray inner = m_text.mid(begin, m_place - close.size() - begin);
        if (quote == '\'' || isLong)
            return QString::fromUtf8(inner);
        const QJsonValue value = scalarOfJson('"' + inner + '"'); // \U and \e are TOML's alone
        return value.isString() ? value.toString() : QString::fromUtf8(inner);
    }

    QJsonValue readArray(int depth)
    {
        QJsonArray array;
        ++m_place;
        while (true) {
            skipToStatement();
            if (next() == ']') {
                ++m_place;
                return array;
            }
            array.append(readValue(depth + 1));
            skipToStatement();
            if (next() == ',') {
                ++m_place;
            } else if (next() != ']') {
                fail(u"a ] or a comma is missing"_s);
                return {};
            }
        }
    }

    QJsonValue readInlineTable(int depth)
    {
        QJsonObject table;
        ++m_place;
        while (true) {
            skipToStatement();
            if (next() == '}') {
                ++m_place;
                return table;
            }
            const QStringList key = readKey();
            expect("="_ba);
            skipSpaces();
            const qsizetype begin = m_place;
            const QJsonValue value = readValue(depth + 1);
            if (!key.isEmpty())
                insertAt(table, key, value);
            if (depth == 0)
                m_members.push_back({key, begin, m_place});
            skipToStatement();
            if (next() == ',') {
                ++m_place;
            } else if (next() != '}') {
                fail(u"a } or a comma is missing"_s);
                return {};
            }
        }
    }

    QJsonValue readWord()
    {
        static const QRegularExpression pattern(
            u"^(true|false|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.Z+-]+|[A-Za-z0-9+._:-]+)"_s);
        const QRegularExpressionMatch match =
            pattern.match(QString::fromLatin1(m_text.mid(m_place, 100))); // as Latin-1, a place is a byte
        if (!match.hasMatch()) {
            fail(u"a value is missing"_s);
            return {};
        }
        const QString word = match.captured(1);
        m_place += word.size();
        if (word == "true"_L1 || word == "false"_L1)
            return word == "true"_L1;
        static const QRegularExpression number(u"^(?:[+-]?(?:[0-9]|inf|nan))"_s);
        if (!number.match(word).hasMatch())
            fail(u"\"%1\" is no value of TOML"_s.arg(word));
        return word;
    }

    const QByteArray &m_text;
    qsizetype m_place;
    std::vector<InlineMember> m_members; ///< Of the value that is read.
    Error m_error;
};

bool isBelow(const QStringList &path, const QStringList &above)
{
    return path.size() > above.size() && path.mid(0, above.size()) == above;
}

QByteArray keyText(const QString &key)
{
    static const QRegularExpression bare(u"^[A-Za-z0-9_-]+$"_s);
    return bare.match(key).hasMatch() ? key.toUtf8() : inlineJson(key);
}

QByteArray pathText(const QStringList &path)
{
    QByteArrayList words;
    for (const QString &key : path)
        words += keyText(key);
    return words.join('.');
}

QByteArray valueText(const QJsonValue &value)
{
    if (!value.isObject())
        return inlineJson(value);
    QByteArrayList parts;
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member)
        parts += keyText(member.key()) + " = " + valueText(member.value());
    return parts.isEmpty() ? "{}"_ba : "{ " + parts.join(", ") + " }";
}

QByteArray membersText(const Members &members, const QByteArray &between)
{
    QByteArrayList parts;
    for (const Member &member : members)
        parts += keyText(member.key) + " = " + valueText(member.value);
    return parts.join(between);
}

/// Puts `addition`, a key with its value, into the inline table that is the statement's value.
QByteArray withinBraces(const QByteArray &text, const Statement &statement, const QByteArray &addition)
{
    const qsizetype last = contentEnd(text, statement.valueBegin + 1, statement.valueEnd - 1);
    const bool isEmpty = last == statement.valueBegin + 1;
    return text.left(last) + (isEmpty ? " " : ", ") + addition + " }" + text.mid(statement.valueEnd);
}

/// Puts `lines` after the statement, which may be the last one and have no line end.
QByteArray withLinesAfter(const QByteArray &text, qsizetype place, const QByteArray &lines)
{
    const QByteArray newLine = lineEnd(text);
    const bool isCut = place > 0 && text[place - 1] != '\n' && text != byteOrderMark;
    return text.left(place) + (isCut ? newLine : QByteArray()) + lines + newLine + text.mid(place);
}

/// The first statement that `claim` is true of; null if there is none.
const Statement *find(const std::vector<Statement> &statements, auto &&claim)
{
    const auto found = std::ranges::find_if(statements, claim);
    return found == statements.end() ? nullptr : &*found;
}

/// The statements, if the path leads through no list of tables and no value that is no table, and nothing on it is
/// twice.
Result<std::vector<Statement>> readFor(const QByteArray &text, const QStringList &path)
{
    Result<std::vector<Statement>> statements = Reader(text).read();
    if (!statements)
        return statements;
    QList<QStringList> seen;
    for (const Statement &statement : *statements) {
        const bool isOnWay = statement.path == path || isBelow(path, statement.path) || isBelow(statement.path, path);
        if (!isOnWay)
            continue;
        if (statement.isInArray)
            return notUnderstood(text, statement.begin, u"a table was expected here, not a list of tables"_s);
        if (!statement.isHeader && !isBelow(statement.path, path) && !statement.value.isObject())
            return notUnderstood(text, statement.begin, u"a table was expected here"_s);
        if (seen.contains(statement.path))
            return notUnderstood(text, statement.begin,
                                 u"\"%1\" stands here a second time"_s.arg(statement.path.join(u'.')));
        seen.append(statement.path);
    }
    return statements;
}

} // namespace

Result<QJsonValue> tomltext::valueAt(const QByteArray &text, const QStringList &path)
{
    const Result<std::vector<Statement>> statements = readFor(text, path);
    if (!statements)
        return statements.error();
    QJsonObject root;
    bool isThere = false;
    for (const Statement &statement : *statements) {
        if (statement.path == path || isBelow(statement.path, path))
            isThere = true;
        if (!statement.isHeader)
            insertAt(root, statement.path, statement.value);
    }
    QJsonValue value = root;
    for (const QString &key : path)
        value = value[key];
    return value.isUndefined() && isThere ? QJsonObject() : value;
}

Result<QByteArray> tomltext::set(const QByteArray &text, const QStringList &path, const Members &members)
{
    if (members.isEmpty())
        return text;
    const Result<std::vector<Statement>> statements = readFor(text, path);
    if (!statements)
        return statements.error();
    // One member at a time: each change moves what is behind it.
    const Member &member = members.first();
    const Members rest = members.mid(1);
    const QStringList memberPath = path + QStringList{member.key};
    const auto replaced = [&](qsizetype begin, qsizetype end) {
        return set(text.left(begin) + valueText(member.value) + text.mid(end), path, rest);
    };

    if (const Statement *there =
            find(*statements, [&](const Statement &one) { return !one.isHeader && one.path == memberPath; }))
        return replaced(there->valueBegin, there->valueEnd);
    if (const Statement *there = find(*statements, [&](const Statement &one) { return isBelow(one.path, memberPath); }))
        return notUnderstood(text, there->begin, u"\"%1\" is a table here"_s.arg(member.key));
    if (const Statement *inlineTable =
            find(*statements, [&](const Statement &one) { return !one.isHeader && one.path == path; })) {
        const auto there = std::ranges::find(inlineTable->members, QStringList{member.key}, &InlineMember::key);
        if (there != inlineTable->members.end())
            return replaced(there->valueBegin, there->valueEnd);
        if (inlineTable->value.toObject().contains(member.key))
            return notUnderstood(text, inlineTable->begin, u"\"%1\" is a table here"_s.arg(member.key));
        return set(withinBraces(text, *inlineTable, keyText(member.key) + " = " + valueText(member.value)), path, rest);
    }
    const Statement *header = find(*statements, [&](const Statement &one) { return one.isHeader && one.path == path; });
    const Statement *last = header; // of those that give members of the object in one table
    for (const Statement &one : *statements) {
        if (!one.isHeader && isBelow(one.path, path) && (header ? one.table == path : one.table.size() < path.size()))
            last = &one;
    }
    if (last) {
        const QByteArray indent = indentation(text, last->begin);
        const QByteArray key = pathText(memberPath.mid(last->table.size()));
        return set(withLinesAfter(text, last->end, indent + key + " = " + valueText(member.value)), path, rest);
    }
    if (const Statement *around =
            find(*statements, [&](const Statement &one) { return !one.isHeader && isBelow(path, one.path); })) {
        if (around->path.size() + 1 != path.size() || around->value.toObject().contains(path.last()))
            return notUnderstood(text, around->begin, u"a table within braces is not changed here"_s);
        return withinBraces(text, *around, keyText(path.last()) + " = { " + membersText(members, ", "_ba) + " }");
    }
    const QByteArray newLine = lineEnd(text);
    const bool isFirst = text.trimmed().isEmpty() || text.trimmed() == byteOrderMark;
    const QByteArray gap = isFirst || text.endsWith("\n\n") || text.endsWith("\r\n\r\n") ? QByteArray() : newLine;
    return withLinesAfter(text, text.size(),
                          gap + '[' + pathText(path) + ']' + newLine + membersText(members, newLine));
}

Result<QByteArray> tomltext::remove(const QByteArray &text, const QStringList &path)
{
    const Result<std::vector<Statement>> statements = readFor(text, path);
    if (!statements)
        return statements.error();
    QByteArray result = text;
    const auto isOfIt = [&](const Statement &one) { return one.path == path || isBelow(one.path, path); };
    if (!find(*statements, isOfIt))
        return notUnderstood(text, 0, u"\"%1\" stands within braces"_s.arg(path.last()));
    // From the end, so that what is before keeps its place. Comments between its statements are the entry's own.
    for (size_t i = statements->size(); i-- > 0;) {
        const Statement &last = (*statements)[i];
        if (!isOfIt(last))
            continue;
        size_t first = i;
        while (first > 0 && isOfIt((*statements)[first - 1]))
            --first;
        qsizetype begin = (*statements)[first].begin;
        if ((*statements)[first].isHeader && text.left(begin).endsWith(lineEnd(text) + lineEnd(text)))
            begin -= lineEnd(text).size(); // the blank line that sets the table apart
        result.remove(begin, last.end - begin);
        i = first;
    }
    return result;
}
