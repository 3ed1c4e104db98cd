#pragma once

#include "common/execution.h"

#include <QString>

/// A stream as text for a reader: whole characters only, and at most so many of them.
struct OutputText
{
    QString text;                ///< With one line in place of what was left out.
    qint64 bytesLeftOut = 0;     ///< Of the program's bytes, by the capture and by the cut together.
    bool hadInvalidUtf8 = false; ///< Some bytes became U+FFFD; our own cuts never do.
};

namespace outputtext {

/// The captured bytes as text, not cut further. Where the capture has a gap, the two sides are complete characters and
/// `gap` (if not null) is the index between them, else -1.
QString decode(const StreamCapture &capture, qsizetype *gap, bool *hadInvalidUtf8);

/// For people and models: what a terminal shows in the end (terminalText), at most `maxCharacters` from head and tail.
OutputText forReading(const StreamCapture &capture, qsizetype maxCharacters);

/// How many bytes the string takes inside a JSON text. For decoded text, which holds no lone surrogates.
qint64 jsonSize(const QString &text);

/// Head and tail of `text` such that each takes at most half of `maxJsonBytes` in JSON, cut between whole characters.
/// Returns the number of UTF-16 units taken out; 0 when it fits.
qsizetype cutToJsonSize(QString &text, qint64 maxJsonBytes);

/// How many UTF-16 units from the start fit into so many JSON bytes, without cutting a character.
qsizetype fittingLength(const QString &text, qint64 maxJsonBytes);

/// "12,345"
QString grouped(qint64 number);

} // namespace outputtext
