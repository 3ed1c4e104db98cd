// What sandbox-init promises (design.md section 4, security-guide.md sections 3 and 4), claim by claim, against the
// built program in namespaces of its own. Times are generous: a machine under load must not fail a test.

#include "initcontainer.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

using namespace std::chrono_literals;
using frames::Failure;
using frames::Type;

class TestSandboxInit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void helloIsReportedInOrder();
    void exitStatusIsTheProgramsOwn_data();
    void exitStatusIsTheProgramsOwn();
    void scriptIsAnOrdinaryFile_data();
    void scriptIsAnOrdinaryFile();
    void tracebackShowsTheSource();
    void encodingCookieIsHonouredAsByPython_data();
    void encodingCookieIsHonouredAsByPython();

    void deadlineEndsAnyProgram_data();
    void deadlineEndsAnyProgram();
    void endOfTheProgramIsTheEnd_data();
    void endOfTheProgramIsTheEnd();
    void closedStreamsDoNotEndTheRun();
    void cancelEndsTheRun();
    void cancelBeforeRunEndsWithoutAWord();
    void endOfStdinLeavesNoProcess_data();
    void endOfStdinLeavesNoProcess();
    void idleLimitEndsTheWait();
    void lifetimeLimitEndsTheRun();

    void outputUpToTheCapIsWhole_data();
    void outputUpToTheCapIsWhole();
    void floodIsCutToHeadAndTail();
    void silentServerSlowsTheProgramButNotTheDeadline();
    void silentServerDoesNotKeepInitAlive_data();
    void silentServerDoesNotKeepInitAlive();
    void foldersAreMade();
    void aSecondLanguageStartsTheInterpreterAnew();
    void aSecondLanguageThatNobodyNamedIsRefused();
    void printedFramesAreOnlyOutput();

    void stdinIsTheText_data();
    void stdinIsTheText();
    void unreadStdinIsInNobodysWay();
    void tooMuchStdinIsRefused();

    void programCannotMoveInit_data();
    void programCannotMoveInit();
    void programCannotLookIntoInit();
    void directChannelCarriesTheRun_data();
    void directChannelCarriesTheRun();
    void withoutASocketStdinGoesOnBeingUsed_data();
    void withoutASocketStdinGoesOnBeingUsed();
    void programStartsClean_data();
    void programStartsClean();
    void coreLimitStaysAtOne();
    void hardCoreLimitOfZeroIsKept();
    void environmentIsTheImagesLessAndPlus();
    void memoryLimitFallsBackToAnRlimit();
    void cgroupIsReadWhereItIsOurs_data();
    void cgroupIsReadWhereItIsOurs();
    void orphansAreReaped();
    void usageIsReported();

    void interpreterIsLookedForInTheProgramsPath();
    void nextCandidateIsTried();
    void startFailureIsNamed_data();
    void startFailureIsNamed();
    void readyMeansWaiting();
    void endBeforeRunIsNamed();

    void disorderlyServerIsRefused_data();
    void disorderlyServerIsRefused();
    void otherVersionIsNamedWhateverFollows();
    void onlyWorksAsPid1();

    void filterRefuses_data();
    void filterRefuses();
    void filterLetsOrdinaryProgramsWork_data();
    void filterLetsOrdinaryProgramsWork();
};

namespace {

using Options = InitContainer::Options;
using Report = InitContainer::Report;

#define VERIFY_EXITED(report, code)                                                                                    \
    do {                                                                                                               \
        QVERIFY2((report).exited, (report).failureDetail.constData());                                                 \
        QCOMPARE((report).disorder, QString());                                                                        \
        QVERIFY2(!(report).exited->signalled && (report).exited->status == (code),                                     \
                 (QByteArray::number((report).exited->signalled) + '/' + QByteArray::number((report).exited->status) + \
                  (report).standardError())                                                                            \
                     .constData());                                                                                    \
    } while (false)

QByteArray numbered(int count)
{
    QByteArray bytes;
    for (int i = 0; bytes.size() < count; ++i)
        bytes += QByteArray::number(i) + ' ';
    return bytes.left(count);
}

} // namespace

void TestSandboxInit::initTestCase()
{
    const QString obstacle = InitContainer::obstacle();
    if (obstacle.isEmpty())
        return;
    if (qEnvironmentVariableIsSet("SANDBOX_TEST_REQUIRE_ENGINES"))
        QFAIL(qPrintable(obstacle));
    QSKIP(qPrintable(obstacle));
}

void TestSandboxInit::helloIsReportedInOrder()
{
    InitContainer container;
    QVERIFY(container.makeReady());
    QCOMPARE(container.ready().version, frames::protocolVersion);
    QCOMPARE(container.ready().candidate, 0u);
    container.run("import os; os.write(1, b'hello\\n'); os.write(2, b'oops\\n')");
    const std::optional<InitContainer::Frame> started = container.next();
    QVERIFY(started && started->type == Type::Started);
    const std::optional<InitContainer::Frame> output = container.next();
    QVERIFY(output && output->type == Type::Stdout);
    QCOMPARE(output->payload, "hello\n");
    const Report report = container.report();
    QVERIFY(report.exited);
    QCOMPARE(report.standardError(), "oops\n");
    QCOMPARE(report.exited->signalled, 0);
    QCOMPARE(report.exited->status, 0u);
    QCOMPARE(report.exited->timedOut, 0);
    QCOMPARE(report.exited->cancelled, 0);
    QCOMPARE(report.exited->stdoutBytes, 6u);
    QCOMPARE(report.exited->stderrBytes, 5u);
    QVERIFY(report.exited->wallUs > 0);
    QVERIFY(report.exited->peakMemoryBytes > 1024 * 1024);
    QCOMPARE(container.waitForEnd(), 0);
}

void TestSandboxInit::exitStatusIsTheProgramsOwn_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("signalled");
    QTest::addColumn<int>("status");

    QTest::newRow("empty code") << QByteArray() << 0 << 0;
    QTest::newRow("sys.exit(0)") << QByteArray("import sys; sys.exit(0)") << 0 << 0;
    QTest::newRow("sys.exit(3)") << QByteArray("import sys; sys.exit(3)") << 0 << 3;
    QTest::newRow("os._exit(255)") << QByteArray("import os; os._exit(255)") << 0 << 255;
    QTest::newRow("exit 137 is no signal") << QByteArray("raise SystemExit(137)") << 0 << 137;
    QTest::newRow("exit with a text") << QByteArray("raise SystemExit('no')") << 0 << 1;
    QTest::newRow("exception") << QByteArray("1/0") << 0 << 1;
    QTest::newRow("syntax error") << QByteArray("(") << 0 << 1;
    QTest::newRow("SIGABRT") << QByteArray("import os; os.abort()") << 1 << SIGABRT;
    QTest::newRow("SIGSEGV") << QByteArray("import ctypes; ctypes.string_at(0)") << 1 << SIGSEGV;
    QTest::newRow("SIGKILL by itself") << QByteArray("import os; os.kill(os.getpid(), 9)") << 1 << SIGKILL;
    QTest::newRow("SIGTERM by itself") << QByteArray("import os; os.kill(os.getpid(), 15)") << 1 << SIGTERM;
}

void TestSandboxInit::exitStatusIsTheProgramsOwn()
{
    QFETCH(QByteArray, code);
    InitContainer container;
    const Report report = container.execute(code);
    QVERIFY(report.exited);
    QCOMPARE(report.disorder, QString());
    QTEST(int(report.exited->signalled), "signalled");
    QTEST(int(report.exited->status), "status");
    QCOMPARE(report.exited->timedOut, 0);
    QCOMPARE(report.exited->oomKills, 0u);
}

