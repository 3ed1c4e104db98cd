#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

// What a program's man page and its completions for shells are made of. The programs' own tables fill it.

namespace reference {

/// An option, or an argument that is one of a few words or a file.
struct Option
{
    QString name;      ///< "engine"; without the dashes.
    QString valueName; ///< Empty: a switch.
    QString description;
    QStringList values; ///< All that are allowed; empty where that is no short list.

    [[nodiscard]] bool takesFile() const { return valueName.contains(QLatin1String("FILE"), Qt::CaseInsensitive); }
};

struct Group
{
    QString title;
    QList<Option> options;
};

struct Command
{
    QString word;
    QString arguments; ///< As in the synopsis.
    QString description;
    QList<Option> options;      ///< Its own; one that has the name of a general option takes its place.
    QStringList argumentValues; ///< What the arguments may be; empty where that is no short list.
    bool takesFile = false;
};

/// A term with what it means.
struct Entry
{
    QString term;
    QString text;
};

struct Program
{
    QString name;
    QString version;
    QString date; ///< Of the man page: "2026-01-31".
    QString summary;
    QStringList description; ///< Paragraphs.
    QList<Command> commands;
    QList<Group> groups; ///< Options of the program and of all of its commands.
    QList<Entry> environment;
    QList<Entry> files;
    QList<Entry> exitStatus;
    QStringList seeAlso; ///< "podman(1)"
};

/// The page in the language of man(7).
QByteArray manPage(const Program &program);

QByteArray bashCompletion(const Program &program);
QByteArray zshCompletion(const Program &program);
QByteArray fishCompletion(const Program &program);

/// Writes NAME.1, NAME.bash, NAME.zsh and NAME.fish into the folder; false if that fails, which is said on stderr.
bool writeAll(const Program &program, const QString &folder);

} // namespace reference
