#include "engine/engineprobe.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

bool isAllowed(const QString &name)
{
    static const QStringList names{u"PATH"_s,
                                   u"HOME"_s,
                                   u"USER"_s,
                                   u"LOGNAME"_s,
                                   u"TMPDIR"_s,
                                   u"XDG_RUNTIME_DIR"_s,
                                   u"XDG_DATA_HOME"_s,
                                   u"XDG_CONFIG_HOME"_s,
                                   u"DBUS_SESSION_BUS_ADDRESS"_s,
                                   u"SSH_AUTH_SOCK"_s,
                                   u"CONTAINER_HOST"_s,
                                   u"CONTAINER_SSHKEY"_s,
                                   u"CONTAINER_CONNECTION"_s,
                                   u"REGISTRY_AUTH_FILE"_s,
                                   u"LANG"_s,
                                   u"LANGUAGE"_s};
    return names.contains(name) || name.startsWith("DOCKER_"_L1) || name.startsWith("CONTAINERS_"_L1) ||
           name.startsWith("LC_"_L1);
}

bool isProxy(const QString &name)
{
    return name.endsWith("_proxy"_L1, Qt::CaseInsensitive);
}

QString userRuntimeFolder()
{
    return u"/run/user/"_s + QString::number(geteuid());
}

} // namespace

QProcessEnvironment engineenvironment::forCommands()
{
    const QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    QProcessEnvironment result;
    const QStringList names = all.keys();
    for (const QString &name : names) {
        if (isAllowed(name))
            result.insert(name, all.value(name));
    }
    if (!result.contains(u"XDG_RUNTIME_DIR"_s) && QFileInfo(userRuntimeFolder()).isWritable())
        result.insert(u"XDG_RUNTIME_DIR"_s, userRuntimeFolder());
    // The tools that an engine calls (runc, conmon, newuidmap …) live there, also where PATH is short.
    QStringList path = result.value(u"PATH"_s).split(u':', Qt::SkipEmptyParts);
    for (const QString &folder : {u"/usr/local/bin"_s, u"/usr/bin"_s, u"/bin"_s, u"/usr/local/sbin"_s, u"/usr/sbin"_s,
                                  u"/sbin"_s, u"/opt/homebrew/bin"_s}) {
        if (!path.contains(folder))
            path.append(folder);
    }
    result.insert(u"PATH"_s, path.join(u':'));
    return result;
}

QProcessEnvironment engineenvironment::forDownloads(QProcessEnvironment ofEngine)
{
    const QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    const QStringList names = all.keys();
    for (const QString &name : names) {
        if (isProxy(name))
            ofEngine.insert(name, all.value(name));
    }
    return ofEngine;
}

QString engineenvironment::findProgram(const QString &name)
{
    return QStandardPaths::findExecutable(name, forCommands().value(u"PATH"_s).split(u':'));
}
