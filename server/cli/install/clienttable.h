#pragma once

#include "cli/install/configtext.h"

#include <QProcessEnvironment>

#include <functional>

/// How a client starts our server: this is what its entry says.
struct ServerStart
{
    QString program;       ///< Absolute.
    QStringList options;   ///< As on the command line.
    QStringList variables; ///< Names of variables of the environment that the server needs.
};

/// A program that can be told to start our server.
struct Client
{
    /// The members that its entries have.
    enum class Form
    {
        Plain, ///< command, args
        VsCode,
        OpenCode,
        Goose
    };
    /// How variables of the user's environment reach the servers that it starts.
    enum class Variables
    {
        Inherited,  ///< All of them do.
        Referenced, ///< An entry's "env" refers to them, in the form of `reference`.
        Listed,     ///< An entry's "env_vars" lists their names.
        Written     ///< An entry's "env" would have to hold their values.
    };

    QString name;            ///< On our command line: "claude-code".
    QString title;           ///< "Claude Code"
    QString program = {};    ///< Its command; empty where that has other programs' name.
    QStringList traces = {}; ///< Files and folders that are there once it was used.
    QString configFile;
    configtext::Format format = configtext::Format::Json;
    QStringList path;           ///< Of the object that holds the entries.
    QStringList newerPath = {}; ///< Of the one that takes its place in a file that has it.
    Form form = Form::Plain;
    Variables variables = Variables::Inherited;
    QString reference = {}; ///< "${env:%1}"

    /// The arguments of its command that add the entry; none where it has no such command.
    std::function<QStringList(const QString &name, const ServerStart &start)> addArguments = {};
    /// The arguments of its command that remove the entry; empty where it has no such command.
    QStringList removeArguments = {};

    /// Where its command is; empty if it is not on this machine.
    [[nodiscard]] QString programPath() const;
    [[nodiscard]] bool isHere() const;
    /// What the entry for our server has in this client's configuration.
    [[nodiscard]] Members entry(const QString &entryName, const ServerStart &start) const;
};

/// All clients that we know, where this user has their files. `environment`: HOME is asked of Qt, the rest of this.
QList<Client> clientTable(const QProcessEnvironment &environment);
