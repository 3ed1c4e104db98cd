#pragma once

#include "common/result.h"

#include <QString>
#include <QStringList>

// The private folder in which servers leave their lock and their monitor socket, and in which the monitor looks for
// them.
//
// MCP clients often start servers without XDG_RUNTIME_DIR (and with another TMPDIR) while the desktop has it. A server
// takes the first candidate that it can use, a monitor watches all of them, so that the two meet anyway.

/// Where candidates come from. The default is this process's user and environment; tests bring their own.
struct RuntimePlaces
{
    unsigned int uid;           ///< The effective one: who must own the folder.
    QString runUser;            ///< "/run/user/<uid>"
    QString xdgRuntimeDir;      ///< Empty if unset.
    QStringList temporaryRoots; ///< Shared folders such as /tmp.

    static RuntimePlaces ofThisProcess();
};

/// Longest path of a local socket on every platform (sun_path of macOS, with its final 0).
inline constexpr qsizetype maxSocketPath = 104;
/// Instance ids are no longer than this; they name the files in the runtime folder.
inline constexpr qsizetype maxInstanceId = 32;

/// Folders in order of preference, without duplicates; none of them need exist or be private.
QStringList runtimeFolderCandidates(const RuntimePlaces &places = RuntimePlaces::ofThisProcess());

/// True when `path` is a folder (no symbolic link) of user `uid` that nobody else can enter.
bool isPrivateFolder(const QString &path, unsigned int uid);

/// The first candidate that is private or could be created so (0700); for servers.
Result<QString> ensureRuntimeFolder(const RuntimePlaces &places = RuntimePlaces::ofThisProcess());

/// The candidates that exist and are private; for monitors.
QStringList existingRuntimeFolders(const RuntimePlaces &places = RuntimePlaces::ofThisProcess());

/// Paths inside a runtime folder.
QString monitorSocketPath(const QString &folder, const QString &instanceId);
QString lockFilePath(const QString &folder, const QString &instanceId);
/// What sandbox-init of a container connects to (frames::directSocketOption).
QString channelPath(const QString &folder, const QString &containerName);
/// The endings that tell these files apart.
QString monitorSocketSuffix();
QString channelSuffix();
