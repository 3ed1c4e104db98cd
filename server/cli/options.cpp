#include "cli/options.h"

#include "common/names.h"
#include "engine/uidslots.h"
#include "sandbox/preparation.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QThread>

using namespace Qt::StringLiterals;

namespace {

constexpr auto configVariable = "CODE_SANDBOX_CONFIG"_L1;

/// A refused value as a message may show it. Who writes KEY=secret where names belong must not find the secret in a
/// log.
QString shownValue(const Option &option, const QString &text)
{
    if (option.name != "pass-through-env"_L1)
        return u"\"%1\""_s.arg(text);
    static const QRegularExpression assignment(u"(?:^|,)\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*="_s);
    const QString name = assignment.match(text).captured(1);
    if (!name.isEmpty())
        return u"\"%1=…\""_s.arg(name);
    return text.contains(u'=') ? u"a value (not shown, it may be secret)"_s : u"\"%1\""_s.arg(text);
}

Error usageError(const QString &message)
{
    return {Error::Code::InvalidInput, message, {}};
}

const Option *findOption(const QString &name)
{
    for (const Option &option : optionTable()) {
        if (option.name == name)
            return &option;
    }
    return nullptr;
}

/// A value of the configuration file as the other sources would have it; nothing for one that has no such form.
std::optional<QString> configText(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::String:
        return value.toString();
    case QJsonValue::Double:
        return QString::number(value.toDouble(), 'g', 15);
    case QJsonValue::Bool:
        return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Array: {
        QStringList items;
        for (const QJsonValue &item : value.toArray()) {
            if (!item.isString())
                return std::nullopt;
            items += item.toString();
        }
        return items.join(u',');
    }
    default:
        return std::nullopt;
    }
}

Result<options::Values> readConfig(const QString &path, bool mayBeMissing)
{
    QFile file(path);
    if (!file.exists() && mayBeMissing)
        return options::Values();
    if (!file.open(QFile::ReadOnly))
        return usageError(u"Cannot read the configuration file %1: %2."_s.arg(path, file.errorString()));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.read(1024 * 1024), &error);
    if (error.error != QJsonParseError::NoError) {
        return usageError(u"The configuration file %1 is not JSON: %2 at byte %3."_s.arg(path, error.errorString())
                              .arg(error.offset));
    }
    if (!document.isObject())
        return usageError(u"The configuration file %1 must hold a JSON object of options."_s.arg(path));
    options::Values values;
    const QJsonObject object = document.object();
    for (auto one = object.begin(); one != object.end(); ++one) {
        if (!findOption(one.key()))
            return usageError(u"%1: there is no option \"%2\"; see --help for all of them."_s.arg(path, one.key()));
        const std::optional<QString> text = configText(one.value());
        if (!text) {
            return usageError(
                u"%1: the value of \"%2\" must be a text, a number, true, false, or a list of texts."_s.arg(path,
                                                                                                            one.key()));
        }
        values.insert(one.key(), {*text, path});
    }
    return values;
}

/// CONTAINER_IMAGE and CONTAINER_LANGUAGE: one image for both tools.
Result<options::Values> readForeignVariables(const QProcessEnvironment &environment)
{
    options::Values values;
    if (const QString backend = environment.value(u"BACKEND"_s); !backend.isEmpty())
        values.insert(u"engine"_s, {backend, u"BACKEND"_s});
    const QString image = environment.value(u"CONTAINER_IMAGE"_s);
    const QString language = environment.value(u"CONTAINER_LANGUAGE"_s);
    if (image.isEmpty() && language.isEmpty())
        return values;
    if (image.isEmpty() || language.isEmpty()) {
        return usageError(u"CONTAINER_IMAGE and CONTAINER_LANGUAGE belong together, but %1 is not set."_s.arg(
            image.isEmpty() ? u"CONTAINER_IMAGE"_s : u"CONTAINER_LANGUAGE"_s));
    }
    if (!languageFromString(language))
        return usageError(u"CONTAINER_LANGUAGE is \"%1\"; python and javascript are allowed."_s.arg(language));
    values.insert(u"python-image"_s, {image, u"CONTAINER_IMAGE"_s});
    values.insert(u"js-image"_s, {image, u"CONTAINER_IMAGE"_s});
    return values;
}

} // namespace

