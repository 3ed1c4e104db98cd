#include "app/singleinstance.h"

#include <QFile>
#include <QLocalSocket>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestWish = 256;

} // namespace

SingleInstance::SingleInstance(RuntimePlaces places, QObject *parent)
    : QObject(parent)
    , m_places(std::move(places))
{
    m_listener.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_listener, &QLocalServer::newConnection, this, &SingleInstance::accept);
}

bool SingleInstance::claim(const QString &execution)
{
    const auto folder = ensureRuntimeFolder(m_places);
    if (!folder.ok())
        return true; // no private folder: better two windows than none
    const QString path = *folder + u"/monitor.gui"_s;
    QLocalSocket first;
    first.connectToServer(path);
    // A local socket connects, or fails, at once; before the window exists nothing is kept waiting by the write either.
    if (first.state() == QLocalSocket::ConnectedState) {
        first.write(execution.left(100).toUtf8() + '\n');
        first.flush();
        first.disconnectFromServer();
        return false;
    }
    if (first.error() == QLocalSocket::ConnectionRefusedError)
        QFile::remove(path); // proved dead
    m_listener.listen(path);
    return true;
}

void SingleInstance::accept()
{
    while (QLocalSocket *second = m_listener.nextPendingConnection()) {
        second->setParent(this);
        second->setReadBufferSize(longestWish);
        const auto read = [this, second] {
            if (second->canReadLine()) {
                const QString execution = QString::fromUtf8(second->readLine(longestWish)).trimmed();
                second->abort();
                second->deleteLater();
                Q_EMIT raiseRequested(execution);
            } else if (second->bytesAvailable() >= longestWish) {
                second->abort();
                second->deleteLater();
            }
        };
        connect(second, &QLocalSocket::readyRead, this, read);
        connect(second, &QLocalSocket::disconnected, second, &QObject::deleteLater);
        read();
    }
}
