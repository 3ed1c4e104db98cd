#pragma once

#include "common/frames.h"
#include "resources.h"
#include "text.h"

#include <cstdint>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// An argv or envp: strings of its own in the form that execve() takes.
class StringList
{
public:
    void add(std::string_view string);
    void removeVariable(std::string_view name);
    void removeVariableIgnoringCase(std::string_view name);
    /// The variable's value, or a null view.
    [[nodiscard]] std::string_view variable(std::string_view name) const;

    [[nodiscard]] char *const *data() const { return m_strings.data(); }
    [[nodiscard]] bool isEmpty() const { return m_strings.size() == 1; }
    /// Drops all but the first string, and takes the other list's.
    void replaceAllButFirst(const StringList &others);
    /// Overwrites all strings, which stay empty.
    void wipe();

private:
    std::vector<char *> m_strings = {nullptr};
};

/// The interpreter: which of its command lines can be executed, and its start, with nothing of init's left in it.
///
/// The child gets pipes as its only descriptors, a session of its own, default signals, the seccomp filter, and the
/// environment of the image less and plus what Prepare names. What it may not have is taken from it between fork() and
/// execve(); whether that went well comes back over a pipe that execve() closes.
class Program
{
public:
    enum class Start
    {
        Started,  ///< A child exists and tries to become the program; executed() tells how that ends.
        NoneLeft, ///< `problem` says why no command line can be executed; anyExists() whether one was there.
        Failed,   ///< A system call failed; `problem` names it.
    };
    enum class Execution
    {
        Pending,
        Done,
        Refused, ///< The system does not execute this file: try the next one.
        Failed,  ///< The child could not be confined; nothing was executed.
    };
    struct Pipes
    {
        Descriptor input; ///< Init's end of the program's stdin, and so on; all of them non-blocking.
        Descriptor output;
        Descriptor error;
    };

    /// Copies what it needs. False when Prepare makes no sense. `dataLimit`: RLIMIT_DATA, 0 for none.
    [[nodiscard]] bool configure(const frames::Prepare &prepare, std::uint64_t dataLimit);

    Start startNext(Pipes &pipes, Text &problem);
    /// Once more the command line that was started last.
    Start startAgain(Pipes &pipes, Text &problem);
    /// From now on the command line is the interpreter's name and Prepare::secondArguments; false if there are none.
    [[nodiscard]] bool changeLanguage();
    Execution executed(Text &problem);

    [[nodiscard]] pid_t pid() const { return m_pid; }
    [[nodiscard]] std::uint32_t candidate() const { return m_candidate; }
    [[nodiscard]] std::string_view name() const { return m_candidates[m_candidate].data()[0]; }
    [[nodiscard]] bool anyExists() const { return m_anyExists; }
    /// Readable when executed() has news; closed when it has none to come.
    [[nodiscard]] int executionFd() const { return m_execution.fd(); }
    /// No further start: the environment may hold secrets.
    void wipeEnvironment() { m_environment.wipe(); }

private:
    /// Looks the name up as execvp() would, with the program's own PATH.
    bool find(std::string_view name, Text &problem);
    Start start(Pipes &pipes, Text &problem);
    [[noreturn]] void become(const Pipes &childEnds, int report) const;

    /// Prepare::folders, now that the interpreter's file is known.
    void makeFolders() const;

    std::vector<StringList> m_candidates;
    StringList m_secondArguments;
    StringList m_folders;
    StringList m_environment;
    std::uint64_t m_dataLimit = 0;
    std::uint32_t m_candidate = 0;
    std::uint32_t m_nextCandidate = 0;
    bool m_anyExists = false;
    char m_path[4096] = {};
    pid_t m_pid = -1;
    Descriptor m_execution;
};
