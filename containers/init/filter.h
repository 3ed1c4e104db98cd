#pragma once

/// Puts the seccomp filter on the calling process and all that it will start; needs no_new_privs. False with errno set
/// when the kernel refuses. What it refuses is listed in seccompgen.cpp.
[[nodiscard]] bool installFilter();
