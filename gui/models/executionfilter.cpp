#include "models/executionfilter.h"

#include "models/executionmodel.h"

#include <QElapsedTimer>

#include <algorithm>

namespace {

/// Worked before other events get their turn.
constexpr qint64 sliceMs = 6;
/// Rows that are put in place one by one; more of them are a job.
constexpr qsizetype maxSingle = 200;
/// A run is sorted in one go.
constexpr qsizetype maxRun = 2048;

} // namespace

ExecutionFilter::ExecutionFilter(QObject *parent)
    : QAbstractProxyModel(parent)
    , m_column(ExecutionModel::CalledColumn)
{
    m_slice.setSingleShot(true);
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &ExecutionFilter::work);
}

void ExecutionFilter::setSourceModel(QAbstractItemModel *model)
{
    beginResetModel();
    QAbstractProxyModel::setSourceModel(model);
    m_rows.resize(std::size_t(model->rowCount()));
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { rowsAdded(first, last); });
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { rowsAboutToGo(first, last); });
    connect(model, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { rowsGone(first, last); });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last) { rowsChanged(first.row(), last.row()); });
    endResetModel();
    begin();
}

void ExecutionFilter::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    begin();
}

void ExecutionFilter::setGroup(Group group)
{
    if (m_group == group)
        return;
    m_group = group;
    begin();
}

void ExecutionFilter::setLanguage(std::optional<Language> language)
{
    if (m_language == language)
        return;
    m_language = language;
    begin();
}

void ExecutionFilter::setInstance(const QString &instance)
{
    if (m_instance == instance)
        return;
    m_instance = instance;
    begin();
}

void ExecutionFilter::clear()
{
    if (!isFiltering())
        return;
    m_text.clear();
    m_group = Group::Everything;
    m_language.reset();
    m_instance.clear();
    begin();
}

void ExecutionFilter::sort(int column, Qt::SortOrder order)
{
    // A view without a sort indicator asks for column -1: the order of arrival.
    if (column < 0)
        column = ExecutionModel::CalledColumn;
    if (m_column == column && m_direction == order)
        return;
    m_column = column;
    m_direction = order;
    begin();
}

bool ExecutionFilter::isFiltering() const
{
    return !m_text.isEmpty() || m_group != Group::Everything || m_language || !m_instance.isEmpty();
}

void ExecutionFilter::begin()
{
    if (sourceModel() == nullptr)
        return;
    m_job.emplace();
    m_job->next = m_first;
    work();
}

void ExecutionFilter::work()
{
    if (!m_job)
        return;
    QElapsedTimer timer;
    timer.start();
    if (look(timer) && merge(timer))
        conclude();
    else
        m_slice.start();
}

bool ExecutionFilter::look(const QElapsedTimer &timer)
{
    if (m_job->isMerging)
        return true;
    const auto finishRun = [this] {
        if (m_job->current.isEmpty())
            return;
        std::sort(m_job->current.begin(), m_job->current.end(), [this](qint64 a, qint64 b) { return isBefore(a, b); });
        m_job->runs.push_back({std::exchange(m_job->current, {}), 0});
    };
    // The clock is looked at after each row: one may have a megabyte of output to search.
    while (m_job->next < end()) {
        if (timer.hasExpired(sliceMs)) {
            finishRun();
            return false;
        }
        const qint64 number = m_job->next++;
        row(number) = rowOf(number);
        if (row(number).isShown)
            m_job->current += number;
        if (m_job->current.size() >= maxRun)
            finishRun();
    }
    finishRun();
    m_job->isMerging = true;
    return true;
}

bool ExecutionFilter::isAfter(std::size_t run, std::size_t other) const
{
    const Run &a = m_job->runs[run];
    const Run &b = m_job->runs[other];
    return isBefore(b.numbers[b.next], a.numbers[a.next]);
}

