#pragma once

#include "sandbox/settings.h"

#include <QList>
#include <QString>

#include <functional>

/// What an option is about; the help and the documents show the groups in this order.
enum class OptionGroup
{
    Everyday, ///< What most people need: the short help shows these alone.
    ImagesAndEngine,
    Limits,
    Network,
    WaitingContainers,
    Http,
    Other
};

QString groupTitle(OptionGroup group);

/// One option that the command line (--name), the environment (CODE_SANDBOX_NAME) and the configuration file ("name")
/// share. The table of them is the only place that knows names, texts and checks; help and documents are made of it.
struct Option
{
    OptionGroup group;
    QString name;
    QString valueName; ///< Empty: a switch.
    QString description;
    QString defaultText;
    /// Takes a value over; returns what is allowed if it makes no sense, else nothing.
    std::function<QString(Settings &settings, const QString &value)> apply;

    /// "CODE_SANDBOX_MAX_TIMEOUT"
    [[nodiscard]] QString environmentName() const;
    /// The values that are allowed, where they are a few words.
    [[nodiscard]] QStringList choices() const;
};

/// All options, group by group.
const QList<Option> &optionTable();
