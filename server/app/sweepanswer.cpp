#include "app/sweepanswer.h"

#include "engine/instance.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

monitor::AnswerItem itemOf(const ListedContainer &container)
{
    monitor::AnswerItem item;
    item.container = container.name;
    item.owner = u"server %1, which ended"_s.arg(container.labels.value(labels::key("pid"_L1)));
    item.created = QDateTime::fromString(container.labels.value(labels::key("created"_L1)), Qt::ISODate);
    item.state = container.state;
    return item;
}

} // namespace

monitor::Answer refusalAnswer(const QString &message)
{
    monitor::Answer answer;
    answer.ok = false;
    answer.message = message;
    return answer;
}

monitor::Answer sizeAnswer(const QList<ListedContainer> &containers, const QString &uid)
{
    monitor::Answer answer;
    for (const ListedContainer &container : containers) {
        if (container.labels.value(labels::key("uid"_L1)) != uid || !container.sizeBytes)
            continue;
        monitor::AnswerItem item;
        item.container = container.name;
        item.state = container.state;
        item.sizeBytes = container.sizeBytes;
        answer.items.append(item);
    }
    return answer;
}

monitor::Answer sweepAnswer(const Result<Sweeper::Report> &report, SweepMode mode)
{
    if (!report)
        return refusalAnswer(report.error().message);
    monitor::Answer answer;
    for (const ListedContainer &container : report->dead) {
        monitor::AnswerItem item = itemOf(container);
        const auto failure = std::ranges::find(report->failed, container.name, &Sweeper::Failure::name);
        if (failure != report->failed.end()) {
            item.ok = answer.ok = false;
            item.message = failure->reason;
        }
        if (mode == SweepMode::Look || !item.ok || report->removed.contains(container.name))
            answer.items.append(item);
    }
    return answer;
}
