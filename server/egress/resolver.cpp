#include "egress/resolver.h"

#include <QCoreApplication>
#include <QTimer>

#include <utility>

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
    const auto request = std::make_shared<Request>(Request{name, context, std::move(answer)});
    // Whichever comes first answers; the thread is free only when the look-up itself is over.
    QTimer::singleShot(m_limit, context, [request] { request->giveAnswer(nullptr); });
    m_waiting.enqueue(request);
    startNext();
}

void Resolver::Request::giveAnswer(const QHostInfo *info)
{
    const Answer give = std::exchange(answer, nullptr);
    if (give && context)
        give(info);
}

void Resolver::startNext()
{
    while (m_running < maxRunning && !m_waiting.isEmpty()) {
        const std::shared_ptr<Request> request = m_waiting.dequeue();
        if (!request->context || !request->answer)
            continue;
        ++m_running;
        m_lookUp(request->name, this, [this, request](const QHostInfo &info) {
            --m_running;
            startNext();
            request->giveAnswer(&info);
        });
    }
}

int Resolver::pendingLookUps()
{
    return pending;
}
