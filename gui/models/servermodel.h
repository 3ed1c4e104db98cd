#pragma once

#include "common/monitorprotocol.h"

#include <QAbstractTableModel>

/// The servers that are connected, or were while the monitor ran.
class ServerModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        ClientColumn,
        StateColumn,
        EngineColumn,
        StartedColumn,
        UptimeColumn,
        ProcessColumn,
        VersionColumn,
        ColumnCount
    };
    enum Role
    {
        InstanceRole = Qt::UserRole,
        ConnectedRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void update(const monitor::ServerInfo &server);
    void setLost(const QString &instance);
    /// Lets the uptimes be read again.
    void refreshUptimes();

    [[nodiscard]] const monitor::ServerInfo *server(const QString &instance) const;
    [[nodiscard]] QList<monitor::ServerInfo> connected() const;
    /// How a server is called in lists: its client and process.
    static QString title(const monitor::ServerInfo &server);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void serversChanged();

private:
    struct Row
    {
        monitor::ServerInfo info;
        bool isConnected = true;
    };

    QList<Row> m_rows;
};
