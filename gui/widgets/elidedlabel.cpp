#include "widgets/elidedlabel.h"

#include "models/wording.h"

#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

ElidedLabel::ElidedLabel(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    setToolTip(Wording::plain(text));
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 1, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text.left(3) + u'…'), fontMetrics().height()};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const Qt::Alignment end = QStyle::visualAlignment(layoutDirection(), Qt::AlignRight);
    painter.drawText(rect(), int(end | Qt::AlignVCenter), fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}
