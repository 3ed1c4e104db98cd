#pragma once

#include "common/execution.h"

// What Node.js says on stderr when it ends, where its exit code alone would mislead.

namespace nodesigns {

/// It refused the script as a whole, so nothing of the program has run: the line that it could not read; else 0.
int refusedLine(const ExecutionResult &result, const QByteArray &scriptPath);

/// Whether a line of a program has syntax in it that TypeScript adds. By its looks: for choosing between two complaints.
bool looksLikeTypeScript(const QByteArray &line);

/// It has no such option on its command line.
bool refusedOption(const ExecutionResult &result);

/// Its own limit for the heap was reached, in the main thread or in a worker.
bool ranOutOfHeap(const ExecutionResult &result);

} // namespace nodesigns
