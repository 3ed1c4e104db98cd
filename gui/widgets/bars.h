#pragma once

#include "widgets/theme.h"

#include <QWidget>

/// How much of a limit is used: a name, a thin bar, the amounts in words.
class UsageBar : public QWidget
{
    Q_OBJECT

public:
    enum class Full
    {
        IsTrouble, ///< Near the limit the colour warns.
        IsFine
    };

    UsageBar(const QString &name, Full full, QWidget *parent = nullptr);

    /// `fraction` below 0: there is no limit, so no bar.
    void setUsage(double fraction, const QString &text);

    [[nodiscard]] double fraction() const { return m_fraction; }

    [[nodiscard]] QSize sizeHint() const override;
    /// Only the amounts need room; the name gives way, and is in the tool tip.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_name;
    Full m_full;
    QString m_text;
    double m_fraction = -1;
};

/// The phases of an execution, one after the other, as wide as they took; very short ones stay visible.
class TimelineBar : public QWidget
{
    Q_OBJECT

public:
    struct Phase
    {
        QString name;
        QString duration; ///< In words.
        double length = 0;
        Tone tone = Tone::Neutral;
    };

    explicit TimelineBar(QWidget *parent = nullptr);

    void setPhases(const QList<Phase> &phases);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<Phase> m_phases;
};
