#include "engine/hostfacts.h"

#include <QFile>
#include <QList>

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace {

constexpr long cgroup2Magic = 0x63677270; // CGROUP2_SUPER_MAGIC
constexpr long tmpfsMagic = 0x01021994;

QByteArray fileContents(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

qint64 hardLimit(decltype(RLIMIT_NOFILE) resource)
{
    rlimit limit = {};
    getrlimit(resource, &limit);
    return limit.rlim_max == RLIM_INFINITY ? std::numeric_limits<qint64>::max() : qint64(limit.rlim_max);
}

} // namespace

bool hostfacts::hasHybridCgroups()
{
    // The same test that crun makes.
    struct statfs root = {};
    struct statfs unified = {};
    return statfs("/sys/fs/cgroup", &root) == 0 && root.f_type == tmpfsMagic &&
           statfs("/sys/fs/cgroup/unified", &unified) == 0 && unified.f_type == cgroup2Magic;
}

qint64 hostfacts::maxCoreSize()
{
    return std::min<qint64>(1, hardLimit(RLIMIT_CORE));
}

QByteArray hostfacts::corePattern()
{
    return fileContents(u"/proc/sys/kernel/core_pattern"_s);
}

bool hostfacts::hasIPv6()
{
    return QFile::exists(u"/proc/sys/net/ipv6/conf/lo/disable_ipv6"_s);
}

bool hostfacts::hasSwap()
{
    struct sysinfo facts = {};
    return ::sysinfo(&facts) == 0 && facts.totalswap > 0;
}

qint64 hostfacts::maxOpenFiles()
{
    return std::min<qint64>(1024, hardLimit(RLIMIT_NOFILE));
}

qint64 hostfacts::maxProcesses()
{
    const qint64 pidMax = fileContents(u"/proc/sys/kernel/pid_max"_s).toLongLong();
    const qint64 limit = std::min<qint64>(hardLimit(RLIMIT_NPROC), 1'048'576);
    return pidMax > 0 ? std::min(limit, pidMax) : limit;
}

qint64 hostfacts::subordinateRange(const QByteArray &text, const QByteArrayList &users, qint64 size)
{
    for (const QByteArray &user : users) {
        for (const QByteArray &line : text.split('\n')) {
            const QByteArrayList fields = line.trimmed().split(':');
            if (fields.size() != 3 || fields[0] != user)
                continue;
            const qint64 first = fields[1].toLongLong();
            const qint64 count = fields[2].toLongLong();
            // Ids of accounts of this machine are no range for containers, whatever the file says.
            if (first >= size && count >= size && first + size <= std::numeric_limits<quint32>::max())
                return first;
        }
    }
    return 0;
}

qint64 hostfacts::subordinateUid(qint64 size)
{
    return subordinateRange(fileContents(u"/etc/subuid"_s), {"containers", "root"}, size);
}

qint64 hostfacts::subordinateGid(qint64 size)
{
    return subordinateRange(fileContents(u"/etc/subgid"_s), {"containers", "root"}, size);
}

bool hostfacts::isListenerOutside(const QString &socketPath)
{
    const QByteArray path = QFile::encodeName(socketPath);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.size() >= qsizetype(sizeof address.sun_path))
        return false;
    std::ranges::copy(path, address.sun_path);
    const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    ucred listener = {};
    socklen_t size = sizeof listener;
    // A process that our pid namespace does not hold has the number 0 (unix(7), SO_PEERCRED).
    const bool isOutside = connect(connection, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 &&
                           getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &listener, &size) == 0 && listener.pid == 0;
    if (connection >= 0)
        close(connection);
    return isOutside;
}

QByteArray hostfacts::machineId()
{
    return fileContents(u"/etc/machine-id"_s);
}

QByteArray hostfacts::bootId()
{
    return fileContents(u"/proc/sys/kernel/random/boot_id"_s);
}

quint64 hostfacts::pidNamespace()
{
    struct stat status = {};
    return stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
}

quint64 hostfacts::processStartTime(qint64 pid)
{
    const QByteArray stat = fileContents(u"/proc/%1/stat"_s.arg(pid));
    // The command's name, in parentheses, may hold anything; field 22 is counted from behind it.
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return fields.size() > 19 ? fields[19].toULongLong() : 0;
}
