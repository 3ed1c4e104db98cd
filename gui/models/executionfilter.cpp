#include "executionfilter.h"

#include "executionmodel.h"

ExecutionFilter::ExecutionFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(ExecutionModel::SortRole);
    setDynamicSortFilter(true);
}

void ExecutionFilter::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    invalidateFilter();
}

void ExecutionFilter::setGroup(Group group)
{
    if (m_group == group)
        return;
    m_group = group;
    invalidateFilter();
}

void ExecutionFilter::setLanguage(std::optional<Language> language)
{
    if (m_language == language)
        return;
    m_language = language;
    invalidateFilter();
}

void ExecutionFilter::setInstance(const QString &instance)
{
    if (m_instance == instance)
        return;
    m_instance = instance;
    invalidateFilter();
}

void ExecutionFilter::clear()
{
    m_text.clear();
    m_group = Group::Everything;
    m_language.reset();
    m_instance.clear();
    invalidateFilter();
}

bool ExecutionFilter::isFiltering() const
{
    return !m_text.isEmpty() || m_group != Group::Everything || m_language || !m_instance.isEmpty();
}

bool ExecutionFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const auto *model = static_cast<const ExecutionModel *>(sourceModel());
    const ExecutionRecord *record = model->record(row);
    if (record == nullptr)
        return false;
    if (m_language && record->language != *m_language)
        return false;
    if (!m_instance.isEmpty() && record->instance != m_instance)
        return false;
    switch (m_group) {
    case Group::Everything:
        break;
    case Group::Active:
        if (!isActive(record->state))
            return false;
        break;
    case Group::Succeeded:
        if (record->state != ExecutionState::Succeeded)
            return false;
        break;
    case Group::Failed:
        if (!isFailure(record->state) || record->state == ExecutionState::TimedOut)
            return false;
        break;
    case Group::TimedOut:
        if (record->state != ExecutionState::TimedOut)
            return false;
        break;
    }
    return m_text.isEmpty() || matchesText(*record);
}

bool ExecutionFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    // Equal values keep the order of arrival, so that rows do not jump.
    if (QSortFilterProxyModel::lessThan(left, right))
        return true;
    return !QSortFilterProxyModel::lessThan(right, left) && left.row() < right.row();
}

bool ExecutionFilter::matchesText(const ExecutionRecord &record) const
{
    for (const QString *text : {&record.id.value, &record.client, &record.container, &record.code}) {
        if (text->contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    return record.output->contains(m_text);
}
