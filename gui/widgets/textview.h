#pragma once

#include <QPlainTextEdit>

/// Read-only text of a program in a fixed font, with a margin beside it that subclasses paint.
class TextView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit TextView(QWidget *parent = nullptr);

    void setWrapping(bool wraps);
    [[nodiscard]] bool isWrapping() const { return lineWrapMode() != QPlainTextEdit::NoWrap; }
    /// Steps from the ordinary size; the same for all views of the program.
    void setZoom(int steps);

    /// Marks all places of `text` (up to a limit) and returns how many there are.
    int highlight(const QString &text);
    /// Moves to the next or previous place, around the end; the number of the place from 1, 0 if none.
    int findNext(const QString &text, bool isBackward);

Q_SIGNALS:
    void zoomRequested(int change); ///< Ctrl and wheel.

protected:
    [[nodiscard]] virtual int marginWidth() const = 0;
    virtual void paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect) = 0;
    void updateMargin();

    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Margin;

    void paintMargin(QPaintEvent *event);

    QWidget *m_margin; ///< Child.
    qreal m_baseSize;
};
