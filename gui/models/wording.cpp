#include "models/wording.h"

#include "common/names.h"

#include <QLocale>
#include <QTextDocument>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QString Wording::plain(const QString &text)
{
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text);
}

QString Wording::state(ExecutionState state)
{
    switch (state) {
    case ExecutionState::Queued:
        return tr("Queued");
    case ExecutionState::Pulling:
        return tr("Fetching image");
    case ExecutionState::Starting:
        return tr("Starting");
    case ExecutionState::Running:
        return tr("Running");
    case ExecutionState::Succeeded:
        return tr("Finished");
    case ExecutionState::Failed:
        return tr("Failed");
    case ExecutionState::Killed:
        return tr("Killed");
    case ExecutionState::TimedOut:
        return tr("Timed out");
    case ExecutionState::OutOfMemory:
        return tr("Out of memory");
    case ExecutionState::Stopped:
        return tr("Stopped");
    case ExecutionState::NotRun:
        return tr("Could not run");
    }
    Q_UNREACHABLE();
}

QString Wording::sentence(const ExecutionRecord &record, const QDateTime &now)
{
    const QString time = duration(record.duration(now));
    if (record.isStale && isActive(record.state))
        return tr("The server is gone; last known: %1.").arg(state(record.state));
    switch (record.state) {
    case ExecutionState::Queued:
        return tr("Waiting for a free place.");
    case ExecutionState::Pulling:
        return tr("The image is being fetched.");
    case ExecutionState::Starting:
        return tr("The container starts.");
    case ExecutionState::Running:
        return record.isStopRequested ? tr("Stopping…") : tr("Running for %1.").arg(time);
    case ExecutionState::Succeeded:
        return tr("Finished successfully after %1.").arg(time);
    case ExecutionState::Failed:
        return tr("Ended with exit code %1 after %2.").arg(record.result->exitCode.value_or(-1)).arg(time);
    case ExecutionState::Killed:
        return tr("Killed by %1 after %2.").arg(signalName(record.result->signal), time);
    case ExecutionState::TimedOut:
        return tr("Stopped after %1: it reached its time limit.").arg(time);
    case ExecutionState::OutOfMemory:
        //: The second amount is of memory.
        return tr("Killed after %1: out of memory; it had used %2.").arg(time, size(record.result->peakMemoryBytes));
    case ExecutionState::Stopped:
        return tr("Stopped on request after %1.").arg(time);
    case ExecutionState::NotRun:
        return tr("Could not run: %1").arg(record.error ? record.error->message : QString());
    }
    Q_UNREACHABLE();
}

QString Wording::outcome(const ExecutionRecord &record)
{
    if (record.isStale && isActive(record.state))
        return tr("Last known");
    if (record.isStopRequested && isActive(record.state))
        return tr("Stopping…");
    switch (record.state) {
    case ExecutionState::Succeeded:
    case ExecutionState::Failed:
        return tr("Exit code %1").arg(record.result->exitCode.value_or(-1));
    case ExecutionState::Killed:
        return signalName(record.result->signal);
    case ExecutionState::TimedOut:
        return tr("Time limit");
    case ExecutionState::OutOfMemory:
        return tr("Memory limit");
    case ExecutionState::Stopped:
        return tr("On request");
    case ExecutionState::NotRun:
        return record.error ? record.error->message : QString();
    default:
        return {};
    }
}

QString Wording::language(Language language)
{
    return language == Language::Python ? u"Python"_s : u"JavaScript"_s; // names, the same in every language
}

QString Wording::containerState(ContainerState state)
{
    switch (state) {
    case ContainerState::Starting:
        return tr("Starting");
    case ContainerState::Ready:
        return tr("Warm, waiting");
    case ContainerState::InUse:
        return tr("In use");
    case ContainerState::Removed:
        return tr("Removed");
    case ContainerState::Failed:
        return tr("Failed");
    }
    Q_UNREACHABLE();
}

QString Wording::duration(std::chrono::microseconds duration)
{
    const QLocale locale;
    const auto us = double(duration.count());
    if (duration < 10ms)
        return tr("%1 ms").arg(locale.toString(us / 1000, 'f', 1));
    if (duration < 1s)
        return tr("%1 ms").arg(locale.toString(us / 1000, 'f', 0));
    if (duration < 60s)
        return tr("%1 s").arg(locale.toString(us / 1e6, 'f', 1));
    const auto seconds = qint64(us / 1e6);
    if (duration < 1h)
        return tr("%1 min %2 s").arg(locale.toString(seconds / 60), locale.toString(seconds % 60));
    return tr("%1 h %2 min").arg(locale.toString(seconds / 3600), locale.toString(seconds / 60 % 60));
}

QString Wording::age(const QDateTime &since, const QDateTime &now)
{
    if (!since.isValid())
        return {};
    const QLocale locale;
    const qint64 seconds = std::max<qint64>(since.secsTo(now), 0);
    if (seconds < 60)
        return tr("%1 s").arg(locale.toString(seconds));
    if (seconds < 3600)
        return tr("%1 min").arg(locale.toString(seconds / 60));
    if (seconds < 48 * 3600)
        return tr("%1 h %2 min").arg(locale.toString(seconds / 3600), locale.toString(seconds / 60 % 60));
    return tr("%n day(s)", nullptr, int(seconds / 86400));
}

QString Wording::size(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 10 * 1024 * 1024 ? 1 : 0, QLocale::DataSizeIecFormat);
}

QString Wording::percent(double fraction)
{
    return tr("%1 %").arg(QLocale().toString(fraction * 100, 'f', fraction > 0 && fraction < 0.1 ? 1 : 0));
}

QString Wording::moment(const QDateTime &moment, const QDateTime &now)
{
    if (!moment.isValid())
        return {};
    const QDateTime local = moment.toLocalTime();
    const QLocale locale;
    if (local.date() == now.toLocalTime().date())
        return locale.toString(local.time(), u"HH:mm:ss"_s);
    return locale.toString(local, QLocale::ShortFormat);
}

QString Wording::fullMoment(const QDateTime &moment)
{
    if (!moment.isValid())
        return {};
    return QLocale().toString(moment.toLocalTime(), QLocale::LongFormat);
}
