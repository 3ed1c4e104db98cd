#pragma once

#include "common/execution.h"
#include "sandbox/settings.h"

/// The texts that models read. They can only respect what they are told, so limits and network are those in force.
namespace wording {

QString instructions(const Settings &settings);
QString toolDescription(Language language, const Settings &settings);
QString codeArgument(Language language);
QString timeoutArgument(const Settings &settings);
QString stdinArgument();
/// What the network mode reaches, as a clause.
QString network(const Settings &settings);

} // namespace wording