void TestSandboxInit::scriptIsAnOrdinaryFile_data()
{
    QTest::addColumn<QByteArray>("code");

    const QByteArray look = "import os, stat\n"
                            "assert __name__ == '__main__'\n"
                            "assert stat.S_ISREG(os.stat(__file__).st_mode)\n"
                            "assert os.listdir('.') == ['code.py'], os.listdir('.')\n"
                            "os.write(1, open(__file__, 'rb').read())\n";
    QTest::newRow("plain") << look;
    QTest::newRow("CRLF") << QByteArray(look).replace("\n", "\r\n");
    QTest::newRow("byte order mark") << "\xef\xbb\xbf" + look;
    QTest::newRow("longer than a pipe") << look + "#" + QByteArray(300'000, 'x') + "\n";
    QTest::newRow("the longest") << look + "#" + QByteArray(frames::maxCodeSize - look.size() - 2, 'x') + "\n";
}

void TestSandboxInit::scriptIsAnOrdinaryFile()
{
    QFETCH(QByteArray, code);
    frames::Prepare prepare = InitContainer::python();
    prepare.captureBytes = 16 * 1024 * 1024;
    InitContainer container;
    const Report report = container.execute(code, 30s, {}, prepare);
    VERIFY_EXITED(report, 0);
    QVERIFY(report.standardOutput() == code);
}

void TestSandboxInit::tracebackShowsTheSource()
{
    InitContainer container;
    const Report report = container.execute("x = 1\n\nprint(x / 0)  # here\n");
    VERIFY_EXITED(report, 1);
    QVERIFY(report.standardError().contains("code.py\", line 3"));
    QVERIFY(report.standardError().contains("print(x / 0)  # here"));
}

void TestSandboxInit::encodingCookieIsHonouredAsByPython_data()
{
    QTest::addColumn<QByteArray>("code");

    const QByteArray latin = "print(ascii('\xe9'))\n";
    const QByteArray utf8 = "print(ascii('\xc3\xa9'))\n";
    QTest::newRow("latin-1") << "# coding: latin-1\n" + latin;
    QTest::newRow("emacs style") << "# -*- coding: iso-8859-15 -*-\n" + latin;
    QTest::newRow("vim style, second line") << "#!/usr/bin/python3\n# vim: set fileencoding=latin1 :\n" + latin;
    QTest::newRow("after a blank line") << "\n# coding=cp1252\n" + latin;
    QTest::newRow("third line is too late") << "#\n#\n# coding: latin-1\n" + utf8;
    QTest::newRow("behind a statement") << "x = 1\n# coding: latin-1\n" + utf8;
    QTest::newRow("in the same line as a statement") << "x = 1 # coding: latin-1\n" + utf8;
    QTest::newRow("utf8") << "# coding: utf8\n" + utf8;
    QTest::newRow("utf-8") << "# coding: utf-8\n" + utf8;
    QTest::newRow("UTF_8-unix") << "# coding: UTF_8-unix\n" + utf8;
    QTest::newRow("ascii") << QByteArray("# coding: ascii\nprint(1)\n");
    QTest::newRow("ascii, but it is not") << "# coding: ascii\n" + utf8;
    QTest::newRow("unknown") << QByteArray("# coding: klingon\nprint(1)\n");
    QTest::newRow("byte order mark and utf-8") << "\xef\xbb\xbf# coding: utf-8\n" + utf8;
    QTest::newRow("byte order mark and latin-1") << "\xef\xbb\xbf# coding: latin-1\n" + utf8;
    QTest::newRow("not UTF-8, no cookie") << latin;
}

void TestSandboxInit::encodingCookieIsHonouredAsByPython()
{
    QFETCH(QByteArray, code);
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("code.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(code);
    file.close();
    QProcess python;
    python.setWorkingDirectory(folder.path());
    python.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-u"), QStringLiteral("code.py")});
    QVERIFY(python.waitForFinished());

    InitContainer container;
    const Report report = container.execute(code, 30s, "text");
    VERIFY_EXITED(report, static_cast<unsigned>(python.exitCode()));
    QCOMPARE(report.standardOutput(), python.readAllStandardOutput());
    QCOMPARE(report.standardError().replace("/mnt/sandbox", folder.path().toUtf8()), python.readAllStandardError());
}

void TestSandboxInit::deadlineEndsAnyProgram_data()
{
    QTest::addColumn<QByteArray>("code");

    QTest::newRow("sleeps") << QByteArray("import time; time.sleep(600)");
    QTest::newRow("spins") << QByteArray("while True: pass");
    QTest::newRow("ignores all signals") << QByteArray("import signal, time\n"
                                                       "for s in range(1, 65):\n"
                                                       "    try: signal.signal(s, signal.SIG_IGN)\n"
                                                       "    except (OSError, ValueError): pass\n"
                                                       "while True: time.sleep(1)");
    QTest::newRow("stops itself") << QByteArray("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)");
    QTest::newRow("has children that spin") << QByteArray("import os\nfor i in range(5): os.fork()\nwhile True: pass");
    QTest::newRow("has a coding cookie") << QByteArray("# coding: latin-1\nwhile True: pass");
}

void TestSandboxInit::deadlineEndsAnyProgram()
{
    QFETCH(QByteArray, code);
    const qsizetype firstLine = code.startsWith('#') ? code.indexOf('\n') + 1 : 0;
    InitContainer container;
    const Report report = container.execute(code.insert(firstLine, "print('before')\n"), 700ms);
    QVERIFY(report.exited);
    QCOMPARE(report.disorder, QString());
    QCOMPARE(report.exited->timedOut, 1);
    QCOMPARE(report.exited->signalled, 1);
    QCOMPARE(report.exited->status, unsigned(SIGKILL));
    QVERIFY(report.standardOutput().startsWith("before\n"));
    QVERIFY(report.exited->wallUs >= 700'000);
    QVERIFY(report.exited->wallUs < 5'000'000);
    QVERIFY(container.waitForEnd());
}

void TestSandboxInit::endOfTheProgramIsTheEnd_data()
{
    QTest::addColumn<QByteArray>("daemon");

    QTest::newRow("holds stdout") << QByteArray("time.sleep(600)");
    QTest::newRow("floods stdout, ignores signals") << QByteArray("for s in range(1, 65):\n"
                                                                  "        try: signal.signal(s, signal.SIG_IGN)\n"
                                                                  "        except (OSError, ValueError): pass\n"
                                                                  "    while True: os.write(1, b'x' * 65536)");
}

void TestSandboxInit::endOfTheProgramIsTheEnd()
{
    QFETCH(QByteArray, daemon);
    InitContainer container;
    QElapsedTimer timer;
    timer.start();
    const Report report = container.execute("import os, signal, sys, time\n"
                                            "if os.fork() == 0:\n"
                                            "    os.setsid()\n"
                                            "    if os.fork(): os._exit(0)\n"
                                            "    " +
                                            daemon +
                                            "\n"
                                            "os.wait()\n"
                                            "time.sleep(0.3)\n"
                                            "print('main ends')\n");
    VERIFY_EXITED(report, 0);
    QVERIFY(timer.elapsed() < 15'000);
    QVERIFY(report.exited->wallUs < 10'000'000);
    QVERIFY(report.standardOutput().contains("main ends\n") || report.exited->stdoutBytes > 1024 * 1024);
    QCOMPARE(container.waitForEnd(), 0);
}

void TestSandboxInit::closedStreamsDoNotEndTheRun()
{
    InitContainer container;
    const Report report = container.execute("import os, time\n"
                                            "for fd in range(3): os.close(fd)\n"
                                            "time.sleep(0.5)\n"
                                            "os._exit(7)\n");
    VERIFY_EXITED(report, 7);
    QVERIFY(report.exited->wallUs >= 500'000);
}

void TestSandboxInit::cancelEndsTheRun()
{
    InitContainer container;
    QVERIFY(container.makeReady());
    container.run("import os, time; os.write(1, b'running\\n'); time.sleep(600)");
    while (const std::optional<InitContainer::Frame> frame = container.next()) {
        if (frame->type == Type::Stdout)
            break;
    }
    container.send(Type::Cancel);
    const Report report = container.report();
    QVERIFY(report.exited);
    QCOMPARE(report.exited->cancelled, 1);
    QCOMPARE(report.exited->timedOut, 0);
    QCOMPARE(report.exited->stdoutBytes, 8u);
}

void TestSandboxInit::cancelBeforeRunEndsWithoutAWord()
{
    InitContainer container;
    QVERIFY(container.makeReady());
    container.send(Type::Cancel);
    QVERIFY(!container.next());
    QCOMPARE(container.waitForEnd(), 0);
}

void TestSandboxInit::endOfStdinLeavesNoProcess_data()
{
    QTest::addColumn<QByteArray>("when");

    for (const char *when : {"unprepared", "unprepared, directly", "starting", "waiting", "running", "running directly",
                             "with frames cut"})
        QTest::newRow(when) << QByteArray(when);
}

void TestSandboxInit::endOfStdinLeavesNoProcess()
{
    QFETCH(QByteArray, when);
    const QByteArray mark = "mark-of-" + QByteArray::number(getpid()) + '-' + QByteArray(when).replace(' ', '-');
    const std::string_view markArgument(mark.constData(), static_cast<std::size_t>(mark.size()));
    InitContainer::Options options;
    if (when.endsWith("directly"))
        options.direct = InitContainer::Options::Direct::Socket;
    InitContainer container(options);
    if (when == "starting") {
        container.send(Type::Prepare, InitContainer::command(
                                          {"/usr/bin/python3", "-c", "import time; time.sleep(600)", markArgument}));
        QTRY_VERIFY_WITH_TIMEOUT(InitContainer::processWith(mark) != 0, 20'000);
    } else if (!when.startsWith("unprepared")) {
        QVERIFY(container.makeReady(InitContainer::command({"/usr/bin/python3", "-u", "code.py", markArgument})));
        QVERIFY(InitContainer::processWith(mark) != 0);
    }
    if (when.startsWith("running")) {
        container.run("import os, time\nos.fork()\nos.setsid()\nprint('running')\nwhile True: time.sleep(1)");
        while (const std::optional<InitContainer::Frame> frame = container.next()) {
            if (frame->type == Type::Stdout)
                break;
        }
    } else if (when == "with frames cut") {
        container.sendBytes(InitContainer::bare(Type::Run, QByteArray(1000, 'x')).left(500));
    }
    if (when == "unprepared, directly")
        container.closeSocket(); // stdin stays open, as with an engine's monitor that nobody has attached to
    else
        container.closeStdin();
    QVERIFY(container.waitForEnd());
    QCOMPARE(InitContainer::processWith(mark), 0);
}

void TestSandboxInit::idleLimitEndsTheWait()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.idleMs = 1500;
    InitContainer container;
    QVERIFY(container.makeReady(prepare));
    const Report report = container.report();
    QCOMPARE(report.failure, Failure::Idle);
    QCOMPARE(container.waitForEnd(), 1);
}

void TestSandboxInit::lifetimeLimitEndsTheRun()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.lifetimeMs = 2500;
    InitContainer container;
    const Report report = container.execute("while True: pass", 600s, {}, prepare);
    QCOMPARE(report.failure, Failure::Idle);
    QCOMPARE(container.waitForEnd(), 1);
}

void TestSandboxInit::outputUpToTheCapIsWhole_data()
{
    QTest::addColumn<int>("cap");
    QTest::addColumn<int>("size");

    for (const int cap : {0, 1, 2, 7, 4096, 150'001}) {
        QList<int> sizes = {0, 1, cap / 2 - 1, cap / 2, cap / 2 + 1, cap - 1, cap, cap + 1, 2 * cap, 3 * cap + 5};
        std::sort(sizes.begin(), sizes.end());
        sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
        for (const int size : std::as_const(sizes)) {
            if (size >= 0)
                QTest::addRow("%d of %d", size, cap) << cap << size;
        }
    }
}

void TestSandboxInit::outputUpToTheCapIsWhole()
{
    QFETCH(int, cap);
    QFETCH(int, size);
    frames::Prepare prepare = InitContainer::python();
    prepare.captureBytes = static_cast<std::uint64_t>(cap);
    const QByteArray text = numbered(size);
    // Odd pieces on stdout, one piece on stderr.
    InitContainer container;
    const Report report = container.execute("import os, sys\n"
                                            "text = sys.stdin.buffer.read()\n"
                                            "def put(fd, part):\n"
                                            "    while part: part = part[os.write(fd, part):]\n"
                                            "for i in range(0, len(text), 9973): put(1, text[i:i + 9973])\n"
                                            "put(2, text)\n",
                                            30s, text, prepare);
    VERIFY_EXITED(report, 0);
    const qsizetype head = cap / 2;
    const qsizetype tail = std::min<qsizetype>(cap - head, std::max<qsizetype>(0, size - head));
    QCOMPARE(report.stdoutHead, text.left(head));
    QCOMPARE(report.stdoutTail, text.right(tail));
    QCOMPARE(report.stderrHead, text.left(head));
    QCOMPARE(report.stderrTail, text.right(tail));
    QCOMPARE(report.exited->stdoutBytes, static_cast<std::uint64_t>(size));
    QCOMPARE(report.exited->stderrBytes, static_cast<std::uint64_t>(size));
    if (size <= cap)
        QCOMPARE(report.standardOutput(), text);
}

void TestSandboxInit::floodIsCutToHeadAndTail()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.captureBytes = 20'000;
    InitContainer container;
    const Report report = container.execute("import os, time\n"
                                            "block = b''.join(b'%09d\\n' % i for i in range(10000))\n"
                                            "for i in range(500):\n"
                                            "    rest = block\n"
                                            "    while rest: rest = rest[os.write(1, rest):]\n"
                                            "    if i % 100 == 0: time.sleep(0.4)\n",
                                            60s, {}, prepare);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.exited->stdoutBytes, 50'000'000u);
    QCOMPARE(report.stdoutHead.size(), 10'000);
    QVERIFY(report.stdoutHead.startsWith("000000000\n000000001\n"));
    QVERIFY(report.stdoutHead.endsWith("000000999\n"));
    QCOMPARE(report.stdoutTail.size(), 10'000);
    QVERIFY(report.stdoutTail.startsWith("000009000\n"));
    QVERIFY(report.stdoutTail.endsWith("000009999\n"));
    QVERIFY(report.stdoutSamples.size() >= 2);
    QVERIFY(report.stdoutSamples.size() <= static_cast<qsizetype>(report.exited->wallUs / 250'000 + 1));
    QCOMPARE(report.stdoutSamples.constLast().size(), qsizetype(frames::sampleSize));
}

void TestSandboxInit::silentServerSlowsTheProgramButNotTheDeadline()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.captureBytes = frames::maxCaptureSize;
    InitContainer container;
    QVERIFY(container.makeReady(prepare));
    QElapsedTimer timer;
    timer.start();
    container.run("import os\nwhile True: os.write(1, b'x' * 65536)", 1s);
    QTest::qWait(2000); // a server that does not read
    const Report report = container.report();
    QVERIFY(report.exited);
    QCOMPARE(report.exited->timedOut, 1);
    QVERIFY(report.exited->wallUs >= 1'000'000);
    QVERIFY(report.exited->wallUs < 1'900'000);
    QVERIFY2(report.exited->stdoutBytes < 1024 * 1024, QByteArray::number(report.exited->stdoutBytes).constData());
    QCOMPARE(static_cast<std::uint64_t>(report.standardOutput().size()), report.exited->stdoutBytes);
}

void TestSandboxInit::silentServerDoesNotKeepInitAlive_data()
{
    QTest::addColumn<int>("lifetimeMs");
    QTest::addColumn<bool>("closesStdin");

    QTest::newRow("end of stdin in the run") << 0 << true;
    QTest::newRow("lifetime") << 2000 << false;
}

void TestSandboxInit::silentServerDoesNotKeepInitAlive()
{
    QFETCH(int, lifetimeMs);
    QFETCH(bool, closesStdin);
    frames::Prepare prepare = InitContainer::python();
    prepare.captureBytes = frames::maxCaptureSize;
    prepare.lifetimeMs = static_cast<std::uint32_t>(lifetimeMs);
    InitContainer container;
    QVERIFY(container.makeReady(prepare));
    container.run("import os\nfor i in range(1000): os.write(1, b'x' * 65536)", 1s);
    if (closesStdin) {
        QTest::qWait(1500); // the deadline is over, the report cannot be sent
        container.closeStdin();
    }
    QVERIFY(container.waitForEnd());
}

void TestSandboxInit::foldersAreMade()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.folders = {"/mnt/sandbox/base/lib/{}/site-packages", "/proc/nowhere/x", "/mnt/sandbox/plain"};
    prepare.environment = {"PYTHONUSERBASE=/mnt/sandbox/base"};
    prepare.searchFirst = {"PATH=/mnt/sandbox/base/bin"};
    InitContainer container;
    const Report report = container.execute(
        "import os, site, sys\n"
        "print(site.getusersitepackages() in sys.path, os.path.isdir('plain'), os.environ['PATH'].split(':')[0])\n",
        30s, {}, prepare);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), QByteArray("True True /mnt/sandbox/base/bin\n"));
}

void TestSandboxInit::aSecondLanguageStartsTheInterpreterAnew()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.secondArguments = {"-u", "-X", "second", "other.py"};
    prepare.secondScriptName = "other.py";
    InitContainer container;
    QVERIFY(container.makeReady(prepare));
    frames::Run run;
    run.timeoutMs = 30'000;
    run.code = "import os, sys\nprint(sys._xoptions, sys.argv, os.listdir('.'), sys.stdin.read())\n";
    run.isSecondLanguage = 1;
    container.send(Type::Run, run);
    container.sendBytes(InitContainer::bare(Type::StdinData, "words"));
    container.send(Type::StdinEnd);
    const Report report = container.report();
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), QByteArray("{'second': True} ['other.py'] ['other.py'] words\n"));
}

