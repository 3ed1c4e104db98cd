#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <functional>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// The limits that security-guide.md states for its table.
constexpr int processLimit = 64;
constexpr auto timeLimit = 3s;
constexpr qint64 captureLimit = 1024 * 1024;

const auto canary = u"c4n4ry-n0t-p4ss3d-0n"_s;

QString program(const QString &name)
{
    const QString folder = QStringLiteral(SANDBOX_TEST_DATA "/acceptance/");
    QFile file(folder + name);
    if (!file.open(QFile::ReadOnly))
        return {};
    QString code = QString::fromUtf8(file.readAll());
    if (code.contains("attempt("_L1)) {
        QFile attempts(folder + "attempt.py"_L1);
        if (!attempts.open(QFile::ReadOnly))
            return {};
        code.prepend(QString::fromUtf8(attempts.readAll()));
    }
    return code;
}

/// What is right for a row. Nothing said: exited with code 0.
struct Expected
{
    QStringList outcomes{u"exited"_s};
    std::optional<int> exitCode = {};
    QStringList signals_ = {}; ///< One of these, if it was a signal.
    QStringList says = {};     ///< Regular expressions for stdout and stderr.
    QStringList neverSays = {};
    std::function<QString(const RunResult &)> also = {}; ///< A sentence when something is wrong.
};

struct Row
{
    const char *id;
    QString file;
    Expected expected = {};
    bool needsLimits = false; ///< Of the engine: memory, processes, processors.
    bool isSensitive = false; ///< May differ between engines, so it runs on each at every commit.
    std::chrono::milliseconds timeout = timeLimit;
};

/// A program that tries forbidden things: everything refused, and it came to its end.
Expected allRefused(const QStringList &alsoSays = {})
{
    Expected expected;
    expected.says = QStringList{u"REFUSED"_s, u"(?m)^end$"_s} + alsoSays;
    expected.neverSays = {u"ALLOWED"_s};
    return expected;
}

/// The program measured half a second of its own.
Expected durationIsTrue(Expected expected)
{
    expected.also = [](const RunResult &result) {
        const double duration = result.number("duration_ms"_L1);
        return duration >= 500 && duration <= double(result.took.count()) ? QString()
                                                                          : u"it is said to have run otherwise"_s;
    };
    return expected;
}

Expected timesOut(const QStringList &says = {})
{
    Expected expected;
    expected.outcomes = {u"timed_out"_s};
    expected.says = says;
    return expected;
}

QString processorTimeIsBounded(const RunResult &result)
{
    const double wall = result.number("duration_ms"_L1);
    const double cpu = result.number("cpu_ms"_L1);
    return cpu <= 1.15 * wall ? QString() : u"%1 ms of processor time in %2 ms"_s.arg(cpu).arg(wall);
}

/// Output above the cap: what is kept is no more than the cap, head and tail, and the counts are true.
QString isCapped(const RunResult &result)
{
    for (const auto &stream : {"stdout"_L1, "stderr"_L1}) {
        const QString name(stream);
        const double total = result.number(QLatin1StringView(QByteArray(stream.data()) + "_bytes"));
        const qint64 kept = result.meta[stream].toString().toUtf8().size();
        const bool isTruncated = result.meta[QString(name + "_truncated"_L1)].toBool();
        if (kept > captureLimit || (total > captureLimit && !isTruncated) || (!isTruncated && kept != qint64(total)))
            return u"%1: %2 of %3 bytes kept, truncated %4"_s.arg(name).arg(kept).arg(total).arg(isTruncated);
    }
    const bool isLarge = result.number("stdout_bytes"_L1) + result.number("stderr_bytes"_L1) > captureLimit;
    return isLarge ? QString() : u"only %1 bytes were printed"_s.arg(result.number("stdout_bytes"_L1));
}

QString v8SaysWhy(const RunResult &result)
{
    return result.outcome() == "out_of_memory"_L1 || result.err().contains("out of memory"_L1)
               ? QString()
               : u"V8 did not say why"_s;
}

/// The most memory that a process ever had, in bytes.
qint64 peakMemory(qint64 pid)
{
    QFile file(u"/proc/%1/status"_s.arg(pid));
    if (!file.open(QFile::ReadOnly))
        return -1;
    static const QRegularExpression pattern(u"VmHWM:\\s*(\\d+) kB"_s);
    return pattern.match(QString::fromUtf8(file.readAll())).captured(1).toLongLong() * 1024;
}

/// Stands before the engine's program in PATH and notes how it is called. `hangs` is a pattern of the shell for the
/// words, each after a space, of the calls that never end.
class EngineSpy
{
public:
    explicit EngineSpy(const TestEngine &engine, const QString &hangs = u"none"_s)
    {
        const QString name = engine.kind() == TestEngine::Kind::Docker ? u"docker"_s : u"podman"_s;
        m_path = engine.serverEnvironment().value(u"PATH"_s);
        const QString program = QStandardPaths::findExecutable(name, m_path.split(u':'));
        QFile script(m_folder.filePath(name));
        QFile calls(m_folder.filePath(u"calls"_s));
        if (!script.open(QFile::WriteOnly) || !calls.open(QFile::WriteOnly))
            qFatal("no folder for the spy");
        const QString text = u"#!/bin/sh\n"
                             "echo \" $*\" >>'%1'\n"
                             "case \" $*\" in %2) exec sleep 100;; esac\n"
                             "exec '%3' \"$@\"\n"_s;
        script.write(text.arg(calls.fileName(), hangs, program).toUtf8());
        // For the ordinary user of rootless podman, too.
        const auto forAll = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther;
        script.setPermissions(forAll);
        QFile::setPermissions(m_folder.path(), forAll);
        calls.setPermissions(forAll | QFile::WriteOther);
    }

