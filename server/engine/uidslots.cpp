#include "engine/uidslots.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <utility>

using namespace Qt::StringLiterals;

UidSlots::Slot::Slot(Slot &&other) noexcept
    : m_uid(other.m_uid)
    , m_lock(std::exchange(other.m_lock, -1))
{
}

UidSlots::Slot &UidSlots::Slot::operator=(Slot &&other) noexcept
{
    std::swap(m_uid, other.m_uid);
    std::swap(m_lock, other.m_lock);
    return *this;
}

UidSlots::Slot::~Slot()
{
    if (m_lock >= 0)
        close(m_lock);
}

UidSlots::UidSlots(QString folder)
    : m_folder(std::move(folder))
{
}

UidSlots::Slot UidSlots::take()
{
    for (int i = 0; i < count && !m_folder.isEmpty(); ++i) {
        const int uid = first + m_next;
        m_next = (m_next + 1) % count; // a uid rests as long as possible before it is used again
        const QByteArray path = QFile::encodeName(m_folder + u"/uid-%1.lock"_s.arg(uid));
        const int lock = open(path.constData(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
            return {uid, lock};
        if (lock >= 0)
            close(lock);
    }
    return {};
}
