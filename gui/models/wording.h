#pragma once

#include "models/executionrecord.h"

#include <QCoreApplication>

/// How states, moments and amounts are said to people, in their language.
struct Wording
{
    Q_DECLARE_TR_FUNCTIONS(Wording)

public:
    /// For places where Qt would take what looks like markup for markup (tool tips, message boxes).
    static QString plain(const QString &text);
    static QString state(ExecutionState state);
    /// What became of it, in one sentence.
    static QString sentence(const ExecutionRecord &record, const QDateTime &now);
    /// "Exit code 3", "SIGSEGV"; short, for a table.
    static QString outcome(const ExecutionRecord &record);
    static QString language(Language language);
    static QString containerState(ContainerState state);
    static QString duration(std::chrono::microseconds duration);
    /// How long ago, coarse: "3 min".
    static QString age(const QDateTime &since, const QDateTime &now);
    static QString size(qint64 bytes);
    static QString percent(double fraction);
    /// Today the time, otherwise the date too.
    static QString moment(const QDateTime &moment, const QDateTime &now);
    static QString fullMoment(const QDateTime &moment);
};
