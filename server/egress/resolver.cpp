#include "resolver.h"

#include <QCoreApplication>
#include <QTimer>

#include <memory>

namespace {

constexpr int maxRunning = 4; // of QHostInfo's 20 threads

int pending = 0;

void lookUpWithQt(const QString &name, QObject *context, std::function<void(const QHostInfo &)> answer)
{
    ++pending;
    // Not in `context`, which may go: the count must come down in any case.
    QHostInfo::lookupHost(name, QCoreApplication::instance(),
                          [guard = QPointer<QObject>(context), answer = std::move(answer)](const QHostInfo &info) {
                              --pending;
                              if (guard)
                                  answer(info);
                          });
}

} // namespace

Resolver::Resolver(std::chrono::milliseconds limit, QObject *parent)
    : QObject(parent)
    , m_limit(limit)
    , m_lookUp(lookUpWithQt)
{
}

void Resolver::resolve(const QString &name, QObject *context, Answer answer)
{
    m_waiting.enqueue({name, context, std::move(answer)});
    startNext();
}

void Resolver::startNext()
{
    while (m_running < maxRunning && !m_waiting.isEmpty()) {
        Request request = m_waiting.dequeue();
        if (!request.context)
            continue;
        ++m_running;
        // Whichever comes first answers; the thread is free only when the look-up itself is over.
        auto open = std::make_shared<Request>(std::move(request));
        const auto answerOnce = [open](const QHostInfo *info) {
            const Answer answer = std::exchange(open->answer, nullptr);
            if (answer && open->context)
                answer(info);
        };
        QTimer::singleShot(m_limit, open->context, [answerOnce] { answerOnce(nullptr); });
        m_lookUp(open->name, this, [this, answerOnce](const QHostInfo &info) {
            --m_running;
            startNext();
            answerOnce(&info);
        });
    }
}

int Resolver::pendingLookUps()
{
    return pending;
}