QString options::defaultConfigFile(const QProcessEnvironment &environment)
{
    const QString base = environment.value(u"XDG_CONFIG_HOME"_s);
    // The XDG specification has anything but an absolute path ignored.
    return (QDir::isAbsolutePath(base) ? base : QDir::homePath() + "/.config"_L1) + "/code-sandbox-mcp/config.json"_L1;
}

QStringList options::unknownVariables(const QProcessEnvironment &environment)
{
    QStringList known{configVariable};
    for (const Option &option : optionTable())
        known += option.environmentName();
    QStringList unknown;
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith("CODE_SANDBOX_"_L1) && !known.contains(name))
            unknown += name;
    }
    return unknown;
}

Result<Settings> options::resolve(const QHash<QString, QString> &commandLine, const QProcessEnvironment &environment,
                                  const QString &configFile)
{
    const QString chosenFile = configFile.isEmpty() ? environment.value(configVariable) : configFile;
    const Result<Values> config =
        chosenFile.isEmpty() ? readConfig(defaultConfigFile(environment), true) : readConfig(chosenFile, false);
    if (!config)
        return config.error();
    const Result<Values> foreign = readForeignVariables(environment);
    if (!foreign)
        return foreign.error();

    Values values = *config;
    values.insert(*foreign);
    for (const Option &option : optionTable()) {
        if (environment.contains(option.environmentName()))
            values.insert(option.name, {environment.value(option.environmentName()), option.environmentName()});
        if (commandLine.contains(option.name))
            values.insert(option.name, {commandLine.value(option.name), u"--"_s + option.name});
    }

    Settings settings;
    settings.maxConcurrent = std::max(4, 2 * QThread::idealThreadCount());
    settings.tokenFile = QFileInfo(defaultConfigFile(environment)).path() + "/token"_L1;
    for (const Option &option : optionTable()) {
        const auto value = values.constFind(option.name);
        if (value == values.constEnd())
            continue;
        if (const QString allowed = option.apply(settings, value->text); !allowed.isEmpty()) {
            const QString name =
                value->source == u"--"_s + option.name ? value->source : u"%1 (%2)"_s.arg(option.name, value->source);
            return usageError(
                u"%1: %2 is not allowed; it must be %3."_s.arg(name, shownValue(option, value->text), allowed));
        }
    }
    QStringList unset;
    const QString problem = passedVariablesProblem(passedVariables(settings.passThroughEnv, &unset), settings);
    if (!problem.isEmpty())
        return usageError(problem);
    if (settings.timeout > settings.maxTimeout) {
        if (values.contains(u"timeout"_s) && values.contains(u"max-timeout"_s)) {
            return usageError(
                u"--timeout (%1 s) is longer than --max-timeout (%2 s)."_s.arg(double(settings.timeout.count()) / 1000)
                    .arg(double(settings.maxTimeout.count()) / 1000));
        }
        if (values.contains(u"timeout"_s))
            settings.maxTimeout = settings.timeout;
        else
            settings.timeout = settings.maxTimeout;
    }
    // A uid for each container: those in use, and the waiting ones of both languages.
    const int mostConcurrent = UidSlots::count - 2 * settings.poolSize;
    if (!values.contains(u"max-concurrent"_s))
        settings.maxConcurrent = std::min(settings.maxConcurrent, mostConcurrent);
    if (settings.maxConcurrent > mostConcurrent) {
        return usageError(u"--max-concurrent (%1) with twice --pool-size (2 × %2) is more than %3, the containers that "
                          "can have a user id of their own. Lower one of them."_s.arg(settings.maxConcurrent)
                              .arg(settings.poolSize)
                              .arg(UidSlots::count));
    }
    return settings;
}
