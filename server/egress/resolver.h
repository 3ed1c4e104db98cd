#pragma once

#include <QHostInfo>
#include <QObject>
#include <QPointer>
#include <QQueue>

#include <chrono>
#include <functional>

/// Looks names up for the programs of one container: a few at a time, each with a time limit, so that slow name servers
/// cannot use up the process's few threads for it.
class Resolver : public QObject
{
    Q_OBJECT

public:
    /// Null: it took too long.
    using Answer = std::function<void(const QHostInfo *info)>;
    /// Stands in for QHostInfo in tests.
    using LookUp = std::function<void(const QString &name, QObject *context, std::function<void(const QHostInfo &)>)>;

    explicit Resolver(std::chrono::milliseconds limit, QObject *parent = nullptr);
    void setLookUp(LookUp lookUp) { m_lookUp = std::move(lookUp); }

    /// Answers through the event loop, unless `context` dies before.
    void resolve(const QString &name, QObject *context, Answer answer);

    /// Look-ups of the whole process that have not come back; at its end, Qt would wait for them.
    static int pendingLookUps();

private:
    struct Request
    {
        QString name;
        QPointer<QObject> context;
        Answer answer;
    };

    void startNext();

    std::chrono::milliseconds m_limit;
    LookUp m_lookUp;
    QQueue<Request> m_waiting;
    int m_running = 0;
};
