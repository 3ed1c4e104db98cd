#pragma once

#include "models/executionrecord.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>
#include <QTimer>

#include <deque>

/// All executions that the monitor knows, in order of arrival; the oldest ended ones go beyond the limit.
///
/// apply() takes the events of one server in any amount; changes are announced together, some 20 times a second at
/// most. Rows are found by id.
class ExecutionModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        StateColumn,
        CodeColumn,
        LanguageColumn,
        ClientColumn,
        CalledColumn,
        DurationColumn,
        CpuColumn,
        MemoryColumn,
        OutcomeColumn,
        ContainerColumn,
        ServerColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole, ///< Numbers and times as such.
        IdRole,
        StateRole,
        StaleRole,
        SentenceRole ///< The row as a sentence, for screen readers.
    };

    static constexpr qsizetype defaultLimit = 10'000;
    static constexpr qint64 defaultByteLimit = 128 * 1024 * 1024;

    explicit ExecutionModel(QObject *parent = nullptr);

    void apply(const QString &instance, const monitor::Event &event);
    /// The server is gone (or back): what it has not finished is the last that is known.
    void setStale(const QString &instance, bool isStale);
    /// Shown until the server confirms that it is cancelled, or refuses.
    void setStopRequested(const ExecutionId &id, bool isRequested);
    /// How much history is kept: executions, and bytes of memory for their code and output together.
    void setLimits(qsizetype executions, qint64 bytes);
    void clearEnded();
    /// While on, running rows tick once a second. Off when nobody looks.
    void setTicking(bool isTicking);
    /// Announces what is collected now, without waiting.
    void flush();

    [[nodiscard]] const ExecutionRecord *record(const ExecutionId &id) const; ///< Null if unknown or too new.
    [[nodiscard]] const ExecutionRecord *record(int row) const;
    [[nodiscard]] int rowOf(const ExecutionId &id) const;        ///< -1 if none.
    [[nodiscard]] QList<const ExecutionRecord *> active() const; ///< Oldest first.
    [[nodiscard]] qsizetype activeCount() const { return m_active.size(); }
    [[nodiscard]] qsizetype startedToday() const;
    /// Memory that the code and output of all executions take.
    [[nodiscard]] qint64 bytes() const { return m_bytes; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// Something about this execution changed; once per flush.
    void recordChanged(const ExecutionId &id);
    void outputAppended(const ExecutionId &id);
    /// Once for each execution, when its end is announced.
    void ended(const ExecutionId &id);
    /// The number of active executions, or anything else that a summary tells, may have changed.
    void summaryChanged();

private:
    ExecutionRecord *find(const ExecutionId &id);
    void touch(const ExecutionId &id);
    void applyTo(ExecutionRecord &record, const monitor::Event &event);
    void finish(ExecutionRecord &record, const monitor::ExecutionFinished &finished);
    void appendOutput(ExecutionRecord &record, const monitor::Output &output);
    void insertPending();
    void announceChanges();
    void enforceLimits();
    /// Removes the `count` oldest ones, up to the first that is under way; the newest stays.
    void removeOldest(int count);
    /// Takes the rows out; what they hold goes later, some at a time.
    void takeOut(size_t first, size_t last);
    void dropSome();
    void tick();
    [[nodiscard]] QVariant display(const ExecutionRecord &record, int column) const;
    [[nodiscard]] QVariant sortValue(const ExecutionRecord &record, int column) const;

    std::deque<ExecutionRecord> m_records;
    std::deque<ExecutionRecord> m_pending; ///< Known, but not yet announced as rows.
    QHash<QString, qint64> m_numbers;      ///< Id → running number; the row is that less m_firstNumber.
    qint64 m_firstNumber = 0;
    QHash<QString, QString> m_byContainer; ///< Container → execution, until it is removed.
    QSet<QString> m_active;
    QSet<QString> m_lost; ///< Active when their server went.
    QSet<QString> m_touched;
    QSet<QString> m_withOutput;
    QStringList m_ended;
    qsizetype m_limit = defaultLimit;
    qint64 m_byteLimit = defaultByteLimit;
    qint64 m_bytes = 0;
    qint64 m_clearedOutputs = 0; ///< Records below this number gave their output away.
    std::deque<ExecutionRecord> m_leaving;
    QTimer m_dropTimer;
    QTimer m_flushTimer;
    QTimer m_tickTimer;
};
