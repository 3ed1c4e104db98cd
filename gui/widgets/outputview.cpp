#include "widgets/outputview.h"

#include "common/terminaltext.h"
#include "models/wording.h"
#include "widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace {

/// Shown at once before other events get their turn: some milliseconds of work.
constexpr qsizetype sliceChars = 24 * 1024;
/// When more than this waits of what is being written, the reader cannot read it anyway: the view goes on near the end.
constexpr qsizetype maxBacklog = 512 * 1024;

QColor terminalColor(int index, const QPalette &palette)
{
    static constexpr QRgb onLight[] = {0x24292f, 0xb62324, 0x116329, 0x7d4e00, 0x0550ae, 0x8250df, 0x1b6f7a, 0x57606a,
                                       0x57606a, 0xcf222e, 0x1a7f37, 0x9a6700, 0x0969da, 0xa475f9, 0x1f8a98, 0x24292f};
    static constexpr QRgb onDark[] = {0x8b949e, 0xff7b72, 0x56d364, 0xe3b341, 0x79c0ff, 0xd2a8ff, 0x76e3ea, 0xc9d1d9,
                                      0x8b949e, 0xffa198, 0x7ee787, 0xf2cc60, 0xa5d6ff, 0xe2c5ff, 0xb3f0ff, 0xffffff};
    return QColor::fromRgb(Theme::isDark(palette) ? onDark[index] : onLight[index]);
}

} // namespace

OutputView::OutputView(QWidget *parent)
    : TextView(parent)
    , m_button(new QToolButton(this))
{
    setObjectName(u"outputView");
    setAccessibleName(tr("Output"));
    setWrapping(true);
    m_slice.setSingleShot(true);
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &OutputView::showSlice);

    m_button->setObjectName(u"newLinesButton");
    m_button->setIcon(Theme::icon(Symbol::End));
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setCursor(Qt::PointingHandCursor);
    m_button->hide();
    connect(m_button, &QToolButton::clicked, this, &OutputView::follow);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_isInserting)
            return;
        m_isFollowing = value >= verticalScrollBar()->maximum();
        if (m_isFollowing)
            m_newLines = 0;
        updateButton();
    });
}

void OutputView::setLog(std::shared_ptr<const OutputLog> log)
{
    if (log == m_log)
        return;
    m_log = std::move(log);
    m_isFollowing = true;
    restart();
}

void OutputView::setShow(Show show)
{
    if (show == m_show)
        return;
    m_show = show;
    restart();
}

void OutputView::showNew()
{
    if (m_log == nullptr || m_slice.isActive())
        return;
    if (m_position.revision != m_log->revision())
        restart();
    else
        m_slice.start();
}

void OutputView::follow()
{
    m_isFollowing = true;
    m_newLines = 0;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    updateButton();
}

QString OutputView::notice() const
{
    const qint64 dropped = (m_log != nullptr ? m_log->droppedChars() : 0) + m_trimmedChars;
    return dropped > 0 ? tr("The first %1 are not shown.").arg(Wording::size(dropped)) : QString();
}

void OutputView::restart()
{
    discardText();
    m_position = m_log != nullptr ? m_log->begin() : OutputLog::Position();
    m_ansi[0] = m_ansi[1] = {};
    m_isLineOpen = m_isReturned = false;
    m_linesBelow = 0;
    m_newLines = 0;
    m_trimmedChars = 0;
    m_hasCaughtUp = false;
    updateButton();
    Q_EMIT noticeChanged();
    if (m_log != nullptr)
        showSlice(); // what fits into one slice is there at once, without a flash of emptiness
}

void OutputView::showSlice()
{
    if (m_log == nullptr)
        return;
    if (m_position.revision != m_log->revision()) {
        restart();
        return;
    }
    const int linesBefore = blockCount();
    const int scrolledTo = verticalScrollBar()->value();
    m_isInserting = true;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    for (int i = 0; i < m_linesBelow; ++i)
        cursor.movePosition(QTextCursor::PreviousBlock);
    cursor.movePosition(QTextCursor::EndOfBlock);
    cursor.beginEditBlock();
    if (m_log->isOutdated(m_position)) {
        m_position = m_log->begin();
        m_hasCaughtUp = true; // it is written faster than it is shown
        showGap(cursor, tr("Some of the output came too fast to be shown here."));
    }
    qsizetype backlog = m_log->unread(m_position);
    if (backlog > maxBacklog && m_hasCaughtUp) {
        while (backlog > maxBacklog / 2) {
            const auto skipped = m_log->read(m_position, backlog - maxBacklog / 2);
            if (!skipped)
                break;
            backlog -= skipped->text.size();
        }
        showGap(cursor, tr("Some of the output came too fast to be shown here."));
    }
    for (qsizetype left = sliceChars; left > 0;) {
        const auto piece = m_log->read(m_position, left);
        if (!piece)
            break;
        left -= std::max<qsizetype>(piece->text.size(), 1);
        if (isShown(piece->stream))
            showPiece(cursor, *piece);
    }
    cursor.endEditBlock();
    if (!m_isFollowing)
        verticalScrollBar()->setValue(scrolledTo);
    m_newLines += m_isFollowing ? 0 : blockCount() - linesBefore;
    trim();
    if (m_isFollowing)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_isInserting = false;
    updateButton();
    if (m_log->unread(m_position) > 0)
        m_slice.start();
    else
        m_hasCaughtUp = true;
}

