#include "models/servermodel.h"

#include "models/wording.h"

#include <algorithm>

void ServerModel::update(const monitor::ServerInfo &server)
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[row].info.instance == server.instance) {
            m_rows[row] = {server, true};
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
            Q_EMIT serversChanged();
            return;
        }
    }
    // Clients start a server each time they start: of those that are gone a few are enough.
    constexpr qsizetype maxGone = 20;
    qsizetype gone = std::count_if(m_rows.cbegin(), m_rows.cend(), [](const Row &row) { return !row.isConnected; });
    for (int row = 0; gone > maxGone && row < rowCount(); ++row) {
        if (!m_rows[row].isConnected) {
            beginRemoveRows({}, row, row);
            m_rows.removeAt(row);
            endRemoveRows();
            --gone;
            --row;
        }
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows += Row{server, true};
    endInsertRows();
    Q_EMIT serversChanged();
}

void ServerModel::setLost(const QString &instance)
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[row].info.instance == instance && m_rows[row].isConnected) {
            m_rows[row].isConnected = false;
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
            Q_EMIT serversChanged();
        }
    }
}

void ServerModel::refreshUptimes()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, UptimeColumn), index(rowCount() - 1, UptimeColumn), {Qt::DisplayRole});
}

const monitor::ServerInfo *ServerModel::server(const QString &instance) const
{
    for (const Row &row : m_rows) {
        if (row.info.instance == instance)
            return &row.info;
    }
    return nullptr;
}

QList<monitor::ServerInfo> ServerModel::connected() const
{
    QList<monitor::ServerInfo> result;
    for (const Row &row : m_rows) {
        if (row.isConnected)
            result += row.info;
    }
    return result;
}

QString ServerModel::title(const monitor::ServerInfo &server)
{
    const QString pid = QString::number(server.pid);
    return server.client.isEmpty() ? tr("Server with process %1").arg(pid)
                                   //: %1 is the client's name, %2 a process number.
                                   : tr("%1 (process %2)").arg(server.client, pid);
}

int ServerModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ServerModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ServerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[index.row()];
    const monitor::ServerInfo &server = row.info;
    if (role == InstanceRole)
        return server.instance;
    if (role == ConnectedRole)
        return row.isConnected;
    if (role == Qt::ToolTipRole) {
        if (index.column() == StartedColumn)
            return Wording::fullMoment(server.started);
        if (index.column() == EngineColumn || index.column() == StateColumn)
            return Wording::plain(server.engineError);
        return {};
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case ClientColumn:
        return server.client.isEmpty() ? tr("No client yet") : server.client;
    case StateColumn:
        if (!row.isConnected)
            return tr("Ended");
        switch (server.engineState) {
        case monitor::EngineState::Probing:
            return tr("Looking for an engine");
        case monitor::EngineState::Ready:
            return tr("Ready");
        case monitor::EngineState::Unavailable:
            return tr("No engine");
        }
        Q_UNREACHABLE();
    case EngineColumn:
        return server.runtime.isEmpty() ? server.engine
                                        //: Engine and OCI runtime: "podman 4.3.1, runc".
                                        : tr("%1, %2").arg(server.engine, server.runtime);
    case StartedColumn:
        return Wording::moment(server.started, QDateTime::currentDateTimeUtc());
    case UptimeColumn:
        return row.isConnected ? Wording::age(server.started, QDateTime::currentDateTimeUtc()) : QString();
    case ProcessColumn:
        return QString::number(server.pid);
    case VersionColumn:
        return server.version;
    default:
        return {};
    }
}

QVariant ServerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ClientColumn:
        return tr("Client");
    case StateColumn:
        return tr("State");
    case EngineColumn:
        return tr("Engine");
    case StartedColumn:
        return tr("Started");
    case UptimeColumn:
        return tr("Uptime");
    case ProcessColumn:
        return tr("Process");
    case VersionColumn:
        return tr("Version");
    default:
        return {};
    }
}