bool ExecutionFilter::merge(const QElapsedTimer &timer)
{
    const auto after = [this](std::size_t a, std::size_t b) { return isAfter(a, b); };
    std::vector<std::size_t> &heap = m_job->heap;
    if (heap.empty()) {
        for (std::size_t run = 0; run < m_job->runs.size(); ++run) {
            if (m_job->runs[run].next < m_job->runs[run].numbers.size())
                heap.push_back(run);
        }
        std::make_heap(heap.begin(), heap.end(), after);
    }
    for (int i = 0; !heap.empty(); ++i) {
        if (i % 256 == 255 && timer.hasExpired(sliceMs))
            return false;
        std::pop_heap(heap.begin(), heap.end(), after);
        Run &run = m_job->runs[heap.back()];
        m_job->merged += run.numbers[run.next++];
        if (run.next < run.numbers.size())
            std::push_heap(heap.begin(), heap.end(), after);
        else
            heap.pop_back();
    }
    return true;
}

void ExecutionFilter::conclude()
{
    const QSet<qint64> changed = std::exchange(m_job->changed, {});
    const qint64 next = m_job->next;
    QList<qint64> order = std::exchange(m_job->merged, {});
    m_job.reset();
    if (order != m_order)
        setOrder(std::move(order));
    QList<qint64> later(changed.cbegin(), changed.cend());
    for (qint64 number = next; number < end(); ++number)
        later += number;
    update(later);
    Q_EMIT applied();
}

void ExecutionFilter::rowsAdded(int first, int last)
{
    // The source appends only.
    Q_ASSERT(first == int(m_rows.size()));
    m_rows.resize(std::size_t(last + 1));
    m_places.clear();
    if (m_job)
        return; // it comes to them
    if (last - first >= maxSingle) {
        begin();
        return;
    }
    QList<qint64> numbers;
    for (int place = first; place <= last; ++place)
        numbers += m_first + place;
    update(numbers);
}

void ExecutionFilter::rowsAboutToGo(int first, int last)
{
    const qint64 from = m_first + first;
    const qint64 to = m_first + last;
    const auto goes = [from, to](qint64 number) { return number >= from && number <= to; };
    if (m_job) {
        m_job->current.removeIf(goes);
        m_job->merged.removeIf(goes);
        m_job->changed.removeIf(goes);
        for (Run &run : m_job->runs) {
            run.numbers.remove(0, std::exchange(run.next, 0));
            run.numbers.removeIf(goes);
        }
        m_job->heap.clear();
    }
    QList<std::pair<int, int>> ranges; ///< From the last to the first.
    for (int place = int(m_order.size()) - 1; place >= 0; --place) {
        if (!goes(m_order[place]))
            continue;
        if (!ranges.isEmpty() && ranges.last().first == place + 1)
            ranges.last().first = place;
        else
            ranges += std::pair(place, place);
    }
    if (ranges.size() > maxSingle) {
        QList<qint64> order = m_order;
        order.removeIf(goes);
        setOrder(std::move(order));
        return;
    }
    for (const auto &[begins, ends] : std::as_const(ranges)) {
        beginRemoveRows({}, begins, ends);
        m_order.remove(begins, ends - begins + 1);
        m_places.clear();
        endRemoveRows();
    }
}

void ExecutionFilter::rowsGone(int first, int last)
{
    const qint64 count = last - first + 1;
    const qint64 from = m_first + first;
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
    m_places.clear();
    if (first == 0) {
        m_first += count;
        if (m_job)
            m_job->next = std::max(m_job->next, m_first);
        return;
    }
    // Those behind move up.
    const auto moveUp = [from, count](QList<qint64> &numbers) {
        for (qint64 &number : numbers)
            number -= number > from ? count : 0;
    };
    moveUp(m_order);
    if (!m_job)
        return;
    moveUp(m_job->current);
    moveUp(m_job->merged);
    for (Run &run : m_job->runs)
        moveUp(run.numbers);
    QSet<qint64> changed;
    for (const qint64 number : std::as_const(m_job->changed))
        changed.insert(number > from ? number - count : number);
    m_job->changed = changed;
    if (m_job->next > from)
        m_job->next = std::max(m_job->next - count, from);
}

