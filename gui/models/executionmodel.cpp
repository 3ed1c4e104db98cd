#include "models/executionmodel.h"

#include "models/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto flushInterval = 50ms;

ExecutionState stateOf(Phase phase)
{
    switch (phase) {
    case Phase::Waiting:
        return ExecutionState::Queued;
    case Phase::Pulling:
        return ExecutionState::Pulling;
    case Phase::Starting:
        return ExecutionState::Starting;
    case Phase::Running:
        return ExecutionState::Running;
    }
    Q_UNREACHABLE();
}

ExecutionState stateOf(const ExecutionResult &result)
{
    switch (result.outcome) {
    case Outcome::Exited:
        return result.exitCode == 0 ? ExecutionState::Succeeded : ExecutionState::Failed;
    case Outcome::Signalled:
        return ExecutionState::Killed;
    case Outcome::TimedOut:
        return ExecutionState::TimedOut;
    case Outcome::OutOfMemory:
        return ExecutionState::OutOfMemory;
    case Outcome::Cancelled:
        return ExecutionState::Stopped;
    }
    Q_UNREACHABLE();
}

qint64 bytesOf(const ExecutionRecord &record)
{
    return qint64(sizeof(QChar)) * (record.code.size() + record.output->chars());
}

} // namespace

ExecutionModel::ExecutionModel(QObject *parent)
    : QAbstractTableModel(parent)
{
    m_flushTimer.setSingleShot(true);
    m_flushTimer.setInterval(flushInterval);
    connect(&m_flushTimer, &QTimer::timeout, this, &ExecutionModel::flush);
    m_dropTimer.setSingleShot(true);
    m_dropTimer.setInterval(0);
    connect(&m_dropTimer, &QTimer::timeout, this, &ExecutionModel::dropSome);
    m_tickTimer.setInterval(1000);
    connect(&m_tickTimer, &QTimer::timeout, this, &ExecutionModel::tick);
}

void ExecutionModel::apply(const QString &instance, const monitor::Event &event)
{
    if (const auto *queued = std::get_if<monitor::ExecutionQueued>(&event.payload)) {
        if (m_numbers.contains(queued->id.value))
            return; // a replay
        m_numbers.insert(queued->id.value, m_firstNumber + qint64(m_records.size() + m_pending.size()));
        ExecutionRecord &record = m_pending.emplace_back();
        record.id = queued->id;
        record.instance = instance;
        record.client = queued->client;
        record.language = queued->language;
        record.code = queued->code;
        m_bytes += bytesOf(record);
        record.codeBytes = queued->codeBytes;
        record.stdinBytes = queued->stdinBytes;
        record.timeout = queued->timeout;
        record.queued = event.time;
        m_active.insert(queued->id.value);
        touch(queued->id);
        return;
    }
    if (const auto *changed = std::get_if<monitor::ContainerChanged>(&event.payload)) {
        const ContainerInfo &container = changed->container;
        ExecutionRecord *record = find(container.execution);
        if (record == nullptr)
            record = find({m_byContainer.value(container.name)});
        const bool isGone = container.state == ContainerState::Removed || container.state == ContainerState::Failed;
        if (record != nullptr && isGone) {
            record->removed = event.time;
            m_byContainer.remove(container.name);
            touch(record->id);
        }
        return;
    }
    if (const ExecutionId *id = monitor::executionOf(event.payload)) {
        if (ExecutionRecord *record = find(*id))
            applyTo(*record, event);
    }
}

void ExecutionModel::applyTo(ExecutionRecord &record, const monitor::Event &event)
{
    if (const auto *output = std::get_if<monitor::Output>(&event.payload)) {
        if (!record.firstOutput.isValid())
            record.firstOutput = event.time;
        appendOutput(record, *output);
    } else if (const auto *usage = std::get_if<monitor::UsageReported>(&event.payload)) {
        record.usage = usage->usage;
        record.peakMemoryBytes = std::max(record.peakMemoryBytes, usage->usage.memoryBytes);
    } else if (const auto *phase = std::get_if<monitor::PhaseChanged>(&event.payload)) {
        if (isActive(record.state))
            record.state = stateOf(phase->phase);
        if (!record.starting.isValid() && phase->phase != Phase::Waiting)
            record.starting = event.time;
        if (!record.started.isValid() && phase->phase == Phase::Running)
            record.started = event.time;
    } else if (const auto *started = std::get_if<monitor::ExecutionStarted>(&event.payload)) {
        record.container = started->container;
        record.started = event.time;
        if (isActive(record.state))
            record.state = ExecutionState::Running;
        m_byContainer.insert(started->container, record.id.value);
    } else if (const auto *finished = std::get_if<monitor::ExecutionFinished>(&event.payload)) {
        record.ended = event.time;
        finish(record, *finished);
    } else if (const auto *failed = std::get_if<monitor::ExecutionFailed>(&event.payload)) {
        record.ended = event.time;
        record.error = failed->error;
        record.state = failed->error.code == Error::Code::Cancelled ? ExecutionState::Stopped : ExecutionState::NotRun;
    } else if (const auto *connection = std::get_if<monitor::ConnectionReported>(&event.payload)) {
        constexpr qsizetype maxConnections = 1000;
        if (record.connections.size() < maxConnections)
            record.connections += *connection;
    }
    if (!isActive(record.state) && (m_active.remove(record.id.value) || m_lost.remove(record.id.value)))
        m_ended += record.id.value;
    touch(record.id);
}

