#include "cli/commandline.h"

#include "cli/helptext.h"
#include "cli/options.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void commandsAreRecognised_data();
    void commandsAreRecognised();
    void optionsReachTheSettings_data();
    void optionsReachTheSettings();
    void everyOptionIsTaken();
    void optionsOfACommandAreItsOwn();
    void passedNamesAddUp();
    void fileNamesMayLookLikeOptions();

    void mistakesAreUsageErrors_data();
    void mistakesAreUsageErrors();
    void helpIsComplete_data();
    void helpIsComplete();
    void helpFitsTheTerminal();
    void theShortHelpNamesTheEverydayOptionsAlone();
    void helpNeedsNoSoundConfiguration();
    void versionIsPrinted();

private:
    Result<Invocation> parse(const QStringList &arguments);

    QTemporaryDir m_folder; ///< Stays empty.
};

void TestCommandLine::initTestCase()
{
    QCoreApplication::setApplicationVersion(u"1.2.3"_s);
}

Result<Invocation> TestCommandLine::parse(const QStringList &arguments)
{
    QProcessEnvironment environment;
    environment.insert(u"XDG_CONFIG_HOME"_s, m_folder.path());
    return parseCommandLine(QStringList{u"code-sandbox-mcp"_s} + arguments, environment);
}

void TestCommandLine::commandsAreRecognised_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<Command>("command");
    QTest::addColumn<QStringList>("rest");
    QTest::newRow("nothing") << QStringList() << Command::Serve << QStringList();
    QTest::newRow("options alone") << QStringList{u"--verbose"_s} << Command::Serve << QStringList();
    QTest::newRow("install") << QStringList{u"install"_s, u"cursor"_s, u"--memory"_s, u"2g"_s} << Command::Install << QStringList{u"cursor"_s};
    QTest::newRow("run a file") << QStringList{u"run"_s, u"x.py"_s} << Command::Run << QStringList{u"x.py"_s};
    QTest::newRow("run from stdin") << QStringList{u"run"_s, u"-"_s, u"--language"_s, u"js"_s} << Command::Run
                                    << QStringList{u"-"_s};
    QTest::newRow("run without a file") << QStringList{u"run"_s} << Command::Run << QStringList(); // run says it
    QTest::newRow("run a file called run") << QStringList{u"run"_s, u"run"_s} << Command::Run << QStringList{u"run"_s};
    QTest::newRow("doctor") << QStringList{u"doctor"_s, u"--engine"_s, u"docker"_s} << Command::Doctor << QStringList();
    QTest::newRow("images") << QStringList{u"images"_s, u"list"_s} << Command::Images << QStringList{u"list"_s};
    QTest::newRow("monitor") << QStringList{u"monitor"_s, u"--json"_s} << Command::Monitor << QStringList();
    QTest::newRow("prune") << QStringList{u"prune"_s} << Command::Prune << QStringList();
}

void TestCommandLine::commandsAreRecognised()
{
    QFETCH(QStringList, arguments);
    QFETCH(Command, command);
    QFETCH(QStringList, rest);
    const Result<Invocation> invocation = parse(arguments);
    QVERIFY2(invocation, qPrintable(invocation ? QString() : invocation.error().message));
    QCOMPARE(invocation->command, command);
    QCOMPARE(invocation->arguments, rest);
    QVERIFY(invocation->textToPrint.isEmpty());
}

void TestCommandLine::optionsReachTheSettings_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("two words") << QStringList{u"--pids"_s, u"64"_s};
    QTest::newRow("equals sign") << QStringList{u"--pids=64"_s};
    QTest::newRow("the last one counts") << QStringList{u"--pids=32"_s, u"--pids=64"_s};
    QTest::newRow("with a command") << QStringList{u"run"_s, u"x.py"_s, u"--pids=64"_s};
}