void ExecutionFilter::rowsChanged(int first, int last)
{
    QList<qint64> numbers;
    for (int place = first; place <= last; ++place)
        numbers += m_first + place;
    const bool areMany = numbers.size() > maxSingle && (isFiltering() || m_column != ExecutionModel::CalledColumn);
    if (!m_job && !areMany) {
        update(numbers);
        return;
    }
    if (!m_job)
        begin();
    // Whatever becomes of their place, they look different now.
    QList<int> places;
    for (const qint64 number : std::as_const(numbers)) {
        if (m_job && number < m_job->next)
            m_job->changed.insert(number);
        if (const int place = placeOf(number); place >= 0)
            places += place;
    }
    announce(std::move(places));
}

/// Looks at these rows anew and puts them in their place.
void ExecutionFilter::update(const QList<qint64> &numbers)
{
    QList<qint64> arrived;
    QList<qint64> moved;
    QList<int> stayed;
    QSet<qint64> leaving;
    for (const qint64 number : numbers) {
        Row now = rowOf(number);
        Row &known = row(number);
        const int place = placeOf(number);
        if (place < 0) {
            known = now;
            if (now.isShown)
                arrived += number;
        } else if (!now.isShown) {
            leaving.insert(number);
            known.isShown = false;
        } else if (known.key == now.key) {
            stayed += place;
        } else {
            known = now;
            moved += number;
        }
    }
    announce(std::move(stayed));
    const auto place = [this](qint64 number, QList<qint64> &order) {
        const auto at =
            std::lower_bound(order.begin(), order.end(), number, [this](qint64 a, qint64 b) { return isBefore(a, b); });
        order.insert(at - order.begin(), number);
    };
    if (!moved.isEmpty() || leaving.size() > 1) {
        const QSet<qint64> movedOnes(moved.cbegin(), moved.cend());
        QList<qint64> order = m_order;
        order.removeIf([&](qint64 number) { return leaving.contains(number) || movedOnes.contains(number); });
        for (const qint64 number : std::as_const(moved))
            place(number, order);
        if (order != m_order)
            setOrder(std::move(order));
        QList<int> places;
        for (const qint64 number : std::as_const(moved))
            places += placeOf(number);
        announce(std::move(places));
    } else if (!leaving.isEmpty()) {
        const int gone = placeOf(*leaving.cbegin());
        beginRemoveRows({}, gone, gone);
        m_order.remove(gone);
        m_places.clear();
        endRemoveRows();
    }
    insert(std::move(arrived));
}

void ExecutionFilter::insert(QList<qint64> numbers)
{
    std::sort(numbers.begin(), numbers.end(), [this](qint64 a, qint64 b) { return isBefore(a, b); });
    for (qsizetype first = 0; first < numbers.size();) {
        const auto at = std::lower_bound(m_order.cbegin(), m_order.cend(), numbers[first],
                                         [this](qint64 a, qint64 b) { return isBefore(a, b); });
        // With those that follow it here and go to the same place.
        qsizetype last = first;
        while (last + 1 < numbers.size() && (at == m_order.cend() || isBefore(numbers[last + 1], *at)))
            ++last;
        const auto place = at - m_order.cbegin();
        beginInsertRows({}, int(place), int(place + last - first));
        m_order.insert(place, last - first + 1, 0);
        std::copy(numbers.cbegin() + first, numbers.cbegin() + last + 1, m_order.begin() + place);
        m_places.clear();
        endInsertRows();
        first = last + 1;
    }
}

