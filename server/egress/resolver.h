#pragma once

#include <QHostInfo>
#include <QObject>
#include <QPointer>
#include <QQueue>

#include <chrono>
#include <functional>
#include <memory>

/// Looks names up for the programs of one container: a few at a time, so that one program cannot use up the process's
/// threads for it, and each with a time limit, waiting included. A look-up that is given up keeps its thread until the
/// system's own limit, so several programs with slow name servers can still slow everybody's look-ups down.
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
        Answer answer; ///< Empty when it was given.

        void giveAnswer(const QHostInfo *info);
    };

    void startNext();

    std::chrono::milliseconds m_limit;
    LookUp m_lookUp;
    QQueue<std::shared_ptr<Request>> m_waiting;
    int m_running = 0;
};
