#include "common/execution.h"
#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What is right for a small program. Nothing said: exited with code 0.
struct Case
{
    const char *id;
    Language language;
    QString code;
    std::function<bool(const RunResult &)> isRight;
    QJsonObject more = {}; ///< Further arguments.
    bool needsLimits = false;
};

bool succeeded(const RunResult &result)
{
    return result.exitCode() == 0 && !result.isError();
}

bool failedWith(const RunResult &result, int exitCode, QLatin1StringView words)
{
    return result.exitCode() == exitCode && result.isError() && result.err().contains(words);
}

QString sha256(const QString &text)
{
    return QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex());
}

const auto verbatim = u"'\" `backticks` $(id) ${HOME} ; rm -rf /tmp/x | & > %s {} \\\\ !! ~ *"_s;

const QList<Case> &cases()
{
    constexpr auto python = Language::Python;
    constexpr auto js = Language::JavaScript;
    // Its own text is what is hashed, so that the file must be the argument, byte for byte.
    static const QString ownFile = u"# äöü 日本 'quotes' \"\\n\" %s\r\nimport hashlib\n"
                                   "print(hashlib.sha256(open(__file__, 'rb').read()).hexdigest())"_s;
    static const QList<Case> table{
        {"B01", python, u"import os\nos.write(1, b'first\\n\\x8d\\xff\\nlast\\n')"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.out() == u"first\n\ufffd\ufffd\nlast\n"_s &&
                    r.closingLine().contains("stdout was not UTF-8"_L1);
         }},
        {"B02", python, u"import sys\nsys.stdout.write('x' + '日' * 600000)"_s,
         [](const RunResult &r) {
             return succeeded(r) && !r.out().contains(QChar::ReplacementCharacter) &&
                    !r.text.contains(QChar::ReplacementCharacter) && r.number("stdout_bytes"_L1) == 1'800'001;
         }},
        {"B04", python, u"print('a\\0b')"_s,
         [](const RunResult &r) {
             const QString expected = u"a"_s + QChar(u'\0') + u"b\n"_s;
             return succeeded(r) && r.out() == expected && r.text.startsWith(expected);
         }},
        {"B05",
         python,
         u"line = 'x' * 99 + '\\n'\nfor _ in range(7000):\n    print(line * 1000, end='')\nprint('last')"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.number("stdout_bytes"_L1) == 700'000'005 && r.text.contains("xxx\nlast\n"_L1) &&
                    r.text.startsWith("xxx"_L1) && r.closingLine().contains("bytes left out"_L1);
         },
         {{u"timeout"_s, 120}}},
        {"B07", python, u"for i in range(1, 3001): print(i)"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.out().count(u'\n') == 3000 && r.text.contains("\n2999\n3000\n[exit code 0"_L1);
         }},
        {"B08", js, u"process.stdout.write(JSON.stringify(Array.from({length: 20000}, (_, i) => 'item' + i)))"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.text.startsWith("[\"item0\",\"item1\""_L1) &&
                    r.text.contains("\"item19999\"]"_L1) && r.text.contains("sandbox://runs/"_L1) &&
                    !r.meta["stdout_truncated"_L1].toBool();
         }},
        {"B10", python,
         u"import sys\nfor i in (1, 2):\n    print(f'out{i}', flush=True)\n    print(f'err{i}', file=sys.stderr, flush=True)"_s,
         [](const RunResult &r) {
             // One view of both is the monitor's, in their order of arrival; here each stream stands for itself.
             return succeeded(r) && r.out() == "out1\nout2\n"_L1 && r.err() == "err1\nerr2\n"_L1 &&
                    r.text.startsWith("out1\nout2\n[stderr]\nerr1\nerr2\n[exit code 0 in "_L1);
         }},
        {"B11",
         python,
         u"import time\nprint('flushed', flush=True)\nprint('not flushed')\ntime.sleep(60)"_s,
         [](const RunResult &r) { return r.outcome() == "timed_out"_L1 && r.out() == "flushed\nnot flushed\n"_L1; },
         {{u"timeout"_s, 1}}},
        {"B14",
         python,
         u"blocks = []\nwhile True: blocks.append(bytearray(1 << 20))"_s,
         [](const RunResult &r) {
             return r.outcome() == "out_of_memory"_L1 && r.closingLine().startsWith("[out of memory at 256 MiB"_L1);
         },
         {{u"timeout"_s, 20}},
         true},
        {"B15",
         python,
         u"import os, threading\nfor _ in range(4):\n    os.fork()\nblocks = []\nwhile True: blocks.append(bytearray(1 << 20))"_s,
         [](const RunResult &r) { return r.isError() && r.hasRun(); },
         {{u"timeout"_s, 5}},
         true},
        {"B16 py",
         python,
         u"import subprocess\nwhile True: subprocess.Popen(['sleep', '60'])"_s,
         [](const RunResult &r) {
             return r.exitCode() == 1 && r.closingLine().contains("the process limit of 64 was reached"_L1);
         },
         {{u"timeout"_s, 20}},
         true},
        {"B16 js",
         js,
         u"const {spawnSync, spawn} = require('child_process');"
         "for (;;) { const child = spawn('sleep', ['60']); if (!child.pid) { console.log('refused'); process.exit(1); } }"_s,
         [](const RunResult &r) {
             return r.isError() && r.closingLine().contains("the process limit of 64 was reached"_L1);
         },
         {{u"timeout"_s, 20}},
         true},
        {"B17", python, u"import subprocess\nsubprocess.Popen(['sleep', '600'])\nprint('done')"_s,
         [](const RunResult &r) { return succeeded(r) && r.out() == "done\n"_L1 && r.took < patient(3s); }},
        {"B23", python, u"print('before')\n1 / 0"_s,
         [](const RunResult &r) {
             return failedWith(r, 1, "ZeroDivisionError: division by zero"_L1) && r.out() == "before\n"_L1 &&
                    r.err().contains("File \"/sandbox/code.py\", line 2"_L1);
         }},
        {"B24 exit", python, u"import sys\nprint('before')\nsys.exit(0)\nprint('after')"_s,
         [](const RunResult &r) { return succeeded(r) && r.out() == "before\n"_L1; }},
        {"B24 _exit", python, u"import os\nprint('before')\nos._exit(3)"_s,
         [](const RunResult &r) { return r.exitCode() == 3 && r.out() == "before\n"_L1; }},
        {"B24 SystemExit", python, u"print('before')\nraise SystemExit('msg')"_s,
         [](const RunResult &r) { return failedWith(r, 1, "msg"_L1) && r.out() == "before\n"_L1; }},
        {"B26", js, u"async function f() { throw new Error('never awaited'); } f();"_s,
         [](const RunResult &r) { return failedWith(r, 1, "never awaited"_L1); }},
        {"B27", js,
         u"import fs from \"fs/promises\";\nawait fs.writeFile('/tmp/x', 'written');\nconsole.log(await fs.readFile('/tmp/x', 'utf8'))"_s,
         [](const RunResult &r) { return succeeded(r) && r.out() == "written\n"_L1; }},
        {"B29", js, u"enum Color { Red, Green }\nconst c: Color = Color.Red;\nconsole.log(c)"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.out() == "0\n"_L1 && r.closingLine().contains("ran as TypeScript"_L1);
         }},
        {"B30 py", python,
         u"x = 1\n"_s.repeated(5) + u"text = f\"\"\"never closed {x}\n"_s + u"# filler\n"_s.repeated(95),
         [](const RunResult &r) { return failedWith(r, 1, "SyntaxError"_L1) && r.err().contains("line 6"_L1); }},
        {"B30 js", js, u"const a = 1;\nconst b = 'cut\nhere';\n"_s,
         [](const RunResult &r) { return failedWith(r, 1, "SyntaxError"_L1) && r.err().contains("code.js:2"_L1); }},
        {"B30 file", python, ownFile, [](const RunResult &r) { return r.out().trimmed() == sha256(ownFile); }},
        {"B31 py", python, u"print(r'''%1''')"_s.arg(verbatim),
         [](const RunResult &r) { return succeeded(r) && r.out() == verbatim + u'\n'; }},
        {"B31 js", js,
         u"console.log(%1[0])"_s.arg(
             QString::fromUtf8(QJsonDocument(QJsonArray{verbatim}).toJson(QJsonDocument::Compact))),
         [](const RunResult &r) { return succeeded(r) && r.out() == verbatim + u'\n'; }},
        {"B33 150 KB", python, u"x = '%1'\nprint(len(x))"_s.arg(QString(150'000, u'y')),
         [](const RunResult &r) { return succeeded(r) && r.out() == "150000\n"_L1; }},
        {"B33 2 MB", python, u"x = '%1'\nprint(len(x))"_s.arg(QString(2'000'000, u'y')),
         [](const RunResult &r) { return succeeded(r) && r.out() == "2000000\n"_L1; }},
        {"B33 12 MB", python, QString(12'000'000, u'#'),
         [](const RunResult &r) { return r.isError() && !r.hasRun() && r.text.contains("4 MiB"_L1); }},
        {"B35", python, u"import sys\nprint('→ ✓ 日本', sys.stdout.encoding, sys.flags.utf8_mode)"_s,
         [](const RunResult &r) { return succeeded(r) && r.out() == u"→ ✓ 日本 utf-8 1\n"_s; }},
        {"B37",
         python,
         u"import io, matplotlib.pyplot as plt\nplt.plot([1, 2])\nbuffer = io.BytesIO()\nplt.savefig(buffer)\n"
         "print(buffer.getvalue()[:4])"_s,
         [](const RunResult &r) { return succeeded(r) && r.out() == "b'\\x89PNG'\n"_L1 && r.err().isEmpty(); },
         {{u"timeout"_s, 60}}},
        {"B69 py", python, u"2**10"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.out().isEmpty() && r.closingLine().contains("no output"_L1);
         }},
        {"B69 js", js, u"10 + 20"_s,
         [](const RunResult &r) {
             return succeeded(r) && r.out().isEmpty() && r.closingLine().contains("no output"_L1);
         }},
    };
    return table;
}

