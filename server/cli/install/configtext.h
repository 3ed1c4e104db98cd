#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QJsonValue>
#include <QList>
#include <QString>
#include <QStringList>

/// One member of an object, in the order in which it is to be written.
struct Member
{
    QString key;
    QJsonValue value;
};
using Members = QList<Member>;

/// Edits the text of a configuration file and leaves everything else in it as it is: comments, order, formatting, the
/// byte order mark, the kind of line ends. A text that it does not understand is an Error and is never changed; the
/// message says where and why, as a clause without a full stop.
///
/// An empty text is a file without settings. A path is a list of keys, from the outermost object on.
namespace configtext {

enum class Format
{
    Json, ///< With comments and commas at the end, as editors write it.
    Toml,
    Yaml
};

/// What is at `path`; undefined if nothing is.
Result<QJsonValue> valueAt(Format format, const QByteArray &text, const QStringList &path);

/// The text in which the object at `path` has `members`. Members that it has besides these stay. A text that has them
/// already comes back unchanged; an empty list or object counts as one that is not there.
Result<QByteArray> withMembers(Format format, const QByteArray &text, const QStringList &path, const Members &members);

/// The text without what is at `path`; unchanged if nothing is there.
Result<QByteArray> without(Format format, const QByteArray &text, const QStringList &path);

} // namespace configtext
