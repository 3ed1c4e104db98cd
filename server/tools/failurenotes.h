#pragma once

#include "common/execution.h"
#include "sandbox/settings.h"

#include <QStringList>

/// Notes that save the model a turn: what went wrong, in words that the interpreter does not have.
///
/// Clauses for the closing line, most often none. Each rule looks at the program's text and at the end of its stderr, and speaks only
/// where the run failed in the way that it explains. The program itself is never changed.
QStringList failureNotes(const ExecutionRequest &request, const ExecutionResult &result, const Settings &settings);