void TestCommandLine::optionsReachTheSettings()
{
    QFETCH(QStringList, arguments);
    const Result<Invocation> invocation = parse(arguments);
    QVERIFY(invocation);
    QCOMPARE(invocation->settings.pids, 64);
}

void TestCommandLine::everyOptionIsTaken()
{
    for (const Option &option : optionTable()) {
        const QString name = u"--"_s + option.name;
        const Result<Invocation> invocation =
            parse(option.valueName.isEmpty() ? QStringList{name} : QStringList{name, u"no such thing, =!"_s});
        QCOMPARE(invocation.ok(), option.valueName.isEmpty());
        if (!invocation)
            QVERIFY2(invocation.error().message.startsWith(name), qPrintable(invocation.error().message));
    }
    const Result<Invocation> switches = parse({u"--verbose"_s, u"--structured-content"_s});
    QVERIFY(switches->settings.verbose && switches->settings.structuredContent);
}

void TestCommandLine::optionsOfACommandAreItsOwn()
{
    const Result<Invocation> run = parse({u"run"_s, u"x"_s, u"--language"_s, u"python"_s, u"--stdin"_s, u"-"_s});
    QVERIFY(run);
    QCOMPARE(run->option(u"language"_s), u"python"_s);
    QCOMPARE(run->option(u"stdin"_s), u"-"_s);
    QCOMPARE(run->option(u"tag"_s), QString());
    const Result<Invocation> build = parse({u"images"_s, u"build"_s, u"--ca-file=a"_s, u"--ca-file=b"_s});
    QVERIFY(build);
    QCOMPARE(build->options.value(u"ca-file"_s), QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(build->option(u"ca-file"_s), u"b"_s);
    QVERIFY(!parse({u"--language"_s, u"python"_s}));
    QVERIFY(!parse({u"doctor"_s, u"--language"_s, u"python"_s}));
    QVERIFY(!parse({u"run"_s, u"x"_s, u"--tag"_s, u"y"_s}));
}

void TestCommandLine::passedNamesAddUp()
{
    const Result<Invocation> invocation =
        parse({u"--pass-through-env"_s, u"A,B"_s, u"--pass-through-env"_s, u"C"_s, u"--pass-through-env=A"_s});
    QVERIFY(invocation);
    QCOMPARE(invocation->settings.passThroughEnv, QStringList({u"A"_s, u"B"_s, u"C"_s}));
}

void TestCommandLine::fileNamesMayLookLikeOptions()
{
    const Result<Invocation> invocation = parse({u"run"_s, u"--"_s, u"--help"_s});
    QVERIFY(invocation);
    QCOMPARE(invocation->arguments, QStringList{u"--help"_s});
    QVERIFY(invocation->textToPrint.isEmpty());
}

void TestCommandLine::mistakesAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("parts"); // of the message
    const auto row = [](const char *name, const QStringList &arguments, const QStringList &parts) {
        QTest::newRow(name) << arguments << parts;
    };
    row("unknown option", {u"--memroy=1g"_s}, {u"memroy"_s, u"--help"_s});
    row("unknown short option", {u"-q"_s}, {u"q"_s, u"--help"_s});
    row("one dash too few", {u"-memory=1g"_s}, {u"--help"_s});
    row("unknown command", {u"serve"_s}, {u"\"serve\""_s, u"run, install, doctor, images, prune, monitor"_s});
    row("command in capitals", {u"Run"_s}, {u"\"Run\""_s});
    row("command after an option", {u"--verbose"_s, u"doctor"_s}, {u"\"doctor\""_s, u"before all options"_s});
    row("argument too many", {u"doctor"_s, u"all"_s}, {u"\"doctor\" takes no arguments"_s});
    row("missing value", {u"--memory"_s}, {u"--memory"_s, u"--help"_s});
    row("value for a switch", {u"--verbose=false"_s}, {u"--verbose"_s});
    row("bad value", {u"--pids"_s, u"many"_s}, {u"--pids"_s, u"\"many\""_s, u"from 16 to 32768"_s});
    row("option taken for a value", {u"--memory"_s, u"--verbose"_s}, {u"--memory"_s, u"\"--verbose\""_s});
    row("missing configuration", {u"--config"_s, u"/nowhere/x.json"_s}, {u"/nowhere/x.json"_s});
    row("no name of a configuration", {u"--config="_s}, {u"--config"_s});
}