/// A JSON-RPC line with the given parts of a tools/call.
QByteArray rawCall(const char *id, const char *params)
{
    return QByteArray(R"({"jsonrpc":"2.0","id":")") + id + R"(","method":"tools/call","params":)" + params + "}\n";
}

} // namespace

/// cases.md: everyday inputs that broke others, each by its id. Some are tested where the same is tested in general:
/// B52 and B63 in tst_acceptance, with C05 and S01; B54, B56, B72, B73 and B74 in tst_endtoend; B65 in tst_http.
class TestCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    void program_data();
    void program();
    void B21_programsNeverSeeTheProtocol();
    void B35_anImageWithoutLangPrintsUnicode();
    void B44_anInterpreterByAnotherNameIsFound();
    void B45_oddImagesWork();
    void B48_aRegistryThatFailsOrHangsIsNoTrouble();
    void B50_aContainerRemovedFromOutsideIsNoticed();
    void B53_noInputAtAllEndsTheServer();
    void B57_brokenLinesAreAnsweredOneByOne();
    void B59_protocolMistakesHaveTheirCodes_data();
    void B59_protocolMistakesHaveTheirCodes();
    void B60_progressRises();
    void B61_stdoutStartsWithTheProtocol();
    void runsOutOfMemoryLeaveNothingInTheWorkingFolder();
    void theWorkingFolderMayBeDeleted();
    void B68_structuredContentIsNotSentTwice();
    void B70_aReadOnlyHomeIsEnough();