void TestSandboxInit::aSecondLanguageThatNobodyNamedIsRefused()
{
    InitContainer container;
    QVERIFY(container.makeReady());
    frames::Run run;
    run.timeoutMs = 30'000;
    run.isSecondLanguage = 1;
    container.send(Type::Run, run);
    const Report report = container.report();
    QVERIFY(report.failure);
    QCOMPARE(*report.failure, Failure::Protocol);
}

void TestSandboxInit::printedFramesAreOnlyOutput()
{
    QByteArray printed;
    printed += frames::frame<QByteArray>(Type::Exited, frames::Exited{.status = 42});
    printed += frames::frame<QByteArray>(Type::Failed, frames::Failed{Failure::System, "forged"});
    printed += frames::frame<QByteArray>(Type::Ready, frames::Ready{});
    printed += QByteArray("\x4a\xff\xff\xff\xff", 5);
    InitContainer container;
    const Report report =
        container.execute("import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())", 30s, printed);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), printed);
}

void TestSandboxInit::stdinIsTheText_data()
{
    QTest::addColumn<QByteArray>("text");

    QTest::newRow("nothing: end of file at once") << QByteArray();
    QTest::newRow("a line") << QByteArray("one line\n");
    QTest::newRow("bytes") << QByteArray("\0\xff\r\n\x04", 5);
    QTest::newRow("longer than pipe and frame") << numbered(200'000);
    QTest::newRow("the longest") << numbered(frames::maxStdinSize);
}

void TestSandboxInit::stdinIsTheText()
{
    QFETCH(QByteArray, text);
    frames::Prepare prepare = InitContainer::python();
    prepare.captureBytes = 16 * 1024 * 1024;
    for (const char *cookie : {"", "# coding: latin-1\n"}) {
        InitContainer container;
        const Report report = container.execute(
            QByteArray(cookie) + "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())", 30s, text, prepare);
        VERIFY_EXITED(report, 0);
        QVERIFY(report.standardOutput() == text);
    }
}

void TestSandboxInit::unreadStdinIsInNobodysWay()
{
    // Cancel lies behind 4 MiB that the program does not take.
    InitContainer container;
    QVERIFY(container.makeReady());
    container.run("import time; time.sleep(600)", 600s, QByteArray(frames::maxStdinSize, 'x'));
    container.send(Type::Cancel);
    const Report report = container.report();
    QVERIFY(report.exited);
    QCOMPARE(report.exited->cancelled, 1);

    InitContainer second;
    const Report secondReport = second.execute("import os, time; os.close(0); time.sleep(0.2); os._exit(5)", 30s,
                                               QByteArray(frames::maxStdinSize, 'x'));
    VERIFY_EXITED(secondReport, 5);
}

void TestSandboxInit::tooMuchStdinIsRefused()
{
    InitContainer container;
    const Report report =
        container.execute("import time; time.sleep(600)", 600s, QByteArray(frames::maxStdinSize + 1, 'x'));
    QCOMPARE(report.failure, Failure::Protocol);
}

void TestSandboxInit::programCannotMoveInit_data()
{
    QTest::addColumn<QByteArray>("code");

    QTest::newRow("kill(-1, SIGKILL)") << QByteArray("if os.fork() == 0:\n"
                                                     "    while True: signal.pause()\n"
                                                     "os.kill(-1, 9)");
    QTest::newRow("every signal") << QByteArray("for s in range(1, 65): os.kill(1, s)");
    QTest::newRow("10,000 SIGCHLD") << QByteArray("for i in range(10000): os.kill(1, signal.SIGCHLD)");
    QTest::newRow("queued signals") << QByteArray("import ctypes\n"
                                                  "for i in range(1000): ctypes.CDLL(None).sigqueue(1, 40, 0)");
    QTest::newRow("nice") << QByteArray("try: os.setpriority(os.PRIO_PROCESS, 1, 19)\n"
                                        "except PermissionError: pass\n"
                                        "else: raise Exception('not refused')");
    QTest::newRow("limits") << QByteArray("try: resource.prlimit(1, resource.RLIMIT_NOFILE, (3, 3))\n"
                                          "except PermissionError: pass\n"
                                          "else: raise Exception('not refused')");
}

void TestSandboxInit::programCannotMoveInit()
{
    QFETCH(QByteArray, code);
    InitContainer container;
    const Report report = container.execute("import os, resource, signal, subprocess\n" + code +
                                            "\nsubprocess.run(['true'], check=True)\nprint('unmoved')\n");
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "unmoved\n");
}

