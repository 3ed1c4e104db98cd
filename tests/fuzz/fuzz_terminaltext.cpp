#include "common/terminaltext.h"

#include <cstdint>
#include <cstdlib>

/// What programs print steers nothing, and never grows by more than the columns that the cursor can skip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString shown = terminalText(text);
    for (const QChar c : shown) {
        if (c == u'\x1b' || c == u'\r' || c == u'\b' || c == u'\a' || (c >= u'\x80' && c <= u'\x9f'))
            std::abort();
    }
    if (shown.size() > (text.size() + 1) * (terminaltext::maxColumns + 1))
        std::abort();
    if (terminalText(shown) != shown)
        std::abort();
    return 0;
}