    [[nodiscard]] QProcessEnvironment environment() const
    {
        QProcessEnvironment environment;
        environment.insert(u"PATH"_s, m_folder.path() + u':' + m_path);
        return environment;
    }
    /// A line each, its words after a space.
    [[nodiscard]] QStringList calls() const
    {
        QFile file(m_folder.filePath(u"calls"_s));
        return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)
                                          : QStringList{u"(not noted)"_s};
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

QString textIsInert(const RunResult &result)
{
    for (const QChar c : result.text) {
        if (c == u'\x1b' || c == u'\a' || c == u'\r' || c == u'\u202e' || (c.unicode() >= 0x80 && c.unicode() < 0xa0))
            return u"the text for the model holds a control character"_s;
    }
    for (const QString &word : {u"red"_s, u"link"_s, u"progress 99%"_s, u"end"_s}) {
        if (!result.text.contains(word))
            return u"the text lost \"%1\""_s.arg(word);
    }
    return result.text.contains("52;c"_L1) || result.text.contains("title"_L1)
               ? u"a command to the terminal is in the text"_s
               : QString();
}

/// Where gVisor's own kernel (measured with the release of 2022-12-19) differs, with what that means.
Expected underGVisor(const Row &row)
{
    const QByteArrayView id(row.id);
    if (id == "I01") {
        // Its /proc shows the pipes of PID 1 to every process of that uid: reading stdin waits for the server's next
        // frame. So a program can lie about its own run, which doctor says; everybody else is unharmed.
        return {.outcomes = {u"timed_out"_s}};
    }
    Expected expected = row.expected;
    if (id == "K07") // devices of its own kernel, useless without capabilities
        expected.says = {u"REFUSED"_s, u"(?m)^end$"_s, u"devices beyond the harmless: \\['fuse', 'tun'\\]"_s};
    if (id == "N03") // 0.15 s for each name
        expected.says = {u"localhost: 127.0.0.1"_s};
    return expected;
}

const QList<Row> &rows()
{
    const QStringList alive{u"exited"_s, u"timed_out"_s};
    const QStringList aliveOrOutOfMemory{u"exited"_s, u"timed_out"_s, u"out_of_memory"_s};
    const Expected outOfMemory{.outcomes = {u"out_of_memory"_s}};
    static const QList<Row> table{
        // The traceback of 60 processes at once takes memory: on a fast machine all there is.
        {"P01", u"P01.py"_s, {.outcomes = aliveOrOutOfMemory, .says = {u"started"_s}}, true, true},
        {"P01 stubborn",
         u"P01-stubborn.py"_s,
         {.outcomes = {u"timed_out"_s, u"out_of_memory"_s}, .says = {u"processes: (5\\d|6[0-4])\\b"_s}},
         true},
        {"P02", u"P02.js"_s, {.outcomes = aliveOrOutOfMemory, .says = {u"started"_s}}, true},
        {"P03", u"P03.py"_s, {.outcomes = {u"timed_out"_s}, .also = processorTimeIsBounded}, true, true},
        // 40 engines for JavaScript are more than 256 MiB, sooner or later.
        {"P04", u"P04.js"_s, {.outcomes = {u"timed_out"_s, u"out_of_memory"_s}, .also = processorTimeIsBounded}, true},
        {"P04 few", u"P04-few.js"_s, {.outcomes = {u"timed_out"_s}, .also = processorTimeIsBounded}, true},
        {"P05 py", u"P05.py"_s, timesOut()},
        {"P05 js", u"P05.js"_s, timesOut()},
        {"P06",
         u"P06.py"_s,
         {.outcomes = {u"exited"_s, u"signalled"_s, u"out_of_memory"_s},
          .exitCode = 1,
          .signals_ = {u"SIGSEGV"_s},
          .says = {u"core dumped: False"_s},
          .also =
              [](const RunResult &result) {
                  return result.outcome() != "exited"_L1 || result.err().contains("RecursionError"_L1)
                             ? QString()
                             : u"it ended otherwise"_s;
              }},
         false,
         false,
         20s},
        {"P07", u"P07.py"_s, timesOut({u"^before$"_s}), false, true},
        {"P08", u"P08.py"_s, timesOut({u"^before$"_s})},
        {"P09",
         u"P09.py"_s,
         {.exitCode = 0,
          .says = {u"^main ends$"_s},
          .also =
              [](const RunResult &result) {
                  return result.took < patient(2s) ? QString() : u"it took %1 ms"_s.arg(result.took.count());
              }}},
        {"P10",
         u"P10.py"_s,
         {.exitCode = 0,
          .says = {u"flood"_s},
          .also =
              [](const RunResult &result) {
                  return result.took < patient(2s) ? QString() : u"it took %1 ms"_s.arg(result.took.count());
              }}},
        {"P11", u"P11.py"_s, {.exitCode = 0, .says = {u"^sleeper: -9$"_s}}, false, true},
        {"P12", u"P12.py"_s, {.exitCode = 0, .says = {u"^done$"_s}}, false, true},
        {"P13", u"P13.py"_s, {.exitCode = 0, .says = {u"^zombies: True\ndone$"_s}}, false, false, 60s},
        {"P14 255", u"P14-255.py"_s, {.exitCode = 255}},
        {"P14 abort", u"P14-abort.py"_s, {.outcomes = {u"signalled"_s}, .signals_ = {u"SIGABRT"_s}}},
        {"P14 137", u"P14-137.py"_s, {.exitCode = 137}},
        {"P15",
         u"P15.py"_s,
         {.exitCode = 7,
          .also =
              [](const RunResult &result) {
                  return result.number("duration_ms"_L1) >= 1000 ? QString() : u"it ended early"_s;
              }}},
        {"P16", u"P16.js"_s, timesOut({u"^before$"_s})},
        {"M01", u"M01.py"_s, outOfMemory, true, true, 10s},
        {"M02", u"M02.py"_s, outOfMemory, true, false, 10s},
        {"M03 buffer",
         u"M03-buffer.js"_s,
         {.outcomes = {u"out_of_memory"_s, u"signalled"_s},
          .signals_ = {u"SIGABRT"_s, u"SIGTRAP"_s},
          .also = v8SaysWhy},
         true,
         false,
         10s},
        {"M03 array",
         u"M03-array.js"_s,
         {.outcomes = {u"out_of_memory"_s, u"signalled"_s},
          .signals_ = {u"SIGABRT"_s, u"SIGTRAP"_s},
          .also = v8SaysWhy},
         true,
         false,
         30s},
        {"M04",
         u"M04.py"_s,
         {.outcomes = {u"exited"_s, u"out_of_memory"_s},
          .exitCode = 0,
          .also =
              [](const RunResult &result) {
                  const bool isNamed =
                      result.closingLine().contains("a child process was killed at the memory limit"_L1);
                  return result.outcome() == "out_of_memory"_L1 || (isNamed && result.out() == "killed: True\n"_L1)
                             ? QString()
                             : u"the killed children are not named"_s;
              }},
         true,
         false,
         20s},
        {"M05", u"M05.py"_s, outOfMemory, true, false, 10s},
        {"M06",
         u"M06.py"_s,
         {.outcomes = {u"signalled"_s}, .signals_ = {u"SIGKILL"_s}, .says = {u"before"_s}},
         false,
         true},
        {"F01",
         u"F01.py"_s,
         {.outcomes = {u"exited"_s, u"out_of_memory"_s},
          .exitCode = 0,
          .also =
              [](const RunResult &result) {
                  // The folders share the memory limit; where nobody enforces it they are small.
                  const bool isBounded = result.out().contains("/tmp ENOSPC 192 MiB"_L1) &&
                                         result.outcome() == "out_of_memory"_L1 &&
                                         result.closingLine().contains("/tmp is full: it holds 192 MiB"_L1);
                  const bool isSmall = result.out().contains("/tmp ENOSPC 64 MiB"_L1) &&
                                       result.out().contains("/dev/shm ENOSPC 16 MiB"_L1);
                  return isBounded || isSmall ? QString() : u"the folders have other sizes"_s;
              }},
         false,
         true,
         10s},
        {"F02",
         u"F02.py"_s,
         {.outcomes = {u"exited"_s, u"out_of_memory"_s},
          .also =
              [](const RunResult &result) {
                  return result.outcome() == "out_of_memory"_L1 || result.out() == "ENOSPC\n"_L1 ? QString()
                                                                                                 : u"no ENOSPC"_s;
              }},
         true,
         false,
         60s},
        {"F03", u"F03.py"_s, {.exitCode = 0, .says = {u"^files EMFILE at 1024\nsockets EMFILE at 1024$"_s}}},
        {"F04", u"F04.py"_s, allRefused(), false, true},
        {"O01 py", u"O01.py"_s, {.outcomes = {u"timed_out"_s}, .also = isCapped}},
        {"O01 js", u"O01.js"_s, {.outcomes = {u"timed_out"_s}, .also = isCapped}},
        {"O01 stdout", u"O01-stdout.py"_s, {.outcomes = {u"timed_out"_s}, .also = isCapped}, false, false, 1s},
        {"O01 stderr", u"O01-stderr.js"_s, {.outcomes = {u"timed_out"_s}, .also = isCapped}, false, false, 1s},
        {"O02",
         u"O02.py"_s,
         {.exitCode = 3,
          .also =
              [](const RunResult &result) {
                  return result.number("stderr_bytes"_L1) == 1024.0 * 1024 * 1024 ? isCapped(result) : u"wrong count"_s;
              }},
         false,
         true,
         120s},
        {"O03",
         u"O03.py"_s,
         {.exitCode = 0,
          .also =
              [](const RunResult &result) {
                  const bool hasEnds = result.out().startsWith("begin xxx"_L1) && result.out().endsWith("xxx end"_L1);
                  return hasEnds && result.number("stdout_bytes"_L1) == 50'000'010 ? isCapped(result)
                                                                                   : u"lost an end"_s;
              }},
         false,
         false,
         20s},
        {"O04",
         u"O04.py"_s,
         {.exitCode = 0,
          .also =
              [](const RunResult &result) {
                  return result.number("stdout_bytes"_L1) == 306 &&
                                 result.out().contains(QChar::ReplacementCharacter) &&
                                 result.closingLine().contains("not UTF-8"_L1) && result.out().endsWith(u"a\0b\n"_s)
                             ? QString()
                             : u"the bad bytes are not told"_s;
              }}},
        {"O05", u"O05.py"_s, {.exitCode = 0, .says = {u"^a🎉b$"_s}}},
        {"O05 cap",
         u"O05-cap.py"_s,
         {.exitCode = 0,
          .also =
              [](const RunResult &result) {
                  if (result.text.contains(QChar::ReplacementCharacter) || result.text.contains("not UTF-8"_L1) ||
                      result.out().contains(QChar::ReplacementCharacter))
                      return u"a character was halved"_s;
                  return result.number("stdout_bytes"_L1) == 1'600'001 ? isCapped(result) : u"wrong count"_s;
              }}},
        {"O06", u"O06.py"_s, {.exitCode = 0, .also = textIsInert}},
        {"O07", u"O07.py"_s, {.exitCode = 0, .says = {u"Content-Length: 38"_s}}},
        {"O08",
         u"O08.py"_s,
         {.exitCode = 5,
          .also =
              [](const RunResult &result) {
                  return result.number("stdout_bytes"_L1) == 516 && result.number("stderr_bytes"_L1) == 172
                             ? QString()
                             : u"frames were taken for more than payload"_s;
              }},
         false,
         true},
        {"O09",
         u"O09.py"_s,
         {.exitCode = 1,
          .also =
              [](const RunResult &result) {
                  return result.isError() && result.closingLine().startsWith("[exit code 1 in "_L1)
                             ? QString()
                             : u"the closing line was faked"_s;
              }}},
        {"O10", u"O10.py"_s, {.exitCode = 0, .says = {u"^\\{'EBADF'\\}$"_s}}},
        {"I01", u"I01.py"_s, allRefused(), false, true},
        {"I02",
         u"I02.py"_s,
         {.outcomes = {u"timed_out"_s}, .says = {u"REFUSED kcmp"_s, u"(?m)^end$"_s}, .neverSays = {u"ALLOWED"_s}},
         false,
         true},
        {"I03",
         u"I03.py"_s,
         {.outcomes = {u"timed_out"_s}, .says = {u"REFUSED prlimit"_s, u"(?m)^end$"_s}, .neverSays = {u"ALLOWED"_s}}},
        {"I04 py", u"I04.py"_s, {.exitCode = 0, .says = {u"^'' '' ''$"_s}}},
        {"I04 js", u"I04.js"_s, {.exitCode = 0, .says = {u"^\"\"\nend$"_s}}},
        {"I05", u"I05.py"_s, {.exitCode = 0, .says = {u"^looked at enough: True found: \\[\\]$"_s}}, false, false, 30s},
        {"K01", u"K01.py"_s, allRefused(), false, true},
        {"K02", u"K02.py"_s,
         allRefused({u"setuid files: \\[\\]"_s, u"su: True"_s, u"capabilities: \\{''\\}"_s, u"no_new_privs: 1"_s}),
         false, true, 30s},
        {"K03", u"K03.py"_s, allRefused(), false, true},
        {"K04", u"K04.py"_s, allRefused(), false, true},
        {"K05", u"K05.py"_s, allRefused()},
        {"K06", u"K06.py"_s, allRefused()},
        {"K07", u"K07.py"_s, allRefused({u"devices beyond the harmless: \\[\\]"_s})},
        {"K08", u"K08.py"_s, durationIsTrue(allRefused())},
        {"N02", u"N02.py"_s, allRefused({u"sockets of others: \\[\\]"_s})},
        {"N03",
         u"N03.py"_s,
         {.exitCode = 0,
          .says = {u"each failed at once: True"_s, u"localhost: 127.0.0.1"_s},
          .neverSays = {u"ALLOWED"_s}},
         false,
         false,
         30s},
    };
    return table;
}

} // namespace

