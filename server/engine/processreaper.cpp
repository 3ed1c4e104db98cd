#include "processreaper.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTimer>

void reap(QProcess *process, int killAfterMs)
{
    process->disconnect();
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    process->setParent(QCoreApplication::instance());
    QObject::connect(process, &QProcess::finished, process, &QObject::deleteLater);
    QObject::connect(process, &QProcess::errorOccurred, process, [process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            process->deleteLater();
    });
    process->closeWriteChannel();
    process->terminate();
    QTimer::singleShot(killAfterMs, process, &QProcess::kill);
}
