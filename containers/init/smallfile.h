#pragma once

#include "resources.h"

#include <cstdint>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

/// What a file of /proc or of a control group says now. A file that cannot be read is an empty one.
class SmallFile
{
public:
    explicit SmallFile(const Descriptor &file) { read(file.fd()); }
    explicit SmallFile(const char *path)
    {
        const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
        read(file.fd());
    }

    [[nodiscard]] std::string_view text() const { return {m_bytes, m_size}; }

    /// The word of that index, read as a number; 0 if it is none.
    [[nodiscard]] std::uint64_t number(int word = 0) const
    {
        std::string_view rest = text();
        for (; word > 0; --word) {
            rest.remove_prefix(std::min(rest.find_first_of(" \t\n"), rest.size()));
            rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
        }
        std::uint64_t result = 0;
        for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1))
            result = result * 10 + static_cast<std::uint64_t>(rest.front() - '0');
        return result;
    }

    /// The number in the line that starts with `label`; 0 if there is none.
    [[nodiscard]] std::uint64_t numberAfter(std::string_view label) const
    {
        for (std::string_view rest = text(); !rest.empty();) {
            if (rest.starts_with(label)) {
                std::uint64_t result = 0;
                for (rest.remove_prefix(label.size()); !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
                     rest.remove_prefix(1))
                    result = result * 10 + static_cast<std::uint64_t>(rest.front() - '0');
                return result;
            }
            rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
        }
        return 0;
    }

private:
    void read(int fd)
    {
        const ssize_t got = pread(fd, m_bytes, sizeof m_bytes, 0);
        m_size = got > 0 ? static_cast<std::size_t>(got) : 0;
    }

    char m_bytes[1024];
    std::size_t m_size = 0;
};
