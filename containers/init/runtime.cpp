// What a static program without exceptions needs of the C++ library. libstdc++'s own versions throw, and with that they
// bring along the unwinder, the demangler and locales: more than all the rest of init together. Memory is asked for
// only before the program starts; if there is none, no container of this size can work.

#include <cstdlib>
#include <new>
#include <unistd.h>

namespace {

[[noreturn]] void giveUp()
{
    constexpr char message[] = "sandbox-init: out of memory, or a length that cannot be\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    _exit(1);
}

} // namespace

void *operator new(std::size_t size)
{
    if (void *const memory = std::malloc(size))
        return memory;
    giveUp();
}

void *operator new[](std::size_t size)
{
    return operator new(size);
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

// Called by std::vector and std::string_view; libstdc++ declares them in <bits/functexcept.h>.
namespace std {

void __throw_bad_alloc()
{
    giveUp();
}

void __throw_bad_array_new_length()
{
    giveUp();
}

void __throw_length_error(const char *)
{
    giveUp();
}

void __throw_out_of_range_fmt(const char *, ...)
{
    giveUp();
}

} // namespace std
