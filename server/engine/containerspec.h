#pragma once

#include "engine.h"
#include "settings.h"

#include <QMap>

/// What a container is started with. Everything that protects the host is in the argv that runCommand() makes of it.
struct ContainerSpec
{
    QString name;
    QString image;
    QMap<QString, QString> labels;
    QString initPath;  ///< sandbox-init on this machine; mounted unless the engine is remote.
    QString hostsPath; ///< Our /etc/hosts.
    QString preloadPath; ///< Folder that goes to preloadPathInContainer; empty: none.
    int uid = 0;
    NetworkMode network = NetworkMode::None;
    qint64 memoryBytes = 0;
    double cpus = 1;
    int pids = 0;
};

/// Where sandbox-init is inside every container.
inline constexpr QLatin1StringView initPathInContainer("/sandbox-init");

/// Where the folder with our sitecustomize.py is, if modules are preloaded.
inline constexpr QLatin1StringView preloadPathInContainer("/sandbox-preload");

/// The attached, hardened `run` of security-guide section 2. Its stdin and stdout are sandbox-init's.
CommandLine runCommand(const Engine &engine, const ContainerSpec &spec);

/// Kills and removes a container by name, at once.
CommandLine removeCommand(const Engine &engine, const QStringList &names);
