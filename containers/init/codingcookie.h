#pragma once

#include <string_view>

/// True when Python would decode this source with an encoding other than UTF-8 because its first or second line says
/// so (PEP 263). Python has to open such a file a second time, which a FIFO does not survive.
[[nodiscard]] bool namesForeignEncoding(std::string_view code);
