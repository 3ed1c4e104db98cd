#include "smallfile.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

std::uint64_t numberIn(std::string_view text, int word)
{
    constexpr std::string_view blanks = " \t\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    for (; word > 0; --word) {
        text.remove_prefix(std::min(text.find_first_of(blanks), text.size()));
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    }
    std::uint64_t number = 0;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
        number = number * 10 + static_cast<std::uint64_t>(text.front() - '0');
    return number;
}

SmallFile::SmallFile(const char *path)
{
    const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
    read(file.fd());
}

std::uint64_t SmallFile::numberAfter(std::string_view label) const
{
    for (std::string_view rest = text(); !rest.empty();) {
        if (rest.starts_with(label))
            return numberIn(rest.substr(label.size()), 0);
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    return 0;
}

void SmallFile::read(int fd)
{
    const ssize_t got = pread(fd, m_bytes, sizeof m_bytes, 0);
    m_size = got > 0 ? static_cast<std::size_t>(got) : 0;
}
