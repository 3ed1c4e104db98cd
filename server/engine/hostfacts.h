#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QtGlobal>

// What the engines' flags and the owners' labels need to know of this machine. Linux; elsewhere neutral answers.

namespace hostfacts {

/// cgroups v1 with v2 beside it, as systemd mounts them in "hybrid" mode. crun refuses to work there.
bool hasHybridCgroups();

/// The limit for core files: 1, or our own hard limit if that is 0. Unlike 0, 1 also keeps the kernel from starting a
/// core_pattern that is a pipe, on the host, for a crash in a container.
qint64 maxCoreSize();

/// What the kernel does with the memory of a crashed process; with a pipe ("|…") in front it starts a program.
QByteArray corePattern();

/// The kernel knows IPv6.
bool hasIPv6();

/// The machine has swap space, into which programs could grow.
bool hasSwap();

/// The hard limit for open files that a container of ours may get.
qint64 maxOpenFiles();

/// The highest `nproc` that an engine can set: no higher than our own hard limit, and no higher than pid_max, to which
/// podman (4.3) lowers its own. It counts processes of a uid, so it must not be small; --pids-limit is the real limit.
qint64 maxProcesses();

/// The first id of the first range of at least `size` ids that belongs to one of these users, from the text of
/// /etc/subuid or /etc/subgid ("user:first:count" a line); 0 if there is none.
qint64 subordinateRange(const QByteArray &text, const QByteArrayList &users, qint64 size);
/// Of this machine: for the users whom podman's own --userns=auto takes, "containers" and then root.
qint64 subordinateUid(qint64 size);
qint64 subordinateGid(qint64 size);

/// The process that listens on a socket of the file system is outside the container that we run in, so that it sees
/// nothing of our files. False also when nobody listens.
bool isListenerOutside(const QString &socketPath);

QByteArray machineId();
QByteArray bootId();
/// Inode of our pid namespace: pids mean nothing outside it.
quint64 pidNamespace();
/// Start time of a process in clock ticks since boot; 0 if there is no such process. With the pid it names a process
/// for good.
quint64 processStartTime(qint64 pid);

} // namespace hostfacts