void TestSandboxInit::programCannotLookIntoInit()
{
    InitContainer container;
    const Report report = container.execute("import os\n"
                                            "for name in ('mem', 'environ', 'maps', 'fd/0', 'fd/1', 'fd/2', 'stack'):\n"
                                            "    for flags in (os.O_RDONLY, os.O_WRONLY):\n"
                                            "        try: os.open('/proc/1/' + name, flags)\n"
                                            "        except PermissionError: pass\n"
                                            "        else: print('opened', name)\n"
                                            "for name in ('exe', 'cwd', 'root'):\n"
                                            "    try: os.readlink('/proc/1/' + name)\n"
                                            "    except PermissionError: pass\n"
                                            "    else: print('read', name)\n");
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "");
}

void TestSandboxInit::directChannelCarriesTheRun_data()
{
    QTest::addColumn<InitContainer::Options::Direct>("direct");
    QTest::newRow("handed on") << InitContainer::Options::Direct::Socket;
    QTest::newRow("connected to") << InitContainer::Options::Direct::Path;
}

void TestSandboxInit::directChannelCarriesTheRun()
{
    QFETCH(InitContainer::Options::Direct, direct);
    InitContainer::Options options;
    options.direct = direct;
    InitContainer container(options);
    // More than socket and pipes hold, both ways.
    const QByteArray text(3'000'000, 's');
    InitContainer::Report report =
        container.execute("import sys\nprint(len(sys.stdin.read()))\nprint('x' * 500_000)\n", 30s, text);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "3000000\n" + QByteArray(500'000, 'x') + "\n");
    QVERIFY(container.waitForEnd());
}

void TestSandboxInit::withoutASocketStdinGoesOnBeingUsed_data()
{
    QTest::addColumn<InitContainer::Options::Direct>("direct");
    QTest::newRow("something else") << InitContainer::Options::Direct::NoSocket;
    QTest::newRow("nobody listens") << InitContainer::Options::Direct::NoPath;
}

void TestSandboxInit::withoutASocketStdinGoesOnBeingUsed()
{
    QFETCH(InitContainer::Options::Direct, direct);
    InitContainer::Options options;
    options.direct = direct;
    InitContainer container(options);
    const InitContainer::Report report = container.execute("print(1)");
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "1\n");
}

void TestSandboxInit::programStartsClean_data()
{
    QTest::addColumn<InitContainer::Options::Direct>("direct");
    QTest::newRow("pipes") << InitContainer::Options::Direct::Nothing;
    QTest::newRow("socket") << InitContainer::Options::Direct::Socket;
    QTest::newRow("connected socket") << InitContainer::Options::Direct::Path;
}

