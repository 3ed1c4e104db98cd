#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int hangLimit = 60'000; // ms; nothing here takes a second on an idle machine

/// The built server with descriptors of the test's choice, and neither engine nor configuration.
class Program : public QProcess
{
public:
    explicit Program(const QStringList &arguments)
    {
        QProcessEnvironment environment;
        environment.insert(u"PATH"_s, m_home.path()); // holds no engine
        environment.insert(u"HOME"_s, m_home.path());
        environment.insert(u"DOCKER_HOST"_s, u"unix:///nonexistent/docker.sock"_s);
        environment.insert(u"CODE_SANDBOX_ENGINE"_s, u"docker"_s);
        setProcessEnvironment(environment);
        setWorkingDirectory(m_home.path());
        setProgram(QStringLiteral(SANDBOX_SERVER));
        setArguments(arguments);
    }

    ~Program() override
    {
        if (state() != NotRunning) {
            kill();
            waitForFinished();
        }
    }

    /// `fd` of the program is `file`, or closed for -1.
    void redirect(int fd, int file) { m_redirections.append({fd, file}); }

    void begin()
    {
        setChildProcessModifier([this] {
            for (const auto &[fd, file] : m_redirections) {
                if (file < 0)
                    ::close(fd);
                else
                    dup2(file, fd);
            }
        });
        start();
        QVERIFY2(waitForStarted(), qPrintable(errorString()));
    }

private:
    QTemporaryDir m_home;
    QList<std::pair<int, int>> m_redirections;
};

QByteArray manyRequests()
{
    QByteArray lines = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",)"
                       R"("capabilities":{},"clientInfo":{"name":"test","version":"1"}}})"
                       "\n";
    for (int id = 1; id <= 200; ++id)
        lines += R"({"jsonrpc":"2.0","method":"tools/list","id":)" + QByteArray::number(id) + "}\n";
    return lines;
}

} // namespace

/// The server as a process: its streams, and how it ends.
class TestProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersOutliveTheQuestions_data();
    void answersOutliveTheQuestions();
    void aSecondSignalEndsItAtOnce();
    void aReaderThatLeavesEndsIt();
    void itEndsWithoutStandardInput_data();
    void itEndsWithoutStandardInput();
    void outputThatCannotBeWrittenIsAnError_data();
    void outputThatCannotBeWrittenIsAnError();
    void aPersonIsToldWhatItIs();
};

void TestProgram::answersOutliveTheQuestions_data()
{
    QTest::addColumn<bool>("isSignalled");
    QTest::newRow("stdin ends") << false;
    QTest::newRow("SIGTERM") << true;
}

void TestProgram::answersOutliveTheQuestions()
{
    QFETCH(bool, isSignalled);
    int answers[2] = {-1, -1};
    QCOMPARE(pipe2(answers, O_CLOEXEC), 0);
    fcntl(answers[1], F_SETPIPE_SZ, 4096); // takes a few answers only, before somebody reads
    Program program({});
    program.redirect(STDOUT_FILENO, answers[1]);
    program.begin();
    ::close(answers[1]);
    program.write(manyRequests());
    QVERIFY(program.waitForBytesWritten(hangLimit));
    QByteArray got(64 * 1024, 0);
    // The first answer shows that everything was read: the questions are fewer bytes than the server takes at once.
    const ssize_t first = ::read(answers[0], got.data(), size_t(got.size()));
    QVERIFY(first > 0);
    got.truncate(first);
    if (isSignalled)
        program.terminate();
    else
        program.closeWriteChannel();
    QTest::qWait(2000); // a reader that is late; what a busy machine makes of it changes nothing
    QVERIFY(program.state() == QProcess::Running);
    char buffer[64 * 1024];
    for (ssize_t size; (size = ::read(answers[0], buffer, sizeof buffer)) > 0;)
        got.append(buffer, size);
    ::close(answers[0]);
    QVERIFY(program.waitForFinished(hangLimit));
    QCOMPARE(program.exitCode(), 0);
    QVERIFY(got.endsWith('\n'));
    const QByteArrayList lines = got.trimmed().split('\n');
    QCOMPARE(lines.size(), 201);
    for (const QByteArray &line : lines)
        QVERIFY2(QJsonDocument::fromJson(line).isObject(), line.left(100).constData());
}

