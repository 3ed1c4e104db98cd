#pragma once

#include "engine/engine.h"

#include <optional>

// Limits that an engine cannot set on this machine, mostly for want of a cgroup controller. Containers are started
// without them, and that is said: an engine that is asked for one starts nothing at all.

namespace missinglimits {

enum class Limit
{
    Memory,
    Processors,
    Processes
};

/// The limit that kept a container from starting, from the engine's words; none if it was something else.
std::optional<Limit> refused(const QString &words);

/// The engine is not asked for this limit any more. Its notes say so, once.
void drop(Engine &engine, Limit limit);

} // namespace missinglimits
