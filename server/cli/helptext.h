#pragma once

#include "cli/commandtable.h"

namespace helptext {

enum class Extent
{
    Short, ///< The command's own options and those that most people need.
    All
};

/// What --help prints of a command, in lines of at most `width` columns where words allow it.
QString of(const CommandDescription &command, Extent extent, int width);

/// --config, which all commands take and no table has.
CommandOption configOption();

/// Columns of the terminal that stdout is; 80 where it is none.
int terminalWidth();

} // namespace helptext
