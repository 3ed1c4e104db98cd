#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QString>

/// A program's configuration file, changed as a careful person would do it.
namespace configfile {

/// All of the file; nothing where there is none.
Result<QByteArray> read(const QString &path);

/// Copies the file beside itself, with its mode, over the copy of last time. Returns the copy's path, empty where there
/// is no file.
Result<QString> backUp(const QString &path);

/// Puts `text` in the file's place at once, or nothing of it. Symbolic links, the mode and the owner stay as they are;
/// missing folders are made.
Result<bool> write(const QString &path, const QByteArray &text);

} // namespace configfile
