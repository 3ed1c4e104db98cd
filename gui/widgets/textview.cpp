#include "widgets/textview.h"

#include "widgets/theme.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QPlainTextDocumentLayout>
#include <QScrollBar>
#include <QTextBlock>
#include <QWheelEvent>

#include <algorithm>

namespace {

/// Searched before other events get their turn.
constexpr qint64 sliceMs = 6;
constexpr int maxMatches = 100'000;
constexpr int maxMarks = 500;
/// Characters that are thrown away at once.
constexpr int smallText = 64 * 1024;
/// Lines of a large text that go at once.
constexpr int blocksAtOnce = 500;

} // namespace

class TextView::Margin : public QWidget
{
public:
    explicit Margin(TextView *view)
        : QWidget(view)
        , m_view(view)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintMargin(event); }
    void wheelEvent(QWheelEvent *event) override { m_view->wheelEvent(event); }

private:
    TextView *m_view;
};

TextView::TextView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_margin(new Margin(this))
{
    QFont font = Theme::fixedFont();
    if (font.pointSizeF() <= 0)
        font.setPointSizeF(10);
    m_baseSize = font.pointSizeF();
    setFont(font);
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    // Read-only text that the keyboard can walk through and select.
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setTabStopDistance(QFontMetricsF(font).horizontalAdvance(u' ') * 4);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_margin->scroll(0, dy);
        else
            m_margin->update(0, rect.y(), m_margin->width(), rect.height());
    });
    for (QTimer *timer : {&m_searchTimer, &m_discardTimer}) {
        timer->setSingleShot(true);
        timer->setInterval(0);
    }
    connect(&m_searchTimer, &QTimer::timeout, this, &TextView::searchSlice);
    connect(&m_discardTimer, &QTimer::timeout, this, &TextView::takeApart);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TextView::updateMarks);
    watchDocument();
}