void OutputView::showPiece(QTextCursor &cursor, const OutputLog::Piece &piece)
{
    if (piece.kind == OutputLog::Kind::Gap) {
        showGap(cursor, tr("%1 left out here").arg(Wording::size(piece.bytes)));
        return;
    }
    if (piece.kind == OutputLog::Kind::Sample)
        showGap(cursor, tr("Too much output to show all of it; the latest:"));
    const int mark = piece.stream == Stream::Stderr ? StderrLine : StdoutLine;
    if (m_lastMark != mark)
        moveToEnd(cursor);
    if (m_isLineOpen && m_lastMark != mark)
        newLine(cursor, mark); // each line belongs to one stream, or the sign beside it would lie
    const QList<AnsiText::Token> tokens = m_ansi[mark].feed(piece.text);
    for (const AnsiText::Token &token : tokens) {
        switch (token.kind) {
        case AnsiText::Kind::LineEnd:
            if (!m_isLineOpen)
                cursor.block().setUserState(mark); // an empty line
            newLine(cursor, mark);
            break;
        case AnsiText::Kind::CarriageReturn:
            m_isReturned = true;
            break;
        case AnsiText::Kind::Backspace:
            if (m_isLineOpen && cursor.positionInBlock() > 0)
                cursor.deletePreviousChar();
            break;
        case AnsiText::Kind::EraseLine:
            eraseLine(cursor);
            break;
        case AnsiText::Kind::Up:
            moveUp(cursor, token.lines, mark);
            break;
        case AnsiText::Kind::Down:
            for (int i = 0; i < token.lines && m_linesBelow > 0; ++i)
                newLine(cursor, mark);
            break;
        case AnsiText::Kind::Text:
            if (m_isReturned)
                eraseLine(cursor);
            insert(cursor, token.text, format(token.style, piece.stream), mark);
            break;
        }
    }
}

void OutputView::eraseLine(QTextCursor &cursor)
{
    cursor.movePosition(QTextCursor::StartOfBlock);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    m_isReturned = false;
}

/// As far as lines of the same stream reach, and no further.
void OutputView::moveUp(QTextCursor &cursor, int lines, int mark)
{
    for (; lines > 0 && m_linesBelow < int(terminaltext::reachableLines); --lines) {
        const QTextBlock above = cursor.block().previous();
        if (!above.isValid() || above.userState() != mark)
            break;
        cursor.setPosition(above.position());
        ++m_linesBelow;
    }
    cursor.movePosition(QTextCursor::EndOfBlock);
    m_isReturned = true;
}

void OutputView::moveToEnd(QTextCursor &cursor)
{
    cursor.movePosition(QTextCursor::End);
    m_linesBelow = 0;
    m_isLineOpen = !cursor.block().text().isEmpty();
}

void OutputView::showGap(QTextCursor &cursor, const QString &words)
{
    moveToEnd(cursor);
    if (m_isLineOpen)
        newLine(cursor, GapLine);
    QTextCharFormat format;
    format.setForeground(Theme::color(Tone::Muted, palette()));
    format.setFontItalic(true);
    cursor.insertText(u"⋯ "_s + words, format);
    cursor.block().setUserState(GapLine);
    newLine(cursor, StdoutLine);
}

void OutputView::newLine(QTextCursor &cursor, int mark)
{
    if (m_linesBelow > 0) {
        --m_linesBelow;
        cursor.movePosition(QTextCursor::NextBlock);
        cursor.movePosition(QTextCursor::EndOfBlock);
        m_isLineOpen = !cursor.block().text().isEmpty();
        m_isReturned = true;
        return;
    }
    cursor.insertBlock();
    cursor.block().setUserState(mark);
    m_isLineOpen = false;
    m_isReturned = false;
}

