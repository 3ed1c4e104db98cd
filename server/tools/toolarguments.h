#pragma once

#include "common/execution.h"
#include "common/result.h"
#include "sandbox/settings.h"

#include <QJsonValue>

/// Turns the arguments of a tools/call into a request. What models and clients get wrong without harm is put right
/// ("30" for 30); anything else is an error whose message says what is allowed. `unknown` receives the names of
/// arguments that mean nothing here: some clients add their own.
Result<ExecutionRequest> parseToolArguments(Language language, const QJsonValue &arguments, const Settings &settings,
                                            QStringList *unknown);

/// The same limits for everyone who submits code.
inline constexpr qint64 maxCodeBytes = 4 * 1024 * 1024;
inline constexpr qint64 maxStdinBytes = 4 * 1024 * 1024;
