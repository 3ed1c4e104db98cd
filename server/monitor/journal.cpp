#include "monitor/journal.h"

#include <cerrno>
#include <sys/file.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto flushAfter = 200ms;
constexpr qsizetype flushAt = 256 * 1024;
constexpr int mostWriters = 64; ///< Of one FILE.

} // namespace

Journal::Journal(const QString &path, Limits limits, QObject *parent)
    : QObject(parent)
    , m_path(path)
    , m_limits(limits)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(flushAfter);
    connect(&m_timer, &QTimer::timeout, this, &Journal::flush);
}

Journal::~Journal()
{
    flush();
}

Result<bool> Journal::open(const QByteArray &hello)
{
    m_hello = hello;
    if (openFile())
        return true;
    return Error{Error::Code::InvalidInput,
                 u"The journal %1 cannot be written: %2."_s.arg(m_file.fileName(), m_file.errorString()),
                 {}};
}

void Journal::append(const QByteArray &line)
{
    if (!m_file.isOpen())
        return;
    m_pending += line;
    if (m_pending.size() >= flushAt)
        flush();
    else if (!m_timer.isActive())
        m_timer.start();
}

void Journal::flush()
{
    m_timer.stop();
    if (!m_file.isOpen() || m_pending.isEmpty())
        return;
    if (m_file.size() > m_hello.size() && m_file.size() + m_pending.size() > m_limits.fileBytes) {
        rotate();
        if (!m_file.isOpen())
            return;
    }
    if (m_file.write(m_pending) != m_pending.size())
        giveUp();
    m_pending.clear();
}

bool Journal::openFile()
{
    bool isTaken = false;
    if (openFile(m_path, &isTaken))
        return true;
    for (int writer = 2; isTaken && writer <= mostWriters; ++writer) {
        if (openFile(m_path + u'-' + QString::number(writer), &isTaken))
            return true;
    }
    return false;
}

bool Journal::openFile(const QString &path, bool *isTaken)
{
    *isTaken = false;
    m_file.close();
    m_file.setFileName(path);
    // What programs print may be private: nobody else reads it, whatever the umask says.
    const auto ownersAlone = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    if (!m_file.open(QFile::WriteOnly | QFile::Append | QFile::Unbuffered, ownersAlone))
        return false;
    struct stat status = {};
    if (fstat(m_file.handle(), &status) == 0 && S_ISREG(status.st_mode)) {
        *isTaken = flock(m_file.handle(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        const bool isReadByOthers = (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
        if (*isTaken || (isReadByOthers && !m_file.setPermissions(ownersAlone)))
            return false;
    }
    return m_file.write(m_hello) == m_hello.size();
}

void Journal::rotate()
{
    m_file.close();
    const auto name = [this](int number) {
        return number == 0 ? m_file.fileName() : m_file.fileName() + u'.' + QString::number(number);
    };
    QFile::remove(name(m_limits.oldFiles));
    for (int number = m_limits.oldFiles; number > 0; --number)
        QFile::rename(name(number - 1), name(number));
    if (m_limits.oldFiles == 0)
        m_file.remove();
    if (!openFile())
        giveUp();
}

void Journal::giveUp()
{
    const QString reason = m_file.errorString();
    m_file.close();
    Q_EMIT failed({Error::Code::Internal, u"The journal %1 ends here: %2."_s.arg(m_file.fileName(), reason), {}});
}
