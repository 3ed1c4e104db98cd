#pragma once

#include "cli/optiontable.h"

#include <QList>
#include <QString>

enum class Command
{
    Serve,
    Run,
    Install,
    Doctor,
    Images,
    Prune,
    Monitor
};

/// An option that one command alone knows.
struct CommandOption
{
    QString name;
    QString valueName;
    QString description;
};

/// What `code-sandbox-mcp WORD` takes, and says of itself.
struct CommandDescription
{
    Command command;
    QString word; ///< Empty for serving.
    QString arguments;
    QString description;
    QList<CommandOption> options;

    /// The command has an option of its own of that name: `images build --ca-file` is for the build.
    [[nodiscard]] bool replaces(const Option &option) const;
};

/// All commands; serving, which has no word, is the first.
const QList<CommandDescription> &commandTable();
