#pragma once

#include <QStyledItemDelegate>

/// Cells of the executions table: the state with its icon and colour, code in the fixed font, stale rows faint.
class ExecutionDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};
