#include "engine/instance.h"

#include "common/runtimefolder.h"
#include "engine/hostfacts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

/// Between making and locking a file somebody may take it for one of the dead: then it is made again.
int lockFile(const QByteArray &path)
{
    for (int attempt = 0; attempt < 10; ++attempt) {
        const int file = open(path.constData(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        struct stat status = {};
        if (file < 0)
            return -1;
        // Nobody but removeFilesOfTheDead() ever holds it, for an instant.
        if (flock(file, LOCK_EX) == 0 && fstat(file, &status) == 0 && status.st_nlink > 0)
            return file;
        close(file);
    }
    return -1;
}

/// A server that was killed in the middle of a container's start leaves one.
void removeChannels(const QString &runtimeFolder, const QString &id)
{
    QDir folder(runtimeFolder);
    for (const QString &name :
         folder.entryList({u"code-sandbox-%1-*"_s.arg(id) + channelSuffix()}, QDir::Files | QDir::System))
        folder.remove(name);
}

QString folderOf(const QString &runtimeFolder, const QString &id)
{
    return u"%1/%2.files"_s.arg(runtimeFolder, id);
}

} // namespace

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
    m_lock = lockFile(path);
    if (m_lock < 0)
        m_problem = u"Cannot lock "_s + QString::fromLocal8Bit(path);
}

Instance::~Instance()
{
    if (m_lock < 0)
        return;
    QDir(filesFolder()).removeRecursively();
    unlink(QFile::encodeName(lockFilePath(m_runtimeFolder, m_id)).constData());
    close(m_lock);
}

QString Instance::filesFolder() const
{
    return m_runtimeFolder.isEmpty() ? QString() : folderOf(m_runtimeFolder, m_id);
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

void Instance::removeFilesOfTheDead(const QString &runtimeFolder)
{
    static const QRegularExpression pattern(u"\\A([a-z2-7]{16})\\.lock\\z"_s);
    const QStringList names = QDir(runtimeFolder).entryList({u"*.lock"_s}, QDir::Files | QDir::NoSymLinks);
    for (const QString &name : names) {
        const QString id = pattern.match(name).captured(1);
        if (id.isEmpty())
            continue;
        const QByteArray path = QFile::encodeName(lockFilePath(runtimeFolder, id));
        const int file = open(path.constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (file < 0)
            continue;
        if (flock(file, LOCK_EX | LOCK_NB) == 0) {
            unlink(QFile::encodeName(monitorSocketPath(runtimeFolder, id)).constData());
            removeChannels(runtimeFolder, id);
            QDir(folderOf(runtimeFolder, id)).removeRecursively();
            unlink(path.constData());
        }
        close(file);
    }
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
