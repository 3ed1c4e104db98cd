#pragma once

#include "mcp/exchange.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QHash>
#include <QObject>
#include <QTimer>

/// The Tasks extension (2026-07-28): calls that go on after their response, and are asked for by the id that the
/// response gave. The id is random and the right to the task; it is good on every connection to this process.
///
/// Owned by the features, whose tools decide which calls become tasks. Destroying it cancels what runs.
class TaskStore : public QObject
{
    Q_OBJECT

public:
    static constexpr auto extension = QLatin1StringView("io.modelcontextprotocol/tasks");
    static constexpr int maxTasks = 128; ///< Kept at once, the ended ones included.

    explicit TaskStore(QObject *parent = nullptr);
    ~TaskStore() override;

    /// True when the client declared the extension with this call and there is room.
    [[nodiscard]] bool canAdopt(const Exchange &call) const;
    /// Answers the call with a task and returns what the work goes on with; it belongs to the store. The task lives for
    /// `lifetime`, ended or not. `again` is called when the client gave the input that the work required.
    Exchange *adopt(Exchange *call, std::chrono::milliseconds lifetime, const std::function<void(Exchange *)> &again);
    static void failForExtension(Exchange *request);

    /// Answers tasks/get, tasks/update, tasks/cancel; false for any other method.
    bool serve(Exchange *request, const QString &method);
    [[nodiscard]] int size() const { return int(m_tasks.size()); }

private:
    class Sink;
    struct Task;

    void get(Exchange *request, const Task &task);
    void update(Exchange *request, Task &task);
    void dropExpired();

    QHash<QString, std::shared_ptr<Task>> m_tasks;
    QTimer m_expiry;
};
