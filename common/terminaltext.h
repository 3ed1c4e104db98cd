#pragma once

#include <QString>

/// What a terminal shows in the end of a program that printed `text`: progress bars in their last state, without colours.
///
/// Carriage return, backspace, moves of the cursor and erasing take effect on the line that they are in and on up to
/// terminaltext::reachableLines lines above it, as bars of several lines need; earlier ones stay. CR LF is a line end. All other
/// escape sequences are dropped, as are bells and what reverses the order of letters (bidi embeddings, overrides and isolates; not
/// the marks that ordinary text has). A character takes one column, a tab as well. Takes linear time.
QString terminalText(const QString &text);

namespace terminaltext {

inline constexpr qsizetype reachableLines = 64;
/// A longer line is finished once the cursor leaves its end: what follows stands on a new one.
inline constexpr qsizetype maxColumns = 1000;

} // namespace terminaltext
