#include "engine/installedfiles.h"

#include <QCoreApplication>
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
