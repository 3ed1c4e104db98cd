#pragma once

#include <QCommandLineOption>
#include <QList>

/// What the monitor takes on its command line, beside --help and --version. The texts are in the language that is
/// installed when this is made.
struct MonitorOptions
{
    MonitorOptions();

    QCommandLineOption minimized;
    QCommandLineOption demo;
    QCommandLineOption execution;
    QCommandLineOption language;

    [[nodiscard]] QList<QCommandLineOption> all() const { return {minimized, demo, execution, language}; }
};
