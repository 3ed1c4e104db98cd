#include "widgets/filterbar.h"

#include "widgets/theme.h"

#include <QGridLayout>

#include <algorithm>

FilterBar::FilterBar(QWidget *first, QWidget *second, QWidget *parent)
    : QWidget(parent)
    , m_first(first)
    , m_second(second)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(Theme::spacing(), Theme::spacing(), Theme::spacing(), Theme::spacing());
    m_grid->setSpacing(Theme::spacing(0.6));
    m_grid->addWidget(m_first, 0, 0);
    m_grid->addWidget(m_second, 0, 1);
    m_grid->setColumnStretch(0, 1);
}

QSize FilterBar::minimumSizeHint() const
{
    const QMargins margins = m_grid->contentsMargins();
    const int width = std::max(m_first->minimumSizeHint().width(), m_second->minimumSizeHint().width());
    return {width + margins.left() + margins.right(), m_grid->totalMinimumSize().height()};
}

void FilterBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void FilterBar::arrange()
{
    const QMargins margins = m_grid->contentsMargins();
    const int needed = m_first->minimumSizeHint().width() + m_grid->horizontalSpacing() +
                       m_second->minimumSizeHint().width() + margins.left() + margins.right();
    const bool isStacked = needed > width();
    if (isStacked == m_isStacked)
        return;
    m_isStacked = isStacked;
    m_grid->removeWidget(m_second);
    m_grid->addWidget(m_second, isStacked ? 1 : 0, isStacked ? 0 : 1);
    updateGeometry();
}
