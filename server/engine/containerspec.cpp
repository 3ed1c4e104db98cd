#include "engine/containerspec.h"

#include "common/frames.h"
#include "engine/hostfacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mebibyte = 1024 * 1024;

QString tmpfs(const QString &path, qint64 size, const ContainerSpec &spec, Engine::Kind kind)
{
    // `exec`, since wheels bring native code.
    const QString options = u"%1:rw,nosuid,nodev,exec,size=%2,mode=1777"_s.arg(path).arg(size);
    // Docker lets the image's folder decide on the mode, if there is one; the owner may write in any case.
    return kind == Engine::Kind::Docker ? options + u",uid=%1,gid=%1"_s.arg(spec.uid) : options;
}

QString limit(QLatin1StringView name, qint64 value)
{
    return u"%1=%2:%2"_s.arg(name).arg(value);
}

QStringList beginning(const Engine &engine, const ContainerSpec &spec)
{
    QStringList arguments;
    if (engine.kind == Engine::Kind::Podman && engine.runtimeInUse == "runsc"_L1) {
        // gVisor: without our own network there is nothing for its network stack to do; its own cgroup handling fails
        // under podman, which sets the cgroup up itself.
        if (spec.network != NetworkMode::Bridge)
            arguments << u"--runtime-flag"_s << u"network=none"_s;
        arguments << u"--runtime-flag"_s << u"ignore-cgroups"_s;
    }
    return arguments << u"run"_s << u"--rm"_s << u"-i"_s << u"--pull"_s << u"never"_s;
}

void addRights(QStringList &arguments, const Engine &engine, const ContainerSpec &spec)
{
    const bool isPodman = engine.kind == Engine::Kind::Podman;
    arguments << u"--user"_s << u"%1:%1"_s.arg(spec.uid);
    if (isPodman && spec.firstHostUid > 0) {
        arguments << u"--uidmap"_s << u"0:%1:%2"_s.arg(spec.firstHostUid).arg(userNamespaceSize);
        arguments << u"--gidmap"_s << u"0:%1:%2"_s.arg(spec.firstHostGid).arg(userNamespaceSize);
    }
    arguments << u"--cap-drop"_s << u"all"_s << u"--security-opt"_s << u"no-new-privileges"_s;
    arguments << u"--ipc"_s << u"private"_s << u"--cgroupns"_s << u"private"_s;
    if (!isPodman && !engine.runtime.isEmpty())
        arguments << u"--runtime"_s << engine.runtime; // for podman Engine::command() adds it
}

void addFilesystems(QStringList &arguments, const Engine &engine, const ContainerSpec &spec)
{
    arguments << u"--read-only"_s;
    const Rooms rooms = Rooms::of(engine, spec.memoryBytes);
    arguments << u"--tmpfs"_s << tmpfs(u"/sandbox"_s, rooms.files, spec, engine.kind);
    arguments << u"--tmpfs"_s << tmpfs(u"/tmp"_s, rooms.files, spec, engine.kind);
    arguments << u"--shm-size"_s << QString::number(rooms.sharedMemory);
}

void addOurFiles(QStringList &arguments, const Engine &engine, const ContainerSpec &spec)
{
    const auto mount = [&](const QString &source, const QString &target) {
        // "z" gives the source, a copy of ours, the label that all containers may read.
        arguments << u"--volume"_s << source + u':' + target + (engine.hasSELinux ? u":ro,z"_s : u":ro"_s);
    };
    mount(spec.initPath, initPathInContainer);
    mount(spec.hostsPath, u"/etc/hosts"_s);
    if (spec.network != NetworkMode::Bridge)
        mount(spec.resolvConfPath, u"/etc/resolv.conf"_s);
    if (!spec.preloadPath.isEmpty())
        mount(spec.preloadPath, preloadPathInContainer);
}

void addLimits(QStringList &arguments, const Engine &engine, const ContainerSpec &spec)
{
    const QString memory = QString::number(spec.memoryBytes);
    if (engine.takesMemoryLimit)
        arguments << u"--memory"_s << memory << u"--memory-swap"_s << memory; // equal: no swap
    if (engine.takesCpuLimit)
        arguments << u"--cpus"_s << QString::number(spec.cpus);
    if (engine.takesProcessLimit)
        arguments << u"--pids-limit"_s << QString::number(spec.pids);
    arguments << u"--ulimit"_s << limit("core"_L1, hostfacts::maxCoreSize());
    arguments << u"--ulimit"_s << limit("nofile"_L1, hostfacts::maxOpenFiles());
    arguments << u"--ulimit"_s << limit("nproc"_L1, hostfacts::maxProcesses());
}