private:
    [[nodiscard]] std::unique_ptr<McpClient> newClient(const QStringList &options = {},
                                                       const QProcessEnvironment &more = {}) const;
    [[nodiscard]] QByteArray buildImage(const QString &name, const QByteArray &recipe) const;

    std::optional<TestEngine> m_engine;
    std::unique_ptr<McpClient> m_client;
};

void TestCases::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
}

std::unique_ptr<McpClient> TestCases::newClient(const QStringList &options, const QProcessEnvironment &more) const
{
    const QStringList common{u"--memory"_s,  u"256m"_s, u"--pids"_s,      u"64"_s,
                             u"--network"_s, u"none"_s, u"--pool-size"_s, u"1"_s};
    return std::make_unique<McpClient>(*m_engine, common + options, more);
}

void TestCases::init()
{
    if (m_client && m_client->isRunning())
        return;
    QProcessEnvironment more;
    more.insert(u"LC_ALL"_s, u"C"_s); // B35
    m_client = newClient({}, more);
    QVERIFY2(m_client->start(), m_client->log().constData());
}

void TestCases::cleanup()
{
    if (m_client)
        QVERIFY2(m_client->violations().isEmpty(), qPrintable(m_client->violations().join(u'\n')));
}

void TestCases::cleanupTestCase()
{
    if (!m_client)
        return;
    const qint64 pid = m_client->pid();
    m_client->closeInput();
    QCOMPARE(m_client->waitForExit(10s), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 2s));
}

