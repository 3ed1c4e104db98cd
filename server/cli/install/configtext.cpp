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

const Error notUtf8{Error::Code::InvalidInput, u"it is no text in UTF-8"_s, {}};

} // namespace

Result<QJsonValue> configtext::valueAt(Format format, const QByteArray &text, const QStringList &path)
{
    if (!isUtf8(text))
        return notUtf8;
    switch (format) {
    case Format::Json:
        return jsontext::valueAt(text, path);
    case Format::Toml:
        return tomltext::valueAt(text, path);
    case Format::Yaml:
        return yamltext::valueAt(text, path);
    }
    Q_UNREACHABLE();
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
    if (missing.isEmpty())
        return result;
    switch (format) {
    case Format::Json:
        return jsontext::set(result, path, missing);
    case Format::Toml:
        return tomltext::set(result, path, missing);
    case Format::Yaml:
        return yamltext::set(result, path, missing);
    }
    Q_UNREACHABLE();
}

Result<QByteArray> configtext::without(Format format, const QByteArray &text, const QStringList &path)
{
    const Result<QJsonValue> present = valueAt(format, text, path);
    if (!present)
        return present.error();
    if (present->isUndefined())
        return text;
    switch (format) {
    case Format::Json:
        return jsontext::remove(text, path);
    case Format::Toml:
        return tomltext::remove(text, path);
    case Format::Yaml:
        return yamltext::remove(text, path);
    }
    Q_UNREACHABLE();
}
