#include "engine/processreaper.h"

#include <QProcess>
#include <QSet>
#include <QTimer>

void reap(QProcess *process, int killAfterMs)
{
    process->disconnect();
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    process->setParent(nullptr);
    keepUntilDone(process);
    QObject::connect(process, &QProcess::finished, process, &QObject::deleteLater);
    QObject::connect(process, &QProcess::errorOccurred, process, [process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            process->deleteLater();
    });
    process->closeWriteChannel();
    process->terminate();
    auto *limit = new QTimer(process);
    limit->setSingleShot(true);
    QObject::connect(limit, &QTimer::timeout, process, &QProcess::kill);
    limit->start(killAfterMs);
}

void keepUntilDone(QObject *object)
{
    // Never deleted: a QProcess that is destroyed while it runs would kill its process and wait for that.
    static auto *kept = new QSet<QObject *>;
    kept->insert(object);
    QObject::connect(object, &QObject::destroyed, object, [object] { kept->remove(object); });
}
