#pragma once

#include "resources.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The word of that index in a text with blanks between its words, read as a number; 0 if it is none.
[[nodiscard]] std::uint64_t numberIn(std::string_view text, int word);

/// What a file of /proc or of a control group says now. A file that cannot be read is an empty one.
class SmallFile
{
public:
    explicit SmallFile(const Descriptor &file) { read(file.fd()); }
    explicit SmallFile(const char *path);

    [[nodiscard]] std::string_view text() const { return {m_bytes, m_size}; }
    [[nodiscard]] std::uint64_t number(int word = 0) const { return numberIn(text(), word); }
    /// The number in the line that starts with `label`; 0 if there is none.
    [[nodiscard]] std::uint64_t numberAfter(std::string_view label) const;

private:
    void read(int fd);

    char m_bytes[1024];
    std::size_t m_size = 0;
};
