#include "monitor/eventhistory.h"

#include "common/names.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

/// What the event is the newest state of; empty for events that each count.
QString stateKey(const monitor::Payload &payload)
{
    if (std::holds_alternative<monitor::ServerChanged>(payload))
        return u"server"_s;
    if (const auto *usage = std::get_if<monitor::UsageReported>(&payload))
        return u"usage/"_s + usage->id.value;
    if (const auto *container = std::get_if<monitor::ContainerChanged>(&payload))
        return u"container/"_s + container->container.name;
    if (const auto *pool = std::get_if<monitor::PoolChanged>(&payload))
        return u"pool/"_s + languageName(pool->pool.language);
    const auto *output = std::get_if<monitor::Output>(&payload);
    if (output != nullptr && output->part == monitor::OutputPart::Sample)
        return u"sample/"_s + streamName(output->stream) + output->id.value;
    return {};
}

bool isOutput(const monitor::Payload &payload)
{
    const auto *output = std::get_if<monitor::Output>(&payload);
    return output != nullptr && output->part != monitor::OutputPart::Sample;
}

/// Which execution the event goes away with: its own, or that of the container in question.
const ExecutionId *relatedExecution(const monitor::Payload &payload)
{
    const auto *container = std::get_if<monitor::ContainerChanged>(&payload);
    return container != nullptr ? &container->container.execution : monitor::executionOf(payload);
}

/// True for what stays true until something supersedes it.
bool isPresent(const monitor::Payload &payload)
{
    if (const auto *container = std::get_if<monitor::ContainerChanged>(&payload))
        return container->container.state != ContainerState::Removed &&
               container->container.state != ContainerState::Failed;
    return std::holds_alternative<monitor::ServerChanged>(payload) ||
           std::holds_alternative<monitor::PoolChanged>(payload);
}

bool isEnd(const monitor::Payload &payload)
{
    return std::holds_alternative<monitor::ExecutionFinished>(payload) ||
           std::holds_alternative<monitor::ExecutionFailed>(payload);
}

} // namespace

void EventHistory::add(const monitor::Event &event, const QByteArray &line)
{
    Q_ASSERT(event.seq > m_lastSeq);
    m_lastSeq = event.seq;
    const QString key = stateKey(event.payload);
    if (!key.isEmpty()) {
        if (const auto previous = m_states.constFind(key); previous != m_states.cend())
            remove(*previous);
        m_states.insert(key, event.seq);
    }
    m_entries.emplace_hint(m_entries.end(), event.seq, Stored{{event.seq, line}, key});
    m_bytes += line.size();

    const ExecutionId *id = relatedExecution(event.payload);
    const bool isQueued = std::holds_alternative<monitor::ExecutionQueued>(event.payload);
    if (id != nullptr && (isQueued || m_executions.contains(id->value))) {
        if (!m_executions.contains(id->value))
            m_order.push_back(id->value);
        Execution &execution = m_executions[id->value];
        if (isOutput(event.payload)) {
            addOutput(execution, event.seq, line.size());
        } else {
            execution.milestones.removeIf([this](quint64 seq) { return !m_entries.contains(seq); });
            execution.milestones += event.seq;
        }
        execution.hasEnded = execution.hasEnded || isEnd(event.payload);
    } else if (!isPresent(event.payload)) {
        m_loose.push_back(event.seq);
        if (qsizetype(m_loose.size()) > m_limits.looseEvents) {
            forget(m_loose.front());
            m_loose.pop_front();
        }
    }
    enforceLimits();
}

const EventHistory::Entry *EventHistory::next(quint64 seq) const
{
    const auto it = m_entries.upper_bound(seq);
    return it == m_entries.cend() ? nullptr : &it->second;
}

void EventHistory::addOutput(Execution &execution, quint64 seq, qsizetype size)
{
    const qsizetype half = m_limits.outputBytesPerExecution / 2;
    if (execution.latest.empty() && execution.headBytes + size <= half) {
        execution.head.push_back(seq);
        execution.headBytes += size;
        return;
    }
    execution.latest.push_back(seq);
    execution.latestBytes += size;
    while (execution.latestBytes > half && execution.latest.size() > 1) {
        const quint64 oldest = execution.latest.front();
        execution.latest.pop_front();
        if (const auto it = m_entries.find(oldest); it != m_entries.end()) {
            execution.latestBytes -= it->second.line.size();
            forget(oldest);
        }
    }
}

void EventHistory::enforceLimits()
{
    while (qsizetype(m_executions.size()) > m_limits.executions && forgetOldestExecution()) {
    }
    while (m_bytes > m_limits.bytes && m_entries.size() > 1) {
        if (!forgetOldestExecution())
            forget(m_entries.begin()->first);
    }
}

bool EventHistory::forgetOldestExecution()
{
    const auto ended = std::find_if(m_order.cbegin(), m_order.cend(),
                                    [this](const QString &id) { return m_executions.constFind(id)->hasEnded; });
    if (ended == m_order.cend())
        return false;
    const Execution execution = m_executions.take(*ended);
    m_order.erase(ended);
    for (const quint64 seq : execution.milestones)
        forget(seq);
    for (const auto &output : {execution.head, execution.latest}) {
        for (const quint64 seq : output)
            forget(seq);
    }
    return true;
}

void EventHistory::remove(quint64 seq)
{
    const auto it = m_entries.find(seq);
    if (it == m_entries.end())
        return;
    if (!it->second.stateKey.isEmpty())
        m_states.remove(it->second.stateKey);
    m_bytes -= it->second.line.size();
    m_entries.erase(it);
}

void EventHistory::forget(quint64 seq)
{
    if (!m_entries.contains(seq))
        return;
    remove(seq);
    ++m_forgottenCount;
    if (m_forgotten)
        m_forgotten(seq);
}
