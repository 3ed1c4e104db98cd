#include "cli/install/textediting.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

using namespace Qt::StringLiterals;
using namespace textediting;

namespace {

constexpr int maxDepth = 100;

struct Item;

/// A value and where it stands.
struct Node
{
    enum class Kind
    {
        Object,
        Array,
        Scalar
    };

    Kind kind = Kind::Scalar;
    qsizetype begin = 0;
    qsizetype end = 0;
    std::vector<Item> items; ///< Members of an object, elements of an array.
};

/// A member with its key, or an element.
struct Item
{
    QString key;
    qsizetype begin = 0;
    Node value;
    qsizetype comma = -1; ///< Where the comma after it is; -1 without one.
};

/// Reads JSON with comments and commas at the end.
class Reader
{
public:
    explicit Reader(const QByteArray &text)
        : m_text(text)
        , m_place(text.startsWith(byteOrderMark) ? byteOrderMark.size() : 0)
    {
    }

    /// The outermost value; nothing in a text without one.
    Result<std::optional<Node>> read()
    {
        std::optional<Node> root;
        if (skipBlanks(); m_error.message.isEmpty() && !atEnd())
            root = readValue(0);
        if (m_error.message.isEmpty()) {
            skipBlanks();
            if (!atEnd())
                fail(u"something stands after the end"_s);
        }
        if (!m_error.message.isEmpty())
            return m_error;
        return root;
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

    void skipBlanks()
    {
        while (!atEnd()) {
            if (QByteArrayView(" \t\r\n").contains(next())) {
                ++m_place;
            } else if (m_text.mid(m_place, 2) == "//") {
                m_place = nextLine(m_text, m_place);
            } else if (m_text.mid(m_place, 2) == "/*") {
                const qsizetype end = m_text.indexOf("*/", m_place + 2);
                if (end < 0)
                    return fail(u"a comment does not end"_s);
                m_place = end + 2;
            } else {
                return;
            }
        }
    }

    Node readValue(int depth)
    {
        Node node;
        node.begin = m_place;
        if (depth > maxDepth)
            fail(u"it is nested too deeply"_s);
        else if (next() == '{' || next() == '[')
            readItems(node, depth);
        else
            readScalar();
        node.end = m_place;
        return node;
    }

    void readItems(Node &node, int depth)
    {
        const bool isObject = next() == '{';
        node.kind = isObject ? Node::Kind::Object : Node::Kind::Array;
        const char close = isObject ? '}' : ']';
        ++m_place;
        while (true) {
            skipBlanks();
            if (next() == close && !atEnd()) {
                ++m_place;
                return;
            }
            if (atEnd())
                return fail(u"a %1 is missing"_s.arg(QLatin1Char(close)));
            if (!node.items.empty() && node.items.back().comma < 0)
                return fail(u"a comma is missing"_s);
            Item item;
            item.begin = m_place;
            if (isObject) {
                item.key = readKey();
                skipBlanks();
                if (next() != ':')
                    return fail(u"a colon is missing"_s);
                ++m_place;
                skipBlanks();
            }
            item.value = readValue(depth + 1);
            skipBlanks();
            if (next() == ',')
                item.comma = m_place++;
            node.items.push_back(std::move(item));
        }
    }

    QString readKey()
    {
        const qsizetype begin = m_place;
        if (next() != '"')
            fail(u"a name in double quotes is missing"_s);
        else
            readScalar();
        return scalarOfJson(m_text.mid(begin, m_place - begin)).toString();
    }

    void readScalar()
    {
        const qsizetype begin = m_place;
        if (next() == '"') {
            for (++m_place; !atEnd() && next() != '"' && next() != '\n'; ++m_place)
                m_place += next() == '\\' ? 1 : 0;
            if (next() == '"')
                ++m_place;
        } else {
            while (!atEnd() && !QByteArrayView(" \t\r\n,:{}[]\"/").contains(next()))
                ++m_place;
        }
        m_place = std::min(m_place, m_text.size());
        if (scalarOfJson(m_text.mid(begin, m_place - begin)).isUndefined()) {
            m_place = begin;
            fail(u"a value is missing or is none of JSON's"_s);
        }
    }

    const QByteArray &m_text;
    qsizetype m_place;
    Error m_error;
};

QJsonValue toValue(const QByteArray &text, const Node &node)
{
    switch (node.kind) {
    case Node::Kind::Object: {
        QJsonObject object;
        for (const Item &item : node.items)
            object.insert(item.key, toValue(text, item.value));
        return object;
    }
    case Node::Kind::Array: {
        QJsonArray array;
        for (const Item &item : node.items)
            array.append(toValue(text, item.value));
        return array;
    }
    case Node::Kind::Scalar:
        break;
    }
    return scalarOfJson(text.mid(node.begin, node.end - node.begin));
}

/// The way along a path, as far as it goes.
struct Way
{
    Node root;
    std::vector<std::pair<const Node *, const Item *>> steps; ///< Objects, and the member that leads on.
    const Node *last = nullptr; ///< Where it ends: at the path's end if all keys are there.
};

/// Follows `path` from `way.root` on. An Error where something on it is no object, or a key stands twice.
std::optional<Error> follow(const QByteArray &text, const QStringList &path, Way &way)
{
    way.steps.clear();
    way.last = &way.root;
    for (const QString &key : path) {
        if (way.last->kind != Node::Kind::Object)
            return notUnderstood(text, way.last->begin, u"an object was expected here"_s);
        const Item *found = nullptr;
        for (const Item &item : way.last->items) {
            if (item.key != key)
                continue;
            if (found)
                return notUnderstood(text, item.begin, u"\"%1\" stands here a second time"_s.arg(key));
            found = &item;
        }
        if (!found)
            return std::nullopt;
        way.steps.emplace_back(way.last, found);
        way.last = &found->value;
    }
    return std::nullopt;
}

/// Objects over several lines, lists on one.
QByteArray multiLine(const QJsonValue &value, const QByteArray &indent, const QByteArray &unit,
                     const QByteArray &newLine)
{
    const QJsonObject object = value.toObject();
    if (object.isEmpty())
        return inlineJson(value);
    QByteArrayList lines;
    for (auto member = object.begin(); member != object.end(); ++member) {
        lines +=
            indent + unit + inlineJson(member.key()) + ": " + multiLine(member.value(), indent + unit, unit, newLine);
    }
    return '{' + newLine + lines.join(',' + newLine) + newLine + indent + '}';
}

/// Puts text into a document, at the indentation and in the style of what is there.
class Writer
{
public:
    Writer(const QByteArray &text, const Node &root)
        : m_text(text)
        , m_newLine(lineEnd(text))
    {
        for (const Item &item : root.items) {
            if (const QByteArray indent = indentation(text, item.begin); startsLine(item.begin) && !indent.isEmpty()) {
                m_unit = indent;
                return;
            }
        }
    }