void TestSandboxInit::programStartsClean()
{
    QFETCH(InitContainer::Options::Direct, direct);
    InitContainer::Options options;
    options.direct = direct;
    InitContainer container(options);
    const Report report = container.execute(
        "import os, resource, signal\n"
        "for fd in range(3, 1024):\n"
        "    try: os.fstat(fd); print('open:', fd)\n"
        "    except OSError: pass\n"
        "def pipe_of(fd): return os.readlink('/proc/self/fd/%d' % fd)\n"
        "assert all(pipe_of(fd).startswith('pipe:') for fd in range(3))\n"
        "assert len({pipe_of(fd) for fd in range(3)}) == 3\n"
        "assert all(os.get_blocking(fd) for fd in range(3))\n"
        "assert os.getsid(0) == os.getpid()\n"
        "assert os.umask(0) == 0o077\n"
        "assert os.getppid() == 1\n"
        "assert os.getcwd() == '/mnt/sandbox'\n"
        "assert resource.getrlimit(resource.RLIMIT_CORE) == (1, 1)\n"
        "assert open('/proc/self/oom_score_adj').read() == '1000\\n'\n"
        "status = dict(line.split(':\\t', 1) for line in open('/proc/self/status').read().splitlines())\n"
        "assert status['NoNewPrivs'] == '1' and status['Seccomp'] == '2'\n"
        "assert int(status['SigBlk'], 16) == 0\n"
        "pythons = 1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1\n"
        "assert int(status['SigIgn'], 16) & ~pythons == 0, status['SigIgn']\n");
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "");
}

/// With 0, a crash would start the host's core_pattern if that is a pipe.
void TestSandboxInit::coreLimitStaysAtOne()
{
    InitContainer container;
    const Report report = container.execute("import ctypes, resource\n"
                                            "limit = (ctypes.c_ulong * 2)(0, 0)\n"
                                            "libc = ctypes.CDLL(None)\n"
                                            "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
                                            "try: resource.prlimit(0, resource.RLIMIT_CORE, (0, 1))\n"
                                            "except PermissionError: pass\n"
                                            "else: print('changed')\n"
                                            "for number in (resource.RLIMIT_CORE, resource.RLIMIT_CORE | 1 << 32):\n"
                                            "    assert libc.syscall(" +
                                            QByteArray::number(SYS_setrlimit) +
                                            ", ctypes.c_long(number), limit) == 0\n"
                                            "assert resource.getrlimit(resource.RLIMIT_CORE) == (1, 1)\n"
                                            "assert resource.prlimit(0, resource.RLIMIT_CORE) == (1, 1)\n");
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "");
}

void TestSandboxInit::hardCoreLimitOfZeroIsKept()
{
    InitContainer container({.setUp = "ulimit -c 0"});
    const Report report =
        container.execute("import resource; assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)");
    VERIFY_EXITED(report, 0);
}

void TestSandboxInit::environmentIsTheImagesLessAndPlus()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.dropEnvironment = {"http_proxy", "HOSTNAME", "ABSENT"};
    prepare.environment = {"OVERRIDDEN=ours", "NEW=1", "NEW=2", "EMPTY=", "BYTES=\xff=\n", "HTTPS_PROXY=added"};
    prepare.searchFirst = {"PYTHONPATH=/first", "LISTED_NOWHERE=/alone"};
    InitContainer container(
        {.environment = {"IMAGE=kept", "PYTHONPATH=/image:/image/2", "OVERRIDDEN=image", "http_proxy=a", "HTTP_PROXY=b",
                         "Http_Proxy=c", "HOSTNAME=d", "HTTP_PROXY_2=kept"}});
    const Report report =
        container.execute("import os\n"
                          "env = os.environb\n"
                          "for name in (b'PWD', b'OLDPWD', b'SHLVL', b'_', b'LC_CTYPE'): env.pop(name, 0)\n"
                          "print(sorted(env.items()))\n",
                          30s, {}, prepare);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(),
             "[(b'BYTES', b'\\xff=\\n'), (b'EMPTY', b''), (b'HTTPS_PROXY', b'added'), (b'HTTP_PROXY_2', b'kept'), "
             "(b'IMAGE', b'kept'), (b'LISTED_NOWHERE', b'/alone'), (b'NEW', b'2'), (b'OVERRIDDEN', b'ours'), "
             "(b'PATH', b'/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'), "
             "(b'PYTHONPATH', b'/first:/image:/image/2')]\n");
}

void TestSandboxInit::memoryLimitFallsBackToAnRlimit()
{
    // No cgroup of this test has just that limit.
    frames::Prepare prepare = InitContainer::python();
    prepare.memoryBytes = 200'003 * 4096ull;
    InitContainer container;
    const Report report = container.execute("import resource\n"
                                            "print(resource.getrlimit(resource.RLIMIT_DATA))\n"
                                            "try: bytearray(1 << 30)\n"
                                            "except MemoryError: print('refused')\n",
                                            30s, {}, prepare);
    QCOMPARE(container.ready().memoryLimited, 0);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "(819212288, 819212288)\nrefused\n");

    InitContainer unlimited;
    QCOMPARE(unlimited.execute("import resource; print(resource.getrlimit(resource.RLIMIT_DATA))").standardOutput(),
             "(-1, -1)\n");
}

void TestSandboxInit::cgroupIsReadWhereItIsOurs_data()
{
    QTest::addColumn<QByteArray>("files");
    QTest::addColumn<QByteArray>("eventsFile");
    QTest::addColumn<bool>("isOurs");

    // Files in the place of the kernel's, which the program, unlike those, may write to.
    const QByteArray version1 =
        "mkdir memory pids cpu cpuacct\n"
        "echo 104857600 > memory/memory.limit_in_bytes\n"
        "echo 1111 > memory/memory.usage_in_bytes\n"
        "echo 70000000 > memory/memory.max_usage_in_bytes\n"
        "echo 64 > pids/pids.max; echo 'max 5' > pids/pids.events\n"
        "echo 150000 > cpu/cpu.cfs_quota_us; echo 100000 > cpu/cpu.cfs_period_us\n"
        "echo 5000000 > cpuacct/cpuacct.usage\n"
        "printf 'oom_kill_disable 0\\nunder_oom 0\\noom_kill 3\\n' > memory/memory.oom_control\n"
        "chmod 666 memory/memory.oom_control\n";
    const QByteArray version2 = "echo 104857600 > memory.max\n"
                                "echo 1111 > memory.current\n"
                                "echo 70000000 > memory.peak\n"
                                "echo 64 > pids.max; echo 'max 5' > pids.events\n"
                                "echo 150000 100000 > cpu.max\n"
                                "printf 'usage_usec 5000\\nuser_usec 3000\\n' > cpu.stat\n"
                                "printf 'low 0\\noom 7\\noom_kill 3\\noom_group_kill 0\\n' > memory.events\n"
                                "chmod 666 memory.events\n";
    QTest::newRow("version 1") << version1 << QByteArray("memory/memory.oom_control") << true;
    QTest::newRow("version 2") << version2 << QByteArray("memory.events") << true;
    QTest::newRow("version 1, another's limit")
        << version1 + "echo 9223372036854771712 > memory/memory.limit_in_bytes\n"
        << QByteArray("memory/memory.oom_control") << false;
    QTest::newRow("version 2, no limit") << version2 + "echo max > memory.max\n"
                                         << QByteArray("memory.events") << false;
}

void TestSandboxInit::cgroupIsReadWhereItIsOurs()
{
    QFETCH(QByteArray, files);
    QFETCH(QByteArray, eventsFile);
    QFETCH(bool, isOurs);
    frames::Prepare prepare = InitContainer::python();
    prepare.memoryBytes = 100 * 1024 * 1024 + 17; // the kernel rounds to pages
    InitContainer container({.setUp = "mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup; cd /sys/fs/cgroup\n" + files});
    const Report report = container.execute("with open('/sys/fs/cgroup/" + eventsFile +
                                                "', 'w') as f: f.write('oom 9\\noom_kill 5\\n')\n",
                                            30s, {}, prepare);
    VERIFY_EXITED(report, 0);
    QCOMPARE(bool(container.ready().memoryLimited), isOurs);
    QCOMPARE(container.ready().pidsLimit, 64u);
    QCOMPARE(container.ready().cpuPermille, 1500u);
    QCOMPARE(report.exited->oomKills, isOurs ? 2u : 0u);
    QCOMPARE(report.exited->pidsRefused, 0u);
    QCOMPARE(report.exited->peakMemoryBytes == 70'000'000, isOurs);
}

