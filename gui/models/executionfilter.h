#pragma once

#include "executionrecord.h"

#include <QSortFilterProxyModel>

#include <optional>

/// Which executions are shown, and in which order. All conditions must hold; newest first unless asked otherwise.
class ExecutionFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    enum class Group
    {
        Everything,
        Active,
        Succeeded,
        Failed, ///< Any failure but a time-out.
        TimedOut
    };

    explicit ExecutionFilter(QObject *parent = nullptr);

    /// Found in the code, the output, the id, the client or the container, ignoring case.
    void setText(const QString &text);
    void setGroup(Group group);
    void setLanguage(std::optional<Language> language);
    void setInstance(const QString &instance); ///< Empty: every server.
    void clear();

    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] Group group() const { return m_group; }
    [[nodiscard]] bool isFiltering() const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    [[nodiscard]] bool matchesText(const ExecutionRecord &record) const;

    QString m_text;
    Group m_group = Group::Everything;
    std::optional<Language> m_language;
    QString m_instance;
};