void TestProgram::aSecondSignalEndsItAtOnce()
{
    int answers[2] = {-1, -1};
    QCOMPARE(pipe2(answers, O_CLOEXEC), 0);
    fcntl(answers[1], F_SETPIPE_SZ, 4096);
    Program program({});
    program.redirect(STDOUT_FILENO, answers[1]);
    program.begin();
    program.write(manyRequests());
    QVERIFY(program.waitForBytesWritten(hangLimit));
    char byte = 0;
    QCOMPARE(::read(answers[0], &byte, 1), 1);
    program.terminate();
    while (program.state() == QProcess::Running && !program.waitForFinished(100))
        program.terminate(); // two that come together are one
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    ::close(answers[0]);
    ::close(answers[1]);
}

void TestProgram::aReaderThatLeavesEndsIt()
{
    int answers[2] = {-1, -1};
    QCOMPARE(pipe2(answers, O_CLOEXEC), 0);
    Program program({});
    program.redirect(STDOUT_FILENO, answers[1]);
    program.begin();
    ::close(answers[1]);
    ::close(answers[0]);
    program.write(manyRequests());
    QVERIFY(program.waitForFinished(hangLimit)); // although its stdin is open
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
}

void TestProgram::itEndsWithoutStandardInput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QList<int>>("closed");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("serves") << QStringList() << QList<int>{0} << 0;
    QTest::newRow("serves, no stream at all") << QStringList() << QList<int>{0, 1, 2} << 0;
    QTest::newRow("run") << QStringList{u"run"_s, u"-"_s, u"--language"_s, u"python"_s} << QList<int>{0} << 125;
    QTest::newRow("help without stdout") << QStringList{u"run"_s, u"--help"_s} << QList<int>{0, 1} << 1;
}

void TestProgram::itEndsWithoutStandardInput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QList<int>, closed);
    QFETCH(int, exitCode);
    Program program(arguments);
    for (const int fd : closed)
        program.redirect(fd, -1);
    program.begin();
    QVERIFY(program.waitForFinished(hangLimit));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), exitCode);
}

void TestProgram::outputThatCannotBeWrittenIsAnError_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("help") << QStringList{u"--help"_s};
    QTest::newRow("version") << QStringList{u"--version"_s};
    QTest::newRow("help of a command") << QStringList{u"images"_s, u"--help"_s};
    QTest::newRow("doctor") << QStringList{u"doctor"_s};
    QTest::newRow("doctor as JSON") << QStringList{u"doctor"_s, u"--json"_s};
}

void TestProgram::outputThatCannotBeWrittenIsAnError()
{
    QFETCH(QStringList, arguments);
    const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    QVERIFY(full >= 0);
    Program program(arguments);
    program.redirect(STDOUT_FILENO, full);
    program.begin();
    ::close(full);
    program.closeWriteChannel();
    QVERIFY(program.waitForFinished(hangLimit));
    QCOMPARE(program.exitCode(), 1);
    const QByteArray said = program.readAllStandardError();
    QVERIFY2(said.contains("Standard output cannot be written: No space left on device"), said.constData());
}

void TestProgram::aPersonIsToldWhatItIs()
{
    int terminal = -1;
    int end = -1;
    QCOMPARE(openpty(&terminal, &end, nullptr, nullptr, nullptr), 0);
    Program program({});
    program.redirect(STDIN_FILENO, end);
    program.begin();
    ::close(end);
    QCOMPARE(::write(terminal, "\x04", 1), 1); // Ctrl+D
    QVERIFY(program.waitForFinished(hangLimit));
    QCOMPARE(program.exitCode(), 0);
    const QByteArray said = program.readAllStandardError();
    QCOMPARE(said.count('\n'), 1);
    for (const char *word : {"MCP client", "code-sandbox-mcp install", "code-sandbox-mcp run FILE", "code-sandbox-mcp doctor"})
        QVERIFY2(said.contains(word), said.constData());
    ::close(terminal);
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
