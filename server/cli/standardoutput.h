#pragma once

#include <QByteArray>

#include <cstdio>

// The commands' one way to their standard output, so that an output that cannot be written is never taken for success.

namespace standardoutput {

/// Opens what the process was started without: reads end at once, writes fail. Otherwise the next file that is opened
/// would get the number. Call it before anything opens a file.
void openMissingDescriptors();

/// Writes all of `bytes` to stdout, or to `file`, now. False if that failed; nothing is written there any more.
bool write(const QByteArray &bytes, std::FILE *file = stdout);

/// What keeps the output from being written, a sentence; empty if nothing does.
QByteArray problem();

/// At the end of the program: `exitCode`, or 1 if the output was not written and `exitCode` says success. Says on stderr what
/// went wrong.
int exitCode(int exitCode);

} // namespace standardoutput
