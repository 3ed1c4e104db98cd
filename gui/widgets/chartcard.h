#pragma once

#include "widgets/theme.h"

#include <QWidget>

#include <functional>

/// One figure of the overview: its name, its value now, and its course over the last hour.
class ChartCard : public QWidget
{
    Q_OBJECT

public:
    ChartCard(const QString &title, Tone tone, QWidget *parent = nullptr);

    /// `values` oldest first; NaN where there is none. `full` is the value at the upper edge, 0: the largest one.
    void setData(const QString &value, const QString &remark, const QList<double> &values, double full = 0);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintCourse(QPainter &painter, const QRectF &area) const;
    [[nodiscard]] QFont valueFont() const;

    QString m_title;
    QString m_value;
    QString m_remark;
    QList<double> m_values;
    double m_full = 0;
    Tone m_tone;
};
