#include "connectionmodel.h"

#include "wording.h"

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
    const monitor::ConnectionReported &connection = m_connections[index.row()];
    if (role == AllowedRole)
        return connection.isAllowed;
    if (role == Qt::TextAlignmentRole && index.column() != HostColumn && index.column() != DecisionColumn)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case HostColumn:
        return connection.host;
    case PortColumn:
        return QString::number(connection.port); // a name, not an amount: no grouping
    case DecisionColumn:
        if (connection.isAllowed)
            return connection.reason.isEmpty() ? tr("Allowed") : tr("Failed: %1").arg(connection.reason);
        return connection.reason.isEmpty() ? tr("Refused") : tr("Refused: %1").arg(connection.reason);
    case SentColumn:
        return Wording::size(connection.sentBytes);
    case ReceivedColumn:
        return Wording::size(connection.receivedBytes);
    default:
        return {};
    }
}

QVariant ConnectionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section != HostColumn && section != DecisionColumn;
        return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case HostColumn:
        return tr("Host");
    case PortColumn:
        return tr("Port");
    case DecisionColumn:
        return tr("Decision");
    case SentColumn:
        return tr("Sent");
    case ReceivedColumn:
        return tr("Received");
    default:
        return {};
    }
}
