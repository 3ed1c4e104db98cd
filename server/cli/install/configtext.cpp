#include "cli/install/configtext.h"

#include "cli/install/textediting.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace {

bool isNothing(const QJsonValue &value)
{
    return value.isUndefined() || (value.isArray() && value.toArray().isEmpty()) ||
           (value.isObject() && value.toObject().isEmpty());
}

bool isUtf8(const QByteArray &text)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(text);
    return !decoder.hasError() && !decoded.contains(QChar(0));
}

/// The functions that textediting.h declares for each format.
struct Editor
{
    decltype(&jsontext::valueAt) valueAt;
    decltype(&jsontext::set) set;
    decltype(&jsontext::remove) remove;
};

Editor editorOf(configtext::Format format)
{
    switch (format) {
    case configtext::Format::Json:
        return {jsontext::valueAt, jsontext::set, jsontext::remove};
    case configtext::Format::Toml:
        return {tomltext::valueAt, tomltext::set, tomltext::remove};
    case configtext::Format::Yaml:
        return {yamltext::valueAt, yamltext::set, yamltext::remove};
    }
    Q_UNREACHABLE();
}

const Error notUtf8{Error::Code::InvalidInput, u"it is no text in UTF-8"_s, {}};

} // namespace

Result<QJsonValue> configtext::valueAt(Format format, const QByteArray &text, const QStringList &path)
{
    if (!isUtf8(text))
        return notUtf8;
    return editorOf(format).valueAt(text, path);
}

Result<QByteArray> configtext::withMembers(Format format, const QByteArray &text, const QStringList &path,
                                           const Members &members)
{
    const Result<QJsonValue> present = valueAt(format, text, path);
    if (!present)
        return present.error();
    Members missing = present->isUndefined() ? members : Members();
    QByteArray result = text;
    for (const Member &member : present->isUndefined() ? Members() : members) {
        const QJsonValue old = (*present)[member.key];
        if (old == member.value || (isNothing(old) && isNothing(member.value)))
            continue;
        if (!old.isObject() || !member.value.isObject()) {
            missing.append(member);
            continue;
        }
        Members inner;
        const QJsonObject object = member.value.toObject();
        for (auto one = object.begin(); one != object.end(); ++one)
            inner.append({one.key(), one.value()});
        const Result<QByteArray> changed = withMembers(format, result, path + QStringList{member.key}, inner);
        if (!changed)
            return changed;
        result = *changed;
    }
    return missing.isEmpty() ? result : editorOf(format).set(result, path, missing);
}

Result<QByteArray> configtext::without(Format format, const QByteArray &text, const QStringList &path)
{
    const Result<QJsonValue> present = valueAt(format, text, path);
    if (!present)
        return present.error();
    if (present->isUndefined())
        return text;
    return editorOf(format).remove(text, path);
}
