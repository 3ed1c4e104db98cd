#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QJsonObject modernMeta()
{
    return {{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s},
            {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()}};
}

} // namespace

/// The main job on a real engine: a client starts the built server and everything works, also the ways to end.
class TestEndToEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    void programsOfBothLanguagesRun();
    void standardErrorAndExitCodesComeBack();
    void whatATimedOutProgramPrintedIsKept();
    void programsReadTheirInput();
    void cutOutputCanBeReadInFull();
    void charactersAreNeverHalved_data();
    void charactersAreNeverHalved();
    void B56_twentyCallsAtOnceDoNotMix();
    void B54_aCancelledCallIsNeverAnswered();
    void cancellingBeforeTheStartWorksToo();
    void pingIsAnsweredDuringARun();
    void bothErasShareOneStream();
    void theEnvironmentsResourceTellsTheTruth();
    void codingCookiesAreHonoured_data();
    void codingCookiesAreHonoured();
    void installedPackagesAreFound_data();
    void installedPackagesAreFound();

    void homeAndPathAreEnoughToStart();
    void aLowSoftLimitOfDescriptorsIsRaised();
    void C06_withoutAnEngineTheServerExplains();
    void oneImageCanServeBothTools();
    void aMissingImageIsNamed();
    void B74_anImagesOwnPathCounts();

    void aKilledServerLeavesNoContainer();
    void everyPoliteEndIsQuickAndClean_data();
    void everyPoliteEndIsQuickAndClean();
    void liveServersAreSparedByPruneAndSweep();
    void runExitsLikeTheProgram_data();
    void runExitsLikeTheProgram();
    void doctorIsContent();

private:
    [[nodiscard]] std::unique_ptr<McpClient> newClient(QStringList options = {},
                                                       const QProcessEnvironment &more = {}) const;
    [[nodiscard]] TestEngine::Output runServer(const QStringList &arguments, const QByteArray &input = {}) const;
    [[nodiscard]] bool nothingIsLeftOf(qint64 pid, std::chrono::milliseconds limit) const;
    [[nodiscard]] QStringList containerNames(qint64 pid) const;

    std::optional<TestEngine> m_engine;
    std::unique_ptr<McpClient> m_client; ///< For the tests that need nothing special.
};

void TestEndToEnd::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
    if (!m_engine)
        return;
    qputenv(Conditions::markName().toUtf8().constData(), Conditions::markValue().toUtf8());
}

void TestEndToEnd::init()
{
    if (m_client && m_client->isRunning())
        return;
    m_client = newClient();
    QVERIFY2(m_client->start(), m_client->log().constData());
}

void TestEndToEnd::cleanup()
{
    QVERIFY2(m_client->violations().isEmpty(), qPrintable(m_client->violations().join(u'\n')));
}

void TestEndToEnd::cleanupTestCase()
{
    if (!m_client)
        return;
    const qint64 pid = m_client->pid();
    m_client->closeInput();
    QCOMPARE(m_client->waitForExit(10s), 0);
    QVERIFY(nothingIsLeftOf(pid, 2s));
    QVERIFY(becomesTrue([] { return Conditions::markedProcesses().isEmpty(); }, 2s));
}

std::unique_ptr<McpClient> TestEndToEnd::newClient(QStringList options, const QProcessEnvironment &more) const
{
    QProcessEnvironment environment = more;
    environment.insert(Conditions::markName(), Conditions::markValue());
    if (!options.join(u' ').contains("--pass-through-env"_L1))
        options << u"--pass-through-env"_s << Conditions::markName();
    options = QStringList{u"--network"_s, u"none"_s, u"--pool-size"_s, u"1"_s} + options;
    return std::make_unique<McpClient>(*m_engine, options, environment);
}

TestEngine::Output TestEndToEnd::runServer(const QStringList &arguments, const QByteArray &input) const
{
    return runProgram(m_engine->serverCommand(arguments), m_engine->serverEnvironment(), input);
}

QStringList TestEndToEnd::containerNames(qint64 pid) const
{
    QStringList names;
    for (const ListedContainer &container : m_engine->containers(pid))
        names += container.name;
    return names;
}

bool TestEndToEnd::nothingIsLeftOf(qint64 pid, std::chrono::milliseconds limit) const
{
    QStringList names;
    const bool isClean = becomesTrue(
        [&] {
            names = containerNames(pid);
            return names.isEmpty();
        },
        limit);
    if (!isClean)
        qWarning() << "left of" << pid << names;
    return isClean;
}