/// security-guide.md section 7: the programs that the product must survive, each row by its id. All of them run in one
/// server, as they would in life; Conditions checks after each what must hold after every one.
class TestAcceptance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase();

    void survives_data();
    void survives();
    void N01_nothingIsReachable();
    void X01_noMarksAreLeftForTheNextRun();
    void X02_exhaustedKernelObjectsHarmNobody();
    void C01_oddCodeIsHandled_data();
    void C01_oddCodeIsHandled();
    void C02_badArgumentsReachNoEngine_data();
    void C02_badArgumentsReachNoEngine();
    void C03_hostileJsonIsRefused_data();
    void C03_hostileJsonIsRefused();
    void C04_cancelAndEndInTheMiddle();
    void C05_B52_killedServerAndClients();
    void C06_hangingEngineCommandsHoldNobodyUp();
    void S01_B63_secretsStayWithTheProgram();
    void weakLimitsAreAdmitted();

private:
    [[nodiscard]] std::unique_ptr<McpClient> newClient(const QStringList &options = {},
                                                       const QProcessEnvironment &more = {}) const;
    [[nodiscard]] static bool wantsAllRows();
    [[nodiscard]] QStringList namesOf(qint64 serverPid) const;
    /// What m_client gives for the code; a failure if not all conditions hold afterwards.
    RunResult runUnderConditions(const QString &code, std::chrono::milliseconds timeout);

    std::optional<TestEngine> m_engine;
    std::unique_ptr<McpClient> m_client;
    std::unique_ptr<EngineSpy> m_spy; ///< Of m_spied.
    std::unique_ptr<McpClient> m_spied;
    std::unique_ptr<EngineSpy> m_hangingSpy; ///< Of m_hanging, a server whose engine hangs in some of its commands.
    std::unique_ptr<McpClient> m_hanging;
    int m_hangingRun = 0; ///< Waits a minute for its container, thus is asked for at the begin of all tests.
};

