// A library that tells when it is loaded. It lies where programs must not look (tests/packaging/loading.py).

#include <unistd.h>

namespace {

const struct Decoy
{
    Decoy()
    {
        static const char text[] = "the decoy was loaded\n";
        _exit(write(STDERR_FILENO, text, sizeof text - 1) > 0 ? 66 : 67);
    }
} decoy;

} // namespace