void ExecutionFilter::announce(QList<int> places)
{
    std::sort(places.begin(), places.end());
    for (qsizetype i = 0; i < places.size();) {
        qsizetype last = i;
        while (last + 1 < places.size() && places[last + 1] == places[last] + 1)
            ++last;
        Q_EMIT dataChanged(index(places[i], 0), index(places[last], columnCount() - 1));
        i = last + 1;
    }
}

void ExecutionFilter::setOrder(QList<qint64> order)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QList<qint64> numbers;
    for (const QModelIndex &index : before)
        numbers += m_order.value(index.row(), -1);
    m_order = std::move(order);
    m_places.clear();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int place = numbers[i] < m_first ? -1 : placeOf(numbers[i]);
        after += place < 0 ? QModelIndex() : createIndex(place, before[i].column());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

ExecutionFilter::Row ExecutionFilter::rowOf(qint64 number) const
{
    const auto *model = static_cast<const ExecutionModel *>(sourceModel());
    const int place = int(number - m_first);
    const ExecutionRecord *record = model->record(place);
    Row result;
    result.isShown = record != nullptr && accepts(*record);
    if (!result.isShown)
        return result;
    const QVariant value = model->index(place, m_column).data(ExecutionModel::SortRole);
    if (value.typeId() == QMetaType::QString)
        result.key.text = value.toString().toCaseFolded();
    else if (value.typeId() == QMetaType::QDateTime)
        result.key.number = value.toDateTime().toMSecsSinceEpoch();
    else
        result.key.number = value.toLongLong();
    return result;
}

bool ExecutionFilter::accepts(const ExecutionRecord &record) const
{
    if (m_language && record.language != *m_language)
        return false;
    if (!m_instance.isEmpty() && record.instance != m_instance)
        return false;
    switch (m_group) {
    case Group::Everything:
        break;
    case Group::Active:
        if (!record.isUnderWay())
            return false;
        break;
    case Group::Succeeded:
        if (record.state != ExecutionState::Succeeded)
            return false;
        break;
    case Group::Failed:
        if (!isFailure(record.state) || record.state == ExecutionState::TimedOut)
            return false;
        break;
    case Group::TimedOut:
        if (record.state != ExecutionState::TimedOut)
            return false;
        break;
    }
    return m_text.isEmpty() || matchesText(record);
}

bool ExecutionFilter::matchesText(const ExecutionRecord &record) const
{
    for (const QString *text : {&record.id.value, &record.client, &record.container, &record.code}) {
        if (text->contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    return record.output->contains(m_text);
}

bool ExecutionFilter::isBefore(qint64 left, qint64 right) const
{
    // Equal values keep the order of arrival, so that rows do not jump.
    if (m_direction == Qt::DescendingOrder)
        std::swap(left, right);
    const Key &a = row(left).key;
    const Key &b = row(right).key;
    if (a.number != b.number)
        return a.number < b.number;
    const int texts = a.text.compare(b.text);
    return texts != 0 ? texts < 0 : left < right;
}

int ExecutionFilter::placeOf(qint64 number) const
{
    if (m_places.isEmpty() && !m_rows.empty()) {
        m_places.fill(-1, qsizetype(m_rows.size()));
        for (qsizetype place = 0; place < m_order.size(); ++place)
            m_places[m_order[place] - m_first] = int(place);
    }
    return m_places.value(number - m_first, -1);
}

QModelIndex ExecutionFilter::mapToSource(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    return sourceModel()->index(int(m_order[index.row()] - m_first), index.column());
}

QModelIndex ExecutionFilter::mapFromSource(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const int place = placeOf(m_first + index.row());
    return place < 0 ? QModelIndex() : createIndex(place, index.column());
}

QModelIndex ExecutionFilter::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int ExecutionFilter::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int ExecutionFilter::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || sourceModel() == nullptr ? 0 : sourceModel()->columnCount();
}

bool ExecutionFilter::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

QVariant ExecutionFilter::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (sourceModel() == nullptr || orientation != Qt::Horizontal)
        return {};
    return sourceModel()->headerData(section, orientation, role);
}