bool TestAcceptance::wantsAllRows()
{
    return qEnvironmentVariable("SANDBOX_TEST_ROWS") != "sensitive"_L1;
}

QStringList TestAcceptance::namesOf(qint64 serverPid) const
{
    QStringList names;
    for (const ListedContainer &container : m_engine->containers(serverPid))
        names += container.name;
    return names;
}

void TestAcceptance::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
    if (!m_engine)
        return;
    m_hangingSpy = std::make_unique<EngineSpy>(*m_engine, u"*' ps '*|*' rm '*|*' run '*code-sandbox-js*"_s);
    m_hanging = newClient({u"--pool-size"_s, u"0"_s}, m_hangingSpy->environment());
    QVERIFY2(m_hanging->start(), m_hanging->log().constData());
    m_hangingRun = m_hanging->call(u"run_js_code"_s, {{u"code"_s, u"console.log(1)"_s}});
}

std::unique_ptr<McpClient> TestAcceptance::newClient(const QStringList &options, const QProcessEnvironment &more) const
{
    QProcessEnvironment environment = more;
    environment.insert(Conditions::markName(), Conditions::markValue());
    environment.insert(u"SANDBOX_TEST_CANARY"_s, canary);
    QStringList all{u"--memory"_s,      u"256m"_s, u"--pids"_s,    QString::number(processLimit),
                    u"--cpus"_s,        u"1"_s,    u"--timeout"_s, u"3"_s,
                    u"--max-capture"_s, u"1m"_s,   u"--network"_s, u"none"_s,
                    u"--pool-size"_s,   u"2"_s};
    if (!options.contains(u"--pass-through-env"_s))
        all << u"--pass-through-env"_s << Conditions::markName();
    return std::make_unique<McpClient>(*m_engine, all + options, environment);
}

void TestAcceptance::init()
{
    if (m_client && m_client->isRunning())
        return;
    m_client = newClient();
    QVERIFY2(m_client->start(), m_client->log().constData());
    QCOMPARE(m_client->runPython(u"print('warm')"_s, {{u"timeout"_s, 60}}).out(), u"warm\n"_s);
}

void TestAcceptance::cleanupTestCase()
{
    m_spied.reset();
    m_hanging.reset();
    if (!m_client)
        return;
    const qint64 pid = m_client->pid();
    m_client->closeInput();
    QCOMPARE(m_client->waitForExit(10s), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 2s));
    QVERIFY(becomesTrue([] { return Conditions::markedProcesses().isEmpty(); }, 2s));
}

RunResult TestAcceptance::runUnderConditions(const QString &code, std::chrono::milliseconds timeout)
{
    Conditions conditions(*m_client);
    conditions.allowForMessage(code.size());
    const RunResult result = m_client->runPython(code, {{u"timeout"_s, double(timeout.count()) / 1000}});
    const QStringList broken = conditions.broken(result, timeout);
    if (!broken.isEmpty())
        QTest::qFail(qPrintable(broken.join(u'\n')), __FILE__, __LINE__);
    return result;
}

void TestAcceptance::survives_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i) {
        const Row &row = rows()[i];
        // 5,000 forks take minutes in gVisor.
        const bool isTooSlow = m_engine->kind() == TestEngine::Kind::GVisor && QByteArrayView(row.id) == "P13";
        if ((wantsAllRows() || row.isSensitive) && (!row.needsLimits || m_engine->enforcesLimits()) && !isTooSlow)
            QTest::newRow(row.id) << i;
    }
}

