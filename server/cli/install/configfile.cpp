#include "cli/install/configfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 maxSize = 64 * 1024 * 1024;

Error cannot(const QString &what, const QString &path, const QString &reason)
{
    return {Error::Code::InvalidInput, u"%1 cannot be %2: %3"_s.arg(path, what, reason), {}};
}

/// Root may change another user's file, who must still be able to use it: `file` gets the owner of `model`.
bool giveTo(const QFileDevice &file, const QString &model)
{
    struct stat info = {};
    return geteuid() != 0 || (stat(QFile::encodeName(model).constData(), &info) == 0 &&
                              fchown(file.handle(), info.st_uid, info.st_gid) == 0);
}

} // namespace

Result<QByteArray> configfile::read(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return QByteArray();
    if (!info.isFile())
        return cannot(u"read"_s, path, u"it is no file"_s);
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return cannot(u"read"_s, path, file.errorString());
    QByteArray text = file.read(maxSize + 1);
    if (text.size() > maxSize)
        return cannot(u"read"_s, path, u"it is larger than 64 MiB"_s);
    return text;
}

Result<QString> configfile::backUp(const QString &path)
{
    const QString copy = path + ".before-code-sandbox"_L1;
    if (!QFileInfo::exists(path))
        return QString();
    QFile::remove(copy);
    QFile file(path);
    QFile copied(copy);
    if (!file.copy(copy) || !copied.open(QFile::ReadOnly) || !giveTo(copied, path)) // with its mode
        return cannot(u"copied to "_s + copy, path, file.errorString());
    return copy;
}

Result<bool> configfile::write(const QString &path, const QByteArray &text)
{
    const QString parent = QFileInfo(path).path();
    if (!QDir().mkpath(parent))
        return cannot(u"written"_s, path, u"the folder %1 cannot be made"_s.arg(parent));
    QSaveFile file(path); // follows links, keeps the mode
    if (!file.open(QFile::WriteOnly) || !giveTo(file, QFileInfo::exists(path) ? path : parent) ||
        file.write(text) != text.size() || !file.commit())
        return cannot(u"written"_s, path, file.errorString());
    return true;
}
