#include "models/notemodel.h"

#include "models/wording.h"

void NoteModel::add(const QDateTime &time, const QString &text)
{
    constexpr qsizetype limit = 200;
    if (m_rows.size() >= limit) {
        beginRemoveRows({}, int(limit) - 1, int(m_rows.size()) - 1);
        m_rows.resize(limit - 1);
        endRemoveRows();
    }
    beginInsertRows({}, 0, 0);
    m_rows.prepend({time, text});
    endInsertRows();
}

int NoteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant NoteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[index.row()];
    if (role == Qt::DisplayRole) {
        //: A note with its time of day.
        return tr("%1  %2").arg(Wording::moment(row.time, QDateTime::currentDateTimeUtc()), row.text.simplified());
    }
    if (role == Qt::ToolTipRole)
        return Wording::plain(row.text);
    return {};
}