void TestEndToEnd::programsOfBothLanguagesRun()
{
    const RunResult python = m_client->runPython(u"print('hello from python')"_s);
    QVERIFY2(!python.isError(), python.description());
    QVERIFY(python.text.startsWith("hello from python\n[exit code 0 in "_L1));
    QCOMPARE(python.out(), u"hello from python\n"_s);
    QCOMPARE(python.outcome(), u"exited"_s);
    const RunResult js = m_client->runJavaScript(u"console.log('hello from javascript')"_s);
    QVERIFY2(!js.isError(), js.description());
    QCOMPARE(js.out(), u"hello from javascript\n"_s);
}

void TestEndToEnd::standardErrorAndExitCodesComeBack()
{
    const RunResult failed =
        m_client->runPython(u"import sys\nprint('out')\nprint('err', file=sys.stderr)\nsys.exit(3)"_s);
    QVERIFY(failed.isError());
    QCOMPARE(failed.exitCode(), 3);
    QCOMPARE(failed.out(), u"out\n"_s);
    QCOMPARE(failed.err(), u"err\n"_s);
    QVERIFY2(failed.text.startsWith("out\n[stderr]\nerr\n[exit code 3 in "_L1), qPrintable(failed.text));

    const RunResult thrown = m_client->runJavaScript(u"console.log('out'); throw new Error('thrown')"_s);
    QVERIFY(thrown.isError());
    QCOMPARE(thrown.exitCode(), 1);
    QVERIFY(thrown.err().contains("Error: thrown"_L1));

    const RunResult crashed = m_client->runPython(u"import os\nos.abort()"_s);
    QVERIFY(crashed.isError());
    QCOMPARE(crashed.signal(), u"SIGABRT"_s);
    QVERIFY(!crashed.exitCode());
}

void TestEndToEnd::whatATimedOutProgramPrintedIsKept()
{
    const RunResult result =
        m_client->runPython(u"import time\nprint('before')\ntime.sleep(60)"_s, {{u"timeout"_s, 1.5}});
    QCOMPARE(result.outcome(), u"timed_out"_s);
    QVERIFY(result.isError());
    QCOMPARE(result.out(), u"before\n"_s);
    QCOMPARE(result.closingLine(), u"[timed out after 1.5 s; what it printed until then is above]"_s);
    QVERIFY(result.number("duration_ms"_L1) >= 1500);
}

