#pragma once

#include "engine/engine.h"
#include "sandbox/settings.h"

#include <QMap>

/// What a container is started with. Everything that protects the host is in the argv that runCommand() makes of it.
///
/// Where the engine has SELinux, the files are relabelled: they must be copies that belong to us
/// (InstalledFiles::copiedTo()).
struct ContainerSpec
{
    QString name;
    QString image;
    QMap<QString, QString> labels;
    QString initPath;       ///< sandbox-init on this machine; mounted unless the engine is remote.
    QString hostsPath;      ///< Our /etc/hosts.
    QString resolvConfPath; ///< Our /etc/resolv.conf; not mounted on a bridge, which needs the engine's.
    QString preloadPath;    ///< Folder that goes to preloadPathInContainer; empty: none.
    int uid = 0;
    NetworkMode network = NetworkMode::None;
    QString networkName; ///< For NetworkMode::Bridge: ours; empty: the engine's own bridge.
    /// First host ids of a user namespace of userNamespaceSize ids; 0: none.
    qint64 firstHostUid = 0;
    qint64 firstHostGid = 0;
    /// How sandbox-init gets a socket past the engine (frames::directOption).
    enum class Direct
    {
        No,
        Descriptor, ///< The engine hands one on.
        Mounted     ///< It connects to socketPath.
    } direct = Direct::No;
    QString socketPath; ///< On this machine; the socket must be there when the container starts.
    qint64 memoryBytes = 0;
    double cpus = 1;
    int pids = 0;
};

/// How large the writable folders of a container are. They are in memory and count against its limit, so they may be as
/// large as leaves something for the program; where nobody enforces that limit they stay small.
struct Rooms
{
    qint64 files = 0; ///< Each of /sandbox and /tmp.
    qint64 sharedMemory = 0; ///< /dev/shm

    static Rooms of(const Engine &engine, qint64 memoryBytes);
};

/// As many ids as images count on; the uids of UidSlots are among them.
inline constexpr int userNamespaceSize = 65'536;

/// Where sandbox-init is inside every container.
inline constexpr QLatin1StringView initPathInContainer("/sandbox-init");

/// Where the socket of ContainerSpec::Direct::Mounted is.
inline constexpr QLatin1StringView socketPathInContainer("/sandbox-socket");

/// Where the folder with our sitecustomize.py is, if modules are preloaded.
inline constexpr QLatin1StringView preloadPathInContainer("/sandbox-preload");

/// The attached, hardened `run` of security-guide section 2. Its stdin and stdout are sandbox-init's.
CommandLine runCommand(const Engine &engine, const ContainerSpec &spec);

/// The same container without what only a server can give it: for a person, with the interpreter reading a program from
/// stdin. `variables` are passed by name, thus from the environment of whoever runs it.
CommandLine commandByHand(const Engine &engine, const ContainerSpec &spec, Language language,
                          const QStringList &variables);

/// Kills and removes a container by name, at once.
CommandLine removeCommand(const Engine &engine, const QStringList &names);
