#include "instance.h"

#include "hostfacts.h"
#include "runtimefolder.h"

#include <QCoreApplication>
#include <QFile>
#include <QRandomGenerator>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

Instance::Instance()
    : m_id(randomId(16))
{
    const Result<QString> folder = ensureRuntimeFolder();
    if (!folder) {
        m_problem = folder.error().message;
        return;
    }
    m_runtimeFolder = *folder;
    const QByteArray path = QFile::encodeName(lockFilePath(m_runtimeFolder, m_id));
    m_lock = open(path.constData(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (m_lock < 0 || flock(m_lock, LOCK_EX | LOCK_NB) != 0)
        m_problem = u"Cannot lock "_s + QString::fromLocal8Bit(path);
}

Instance::~Instance()
{
    if (m_lock < 0)
        return;
    unlink(QFile::encodeName(lockFilePath(m_runtimeFolder, m_id)).constData());
    close(m_lock);
}

QMap<QString, QString> Instance::labels() const
{
    const qint64 pid = QCoreApplication::applicationPid();
    return {
        {labels::key("format"_L1), labels::formatVersion},
        {labels::key("machine"_L1), QString::fromLatin1(hostfacts::machineId())},
        {labels::key("boot"_L1), QString::fromLatin1(hostfacts::bootId())},
        {labels::key("pidns"_L1), QString::number(hostfacts::pidNamespace())},
        {labels::key("uid"_L1), QString::number(geteuid())},
        {labels::key("pid"_L1), QString::number(pid)},
        {labels::key("started"_L1), QString::number(hostfacts::processStartTime(pid))},
        {labels::key("instance"_L1), m_id},
    };
}

QString Instance::randomId(int characters)
{
    static constexpr char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
    QString id;
    for (int i = 0; i < characters; ++i)
        id += QLatin1Char(alphabet[QRandomGenerator::system()->bounded(32)]);
    return id;
}

QString labels::key(QLatin1StringView name)
{
    return QString(prefix) + name;
}
