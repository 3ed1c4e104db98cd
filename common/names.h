#pragma once

#include "common/execution.h"
#include "common/result.h"

#include <optional>

// The words that stand for the values of execution.h and of errors on the wire, in options, labels and events. They are
// contracts.

/// "python", "javascript".
QString languageName(Language language);
/// Also "js", "node" and "py", in any case.
std::optional<Language> languageFromString(const QString &text);

/// "exited", "signalled", "timed_out", "out_of_memory", "cancelled".
QString outcomeName(Outcome outcome);
std::optional<Outcome> outcomeFromString(const QString &text);

/// "waiting", "pulling", "starting", "running".
QString phaseName(Phase phase);

/// "stdout", "stderr".
QString streamName(Stream stream);

/// "allowed", "refused", "failed".
QString verdictName(ConnectionReport::Verdict verdict);

/// "engine_missing", "pull_failed", "timed_out" and so on.
QString errorName(Error::Code code);

/// "SIGSEGV"; "signal 77" for a number without a name.
QString signalName(int signal);
