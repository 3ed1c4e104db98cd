#include "models/connectionmodel.h"

#include "models/wording.h"

namespace {

Qt::Alignment alignment(int column)
{
    // A port is a name, not an amount.
    const bool isNumber = column == ConnectionModel::SentColumn || column == ConnectionModel::ReceivedColumn ||
                          column == ConnectionModel::DurationColumn;
    return (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace

void ConnectionModel::setConnections(const QList<monitor::ConnectionReported> &connections)
{
    const bool continues = !m_connections.isEmpty() && connections.size() >= m_connections.size() &&
                           connections.first().id == m_connections.first().id;
    if (!continues) {
        beginResetModel();
        m_connections = connections;
        endResetModel();
    } else if (connections.size() > m_connections.size()) {
        beginInsertRows({}, int(m_connections.size()), int(connections.size()) - 1);
        m_connections = connections;
        endInsertRows();
    }
}

int ConnectionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_connections.size());
}

int ConnectionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ConnectionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ConnectionReport &report = m_connections[index.row()].report;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(alignment(index.column()));
    if (role == Qt::ToolTipRole && index.column() == DecisionColumn)
        return Wording::plain(report.reason);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case HostColumn:
        return report.host;
    case PortColumn:
        return QString::number(report.port); // no grouping
    case AddressColumn:
        return report.address;
    case DecisionColumn:
        return decision(report);
    case SentColumn:
        return Wording::size(report.bytesOut);
    case ReceivedColumn:
        return Wording::size(report.bytesIn);
    case DurationColumn:
        return Wording::duration(report.duration);
    default:
        return {};
    }
}

QString ConnectionModel::decision(const ConnectionReport &report)
{
    switch (report.verdict) {
    case ConnectionReport::Verdict::Allowed:
        if (report.reason.isEmpty())
            return tr("Allowed");
        //: A connection; %1 is a sentence that says why it was broken off later.
        return tr("Allowed: %1").arg(report.reason);
    case ConnectionReport::Verdict::Refused:
        return report.reason.isEmpty() ? tr("Refused") : tr("Refused: %1").arg(report.reason);
    case ConnectionReport::Verdict::Failed:
        return report.reason.isEmpty() ? tr("Failed") : tr("Failed: %1").arg(report.reason);
    }
    Q_UNREACHABLE();
}

QVariant ConnectionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(alignment(section));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case HostColumn:
        return tr("Host");
    case PortColumn:
        return tr("Port");
    case AddressColumn:
        return tr("Address");
    case DecisionColumn:
        return tr("Decision");
    case SentColumn:
        return tr("Sent");
    case ReceivedColumn:
        return tr("Received");
    case DurationColumn:
        return tr("Duration");
    default:
        return {};
    }
}
