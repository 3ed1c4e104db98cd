#include "fakeenginepath.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <fcntl.h>
#include <pty.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

/// The built program's `install`, in a home of its own, with stand-ins for engines and for clients' commands.
class TestInstall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void itFindsTheClientsOfThisMachine();
    void twiceIsOnce();
    void aClientsOwnCommandIsUsed_data();
    void aClientsOwnCommandIsUsed();
    void aCommandThatFailsKeepsNobodyElseFromIt_data();
    void aCommandThatFailsKeepsNobodyElseFromIt();
    void whatIsNotUnderstoodIsLeftAlone();
    void linksModesAndTheRestStay();
    void aLinkToNothingIsFollowed();
    void withoutRightsItSaysSo();
    void aFolderThatCannotBeMadeIsAnError();
    void rootLeavesFilesToTheirOwner();
    void itIsTakenOutAgain();
    void printingChangesNothing();
    void optionsBecomePartOfTheEntry();
    void variablesReachTheServer_data();
    void variablesReachTheServer();
    void theProgramIsNamedAsItWasCalled();
    void theHelpNamesAllClients();
    void aProgramInACacheIsNoted();
    void nonsenseIsAUsageError_data();
    void nonsenseIsAUsageError();
    void withoutAnEngineNothingIsWritten();
    void missingImagesAreBuiltIfAgreed_data();
    void missingImagesAreBuiltIfAgreed();

private:
    struct Done
    {
        int exitCode = -1;
        QString output;
        QString errors;
    };

    [[nodiscard]] QString path(const QString &name) const { return m_home->filePath(name); }
    [[nodiscard]] QByteArray contents(const QString &name) const;
    void write(const QString &name, const QByteArray &text, int mode = 0600) const;
    [[nodiscard]] QProcessEnvironment environment() const;
    [[nodiscard]] Done install(const QStringList &arguments,
                               const QString &program = QStringLiteral(SANDBOX_SERVER)) const;
    /// A client's command that notes its arguments, one a line, and then runs `script`.
    void standIn(const QString &command, const QByteArray &script) const;

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeEnginePath> m_engines;
};

namespace {

const QString cursorFile = u".cursor/mcp.json"_s;
const QString windsurfFile = u".codeium/windsurf/mcp_config.json"_s;

QByteArray podmanInfo()
{
    QFile file(QStringLiteral(TEST_DATA "/podman-4.3-info.json"));
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonArray workingEngine()
{
    return {QJsonObject{{u"when"_s, u"info"_s}, {u"stdout"_s, QString::fromUtf8(podmanInfo())}}};
}

QJsonArray failingEngine()
{
    return {QJsonObject{{u"stderr"_s, u"not today\n"_s}, {u"exit"_s, 125}}};
}

QByteArray mcpServers(const QByteArray &program, const QByteArray &arguments = "[]")
{
    return "{\n  \"mcpServers\": {\n    \"code-sandbox\": {\n      \"command\": \"" + program +
           "\",\n      \"args\": " + arguments + "\n    }\n  }\n}\n";
}

const QByteArray server = SANDBOX_SERVER;

} // namespace

void TestInstall::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_engines = std::make_unique<FakeEnginePath>();
    m_engines->setRules(u"podman"_s, workingEngine());
    m_engines->setRules(u"docker"_s, failingEngine());
    QVERIFY(QDir(m_home->path()).mkpath(u"bin"_s));
}

void TestInstall::cleanup()
{
    m_engines.reset();
    m_home.reset();
}

QByteArray TestInstall::contents(const QString &name) const
{
    QFile file(path(name));
    return file.open(QFile::ReadOnly) ? file.readAll() : "(no file)"_ba;
}

