#include "tools/toolarguments.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace {

Error invalid(const QString &message)
{
    return {Error::Code::InvalidInput, message, {}};
}

QString typeName(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return u"null"_s;
    case QJsonValue::Bool:
        return u"a boolean"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::String:
        return u"a string"_s;
    case QJsonValue::Array:
        return u"an array"_s;
    case QJsonValue::Object:
        return u"an object"_s;
    case QJsonValue::Undefined:
        return u"missing"_s;
    }
    Q_UNREACHABLE();
}

Result<QByteArray> text(const QJsonObject &arguments, const QString &name, qint64 maxBytes)
{
    const QJsonValue value = arguments[name];
    if (!value.isString())
        return invalid(u"\"%1\" must be a string, but it is %2."_s.arg(name, typeName(value)));
    QByteArray bytes = value.toString().toUtf8();
    if (bytes.size() > maxBytes) {
        return invalid(u"\"%1\" has %2 bytes; at most %3 (%4 MiB) are allowed."_s.arg(name)
                           .arg(bytes.size())
                           .arg(maxBytes)
                           .arg(maxBytes / (1024 * 1024)));
    }
    return bytes;
}

Result<milliseconds> timeLimit(const QJsonValue &value, const Settings &settings)
{
    bool isNumber = value.isDouble();
    double secondsWanted = value.toDouble();
    if (value.isString())
        secondsWanted = value.toString().trimmed().toDouble(&isNumber);
    const double most = double(settings.maxTimeout.count()) / 1000;
    if (!isNumber || !std::isfinite(secondsWanted) || secondsWanted < 0.001 || secondsWanted > most) {
        return invalid(
            u"\"timeout\" must be a number of seconds above 0 and up to %1 (%2 if left out)."_s.arg(most).arg(
                double(settings.timeout.count()) / 1000));
    }
    return milliseconds(std::llround(secondsWanted * 1000));
}

/// null, and a text with nothing in it, are what some clients send for an argument that is not given.
bool isLeftOut(const QJsonValue &value)
{
    return value.isUndefined() || value.isNull() || (value.isString() && value.toString().trimmed().isEmpty());
}

} // namespace

Result<ExecutionRequest> parseToolArguments(Language language, const QJsonValue &arguments, const Settings &settings,
                                            QStringList *unknown)
{
    QJsonObject object = arguments.toObject();
    if (arguments.isString()) // some models write the object as a text
        object = QJsonDocument::fromJson(arguments.toString().toUtf8()).object();
    if (!arguments.isObject() && !arguments.isUndefined() && object.isEmpty())
        return invalid(u"\"arguments\" must be an object with \"code\", but it is %1."_s.arg(typeName(arguments)));
    ExecutionRequest request;
    request.language = language;
    request.timeout = settings.timeout;

    if (!object.contains("code"_L1))
        return invalid(u"\"code\" is missing: the program to run, as a string."_s);
    const Result<QByteArray> code = text(object, u"code"_s, maxCodeBytes);
    if (!code)
        return code.error();
    request.code = *code;

    if (!isLeftOut(object["timeout"_L1])) {
        const Result<milliseconds> timeout = timeLimit(object["timeout"_L1], settings);
        if (!timeout)
            return timeout.error();
        request.timeout = *timeout;
    }
    if (object.contains("stdin"_L1) && !object["stdin"_L1].isNull()) {
        const Result<QByteArray> input = text(object, u"stdin"_s, maxStdinBytes);
        if (!input)
            return input.error();
        request.stdinText = *input;
    }
    for (const QString &name : object.keys()) {
        if (name != "code"_L1 && name != "timeout"_L1 && name != "stdin"_L1)
            unknown->append(name);
    }
    return request;
}