void TestEndToEnd::programsReadTheirInput()
{
    const QString input = u"first line\nzweite Zeile: äöü 日本 🎉\n"_s + QString(300'000, u'x');
    const RunResult python = m_client->runPython(u"import sys\nsys.stdout.write(sys.stdin.read())"_s,
                                                 {{u"stdin"_s, input}, {u"timeout"_s, u"20"_s}});
    QVERIFY2(!python.isError(), python.description());
    QCOMPARE(python.out(), input);
    const RunResult js = m_client->runJavaScript(
        u"process.stdin.setEncoding('utf8'); let n = 0; process.stdin.on('data', d => n += d.length);"
        "process.stdin.on('end', () => console.log(n))"_s,
        {{u"stdin"_s, input}});
    QCOMPARE(js.out(), QString::number(input.size()) + u'\n');
    const RunResult none = m_client->runPython(u"import sys\nprint(repr(sys.stdin.read()))"_s);
    QCOMPARE(none.out(), u"''\n"_s);
}

void TestEndToEnd::cutOutputCanBeReadInFull()
{
    const RunResult result =
        m_client->runPython(u"for i in range(20000): print('line', i)\nimport sys\nprint('short', file=sys.stderr)"_s);
    QVERIFY2(!result.isError(), result.description());
    QVERIFY(result.text.size() < 31'000);
    QVERIFY(result.text.startsWith("line 0\n"_L1));
    QVERIFY(result.text.contains("line 19999\n"_L1));
    QVERIFY(result.text.contains(QRegularExpression(u"\\[… [0-9,]+ bytes left out …\\]"_s)));
    static const QRegularExpression uriPattern(u"sandbox://runs/[a-z2-7]+/stdout"_s);
    const QString uri = uriPattern.match(result.closingLine()).captured();
    QVERIFY2(!uri.isEmpty(), qPrintable(result.closingLine()));

    const QJsonObject read = m_client->ask(u"resources/read"_s, {{u"uri"_s, uri}});
    const QString whole = read["result"_L1]["contents"_L1][0]["text"_L1].toString();
    QString expected;
    for (int i = 0; i < 20000; ++i)
        expected += u"line %1\n"_s.arg(i);
    QCOMPARE(whole, expected);

    const QJsonObject unknown =
        m_client->ask(u"resources/read"_s, {{u"uri"_s, u"sandbox://runs/aaaaaaaaaaaaaaaaaaaaaaaaaa/stdout"_s}});
    QCOMPARE(unknown["error"_L1]["code"_L1].toInt(), -32002);
}

void TestEndToEnd::charactersAreNeverHalved_data()
{
    QTest::addColumn<QString>("character");
    QTest::addColumn<int>("offset");
    for (const QString &character : {u"é"_s, u"日"_s, u"🎉"_s}) {
        const auto size = int(character.toUtf8().size());
        for (int offset = 0; offset < size; ++offset)
            QTest::addRow("%d bytes, shifted by %d", size, offset) << character << offset;
    }
}

void TestEndToEnd::charactersAreNeverHalved()
{
    QFETCH(QString, character);
    QFETCH(int, offset);
    // Far above the capture limit of 1 MiB, so that init, capture and shown text all cut somewhere.
    const RunResult result =
        m_client->runPython(u"import sys\nsys.stdout.write('a' * %1 + '%2' * 700000)"_s.arg(offset).arg(character));
    QVERIFY2(!result.isError(), result.description());
    QVERIFY(!result.text.contains(QChar::ReplacementCharacter));
    QVERIFY(!result.out().contains(QChar::ReplacementCharacter));
    QVERIFY(!result.text.contains("UTF-8"_L1));
    QCOMPARE(result.number("stdout_bytes"_L1), double(offset + 700'000 * character.toUtf8().size()));
    QVERIFY(result.meta["stdout_truncated"_L1].toBool());
}

void TestEndToEnd::B56_twentyCallsAtOnceDoNotMix()
{
    constexpr int atOnce = 5;
    auto client = newClient({u"--max-concurrent"_s, QString::number(atOnce), u"--pool-size"_s, u"0"_s});
    QVERIFY(client->start());
    QList<int> ids;
    for (int i = 0; i < 20; ++i) {
        const bool isPython = i % 2 == 0;
        const QString code =
            isPython ? u"import time\nfor i in range(100): print('call', %1)\ntime.sleep(0.4)"_s
                     : u"for (let i = 0; i < 100; ++i) console.log('call', %1); setTimeout(() => {}, 400)"_s;
        ids += client->call(isPython ? u"run_python_code"_s : u"run_js_code"_s, {{u"code"_s, code.arg(i)}},
                            {{u"progressToken"_s, i}});
    }
    QSet<QString> containers;
    for (int i = 0; i < 20; ++i) {
        const RunResult result = client->waitForResult(ids[i]);
        QCOMPARE(result.out(), u"call %1\n"_s.arg(i).repeated(100));
        containers += result.container();
    }
    QCOMPARE(containers.size(), 20);

    // Messages come in their order: so these had a slot at the same time, or had printed something.
    QSet<int> started;
    QSet<int> printed;
    qsizetype mostStarted = 0;
    qsizetype mostPrinted = 0;
    for (const QJsonObject &message : client->messages()) {
        const QString text = message["params"_L1]["message"_L1].toString();
        const int id = message.contains("method"_L1) ? ids[message["params"_L1]["progressToken"_L1].toInt()]
                                                     : message["id"_L1].toInt();
        if (!message.contains("method"_L1)) {
            started -= id;
            printed -= id;
        } else if (text != "waiting for a free slot"_L1) {
            started += id;
            if (text.startsWith("call "_L1))
                printed += id;
        }
        mostStarted = std::max(mostStarted, started.size());
        mostPrinted = std::max(mostPrinted, printed.size());
    }
    QVERIFY2(mostStarted >= atOnce, QByteArray::number(mostStarted).constData());
    QVERIFY2(mostPrinted <= atOnce, QByteArray::number(mostPrinted).constData());
    QVERIFY2(client->violations().isEmpty(), qPrintable(client->violations().join(u'\n')));
}

void TestEndToEnd::B54_aCancelledCallIsNeverAnswered()
{
    // Without a pool there is no container but that of the call.
    auto client = newClient({u"--pool-size"_s, u"0"_s});
    QVERIFY(client->start());
    const int id = client->call(u"run_python_code"_s,
                                {{u"code"_s, u"import time\nprint('is running', flush=True)\ntime.sleep(60)"_s}},
                                {{u"progressToken"_s, u"cancelled"_s}});
    QVERIFY2(client->waitForProgress(u"cancelled"_s, u"is running"_s), client->log().constData());
    const QStringList during = containerNames(client->pid());
    QCOMPARE(during.size(), 1);
    const QList<qint64> processes = m_engine->processesOf(during.constFirst());
    QVERIFY(!m_engine->showsProcesses() || processes.size() >= 2); // init and the program
    client->cancel(id);
    QVERIFY(client->ask(u"ping"_s).contains("result"_L1)); // the server has read both
    const qsizetype reports = client->progress(u"cancelled"_s).size();
    QVERIFY(nothingIsLeftOf(client->pid(), 1s));
    for (const qint64 process : processes)
        QVERIFY2(::kill(pid_t(process), 0) != 0, QByteArray::number(process).constData());

    QCOMPARE(client->runPython(u"print('next')"_s).out(), u"next\n"_s);
    client->cancel(id);   // over
    client->cancel(9999); // never existed
    client->notify(u"notifications/cancelled"_s, {{u"requestId"_s, QJsonValue()}});
    QVERIFY(client->ask(u"ping"_s).contains("result"_L1));
    QVERIFY(!client->hasReply(id));
    QCOMPARE(client->progress(u"cancelled"_s).size(), reports);
    QVERIFY2(client->violations().isEmpty(), qPrintable(client->violations().join(u'\n')));
}

void TestEndToEnd::cancellingBeforeTheStartWorksToo()
{
    auto client = newClient({u"--max-concurrent"_s, u"1"_s});
    QVERIFY(client->start());
    const int running = client->callPython(u"import time\ntime.sleep(1)\nprint('ran')"_s);
    const int waiting = client->callPython(u"print('must not run')"_s);
    client->cancel(waiting);
    QCOMPARE(client->waitForResult(running).out(), u"ran\n"_s);
    QCOMPARE(client->runPython(u"print('after')"_s).out(), u"after\n"_s);
    QVERIFY(!client->hasReply(waiting));
}

void TestEndToEnd::pingIsAnsweredDuringARun()
{
    const int id = m_client->call(
        u"run_python_code"_s, {{u"code"_s, u"print('is running', flush=True)\nwhile True: pass"_s}, {u"timeout"_s, 3}},
        {{u"progressToken"_s, 0}});
    QVERIFY(m_client->waitForProgress(0, u"is running"_s));
    QVERIFY(m_client->ask(u"ping"_s)["result"_L1].isObject());
    QVERIFY(m_client->ask(u"tools/list"_s)["result"_L1]["tools"_L1].isArray());
    QVERIFY(!m_client->hasReply(id));
    QCOMPARE(m_client->waitForResult(id).outcome(), u"timed_out"_s);
}

void TestEndToEnd::bothErasShareOneStream()
{
    auto client = newClient();
    client->startServer();
    const QJsonObject discovered = client->ask(u"server/discover"_s, {{u"_meta"_s, modernMeta()}});
    QCOMPARE(discovered["result"_L1]["resultType"_L1].toString(), u"complete"_s);
    QCOMPARE(discovered["result"_L1]["supportedVersions"_L1].toArray(), QJsonArray{u"2026-07-28"_s});
    QCOMPARE(client->initialize(u"2025-06-18"_s)["result"_L1]["protocolVersion"_L1].toString(), u"2025-06-18"_s);

    const QJsonObject arguments{{u"code"_s, u"print('from both')"_s}};
    const RunResult modern = client->waitForResult(client->call(u"run_python_code"_s, arguments, modernMeta()));
    QCOMPARE(modern.out(), u"from both\n"_s);
    QCOMPARE(modern.reply["result"_L1]["resultType"_L1].toString(), u"complete"_s);
    const RunResult legacy = client->waitForResult(client->call(u"run_python_code"_s, arguments));
    QCOMPARE(legacy.out(), u"from both\n"_s);
    QVERIFY(legacy.reply["result"_L1]["resultType"_L1].isUndefined());
    QVERIFY(client->violations().isEmpty());
}

void TestEndToEnd::theEnvironmentsResourceTellsTheTruth()
{
    auto client = newClient({u"--memory"_s, u"300m"_s, u"--pids"_s, u"77"_s, u"--timeout"_s, u"7"_s});
    QVERIFY(client->start());
    const QJsonObject reply = client->ask(u"resources/read"_s, {{u"uri"_s, u"sandbox://environments"_s}});
    const QJsonObject report =
        QJsonDocument::fromJson(reply["result"_L1]["contents"_L1][0]["text"_L1].toString().toUtf8()).object();
    const QJsonObject python = report["environments"_L1]["python"_L1].toObject();
    const QJsonObject js = report["environments"_L1]["javascript"_L1].toObject();

    const RunResult facts = client->runPython(u"import platform, numpy\nprint(platform.python_version(),"
                                              " numpy.__version__)"_s);
    QCOMPARE(python["version"_L1].toString() + u' ' + python["libraries"_L1]["numpy"_L1].toString() + u'\n',
             facts.out());
    QCOMPARE(u'v' + js["version"_L1].toString() + u'\n',
             client->runJavaScript(u"console.log(process.version)"_s).out());
    QVERIFY(js["libraries"_L1].toObject().contains("@google/genai"_L1));
    QCOMPARE(report["limits"_L1]["memory_bytes"_L1].toDouble(), 300.0 * 1024 * 1024);
    QCOMPARE(report["limits"_L1]["timeout_seconds"_L1].toDouble(), 7.0);
    QCOMPARE(report["network"_L1].toString(), u"none"_s);
    QCOMPARE(report["passed_through_variables"_L1].toArray(), QJsonArray{Conditions::markName()});
    QVERIFY(m_engine->kind() == TestEngine::Kind::Docker ? report["engine"_L1]["name"_L1] == "docker"_L1
                                                         : report["engine"_L1]["name"_L1] == "podman"_L1);
    QCOMPARE(report["engine"_L1]["rootless"_L1].toBool(), m_engine->kind() == TestEngine::Kind::RootlessPodman);
    if (m_engine->enforcesLimits() && m_engine->showsProcesses()) {
        QCOMPARE(python["memory_limit"_L1].toString(), QString::number(300 * 1024 * 1024));
        QCOMPARE(python["pids_limit"_L1].toString(), u"77"_s);
    }
}

void TestEndToEnd::codingCookiesAreHonoured_data()
{
    QTest::addColumn<QString>("firstLine");
    QTest::addColumn<QString>("printed");
    QTest::newRow("B72 utf-8") << u"# coding: utf-8"_s << u"ä"_s;
    QTest::newRow("B72 utf8") << u"# -*- coding: utf8 -*-"_s << u"ä"_s;
    QTest::newRow("B72 latin-1") << u"# coding: latin-1"_s << u"Ã¤"_s; // as Python reads the file's UTF-8 bytes
    QTest::newRow("B72 in the second line") << u"#!/usr/bin/python3\n# vim: set fileencoding=latin-1 :"_s << u"Ã¤"_s;
    QTest::newRow("B72 none") << u"# no cookie"_s << u"ä"_s;
}

void TestEndToEnd::codingCookiesAreHonoured()
{
    QFETCH(QString, firstLine);
    QFETCH(QString, printed);
    const RunResult result = m_client->runPython(firstLine + u"\nprint('ä')\n"_s);
    QVERIFY2(!result.isError(), result.description());
    QCOMPARE(result.out(), printed + u'\n');
    if (firstLine == "# coding: latin-1"_L1) {
        const RunResult ascii = m_client->runPython(u"# coding: ascii\nprint('ä')\n"_s);
        QCOMPARE(ascii.exitCode(), 1);
        QVERIFY2(ascii.err().contains("SyntaxError"_L1), qPrintable(ascii.err()));
    }
}

void TestEndToEnd::installedPackagesAreFound_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("B73 import") << u"import {GoogleGenAI} from '@google/genai'; console.log(typeof GoogleGenAI)"_s;
    QTest::newRow("B73 require")
        << u"const {GoogleGenAI} = require('@google/genai'); console.log(typeof GoogleGenAI)"_s;
}

void TestEndToEnd::installedPackagesAreFound()
{
    QFETCH(QString, code);
    const RunResult result = m_client->runJavaScript(code);
    QCOMPARE(result.out(), u"function\n"_s);
}

void TestEndToEnd::homeAndPathAreEnoughToStart()
{
    McpClient client(*m_engine, {u"--network"_s, u"none"_s});
    QVERIFY(client.start());
    QCOMPARE(client.firstBytes().left(1), QByteArrayLiteral("{"));
    QCOMPARE(client.runPython(u"print(1)"_s).out(), u"1\n"_s);
}

void TestEndToEnd::aLowSoftLimitOfDescriptorsIsRaised()
{
    TestEngine engine = *m_engine;
    engine.setServerPrefix({u"sh"_s, u"-c"_s, u"ulimit -Sn 128 && exec \"$0\" \"$@\""_s});
    McpClient client(engine, {u"--pool-size"_s, u"0"_s});
    QVERIFY2(client.start(), client.log().constData());
    QFile limits(u"/proc/%1/limits"_s.arg(client.pid()));
    QVERIFY(limits.open(QFile::ReadOnly));
    const auto match =
        QRegularExpression(u"Max open files +(\\d+) +(\\d+)"_s).match(QString::fromUtf8(limits.readAll()));
    QCOMPARE(match.captured(1).toLongLong(), std::min(match.captured(2).toLongLong(), 65'536LL));
}

void TestEndToEnd::C06_withoutAnEngineTheServerExplains()
{
    // The server looks into the usual folders, too, so the engines' programs are hidden in a mount namespace of its
    // own.
    if (m_engine->kind() == TestEngine::Kind::RootlessPodman)
        QSKIP("needs to hide programs; done for root's engines");
    QTemporaryDir empty;
    const QString hide = u"for f in podman docker; do for d in /usr/local/bin /usr/bin /bin; do "
                         "[ -e $d/$f ] && mount --bind /dev/null $d/$f; done; done; exec \"$@\""_s;
    QProcess server;
    QProcessEnvironment environment;
    environment.insert(u"HOME"_s, empty.path());
    environment.insert(u"PATH"_s, empty.path());
    server.setProcessEnvironment(environment);
    server.start(u"/usr/bin/unshare"_s,
                 {u"--mount"_s, u"/bin/sh"_s, u"-c"_s, u"PATH=/usr/bin:/bin; "_s + hide, u"sh"_s,
                  QStringLiteral("/usr/bin/env"), u"PATH="_s + empty.path(), QStringLiteral(SANDBOX_TEST_SERVER)});
    server.write(
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})"
        "\n"
        R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_python_code","arguments":{"code":"1"}}})"
        "\n");
    QVERIFY(server.waitForStarted());
    QByteArray out;
    QVERIFY(becomesTrue(
        [&] {
            out += server.readAllStandardOutput();
            return out.count('\n') >= 2;
        },
        10s));
    const QList<QByteArray> lines = out.split('\n');
    QVERIFY(QJsonDocument::fromJson(lines[0])["result"_L1].isObject());
    const QJsonValue result = QJsonDocument::fromJson(lines[1])["result"_L1];
    QVERIFY(result["isError"_L1].toBool());
    const QString text = result["content"_L1][0]["text"_L1].toString();
    QVERIFY2(text.contains("No working container engine"_L1) && text.contains("apt install podman"_L1),
             qPrintable(text));
    server.closeWriteChannel();
    QVERIFY(server.waitForFinished(int(patient(2s).count())));
    QCOMPARE(server.exitCode(), 0);
}

void TestEndToEnd::oneImageCanServeBothTools()
{
    QProcessEnvironment more;
    more.insert(u"CONTAINER_IMAGE"_s, u"localhost/code-sandbox-js"_s);
    more.insert(u"CONTAINER_LANGUAGE"_s, u"javascript"_s);
    auto client = newClient({}, more);
    QVERIFY(client->start());
    QCOMPARE(client->runJavaScript(u"console.log('own')"_s).out(), u"own\n"_s);
    const RunResult foreign = client->runPython(u"print('has python?')"_s);
    const bool hasPython = m_engine
                               ->run({u"run"_s, u"--rm"_s, u"--network"_s, u"none"_s, u"--entrypoint"_s, u"/bin/sh"_s,
                                      u"localhost/code-sandbox-js"_s, u"-c"_s, u"command -v python3 python"_s})
                               .exitCode == 0;
    if (hasPython) {
        QCOMPARE(foreign.out(), u"has python?\n"_s);
    } else {
        QVERIFY(foreign.isError());
        QVERIFY2(foreign.text.contains("localhost/code-sandbox-js"_L1) && foreign.text.contains("python3"_L1),
                 qPrintable(foreign.text));
    }

    more.remove(u"CONTAINER_LANGUAGE"_s);
    auto alone = newClient({}, more);
    alone->startServer();
    QCOMPARE(alone->waitForExit(5s), 2);
    QVERIFY(alone->log().contains("CONTAINER_LANGUAGE"));
    QVERIFY(alone->firstBytes().isEmpty());
}

void TestEndToEnd::aMissingImageIsNamed()
{
    auto client = newClient({u"--python-image"_s, u"localhost/no-such-image"_s});
    QVERIFY(client->start());
    const RunResult result = client->runPython(u"print(1)"_s);
    QVERIFY(result.isError());
    QVERIFY2(result.text.contains("localhost/no-such-image"_L1) && result.text.contains("images build"_L1),
             qPrintable(result.text));
    QCOMPARE(client->runJavaScript(u"console.log(1)"_s).out(), u"1\n"_s);
}

void TestEndToEnd::B74_anImagesOwnPathCounts()
{
    // Like a conda or venv image, an interpreter in a folder of its own that only PATH knows.
    const QByteArray recipe = R"--(FROM localhost/code-sandbox-python
USER 0
RUN mkdir -p /opt/env/bin /opt/env/lib && ln -s "$(command -v python3)" /opt/env/bin/python3 \
 && echo "answer = 42" >/opt/env/lib/only_here.py
ENV PATH=/opt/env/bin:/usr/local/bin:/usr/bin:/bin PYTHONPATH=/opt/env/lib
)--";
    const QString image = u"localhost/code-sandbox-test-path"_s;
    const TestEngine::Output built =
        m_engine->run({u"build"_s, u"--network"_s, u"none"_s, u"--tag"_s, image, u"-"_s}, recipe);
    QVERIFY2(built.exitCode == 0, built.err.constData());
    for (const QStringList &more : {QStringList(), QStringList{u"--preload"_s, u"only_here,json"_s}}) {
        auto client = newClient(QStringList{u"--python-image"_s, image} + more);
        QVERIFY(client->start());
        const RunResult result =
            client->runPython(u"import os, sys, only_here\n"
                              "print(sys.executable, only_here.answer, os.environ['PYTHONPATH'])"_s);
        QVERIFY2(result.out() == "/opt/env/bin/python3 42 /opt/env/lib\n"_L1, result.description());
    }
}

void TestEndToEnd::aKilledServerLeavesNoContainer()
{
    auto client = newClient();
    QVERIFY(client->start());
    client->call(u"run_python_code"_s, {{u"code"_s, u"print('is running', flush=True)\nwhile True: pass"_s}},
                 {{u"progressToken"_s, 7}});
    QVERIFY(client->waitForProgress(7, u"is running"_s));
    const qint64 pid = client->pid();
    QVERIFY(!containerNames(pid).isEmpty());
    client->sendSignal(SIGKILL);
    QCOMPARE(client->waitForExit(2s), -1);
    QVERIFY(nothingIsLeftOf(pid, 2s));
}

void TestEndToEnd::everyPoliteEndIsQuickAndClean_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("isRunning");
    for (const QString &how : {u"stdin"_s, u"SIGTERM"_s, u"SIGINT"_s, u"SIGHUP"_s, u"EPIPE"_s}) {
        QTest::addRow("%s while a program runs", qPrintable(how)) << how << true;
        QTest::addRow("%s while idle", qPrintable(how)) << how << false;
    }
}

void TestEndToEnd::everyPoliteEndIsQuickAndClean()
{
    QFETCH(QString, how);
    QFETCH(bool, isRunning);
    auto client = newClient();
    QVERIFY(client->start());
    const qint64 pid = client->pid();
    QCOMPARE(client->runPython(u"print(1)"_s).out(), u"1\n"_s);
    if (isRunning) {
        client->call(u"run_python_code"_s, {{u"code"_s, u"print('is running', flush=True)\nwhile True: pass"_s}},
                     {{u"progressToken"_s, 7}});
        QVERIFY(client->waitForProgress(7, u"is running"_s));
    }
    QElapsedTimer sinceEnd;
    sinceEnd.start();
    if (how == "stdin"_L1) {
        client->closeInput();
    } else if (how == "EPIPE"_L1) {
        client->closeOutput();
        client->request(u"ping"_s);
    } else {
        client->sendSignal(how == "SIGTERM"_L1 ? SIGTERM : how == "SIGINT"_L1 ? SIGINT : SIGHUP);
    }
    QCOMPARE(client->waitForExit(10s), 0);
    QVERIFY(nothingIsLeftOf(pid, 1s));
    QVERIFY(client->violations().isEmpty());
}

void TestEndToEnd::liveServersAreSparedByPruneAndSweep()
{
    auto live = newClient();
    QVERIFY(live->start());
    const int id =
        live->call(u"run_python_code"_s,
                   {{u"code"_s, u"import time\nprint('is running', flush=True)\ntime.sleep(4)\nprint('done')"_s}},
                   {{u"progressToken"_s, 7}});
    QVERIFY(live->waitForProgress(7, u"is running"_s));

    // A container whose owner is dead, but which does not end by itself: made as such a server would have made it.
    const QList<ListedContainer> listed = m_engine->containers(live->pid());
    QVERIFY(!listed.isEmpty());
    QStringList orphan{u"create"_s, u"--name"_s, u"code-sandbox-test-orphan"_s, u"--network"_s, u"none"_s};
    for (auto label = listed.constFirst().labels.begin(); label != listed.constFirst().labels.end(); ++label) {
        if (!label.key().startsWith("io.github.code-sandbox-mcp."_L1))
            continue;
        const QString value = label.key().endsWith(".pid"_L1)        ? u"4194303"_s
                              : label.key().endsWith(".instance"_L1) ? u"aaaaaaaaaaaaaaaa"_s
                                                                     : label.value();
        orphan << u"--label"_s << label.key() + u'=' + value;
    }
    orphan << u"localhost/code-sandbox-python"_s << u"sleep"_s << u"600"_s;
    const auto makeOrphan = [&] { return m_engine->run(orphan).exitCode == 0; };
    const auto orphanExists = [&] {
        return std::ranges::any_of(m_engine->containers(), [](const ListedContainer &container) {
            return container.name == "code-sandbox-test-orphan"_L1;
        });
    };

    QVERIFY(makeOrphan());
    QVERIFY(orphanExists());
    const TestEngine::Output pruned = runServer({u"prune"_s});
    QVERIFY2(pruned.exitCode == 0, pruned.err.constData());
    QVERIFY2(pruned.out.contains("removed code-sandbox-test-orphan"), pruned.out.constData());
    QVERIFY(!orphanExists());
    QVERIFY2(!pruned.out.contains(listed.constFirst().name.toUtf8()), pruned.out.constData());

    QVERIFY(makeOrphan());
    auto second = newClient();
    QVERIFY(second->start());
    QCOMPARE(second->runPython(u"print(2)"_s).out(), u"2\n"_s);
    QVERIFY(becomesTrue([&] { return !orphanExists(); }, 10s));
    QCOMPARE(live->waitForResult(id).out(), u"is running\ndone\n"_s);
}

void TestEndToEnd::runExitsLikeTheProgram_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    const QStringList python{u"--language"_s, u"python"_s};
    QTest::newRow("success") << u"print('ok')"_s << python << 0;
    QTest::newRow("code") << u"import sys; sys.exit(7)"_s << python << 7;
    QTest::newRow("failure that a note explains") << u"import polars"_s << python << 1;
    QTest::newRow("signal") << u"import os; os.kill(os.getpid(), 15)"_s << python << 128 + SIGTERM;
    QTest::newRow("timeout") << u"while True: pass"_s << python + QStringList{u"--timeout"_s, u"1"_s} << 124;
    QTest::newRow("could not run") << u"print()"_s
                                   << python + QStringList{u"--python-image"_s, u"localhost/no-such-image"_s} << 125;
    QTest::newRow("bad option") << u"print()"_s << python + QStringList{u"--pids"_s, u"-1"_s} << 2;
    QTest::newRow("stdin twice") << u"print()"_s << python + QStringList{u"--stdin"_s, u"-"_s} << 2;
    QTest::newRow("unclear language") << u"print()"_s << QStringList() << 2;
}