void TestInstall::write(const QString &name, const QByteArray &text, int mode) const
{
    QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
    QFile file(path(name));
    QVERIFY(file.open(QFile::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    QCOMPARE(fchmod(file.handle(), mode_t(mode)), 0);
}

QProcessEnvironment TestInstall::environment() const
{
    QProcessEnvironment environment;
    environment.insert(u"HOME"_s, m_home->path());
    environment.insert(u"PATH"_s, path(u"bin"_s) + u':' + m_engines->path({}) + ":/usr/bin:/bin"_L1);
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    return environment;
}

TestInstall::Done TestInstall::install(const QStringList &arguments, const QString &program) const
{
    QProcess process;
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_home->path());
    process.start(program, QStringList{u"install"_s} + arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000))
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

void TestInstall::standIn(const QString &command, const QByteArray &script) const
{
    write(u"bin/"_s + command, "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$HOME/arguments\"\n" + script, 0700);
}

void TestInstall::itFindsTheClientsOfThisMachine()
{
    QVERIFY(QDir(m_home->path()).mkpath(u".cursor"_s));
    QVERIFY(QDir(m_home->path()).mkpath(u".config/goose"_s));
    const Done done = install({});
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(contents(cursorFile), mcpServers(server));
    QCOMPARE(contents(u".config/goose/config.yaml"_s), "extensions:\n  code-sandbox:\n    name: \"code-sandbox\"\n"
                                                       "    description: \"Runs Python and JavaScript in throw-away "
                                                       "containers\"\n    type: \"stdio\"\n    enabled: true\n"
                                                       "    cmd: \"" +
                                                           server + "\"\n    args: []\n    timeout: 300\n");
    QVERIFY2(done.output.contains(u"Cursor: made %1\n    + {\n"_s.arg(path(cursorFile))), qPrintable(done.output));
    QVERIFY(done.output.contains("Engine: podman 4.3"_L1));
    QVERIFY(!done.output.contains("Windsurf"_L1));
}

void TestInstall::twiceIsOnce()
{
    QCOMPARE(install({u"cursor"_s, u"zed"_s}).exitCode, 0);
    const QByteArray first = contents(cursorFile);
    const Done again = install({u"cursor"_s, u"zed"_s});
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(contents(cursorFile), first);
    QVERIFY2(again.output.contains(u"Cursor: %1 has the entry already; nothing changes.\n"_s.arg(path(cursorFile))),
             qPrintable(again.output));
    QVERIFY(!QFile::exists(path(cursorFile + ".before-code-sandbox"_L1)));
}

void TestInstall::aClientsOwnCommandIsUsed_data()
{
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text"); ///< What the command leaves in it.
    QTest::addColumn<QByteArray>("arguments");

    const QByteArray json = mcpServers(server, "[\"--memory\", \"2g\"]");
    QTest::newRow("Claude Code") << u"claude-code"_s << u"claude"_s << u".claude.json"_s << json
                                 << "mcp\nadd\n--scope\nuser\ncode-sandbox\n--\n" + server + "\n--memory\n2g\n";
    QTest::newRow("Codex") << u"codex"_s << u"codex"_s << u".codex/config.toml"_s
                           << "[mcp_servers.code-sandbox]\ncommand = '" + server + "'\nargs = ['--memory', '2g']\n"
                           << "mcp\nadd\ncode-sandbox\n--\n" + server + "\n--memory\n2g\n";
    QTest::newRow("Gemini CLI") << u"gemini"_s << u"gemini"_s << u".gemini/settings.json"_s << json
                                << "mcp\nadd\n--scope\nuser\ncode-sandbox\n" + server + "\n--\n--memory\n2g\n";
    QTest::newRow("VS Code") << u"vscode"_s << u"code"_s << u".config/Code/User/mcp.json"_s
                             << "{ \"servers\": { \"code-sandbox\": { \"type\": \"stdio\", \"command\": \"" + server +
                                    "\", \"args\": [\"--memory\", \"2g\"] } } }\n"
                             << R"(--add-mcp
{"args":["--memory","2g"],"command":")" +
                                    server +
                                    R"(","name":"code-sandbox","type":"stdio"}
)";
}

void TestInstall::aClientsOwnCommandIsUsed()
{
    QFETCH(QString, client);
    QFETCH(QString, command);
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, arguments);
    write(file, "\n");
    write(u"result"_s, text);
    standIn(command, "cp \"$HOME/result\" \"$HOME/" + file.toUtf8() + "\"\n");
    const Done done = install({client, u"--memory"_s, u"2g"_s});
    QVERIFY2(done.exitCode == 0, qPrintable(done.errors));
    QCOMPARE(contents(u"arguments"_s), arguments);
    QVERIFY(done.output.contains(u": %1 "_s.arg(command)));
    QVERIFY(done.output.contains(path(file) + ".before-code-sandbox"_L1));
    QCOMPARE(contents(file + ".before-code-sandbox"_L1), "\n"_ba);
}

