#include "widgets/executiondelegate.h"

#include "models/executionmodel.h"
#include "widgets/theme.h"

void ExecutionDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus; // the whole row is what is selected
    const auto state = ExecutionState(index.data(ExecutionModel::StateRole).toInt());
    const bool isStale = index.data(ExecutionModel::StaleRole).toBool();
    switch (index.column()) {
    case ExecutionModel::StateColumn:
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = Theme::icon(state);
        option->decorationSize = QSize(option->fontMetrics.height(), option->fontMetrics.height());
        if (isFailure(state) || isActive(state))
            option->palette.setColor(QPalette::Text, Theme::color(Theme::tone(state), option->palette));
        break;
    case ExecutionModel::CodeColumn:
        option->font = Theme::fixedFont();
        break;
    case ExecutionModel::OutcomeColumn:
        if (isFailure(state))
            option->palette.setColor(QPalette::Text, Theme::color(Theme::tone(state), option->palette));
        break;
    default:
        break;
    }
    if (isStale) {
        option->palette.setColor(QPalette::Text, Theme::color(Tone::Muted, option->palette));
        option->font.setItalic(true);
    }
}
