#pragma once

#include "cli/install/configtext.h"

// What the editors of the three formats share. Each of them has the functions that configtext.h hands on to it:
// valueAt(), set() and remove().

namespace textediting {

inline constexpr QByteArrayView byteOrderMark{"\xEF\xBB\xBF"};

/// The line end that the text uses; "\n" if it has none.
QByteArray lineEnd(const QByteArray &text);

/// Where the line begins that `place` is in.
qsizetype lineBegin(const QByteArray &text, qsizetype place);

/// Where the next line begins; the text's size in its last one.
qsizetype nextLine(const QByteArray &text, qsizetype place);

/// The blanks that the line begins with.
QByteArray indentation(const QByteArray &text, qsizetype place);

/// Where the text ends without the blanks and line ends before `end`, but not before `begin`.
qsizetype contentEnd(const QByteArray &text, qsizetype begin, qsizetype end);

/// A string, number, list or object of JSON on one line. Strings in it are the same in TOML and YAML.
QByteArray inlineJson(const QJsonValue &value);

/// What one string, number or word of JSON means; undefined if it is none.
QJsonValue scalarOfJson(const QByteArray &text);

/// "line 3: `reason`"
Error notUnderstood(const QByteArray &text, qsizetype place, const QString &reason);

} // namespace textediting

namespace jsontext {
Result<QJsonValue> valueAt(const QByteArray &text, const QStringList &path);
Result<QByteArray> set(const QByteArray &text, const QStringList &path, const Members &members);
Result<QByteArray> remove(const QByteArray &text, const QStringList &path);
} // namespace jsontext

namespace tomltext {
Result<QJsonValue> valueAt(const QByteArray &text, const QStringList &path);
Result<QByteArray> set(const QByteArray &text, const QStringList &path, const Members &members);
Result<QByteArray> remove(const QByteArray &text, const QStringList &path);
} // namespace tomltext

namespace yamltext {
Result<QJsonValue> valueAt(const QByteArray &text, const QStringList &path);
Result<QByteArray> set(const QByteArray &text, const QStringList &path, const Members &members);
Result<QByteArray> remove(const QByteArray &text, const QStringList &path);
} // namespace yamltext
