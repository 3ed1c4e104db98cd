#include "widgets/ansitext.h"

#include "common/terminaltext.h"

#include <QStringList>

namespace {

constexpr int longestSequence = 64;
constexpr int longestString = 8192;

/// Characters that would change how the text around them is laid out.
bool steersLayout(char16_t c)
{
    return c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 ||
           c == 0x2029 || c == 0x061c;
}

/// The nearest of the 16 basic colours.
std::int8_t basicColor(int red, int green, int blue)
{
    const int brightest = std::max({red, green, blue});
    if (brightest < 48)
        return 0;
    int color = 0;
    const int half = brightest / 2;
    color |= red > half ? 1 : 0;
    color |= green > half ? 2 : 0;
    color |= blue > half ? 4 : 0;
    return std::int8_t(brightest > 192 ? color + 8 : color);
}

std::int8_t basicColor(int index)
{
    if (index < 0 || index > 255)
        return -1;
    if (index < 16)
        return std::int8_t(index);
    if (index >= 232) {
        const int grey = (index - 232) * 10 + 8;
        return std::int8_t(grey < 64 ? 0 : grey < 128 ? 8 : grey < 192 ? 7 : 15);
    }
    const int cube = index - 16;
    return basicColor(cube / 36 * 51, cube / 6 % 6 * 51, cube % 6 * 51);
}

} // namespace

QList<AnsiText::Token> AnsiText::feed(const QString &text)
{
    QList<Token> tokens;
    QString plain;
    const auto flush = [&] {
        if (!plain.isEmpty())
            tokens += Token{Kind::Text, std::exchange(plain, {}), m_style, 0};
    };
    for (const QChar character : text) {
        const char16_t c = character.unicode();
        switch (m_state) {
        case State::Plain:
            if (c == '\n') {
                flush();
                tokens += Token{Kind::LineEnd, {}, {}, 0};
            } else if (c == '\r') {
                flush();
                tokens += Token{Kind::CarriageReturn, {}, {}, 0};
            } else if (c == 0x1b) {
                flush();
                m_state = State::Escape;
            } else if (c == 0x9b) {
                flush();
                m_parameters.clear();
                m_state = State::Csi;
            } else if (c == 0x90 || (c >= 0x9d && c <= 0x9f) || c == 0x98) {
                m_stringLength = 0;
                m_state = State::String;
            } else if (c == '\a' || c == 0 || c == 0x0e || c == 0x0f) {
                // nothing to see
            } else if (c == '\b') {
                if (!plain.isEmpty())
                    plain.chop(1);
                else
                    tokens += Token{Kind::Backspace, {}, {}, 0};
            } else if ((c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || steersLayout(c)) {
                plain += QChar(QChar::ReplacementCharacter);
            } else {
                plain += character;
            }
            break;
        case State::Escape:
            if (c == '[') {
                m_parameters.clear();
                m_state = State::Csi;
            } else if (c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_') {
                m_stringLength = 0;
                m_state = State::String;
            } else if (c < 0x20 || c > 0x2f) { // one character; those of 0x20–0x2f have another one after them
                m_state = State::Plain;
            }
            break;
        case State::Csi:
            if (c >= 0x40 && c <= 0x7e) {
                if (c == 'm')
                    applySgr(m_parameters);
                else if (const std::optional<Token> token = obey(c))
                    tokens += *token; // the text before it was flushed at its beginning
                m_state = State::Plain;
            } else if (c < 0x20 || m_parameters.size() > longestSequence) {
                m_state = State::Plain;
            } else {
                m_parameters += character;
            }
            break;
        case State::String:
            if (c == '\a' || c == 0x9c || ++m_stringLength > longestString)
                m_state = State::Plain;
            else if (c == 0x1b)
                m_state = State::StringEscape;
            break;
        case State::StringEscape:
            m_state = c == '\\' ? State::Plain : State::String;
            break;
        }
    }
    flush();
    return tokens;
}

std::optional<AnsiText::Token> AnsiText::obey(char16_t final) const
{
    bool isNumber = false;
    const int given = m_parameters.toInt(&isNumber);
    if (!m_parameters.isEmpty() && !isNumber)
        return std::nullopt;
    const int count = std::clamp(given, 1, int(terminaltext::reachableLines));
    switch (final) {
    case 'A':
    case 'F':
        return Token{Kind::Up, {}, {}, count};
    case 'B':
    case 'E':
        return Token{Kind::Down, {}, {}, count};
    case 'G':
        return count == 1 ? std::optional(Token{Kind::CarriageReturn, {}, {}, 0}) : std::nullopt;
    case 'K':
        return given == 2 ? std::optional(Token{Kind::EraseLine, {}, {}, 0}) : std::nullopt;
    default:
        return std::nullopt;
    }
}

void AnsiText::applySgr(const QString &parameters)
{
    const QStringList codes = QString(parameters).replace(u':', u';').split(u';');
    for (qsizetype i = 0; i < codes.size(); ++i) {
        const int code = codes.at(i).toInt();
        if (code == 0)
            m_style = {};
        else if (code == 1)
            m_style.isBold = true;
        else if (code == 3)
            m_style.isItalic = true;
        else if (code == 4)
            m_style.isUnderlined = true;
        else if (code == 22)
            m_style.isBold = false;
        else if (code == 23)
            m_style.isItalic = false;
        else if (code == 24)
            m_style.isUnderlined = false;
        else if (code >= 30 && code <= 37)
            m_style.foreground = std::int8_t(code - 30);
        else if (code >= 90 && code <= 97)
            m_style.foreground = std::int8_t(code - 90 + 8);
        else if (code == 39)
            m_style.foreground = -1;
        else if (code >= 40 && code <= 47)
            m_style.background = std::int8_t(code - 40);
        else if (code >= 100 && code <= 107)
            m_style.background = std::int8_t(code - 100 + 8);
        else if (code == 49)
            m_style.background = -1;
        else if (code == 38 || code == 48) {
            std::int8_t color = -1;
            const int kind = codes.value(i + 1).toInt();
            if (kind == 5) {
                color = basicColor(codes.value(i + 2).toInt());
                i += 2;
            } else if (kind == 2) {
                color = basicColor(codes.value(i + 2).toInt(), codes.value(i + 3).toInt(), codes.value(i + 4).toInt());
                i += 4;
            }
            (code == 38 ? m_style.foreground : m_style.background) = color;
        }
    }
}
