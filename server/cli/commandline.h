#pragma once

#include "cli/commandtable.h"
#include "common/result.h"
#include "sandbox/settings.h"

#include <QHash>
#include <QProcessEnvironment>
#include <QStringList>

/// What the user asked for on the command line, checked.
struct Invocation
{
    Command command = Command::Serve;
    Settings settings;
    QStringList arguments;               ///< Positional ones after the command.
    QStringList serverOptions;           ///< Those of the server that the command line has, with absolute names of files.
    QHash<QString, QStringList> options; ///< Those of the command alone, by name; all values where one was repeated.
    QString textToPrint;                 ///< --help, --help-all, --version: print this and exit 0.

    /// The last value given for an option of the command; empty without one.
    [[nodiscard]] QString option(const QString &name) const
    {
        return options.value(name).isEmpty() ? QString() : options.value(name).constLast();
    }
};

/// `arguments`: with the program's name first. An error is a usage error: exit code 2.
Result<Invocation> parseCommandLine(const QStringList &arguments, const QProcessEnvironment &environment);
