#include "widgets/fittingscrollarea.h"

#include <QScreen>
#include <QScrollBar>

FittingScrollArea::FittingScrollArea(QWidget *page, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setWidget(page);
    setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
}

QSize FittingScrollArea::sizeHint() const
{
    // Some of the screen belongs to panels, to the window's frame and to the buttons below us.
    const QSize available = screen()->availableSize() * 3 / 4;
    const QSize wanted = widget()->sizeHint();
    const int bar = wanted.height() > available.height() ? verticalScrollBar()->sizeHint().width() : 0;
    return (wanted + QSize(bar, 0)).boundedTo(available);
}

QSize FittingScrollArea::minimumSizeHint() const
{
    const int line = fontMetrics().height();
    return sizeHint().boundedTo(QSize(16 * line, 6 * line));
}
