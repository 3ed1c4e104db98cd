#pragma once

#include "models/executionrecord.h"

#include <QAbstractProxyModel>
#include <QSet>
#include <QTimer>

#include <deque>
#include <optional>

/// Which executions are shown, and in which order. All conditions must hold; newest first unless asked otherwise.
///
/// Other than a QSortFilterProxyModel it never works for long: a new condition or order is worked out beside the one
/// that is shown, some milliseconds at a time, and then takes its place at once (layoutChanged). What is small is there
/// at once. A condition that comes meanwhile makes it begin anew. Single rows that come, go or change are put in place
/// one by one.
///
/// Rows of the source are known by their number, which stays when older ones are removed. Each has the value that it is
/// sorted by, as it was when the row last changed: so the order is never at odds with the values it was made of.
class ExecutionFilter : public QAbstractProxyModel
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

    /// An ExecutionModel, once.
    void setSourceModel(QAbstractItemModel *model) override;

    /// Found in the code, the output, the id, the client or the container, ignoring case.
    void setText(const QString &text);
    void setGroup(Group group);
    void setLanguage(std::optional<Language> language);
    void setInstance(const QString &instance); ///< Empty: every server.
    void clear();
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] Group group() const { return m_group; }
    [[nodiscard]] bool isFiltering() const;
    [[nodiscard]] int sortColumn() const { return m_column; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_direction; }
    /// What is shown does not yet obey the latest condition.
    [[nodiscard]] bool isBusy() const { return m_job.has_value(); }

    [[nodiscard]] QModelIndex mapToSource(const QModelIndex &index) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex &index) const override;
    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &) const override { return {}; }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// The latest condition and order are in force, for all rows.
    void applied();

private:
    /// What a row is sorted by: a number or, where those are equal, a text.
    struct Key
    {
        qint64 number = 0;
        QString text;

        friend bool operator==(const Key &, const Key &) = default;
    };
    struct Row
    {
        bool isShown = false;
        Key key;
    };
    /// A run is a sorted part of the new order.
    struct Run
    {
        QList<qint64> numbers;
        qsizetype next = 0;
    };
    struct Job
    {
        qint64 next = 0; ///< The first row that was not looked at.
        QList<qint64> current;
        std::vector<Run> runs;
        bool isMerging = false;
        std::vector<std::size_t> heap; ///< Of runs, the one with the first row on top.
        QList<qint64> merged;
        QSet<qint64> changed; ///< Rows that changed after they were looked at.
    };

    void begin();
    void work();
    bool look(const class QElapsedTimer &timer);
    bool merge(const class QElapsedTimer &timer);
    void conclude();
    [[nodiscard]] bool isAfter(std::size_t run, std::size_t other) const;

    void rowsAdded(int first, int last);
    void rowsAboutToGo(int first, int last);
    void rowsGone(int first, int last);
    void rowsChanged(int first, int last);
    void insert(QList<qint64> numbers);
    void update(const QList<qint64> &numbers);
    void announce(QList<int> places);
    void setOrder(QList<qint64> order);

    [[nodiscard]] qint64 end() const { return m_first + qint64(m_rows.size()); }
    [[nodiscard]] Row &row(qint64 number) { return m_rows[std::size_t(number - m_first)]; }
    [[nodiscard]] const Row &row(qint64 number) const { return m_rows[std::size_t(number - m_first)]; }
    [[nodiscard]] Row rowOf(qint64 number) const;
    [[nodiscard]] bool accepts(const ExecutionRecord &record) const;
    [[nodiscard]] bool matchesText(const ExecutionRecord &record) const;
    [[nodiscard]] bool isBefore(qint64 left, qint64 right) const;
    [[nodiscard]] int placeOf(qint64 number) const;

    QString m_text;
    Group m_group = Group::Everything;
    std::optional<Language> m_language;
    QString m_instance;
    int m_column;
    Qt::SortOrder m_direction = Qt::DescendingOrder;

    std::deque<Row> m_rows;      ///< Of the source, in its order.
    qint64 m_first = 0;          ///< Number of the source's first row.
    QList<qint64> m_order;       ///< What is shown.
    mutable QList<int> m_places; ///< Row of the source → row here, -1 if it is not shown; empty when outdated.
    std::optional<Job> m_job;
    QTimer m_slice;
};
