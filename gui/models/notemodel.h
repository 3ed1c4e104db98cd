#pragma once

#include <QAbstractListModel>
#include <QDateTime>

/// What servers and the monitor itself found worth saying, newest first, bounded.
class NoteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void add(const QDateTime &time, const QString &text);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row
    {
        QDateTime time;
        QString text;
    };

    QList<Row> m_rows;
};
