#include "widgets/columns.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>

void Columns::stretch(QTableView &table, int column)
{
    QHeaderView *header = table.horizontalHeader();
    const int title = header->sectionSizeHint(column);
    header->setMinimumSectionSize(std::max(header->minimumSectionSize(), title));
    header->resizeSection(column, title);
    header->setSectionResizeMode(column, QHeaderView::Stretch);
}
