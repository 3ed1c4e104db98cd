#include "widgets/codehighlighter.h"

#include "widgets/theme.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace {

QSet<QString> words(const char *text)
{
    const QStringList list = QString::fromLatin1(text).split(u' ');
    return {list.cbegin(), list.cend()};
}

const QSet<QString> &keywords(Language language)
{
    static const QSet<QString> python =
        words("False None True and as assert async await break class continue def del elif else except finally for "
              "from global if import in is lambda match case nonlocal not or pass raise return try while with yield");
    static const QSet<QString> javaScript =
        words("async await break case catch class const continue debugger default delete do else export extends false "
              "finally for from function get if import in instanceof let new null of return set static super switch "
              "this throw true try typeof undefined var void while yield");
    return language == Language::Python ? python : javaScript;
}

bool isWordStart(QChar c)
{
    return c.isLetter() || c == u'_' || c == u'$';
}

} // namespace

CodeHighlighter::CodeHighlighter(QTextDocument *document)
    : QSyntaxHighlighter(document)
{
}

void CodeHighlighter::setLanguage(Language language)
{
    m_language = language;
}

void CodeHighlighter::setPalette(const QPalette &palette)
{
    const bool dark = Theme::isDark(palette);
    m_keyword.setForeground(dark ? QColor(0xc7, 0x92, 0xea) : QColor(0x8a, 0x2d, 0xa8));
    m_keyword.setFontWeight(QFont::DemiBold);
    m_string.setForeground(Theme::color(Tone::Good, palette));
    m_comment.setForeground(Theme::color(Tone::Muted, palette));
    m_comment.setFontItalic(true);
    m_number.setForeground(Theme::color(Tone::Warning, palette));
    m_function.setForeground(Theme::color(Tone::Active, palette));
    rehighlight();
}

void CodeHighlighter::highlightBlock(const QString &text)
{
    int at = 0;
    setCurrentBlockState(Code);
    if (previousBlockState() != Code)
        at = continueOver(text, 0, State(previousBlockState()));
    const bool isPython = m_language == Language::Python;
    while (at < text.size()) {
        const QChar c = text.at(at);
        const QStringView rest = QStringView(text).sliced(at);
        if ((isPython && c == u'#') || (!isPython && rest.startsWith("//"_L1))) {
            setFormat(at, int(text.size()) - at, m_comment);
            return;
        }
        if (!isPython && rest.startsWith("/*"_L1)) {
            at = continueOver(text, at, BlockComment);
        } else if (isPython && rest.startsWith("\"\"\""_L1)) {
            setFormat(at, 3, m_string);
            at = continueOver(text, at + 3, TripleDouble);
        } else if (isPython && rest.startsWith("'''"_L1)) {
            setFormat(at, 3, m_string);
            at = continueOver(text, at + 3, TripleSingle);
        } else if (!isPython && c == u'`') {
            setFormat(at, 1, m_string);
            at = continueOver(text, at + 1, Template);
        } else if (c == u'"' || c == u'\'') {
            at = quoted(text, at);
        } else if (c.isDigit()) {
            int end = at + 1;
            while (end < text.size() &&
                   (text.at(end).isLetterOrNumber() || text.at(end) == u'.' || text.at(end) == u'_'))
                ++end;
            setFormat(at, end - at, m_number);
            at = end;
        } else if (isWordStart(c)) {
            int end = at + 1;
            while (end < text.size() && (isWordStart(text.at(end)) || text.at(end).isDigit()))
                ++end;
            if (keywords(m_language).contains(text.mid(at, end - at)))
                setFormat(at, end - at, m_keyword);
            else if (end < text.size() && text.at(end) == u'(')
                setFormat(at, end - at, m_function);
            at = end;
        } else {
            ++at;
        }
    }
}

int CodeHighlighter::continueOver(const QString &text, int at, State state)
{
    const QLatin1StringView end = state == BlockComment   ? "*/"_L1
                                  : state == Template     ? "`"_L1
                                  : state == TripleSingle ? "'''"_L1
                                                          : "\"\"\""_L1;
    int found = at;
    while (found < text.size() && !QStringView(text).sliced(found).startsWith(end))
        found += state != BlockComment && text.at(found) == u'\\' ? 2 : 1;
    const bool isClosed = found < text.size();
    const int stop = isClosed ? found + int(end.size()) : int(text.size());
    setFormat(at, stop - at, state == BlockComment ? m_comment : m_string);
    if (!isClosed)
        setCurrentBlockState(state);
    return stop;
}

int CodeHighlighter::quoted(const QString &text, int at)
{
    int end = at + 1;
    while (end < text.size() && text.at(end) != text.at(at))
        end += text.at(end) == u'\\' ? 2 : 1;
    end = std::min(end + 1, int(text.size()));
    setFormat(at, end - at, m_string);
    return end;
}