/// Empty, or what the engine said.
QByteArray TestCases::buildImage(const QString &name, const QByteArray &recipe) const
{
    const TestEngine::Output built =
        m_engine->run({u"build"_s, u"--network"_s, u"none"_s, u"--tag"_s, name, u"-"_s}, recipe);
    return built.exitCode == 0 ? QByteArray() : built.err + "failed";
}

void TestCases::program_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < cases().size(); ++i) {
        if (!cases()[i].needsLimits || m_engine->enforcesLimits())
            QTest::newRow(cases()[i].id) << i;
    }
}

void TestCases::program()
{
    QFETCH(int, index);
    const Case &one = cases()[index];
    QJsonObject arguments = one.more;
    arguments[u"code"_s] = one.code;
    std::optional<Conditions> conditions; // B15 and B16: what is meanwhile
    if (one.needsLimits)
        conditions.emplace(*m_client);
    const bool isPython = one.language == Language::Python;
    const int id = m_client->call(isPython ? u"run_python_code"_s : u"run_js_code"_s, arguments);
    const RunResult result = m_client->waitForResult(id, 150s);
    QVERIFY2(!result.reply.isEmpty() && one.isRight(result), result.description());
    if (conditions) {
        const QStringList broken = conditions->broken(result, 20s);
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
    }
    QCOMPARE(m_client->runPython(u"print('next')"_s).out(), u"next\n"_s); // the session goes on
}

void TestCases::B21_programsNeverSeeTheProtocol()
{
    const int reading = m_client->call(
        u"run_python_code"_s,
        {{u"code"_s, u"import sys, time\nprint('reads', flush=True)\nprint(repr(sys.stdin.read()))\ntime.sleep(1)"_s}},
        {{u"progressToken"_s, u"B21"_s}});
    QVERIFY(m_client->waitForProgress(u"B21"_s, u"''"_s));
    QVERIFY(m_client->ask(u"ping"_s)["result"_L1].isObject());
    QCOMPARE(m_client->runJavaScript(u"console.log('meanwhile')"_s).out(), u"meanwhile\n"_s);
    QCOMPARE(m_client->waitForResult(reading).out(), u"reads\n''\n"_s);
}

void TestCases::B35_anImageWithoutLangPrintsUnicode()
{
    const QString image = u"localhost/code-sandbox-test-no-lang"_s;
    const QByteArray problem =
        buildImage(image, "FROM localhost/code-sandbox-python\nENV LANG= LC_ALL= PYTHONUTF8= PYTHONIOENCODING=\n");
    QVERIFY2(problem.isEmpty(), problem.constData());
    QProcessEnvironment more;
    more.insert(u"LC_ALL"_s, u"C"_s);
    auto client = newClient({u"--python-image"_s, image, u"--pool-size"_s, u"0"_s}, more);
    QVERIFY(client->start());
    const RunResult result =
        client->runPython(u"import sys\nprint('→ ✓ 日本', sys.stdout.encoding, sys.flags.utf8_mode)"_s);
    QVERIFY2(result.out() == u"→ ✓ 日本 utf-8 1\n"_s, result.description());
}