void TestEndToEnd::runExitsLikeTheProgram()
{
    QFETCH(QString, code);
    QFETCH(QStringList, options);
    QFETCH(int, exitCode);
    const TestEngine::Output output =
        runServer(QStringList{u"run"_s, u"-"_s, u"--network"_s, u"none"_s} + options, code.toUtf8());
    QVERIFY2(output.exitCode == exitCode, output.err.constData());
    QCOMPARE(output.out, exitCode == 0 ? QByteArrayLiteral("ok\n") : QByteArray());
    QCOMPARE(output.err.contains("code-sandbox-mcp: "), exitCode != 0 && exitCode != 7);
    QCOMPARE(output.err.contains("polars is not installed"), exitCode == 1);
}

void TestEndToEnd::doctorIsContent()
{
    const TestEngine::Output output = runServer({u"doctor"_s, u"--network"_s, u"none"_s});
    QVERIFY2(output.exitCode == 0, output.out + output.err);
    QVERIFY(!output.out.contains("BAD"));
    QVERIFY(output.out.contains("python: CPython"));
    QVERIFY(output.out.contains("javascript: Node.js"));
    QVERIFY(output.out.contains(m_engine->kind() == TestEngine::Kind::Docker ? "docker" : "podman"));

    // As JSON: whatever an administrator wants to know, and something to do about each thing that is not well.
    const TestEngine::Output asJson = runServer({u"doctor"_s, u"--network"_s, u"none"_s, u"--json"_s});
    QCOMPARE(asJson.exitCode, 0);
    const QJsonObject all = QJsonDocument::fromJson(asJson.out).object();
    QVERIFY2(all["works"_L1].toBool(), asJson.out.constData());
    QStringList topics;
    const QJsonArray findings = all["findings"_L1].toArray();
    for (const QJsonValue &finding : findings) {
        topics += finding["topic"_L1].toString();
        QVERIFY2(finding["status"_L1] == "ok"_L1 || !finding["fix"_L1].toString().isEmpty(),
                 qPrintable(finding["text"_L1].toString()));
    }
    for (const QString &topic : {u"version"_s, u"runtime folder"_s, u"engine"_s, u"isolation"_s, u"network"_s,
                                 u"image"_s, u"disk"_s, u"memory"_s, u"leftovers"_s, u"python"_s, u"javascript"_s})
        QVERIFY2(topics.contains(topic), qPrintable(topic));

    const TestEngine::Output broken =
        runServer({u"doctor"_s, u"--network"_s, u"none"_s, u"--js-image"_s, u"localhost/no-such-image"_s});
    QCOMPARE(broken.exitCode, 1);
    QVERIFY(broken.out.contains("localhost/no-such-image"));
}

QTEST_GUILESS_MAIN(TestEndToEnd)
#include "tst_endtoend.moc"
