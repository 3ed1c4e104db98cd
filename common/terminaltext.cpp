#include "common/terminaltext.h"

#include <QStringView>

#include <algorithm>
#include <deque>

using namespace terminaltext;

namespace {

bool isBidiControl(QChar c)
{
    return (c >= u'\u202a' && c <= u'\u202e') || (c >= u'\u2066' && c <= u'\u2069');
}

/// Neither prints itself nor ends a line.
bool acts(QChar c)
{
    return c == u'\x1b' || c == u'\r' || c == u'\b' || c == u'\a' || (c >= u'\x80' && c <= u'\x9f') || isBidiControl(c);
}

/// The lines that the cursor can reach, and the text above them.
class Screen
{
public:
    void print(QChar c);
    void newLine();
    void returnCarriage() { moveTo(0); }
    void moveTo(qsizetype column);
    void moveBy(qsizetype columns) { moveTo(m_column + columns); }
    void moveUp(qsizetype lines);
    void moveDown(qsizetype lines);
    /// The parameter of EL: 0 from the cursor on, 1 up to the cursor, 2 all.
    void eraseInLine(qsizetype what);
    void eraseBelow();
    QString takeText();

private:
    struct Line
    {
        QString text;
        bool wasChanged = false; ///< After it was printed: blanks at its end may be what is left of something.

        void append(QString &text) const;
    };

    Line &line() { return m_lines[size_t(m_row)]; }

    QString m_above;
    std::deque<Line> m_lines{Line()};
    qsizetype m_row = 0; ///< In m_lines.
    qsizetype m_column = 0;
};

void Screen::Line::append(QString &all) const
{
    if (!wasChanged) {
        all += text;
        return;
    }
    QString shown = text;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool hasOther = c.isHighSurrogate() ? i + 1 < text.size() && text[i + 1].isLowSurrogate()
                                                  : i > 0 && text[i - 1].isHighSurrogate();
        if (c.isSurrogate() && !hasOther)
            shown[i] = u' '; // its other half was overwritten
    }
    while (shown.endsWith(u' '))
        shown.chop(1);
    all += shown;
}

void Screen::print(QChar c)
{
    Line &now = line();
    if (m_column < now.text.size()) {
        now.text[m_column] = c;
        now.wasChanged = true;
    } else {
        if (m_column > now.text.size())
            now.text.resize(m_column, u' ');
        now.text += c;
    }
    ++m_column;
}

void Screen::newLine()
{
    m_column = 0;
    ++m_row;
    if (m_row < qsizetype(m_lines.size()))
        return;
    m_lines.emplace_back();
    if (qsizetype(m_lines.size()) > reachableLines) {
        m_lines.front().append(m_above);
        m_above += u'\n';
        m_lines.pop_front();
        --m_row;
    }
}

void Screen::moveTo(qsizetype column)
{
    if (line().text.size() > maxColumns && column < line().text.size())
        newLine();
    else
        m_column = std::clamp<qsizetype>(column, 0, std::max(maxColumns, line().text.size()));
}

void Screen::moveUp(qsizetype lines)
{
    m_row = std::max<qsizetype>(0, m_row - lines);
}

void Screen::moveDown(qsizetype lines)
{
    m_row = std::min<qsizetype>(qsizetype(m_lines.size()) - 1, m_row + lines);
}

void Screen::eraseInLine(qsizetype what)
{
    Line &now = line();
    if (now.text.size() > maxColumns)
        return;
    now.wasChanged = true;
    if (what == 0)
        now.text.truncate(m_column);
    else if (what == 1)
        std::fill_n(now.text.begin(), std::min(m_column + 1, now.text.size()), QChar(u' '));
    else if (what == 2)
        now.text.clear();
}

void Screen::eraseBelow()
{
    eraseInLine(0);
    m_lines.resize(size_t(m_row) + 1);
}

QString Screen::takeText()
{
    // Below the cursor, what a bar has left empty is nothing that anybody printed.
    const auto isBlank = [](const Line &one) { return one.wasChanged && one.text.trimmed().isEmpty(); };
    while (qsizetype(m_lines.size()) - 1 > m_row && (isBlank(m_lines.back()) || m_lines.back().text.isEmpty()))
        m_lines.pop_back();
    for (size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i].append(m_above);
        if (i + 1 < m_lines.size())
            m_above += u'\n';
    }
    return std::move(m_above);
}

