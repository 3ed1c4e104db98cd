#include "widgets/codeview.h"

#include "widgets/codehighlighter.h"
#include "widgets/theme.h"

#include <QPainter>
#include <QTextBlock>

#include <algorithm>

namespace {

/// Shown, thus also coloured, before other events get their turn.
constexpr qsizetype sliceChars = 16 * 1024;

} // namespace

CodeView::CodeView(QWidget *parent)
    : TextView(parent)
    , m_highlighter(new CodeHighlighter(document()))
{
    m_highlighter->setPalette(palette());
    setWrapping(false);
    m_slice.setSingleShot(true);
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &CodeView::showSlice);
    connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { updateMargin(); });
}

void CodeView::setCode(const QString &code, Language language)
{
    m_highlighter->setLanguage(language);
    // One line of 100 KB would freeze the layout: long lines are cut for the view, as in the output.
    constexpr qsizetype longestLine = 4096;
    QString shown;
    shown.reserve(code.size());
    qsizetype column = 0;
    int block = 0;
    m_continued.clear();
    for (const QChar c : code) {
        column = c == u'\n' ? 0 : column + 1;
        block += c == u'\n' ? 1 : 0;
        if (column > longestLine + (c.isLowSurrogate() ? 1 : 0)) { // one character stays one
            shown += u'\n';
            m_continued += ++block;
            column = 1;
        }
        const bool isInvisible = c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
        shown += isInvisible && c != u'\n' && c != u'\t' ? QChar(QChar::ReplacementCharacter) : c;
    }
    setPlainText({});
    m_waiting = shown;
    showSlice();
    updateMargin();
}

void CodeView::showSlice()
{
    // Whole lines, since the highlighter looks at each line that grows again.
    qsizetype end = std::min(sliceChars, m_waiting.size());
    while (end < m_waiting.size() && m_waiting.at(end) != u'\n')
        ++end;
    const bool isLast = end >= m_waiting.size();
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(m_waiting.first(end));
    m_waiting.remove(0, end);
    if (isLast)
        m_slice.stop();
    else
        m_slice.start();
}

int CodeView::lineOf(int block) const
{
    const auto next = std::lower_bound(m_continued.cbegin(), m_continued.cend(), block);
    const bool isContinued = next != m_continued.cend() && *next == block;
    return isContinued ? 0 : block + 1 - int(next - m_continued.cbegin());
}

int CodeView::marginWidth() const
{
    int digits = 2;
    for (int lines = blockCount(); lines >= 100; lines /= 10)
        ++digits;
    return fontMetrics().horizontalAdvance(QString(digits + 2, u'9'));
}

void CodeView::paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    const int number = lineOf(block.blockNumber());
    if (number == 0)
        return;
    painter.setPen(Theme::color(Tone::Muted, palette()));
    const QRect line(rect.left(), rect.top(), rect.width() - fontMetrics().horizontalAdvance(u'9'),
                     fontMetrics().height());
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
}

void CodeView::changeEvent(QEvent *event)
{
    TextView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->setPalette(palette());
}