    /// The document with `path` and `members` below it in `object`, which has no member path.first().
    [[nodiscard]] QByteArray inserted(const Node &object, const QStringList &path, const Members &members) const
    {
        const qsizetype close = object.end - 1;
        const qsizetype last = contentEnd(m_text, object.begin + 1, close);
        const bool isEmpty = object.items.empty();
        const bool hasCommaAtEnd = !isEmpty && object.items.back().comma >= 0;
        const qsizetype comma = isEmpty ? last : object.items.back().value.end;
        const QByteArray before =
            m_text.left(comma) + (isEmpty || hasCommaAtEnd ? "" : ",") + m_text.mid(comma, last - comma);
        if (!isEmpty && !m_text.mid(object.begin, object.end - object.begin).contains('\n'))
            return before + ' ' + onOneLine(path, members) + m_text.mid(last);

        const QByteArray own = indentation(m_text, object.begin);
        const bool isAligned = !isEmpty && startsLine(object.items.back().begin);
        const QByteArray indent = isAligned ? indentation(m_text, object.items.back().begin) : own + m_unit;
        const bool closesOnOwnLine = m_text.mid(last, close - last).contains('\n');
        return before + m_newLine + indent + onLines(path, members, indent) + (hasCommaAtEnd ? "," : "") +
               (closesOnOwnLine ? m_text.mid(last) : m_newLine + own + m_text.mid(close));
    }

    [[nodiscard]] QByteArray replaced(const Item &item, const QJsonValue &value) const
    {
        const bool isOneLine = !m_text.mid(item.value.begin, item.value.end - item.value.begin).contains('\n');
        const QByteArray text = isOneLine && item.value.kind == Node::Kind::Object
                                    ? inlineJson(value)
                                    : multiLine(value, indentation(m_text, item.begin), m_unit, m_newLine);
        return m_text.left(item.value.begin) + text + m_text.mid(item.value.end);
    }

