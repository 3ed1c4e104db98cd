#pragma once

#include "common/result.h"

#include <QString>

/// Files that are installed beside the program and mounted into containers.
struct InstalledFiles
{
    QString initPath;       ///< sandbox-init
    QString hostsPath;      ///< our /etc/hosts
    QString resolvConfPath; ///< our /etc/resolv.conf, which names no server
    QString preloadPath;    ///< folder with sitecustomize.py

    /// Looks in the install tree, then in the build tree.
    static Result<InstalledFiles> find();

    /// Copies all of them into a folder, which is made if it is not there.
    [[nodiscard]] Result<InstalledFiles> copiedTo(const QString &folder) const;
};