void TestCases::B44_anInterpreterByAnotherNameIsFound()
{
    const QString image = u"localhost/code-sandbox-test-python-only"_s;
    const QByteArray problem = buildImage(image, R"--(FROM localhost/code-sandbox-python
USER 0
RUN mkdir /only && ln -s "$(readlink -f "$(command -v python3)")" /only/python
ENV PATH=/only
)--");
    QVERIFY2(problem.isEmpty(), problem.constData());
    auto client = newClient({u"--python-image"_s, image, u"--js-image"_s, image});
    QVERIFY(client->start());
    QCOMPARE(client->runPython(u"print('found')"_s).out(), u"found\n"_s);
    const RunResult js = client->runJavaScript(u"console.log(1)"_s);
    QVERIFY(js.isError());
    QVERIFY2(!js.hasRun() && js.text.contains(image) && js.text.contains("node or nodejs"_L1), qPrintable(js.text));
}

void TestCases::B45_oddImagesWork()
{
    const QString image = u"localhost/code-sandbox-test-odd"_s;
    const QByteArray problem = buildImage(image, R"--(FROM localhost/code-sandbox-python
USER 0
RUN rm -rf /sandbox
ENV HOME=/nowhere http_proxy=http://user:password@proxy.example HOSTNAME=odd
VOLUME /data
WORKDIR /odd/place
USER 12345
ENTRYPOINT ["/bin/false"]
HEALTHCHECK CMD /bin/false
)--");
    QVERIFY2(problem.isEmpty(), problem.constData());
    auto client = newClient({u"--python-image"_s, image});
    QVERIFY(client->start());
    const RunResult result = client->runPython(
        u"import os\nopen('file', 'w').write('x')\nprint(os.getcwd(), [n for n in os.environ if 'proxy' in n.lower()],"
        " os.getuid() != 0)\n"
        "print(os.path.ismount('/data'), os.access('/data', os.W_OK))"_s);
    // Docker cannot be told to leave the image's volume out; it is nobody's to write to, and goes with the container.
    const QString volume = m_engine->kind() == TestEngine::Kind::Docker ? u"True"_s : u"False"_s;
    QVERIFY2(result.out() == u"/sandbox [] True\n%1 False\n"_s.arg(volume), result.description());
}

void TestCases::B48_aRegistryThatFailsOrHangsIsNoTrouble()
{
    // Without a pool every container would be that of the call.
    auto client = newClient({u"--python-image"_s, u"127.0.0.1:1/no/such:image"_s, u"--pool-size"_s, u"0"_s});
    QVERIFY(client->start());
    const RunResult refused = client->runPython(u"print(1)"_s);
    QVERIFY2(refused.isError() && refused.text.contains("Cannot pull the image 127.0.0.1:1/no/such:image: "_L1),
             refused.description());
    QVERIFY(m_engine->containers(client->pid()).isEmpty());
    QVERIFY(client->ask(u"ping"_s).contains("result"_L1));

    QTcpServer silent; // accepts and never answers
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    auto waiting = newClient({u"--python-image"_s, u"127.0.0.1:%1/silent"_s.arg(silent.serverPort())});
    QVERIFY(waiting->start());
    const int id = waiting->call(u"run_python_code"_s, {{u"code"_s, u"print(1)"_s}}, {{u"progressToken"_s, 1}});
    QVERIFY(waiting->waitForProgress(1, u"pulling the image"_s));
    QCOMPARE(waiting->runJavaScript(u"console.log('meanwhile')"_s).out(), u"meanwhile\n"_s);
    waiting->cancel(id);
    QVERIFY(waiting->ask(u"ping"_s).contains("result"_L1));
    waiting->closeInput();
    QCOMPARE(waiting->waitForExit(10s), 0);
    QVERIFY(!waiting->hasReply(id));
}