void TextView::setWrapping(bool wraps)
{
    setLineWrapMode(wraps ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
}

void TextView::setZoom(int steps)
{
    QFont scaled = font();
    scaled.setPointSizeF(std::max(5.0, m_baseSize + steps));
    setFont(scaled);
    setTabStopDistance(QFontMetricsF(scaled).horizontalAdvance(u' ') * 4);
    updateMargin();
}

void TextView::search(const QString &text)
{
    m_needle = text;
    m_matches.clear();
    m_scanned = 0;
    m_isSearchDone = text.isEmpty();
    m_wanted.reset();
    m_searchTimer.stop();
    if (!m_isSearchDone)
        searchSlice(); // what is small is found at once
    updateMarks();
}

void TextView::searchSlice()
{
    QElapsedTimer timer;
    timer.start();
    // The last block may have grown since.
    m_matches.erase(std::lower_bound(m_matches.begin(), m_matches.end(), m_scanned), m_matches.end());
    QTextBlock block = document()->findBlock(m_scanned);
    while (block.isValid() && m_matches.size() < maxMatches && !timer.hasExpired(sliceMs)) {
        const QString text = block.text();
        m_scanned = block.position();
        for (qsizetype at = text.indexOf(m_needle, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(m_needle, at + m_needle.size(), Qt::CaseInsensitive))
            m_matches += m_scanned + int(at);
        block = block.next();
    }
    m_isSearchDone = !block.isValid() || m_matches.size() >= maxMatches;
    if (!m_isSearchDone) {
        m_scanned = block.position();
        m_searchTimer.start();
    }
    moveIfFound();
    updateMarks();
    Q_EMIT searchProgressed();
}

void TextView::contentsChanged(int position, int removed, int added)
{
    if (m_needle.isEmpty())
        return;
    if (position < m_scanned) {
        if (position == 0 && added == 0) { // the oldest lines went
            m_matches.erase(m_matches.begin(), std::lower_bound(m_matches.begin(), m_matches.end(), removed));
            for (int &match : m_matches)
                match -= removed;
            m_scanned = std::max(m_scanned - removed, 0);
        } else {
            m_matches.clear();
            m_scanned = 0;
        }
    }
    m_isSearchDone = false;
    m_searchTimer.start();
}

int TextView::currentMatch() const
{
    const QTextCursor cursor = textCursor();
    if (cursor.selectionEnd() - cursor.selectionStart() != m_needle.size())
        return 0;
    const auto found = std::lower_bound(m_matches.cbegin(), m_matches.cend(), cursor.selectionStart());
    return found != m_matches.cend() && *found == cursor.selectionStart() ? int(found - m_matches.cbegin()) + 1 : 0;
}

void TextView::moveToMatch(Move move)
{
    if (m_needle.isEmpty())
        return;
    m_wanted = move;
    moveIfFound();
}

void TextView::moveIfFound()
{
    if (!m_wanted)
        return;
    const QTextCursor now = textCursor();
    const int from = *m_wanted == Move::Next ? now.selectionEnd() : now.selectionStart();
    auto found = std::lower_bound(m_matches.cbegin(), m_matches.cend(), from);
    if (*m_wanted == Move::Previous) {
        const bool isKnown = m_isSearchDone || (found != m_matches.cbegin() && m_scanned > from);
        if (!isKnown)
            return;
        found = found == m_matches.cbegin() ? m_matches.cend() : found;
        found = found == m_matches.cbegin() ? found : found - 1; // around the beginning: the last one
    } else if (found == m_matches.cend()) {
        if (!m_isSearchDone)
            return;
        found = m_matches.cbegin();
    }
    m_wanted.reset();
    if (m_matches.isEmpty())
        return;
    QTextCursor place(document());
    place.setPosition(*found);
    place.setPosition(*found + int(m_needle.size()), QTextCursor::KeepAnchor);
    setTextCursor(place);
    ensureCursorVisible();
}

void TextView::updateMarks()
{
    QList<QTextEdit::ExtraSelection> marks;
    if (!m_matches.isEmpty()) {
        QColor background = Theme::color(Tone::Warning, palette());
        background.setAlphaF(0.35F);
        QTextBlock block = firstVisibleBlock();
        const int first = block.position();
        qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
        int end = first;
        for (; block.isValid() && top <= viewport()->height(); block = block.next()) {
            top += blockBoundingRect(block).height();
            end = block.position() + block.length();
        }
        for (auto match = std::lower_bound(m_matches.cbegin(), m_matches.cend(), first);
             match != m_matches.cend() && *match < end && marks.size() < maxMarks; ++match) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = QTextCursor(document());
            mark.cursor.setPosition(*match);
            mark.cursor.setPosition(*match + int(m_needle.size()), QTextCursor::KeepAnchor);
            mark.format.setBackground(background);
            marks += mark;
        }
    }
    if (!marks.isEmpty() || !extraSelections().isEmpty())
        setExtraSelections(marks);
}

void TextView::watchDocument()
{
    connect(document(), &QTextDocument::contentsChange, this, &TextView::contentsChanged);
}

void TextView::discardText()
{
    if (document()->characterCount() < smallText) {
        clear();
        return;
    }
    QTextDocument *old = document();
    disconnect(old, nullptr, this, nullptr);
    old->setParent(this); // else the view deletes it now
    auto *fresh = new QTextDocument(this);
    fresh->setDocumentLayout(new QPlainTextDocumentLayout(fresh));
    fresh->setUndoRedoEnabled(false);
    fresh->setDefaultFont(font());
    setDocument(fresh);
    watchDocument();
    contentsChanged(0, old->characterCount(), 1);
    m_discarded += old;
    m_discardTimer.start();
}

void TextView::takeApart()
{
    QTextDocument *old = m_discarded.first();
    if (old->blockCount() <= blocksAtOnce) {
        m_discarded.removeFirst();
        delete old;
    } else {
        QTextCursor cursor(old);
        cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, blocksAtOnce);
        cursor.removeSelectedText();
    }
    if (!m_discarded.isEmpty())
        m_discardTimer.start();
}

void TextView::updateMargin()
{
    const int width = marginWidth();
    setViewportMargins(width, 0, 0, 0);
    const QRect contents = contentsRect();
    m_margin->setGeometry(contents.left(), contents.top(), width, contents.height());
    m_margin->update();
}

void TextView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    updateMargin();
    updateMarks();
}

void TextView::wheelEvent(QWheelEvent *event)
{
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        if (event->angleDelta().y() != 0)
            Q_EMIT zoomRequested(event->angleDelta().y() > 0 ? 1 : -1);
        event->accept();
        return;
    }
    QPlainTextEdit::wheelEvent(event);
}

void TextView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_margin->update();
        updateMarks();
    }
}

void TextView::paintMargin(QPaintEvent *event)
{
    QPainter painter(m_margin);
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top <= event->rect().bottom()) {
        const qreal bottom = top + blockBoundingRect(block).height();
        if (block.isVisible() && bottom >= event->rect().top())
            paintMarginOf(painter, block, QRect(0, qRound(top), m_margin->width(), qRound(bottom - top)));
        block = block.next();
        top = bottom;
    }
}