void TestCommandLine::mistakesAreUsageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, parts);
    const Result<Invocation> invocation = parse(arguments);
    QVERIFY(!invocation);
    QCOMPARE(invocation.error().code, Error::Code::InvalidInput); // exit code 2
    for (const QString &part : parts)
        QVERIFY2(invocation.error().message.contains(part), qPrintable(invocation.error().message));
}

void TestCommandLine::helpIsComplete_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("program") << QStringList{u"--help-all"_s}
                             << QStringList{u"code-sandbox-mcp run FILE|-"_s, u"doctor"_s, u"images"_s, u"prune"_s};
        QTest::newRow("run") << QStringList{u"run"_s, u"--help-all"_s}
                         << QStringList{u"Usage: code-sandbox-mcp run FILE|-"_s, u"--language LANGUAGE"_s,
                                        u"--stdin"_s};
    QTest::newRow("images") << QStringList{u"images"_s, u"--help-all"_s} << QStringList{u"build|pull|list"_s, u"--from"_s};
}

void TestCommandLine::helpIsComplete()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, parts);
    const Result<Invocation> invocation = parse(arguments);
    QVERIFY(invocation);
    const QString help = invocation->textToPrint.simplified(); // however it is wrapped
    for (const QString &part : parts)
        QVERIFY2(help.contains(part), qPrintable(part));
    for (const Option &option : optionTable()) {
        QVERIFY(help.contains(u" --"_s + option.name));
        QVERIFY(help.contains(u"Default: %1."_s.arg(option.defaultText)));
    }
    QVERIFY(help.contains(u"--config FILE"_s) && invocation->textToPrint.endsWith(u'\n'));
}

void TestCommandLine::helpFitsTheTerminal()
{
    for (const CommandDescription &command : commandTable()) {
        for (const int width : {70, 80, 132}) {
            const QString all = helptext::of(command, helptext::Extent::All, width);
            for (const QString &line : all.split(u'\n'))
                QVERIFY2(line.size() <= width || !line.trimmed().contains(u' '), qPrintable(line));
            QVERIFY(!all.contains("--help-all"_L1));
        }
    }
}

void TestCommandLine::theShortHelpNamesTheEverydayOptionsAlone()
{
    const Result<Invocation> invocation = parse({u"--help"_s});
    QVERIFY(invocation);
    const QString help = invocation->textToPrint;
    qsizetype others = 1; // --config
    for (const Option &option : optionTable()) {
        const bool isEveryday = option.group == OptionGroup::Everyday;
        QCOMPARE(help.contains(u"  --%1"_s.arg(option.name + (option.valueName.isEmpty() ? QString() : u' ' + option.valueName))),
                 isEveryday);
        others += isEveryday ? 0 : 1;
    }
    QVERIFY2(help.contains(u"the other %1 options"_s.arg(others)), qPrintable(help));
    QVERIFY(help.count(u'\n') < 60);
}

void TestCommandLine::helpNeedsNoSoundConfiguration()
{
    for (const QString &option : {u"--help"_s, u"--version"_s}) {
        const Result<Invocation> invocation = parse({u"--pids=none"_s, u"--config"_s, u"/nowhere"_s, option});
        QVERIFY(invocation);
        QVERIFY(!invocation->textToPrint.isEmpty());
    }
}

void TestCommandLine::versionIsPrinted()
{
    for (const QString &option : {u"--version"_s, u"-v"_s})
        QCOMPARE(parse({option})->textToPrint, u"code-sandbox-mcp 1.2.3\n"_s);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