void TestCases::B50_aContainerRemovedFromOutsideIsNoticed()
{
    auto client = newClient({u"--pool-size"_s, u"0"_s});
    QVERIFY(client->start());
    const int id =
        client->call(u"run_python_code"_s, {{u"code"_s, u"print('is running', flush=True)\nwhile True: pass"_s}},
                     {{u"progressToken"_s, 1}});
    QVERIFY(client->waitForProgress(1, u"is running"_s));
    const QList<ListedContainer> running = m_engine->containers(client->pid());
    QCOMPARE(running.size(), 1);
    QCOMPARE(m_engine->run({u"rm"_s, u"-f"_s, running.constFirst().name}).exitCode, 0);
    const RunResult result = client->waitForResult(id, 10s);
    QVERIFY2(result.isError() && result.text.contains("removed from outside"_L1), result.description());
    QCOMPARE(client->runPython(u"print('next')"_s).out(), u"next\n"_s);
}

void TestCases::B53_noInputAtAllEndsTheServer()
{
    auto client = newClient();
    client->startServer();
    client->closeInput();
    QCOMPARE(client->waitForExit(10s), 0);
    QVERIFY(client->firstBytes().isEmpty());
}

void TestCases::B57_brokenLinesAreAnsweredOneByOne()
{
    const qsizetype before = m_client->messages().size();
    m_client->sendBytes("{\"jsonrpc\":\"2.0\",\"id\":1,\n\n\r\ngarbage\n\xff\xfe\n");
    QVERIFY(m_client->ask(u"ping"_s).contains("result"_L1));
    const QList<QJsonObject> answers = m_client->messages().mid(before);
    QCOMPARE(answers.size(), 4); // three bad lines and the ping
    for (const QJsonObject &answer : answers.first(3)) {
        QCOMPARE(answer["error"_L1]["code"_L1].toInt(), -32700);
        QVERIFY(!answer.contains("id"_L1));
    }
}

void TestCases::B59_protocolMistakesHaveTheirCodes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code"); // 0: a result with isError
    QTest::newRow("unknown method") << QByteArray(R"({"jsonrpc":"2.0","id":"x","method":"no/such"})") + '\n' << -32601;
    QTest::newRow("params null") << QByteArray(R"({"jsonrpc":"2.0","id":"x","method":"tools/list","params":null})") +
                                        '\n'
                                 << -32602;
    QTest::newRow("without a name") << rawCall("x", R"({"arguments":{"code":"1"}})") << -32602;
    QTest::newRow("unknown tool") << rawCall("x", R"({"name":"rm"})") << -32602;
    QTest::newRow("batch") << QByteArray(R"([{"jsonrpc":"2.0","id":"x","method":"ping"}])") + '\n' << -32600;
    for (const char *code : {"", R"("code":null)", R"("code":7)", R"--("code":["print(1)"])--", R"("code":{})"}) {
        const QByteArray params = QByteArray(R"({"name":"run_python_code","arguments":{)") + code + "}}";
        QTest::addRow("arguments {%s}", code) << rawCall("x", params.constData()) << 0;
    }
}

void TestCases::B59_protocolMistakesHaveTheirCodes()
{
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    const qsizetype before = m_client->messages().size();
    // An id of its own for each row, for a client never uses one twice.
    m_client->sendBytes(QByteArray(line).replace("\"x\"", '"' + QByteArray::number(before) + '"'));
    QVERIFY(m_client->ask(u"ping"_s).contains("result"_L1));
    QVERIFY(m_client->messages().size() >= before + 2);
    const QJsonObject answer = m_client->messages()[before];
    if (code != 0)
        QCOMPARE(answer["error"_L1]["code"_L1].toInt(), code);
    else
        QVERIFY2(answer["result"_L1]["isError"_L1].toBool(), QJsonDocument(answer).toJson().constData());
}