/// Reads the text and moves the cursor.
class Reader
{
public:
    explicit Reader(QStringView text)
        : m_text(text)
    {
    }

    QString read();

private:
    [[nodiscard]] QChar at(qsizetype place) const { return place < m_text.size() ? m_text[place] : QChar(); }
    void readEscape();
    void readControlSequence();
    /// OSC, DCS, SOS, PM, APC: up to BEL or ST; one that does not end is cut at the line's end.
    void skipString();
    void obey(QChar final, qsizetype parameter, bool isGiven);

    QStringView m_text;
    qsizetype m_place = 0; ///< Of what is read next.
    Screen m_screen;
};

QString Reader::read()
{
    while (m_place < m_text.size()) {
        const QChar c = m_text[m_place++];
        if (c == u'\n') {
            m_screen.newLine();
        } else if (c == u'\r') {
            if (at(m_place) != u'\n')
                m_screen.returnCarriage();
        } else if (c == u'\b') {
            m_screen.moveBy(-1);
        } else if (c == u'\x1b') {
            readEscape();
        } else if (c == u'\x9b') {
            readControlSequence();
        } else if (c == u'\x90' || c == u'\x98' || (c >= u'\x9d' && c <= u'\x9f')) {
            skipString();
        } else if (!acts(c)) {
            m_screen.print(c);
        }
    }
    return m_screen.takeText();
}

void Reader::readEscape()
{
    const QChar kind = at(m_place);
    if (kind == u'[') {
        ++m_place;
        return readControlSequence();
    }
    if (kind == u']' || kind == u'P' || kind == u'X' || kind == u'^' || kind == u'_') {
        ++m_place;
        return skipString();
    }
    while (at(m_place) >= u' ' && at(m_place) <= u'/') // intermediate bytes
        ++m_place;
    const QChar final = at(m_place);
    if (final < u'0' || final > u'~')
        return;
    ++m_place;
    if (final == u'M')
        m_screen.moveUp(1);
}

void Reader::readControlSequence()
{
    qsizetype parameter = 0;
    bool isGiven = false;
    bool isFirst = true;
    bool isPlain = true;
    for (; at(m_place) >= u'0' && at(m_place) <= u'?'; ++m_place) {
        const char16_t c = at(m_place).unicode();
        if (c > u'9') {
            isFirst = false;                  // of several parameters the first is used
            isPlain &= c == u':' || c == u';'; // else it is a private sequence
        } else if (isFirst) {
            parameter = std::min<qsizetype>(parameter * 10 + (c - u'0'), 100'000);
            isGiven = true;
        }
    }
    for (; at(m_place) >= u' ' && at(m_place) <= u'/'; ++m_place)
        isPlain = false;
    const QChar final = at(m_place);
    if (final < u'@' || final > u'~')
        return;
    ++m_place;
    if (isPlain)
        obey(final, parameter, isGiven);
}

void Reader::obey(QChar final, qsizetype parameter, bool isGiven)
{
    const qsizetype count = isGiven ? std::max<qsizetype>(parameter, 1) : 1;
    switch (final.unicode()) {
    case u'A':
        return m_screen.moveUp(count);
    case u'B':
        return m_screen.moveDown(count);
    case u'C':
        return m_screen.moveBy(count);
    case u'D':
        return m_screen.moveBy(-count);
    case u'E':
        m_screen.moveDown(count);
        return m_screen.returnCarriage();
    case u'F':
        m_screen.moveUp(count);
        return m_screen.returnCarriage();
    case u'G':
        return m_screen.moveTo(count - 1);
    case u'J': // the whole screen is left alone: what was printed before is worth reading
        return parameter == 0 ? m_screen.eraseBelow() : void();
    case u'K':
        return m_screen.eraseInLine(parameter);
    default:
        return;
    }
}

void Reader::skipString()
{
    for (; m_place < m_text.size() && m_text[m_place] != u'\n'; ++m_place) {
        const QChar c = m_text[m_place];
        if (c == u'\a' || c == u'\x9c') {
            ++m_place;
            return;
        }
        if (c == u'\x1b') {
            m_place += at(m_place + 1) == u'\\' ? 2 : 0;
            return;
        }
    }
}

} // namespace

QString terminalText(const QString &text)
{
    if (std::none_of(text.begin(), text.end(), acts))
        return text;
    return Reader(text).read();
}
