#pragma once

#include "engine/command.h"

/// A container engine that answered the probe, and what was found out about it. A value; engineprobe.h makes it.
struct Engine
{
    enum class Kind
    {
        Podman,
        Docker
    };

    Kind kind = Kind::Podman;
    QString program;                 ///< Absolute path of the command line client.
    QProcessEnvironment environment; ///< What its processes may see (security-guide: an allow list).
    QString version;                 ///< "4.3.1"
    QString runtime;                 ///< OCI runtime to ask for with --runtime; empty: the engine's own choice.
    QString runtimeInUse;            ///< The runtime that runs containers: "runc", "crun", "runsc".
    bool isRootless = false;
    bool isRemote = false;    ///< It does not see our files (VM, other host, snap): nothing can be mounted from here.
    bool hasSELinux = false;  ///< It gives containers an SELinux label: files need one that lets them in.
    int cgroupVersion = 2;    ///< 1 or 2.
    QString storagePath;      ///< Where it keeps images, on its machine.
    QString storageDriver;    ///< "overlay", "vfs"
    QString networkBackend;   ///< Podman's: "netavark", "cni".
    bool takesIdMaps = false; ///< Containers can be given a user namespace one by one: root's podman.
    /// First host ids of ranges of 65,536 that are meant for containers' users (root's podman only); 0: none.
    qint64 subordinateUid = 0;
    qint64 subordinateGid = 0;
    /// Limits that it can be asked for; asking for another one would keep the container from starting.
    bool takesMemoryLimit = true;
    bool takesCpuLimit = true;
    bool takesProcessLimit = true;
    bool enforcesMemory = true; ///< What is written to the containers' folders counts, so they need no limit of their own.
    QStringList notes; ///< Weaknesses and adaptations, in sentences for doctor and stderr.

    [[nodiscard]] QString name() const;        ///< "podman" or "docker"
    [[nodiscard]] QString description() const; ///< "podman 4.3.1"

    /// It hands descriptors of its client on to the container: local podman. (gVisor's containers have a kernel of
    /// their own, which knows none of ours.)
    [[nodiscard]] bool handsDescriptorsOn() const;
    /// A socket of this machine that is mounted in a container can be connected to there: local Docker, but not gVisor.
    [[nodiscard]] bool mountsSockets() const;

    /// What to pull when it could not pull `image`: Docker takes docker.io for the registry of a short name, Podman asks
    /// its terminal. Empty if there is no other name.
    [[nodiscard]] QString otherName(const QString &image) const;

    /// A command line of this engine; options that go before the subcommand are added.
    [[nodiscard]] CommandLine command(const QStringList &arguments) const;
};
