#pragma once

#include "common/monitorprotocol.h"

#include <QAbstractTableModel>

/// The network connections of one execution, in order.
class ConnectionModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        HostColumn,
        PortColumn,
        AddressColumn,
        DecisionColumn,
        SentColumn,
        ReceivedColumn,
        DurationColumn,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Adds what is new if `connections` continues what is shown, else starts again.
    void setConnections(const QList<monitor::ConnectionReported> &connections);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString decision(const ConnectionReport &report);

    QList<monitor::ConnectionReported> m_connections;
};
