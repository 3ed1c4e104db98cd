#pragma once

#include <QWidget>

class QGridLayout;

/// Two groups of widgets, side by side where there is room, else one below the other.
class FilterBar : public QWidget
{
    Q_OBJECT

public:
    FilterBar(QWidget *first, QWidget *second, QWidget *parent = nullptr);

    /// As wide as the wider group: else a window that is wide could not be made narrow.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    QWidget *m_first;
    QWidget *m_second;
    QGridLayout *m_grid;
    bool m_isStacked = false;
};