void ExecutionModel::finish(ExecutionRecord &record, const monitor::ExecutionFinished &finished)
{
    record.result = finished.result;
    record.isStdoutTruncated = finished.isStdoutTruncated;
    record.isStderrTruncated = finished.isStderrTruncated;
    record.peakMemoryBytes = finished.result.peakMemoryBytes;
    record.state = stateOf(finished.result);
    if (!finished.result.container.isEmpty())
        record.container = finished.result.container;
    if (!record.started.isValid()) {
        const auto ran = std::chrono::duration_cast<std::chrono::milliseconds>(finished.result.duration);
        record.started = record.ended.addMSecs(-ran.count());
    }
}

void ExecutionModel::appendOutput(ExecutionRecord &record, const monitor::Output &output)
{
    m_bytes -= bytesOf(record);
    record.output->append(output);
    m_bytes += bytesOf(record);
    m_withOutput.insert(record.id.value);
}

void ExecutionModel::setStale(const QString &instance, bool isStale)
{
    flush();
    QSet<QString> &from = isStale ? m_active : m_lost;
    QSet<QString> &to = isStale ? m_lost : m_active;
    const QSet<QString> ids = from;
    for (const QString &id : ids) {
        ExecutionRecord *record = find({id});
        if (record->instance == instance) {
            record->isStale = isStale;
            record->isStopRequested = false; // a request goes with the connection
            from.remove(id);
            to.insert(id);
            touch(record->id);
        }
    }
}

void ExecutionModel::setStopRequested(const ExecutionId &id, bool isRequested)
{
    if (ExecutionRecord *record = find(id); record != nullptr && isActive(record->state)) {
        record->isStopRequested = isRequested;
        touch(id);
    }
}

void ExecutionModel::setLimits(qsizetype executions, qint64 bytes)
{
    m_limit = std::max<qsizetype>(executions, 1);
    m_byteLimit = std::max<qint64>(bytes, 0);
    flush();
    enforceLimits();
}

void ExecutionModel::clearEnded()
{
    flush();
    // Some thousands at once, so that the window answers in between.
    int left = 2000;
    for (int row = int(m_records.size()) - 1; row >= 0 && left > 0;) {
        if (m_records[size_t(row)].isUnderWay()) {
            --row;
            continue;
        }
        int first = row;
        while (first > 0 && row - first + 1 < left && !m_records[size_t(first - 1)].isUnderWay())
            --first;
        left -= row - first + 1;
        beginRemoveRows({}, first, row);
        takeOut(size_t(first), size_t(row));
        for (size_t later = size_t(first); later < m_records.size(); ++later)
            m_numbers[m_records[later].id.value] = m_firstNumber + qint64(later);
        endRemoveRows();
        row = first - 1;
    }
    m_clearedOutputs = 0;
    Q_EMIT summaryChanged();
    if (left <= 0)
        QTimer::singleShot(0, this, &ExecutionModel::clearEnded);
}

void ExecutionModel::setTicking(bool isTicking)
{
    if (isTicking && !m_tickTimer.isActive()) {
        tick();
        m_tickTimer.start();
    } else if (!isTicking) {
        m_tickTimer.stop();
    }
}

void ExecutionModel::tick()
{
    for (const QString &id : std::as_const(m_active)) {
        const int row = rowOf({id});
        if (row >= 0)
            Q_EMIT dataChanged(index(row, DurationColumn), index(row, DurationColumn), {Qt::DisplayRole, SortRole});
    }
}