void TestAcceptance::survives()
{
    QFETCH(int, index);
    const Row &row = rows()[index];
    const QString code = program(row.file);
    QVERIFY2(!code.isEmpty(), qPrintable(row.file));

    // gVisor takes many times as long for a fork or an open().
    const bool isGVisor = m_engine->kind() == TestEngine::Kind::GVisor;
    Expected expected = isGVisor ? underGVisor(row) : row.expected;
    auto timeout = isGVisor && !expected.outcomes.contains(u"timed_out"_s) ? 10 * row.timeout : row.timeout;
    if (QByteArrayView(row.id) == "P06" && !m_engine->enforcesLimits()) { // the host's memory would be the limit
        expected.outcomes += u"timed_out"_s;
        timeout = timeLimit;
    }
    Conditions conditions(*m_client,
                          row.needsLimits ? Conditions::Watch::ServerAndProcesses : Conditions::Watch::Server);
    QJsonObject arguments{{u"code"_s, code}};
    if (timeout != timeLimit)
        arguments[u"timeout"_s] = double(std::min(timeout, std::chrono::milliseconds(300s)).count()) / 1000;
    const bool isPython = row.file.endsWith(".py"_L1);
    const int id = m_client->call(isPython ? u"run_python_code"_s : u"run_js_code"_s, arguments);
    const RunResult result = m_client->waitForResult(id, timeout + 20s);

    if (isGVisor && QByteArrayView(row.id) == "P12") {
        // Its kernel lets a process kill PID 1 of its own container; that ends its own run and nothing else.
        QVERIFY2(result.isError() && result.text.contains("ended without a report"_L1), result.description());
        return;
    }
    QVERIFY2(result.hasRun(), result.description());
    QVERIFY2(expected.outcomes.contains(result.outcome()), result.description());
    if (expected.exitCode && result.outcome() == "exited"_L1)
        QVERIFY2(result.exitCode() == expected.exitCode, result.description());
    if (!expected.signals_.isEmpty() && result.outcome() == "signalled"_L1)
        QVERIFY2(expected.signals_.contains(result.signal()), result.description());
    const QString all = result.out().trimmed() + (result.err().isEmpty() ? QString() : u'\n' + result.err());
    for (const QString &pattern : expected.says)
        QVERIFY2(all.contains(QRegularExpression(pattern)),
                 (pattern.toUtf8() + " not in " + result.description()).constData());
    for (const QString &pattern : expected.neverSays) {
        const QRegularExpressionMatch found = QRegularExpression(u".*%1.*"_s.arg(pattern)).match(all);
        QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    }
    if (expected.also) {
        const QString problem = expected.also(result);
        QVERIFY2(problem.isEmpty(), (problem.toUtf8() + ": " + result.description()).constData());
    }
    if (row.needsLimits) {
        const qsizetype most = conditions.mostProcesses();
        QVERIFY2(most <= processLimit, QByteArray::number(most).constData());
    }
    const QStringList broken = conditions.broken(result, timeout);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n') + u'\n' + QString::fromUtf8(result.description())));
}

/// The host's ports, the engine's gateway, cloud metadata: with `none` nothing answers, and nothing makes wait.
void TestAcceptance::N01_nothingIsReachable()
{
    QTcpServer listener;
    QVERIFY(listener.listen(QHostAddress::Any));
    const RunResult result = runUnderConditions(uR"(
import socket, time
slowest = 0
for host, port in (("127.0.0.1", PORT), ("::1", PORT), ("10.88.0.1", PORT), ("172.17.0.1", PORT),
                   ("host.containers.internal", PORT), ("host.docker.internal", PORT), ("169.254.169.254", 80),
                   ("fd00:ec2::254", 80), ("1.1.1.1", 53), ("224.0.0.1", 5353), ("255.255.255.255", 9)):
    start = time.monotonic()
    try:
        socket.create_connection((host, port), timeout=2)
        print("ALLOWED", host)
    except OSError as error:
        print("unreachable", host, error)
    slowest = max(slowest, time.monotonic() - start)
for host in ("10.88.0.1", "224.0.0.1", "255.255.255.255", "169.254.169.254"):
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    try:
        udp.sendto(b"x", (host, 53))
        print("ALLOWED udp", host)
    except OSError as error:
        print("unreachable udp", host, error)
print("each at once:", slowest < 1)
)"_s.replace("PORT"_L1, QString::number(listener.serverPort())),
                                                30s);
    QVERIFY2(result.exitCode() == 0, result.description());
    QVERIFY2(!result.out().contains("ALLOWED"_L1), result.description());
    QVERIFY2(result.out().contains("each at once: True"_L1), result.description());
    QVERIFY(!listener.hasPendingConnections());
}

void TestAcceptance::X01_noMarksAreLeftForTheNextRun()
{
    // Left by the first, in every place that could be shared: files, POSIX and System V memory and queues, abstract
    // sockets. gVisor has no POSIX queues.
    const QString makesQueue = m_engine->kind() == TestEngine::Kind::GVisor
                                   ? QString()
                                   : u"assert libc.mq_open(b'/mark', os.O_CREAT | os.O_RDWR, 0o666, None) >= 0"_s;
    const QString places = uR"(
import ctypes, os, socket, time
libc = ctypes.CDLL(None, use_errno=True)
KEY, SIZE, IPC_CREAT = 0x5ab0, 4096, 0o1000
)"_s;
    const RunResult first = runUnderConditions(places + uR"(
for path in ("/tmp/mark", "/sandbox/mark", "/dev/shm/mark"):
    open(path, "w").write("mark")
assert libc.shmget(KEY, SIZE, IPC_CREAT | 0o666) >= 0
assert libc.semget(KEY, 1, IPC_CREAT | 0o666) >= 0
assert libc.msgget(KEY, IPC_CREAT | 0o666) >= 0
QUEUE
if os.fork() == 0:
    os.setsid()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0mark")
    listener.listen()
    time.sleep(600)
print("marked")
)"_s.replace("QUEUE"_L1, makesQueue),
                                               timeLimit);
    QCOMPARE(first.out(), u"marked\n"_s);
    const RunResult second = runUnderConditions(places + uR"(
found = [path for path in ("/tmp/mark", "/sandbox/mark", "/dev/shm/mark") if os.path.exists(path)]
found += [name for name, result in (("shm", libc.shmget(KEY, SIZE, 0)), ("sem", libc.semget(KEY, 1, 0)), ("msg", libc.msgget(KEY, 0)), ("queue", libc.mq_open(b"/mark", os.O_RDONLY))) if result >= 0]
try:
    socket.socket(socket.AF_UNIX).connect("\0mark")
    found.append("socket")
except OSError:
    pass
found += [name for folder in ("/tmp", "/dev/shm") for name in os.listdir(folder)]
print("found", found)
)"_s,
                                                timeLimit);
    QCOMPARE(second.out(), u"found []\n"_s);
    QVERIFY(first.container() != second.container());
}

