#include "cli/standardoutput.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace {

QByteArray firstProblem;

} // namespace

void standardoutput::openMissingDescriptors()
{
    // The lowest free number is taken each time. Nothing can be written to what is open for reading.
    while (fcntl(STDIN_FILENO, F_GETFD) < 0 || fcntl(STDOUT_FILENO, F_GETFD) < 0) {
        if (open("/dev/null", O_RDONLY) < 0)
            return;
    }
    if (fcntl(STDERR_FILENO, F_GETFD) < 0)
        open("/dev/null", O_WRONLY);
}

bool standardoutput::write(const QByteArray &bytes, std::FILE *file)
{
    if (!firstProblem.isEmpty() && file == stdout)
        return false;
    errno = 0;
    if (std::fwrite(bytes.constData(), 1, size_t(bytes.size()), file) == size_t(bytes.size()) && std::fflush(file) == 0)
        return true;
    if (firstProblem.isEmpty()) {
        firstProblem = QByteArray(file == stdout ? "Standard output" : "Standard error") +
                       " cannot be written: " + std::strerror(errno) + ". What was printed is not complete.";
    }
    return false;
}

QByteArray standardoutput::problem()
{
    return firstProblem;
}

int standardoutput::exitCode(int exitCode)
{
    if (firstProblem.isEmpty())
        return exitCode;
    std::fprintf(stderr, "code-sandbox-mcp: %s\n", firstProblem.constData());
    return exitCode == 0 ? 1 : exitCode;
}
