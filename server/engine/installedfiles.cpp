#include "engine/installedfiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

Result<InstalledFiles> InstalledFiles::find()
{
    const QString programs = QCoreApplication::applicationDirPath();
    const QStringList folders{programs + "/../" SANDBOX_LIBEXEC_DIR ""_L1, programs + "/../containers/init"_L1,
                              programs + "/../../containers/init"_L1};
    for (const QString &folder : folders) {
        const QFileInfo init(folder + "/sandbox-init"_L1);
        const QFileInfo hosts(folder + "/hosts"_L1);
        const QFileInfo resolvConf(folder + "/resolv.conf"_L1);
        if (init.isExecutable() && hosts.isReadable() && resolvConf.isReadable()) {
            return InstalledFiles{init.canonicalFilePath(), hosts.canonicalFilePath(), resolvConf.canonicalFilePath(),
                                  hosts.canonicalPath() + "/preload"_L1};
        }
    }
    return Error{Error::Code::Internal,
                 u"sandbox-init is missing; it was looked for in %1. Install Code Sandbox again."_s.arg(
                     QFileInfo(folders.constFirst()).absoluteFilePath()),
                 {}};
}

Result<InstalledFiles> InstalledFiles::copiedTo(const QString &folder) const
{
    const InstalledFiles copies{folder + "/sandbox-init"_L1, folder + "/hosts"_L1, folder + "/resolv.conf"_L1,
                                folder + "/preload"_L1};
    QList<std::pair<QString, QString>> files{
        {initPath, copies.initPath}, {hostsPath, copies.hostsPath}, {resolvConfPath, copies.resolvConfPath}};
    const QStringList modules = QDir(preloadPath).entryList(QDir::Files);
    for (const QString &name : modules)
        files.append({preloadPath + u'/' + name, copies.preloadPath + u'/' + name});
    bool areThere = QDir().mkpath(copies.preloadPath);
    for (const auto &[source, copy] : std::as_const(files))
        areThere = areThere && (QFile::exists(copy) || QFile::copy(source, copy));
    if (areThere)
        return copies;
    return Error{Error::Code::Internal,
                 u"Cannot copy sandbox-init and its files to %1, which SELinux makes necessary. Is the disk full?"_s.arg(
                     folder),
                 {}};
}