void TestAcceptance::X02_exhaustedKernelObjectsHarmNobody()
{
    Conditions conditions(*m_client);
    const int greedy = m_client->call(u"run_python_code"_s,
                                      {{u"code"_s, uR"(
import ctypes, os, time
libc = ctypes.CDLL(None)
count = 0
while libc.inotify_init() >= 0:
    count += 1
try:
    while True:
        os.pipe()
except OSError:
    pass
try:
    while True:
        os.openpty()
except OSError:
    pass
print("exhausted", count > 0, flush=True)
time.sleep(20)
)"_s},
                                       {u"timeout"_s, 20}},
                                      {{u"progressToken"_s, u"greedy"_s}});
    QVERIFY2(m_client->waitForProgress(u"greedy"_s, u"exhausted True"_s), m_client->log().constData());
    const RunResult other = m_client->runPython(uR"(
import ctypes, os
libc = ctypes.CDLL(None)
print(libc.inotify_init() >= 0, len(os.pipe()), len(os.openpty()), os.system("true"))
)"_s);
    // Rootless, the kernel counts inotify instances of all containers together, as their user's.
    const bool sharesInotify = m_engine->kind() == TestEngine::Kind::RootlessPodman;
    QVERIFY2(other.out() == "True 2 2 0\n"_L1 || (sharesInotify && other.out() == "False 2 2 0\n"_L1),
             other.description());
    m_client->cancel(greedy);
    const QStringList broken = conditions.broken(other, 60s);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void TestAcceptance::C01_oddCodeIsHandled_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("text"); // a part of the text for the model
    QTest::newRow("empty") << QString() << u"no output"_s;
    QTest::newRow("10 MiB") << QString(10 * 1024 * 1024, u'#') << u"at most 4194304"_s;
    QTest::newRow("almost 4 MiB") << QString(4 * 1024 * 1024 - 20, u'#') + u"\nprint('ran')"_s << u"ran\n"_s;
    QTest::newRow("NUL") << QString(u"print('a')\n"_s + QChar(u'\0') + u"\n"_s) << u"SyntaxError"_s;
    QTest::newRow("BOM") << u"\ufeffprint('ran')"_s << u"ran\n"_s;
    QTest::newRow("CRLF") << u"if True:\r\n    print('ran')\r\n"_s << u"ran\n"_s;
    QTest::newRow("brackets") << QString(100'000, u'(') << u"SyntaxError"_s;
    QTest::newRow("lone surrogate") << u"print(len('"_s + QChar(u'\xd800') + u"'))"_s << u"1\n"_s;
}

void TestAcceptance::C01_oddCodeIsHandled()
{
    QFETCH(QString, code);
    QFETCH(QString, text);
    const RunResult result = runUnderConditions(code, 30s);
    QVERIFY2(result.text.contains(text), result.description());
    if (code.startsWith(u'(')) { // however the parser takes it, the report is true
        QVERIFY(result.isError());
    }
}

void TestAcceptance::C02_badArgumentsReachNoEngine_data()
{
    QTest::addColumn<QStringList>("options"); // empty: a call of the tool
    QTest::addColumn<QString>("arguments");
    for (const auto &timeout : {"0", "-1", "1e12", "\"NaN\"", "\"abc\"", "1e400", "[]", "true"})
        QTest::addRow("timeout %s", timeout)
            << QStringList() << u"{\"code\":\"1\",\"timeout\":%1}"_s.arg(QLatin1StringView(timeout));
    QTest::newRow("image that is an option") << QStringList{u"--python-image=--privileged"_s} << QString();
    QTest::newRow("image that is a URL") << QStringList{u"--python-image"_s, u"https://x.example/i"_s} << QString();
    QTest::newRow("runtime that is a path") << QStringList{u"--runtime"_s, u"../../bin/sh"_s} << QString();
    QTest::newRow("network of the host") << QStringList{u"--network"_s, u"host"_s} << QString();
    QTest::newRow("variable with a value") << QStringList{u"--pass-through-env"_s, u"A=B"_s} << QString();
    QTest::newRow("language with a command")
        << QStringList{u"run"_s, u"-"_s, u"--language"_s, u"python;id"_s} << QString();
    QTest::newRow("package that is an option") << QStringList{u"--preload=-r/etc/passwd"_s} << QString();
    QTest::newRow("package from a URL") << QStringList{u"--preload=--index-url=https://x.example"_s} << QString();
}

void TestAcceptance::C02_badArgumentsReachNoEngine()
{
    QFETCH(QStringList, options);
    QFETCH(QString, arguments);
    if (!options.isEmpty()) {
        const EngineSpy spy(*m_engine);
        QProcessEnvironment environment = m_engine->serverEnvironment();
        environment.insert(spy.environment());
        const TestEngine::Output refused = runProgram(m_engine->serverCommand(options), environment);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY(refused.out.isEmpty());
        QVERIFY2(refused.err.contains("must be"), refused.err.constData());
        QCOMPARE(spy.calls(), QStringList());
        return;
    }
    if (!m_spied) {
        m_spy = std::make_unique<EngineSpy>(*m_engine);
        m_spied = newClient({u"--pool-size"_s, u"0"_s}, m_spy->environment());
        QVERIFY2(m_spied->start(), m_spied->log().constData());
        QCOMPARE(m_spied->runPython(u"print('good')"_s, {{u"timeout"_s, 60}}).out(), u"good\n"_s);
        QCOMPARE(m_spy->calls().filter(u" run --rm "_s).size(), 1);
    }
    const QString id = QString::fromLatin1(QTest::currentDataTag()).remove(u'"');
    m_spied->sendBytes(
        uR"({"jsonrpc":"2.0","id":"%1","method":"tools/call","params":{"name":"run_python_code","arguments":%2}})"_s
            .arg(id, arguments)
            .toUtf8() +
        '\n');
    if (arguments.contains("1e400"_L1)) { // no JSON number that exists: refused as such, or as an argument
        QVERIFY(m_spied->ask(u"ping"_s).contains("result"_L1));
    } else {
        const QJsonObject reply = m_spied->waitForReply(id);
        QVERIFY2(reply["result"_L1]["isError"_L1].toBool(), QJsonDocument(reply).toJson().constData());
        QVERIFY(reply["result"_L1]["content"_L1][0]["text"_L1].toString().contains("\"timeout\" must be"_L1));
    }
    QCOMPARE(m_spy->calls().filter(u" run --rm "_s).size(), 1);
    QVERIFY2(m_spied->violations().isEmpty(), qPrintable(m_spied->violations().join(u'\n')));
}

void TestAcceptance::C03_hostileJsonIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::newRow("100,000 nested arrays") << QByteArray(100'000, '[') + QByteArray(100'000, ']') + '\n' << -32700;
    QTest::newRow("nested objects") << QByteArray("{\"a\":").repeated(100'000) + '\n' << -32700;
    QTest::newRow("64 MB line") << QByteArray(64 * 1000 * 1000, 'x') + '\n' << -32600;
    QTest::newRow("cut line") << QByteArrayLiteral("{\"jsonrpc\":\"2.0\",\"id\":1,\"meth\n") << -32700;
    QTest::newRow("duplicate keys")
        << QByteArrayLiteral("{\"jsonrpc\":\"2.0\",\"id\":\"twice\",\"id\":\"twice2\",\"method\":\"nope\"}\n")
        << -32601;
}

void TestAcceptance::C03_hostileJsonIsRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    const auto lastError = [this] {
        for (qsizetype i = m_client->messages().size(); i-- > 0;) {
            if (m_client->messages()[i].contains("error"_L1))
                return m_client->messages()[i]["error"_L1]["code"_L1].toInt();
        }
        return 0;
    };
    const qsizetype before = m_client->messages().size();
    m_client->sendBytes(bytes);
    const RunResult next = m_client->runPython(u"print('next')"_s, {{u"timeout"_s, 60}});
    QCOMPARE(next.out(), u"next\n"_s);
    QVERIFY(m_client->messages().size() > before + 1);
    QVERIFY2(m_client->violations().isEmpty(), qPrintable(m_client->violations().join(u'\n')));
    QCOMPARE(lastError(), code);
    // The longest message that the server takes has 32 MiB, and it is copied some times on its way.
    QVERIFY2(peakMemory(m_client->pid()) < 192LL * 1024 * 1024,
             QByteArray::number(peakMemory(m_client->pid())).constData());
}

void TestAcceptance::C04_cancelAndEndInTheMiddle()
{
    // Without a pool there is no container but that of the call.
    auto client = newClient({u"--pool-size"_s, u"0"_s});
    QVERIFY(client->start());
    const qint64 pid = client->pid();
    const QJsonObject endless{{u"code"_s, u"print('is running', flush=True)\nwhile True: pass"_s}, {u"timeout"_s, 60}};
    const int id = client->call(u"run_python_code"_s, endless, {{u"progressToken"_s, 1}});
    QVERIFY(client->waitForProgress(1, u"is running"_s));
    const QList<ListedContainer> during = m_engine->containers(pid);
    QCOMPARE(during.size(), 1);
    const QList<qint64> processes = m_engine->processesOf(during.constFirst().name);
    QVERIFY(!m_engine->showsProcesses() || processes.size() >= 2); // init and the program
    client->cancel(id);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 1s));
    for (const qint64 process : processes)
        QVERIFY2(::kill(pid_t(process), 0) != 0, QByteArray::number(process).constData());
    const int again = client->call(u"run_python_code"_s, endless, {{u"progressToken"_s, 2}});
    QVERIFY(client->waitForProgress(2, u"is running"_s));
    QVERIFY(!client->hasReply(id));
    client->closeInput();
    QCOMPARE(client->waitForExit(10s), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 1s));
    QVERIFY(!client->hasReply(id));
    QVERIFY(!client->hasReply(again));
    QVERIFY(client->violations().isEmpty());
}

