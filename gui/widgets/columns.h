#pragma once

class QTableView;

namespace Columns {

/// Lets the column take what room the others leave, but never less than its title needs: then the table scrolls. (By
/// itself a column keeps its first width when there is no room at all.)
void stretch(QTableView &table, int column);

} // namespace Columns
