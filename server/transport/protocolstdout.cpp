#include "transport/protocolstdout.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int ProtocolStdout::claim()
{
    if (fcntl(STDERR_FILENO, F_GETFD) < 0) {
        // Started without stderr: noise goes nowhere, and no file of ours gets its number.
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere != STDERR_FILENO) {
            dup2(nowhere, STDERR_FILENO);
            close(nowhere);
        }
    }
    const int descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (descriptor >= 0)
        dup2(STDERR_FILENO, STDOUT_FILENO);
    return descriptor;
}

ProtocolStdout::ProtocolStdout(int descriptor, QObject *parent)
    : QObject(parent)
    , m_descriptor(descriptor)
{
    struct stat status = {};
    fstat(m_descriptor, &status);
    m_isSocket = S_ISSOCK(status.st_mode);
    // O_NONBLOCK belongs to the open file, which others may share; opening it again gives one of our own.
    if (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode)) {
        const QByteArray path = "/proc/self/fd/" + QByteArray::number(m_descriptor);
        const int own = open(path.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        if (own >= 0) {
            close(m_descriptor);
            m_descriptor = own;
        }
    }
    if (m_descriptor < 0)
        return; // started without stdout: nobody listens
    m_writable = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Write);
    m_writable->setEnabled(false);
    connect(m_writable.get(), &QSocketNotifier::activated, this, &ProtocolStdout::flush);
}

ProtocolStdout::~ProtocolStdout()
{
    m_writable.reset();
    if (m_descriptor >= 0)
        close(m_descriptor);
}

void ProtocolStdout::send(const QByteArray &message)
{
    if (m_descriptor < 0)
        return;
    m_queue.append(message);
    m_queue.append(QByteArrayLiteral("\n"));
    if (!m_isHeld && !m_writable->isEnabled())
        flush();
    if (m_queue.bytes() > maxQueued)
        fail();
}

void ProtocolStdout::release()
{
    m_isHeld = false;
    if (m_descriptor >= 0 && !m_queue.isEmpty() && !m_writable->isEnabled())
        flush();
}

void ProtocolStdout::flush()
{
    const ByteQueue::Flush result = m_queue.flush([this](const char *bytes, size_t size) {
        return m_isSocket ? ::send(m_descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL)
                          : ::write(m_descriptor, bytes, size);
    });
    if (result == ByteQueue::Flush::Failed)
        return fail();
    const bool wasWaiting = m_writable->isEnabled();
    m_writable->setEnabled(result == ByteQueue::Flush::Full);
    if (wasWaiting && result != ByteQueue::Flush::Full)
        Q_EMIT flushed();
}

void ProtocolStdout::fail()
{
    if (m_descriptor < 0)
        return;
    m_writable->setEnabled(false);
    close(std::exchange(m_descriptor, -1));
    m_queue.clear();
    QMetaObject::invokeMethod(this, &ProtocolStdout::broken, Qt::QueuedConnection);
}
