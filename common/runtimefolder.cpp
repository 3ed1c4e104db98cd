#include "common/runtimefolder.h"

#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr auto folderName = "code-sandbox-mcp"_L1;

/// Folder + '/' + instance + suffix must fit into a socket address.
bool fitsSocketPath(const QString &folder)
{
    return QFile::encodeName(folder).size() + 1 + maxInstanceId + monitorSocketSuffix().size() <= maxSocketPath - 1;
}

QString whyNotPrivate(const QString &path, unsigned int uid)
{
    struct stat info;
    if (lstat(QFile::encodeName(path).constData(), &info) != 0)
        return QString::fromLocal8Bit(std::strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return u"it is not a folder"_s;
    if (info.st_uid != uid)
        return u"it belongs to another user"_s;
    if ((info.st_mode & 077) != 0)
        return u"others can enter it (chmod 700 would cure that)"_s;
    return {};
}

} // namespace

RuntimePlaces RuntimePlaces::ofThisProcess()
{
    const unsigned int uid = geteuid();
    return {uid, u"/run/user/%1"_s.arg(uid), qEnvironmentVariable("XDG_RUNTIME_DIR"), {QDir::tempPath(), u"/tmp"_s}};
}

QStringList runtimeFolderCandidates(const RuntimePlaces &places)
{
    QStringList candidates;
    const auto add = [&candidates](const QString &folder) {
        const QString path = QDir::cleanPath(folder);
        if (QDir::isAbsolutePath(path) && fitsSocketPath(path) && !candidates.contains(path))
            candidates += path;
    };
    for (const QString &root : {places.runUser, places.xdgRuntimeDir}) {
        if (!root.isEmpty())
            add(root + u'/' + folderName);
    }
    for (const QString &root : places.temporaryRoots)
        add(root + u'/' + folderName + u'-' + QString::number(places.uid));
    return candidates;
}

bool isPrivateFolder(const QString &path, unsigned int uid)
{
    return whyNotPrivate(path, uid).isEmpty();
}

Result<QString> ensureRuntimeFolder(const RuntimePlaces &places)
{
    QStringList reasons;
    for (const QString &folder : runtimeFolderCandidates(places)) {
        // Never mkpath: a missing /run/user/<uid> is not ours to create. An existing folder is judged like a new one.
        if (mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST) {
            reasons += u"%1: %2"_s.arg(folder, QString::fromLocal8Bit(std::strerror(errno)));
            continue;
        }
        const QString reason = whyNotPrivate(folder, places.uid);
        if (reason.isEmpty())
            return folder;
        reasons += u"%1: %2"_s.arg(folder, reason);
    }
    return Error{Error::Code::Internal,
                 u"No private folder for the server's lock and monitor socket could be made. "
                 "Set XDG_RUNTIME_DIR to a folder that only you can enter."_s,
                 reasons.join(u'\n')};
}

QStringList existingRuntimeFolders(const RuntimePlaces &places)
{
    QStringList folders = runtimeFolderCandidates(places);
    folders.removeIf([&places](const QString &folder) { return !isPrivateFolder(folder, places.uid); });
    return folders;
}

QString monitorSocketPath(const QString &folder, const QString &instanceId)
{
    return folder + u'/' + instanceId + monitorSocketSuffix();
}

QString lockFilePath(const QString &folder, const QString &instanceId)
{
    return folder + u'/' + instanceId + u".lock"_s;
}

QString channelPath(const QString &folder, const QString &containerName)
{
    return folder + u'/' + containerName + channelSuffix();
}

QString channelSuffix()
{
    return u".channel"_s;
}

QString monitorSocketSuffix()
{
    return u".sock"_s;
}