void TestAcceptance::C05_B52_killedServerAndClients()
{
    const int spared = m_client->call(
        u"run_python_code"_s,
        {{u"code"_s, u"import time\nprint('is running', flush=True)\ntime.sleep(50)"_s}, {u"timeout"_s, 60}},
        {{u"progressToken"_s, u"spared"_s}});
    QVERIFY2(m_client->waitForProgress(u"spared"_s, u"is running"_s), m_client->log().constData());
    const QStringList ofTheOther = namesOf(m_client->pid());

    auto client = newClient({u"--max-concurrent"_s, u"5"_s});
    QVERIFY(client->start());
    const qint64 pid = client->pid();
    for (int i = 0; i < 5; ++i) {
        client->call(u"run_python_code"_s,
                     {{u"code"_s, u"print('is running', flush=True)\nwhile True: pass"_s}, {u"timeout"_s, 60}},
                     {{u"progressToken"_s, i}});
    }
    for (int i = 0; i < 5; ++i)
        QVERIFY2(client->waitForProgress(i, u"is running"_s), client->log().constData());
    const QList<qint64> clients = [pid] {
        QList<qint64> children;
        const QByteArray list = runProgram({u"pgrep"_s, u"-P"_s, QString::number(pid)}).out;
        for (const QByteArray &child : list.split('\n')) {
            if (!child.isEmpty())
                children += child.toLongLong();
        }
        return children;
    }();
    QVERIFY(clients.size() >= 5);
    client->sendSignal(SIGKILL);
    for (qint64 child : clients)
        ::kill(pid_t(child), SIGKILL);
    QCOMPARE(client->waitForExit(2s), -1);

    // What the engine could not remove without its client, the next server does; the one of this test lives on.
    auto next = newClient();
    QVERIFY(next->start());
    QCOMPARE(next->runPython(u"print('next')"_s, {{u"timeout"_s, 60}}).out(), u"next\n"_s);
    QStringList left;
    QVERIFY2(becomesTrue(
                 [&] {
                     left.clear();
                     for (const ListedContainer &container : m_engine->containers(pid))
                         left += container.name + u' ' + container.state;
                     return left.isEmpty();
                 },
                 5s),
             qPrintable(left.join(u'\n')));
    const QStringList stillThere = namesOf(m_client->pid());
    for (const QString &name : ofTheOther)
        QVERIFY2(stillThere.contains(name), qPrintable(name));
    QVERIFY(!m_client->hasReply(spared));
    m_client->cancel(spared);
    QCOMPARE(m_client->runPython(u"print('next')"_s, {{u"timeout"_s, 60}}).out(), u"next\n"_s);
}

