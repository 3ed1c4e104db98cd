#pragma once

#include "cgroup.h"
#include "channel.h"
#include "clock.h"
#include "common/frames.h"
#include "output.h"
#include "program.h"
#include "resources.h"
#include "streams.h"
#include "text.h"

#include <cstdint>
#include <string_view>

struct CpuTime
{
    std::chrono::nanoseconds user{0};
    std::chrono::nanoseconds system{0};
    [[nodiscard]] std::chrono::nanoseconds sum() const { return user + system; }
};

/// The life of one container, from Prepare to the last frame, as a state machine around one ppoll().
///
/// Theory of operation: see main.cpp. Nothing in here blocks, and after the program has started nothing allocates or
/// forks; so a deadline, Cancel and the end of stdin are seen at once, whatever the program and the server do.
class Life
{
public:
    Life(int fromServer, int toServer);

    /// From the end of Prepare on, frames go through this descriptor, if it is a socket. Before live().
    void offerDirectChannel(int fd);
    /// Returns init's exit code when all is over. The kernel then kills what is left in the container.
    [[nodiscard]] int live();

private:
    enum class State
    {
        Unprepared, ///< Waits for Prepare.
        Starting,   ///< The interpreter exists, but does not wait for its script yet.
        Waiting,    ///< It does, and Ready is sent; waits for Run.
        Restarting, ///< The code has to be a regular file: the waiting interpreter is killed, then started again.
        Running,
        Clearing,  ///< Everything is killed; waits until all of it is reaped.
        Draining,  ///< Takes what the pipes still hold.
        Reporting, ///< Sends the streams' tails.
        Leaving,   ///< The last frame is queued.
        Over,
    };

    [[nodiscard]] bool setUp();
    void waitForEvents();
    [[nodiscard]] Time nextTimer() const;
    void runTimers(Time now);
    /// Takes the steps that no event announces.
    void advance(Time now);

    void receiveFrames();
    void handleFrame();
    void prepare();
    /// False when fail() was called.
    [[nodiscard]] bool writeFiles(const frames::Prepare &prepare);
    void run();
    void takeStdinData();
    void cancel();

    void startInterpreter();
    void followExecution();
    void tryToOpenScript(Time now);
    void announceReady();
    void restartInterpreter();
    /// False when fail() was called.
    [[nodiscard]] bool writeScriptFile();
    void feedScript();
    void feedStdin();
    void closeStdinWhenDone();

    void reapChildren();
    void programEnded(Time now);
    void killEverything();
    void beginClearing(Time now);
    void measureRooms();
    void drain(Time now);
    void reportProgress(Time now);
    void reportExit();
    void fail(frames::Failure failure, const Text &detail);
    void fail(frames::Failure failure, std::string_view detail);
    void failProtocol(std::string_view detail) { fail(frames::Failure::Protocol, detail); }
    void describeEarlyEnd(Text &detail);

    /// Of the program and of all that was ever reaped.
    [[nodiscard]] CpuTime cpuOfProgram() const;
    [[nodiscard]] bool hasRun() const { return m_runStart != never; }

    State m_state = State::Unprepared;
    int m_exitCode = 0;
    Receiver m_receiver;
    Sender m_sender;
    Descriptor m_direct; ///< The server's socket, if it has sent one along.
    Descriptor m_childSignals;
    Program m_program;
    Program::Pipes m_pipes; ///< Its outputs move on to the streams.
    Cgroup m_cgroup;
    OutputStream m_stdout{{frames::Type::Stdout, frames::Type::StdoutSample, frames::Type::StdoutTail}};
    OutputStream m_stderr{{frames::Type::Stderr, frames::Type::StderrSample, frames::Type::StderrTail}};
    Streams m_streams;
    Text m_startProblem; ///< Why the command lines so far could not be executed.

    // From Prepare.
    char m_scriptName[256] = {};
    char m_secondScriptName[sizeof m_scriptName] = {};
    bool m_honoursCodingCookie = false;
    bool m_isMemoryLimited = false;
    std::chrono::milliseconds m_drainTime{0};

    // The script.
    Descriptor m_script; ///< The FIFO, once the interpreter has it open for reading.
    std::string_view m_unwrittenCode;
    Clock::duration m_openPause{0};

    // The program's stdin: all of it is kept until it is written, for the program may not read it.
    Pages m_stdinText;
    std::size_t m_stdinReceived = 0;
    std::size_t m_stdinWritten = 0;
    bool m_stdinComplete = false;

    // Moments; `never` where they are not known or not due.
    Time m_start = Clock::now();
    Time m_idleLimit = never;
    Time m_lifetimeLimit = never;
    Time m_nextOpen = never;
    Time m_runStart = never;
    Time m_deadline = never;
    Time m_nextProgress = never;
    Time m_clearingLimit = never;
    Time m_leavingLimit = never;
    Time m_programEnd = never;

    // Children.
    bool m_hasChildren = false;
    bool m_mayHaveMoreToReap = false;
    bool m_programIsReaped = false;
    int m_waitStatus = 0;

    // The end.
    bool m_timedOut = false;
    bool m_cancelled = false;
    frames::Failure m_failure = frames::Failure::System;
    Text m_failureDetail;
    bool m_hasFailed = false;

    // Figures at hand-over, to be taken off those at the end.
    CpuTime m_cpuBefore;
    std::chrono::nanoseconds m_groupCpuBefore{0};
    std::uint64_t m_oomKillsBefore = 0;
    std::uint64_t m_pidsRefusedBefore = 0;
    std::uint64_t m_peakMemory = 0;
    frames::Room m_rooms[frames::roomCount] = {}; ///< At the end of the program.
};