    [[nodiscard]] QByteArray removed(const Node &object, const Item &item) const
    {
        const bool isLast = &item == &object.items.back();
        qsizetype begin = item.begin;
        qsizetype end = item.comma >= 0 ? item.comma + 1 : item.value.end;
        QByteArray text = m_text;
        if (startsLine(begin) && m_text.mid(end, nextLine(m_text, end) - end).trimmed().isEmpty()) {
            begin = lineBegin(m_text, begin);
            end = nextLine(m_text, end);
        } else if (isLast) {
            begin = contentEnd(m_text, object.begin + 1, begin);
        } else {
            while (text[end] == ' ')
                ++end;
        }
        text.remove(begin, end - begin);
        // The comma before the last member goes with it.
        if (isLast && item.comma < 0 && object.items.size() > 1) {
            text.remove(object.items[object.items.size() - 2].comma, 1);
            --begin;
        }
        const qsizetype close = text.indexOf('}', begin);
        if (object.items.size() == 1 && text.mid(object.begin + 1, close - object.begin - 1).trimmed().isEmpty())
            text.remove(object.begin + 1, close - object.begin - 1);
        return text;
    }

private:
    [[nodiscard]] bool startsLine(qsizetype place) const
    {
        return place == lineBegin(m_text, place) + indentation(m_text, place).size();
    }

    [[nodiscard]] QByteArray onOneLine(const QStringList &path, const Members &members) const
    {
        QByteArrayList parts;
        for (const Member &member : members)
            parts += inlineJson(member.key) + ": " + inlineJson(member.value);
        QByteArray text = parts.join(", ");
        for (auto key = path.rbegin(); key != path.rend(); ++key)
            text = inlineJson(*key) + ": { " + text + " }";
        return text;
    }

    [[nodiscard]] QByteArray onLines(const QStringList &path, const Members &members, const QByteArray &indent) const
    {
        if (path.isEmpty()) {
            QByteArrayList parts;
            for (const Member &member : members)
                parts += inlineJson(member.key) + ": " + multiLine(member.value, indent, m_unit, m_newLine);
            return parts.join(',' + m_newLine + indent);
        }
        return inlineJson(path.first()) + ": {" + m_newLine + indent + m_unit +
               onLines(path.mid(1), members, indent + m_unit) + m_newLine + indent + '}';
    }

    const QByteArray &m_text;
    QByteArray m_newLine;
    QByteArray m_unit = "  ";
};

} // namespace

Result<QJsonValue> jsontext::valueAt(const QByteArray &text, const QStringList &path)
{
    Result<std::optional<Node>> root = Reader(text).read();
    if (!root)
        return root.error();
    if (!*root)
        return QJsonValue(QJsonValue::Undefined);
    Way way{**root, {}, {}};
    if (const std::optional<Error> error = follow(text, path, way))
        return *error;
    return way.steps.size() == size_t(path.size()) ? toValue(text, *way.last) : QJsonValue(QJsonValue::Undefined);
}

Result<QByteArray> jsontext::set(const QByteArray &text, const QStringList &path, const Members &members)
{
    Result<std::optional<Node>> root = Reader(text).read();
    if (!root)
        return root.error();
    if (!*root) // nothing, or comments alone
        return set(text + (text.trimmed().isEmpty() || text.endsWith('\n') || text == byteOrderMark ? "" : "\n") +
                       "{}" + lineEnd(text),
                   path, members);
    Way way{**root, {}, {}};
    if (const std::optional<Error> error = follow(text, path, way))
        return *error;
    if (way.last->kind != Node::Kind::Object)
        return notUnderstood(text, way.last->begin, u"an object was expected here"_s);
    const Writer writer(text, way.root);
    if (way.steps.size() < size_t(path.size()))
        return writer.inserted(*way.last, path.mid(qsizetype(way.steps.size())), members);
    if (members.isEmpty())
        return text;
    // One at a time: each change moves what is behind it.
    const Node &object = *way.last;
    const auto item = std::ranges::find(object.items, members.first().key, &Item::key);
    const QByteArray changed = item == object.items.end() ? writer.inserted(object, {}, members.mid(0, 1))
                                                          : writer.replaced(*item, members.first().value);
    return set(changed, path, members.mid(1));
}

Result<QByteArray> jsontext::remove(const QByteArray &text, const QStringList &path)
{
    Result<std::optional<Node>> root = Reader(text).read();
    if (!root)
        return root.error();
    if (!*root)
        return text;
    Way way{**root, {}, {}};
    if (const std::optional<Error> error = follow(text, path, way))
        return *error;
    if (way.steps.size() < size_t(path.size()))
        return text;
    const auto [object, item] = way.steps.back();
    return Writer(text, way.root).removed(*object, *item);
}
