#pragma once

#include "common/monitorprotocol.h"

#include <QAbstractTableModel>
#include <QSet>

/// The containers of all servers that exist now, and orphans that a server was asked for.
class ContainerModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        StateColumn,
        LanguageColumn,
        AgeColumn,
        SizeColumn, ///< Only of those that were measured.
        ExecutionColumn,
        ImageColumn,
        OwnerColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole,
        NameRole,
        InstanceRole, ///< Empty for orphans.
        StateRole,    ///< As ContainerState; -1 for orphans.
        ExecutionRole,
        StaleRole
    };

    explicit ContainerModel(QObject *parent = nullptr);

    void apply(const QString &instance, const monitor::Event &event);
    void setStale(const QString &instance, bool isStale);
    /// All that dead servers left behind: what was last known of others that are gone is not there any more.
    void setOrphans(const QList<monitor::AnswerItem> &orphans);
    /// Disk space, as a server answered; keeps what it does not tell of.
    void setSizes(const QList<monitor::AnswerItem> &items);
    /// Shown until it is gone, or the server refuses.
    void setBeingRemoved(const QString &name, bool isBeingRemoved);
    /// Ages grow while somebody looks.
    void refreshAges();

    [[nodiscard]] int count(ContainerState state) const;
    [[nodiscard]] int orphanCount() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void dropOldFailures();
    struct Row
    {
        ContainerInfo info;
        QString instance;
        QString owner; ///< Of an orphan, in words.
        QString engineState;
        std::optional<qint64> size = std::nullopt;
        bool isOrphan = false;
        bool isStale = false;
        bool isBeingRemoved = false;
    };

    [[nodiscard]] int rowOf(const QString &name) const;
    void removeRowAt(int row);
    void changed(int row);
    [[nodiscard]] QString stateText(const Row &row) const;

    QList<Row> m_rows;
};
