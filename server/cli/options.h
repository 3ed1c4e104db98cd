#pragma once

#include "cli/optiontable.h"
#include "common/result.h"

#include <QHash>
#include <QProcessEnvironment>
#include <QStringList>

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
