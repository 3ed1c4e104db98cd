// A program that stands in for podman or docker: it records how it was called and then behaves as the test asks.
//
// FAKE_ENGINE_LOG        file that gets one line per call, a JSON array of the arguments
// FAKE_ENGINE_BEHAVIOUR  JSON array of rules. The first rule whose "when" (a string or an array of strings, all of
//                        them parts of the arguments joined by spaces) fits is carried out; without one that fits,
//                        the call succeeds in silence.
//
// A rule's actions happen in this order, all of them optional:
//     "readInput": true      reads stdin to its end and writes it to stdout
//     "stdout", "stderr"     text to write
//     "stdoutBase64"         bytes to write that no JSON string can hold
//     "flood": N             writes N bytes of "x\n" to stdout, and as many to stderr
//     "direct": N            writes N bytes to the direct channel (frames::directDescriptor, or the socket that
//                            --mount names), reading none
//     "echoDirect": true     says "up" on the direct channel and sends back what comes, to its end
//     "waitForFile": PATH    waits until the file exists
//     "exec": [PROGRAM, …]   becomes that program (stdin, stdout and stderr are handed on)
//     "hang": true           never ends by itself
//     "ignoreTerminate"      with hang: SIGTERM does not help either
//     "crash": true          dies by SIGABRT
//     "exit": N              ends with that exit code

#include "common/frames.h"
#include "common/passing.h"

#include <QByteArray>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void writeAll(int descriptor, const QByteArray &bytes)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t written = write(descriptor, bytes.constData() + done, size_t(bytes.size() - done));
        if (written < 0 && errno != EINTR)
            return; // nobody reads any more
        done += qMax<ssize_t>(written, 0);
    }
}

void record(const QStringList &arguments)
{
    const QByteArray path = qgetenv("FAKE_ENGINE_LOG");
    if (path.isEmpty())
        return;
    // One write of one short line with O_APPEND: calls at the same time do not mix.
    const int descriptor = open(path.constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        std::perror("fakeengine: FAKE_ENGINE_LOG");
        std::exit(70);
    }
    writeAll(descriptor, QJsonDocument(QJsonArray::fromStringList(arguments)).toJson(QJsonDocument::Compact) + '\n');
    close(descriptor);
}

bool fits(const QJsonValue &when, const QString &call)
{
    if (when.isString())
        return call.contains(when.toString());
    const QJsonArray parts = when.toArray();
    for (const QJsonValue &part : parts) {
        if (!call.contains(part.toString()))
            return false;
    }
    return true;
}

QJsonObject ruleFor(const QString &call)
{
    const QByteArray text = qgetenv("FAKE_ENGINE_BEHAVIOUR");
    QJsonParseError error;
    const QJsonArray rules = QJsonDocument::fromJson(text, &error).array();
    if (!text.isEmpty() && error.error != QJsonParseError::NoError) {
        std::fprintf(stderr, "fakeengine: FAKE_ENGINE_BEHAVIOUR is no JSON: %s\n", qPrintable(error.errorString()));
        std::exit(70);
    }
    for (const QJsonValue &rule : rules) {
        if (fits(rule["when"_L1], call))
            return rule.toObject();
    }
    return {};
}

void copy(int from, int to)
{
    char buffer[64 * 1024];
    for (ssize_t got; (got = read(from, buffer, sizeof buffer)) > 0;)
        writeAll(to, QByteArray(buffer, got));
}

void flood(qint64 bytes)
{
    const QByteArray block = QByteArray("x\n").repeated(32 * 1024);
    for (qint64 left = bytes; left > 0; left -= block.size()) {
        writeAll(STDOUT_FILENO, block.left(qsizetype(qMin<qint64>(left, block.size()))));
        writeAll(STDERR_FILENO, block.left(qsizetype(qMin<qint64>(left, block.size()))));
    }
}

[[noreturn]] void become(const QJsonArray &commandLine)
{
    std::vector<QByteArray> words;
    for (const QJsonValue &word : commandLine)
        words.push_back(word.toString().toUtf8());
    std::vector<char *> argv;
    for (QByteArray &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv.front(), argv.data());
    std::perror("fakeengine: exec");
    std::exit(70);
}

[[noreturn]] void hang(bool ignoresTerminate)
{
    if (ignoresTerminate)
        std::signal(SIGTERM, SIG_IGN);
    for (;;)
        pause();
}

int directChannel(const QString &call)
{
    static const QRegularExpression mount(u"--mount type=bind,\"source=([^\"]+)"_s);
    const QRegularExpressionMatch match = mount.match(call);
    if (!match.hasMatch())
        return frames::directDescriptor;
    const QByteArray path = QFile::encodeName(match.captured(1));
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), address.sun_path);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        std::perror("fakeengine: connect");
        std::exit(70);
    }
    char byte = 0;
    int received = -1;
    passing::receive(descriptor, &byte, sizeof byte, 0, [&received](int one) { received = one; });
    close(descriptor);
    return received;
}

int behave(const QJsonObject &rule, const QString &call)
{
    if (rule["readInput"_L1].toBool())
        copy(STDIN_FILENO, STDOUT_FILENO);
    writeAll(STDOUT_FILENO, rule["stdout"_L1].toString().toUtf8());
    writeAll(STDOUT_FILENO, QByteArray::fromBase64(rule["stdoutBase64"_L1].toString().toLatin1()));
    writeAll(STDERR_FILENO, rule["stderr"_L1].toString().toUtf8());
    flood(rule["flood"_L1].toInteger());
    const bool isDirect = rule.contains("direct"_L1) || rule.contains("echoDirect"_L1);
    const int direct = isDirect ? directChannel(call) : -1;
    if (rule.contains("direct"_L1))
        writeAll(direct, QByteArray(rule["direct"_L1].toInt(), 'd'));
    if (rule["echoDirect"_L1].toBool()) {
        writeAll(direct, "up");
        copy(direct, direct);
    }
    while (rule.contains("waitForFile"_L1) && !QFile::exists(rule["waitForFile"_L1].toString()))
        std::this_thread::sleep_for(2ms);
    if (rule.contains("exec"_L1))
        become(rule["exec"_L1].toArray());
    if (rule["hang"_L1].toBool())
        hang(rule["ignoreTerminate"_L1].toBool());
    if (rule["crash"_L1].toBool())
        std::abort();
    return rule["exit"_L1].toInt();
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    record(arguments);
    const QString call = arguments.join(u' ');
    return behave(ruleFor(call), call);
}
