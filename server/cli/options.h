#pragma once

#include "common/result.h"
#include "sandbox/settings.h"

#include <QHash>
#include <QList>
#include <QProcessEnvironment>
#include <QStringList>

#include <functional>

/// One option that the command line (--name), the environment (CODE_SANDBOX_NAME) and the configuration file ("name")
/// share. The table of them is the only place that knows names, texts and checks; the README's table is made of it.
struct Option
{
    QString name;
    QString valueName; ///< Empty: a switch.
    QString description;
    QString defaultText;
    /// Takes a value over; returns what is allowed if it makes no sense, else nothing.
    std::function<QString(Settings &settings, const QString &value)> apply;

    /// "CODE_SANDBOX_MAX_TIMEOUT"
    [[nodiscard]] QString environmentName() const;
};

const QList<Option> &optionTable();

/// As on the command line: "public", "allow:example.com".
QString networkName(const Settings &settings);

namespace options {

/// Values by option name, with where they come from for messages.
struct Value
{
    QString text;
    QString source;
};
using Values = QHash<QString, Value>;

/// Merges the sources (command line over environment over configuration file over defaults) and checks everything.
/// `environment`: BACKEND, CONTAINER_IMAGE, CONTAINER_LANGUAGE and CODE_SANDBOX_…. `configFile`: empty for the one that
/// CODE_SANDBOX_CONFIG names, else the default one, which need not exist.
Result<Settings> resolve(const QHash<QString, QString> &commandLine, const QProcessEnvironment &environment,
                         const QString &configFile);

/// Names of CODE_SANDBOX_… variables that no option reads, most likely misspelled.
QStringList unknownVariables(const QProcessEnvironment &environment);

/// "$XDG_CONFIG_HOME/code-sandbox-mcp/config.json"
QString defaultConfigFile(const QProcessEnvironment &environment);

} // namespace options