const ExecutionRecord *ExecutionModel::record(const ExecutionId &id) const
{
    return record(rowOf(id));
}

const ExecutionRecord *ExecutionModel::record(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : &m_records[size_t(row)];
}

int ExecutionModel::rowOf(const ExecutionId &id) const
{
    const auto number = m_numbers.constFind(id.value);
    if (number == m_numbers.cend() || *number - m_firstNumber >= qint64(m_records.size()))
        return -1;
    return int(*number - m_firstNumber);
}

QList<const ExecutionRecord *> ExecutionModel::active() const
{
    QList<const ExecutionRecord *> result;
    for (const QString &id : m_active) {
        if (const ExecutionRecord *found = record(ExecutionId{id}))
            result += found;
    }
    std::sort(result.begin(), result.end(), [](const auto *a, const auto *b) { return a->queued < b->queued; });
    return result;
}

qsizetype ExecutionModel::startedToday() const
{
    // As numbers: comparing local with UTC times looks up the time zone each time.
    const qint64 midnight = QDate::currentDate().startOfDay().toMSecsSinceEpoch();
    qsizetype count = 0;
    for (auto it = m_records.crbegin(); it != m_records.crend() && it->queued.toMSecsSinceEpoch() >= midnight; ++it)
        ++count;
    return count;
}

ExecutionRecord *ExecutionModel::find(const ExecutionId &id)
{
    const auto number = m_numbers.constFind(id.value);
    if (number == m_numbers.cend())
        return nullptr;
    const auto place = size_t(*number - m_firstNumber);
    return place < m_records.size() ? &m_records[place] : &m_pending[place - m_records.size()];
}

void ExecutionModel::touch(const ExecutionId &id)
{
    m_touched.insert(id.value);
    if (!m_flushTimer.isActive())
        m_flushTimer.start();
}

void ExecutionModel::flush()
{
    m_flushTimer.stop();
    insertPending();
    announceChanges();
    enforceLimits();
}

void ExecutionModel::insertPending()
{
    if (m_pending.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(m_pending.size()) - 1);
    std::move(m_pending.begin(), m_pending.end(), std::back_inserter(m_records));
    m_pending.clear();
    endInsertRows();
}

void ExecutionModel::announceChanges()
{
    if (m_touched.isEmpty())
        return;
    QList<int> rows;
    const QSet<QString> touched = std::exchange(m_touched, {});
    for (const QString &id : touched) {
        if (const int row = rowOf({id}); row >= 0)
            rows += row;
    }
    std::sort(rows.begin(), rows.end());
    for (qsizetype i = 0; i < rows.size();) {
        qsizetype last = i;
        while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1)
            ++last;
        Q_EMIT dataChanged(index(rows[i], 0), index(rows[last], ColumnCount - 1));
        i = last + 1;
    }
    for (const QString &id : touched)
        Q_EMIT recordChanged({id});
    const QSet<QString> withOutput = std::exchange(m_withOutput, {});
    for (const QString &id : withOutput)
        Q_EMIT outputAppended({id});
    const QStringList endedNow = std::exchange(m_ended, {});
    for (const QString &id : endedNow)
        Q_EMIT ended({id});
    Q_EMIT summaryChanged();
}

void ExecutionModel::enforceLimits()
{
    // Some more than needed at once: removing rows one by one would be dear.
    if (rowCount() > m_limit)
        removeOldest(rowCount() - int(m_limit) + int(m_limit / 50));
    if (m_bytes > m_byteLimit) {
        const qint64 wanted = m_bytes - m_byteLimit + m_byteLimit / 50;
        qint64 freed = 0;
        int count = 0;
        while (freed < wanted && count < rowCount())
            freed += bytesOf(m_records[size_t(count++)]);
        removeOldest(count);
    }
    // Where a running one is the oldest, the output of the next ones has to go.
    m_clearedOutputs = std::max(m_clearedOutputs, m_firstNumber);
    while (m_bytes > m_byteLimit && m_clearedOutputs - m_firstNumber < qint64(m_records.size())) {
        ExecutionRecord &record = m_records[size_t(m_clearedOutputs - m_firstNumber)];
        m_bytes -= bytesOf(record);
        record.output->clear();
        m_bytes += bytesOf(record);
        ++m_clearedOutputs;
    }
}

void ExecutionModel::removeOldest(int count)
{
    count = std::min(count, rowCount() - 1);
    int end = 0;
    while (end < count && !m_records[size_t(end)].isUnderWay())
        ++end;
    if (end <= 0)
        return;
    beginRemoveRows({}, 0, end - 1);
    takeOut(0, size_t(end) - 1);
    m_firstNumber += end;
    endRemoveRows();
    Q_EMIT summaryChanged();
}