void OutputView::insert(QTextCursor &cursor, const QString &text, const QTextCharFormat &format, int mark)
{
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype room = longestLine - cursor.positionInBlock();
        if (room <= 1) {
            newLine(cursor, mark | Continued);
            continue;
        }
        const QString part = monitor::cut(text.sliced(at), room);
        cursor.insertText(part, format);
        const bool isContinued = cursor.block().userState() > 0 && (cursor.block().userState() & Continued) != 0;
        cursor.block().setUserState(isContinued ? mark | Continued : mark);
        at += part.size();
    }
    m_isLineOpen = true;
    m_lastMark = mark;
}

void OutputView::trim()
{
    const int chars = document()->characterCount();
    if (blockCount() <= maxBlocks && chars <= maxChars)
        return;
    // Some more than needed, so that this is rare; few enough to be quick.
    const int blocksToGo = std::max(blockCount() - maxBlocks * 39 / 40, 0);
    const qsizetype charsToGo = std::max<qsizetype>(chars - maxChars * 39 / 40, 0);
    int visualLines = 0;
    int blocks = 0;
    QTextBlock block = document()->firstBlock();
    while (block.next().isValid() && (blocks < blocksToGo || block.position() < charsToGo)) {
        visualLines += block.lineCount();
        ++blocks;
        block = block.next();
    }
    if (blocks == 0)
        return;
    m_trimmedChars += block.position();
    const int scrolledTo = verticalScrollBar()->value();
    QTextCursor cursor(document());
    cursor.setPosition(block.position(), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    // The text under the reader stays where it is.
    if (!m_isFollowing)
        verticalScrollBar()->setValue(std::max(scrolledTo - visualLines, 0));
    Q_EMIT noticeChanged();
}

void OutputView::updateButton()
{
    if (m_isFollowing || m_newLines <= 0) {
        m_button->hide();
        return;
    }
    m_button->setText(tr("%n new line(s)", nullptr, m_newLines));
    m_button->setToolTip(tr("Go to the end and follow (End)"));
    m_button->adjustSize();
    placeButton();
    m_button->show();
}

void OutputView::placeButton()
{
    const QRect area = viewport()->geometry();
    m_button->move(area.right() - m_button->width() - Theme::spacing(),
                   area.bottom() - m_button->height() - Theme::spacing());
}

QTextCharFormat OutputView::format(const AnsiText::Style &style, Stream stream) const
{
    QTextCharFormat format;
    if (style.foreground >= 0)
        format.setForeground(terminalColor(style.foreground, palette()));
    else if (stream == Stream::Stderr)
        format.setForeground(Theme::color(Tone::Bad, palette()));
    if (style.background >= 0) {
        QColor background = terminalColor(style.background, palette());
        background.setAlphaF(0.3F);
        format.setBackground(background);
    }
    if (style.isBold)
        format.setFontWeight(QFont::Bold);
    format.setFontItalic(style.isItalic);
    format.setFontUnderline(style.isUnderlined);
    return format;
}

bool OutputView::isShown(Stream stream) const
{
    return m_show == Show::Both || (m_show == Show::Stdout) == (stream == Stream::Stdout);
}

int OutputView::marginWidth() const
{
    return fontMetrics().horizontalAdvance(u'!') * 3;
}

void OutputView::paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    if (block.userState() < 0 || (block.userState() & 3) != StderrLine || block.length() <= 1)
        return;
    const QColor color = Theme::color(Tone::Bad, palette());
    const int bar = std::max(2, rect.width() / 8);
    painter.fillRect(rect.right() - bar, rect.top(), bar, rect.height(), color);
    if ((block.userState() & Continued) == 0) {
        painter.setPen(color);
        painter.drawText(QRect(rect.left(), rect.top(), rect.width() - bar, fontMetrics().height()), Qt::AlignCenter,
                         u"!"_s);
    }
}

void OutputView::resizeEvent(QResizeEvent *event)
{
    const bool wasFollowing = m_isFollowing;
    m_isInserting = true;
    TextView::resizeEvent(event);
    m_isInserting = false;
    if (wasFollowing)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    placeButton();
}

void OutputView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::MoveToEndOfDocument) ||
        (event->key() == Qt::Key_End && event->modifiers() == Qt::NoModifier)) {
        follow();
        event->accept();
        return;
    }
    TextView::keyPressEvent(event);
}

void OutputView::changeEvent(QEvent *event)
{
    TextView::changeEvent(event);
    // The colours are in the text: it is shown again.
    if (event->type() == QEvent::PaletteChange && m_log != nullptr && isVisible())
        restart();
}