void TestInstall::aCommandThatFailsKeepsNobodyElseFromIt_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("message");
    QTest::newRow("fails") << "echo 'not logged in' >&2; exit 3"_ba
                           << u"Claude Code: its command failed (not logged in)"_s;
    QTest::newRow("does nothing")
        << "exit 0"_ba << u"Claude Code: its command succeeded, but %1/.claude.json is not as it should be"_s;
}

void TestInstall::aCommandThatFailsKeepsNobodyElseFromIt()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, message);
    standIn(u"claude"_s, script);
    const Done done = install({u"claude"_s, u"cursor"_s});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.errors.contains(message.contains(u'%') ? message.arg(m_home->path()) : message),
             qPrintable(done.errors));
    QVERIFY(done.errors.contains(QString::fromUtf8(mcpServers(server)))); // what to put there by hand
    QCOMPARE(contents(cursorFile), mcpServers(server));
}

void TestInstall::whatIsNotUnderstoodIsLeftAlone()
{
    write(cursorFile, "{ \"mcpServers\": {\n");
    const Done done = install({u"cursor"_s, u"windsurf"_s});
    QCOMPARE(done.exitCode, 1);
    QCOMPARE(contents(cursorFile), "{ \"mcpServers\": {\n"_ba);
    QVERIFY2(
        done.errors.contains(
            u"Cursor: %1 is not understood and was left alone (line 2: a } is missing). Put this into %1 by hand:"_s
                .arg(path(cursorFile))),
        qPrintable(done.errors));
    QVERIFY(done.errors.contains(QString::fromUtf8(mcpServers(server))));
    QCOMPARE(contents(windsurfFile), mcpServers(server));
}

void TestInstall::linksModesAndTheRestStay()
{
    write(u"dotfiles/cursor.json"_s, "{\n  // mine\n  \"mcpServers\": {}\n}\n", 0640);
    QVERIFY(QDir(m_home->path()).mkpath(u".cursor"_s));
    QVERIFY(QFile::link(u"../dotfiles/cursor.json"_s, path(cursorFile)));
    QCOMPARE(install({u"cursor"_s}).exitCode, 0);
    QCOMPARE(QFileInfo(path(cursorFile)).symLinkTarget(), path(u"dotfiles/cursor.json"_s));
    QVERIFY(
        contents(u"dotfiles/cursor.json"_s).startsWith("{\n  // mine\n  \"mcpServers\": {\n    \"code-sandbox\": {"));
    for (const QString &name : {u"dotfiles/cursor.json"_s, cursorFile + ".before-code-sandbox"_L1}) {
        struct stat info = {};
        QCOMPARE(stat(QFile::encodeName(path(name)).constData(), &info), 0);
        QCOMPARE(int(info.st_mode & 07777), 0640);
    }
    QCOMPARE(contents(cursorFile + ".before-code-sandbox"_L1), "{\n  // mine\n  \"mcpServers\": {}\n}\n"_ba);
}

void TestInstall::aLinkToNothingIsFollowed()
{
    QVERIFY(QDir(m_home->path()).mkpath(u".cursor"_s));
    QVERIFY(QDir(m_home->path()).mkpath(u"dotfiles"_s));
    QVERIFY(QFile::link(u"../dotfiles/cursor.json"_s, path(cursorFile)));
    const Done done = install({u"cursor"_s});
    QVERIFY2(done.exitCode == 0, qPrintable(done.errors));
    QVERIFY(QFileInfo(path(cursorFile)).isSymLink());
    QCOMPARE(contents(u"dotfiles/cursor.json"_s), mcpServers(server));
}