void TestSandboxInit::orphansAreReaped()
{
    InitContainer container;
    const Report report = container.execute("import os, time\n"
                                            "for i in range(50):\n"
                                            "    if os.fork() == 0:\n"
                                            "        for j in range(100):\n"
                                            "            if os.fork() == 0: os._exit(0)\n"
                                            "        os._exit(0)\n"
                                            "end = time.monotonic() + 20\n"
                                            "for i in range(50): os.wait()\n"
                                            "while len([n for n in os.listdir('/proc') if n.isdigit()]) > 2:\n"
                                            "    assert time.monotonic() < end\n"
                                            "    time.sleep(0.01)\n");
    VERIFY_EXITED(report, 0);
}

void TestSandboxInit::usageIsReported()
{
    InitContainer container;
    const Report report = container.execute("import subprocess, sys, time\n"
                                            "memory = bytearray(50_000_000)\n"
                                            "end = time.process_time() + 0.6\n"
                                            "while time.process_time() < end: pass\n"
                                            "spin = 'import time\\nwhile time.process_time() < 0.5: pass'\n"
                                            "subprocess.run(['/usr/bin/python3', '-c', spin])\n");
    VERIFY_EXITED(report, 0);
    QVERIFY(report.usage.size() >= 3);
    QVERIFY(report.usage.size() <= static_cast<qsizetype>(report.exited->wallUs / 250'000 + 1));
    QVERIFY(report.usage.constLast().cpuUs > 300'000);
    QVERIFY(report.usage.constLast().wallUs >= report.usage.constFirst().wallUs + 250'000);
    // The last one may be of a program that is ending.
    QVERIFY(std::ranges::any_of(report.usage, [](const auto &usage) { return usage.memoryBytes > 50'000'000; }));
    const std::uint64_t cpuUs = report.exited->cpuUserUs + report.exited->cpuSystemUs;
    QVERIFY2(cpuUs > 1'050'000, QByteArray::number(cpuUs).constData());
    QVERIFY2(cpuUs < 3'000'000, QByteArray::number(cpuUs).constData());
    QVERIFY(report.exited->peakMemoryBytes > 50'000'000);
}

void TestSandboxInit::interpreterIsLookedForInTheProgramsPath()
{
    frames::Prepare prepare = InitContainer::command({"our-python", "-u", "code.py"});
    prepare.environment = {"PATH=/nowhere:/mnt/theirs:/mnt/ours"};
    InitContainer container({.setUp = "mkdir /mnt/ours /mnt/theirs\n"
                                      "touch /mnt/theirs/our-python\n" // cannot be executed: the search goes on
                                      "ln -s /usr/bin/python3 /mnt/ours/our-python\n"});
    const Report report = container.execute("import os; print(os.environ['PATH'])", 30s, {}, prepare);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "/nowhere:/mnt/theirs:/mnt/ours\n");
}

void TestSandboxInit::nextCandidateIsTried()
{
    frames::Prepare prepare = InitContainer::python();
    prepare.candidates.insert(prepare.candidates.begin(), {{"absent", "code.py"}, {"/mnt/garbage", "code.py"}});
    InitContainer container({.setUp = "echo garbage > /mnt/garbage; chmod +x /mnt/garbage"});
    const Report report = container.execute("print(1)", 30s, {}, prepare);
    QCOMPARE(container.ready().candidate, 2u);
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "1\n");
}

void TestSandboxInit::startFailureIsNamed_data()
{
    QTest::addColumn<QByteArray>("setUp");
    QTest::addColumn<QByteArray>("interpreter");
    QTest::addColumn<QByteArray>("folder");
    QTest::addColumn<int>("failure");
    QTest::addColumn<QByteArray>("detail");

    const QByteArray sandbox = "/mnt/sandbox";
    const QByteArray python = "/usr/bin/python3";
    QTest::newRow("absent") << QByteArray() << QByteArray("absent") << sandbox << int(Failure::NoInterpreter)
                            << QByteArray("the image has no absent");
    QTest::newRow("absent, by path") << QByteArray() << QByteArray("/no/python") << sandbox
                                     << int(Failure::NoInterpreter) << QByteArray("/no/python");
    QTest::newRow("not executable") << QByteArray("touch /mnt/python") << QByteArray("/mnt/python") << sandbox
                                    << int(Failure::CannotExecute) << QByteArray("/mnt/python: Permission denied");
    QTest::newRow("not a program") << QByteArray("echo x > /mnt/python; chmod +x /mnt/python")
                                   << QByteArray("/mnt/python") << sandbox << int(Failure::CannotExecute)
                                   << QByteArray("/mnt/python: Exec format error");
    QTest::newRow("its own interpreter is absent")
        << QByteArray("echo '#!/no/thing' > /mnt/python; chmod +x /mnt/python") << QByteArray("/mnt/python") << sandbox
        << int(Failure::CannotExecute) << QByteArray("/mnt/python: No such file or directory");
    QTest::newRow("working folder is absent")
        << QByteArray() << python << QByteArray("/mnt/absent") << int(Failure::WorkingFolder)
        << QByteArray("/mnt/absent: No such file or directory");
    QTest::newRow("working folder is read-only")
        << QByteArray("mkdir /mnt/fixed") << python << QByteArray("/mnt/fixed") << int(Failure::WorkingFolder)
        << QByteArray("/mnt/fixed/code.py: Permission denied");
    QTest::newRow("script exists") << QByteArray("touch /mnt/sandbox/code.py") << python << sandbox
                                   << int(Failure::WorkingFolder) << QByteArray("/mnt/sandbox/code.py: File exists");
}

void TestSandboxInit::startFailureIsNamed()
{
    QFETCH(QByteArray, setUp);
    QFETCH(QByteArray, interpreter);
    QFETCH(QByteArray, folder);
    frames::Prepare prepare = InitContainer::command({interpreter.constData(), "-u", "code.py"});
    prepare.workingFolder = folder.constData();
    InitContainer container({.setUp = setUp});
    container.send(Type::Prepare, prepare);
    const Report report = container.report();
    QVERIFY(report.failure);
    QTEST(int(*report.failure), "failure");
    QFETCH(QByteArray, detail);
    QVERIFY2(report.failureDetail.contains(detail), report.failureDetail.constData());
    QCOMPARE(report.disorder, QString());
    QCOMPARE(container.waitForEnd(), 1);
}

void TestSandboxInit::readyMeansWaiting()
{
    InitContainer container;
    QElapsedTimer timer;
    timer.start();
    QVERIFY(container.makeReady(InitContainer::command(
        {"/usr/bin/python3", "-uc", "import time; time.sleep(1); print('set up'); exec(open('code.py').read())"})));
    QVERIFY(timer.elapsed() >= 1000);
    container.run("print('run')");
    const Report report = container.report();
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "set up\nrun\n");
    QVERIFY(report.exited->wallUs < 900'000); // its clock starts at hand-over
}

void TestSandboxInit::endBeforeRunIsNamed()
{
    InitContainer early;
    early.send(Type::Prepare, InitContainer::command({"/usr/bin/python3", "-c", "import sys; sys.exit('no way')"}));
    const Report earlyReport = early.report();
    QCOMPARE(earlyReport.failure, Failure::InterpreterEnded);
    QCOMPARE(earlyReport.failureDetail, "/usr/bin/python3 ended with exit code 1 before it opened code.py: no way\n");
    QCOMPARE(early.waitForEnd(), 1);

    InitContainer waiting;
    QVERIFY(waiting.makeReady(InitContainer::command(
        {"/usr/bin/python3", "-c", "import os, signal; f = open('code.py'); os.kill(os.getpid(), signal.SIGSEGV)"})));
    const Report waitingReport = waiting.report();
    QCOMPARE(waitingReport.failure, Failure::InterpreterEnded);
    QVERIFY2(waitingReport.failureDetail.contains("signal 11"), waitingReport.failureDetail.constData());
}

void TestSandboxInit::disorderlyServerIsRefused_data()
{
    QTest::addColumn<bool>("isReady");
    QTest::addColumn<QByteArray>("bytes");

    const QByteArray prepare = frames::frame<QByteArray>(Type::Prepare, InitContainer::python());
    const QByteArray run = frames::frame<QByteArray>(Type::Run, frames::Run{60'000, "import time; time.sleep(60)"});
    const QByteArray stdinEnd = InitContainer::bare(Type::StdinEnd);

    QTest::newRow("unknown type") << false << InitContainer::bare(Type(99));
    QTest::newRow("type 0") << false << InitContainer::bare(Type(0));
    QTest::newRow("one of init's own") << false << InitContainer::bare(Type::Stdout, "x");
    QTest::newRow("a long one of init's own") << true << InitContainer::bare(Type::Stdout, QByteArray(65536, 'x'));
    QTest::newRow("Prepare too long") << false << QByteArray("\x01\xff\xff\xff\x7f");
    QTest::newRow("Prepare cut") << false << InitContainer::bare(Type::Prepare, prepare.mid(5, 30));
    QTest::newRow("Prepare and more") << false << InitContainer::bare(Type::Prepare, prepare.mid(5) + 'x');
    QTest::newRow("Run before Prepare") << false << run;
    QTest::newRow("stdin before Run") << true << InitContainer::bare(Type::StdinData, "x");
    QTest::newRow("end of stdin before Run") << true << stdinEnd;
    QTest::newRow("end of stdin with a payload") << true << run + InitContainer::bare(Type::StdinEnd, "x");
    QTest::newRow("Prepare twice") << true << prepare;
    QTest::newRow("Run twice") << true << run + run;
    QTest::newRow("Run without time") << true << frames::frame<QByteArray>(Type::Run, frames::Run{0, "1"});
    QTest::newRow("Run cut") << true << InitContainer::bare(Type::Run, "xxx");
    QTest::newRow("code too long") << true
                                   << frames::frame<QByteArray>(
                                          Type::Run, frames::Run{1000, std::string_view(
                                                                           QByteArray(frames::maxCodeSize + 1, '#'))});
    QTest::newRow("stdin after its end") << true << run + stdinEnd + InitContainer::bare(Type::StdinData, "x");
    QTest::newRow("end of stdin twice") << true << run + stdinEnd + stdinEnd;

    const auto altered = [](auto alter) {
        frames::Prepare wrong = InitContainer::python();
        alter(wrong);
        return frames::frame<QByteArray>(Type::Prepare, wrong);
    };
    QTest::newRow("other version") << false << altered([](frames::Prepare &p) { ++p.version; });
    QTest::newRow("no command line") << false << altered([](frames::Prepare &p) { p.candidates.clear(); });
    QTest::newRow("empty command line") << false << altered([](frames::Prepare &p) { p.candidates = {{}}; });
    QTest::newRow("NUL in an argument") << false << altered([](frames::Prepare &p) {
        p.candidates = {{"/usr/bin/python3", std::string_view("a\0b", 3)}};
    });
    QTest::newRow("script outside") << false << altered([](frames::Prepare &p) { p.scriptName = "../code.py"; });
    QTest::newRow("script without a name") << false << altered([](frames::Prepare &p) { p.scriptName = ""; });
    QTest::newRow("variable without =") << false << altered([](frames::Prepare &p) { p.environment = {"NAME"}; });
    QTest::newRow("search path without =") << false << altered([](frames::Prepare &p) { p.searchFirst = {"NAME"}; });
    QTest::newRow("variable without a name") << false << altered([](frames::Prepare &p) { p.environment = {"=x"}; });
    QTest::newRow("variable with NUL") << false << altered([](frames::Prepare &p) {
        p.environment = {std::string_view("A=\0", 3)};
    });
    QTest::newRow("capture without bound")
        << false << altered([](frames::Prepare &p) { p.captureBytes = frames::maxCaptureSize + 1ull; });
}

void TestSandboxInit::disorderlyServerIsRefused()
{
    QFETCH(bool, isReady);
    QFETCH(QByteArray, bytes);
    InitContainer container;
    if (isReady)
        QVERIFY(container.makeReady());
    container.sendBytes(bytes);
    const Report report = container.report();
    QVERIFY(report.failure);
    QCOMPARE(*report.failure, Failure::Protocol);
    QVERIFY(!report.failureDetail.isEmpty());
    QCOMPARE(report.disorder, QString());
    QCOMPARE(container.waitForEnd(), 1);
}

/// Another version has other members, so its number must be read before them.
void TestSandboxInit::otherVersionIsNamedWhateverFollows()
{
    std::string payload;
    frames::Encoder(payload).value(std::uint32_t(4711));
    payload += "members that nobody here knows";
    InitContainer container;
    container.sendBytes(InitContainer::bare(Type::Prepare, QByteArray::fromStdString(payload)));
    const Report report = container.report();
    QVERIFY(report.failure);
    QCOMPARE(*report.failure, Failure::Protocol);
    const QByteArray words = "the server speaks version 4711 of the protocol, sandbox-init version " +
                             QByteArray::number(frames::protocolVersion);
    QCOMPARE(QByteArray(report.failureDetail), words);
}

void TestSandboxInit::onlyWorksAsPid1()
{
    QProcess init;
    init.start(QStringLiteral(SANDBOX_INIT_PATH), QStringList());
    QVERIFY(init.waitForFinished());
    QCOMPARE(init.exitCode(), 2);
    QVERIFY(init.readAllStandardError().contains("first process"));
    QCOMPARE(init.readAllStandardOutput(), "");

    init.start(QStringLiteral(SANDBOX_INIT_PATH), {QStringLiteral("--version")});
    QVERIFY(init.waitForFinished());
    QCOMPARE(init.exitCode(), 0);
    QVERIFY(init.readAllStandardOutput().startsWith("sandbox-init "));
}

void TestSandboxInit::filterRefuses_data()
{
    QTest::addColumn<QByteArray>("call"); // number and arguments, as Python
    QTest::addColumn<QByteArray>("error");

    const auto add = [](const char *name, long number, const char *arguments, const char *error = "EPERM") {
        QTest::newRow(name) << QByteArray::number(static_cast<qlonglong>(number)) + arguments << QByteArray(error);
    };
    add("unshare", SYS_unshare, ", 0");
    add("unshare user", SYS_unshare, ", 0x10000000");
    add("setns", SYS_setns, ", -1, 0");
    add("mount", SYS_mount, ", 0, 0, 0, 0, 0");
    add("umount2", SYS_umount2, ", 0, 0");
    add("pivot_root", SYS_pivot_root, ", 0, 0");
    add("chroot", SYS_chroot, ", 0");
    add("move_mount", 429, ", -1, 0, -1, 0, 0");
    add("open_tree", 428, ", -1, 0, 0");
    add("fsopen", 430, ", 0, 0");
    add("fsconfig", 431, ", -1, 0, 0, 0, 0");
    add("fsmount", 432, ", -1, 0, 0");
    add("fspick", 433, ", -1, 0, 0");
    add("mount_setattr", 442, ", -1, 0, 0, 0, 0");
    add("clone newuser", SYS_clone, ", 0x10000011, 0, 0, 0, 0");
    add("clone newns", SYS_clone, ", 0x20011, 0, 0, 0, 0");
    add("clone newcgroup", SYS_clone, ", 0x2000011, 0, 0, 0, 0");
    add("clone newuts", SYS_clone, ", 0x4000011, 0, 0, 0, 0");
    add("clone newipc", SYS_clone, ", 0x8000011, 0, 0, 0, 0");
    add("clone newpid", SYS_clone, ", 0x20000011, 0, 0, 0, 0");
    add("clone newnet", SYS_clone, ", 0x40000011, 0, 0, 0, 0");
    add("clone3", 435, ", 0, 0", "ENOSYS");
    add("ptrace", SYS_ptrace, ", 0, 0, 0, 0"); // PTRACE_TRACEME
    add("process_vm_readv", SYS_process_vm_readv, ", os.getpid(), 0, 0, 0, 0, 0");
    add("process_vm_writev", SYS_process_vm_writev, ", os.getpid(), 0, 0, 0, 0, 0");
    add("pidfd_getfd", 438, ", -1, 0, 0");
    add("kcmp", SYS_kcmp, ", os.getpid(), os.getpid(), 0, 0, 0");
    add("process_madvise", 440, ", -1, 0, 0, 0, 0");
    add("prlimit64 of another", SYS_prlimit64, ", 1, 7, 0, 0");
    add("sched_setaffinity of init", SYS_sched_setaffinity, ", 1, 8, ctypes.addressof(ctypes.c_long(1))");
    add("sched_setscheduler of init", SYS_sched_setscheduler, ", 1, 5, ctypes.addressof(ctypes.c_int(0))");
    add("sched_setparam of init", SYS_sched_setparam, ", 1, ctypes.addressof(ctypes.c_int(0))");
    add("sched_setattr of init", SYS_sched_setattr, ", 1, ctypes.addressof((ctypes.c_int * 12)(48, 5)), 0");
    add("sched_setscheduler: high bits", SYS_sched_setscheduler, ", 0x100000001, 5, ctypes.addressof(ctypes.c_int(0))");
    add("setpriority of init", SYS_setpriority, ", 0, 1, 19");
    add("setpriority of init's group", SYS_setpriority, ", 1, 1, 19");
    add("setpriority of the user", SYS_setpriority, ", 2, 0, 19");
    add("ioprio_set of init", SYS_ioprio_set, ", 1, 1, 0x6000");
    add("ioprio_set of init's group", SYS_ioprio_set, ", 2, 1, 0x6000");
    add("ioprio_set of the user", SYS_ioprio_set, ", 3, 0, 0x6000");
    add("keyctl", SYS_keyctl, ", 0, 0, 0, 0, 0");
    add("add_key", SYS_add_key, ", 0, 0, 0, 0, 0");
    add("request_key", SYS_request_key, ", 0, 0, 0, 0");
    add("io_uring_setup", 425, ", 1, 0");
    add("io_uring_enter", 426, ", -1, 0, 0, 0, 0");
    add("io_uring_register", 427, ", -1, 0, 0, 0");
    add("bpf", SYS_bpf, ", 0, 0, 0");
    add("perf_event_open", SYS_perf_event_open, ", 0, 0, -1, -1, 0");
    add("userfaultfd", SYS_userfaultfd, ", 0");
    add("name_to_handle_at", SYS_name_to_handle_at, ", -1, 0, 0, 0, 0");
    add("open_by_handle_at", SYS_open_by_handle_at, ", -1, 0, 0");
    add("memfd_secret", 447, ", 0");
    add("mknodat block", SYS_mknodat, ", -100, b'/mnt/sandbox/b', 0o60600, 0");
    add("mknodat character", SYS_mknodat, ", -100, b'/mnt/sandbox/c', 0o20600, 0x103");
#ifdef SYS_mknod
    add("mknod character", SYS_mknod, ", b'/mnt/sandbox/c', 0o20600, 0x103");
#endif
    add("syslog", SYS_syslog, ", 10, 0, 0");
    add("reboot", SYS_reboot, ", 0, 0, 0, 0");
    add("quotactl", SYS_quotactl, ", 0, 0, 0, 0");
    add("quotactl_fd", 443, ", -1, 0, 0, 0");
    add("acct", SYS_acct, ", b'/mnt/absent'");
    add("sync", SYS_sync, "");
    add("syncfs", SYS_syncfs, ", 0");
    add("settimeofday", SYS_settimeofday, ", 0, 0");
    add("clock_settime", SYS_clock_settime, ", -1, 0");
    add("adjtimex", SYS_adjtimex, ", 0");
    add("clock_adjtime", SYS_clock_adjtime, ", -1, 0");
    add("socket: packet", SYS_socket, ", 17, 3, 0");
    add("socket: alg", SYS_socket, ", 38, 5, 0");
    add("socket: vsock", SYS_socket, ", 40, 1, 0");
    add("socket: netlink, not route", SYS_socket, ", 16, 3, 15");
    add("socket: appletalk", SYS_socket, ", 5, 2, 0");
    add("socket: high bits", SYS_socket, ", 0x100000026, 5, 0");
    add("socketpair: tipc", SYS_socketpair, ", 30, 5, 0, ctypes.addressof((ctypes.c_int * 2)())");
    add("socketpair: internet", SYS_socketpair, ", 2, 1, 0, ctypes.addressof((ctypes.c_int * 2)())");
    add("x32", 0x40000000 + 39, "");
}

void TestSandboxInit::filterRefuses()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, error);
    InitContainer container({.user = Options::User::Root});
    const Report report = container.execute("import ctypes, errno, os\n"
                                            "arguments = [a if isinstance(a, bytes) else ctypes.c_long(a) for a in (" +
                                            call +
                                            ",)]\n"
                                            "result = ctypes.CDLL(None, use_errno=True).syscall(*arguments)\n"
                                            "print(result, errno.errorcode.get(ctypes.get_errno()))\n");
    VERIFY_EXITED(report, 0);
    QCOMPARE(report.standardOutput(), "-1 " + error + "\n");
}

void TestSandboxInit::filterLetsOrdinaryProgramsWork_data()
{
    QTest::addColumn<QByteArray>("code");

    QTest::newRow("threads") << QByteArray("import threading\n"
                                           "threads = [threading.Thread(target=print) for i in range(20)]\n"
                                           "[t.start() for t in threads]; [t.join() for t in threads]\n");
    QTest::newRow("subprocess") << QByteArray(
        "import subprocess\n"
        "assert subprocess.check_output('echo $((1 + 1))', shell=True) == b'2\\n'\n");
    QTest::newRow("multiprocessing") << QByteArray("import multiprocessing\n"
                                                   "if __name__ == '__main__':\n"
                                                   "    with multiprocessing.get_context('spawn').Pool(2) as pool:\n"
                                                   "        assert pool.map(abs, [-1, -2]) == [1, 2]\n"
                                                   "    with multiprocessing.get_context('fork').Pool(2) as pool:\n"
                                                   "        assert pool.map(abs, [-1, -2]) == [1, 2]\n");
    QTest::newRow("asyncio") << QByteArray(
        "import asyncio\n"
        "async def main():\n"
        "    server = await asyncio.start_server(lambda r, w: w.close(), '127.0.0.1', 0)\n"
        "    port = server.sockets[0].getsockname()[1]\n"
        "    reader, writer = await asyncio.open_connection('127.0.0.1', port)\n"
        "    assert await reader.read() == b''\n"
        "asyncio.run(main())\n");
    QTest::newRow("sockets") << QByteArray("import socket\n"
                                           "for family, kind in ((socket.AF_UNIX, socket.SOCK_STREAM),\n"
                                           "                     (socket.AF_INET, socket.SOCK_STREAM),\n"
                                           "                     (socket.AF_INET, socket.SOCK_DGRAM),\n"
                                           "                     (socket.AF_INET6, socket.SOCK_STREAM),\n"
                                           "                     (socket.AF_NETLINK, socket.SOCK_RAW)):\n"
                                           "    socket.socket(family, kind).close()\n"
                                           "socket.socketpair()\n");
    QTest::newRow("mkfifo") << QByteArray("import os; os.mkfifo('pipe')");
    QTest::newRow("own limits") << QByteArray("import resource\n"
                                              "resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))\n"
                                              "assert resource.getrlimit(resource.RLIMIT_NOFILE) == (100, 100)\n");
    QTest::newRow("own priorities") << QByteArray("import os, subprocess\n"
                                                  "child = subprocess.Popen(['sleep', '60'])\n"
                                                  "os.nice(1)\n"
                                                  "for pid in (0, os.getpid(), child.pid):\n"
                                                  "    os.setpriority(os.PRIO_PROCESS, pid, 19)\n"
                                                  "    os.sched_setaffinity(pid, os.sched_getaffinity(pid))\n"
                                                  "    os.sched_setscheduler(pid, os.SCHED_BATCH, os.sched_param(0))\n"
                                                  "    os.sched_setparam(pid, os.sched_param(0))\n"
                                                  "os.setpriority(os.PRIO_PGRP, 0, 19)\n"
                                                  "subprocess.check_call(['nice', 'true'])\n"
                                                  "child.kill()\n");
    QTest::newRow("sync") << QByteArray("import os, subprocess\n"
                                        "os.sync(); subprocess.check_call(['sync'])\n"
                                        "with open('file', 'w') as f: os.fsync(f.fileno())\n");
    QTest::newRow("memfd and mmap") << QByteArray("import mmap, os\n"
                                                  "fd = os.memfd_create('x'); os.ftruncate(fd, 4096)\n"
                                                  "mmap.mmap(fd, 4096)[0] = 1\n");
    QTest::newRow("temporary files") << QByteArray("import tempfile\n"
                                                   "with tempfile.NamedTemporaryFile(dir='.') as f: f.write(b'x')\n");
}

void TestSandboxInit::filterLetsOrdinaryProgramsWork()
{
    QFETCH(QByteArray, code);
    InitContainer container;
    const Report report = container.execute(code);
    VERIFY_EXITED(report, 0);
}

QTEST_GUILESS_MAIN(TestSandboxInit)
#include "tst_sandboxinit.moc"
