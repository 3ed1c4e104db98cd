#pragma once

#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

/// Owns a file descriptor.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int fd)
        : m_fd(fd)
    {
    }
    Descriptor(Descriptor &&other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    {
    }
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        if (this != &other) {
            close();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~Descriptor() { close(); }

    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] int fd() const { return m_fd; }
    void close()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }

private:
    int m_fd = -1;
};

/// Anonymous memory that is taken from the container's limit only as far as it is touched. It lives as long as init.
class Pages
{
public:
    [[nodiscard]] bool allocate(std::size_t size)
    {
        if (size == 0)
            return true;
        void *const start =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED)
            return false;
        m_data = static_cast<char *>(start);
        m_size = size;
        return true;
    }
    [[nodiscard]] char *data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    char *m_data = nullptr;
    std::size_t m_size = 0;
};
