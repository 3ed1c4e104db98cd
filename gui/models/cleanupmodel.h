#pragma once

#include "common/monitorprotocol.h"

#include <QAbstractTableModel>

/// What a clean-up will touch (checked rows), and afterwards what became of each.
class CleanupModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        OwnerColumn,
        AgeColumn,
        SizeColumn,
        ResultColumn,
        ColumnCount
    };
    enum class Progress
    {
        Listed,
        Removing,
        Removed,
        Failed
    };
    enum Role
    {
        ProgressRole = Qt::UserRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setItems(const QList<monitor::AnswerItem> &items); ///< All checked.
    /// Disk space, as a server answered.
    void setSizes(const QList<monitor::AnswerItem> &items);
    void setRemoving(const QStringList &names);
    /// Names that were asked for and are not reported failed with `message`.
    void setResults(const QStringList &asked, const monitor::Answer &answer);

    [[nodiscard]] QStringList checkedNames() const; ///< Those still to be removed.
    [[nodiscard]] int count(Progress progress) const;
    /// Disk space of those that were removed, as far as it is known.
    [[nodiscard]] std::optional<qint64> freedBytes() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        monitor::AnswerItem item;
        bool isChecked = true;
        Progress progress = Progress::Listed;
        QString message;
    };

    void setProgress(const QString &name, Progress progress, const QString &message);

    QList<Row> m_rows;
};