void TestCases::B60_progressRises()
{
    const QJsonObject quiet{{u"code"_s, u"import time\ntime.sleep(10)\nprint('done')"_s}};
    const qsizetype before = m_client->messages().size();
    const int with = m_client->call(u"run_python_code"_s, quiet, {{u"progressToken"_s, u"B60"_s}});
    const int without = m_client->call(u"run_python_code"_s, quiet);
    QCOMPARE(m_client->waitForResult(with).out(), u"done\n"_s);
    QCOMPARE(m_client->waitForResult(without).out(), u"done\n"_s);
    const QList<QJsonObject> reports = m_client->progress(u"B60"_s);
    QVERIFY2(reports.size() >= 3, QByteArray::number(reports.size()).constData());
    for (qsizetype i = 1; i < reports.size(); ++i) {
        const double pause = reports[i]["progress"_L1].toDouble() - reports[i - 1]["progress"_L1].toDouble();
        QVERIFY2(pause > 0 && pause < 5, QByteArray::number(pause).constData());
    }
    for (const QJsonObject &message : m_client->messages().mid(before))
        QVERIFY(!message.contains("method"_L1) || message["params"_L1]["progressToken"_L1] == "B60"_L1);
}

void TestCases::B61_stdoutStartsWithTheProtocol()
{
    QProcessEnvironment more;
    more.insert(u"QT_LOGGING_RULES"_s, u"*=true"_s);
    more.insert(u"QT_DEBUG_PLUGINS"_s, u"1"_s);
    more.insert(u"QT_LOGGING_TO_CONSOLE"_s, u"1"_s);
    QTemporaryDir folder;
    QFile::setPermissions(folder.path(), QFile::Permissions(0x7777)); // for the ordinary user of rootless podman
    QFile configuration(folder.filePath(u"config.json"_s));
    QVERIFY(configuration.open(QFile::WriteOnly));
    configuration.write("{}");
    configuration.close();
    configuration.setPermissions(QFile::Permissions(0x6444));
    const QString file = folder.filePath(u"file"_s);
    QStringList options{u"--verbose"_s, u"--structured-content"_s, u"--no-token"_s, u"--allow-insecure"_s};
    const QList<std::pair<QString, QString>> values{{u"--timeout"_s, u"5"_s},
                                                    {u"--max-timeout"_s, u"9"_s},
                                                    {u"--memory"_s, u"256m"_s},
                                                    {u"--pids"_s, u"64"_s},
                                                    {u"--cpus"_s, u"0.5"_s},
                                                    {u"--max-output"_s, u"1000"_s},
                                                    {u"--max-capture"_s, u"1m"_s},
                                                    {u"--max-concurrent"_s, u"2"_s},
                                                    {u"--max-traffic"_s, u"1g"_s},
                                                    {u"--pull"_s, u"never"_s},
                                                    {u"--pass-through-env"_s, u"HOME"_s},
                                                    {u"--python-image"_s, u"localhost/code-sandbox-python"_s},
                                                    {u"--js-image"_s, u"localhost/code-sandbox-js"_s},
                                                    {u"--userns"_s, u"auto"_s},
                                                    {u"--network"_s, u"none"_s},
                                                    {u"--pool-size"_s, u"1"_s},
                                                    {u"--pool-idle"_s, u"60"_s},
                                                    {u"--pool-max-age"_s, u"60"_s},
                                                    {u"--preload"_s, u"json"_s},
                                                    {u"--journal"_s, file},
                                                    {u"--config"_s, configuration.fileName()},
                                                    {u"--transport"_s, u"stdio"_s},
                                                    {u"--listen"_s, u"127.0.0.1:0"_s},
                                                    {u"--token-file"_s, file},
                                                    {u"--allow-host"_s, u"name.example"_s},
                                                    {u"--allow-origin"_s, u"https://name.example"_s},
                                                    {u"--tls-certificate"_s, file},
                                                    {u"--tls-key"_s, file},
                                                    {u"--max-connections"_s, u"3"_s},
                                                    {u"--max-running-per-client"_s, u"1"_s},
                                                    {u"--max-waiting-per-client"_s, u"1"_s},
                                                    {u"--grace"_s, u"1"_s}};
    for (const auto &[name, value] : values)
        options << name << value;
    // --engine and --runtime are given where the engine is chosen; --ca-file needs a certificate (tst_egress has one);
    // --help and --version print instead of serving.
    const QString help =
        QString::fromUtf8(runProgram(m_engine->serverCommand({u"--help-all"_s}), m_engine->serverEnvironment()).out);
    static const QRegularExpression option(u"^  (--[a-z-]+)"_s, QRegularExpression::MultilineOption);
    QStringList known;
    for (const QRegularExpressionMatch &match : option.globalMatch(help))
        known += match.captured(1);
    QVERIFY(known.contains(u"--verbose"_s));
    for (const QString &name : {u"--engine"_s, u"--runtime"_s, u"--ca-file"_s, u"--help"_s, u"--version"_s})
        QVERIFY2(known.removeOne(name), qPrintable(name));
    for (const QString &name : std::as_const(known))
        QVERIFY2(options.contains(name), qPrintable(name));
    auto client = newClient(options, more);
    QVERIFY(client->start());
    QCOMPARE(client->firstBytes().left(1), QByteArrayLiteral("{"));
    QCOMPARE(client->runPython(u"print(1)"_s).text.left(2), u"1\n"_s);
    QVERIFY(!client->log().isEmpty());
    QVERIFY(client->violations().isEmpty());
}

