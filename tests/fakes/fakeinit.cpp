// A program that stands in for a container with sandbox-init in it: speaks its frames on stdin and stdout. The fake
// engine becomes it ("exec"). Its first argument says how it starts:
//
//     normal          greets with Ready
//     profiled        greets with Ready, under a seccomp profile of the engine
//     slow FILE       does so once FILE exists
//     never           never does
//     fails FILE      never greets, and ends with an error once FILE exists
//     dies FILE       greets, and ends without a word once FILE exists
//     cannot          reports that the image has no interpreter
//     garbage         says something that is no frame
//     early           greets, and says at once that a program has started
//     stubborn        like normal, but the end of stdin does not end it
//
// Then it carries out the "program" that it is given, one command a line:
//
//     out TEXT, err TEXT    writes TEXT and a line end
//     stdin                 writes what the program was given on its stdin
//     wait FILE             waits until FILE exists
//     hang                  runs until it is cancelled, and reports that
//     deaf                  runs for ever, cancelled or not
//     vanish                ends without a report
//     garbage               says something that is no frame
//     again                 says once more that it has started
//     usage N               reports its use after N microseconds
//     late TYPE             reports exit code 0, and sends one more frame with that
//     half                  reports exit code 0, and sends the beginning of one more frame with that
//     flood                 writes more than was agreed
//     timeout, oom          ends as if the time or the memory had run out
//     full FOLDER           reports that this folder is full at the end (0 to 2, as in frames::roomFolders)
//     signal N, exit N      ends so; without any of these it exits with 0
//     first COMMAND, second COMMAND    only in the interpreter's first or second language

#include "common/frames.h"

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>

#include <poll.h>
#include <unistd.h>

using frames::Type;

namespace {

bool isStubborn = false;

void send(const std::string &frame)
{
    if (write(STDOUT_FILENO, frame.data(), frame.size()) != ssize_t(frame.size()))
        _exit(1);
}

void send(Type type, const std::string &payload)
{
    char header[frames::headerSize];
    frames::writeHeader(header, type, std::uint32_t(payload.size()));
    send(std::string(header, frames::headerSize) + payload);
}

/// Reads exactly so many bytes; the end of stdin is the end of us.
std::string take(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t done = 0; done < size;) {
        const ssize_t got = read(STDIN_FILENO, bytes.data() + done, size - done);
        if (got > 0)
            done += std::size_t(got);
        else if (isStubborn)
            pause();
        else
            _exit(0);
    }
    return bytes;
}

struct Frame
{
    Type type;
    std::string payload;
};

Frame nextFrame()
{
    const frames::Header header = frames::readHeader(take(frames::headerSize).data());
    return {header.type, take(header.length)};
}

/// False when Cancel came first. The end of stdin is the end of us here, too.
bool waitFor(const char *file)
{
    while (access(file, F_OK) != 0) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, 2) == 1 && nextFrame().type == Type::Cancel)
            return false;
    }
    return true;
}

[[noreturn]] void report(const frames::Exited &exited)
{
    send(frames::frame<std::string>(Type::Exited, exited));
    for (;;)
        nextFrame();
}

[[noreturn]] void reportCancelled(frames::Exited exited)
{
    exited.cancelled = 1;
    exited.signalled = 1;
    exited.status = SIGKILL;
    report(exited);
}

[[noreturn]] void runProgram(const std::string &code, const std::string &input, const std::string &language)
{
    send(Type::Started, {});
    frames::Exited exited;
    const auto print = [&exited](Type type, const std::string &text) {
        (type == Type::Stdout ? exited.stdoutBytes : exited.stderrBytes) += text.size();
        send(type, text);
    };
    std::istringstream lines(code);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("first ") || line.starts_with("second ")) {
            if (!line.starts_with(language))
                continue;
            line.erase(0, line.find(' ') + 1);
        }
        const std::string command = line.substr(0, line.find(' '));
        const std::string argument = line.size() > command.size() ? line.substr(command.size() + 1) : std::string();
        if (command == "out" || command == "err") {
            print(command == "out" ? Type::Stdout : Type::Stderr, argument + '\n');
        } else if (command == "stdin") {
            print(Type::Stdout, input);
        } else if (command == "wait") {
            if (waitFor(argument.c_str()))
                continue;
            reportCancelled(exited);
        } else if (command == "hang") {
            while (nextFrame().type != Type::Cancel) {
            }
            reportCancelled(exited);
        } else if (command == "deaf") {
            for (;;)
                nextFrame();
        } else if (command == "vanish") {
            _exit(137);
        } else if (command == "garbage") {
            send("this is no frame");
        } else if (command == "again") {
            send(Type::Started, {});
        } else if (command == "usage") {
            frames::Usage usage;
            usage.wallUs = std::uint64_t(std::atoi(argument.c_str()));
            send(frames::frame<std::string>(Type::Usage, usage));
        } else if (command == "late") {
            const auto type = Type(std::atoi(argument.c_str()));
            const std::string end = frames::frame<std::string>(Type::Exited, exited);
            send(end + (type == Type::Exited ? end : frames::frame<std::string>(type, frames::Usage{})));
            for (;;)
                nextFrame();
        } else if (command == "half") {
            send(frames::frame<std::string>(Type::Exited, exited) + char(Type::Stdout));
            for (;;)
                nextFrame();
        } else if (command == "flood") {
            for (int i = 0; i < 100'000; ++i)
                send(Type::Stdout, std::string(frames::maxOutputPayload, 'x'));
        } else if (command == "full") {
            exited.rooms[std::atoi(argument.c_str())] = {1 << 20, 1 << 20};
        } else if (command == "timeout" || command == "oom" || command == "signal") {
            exited.timedOut = command == "timeout";
            exited.oomKills = command == "oom";
            exited.signalled = 1;
            exited.status = command == "signal" ? std::uint32_t(std::atoi(argument.c_str())) : SIGKILL;
            report(exited);
        } else if (command == "exit") {
            exited.status = std::uint32_t(std::atoi(argument.c_str()));
            report(exited);
        }
    }
    report(exited);
}

} // namespace

int main(int argc, char *argv[])
{
    const std::string mode = argc > 1 ? argv[1] : "normal";
    const char *file = argc > 2 ? argv[2] : "";
    isStubborn = mode == "stubborn";
    if (isStubborn)
        std::signal(SIGTERM, SIG_IGN);
    if (nextFrame().type != Type::Prepare)
        return 1;
    if (mode == "slow")
        waitFor(file);
    if (mode == "fails") {
        waitFor(file);
        return 125;
    }
    if (mode == "garbage")
        send("Error: this is no frame");
    if (mode == "cannot") {
        send(frames::frame<std::string>(Type::Failed, frames::Failed{frames::Failure::NoInterpreter, "python3"}));
        for (;;)
            nextFrame();
    }
    frames::Ready ready;
    ready.seccompMode = mode == "profiled" ? 2 : 0;
    if (mode != "never")
        send(frames::frame<std::string>(Type::Ready, ready));
    if (mode == "early")
        send(Type::Started, {});
    if (mode == "dies") {
        waitFor(file);
        return 137;
    }

    const Frame run = nextFrame();
    frames::Run decoded;
    if (run.type != Type::Run || !frames::decode(run.payload, decoded))
        return 1;
    std::string input;
    for (;;) {
        const Frame frame = nextFrame();
        if (frame.type == Type::StdinEnd)
            break;
        input += frame.payload;
    }
    runProgram(std::string(decoded.code), input, decoded.isSecondLanguage != 0 ? "second" : "first");
}
