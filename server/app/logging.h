#pragma once

/// Diagnostics go to stderr, one line each, with their category ("sandbox.engine: …"); Qt's own too. Without `verbose`
/// only warnings and worse.
void installLogging(bool verbose);
