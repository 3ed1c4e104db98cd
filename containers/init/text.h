#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// A phrase for people, put together without allocating; what does not fit is left out.
class Text
{
public:
    Text &operator<<(std::string_view part)
    {
        m_size += part.copy(m_bytes + m_size, room()); // an empty one has no bytes to point at
        return *this;
    }
    Text &operator<<(std::uint64_t number)
    {
        char digits[20];
        std::size_t first = sizeof digits;
        do {
            digits[--first] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number > 0);
        return *this << std::string_view(digits + first, sizeof digits - first);
    }
    /// "No such file or directory" and the like.
    Text &systemError(int error) { return *this << std::string_view(std::strerror(error)); }

    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] std::string_view view() const { return {m_bytes, m_size}; }

private:
    [[nodiscard]] std::size_t room() const { return sizeof m_bytes - m_size; }

    char m_bytes[8 * 1024];
    std::size_t m_size = 0;
};
