#pragma once

#include "sandbox/settings.h"

#include <QByteArray>
#include <QList>
#include <QPair>

/// A variable that the user passes through into the program. Bytes, since values are not always UTF-8.
struct PassedVariable
{
    QByteArray name;
    QByteArray value;
};

/// The passed-through variables that are set in our own environment; names of those that are not go to `unset`.
QList<PassedVariable> passedVariables(const QStringList &names, QStringList *unset);

/// What keeps these variables from reaching a program, as a sentence for people: one is too long for the kernel, or all
/// are too long for the frame. Empty if nothing does. Names and sizes, never values.
QString passedVariablesProblem(const QList<PassedVariable> &variables, const Settings &settings);

/// The Prepare frame of a language under these settings (see frames.h): interpreter, environment, limits.
QByteArray prepareFrame(Language language, const Settings &settings, const QList<PassedVariable> &variables);

/// The variables that every program gets, before the passed-through ones. "NAME=value".
QByteArrayList programEnvironment(const Settings &settings);

/// Whether a program of this language may turn out to be one of another that the interpreter runs, too: TypeScript.
bool hasSecondLanguage(Language language);

/// "code.py", "code.js".
QString scriptName(Language language);
