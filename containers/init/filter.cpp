#include "filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

namespace {

constexpr sock_filter instructions[] = {
#include "filterprogram.inc" // made by seccompgen
};

} // namespace

bool installFilter()
{
    const sock_fprog program = {sizeof instructions / sizeof *instructions, const_cast<sock_filter *>(instructions)};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