void TestInstall::withoutRightsItSaysSo()
{
    const QByteArray text = mcpServers("x");
    write(cursorFile, text, 0444);
    write(windsurfFile, text);
    QCOMPARE(chmod(QFile::encodeName(path(u".cursor"_s)).constData(), 0555), 0);
    QString program = QStringLiteral(SANDBOX_SERVER);
    QStringList arguments{u"install"_s, u"--remove"_s, u"cursor"_s, u"windsurf"_s};
    if (geteuid() == 0) { // whom no mode keeps from anything
        QCOMPARE(chmod(QFile::encodeName(m_home->path()).constData(), 0755), 0);
        for (const QString &name : {u".codeium/windsurf"_s, windsurfFile})
            QCOMPARE(chown(QFile::encodeName(path(name)).constData(), 65534, 65534), 0);
        arguments = QStringList{u"--reuid=65534"_s, u"--regid=65534"_s, u"--clear-groups"_s, program} + arguments;
        program = u"setpriv"_s;
    }
    QProcess process;
    process.setProcessEnvironment(environment());
    process.start(program, arguments);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(chmod(QFile::encodeName(path(u".cursor"_s)).constData(), 0755), 0);
    if (process.exitCode() == 126 || process.exitCode() == 127)
        QSKIP("An ordinary user cannot start the program from the build tree here");
    const QString errors = QString::fromUtf8(process.readAllStandardError());
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(errors.contains(u"Cursor: %1 cannot be copied to"_s.arg(path(cursorFile))) &&
                 errors.contains("Nothing was changed."_L1),
             qPrintable(errors));
    QCOMPARE(contents(cursorFile), text);
    QVERIFY(!contents(windsurfFile).contains("code-sandbox")); // the others go on
}

void TestInstall::aFolderThatCannotBeMadeIsAnError()
{
    write(u".codeium"_s, "a file");
    const Done done = install({u"windsurf"_s});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.errors.contains(
                 u"Windsurf: %1 cannot be written: the folder %2 cannot be made. Nothing was changed."_s.arg(
                     path(windsurfFile), QFileInfo(path(windsurfFile)).path())),
             qPrintable(done.errors));
}

void TestInstall::rootLeavesFilesToTheirOwner()
{
    if (geteuid() != 0)
        QSKIP("Only root can write the files of others");
    write(cursorFile, "{}\n");
    QVERIFY(QDir(m_home->path()).mkpath(QFileInfo(path(windsurfFile)).path()));
    for (const QString &name : {u".cursor"_s, cursorFile, u".codeium/windsurf"_s})
        QCOMPARE(chown(QFile::encodeName(path(name)).constData(), 65534, 65534), 0);
    QCOMPARE(install({u"cursor"_s, u"windsurf"_s}).exitCode, 0);
    for (const QString &name : {cursorFile, windsurfFile, cursorFile + ".before-code-sandbox"_L1})
        QCOMPARE(QFileInfo(path(name)).ownerId(), 65534U);
}

void TestInstall::itIsTakenOutAgain()
{
    write(cursorFile, "{\n  \"mcpServers\": {\n    \"other\": {} // mine\n  }\n}\n");
    const QByteArray before = contents(cursorFile);
    QCOMPARE(install({u"cursor"_s}).exitCode, 0);
    QVERIFY(contents(cursorFile) != before);
    m_engines->setRules(u"podman"_s, failingEngine()); // nobody asks it
    const Done done = install({u"cursor"_s, u"zed"_s, u"--remove"_s});
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(contents(cursorFile), before);
    QVERIFY2(
        done.output.contains(u"Zed: %1 has no entry; nothing changes."_s.arg(path(u".config/zed/settings.json"_s))),
        qPrintable(done.output));

    standIn(u"codex"_s, ": >\"$HOME/.codex/config.toml\"\n");
    write(u".codex/config.toml"_s, "[mcp_servers.code-sandbox]\ncommand = 'x'\n");
    QCOMPARE(install({u"codex"_s, u"--remove"_s}).exitCode, 0);
    QCOMPARE(contents(u"arguments"_s), "mcp\nremove\ncode-sandbox\n"_ba);
}

void TestInstall::printingChangesNothing()
{
    standIn(u"claude"_s, "");
    m_engines->setRules(u"podman"_s, failingEngine()); // nobody asks it
    const Done done =
        install({u"claude-code"_s, u"cursor"_s, u"codex"_s, u"--print"_s, u"--pass-through-env"_s, u"A"_s});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(
        done.output.startsWith(
            u"Claude Code:\n\nclaude mcp add --scope user code-sandbox -- %1 --pass-through-env A\n\nCursor, in %2:\n\n{"_s
                .arg(QString::fromUtf8(server), path(cursorFile))),
        qPrintable(done.output));
    QVERIFY(done.output.contains(u"[mcp_servers.code-sandbox]\ncommand = \"%1\"\n"_s.arg(QString::fromUtf8(server))));
    QVERIFY(!QFile::exists(path(cursorFile)) && !QFile::exists(path(u"arguments"_s)));
}