void ExecutionModel::takeOut(size_t first, size_t last)
{
    const auto begin = m_records.begin() + qsizetype(first);
    const auto end = m_records.begin() + qsizetype(last) + 1;
    for (auto record = begin; record != end; ++record) {
        m_bytes -= bytesOf(*record);
        m_numbers.remove(record->id.value);
        m_byContainer.remove(record->container);
        m_lost.remove(record->id.value);
    }
    std::move(begin, end, std::back_inserter(m_leaving));
    m_records.erase(begin, end);
    m_dropTimer.start();
}

void ExecutionModel::dropSome()
{
    constexpr size_t some = 1000;
    m_leaving.erase(m_leaving.begin(), m_leaving.begin() + qsizetype(std::min(some, m_leaving.size())));
    if (!m_leaving.empty())
        m_dropTimer.start();
}

int ExecutionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_records.size());
}

int ExecutionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ExecutionModel::data(const QModelIndex &index, int role) const
{
    const ExecutionRecord *found = index.isValid() ? record(index.row()) : nullptr;
    if (found == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return display(*found, index.column());
    case SortRole:
        return sortValue(*found, index.column());
    case IdRole:
        return found->id.value;
    case StateRole:
        return int(found->state);
    case StaleRole:
        return found->isStale && isActive(found->state);
    case Qt::ToolTipRole:
        if (index.column() == CalledColumn)
            return Wording::fullMoment(found->queued);
        if (index.column() == OutcomeColumn || index.column() == StateColumn)
            return Wording::plain(Wording::sentence(*found, QDateTime::currentDateTimeUtc()));
        return {};
    case Qt::AccessibleTextRole:
        if (index.column() == StateColumn)
            return data(index, SentenceRole);
        return {};
    case SentenceRole:
        //: Read by screen readers: language, what became of it, first line of the code.
        return tr("%1 program. %2 Code: %3")
            .arg(Wording::language(found->language), Wording::sentence(*found, QDateTime::currentDateTimeUtc()),
                 found->firstLine());
    case Qt::TextAlignmentRole:
        if (index.column() == DurationColumn || index.column() == CpuColumn || index.column() == MemoryColumn)
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        return {};
    default:
        return {};
    }
}

QVariant ExecutionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == DurationColumn || section == CpuColumn || section == MemoryColumn;
        return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case StateColumn:
        return tr("State");
    case CodeColumn:
        return tr("Code");
    case LanguageColumn:
        return tr("Language");
    case ClientColumn:
        return tr("Client");
    case CalledColumn:
        return tr("Called");
    case DurationColumn:
        return tr("Duration");
    case CpuColumn:
        return tr("CPU Time");
    case MemoryColumn:
        return tr("Peak Memory");
    case OutcomeColumn:
        return tr("Outcome");
    case ContainerColumn:
        return tr("Container");
    case ServerColumn:
        return tr("Server");
    default:
        return {};
    }
}

QVariant ExecutionModel::display(const ExecutionRecord &record, int column) const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (column) {
    case StateColumn:
        return Wording::state(record.state);
    case CodeColumn:
        return record.firstLine();
    case LanguageColumn:
        return Wording::language(record.language);
    case ClientColumn:
        return record.client;
    case CalledColumn:
        return Wording::moment(record.queued, now);
    case DurationColumn:
        return record.started.isValid() || record.result ? Wording::duration(record.duration(now)) : QString();
    case CpuColumn:
        return record.started.isValid() ? Wording::duration(record.cpuTime()) : QString();
    case MemoryColumn:
        return record.peakMemoryBytes > 0 ? Wording::size(record.peakMemoryBytes) : QString();
    case OutcomeColumn:
        return Wording::outcome(record);
    case ContainerColumn:
        return record.container;
    case ServerColumn:
        return record.instance.left(8);
    default:
        return {};
    }
}

QVariant ExecutionModel::sortValue(const ExecutionRecord &record, int column) const
{
    switch (column) {
    case StateColumn:
        return int(record.state);
    case CalledColumn:
        return record.queued;
    case DurationColumn:
        return qint64(record.duration(QDateTime::currentDateTimeUtc()).count());
    case CpuColumn:
        return qint64(record.cpuTime().count());
    case MemoryColumn:
        return record.peakMemoryBytes;
    default:
        return display(record, column);
    }
}
