#include "models/cleanupmodel.h"

#include "models/wording.h"

#include <algorithm>

void CleanupModel::setItems(const QList<monitor::AnswerItem> &items)
{
    beginResetModel();
    m_rows.clear();
    for (const monitor::AnswerItem &item : items)
        m_rows += Row{item, true, Progress::Listed, {}};
    endResetModel();
}

void CleanupModel::setSizes(const QList<monitor::AnswerItem> &items)
{
    for (int i = 0; i < rowCount(); ++i) {
        const auto found = std::find_if(items.cbegin(), items.cend(), [this, i](const auto &item) {
            return item.container == m_rows[i].item.container && item.sizeBytes;
        });
        if (found == items.cend())
            continue;
        m_rows[i].item.sizeBytes = found->sizeBytes;
        Q_EMIT dataChanged(index(i, SizeColumn), index(i, SizeColumn));
    }
}

void CleanupModel::setRemoving(const QStringList &names)
{
    for (const QString &name : names)
        setProgress(name, Progress::Removing, {});
}

void CleanupModel::setResults(const QStringList &asked, const monitor::Answer &answer)
{
    for (const QString &name : asked) {
        const auto found = std::find_if(answer.items.cbegin(), answer.items.cend(),
                                        [&name](const auto &item) { return item.container == name; });
        if (found != answer.items.cend())
            setProgress(name, found->ok ? Progress::Removed : Progress::Failed, found->message);
        else
            setProgress(name, answer.ok ? Progress::Removed : Progress::Failed, answer.message);
    }
}

QStringList CleanupModel::checkedNames() const
{
    QStringList names;
    for (const Row &row : m_rows) {
        if (row.isChecked && row.progress != Progress::Removed)
            names += row.item.container;
    }
    return names;
}

int CleanupModel::count(Progress progress) const
{
    return int(
        std::count_if(m_rows.cbegin(), m_rows.cend(), [progress](const Row &row) { return row.progress == progress; }));
}

std::optional<qint64> CleanupModel::freedBytes() const
{
    std::optional<qint64> freed;
    for (const Row &row : m_rows) {
        if (row.progress == Progress::Removed && row.item.sizeBytes)
            freed = freed.value_or(0) + *row.item.sizeBytes;
    }
    return freed;
}

void CleanupModel::setProgress(const QString &name, Progress progress, const QString &message)
{
    for (int i = 0; i < rowCount(); ++i) {
        if (m_rows[i].item.container == name) {
            m_rows[i].progress = progress;
            m_rows[i].message = message;
            Q_EMIT dataChanged(index(i, 0), index(i, ColumnCount - 1));
        }
    }
}

int CleanupModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int CleanupModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CleanupModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[index.row()];
    if (role == ProgressRole)
        return int(row.progress);
    if (role == Qt::CheckStateRole && index.column() == NameColumn)
        return row.isChecked ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::ToolTipRole && index.column() == ResultColumn)
        return Wording::plain(row.message);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return row.item.container;
    case OwnerColumn:
        return row.item.owner;
    case AgeColumn:
        return Wording::age(row.item.created, QDateTime::currentDateTimeUtc());
    case SizeColumn:
        return row.item.sizeBytes ? Wording::size(*row.item.sizeBytes) : QString();
    case ResultColumn:
        switch (row.progress) {
        case Progress::Listed:
            return QString();
        case Progress::Removing:
            return tr("Being removed…");
        case Progress::Removed:
            return tr("Removed");
        case Progress::Failed:
            return row.message.isEmpty() ? tr("Failed") : tr("Failed: %1").arg(row.message);
        }
        Q_UNREACHABLE();
    default:
        return {};
    }
}

bool CleanupModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    m_rows[index.row()].isChecked = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    return true;
}

Qt::ItemFlags CleanupModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == NameColumn) {
        const Progress progress = m_rows[index.row()].progress;
        if (progress == Progress::Listed || progress == Progress::Failed)
            flags |= Qt::ItemIsUserCheckable;
    }
    return flags;
}

QVariant CleanupModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Container");
    case OwnerColumn:
        return tr("Owner");
    case AgeColumn:
        return tr("Age");
    case SizeColumn:
        return tr("Size");
    case ResultColumn:
        return tr("Result");
    default:
        return {};
    }
}