void TestInstall::optionsBecomePartOfTheEntry()
{
    write(u"my config.json"_s, "{}");
    QCOMPARE(
        install({u"--network"_s, u"none"_s, u"cursor"_s, u"--config"_s, u"my config.json"_s, u"--structured-content"_s})
            .exitCode,
        0);
    QCOMPARE(contents(cursorFile), mcpServers(server, "[\"--config\", \"" + path(u"my config.json"_s).toUtf8() +
                                                          "\", \"--network\", \"none\", \"--structured-content\"]"));
    // Fewer of them the next time.
    QCOMPARE(install({u"cursor"_s}).exitCode, 0);
    QCOMPARE(contents(cursorFile), mcpServers(server));
}

void TestInstall::variablesReachTheServer_data()
{
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("reference");
    QTest::newRow("Codex") << u"codex"_s << u".codex/config.toml"_s << "env_vars = [\"A\", \"B\"]\n"_ba;
    QTest::newRow("Gemini CLI") << u"gemini-cli"_s << u".gemini/settings.json"_s
                                << "\"env\": {\n        \"A\": \"$A\",\n        \"B\": \"$B\"\n      }"_ba;
    QTest::newRow("Cursor") << u"cursor"_s << cursorFile
                            << "\"env\": {\n        \"A\": \"${env:A}\",\n        \"B\": \"${env:B}\"\n      }"_ba;
    QTest::newRow("Claude Desktop") << u"claude-desktop"_s << u".config/Claude/claude_desktop_config.json"_s << ""_ba;
}

void TestInstall::variablesReachTheServer()
{
    QFETCH(QString, client);
    QFETCH(QString, file);
    QFETCH(QByteArray, reference);
    const Done done = install({client, u"--pass-through-env"_s, u"A,B"_s});
    QVERIFY2(done.exitCode == 0, qPrintable(done.errors));
    QVERIFY2(contents(file).contains("[\"--pass-through-env\", \"A,B\"]"), contents(file).constData());
    QVERIFY2(contents(file).contains(reference), contents(file).constData());
    QCOMPARE(done.output.contains(uR"(add "env": { "A": "…", "B": "…" } with the value)"_s), reference.isEmpty());
}

void TestInstall::theProgramIsNamedAsItWasCalled()
{
    QVERIFY(QFile::link(QStringLiteral(SANDBOX_SERVER), path(u"bin/code-sandbox-mcp"_s)));
    QCOMPARE(install({u"cursor"_s}, path(u"bin/../bin/code-sandbox-mcp"_s)).exitCode, 0);
    QCOMPARE(contents(cursorFile), mcpServers(path(u"bin/code-sandbox-mcp"_s).toUtf8()));
    // By its name alone, as a shell starts it.
    QVERIFY(QFile::remove(path(cursorFile)));
    QProcess shell;
    shell.setProcessEnvironment(environment());
    shell.start(u"/bin/sh"_s, {u"-c"_s, u"exec code-sandbox-mcp install cursor"_s});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(contents(cursorFile), mcpServers(path(u"bin/code-sandbox-mcp"_s).toUtf8()));
}

void TestInstall::aProgramInACacheIsNoted()
{
    QVERIFY(QDir(m_home->path()).mkpath(u".cache/uv"_s));
    QVERIFY(QFile::link(QStringLiteral(SANDBOX_SERVER), path(u".cache/uv/code-sandbox-mcp"_s)));
    const Done done = install({u"cursor"_s}, path(u".cache/uv/code-sandbox-mcp"_s));
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.errors.contains(path(u".cache/uv/code-sandbox-mcp"_s) + " lies in a cache"_L1),
             qPrintable(done.errors));
    QVERIFY(!install({u"cursor"_s}).errors.contains("lies in a cache"_L1));
}

void TestInstall::theHelpNamesAllClients()
{
    const QString known = install({u"emacs"_s}).errors.section("that are known are "_L1, 1).section(u'.', 0, 0);
    const QString help = install({u"--help"_s}).output.simplified();
    QVERIFY2(!known.isEmpty() && help.contains(known), qPrintable(known + u'\n' + help));
}

