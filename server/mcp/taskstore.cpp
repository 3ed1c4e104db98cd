#include "mcp/taskstore.h"

#include <QJsonDocument>
#include <QPointer>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto pollInterval = 500ms;

QString randomId()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QString::fromLatin1(QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex());
}

QString now()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
}

} // namespace

struct TaskStore::Task
{
    QString id;
    QString status = u"working"_s;
    QString statusMessage;
    QString created = now();
    QString updated = created;
    std::chrono::milliseconds lifetime{0};
    QDeadlineTimer expiry;
    QPointer<Exchange> work; ///< Null after the end.
    std::function<void(Exchange *)> again;
    QJsonObject outcome;   ///< {"result": …} or {"error": …}
    QJsonObject questions; ///< Not answered yet.
    QJsonObject answers;
    QJsonObject state;

    void enter(const QString &newStatus)
    {
        status = newStatus;
        updated = now();
    }
    [[nodiscard]] QJsonObject fields() const
    {
        QJsonObject object{{u"taskId"_s, id},
                           {u"status"_s, status},
                           {u"createdAt"_s, created},
                           {u"lastUpdatedAt"_s, updated},
                           {u"ttlMs"_s, qint64(lifetime.count())},
                           {u"pollIntervalMs"_s, qint64(pollInterval.count())}};
        if (!statusMessage.isEmpty())
            object[u"statusMessage"_s] = statusMessage;
        return object;
    }
};

/// Takes what the work says: its end, and progress as the status' message.
class TaskStore::Sink : public MessageSink
{
public:
    explicit Sink(std::weak_ptr<Task> task)
        : m_task(std::move(task))
    {
    }

    void notify(const QByteArray &notification) override
    {
        const std::shared_ptr<Task> task = m_task.lock();
        const QJsonValue message = QJsonDocument::fromJson(notification)["params"_L1]["message"_L1];
        if (task && message.isString())
            task->statusMessage = message.toString();
    }
    void answer(const QByteArray &response) override
    {
        const std::shared_ptr<Task> task = m_task.lock();
        if (!task)
            return;
        const QJsonObject object = QJsonDocument::fromJson(response).object();
        const QString key = object.contains("error"_L1) ? u"error"_s : u"result"_s;
        task->outcome = {{key, object[key]}};
        task->enter(key == "error"_L1 ? u"failed"_s : u"completed"_s);
    }

private:
    std::weak_ptr<Task> m_task;
};

TaskStore::TaskStore(QObject *parent)
    : QObject(parent)
{
    m_expiry.setInterval(10s);
    connect(&m_expiry, &QTimer::timeout, this, &TaskStore::dropExpired);
}

TaskStore::~TaskStore()
{
    for (const std::shared_ptr<Task> &task : std::as_const(m_tasks)) {
        if (task->work)
            task->work->cancel();
    }
}

bool TaskStore::canAdopt(const Exchange &call) const
{
    return call.revision() >= Revision::R2026_07_28 && call.clientHasExtension(extension) && m_tasks.size() < maxTasks;
}

Exchange *TaskStore::adopt(Exchange *call, std::chrono::milliseconds lifetime,
                           const std::function<void(Exchange *)> &again)
{
    const auto task = std::make_shared<Task>();
    task->id = randomId();
    task->lifetime = lifetime;
    task->expiry.setRemainingTime(lifetime);
    task->again = again;
    Exchange *work = call->detached(std::make_shared<Sink>(task)).release();
    work->setParent(this);
    task->work = work;
    work->setAsker([task](const QList<InputRequest> &requests, const QJsonObject &state) {
        for (const InputRequest &request : requests)
            task->questions[request.key] = QJsonObject{{u"method"_s, request.method}, {u"params"_s, request.params}};
        task->state = state;
        task->enter(u"input_required"_s);
    });
    connect(work, &Exchange::ended, work, &QObject::deleteLater);
    m_tasks.insert(task->id, task); // readable before its id is known
    m_expiry.start();
    call->respondAs(u"task"_s, task->fields());
    return work;
}

void TaskStore::failForExtension(Exchange *request)
{
    request->failForCapability({{u"extensions"_s, QJsonObject{{extension, QJsonObject()}}}});
}

bool TaskStore::serve(Exchange *request, const QString &method)
{
    if (method != "tasks/get"_L1 && method != "tasks/update"_L1 && method != "tasks/cancel"_L1)
        return false;
    if (!request->clientHasExtension(extension)) {
        failForExtension(request);
        return true;
    }
    dropExpired();
    const std::shared_ptr<Task> task = m_tasks.value(request->params()["taskId"_L1].toString());
    if (!task) {
        request->fail({RpcError::InvalidParams, u"Unknown task: it never existed, or its time is over"_s, {}});
    } else if (method == "tasks/get"_L1) {
        get(request, *task);
    } else if (method == "tasks/update"_L1) {
        update(request, *task);
    } else {
        if (task->work) {
            task->questions = {};
            task->enter(u"cancelled"_s);
            task->work->cancel();
        }
        request->respond({});
    }
    return true;
}

void TaskStore::get(Exchange *request, const Task &task)
{
    QJsonObject result = task.fields();
    for (auto it = task.outcome.begin(); it != task.outcome.end(); ++it)
        result.insert(it.key(), it.value());
    if (!task.questions.isEmpty())
        result[u"inputRequests"_s] = task.questions;
    request->respond(result);
}

void TaskStore::update(Exchange *request, Task &task)
{
    const QJsonValue inputs = request->params()["inputResponses"_L1];
    if (!inputs.isObject())
        return request->fail({RpcError::InvalidParams, u"tasks/update needs \"inputResponses\", an object"_s, {}});
    request->respond({});
    const QJsonObject answers = inputs.toObject();
    for (auto it = answers.begin(); it != answers.end(); ++it) {
        if (task.questions.contains(it.key())) {
            task.answers[it.key()] = it.value();
            task.questions.remove(it.key());
        }
    }
    if (task.status != "input_required"_L1 || !task.questions.isEmpty() || !task.work)
        return;
    task.enter(u"working"_s);
    task.work->setInputs(std::exchange(task.answers, {}), task.state);
    task.again(task.work);
}

void TaskStore::dropExpired()
{
    for (auto it = m_tasks.begin(); it != m_tasks.end();) {
        const std::shared_ptr<Task> task = *it;
        if (!task->expiry.hasExpired()) {
            ++it;
            continue;
        }
        it = m_tasks.erase(it);
        if (task->work)
            task->work->cancel();
    }
    if (m_tasks.isEmpty())
        m_expiry.stop();
}