void addSurroundings(QStringList &arguments, const Engine &engine, const ContainerSpec &spec,
                     const QString &workingFolder)
{
    const QString bridge = spec.networkName.isEmpty() ? u"bridge"_s : spec.networkName;
    arguments << u"--network"_s << (spec.network == NetworkMode::Bridge ? bridge : u"none"_s);
    arguments << u"--hostname"_s << u"sandbox"_s << u"--workdir"_s << workingFolder;
    arguments << u"--log-driver"_s << u"none"_s << u"--no-healthcheck"_s << u"--stop-timeout"_s << u"0"_s;
    if (engine.kind == Engine::Kind::Podman) {
        arguments << u"--read-only-tmpfs=false"_s << u"--http-proxy=false"_s << u"--no-hosts"_s << u"--systemd=false"_s
                  << u"--image-volume"_s << u"ignore"_s;
    } else if (spec.network != NetworkMode::Bridge && !engine.isRemote && hostfacts::hasIPv6()) {
        // Docker switches IPv6 off where it makes no network, also on the loopback.
        arguments << u"--sysctl"_s << u"net.ipv6.conf.lo.disable_ipv6=0"_s;
    }
}

} // namespace

Rooms Rooms::of(const Engine &engine, qint64 memoryBytes)
{
    if (!engine.enforcesMemory || !engine.takesMemoryLimit)
        return {std::min(64 * mebibyte, memoryBytes / 4), std::min(16 * mebibyte, memoryBytes / 4)};
    // So most programs that fill one of them hear ENOSPC and go on, before the kernel has to kill anybody.
    const qint64 size = std::max(memoryBytes * 3 / 4, memoryBytes - 64 * mebibyte);
    return {size, size};
}

CommandLine runCommand(const Engine &engine, const ContainerSpec &spec)
{
    QStringList arguments = beginning(engine, spec);
    arguments << u"--sig-proxy=false"_s << u"--name"_s << spec.name;
    for (auto label = spec.labels.begin(); label != spec.labels.end(); ++label)
        arguments << u"--label"_s << label.key() + u'=' + label.value();
    addRights(arguments, engine, spec);
    addFilesystems(arguments, engine, spec);
    if (!engine.isRemote)
        addOurFiles(arguments, engine, spec);
    addLimits(arguments, engine, spec);
    addSurroundings(arguments, engine, spec, u"/"_s);
    if (spec.direct == ContainerSpec::Direct::Descriptor)
        arguments << u"--preserve-fds"_s << u"1"_s;
    else if (spec.direct == ContainerSpec::Direct::Mounted) // unlike --volume, it makes no folder of what is not there
        arguments << u"--mount"_s
                  << u"type=bind,\"source=%1\",target=%2,readonly"_s.arg(spec.socketPath, socketPathInContainer);
    arguments << u"--entrypoint"_s << initPathInContainer << u"--"_s << spec.image;
    if (spec.direct == ContainerSpec::Direct::Descriptor)
        arguments << QString::fromUtf8(frames::directOption);
    else if (spec.direct == ContainerSpec::Direct::Mounted)
        arguments << QString::fromUtf8(frames::directSocketOption) + socketPathInContainer;
    return engine.command(arguments);
}

CommandLine commandByHand(const Engine &engine, const ContainerSpec &spec, Language language,
                          const QStringList &variables)
{
    QStringList arguments = beginning(engine, spec);
    addRights(arguments, engine, spec);
    addFilesystems(arguments, engine, spec);
    addLimits(arguments, engine, spec);
    addSurroundings(arguments, engine, spec, u"/sandbox"_s);
    for (const QString &name : variables)
        arguments << u"--env"_s << name;
    const QString interpreter = language == Language::Python ? u"python3"_s : u"node"_s;
    arguments << u"--entrypoint"_s << interpreter << u"--"_s << spec.image << u"-"_s;
    return engine.command(arguments);
}

CommandLine removeCommand(const Engine &engine, const QStringList &names)
{
    QStringList arguments{u"rm"_s, u"--force"_s, u"--volumes"_s}; // those that the image asked for, under Docker
    if (engine.kind == Engine::Kind::Podman)
        arguments << u"--time"_s << u"0"_s << u"--ignore"_s; // else it waits 10 s for a PID 1 that ignores SIGTERM
    return engine.command(arguments + names);
}