void TestInstall::nonsenseIsAUsageError_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown client")
        << QStringList{u"emacs"_s}
        << u"There is no client \"emacs\"; those that are known are claude-code, claude-desktop, codex, "
           "gemini-cli, cursor, vscode, windsurf, zed, opencode, goose."_s;
    QTest::newRow("two things at once") << QStringList{u"cursor"_s, u"--print"_s, u"--remove"_s}
                                        << u"--print and --remove exclude each other."_s;
    QTest::newRow("HTTP") << QStringList{u"cursor"_s, u"--transport"_s, u"http"_s}
                          << u"--transport is for a server that serves over HTTP"_s;
    QTest::newRow("an option's value") << QStringList{u"cursor"_s, u"--memory"_s, u"much"_s}
                                       << u"--memory: \"much\" is not allowed"_s;
}

void TestInstall::nonsenseIsAUsageError()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Done done = install(arguments);
    QCOMPARE(done.exitCode, 2);
    QVERIFY2(done.errors.contains(message), qPrintable(done.errors));
    QVERIFY(!QFile::exists(path(cursorFile)));
}

void TestInstall::withoutAnEngineNothingIsWritten()
{
    m_engines->setRules(u"podman"_s, failingEngine());
    const Done done = install({u"cursor"_s});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.errors.contains("not today"_L1) && done.errors.contains("Nothing was written"_L1),
             qPrintable(done.errors));
    QVERIFY(!QFile::exists(path(cursorFile)));
}

void TestInstall::missingImagesAreBuiltIfAgreed_data()
{
    QTest::addColumn<QByteArray>("answer"); ///< Empty: there is no terminal.
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("isBuilt");
    QTest::newRow("no terminal") << ""_ba << QStringList() << false;
    QTest::newRow("no terminal, --yes") << ""_ba << QStringList{u"--yes"_s} << true;
    QTest::newRow("yes") << "\n"_ba << QStringList() << true;
    QTest::newRow("no") << "n\n"_ba << QStringList() << false;
}

void TestInstall::missingImagesAreBuiltIfAgreed()
{
    QFETCH(QByteArray, answer);
    QFETCH(QStringList, options);
    QFETCH(bool, isBuilt);
    QJsonArray rules = workingEngine();
    rules.append(QJsonObject{{u"when"_s, u"image inspect -- localhost/code-sandbox-js"_s}, {u"exit"_s, 1}});
    m_engines->setRules(u"podman"_s, rules);

    int terminal = -1;
    int end = -1;
    QCOMPARE(openpty(&terminal, &end, nullptr, nullptr, nullptr), 0);
    QProcess process;
    process.setProcessEnvironment(environment());
    if (!answer.isEmpty()) {
        process.setChildProcessModifier([end] {
            dup2(end, STDIN_FILENO);
            dup2(end, STDOUT_FILENO);
        });
        QCOMPARE(::write(terminal, answer.constData(), size_t(answer.size())), answer.size());
    }
    process.start(QStringLiteral(SANDBOX_SERVER), QStringList{u"install"_s, u"cursor"_s} + options);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    char buffer[64 * 1024] = {};
    const ssize_t size = answer.isEmpty() ? 0 : ::read(terminal, buffer, sizeof buffer);
    const QByteArray output = answer.isEmpty() ? process.readAllStandardOutput() : QByteArray(buffer, size);
    ::close(terminal);
    ::close(end);
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QVERIFY2(output.contains("Images: localhost/code-sandbox-js must be built first"), output.constData());
    QCOMPARE(output.contains("Build now? [Y/n]"), !answer.isEmpty());
    QCOMPARE(output.contains("\"code-sandbox-mcp images build\""), !isBuilt);
    const QStringList builds = m_engines->calls(u"podman"_s).filter(u"Dockerfile"_s);
    QCOMPARE(builds.size(), isBuilt ? 1 : 0);
    QVERIFY(builds.isEmpty() || builds.first().contains("Dockerfile.nodejs"_L1));
    QCOMPARE(contents(cursorFile), mcpServers(server));
}

QTEST_GUILESS_MAIN(TestInstall)
#include "tst_install.moc"
