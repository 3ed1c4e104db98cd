#pragma once

#include <QScrollArea>

/// Asks for as much room as its page needs, so that nothing has to be scrolled, but never for more than the screen has:
/// then it scrolls, downwards only where the page can be made narrower.
class FittingScrollArea : public QScrollArea
{
    Q_OBJECT

public:
    explicit FittingScrollArea(QWidget *page, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
};