/// A missing engine is in tst_endtoend, one that prints garbage or fails in tst_executor, one that restarts in
/// tests/chaos.
void TestAcceptance::C06_hangingEngineCommandsHoldNobodyUp()
{
    const qint64 pid = m_hanging->pid();
    const qint64 kibBefore = peakMemory(pid) / 1024;
    QVERIFY2(m_hanging->runPython(u"print('beside a hanging list')"_s, {{u"timeout"_s, 60}}).out() ==
                 "beside a hanging list\n"_L1,
             m_hanging->log().constData());
    QVERIFY(becomesTrue([this] { return !m_hangingSpy->calls().filter(u" ps "_s).isEmpty(); }, 20s));

    if (m_engine->showsProcesses()) {
        // A container that does not end at its deadline, and whose removal hangs, too.
        const int id = m_hanging->call(
            u"run_python_code"_s,
            {{u"code"_s, u"import time\nprint('is running', flush=True)\ntime.sleep(60)"_s}, {u"timeout"_s, 2}},
            {{u"progressToken"_s, 1}});
        QVERIFY(m_hanging->waitForProgress(1, u"is running"_s));
        const QStringList names = namesOf(pid);
        QCOMPARE(names.size(), 1);
        const QList<qint64> processes = m_engine->processesOf(names.constFirst());
        QVERIFY(!processes.isEmpty());
        for (const qint64 process : processes)
            ::kill(pid_t(process), SIGSTOP);
        const RunResult result = m_hanging->waitForResult(id, 10s);
        QVERIFY2(result.outcome() == "timed_out"_L1 && result.out() == "is running\n"_L1, result.description());
        QVERIFY(becomesTrue(
            [&] { return !m_hangingSpy->calls().filter(u" rm "_s).filter(names.constFirst()).isEmpty(); }, 5s));
        QCOMPARE(m_hanging->runPython(u"print('next')"_s, {{u"timeout"_s, 60}}).out(), u"next\n"_s);
        QCOMPARE(m_engine->run({u"rm"_s, u"--force"_s, names.constFirst()}).exitCode, 0);
    }

    const RunResult neverStarted = m_hanging->waitForResult(m_hangingRun, 90s);
    QVERIFY2(neverStarted.isError() && neverStarted.text.contains("was not ready within 60 s"_L1),
             neverStarted.description());
    QCOMPARE(m_hanging->runPython(u"print('next')"_s, {{u"timeout"_s, 60}}).out(), u"next\n"_s);
    QVERIFY(peakMemory(pid) / 1024 - kibBefore < 32 * 1024);
    QVERIFY2(m_hanging->violations().isEmpty(), qPrintable(m_hanging->violations().join(u'\n')));
    m_hanging->closeInput();
    QCOMPARE(m_hanging->waitForExit(15s), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 2s));
}

void TestAcceptance::S01_B63_secretsStayWithTheProgram()
{
    const QString secret = u"s3cr3t-p4ss3d-0n"_s;
    QProcessEnvironment more;
    more.insert(u"SANDBOX_TEST_SECRET"_s, secret);
    more.insert(u"SANDBOX_TEST_EMPTY"_s, QString());
    QTemporaryDir folder;
    QFile::setPermissions(folder.path(), QFile::Permissions(0x7777)); // for the ordinary user of rootless podman
    const QString journal = folder.filePath(u"journal"_s);
    auto client = newClient({u"--verbose"_s, u"--journal"_s, journal, u"--pass-through-env"_s,
                             u"SANDBOX_TEST_SECRET,SANDBOX_TEST_EMPTY,SANDBOX_TEST_UNSET"_s},
                            more);
    QVERIFY(client->start());
    QProcess monitor;
    monitor.setProcessEnvironment(m_engine->serverEnvironment());
    const QStringList monitorCommand = m_engine->serverCommand({u"monitor"_s, u"--json"_s});
    monitor.start(monitorCommand.constFirst(), monitorCommand.mid(1));
    QByteArray monitored;
    const auto isMonitored = [&](const QByteArray &words) {
        return becomesTrue(
            [&] {
                monitored += monitor.readAllStandardOutput();
                return monitored.contains(words);
            },
            10s);
    };
    QVERIFY2(isMonitored("hello"), monitor.readAllStandardError().constData());
    const int id = client->call(u"run_python_code"_s,
                                {{u"code"_s, uR"(
import os, time
print(os.environ["SANDBOX_TEST_SECRET"], repr(os.environ["SANDBOX_TEST_EMPTY"]), "SANDBOX_TEST_UNSET" in os.environ, flush=True)
time.sleep(20)
)"_s},
                                 {u"timeout"_s, 20}},
                                {{u"progressToken"_s, 1}});
    QVERIFY2(client->waitForProgress(1, secret + u" '' False"_s), client->log().constData());

    QVERIFY(!runProgram({u"ps"_s, u"-eo"_s, u"args"_s, u"-ww"_s}).out.contains(secret.toUtf8()));
    const QList<ListedContainer> containers = m_engine->containers(client->pid());
    QVERIFY(!containers.isEmpty());
    for (const ListedContainer &container : containers) {
        const TestEngine::Output inspected = m_engine->run({u"inspect"_s, container.name});
        QVERIFY(!inspected.out.contains(secret.toUtf8()));
        const TestEngine::Output logs = m_engine->run({u"logs"_s, container.name});
        QVERIFY(!(logs.out + logs.err).contains(secret.toUtf8()));
    }
    client->cancel(id);
    const RunResult failed = client->runPython(u"import sys\nsys.exit(len(open('/no/such/file').read()))"_s);
    QVERIFY(failed.isError());
    QVERIFY(!failed.text.contains(secret));
    const QJsonObject environments = client->ask(u"resources/read"_s, {{u"uri"_s, u"sandbox://environments"_s}});
    QVERIFY(!QJsonDocument(environments).toJson().contains(secret.toUtf8()));
    QVERIFY(isMonitored("FileNotFoundError")); // what the second program printed, thus all of the first one's, too
    QVERIFY2(monitored.contains("[masked] ''"), monitored.constData());
    QVERIFY(!monitored.contains(secret.toUtf8()));
    monitor.terminate();
    QVERIFY(monitor.waitForFinished(int(patient(5s).count())));
    QVERIFY(QJsonDocument(environments).toJson().contains("SANDBOX_TEST_SECRET"));
    QVERIFY(!client->log().contains(secret.toUtf8()));
    QVERIFY2(client->log().contains("SANDBOX_TEST_UNSET"), "a missing variable is named");
    client->closeInput();
    QCOMPARE(client->waitForExit(10s), 0);
    QFile kept(journal);
    QVERIFY(kept.open(QFile::ReadOnly));
    const QByteArray journalled = kept.readAll();
    QVERIFY2(journalled.contains("[masked] ''"), journalled.constData());
    QVERIFY(!journalled.contains(secret.toUtf8()));
}

/// Where the engine cannot keep a limit, the product must not claim it.
void TestAcceptance::weakLimitsAreAdmitted()
{
    const QJsonObject reply = m_client->ask(u"resources/read"_s, {{u"uri"_s, u"sandbox://environments"_s}});
    const QString report = reply["result"_L1]["contents"_L1][0]["text"_L1].toString();
    QVERIFY(report.contains("\"engine\""_L1));
    QCOMPARE(report.contains("enforces no memory, processor or process limit"_L1), !m_engine->enforcesLimits());
}

QTEST_GUILESS_MAIN(TestAcceptance)
#include "tst_acceptance.moc"
