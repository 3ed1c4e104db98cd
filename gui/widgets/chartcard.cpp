#include "widgets/chartcard.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

ChartCard::ChartCard(const QString &title, Tone tone, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
    , m_tone(tone)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ChartCard::setData(const QString &value, const QString &remark, const QList<double> &values, double full)
{
    // NaN differs from itself: then it is painted once more, which does no harm.
    if (value == m_value && remark == m_remark && values == m_values && full == m_full)
        return;
    m_value = value;
    m_remark = remark;
    m_values = values;
    m_full = full;
    setAccessibleName(m_remark.isEmpty() ? tr("%1: %2").arg(m_title, m_value)
                                         : tr("%1: %2, %3").arg(m_title, m_value, m_remark));
    update();
    updateGeometry();
}

QFont ChartCard::valueFont() const
{
    QFont result = font();
    result.setPointSizeF(font().pointSizeF() * 1.7);
    result.setWeight(QFont::DemiBold);
    return result;
}

QSize ChartCard::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const QFontMetrics large(valueFont());
    const int width = std::max(metrics.horizontalAdvance(m_title), large.horizontalAdvance(m_value) + Theme::spacing() +
                                                                       metrics.horizontalAdvance(m_remark)) +
                      Theme::spacing(4);
    return {std::max(width, Theme::spacing(20)), metrics.height() + large.height() + Theme::spacing(9)};
}

QSize ChartCard::minimumSizeHint() const
{
    return {sizeHint().width(), fontMetrics().height() + QFontMetrics(valueFont()).height() + Theme::spacing(5)};
}

void ChartCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = Theme::spacing(1.2);
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(card, radius, radius);

    const int pad = Theme::spacing(1.5);
    const int titleHeight = fontMetrics().height();
    painter.setPen(Theme::color(Tone::Muted, palette()));
    const QRect title(pad, pad, width() - 2 * pad, titleHeight);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_title, Qt::ElideRight, title.width()));

    const QFont large = valueFont();
    const QFontMetrics largeMetrics(large);
    const int valueTop = title.bottom() + Theme::spacing(0.4);
    painter.setFont(large);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QPoint(pad, valueTop + largeMetrics.ascent()), m_value);
    painter.setFont(font());
    painter.setPen(Theme::color(Tone::Muted, palette()));
    painter.drawText(
        QPoint(pad + largeMetrics.horizontalAdvance(m_value) + Theme::spacing(), valueTop + largeMetrics.ascent()),
        m_remark);

    const double top = valueTop + largeMetrics.height() + Theme::spacing(0.6);
    QPainterPath clip;
    clip.addRoundedRect(card.adjusted(1, 1, -1, -1), radius, radius);
    painter.setClipPath(clip);
    paintCourse(painter, QRectF(1, top, width() - 2, height() - top - 2));
}

void ChartCard::paintCourse(QPainter &painter, const QRectF &area) const
{
    if (m_values.size() < 2 || area.height() < 8)
        return;
    double largest = m_full;
    if (largest <= 0) {
        for (const double value : m_values)
            largest = std::isnan(value) ? largest : std::max(largest, value);
    }
    if (largest <= 0)
        largest = 1;
    const double step = area.width() / double(m_values.size() - 1);
    const auto place = [&](qsizetype i) {
        return QPointF(area.left() + double(i) * step,
                       area.bottom() - 1 - (area.height() - 4) * std::min(m_values.at(i) / largest, 1.0));
    };
    const QColor line = Theme::color(m_tone, palette());
    QColor fill = line;
    fill.setAlphaF(Theme::isDark(palette()) ? 0.22F : 0.14F);
    // Runs of values; where there is none (nothing ended in that time) the last one is carried on, faintly.
    QPainterPath course;
    QPointF last;
    bool hasBegun = false;
    for (qsizetype i = 0; i < m_values.size(); ++i) {
        if (std::isnan(m_values.at(i)))
            continue;
        const QPointF point = place(i);
        if (!hasBegun)
            course.moveTo(point);
        else
            course.lineTo(point);
        hasBegun = true;
        last = point;
    }
    if (!hasBegun)
        return;
    if (last.x() < area.right())
        course.lineTo(QPointF(area.right(), last.y()));
    QPainterPath under = course;
    under.lineTo(QPointF(area.right(), area.bottom() + 2));
    under.lineTo(QPointF(course.elementAt(0).x, area.bottom() + 2));
    under.closeSubpath();
    painter.fillPath(under, fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(course);
}
