#include "widgets/bars.h"

#include "models/wording.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

UsageBar::UsageBar(const QString &name, Full full, QWidget *parent)
    : QWidget(parent)
    , m_name(name)
    , m_full(full)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void UsageBar::setUsage(double fraction, const QString &text)
{
    if (fraction == m_fraction && text == m_text)
        return;
    m_fraction = fraction;
    m_text = text;
    //: For screen readers: what is used, and how much of it.
    setAccessibleName(tr("%1: %2").arg(m_name, m_text));
    setToolTip(Wording::plain(tr("%1: %2").arg(m_name, m_text)));
    update();
    updateGeometry();
}

QSize UsageBar::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {metrics.horizontalAdvance(m_name) + metrics.horizontalAdvance(m_text) + 2 * Theme::spacing(),
            metrics.height() + Theme::spacing(1.2)};
}

QSize UsageBar::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + Theme::spacing(3), sizeHint().height()};
}

void UsageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int textHeight = fontMetrics().height();
    const QRect line(0, 0, width(), textHeight);
    painter.setPen(Theme::color(Tone::Muted, palette()));
    const int room = width() - fontMetrics().horizontalAdvance(m_text) - Theme::spacing();
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_name, Qt::ElideRight, room));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_text);
    if (m_fraction < 0)
        return;
    const double thickness = std::max(3, Theme::spacing(0.45));
    const QRectF track(0, textHeight + Theme::spacing(0.3), width(), thickness);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Midlight));
    painter.drawRoundedRect(track, thickness / 2, thickness / 2);
    const double fraction = std::clamp(m_fraction, 0.0, 1.0);
    if (fraction <= 0)
        return;
    const Tone tone = m_full == Full::IsFine ? Tone::Active
                      : fraction > 0.95      ? Tone::Bad
                      : fraction > 0.8       ? Tone::Warning
                                             : Tone::Active;
    painter.setBrush(Theme::color(tone, palette()));
    painter.drawRoundedRect(QRectF(track.left(), track.top(), std::max(track.width() * fraction, thickness), thickness),
                            thickness / 2, thickness / 2);
}

TimelineBar::TimelineBar(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Timeline"));
}

void TimelineBar::setPhases(const QList<Phase> &phases)
{
    m_phases = phases;
    QStringList words;
    for (const Phase &phase : phases)
        words += tr("%1: %2").arg(phase.name, phase.duration);
    setAccessibleDescription(words.join(u", "));
    setToolTip(Wording::plain(words.join(u'\n')));
    update();
    updateGeometry();
}

QSize TimelineBar::sizeHint() const
{
    int width = 0;
    for (const Phase &phase : m_phases)
        width +=
            std::max(fontMetrics().horizontalAdvance(phase.name), fontMetrics().horizontalAdvance(phase.duration)) +
            Theme::spacing(3);
    return {width, Theme::spacing(2.4) + 2 * fontMetrics().height()};
}

void TimelineBar::paintEvent(QPaintEvent *)
{
    double total = 0;
    for (const Phase &phase : m_phases)
        total += phase.length;
    if (m_phases.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double thickness = Theme::spacing(1.6);
    const double gap = 2;
    const double shortest = Theme::spacing(0.6);
    const double room = width() - gap * double(m_phases.size() - 1) - shortest * double(m_phases.size());

    QPainterPath clip;
    clip.addRoundedRect(QRectF(0, 0, width(), thickness), thickness / 3, thickness / 3);
    painter.setClipPath(clip);
    double x = 0;
    for (const Phase &phase : m_phases) {
        const double length = shortest + (total > 0 ? room * phase.length / total : room / double(m_phases.size()));
        painter.fillRect(QRectF(x, 0, length, thickness), Theme::color(phase.tone, palette()));
        x += length + gap;
    }
    painter.setClipping(false);

    // The legend below keeps its own places, since short phases have no room for their names.
    double place = 0;
    const int textTop = int(thickness) + Theme::spacing(0.6);
    const int height = fontMetrics().height();
    for (const Phase &phase : m_phases) {
        const double dot = height * 0.5;
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::color(phase.tone, palette()));
        painter.drawRoundedRect(QRectF(place, textTop + (height - dot) / 2, dot, dot), 2, 2);
        const int textLeft = int(place + dot) + Theme::spacing(0.6);
        painter.setPen(Theme::color(Tone::Muted, palette()));
        painter.drawText(QPoint(textLeft, textTop + fontMetrics().ascent()), phase.name);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QPoint(textLeft, textTop + height + fontMetrics().ascent()), phase.duration);
        place = textLeft +
                std::max(fontMetrics().horizontalAdvance(phase.name), fontMetrics().horizontalAdvance(phase.duration)) +
                Theme::spacing(2);
    }
}
