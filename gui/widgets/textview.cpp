#include "textview.h"

#include "theme.h"

#include <QPainter>
#include <QTextBlock>
#include <QWheelEvent>

#include <algorithm>

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

int TextView::highlight(const QString &text)
{
    constexpr int maxMarks = 500;
    QList<QTextEdit::ExtraSelection> marks;
    int count = 0;
    if (!text.isEmpty()) {
        QColor background = Theme::color(Tone::Warning, palette());
        background.setAlphaF(0.35F);
        for (QTextCursor place = document()->find(text); !place.isNull(); place = document()->find(text, place)) {
            if (++count <= maxMarks) {
                QTextEdit::ExtraSelection mark;
                mark.cursor = place;
                mark.format.setBackground(background);
                marks += mark;
            }
            if (count >= 10'000)
                break;
        }
    }
    setExtraSelections(marks);
    return count;
}

int TextView::findNext(const QString &text, bool isBackward)
{
    if (text.isEmpty())
        return 0;
    const QTextDocument::FindFlags flags = isBackward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    QTextCursor place = document()->find(text, textCursor(), flags);
    if (place.isNull()) {
        QTextCursor start(document());
        if (isBackward)
            start.movePosition(QTextCursor::End);
        place = document()->find(text, start, flags);
    }
    if (place.isNull())
        return 0;
    setTextCursor(place);
    ensureCursorVisible();
    int number = 0;
    for (QTextCursor before = document()->find(text); !before.isNull() && before.position() <= place.position();
         before = document()->find(text, before))
        ++number;
    return number;
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
    if (event->type() == QEvent::PaletteChange)
        m_margin->update();
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