void TestCases::runsOutOfMemoryLeaveNothingInTheWorkingFolder()
{
    if (!m_engine->enforcesLimits())
        QSKIP("this engine does not limit memory");
    auto client = newClient({u"--memory"_s, u"64m"_s});
    QVERIFY(client->start());
    const RunResult result = client->runPython(u"x = bytearray(500 << 20)"_s);
    QVERIFY2(result.outcome() == "out_of_memory"_L1, result.description());
    client->closeInput();
    QCOMPARE(client->waitForExit(30s), 0);
    QCOMPARE(client->leftInWorkingFolder(), QStringList());
}

void TestCases::theWorkingFolderMayBeDeleted()
{
    auto client = newClient({});
    client->startServer();
    QVERIFY(QDir().rmdir(client->workingFolder()));
    QVERIFY(client->initialize(u"2025-06-18"_s).contains("result"_L1));
    const RunResult result = client->runPython(u"print(1)"_s);
    QVERIFY2(result.out() == "1\n"_L1, result.description());
}

void TestCases::B68_structuredContentIsNotSentTwice()
{
    auto client = newClient({u"--structured-content"_s});
    QVERIFY(client->start());
    const RunResult result = client->runPython(u"print('0123456789' * 40000)"_s);
    const QByteArray message = QJsonDocument(result.reply).toJson(QJsonDocument::Compact);
    const QJsonObject structured = result.reply["result"_L1]["structuredContent"_L1].toObject();
    QCOMPARE(structured["stdout"_L1].toString().size(), 400'001);
    QVERIFY(!result.meta.contains("stdout"_L1));
    QVERIFY2(message.size() < 500'000, QByteArray::number(message.size()).constData());
}

void TestCases::B70_aReadOnlyHomeIsEnough()
{
    if (m_engine->kind() == TestEngine::Kind::RootlessPodman)
        QSKIP("rootless podman keeps its images in HOME");
    QProcessEnvironment more;
    more.insert(u"HOME"_s, u"/proc/self"_s); // nobody can write there
    auto client = newClient({}, more);
    QVERIFY(client->start());
    QCOMPARE(client->firstBytes().left(1), QByteArrayLiteral("{"));
    const RunResult result = client->runPython(u"print(1)"_s);
    QVERIFY2(result.out() == "1\n"_L1, result.description());
}

QTEST_GUILESS_MAIN(TestCases)
#include "tst_cases.moc"
