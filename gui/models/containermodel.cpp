#include "models/containermodel.h"

#include "models/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

ContainerModel::ContainerModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void ContainerModel::apply(const QString &instance, const monitor::Event &event)
{
    if (const auto *removed = std::get_if<monitor::OrphansRemoved>(&event.payload)) {
        for (const QString &name : removed->names) {
            if (const int row = rowOf(name); row >= 0)
                removeRowAt(row);
        }
        return;
    }
    const auto *change = std::get_if<monitor::ContainerChanged>(&event.payload);
    if (change == nullptr)
        return;
    const ContainerInfo &info = change->container;
    const int row = rowOf(info.name);
    if (info.state == ContainerState::Removed) {
        if (row >= 0)
            removeRowAt(row);
        return;
    }
    if (row >= 0) {
        Row &known = m_rows[row];
        known.info = info;
        known.instance = instance;
        known.isOrphan = false;
        known.isStale = false;
        changed(row);
        dropOldFailures();
        return;
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows += Row{info, instance, {}, {}, {}, false, false, false};
    endInsertRows();
}

void ContainerModel::dropOldFailures()
{
    // They tell what went wrong; a broken engine would pile them up.
    constexpr int maxFailed = 20;
    int failed = count(ContainerState::Failed);
    for (int row = 0; failed > maxFailed && row < rowCount(); ++row) {
        if (!m_rows[row].isOrphan && !m_rows[row].isStale && m_rows[row].info.state == ContainerState::Failed) {
            removeRowAt(row--);
            --failed;
        }
    }
}

void ContainerModel::setStale(const QString &instance, bool isStale)
{
    for (int row = 0; row < rowCount(); ++row) {
        if (!m_rows[row].isOrphan && m_rows[row].instance == instance && m_rows[row].isStale != isStale) {
            m_rows[row].isStale = isStale;
            m_rows[row].isBeingRemoved = false; // a request goes with the connection
            changed(row);
        }
    }
}

void ContainerModel::setOrphans(const QList<monitor::AnswerItem> &orphans)
{
    const auto isListed = [&orphans](const QString &name) {
        return std::any_of(orphans.cbegin(), orphans.cend(),
                           [&name](const auto &item) { return item.container == name; });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        if ((m_rows[row].isOrphan || m_rows[row].isStale) && !isListed(m_rows[row].info.name))
            removeRowAt(row);
    }
    for (const monitor::AnswerItem &item : orphans) {
        Row orphan;
        orphan.info.name = item.container;
        orphan.info.created = item.created;
        orphan.owner = item.owner;
        orphan.engineState = item.state;
        orphan.isOrphan = true;
        if (const int row = rowOf(item.container); row >= 0) {
            orphan.size = m_rows[row].size;
            m_rows[row] = orphan;
            changed(row);
            continue;
        }
        beginInsertRows({}, rowCount(), rowCount());
        m_rows += orphan;
        endInsertRows();
    }
}

void ContainerModel::setSizes(const QList<monitor::AnswerItem> &items)
{
    for (const monitor::AnswerItem &item : items) {
        if (const int row = rowOf(item.container); row >= 0 && item.sizeBytes) {
            m_rows[row].size = item.sizeBytes;
            changed(row);
        }
    }
}

void ContainerModel::setBeingRemoved(const QString &name, bool isBeingRemoved)
{
    if (const int row = rowOf(name); row >= 0) {
        m_rows[row].isBeingRemoved = isBeingRemoved;
        changed(row);
    }
}

void ContainerModel::refreshAges()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, AgeColumn), index(rowCount() - 1, AgeColumn), {Qt::DisplayRole});
}

int ContainerModel::count(ContainerState state) const
{
    return int(std::count_if(m_rows.cbegin(), m_rows.cend(), [state](const Row &row) {
        return !row.isOrphan && !row.isStale && row.info.state == state;
    }));
}

int ContainerModel::orphanCount() const
{
    return int(std::count_if(m_rows.cbegin(), m_rows.cend(), [](const Row &row) { return row.isOrphan; }));
}

int ContainerModel::rowOf(const QString &name) const
{
    const auto found =
        std::find_if(m_rows.cbegin(), m_rows.cend(), [&name](const Row &row) { return row.info.name == name; });
    return found == m_rows.cend() ? -1 : int(found - m_rows.cbegin());
}

void ContainerModel::removeRowAt(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    endRemoveRows();
}

void ContainerModel::changed(int row)
{
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int ContainerModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ContainerModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ContainerModel::stateText(const Row &row) const
{
    if (row.isBeingRemoved)
        return tr("Being removed");
    if (row.isOrphan)
        return tr("Left behind");
    if (row.isStale)
        return tr("Last known: %1").arg(Wording::containerState(row.info.state));
    return Wording::containerState(row.info.state);
}

QVariant ContainerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case NameRole:
        return row.info.name;
    case InstanceRole:
        return row.instance;
    case StateRole:
        return row.isOrphan ? -1 : int(row.info.state);
    case ExecutionRole:
        return row.info.execution.value;
    case StaleRole:
        return row.isStale;
    case Qt::ToolTipRole:
        if (index.column() == AgeColumn)
            return Wording::fullMoment(row.info.created);
        if (index.column() == SizeColumn)
            return row.size ? tr("Disk space that is free again when it is removed.") : QString();
        if (index.column() == StateColumn && !row.info.reason.isEmpty())
            return Wording::plain(row.info.reason);
        return {};
    case SortRole:
        if (index.column() == AgeColumn)
            return row.info.created;
        if (index.column() == StateColumn)
            return row.isOrphan ? 100 : int(row.info.state);
        if (index.column() == SizeColumn)
            return row.size.value_or(-1);
        [[fallthrough]];
    case Qt::DisplayRole:
        switch (index.column()) {
        case NameColumn:
            return row.info.name;
        case StateColumn:
            return stateText(row);
        case LanguageColumn:
            return row.isOrphan ? QString() : Wording::language(row.info.language);
        case AgeColumn:
            return Wording::age(row.info.created, QDateTime::currentDateTimeUtc());
        case SizeColumn:
            return row.size ? Wording::size(*row.size) : QString();
        case ExecutionColumn:
            return row.info.execution.value.left(8);
        case ImageColumn:
            return row.info.image;
        case OwnerColumn:
            return row.isOrphan ? row.owner : tr("Server %1").arg(row.instance.left(8));
        default:
            return {};
        }
    default:
        return {};
    }
}

QVariant ContainerModel::headerData(int section, Qt::Orientation orientation, int role) const
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
    case StateColumn:
        return tr("State");
    case LanguageColumn:
        return tr("Language");
    case AgeColumn:
        return tr("Age");
    case SizeColumn:
        return tr("Size");
    case ExecutionColumn:
        return tr("Execution");
    case ImageColumn:
        return tr("Image");
    case OwnerColumn:
        return tr("Owner");
    default:
        return {};
    }
}
