#include "conditions.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What is right for a program as a language model writes it. Nothing said: exit code 0, and the output.
struct Case
{
    const char *id;
    enum Tool
    {
        Python,
        JavaScript
    } tool;
    QString code;
    QString output;
    QString closing = {}; ///< A part of the closing line.
    QString outcome = u"exited"_s;
    bool needsLimits = false;
};

/// For rows about servers of the program's own: how each address answers, in one line.
const auto pythonServer = u"import http.server, socket, threading, urllib.request, requests\n"
                          "class H(http.server.BaseHTTPRequestHandler):\n"
                          "    def do_GET(self):\n"
                          "        self.send_response(200); self.end_headers(); self.wfile.write(b'own')\n"
                          "    def do_POST(self):\n"
                          "        body = self.rfile.read(int(self.headers['Content-Length']))\n"
                          "        self.send_response(200); self.end_headers(); self.wfile.write(body[::-1])\n"
                          "    def log_message(self, *_): pass\n"
                          "server = http.server.ThreadingHTTPServer(('0.0.0.0', 0), H)\n"
                          "port = server.server_address[1]\n"
                          "threading.Thread(target=server.serve_forever, daemon=True).start()\n"_s;

const auto javaScriptServer =
    u"const http = require('http'), net = require('net'), os = require('os');\n"
    "const server = http.createServer((q, a) => a.end('own ' + q.url));\n"
    "const hosts = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', os.hostname()];\n"
    "server.listen(0, '::', async () => {\n"
    "    const port = server.address().port;\n"
    "    const proxy = new URL(process.env.HTTP_PROXY ?? 'http://localhost:1');\n"_s;

const QList<Case> &cases()
{
    static const QList<Case> table{
        {"T01 pip", Case::Python,
         u"import importlib, os, subprocess, sys, zipfile\n"
         "wheel = '/tmp/small_thing-1.0-py3-none-any.whl'\n"
         "info = 'small_thing-1.0.dist-info/'\n"
         "with zipfile.ZipFile(wheel, 'w') as z:\n"
         "    z.writestr('small_thing.py', 'value = 42\\ndef main(): print(\"script\", value)\\n')\n"
         "    z.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: small-thing\\nVersion: 1.0\\n')\n"
         "    z.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n"
         "    z.writestr(info + 'entry_points.txt', '[console_scripts]\\nsmall-thing = small_thing:main\\n')\n"
         "    z.writestr(info + 'RECORD', '')\n"
         "subprocess.check_call([sys.executable, '-m', 'pip', 'install', '-q', '--no-index', wheel],\n"
         "                      stdout=subprocess.DEVNULL)\n"
         "importlib.invalidate_caches()\n"
         "import small_thing\n"
         "print(small_thing.value, flush=True)\n"
         "subprocess.check_call(['small-thing'])\n"
         "print(os.listdir('/tmp') == [os.path.basename(wheel)])\n"_s,
         u"42\nscript 42\nTrue\n"_s},
        {"T01 npm", Case::JavaScript,
         u"const fs = require('fs'), { execFileSync } = require('child_process');\n"
         "fs.mkdirSync('/tmp/thing');\n"
         "fs.writeFileSync('/tmp/thing/package.json', JSON.stringify({name: 'thing', version: '1.0.0', main: 'i.js',\n"
         "    bin: {thing: 'cli.js'}}));\n"
         "fs.writeFileSync('/tmp/thing/i.js', 'module.exports = 42;');\n"
         "fs.writeFileSync('/tmp/thing/cli.js', '#!/usr/bin/env node\\nconsole.log(\"script\");');\n"
         "execFileSync('npm', ['pack', '--silent', '/tmp/thing'], {cwd: '/tmp'});\n"
         "execFileSync('npm', ['install', '--silent', '--offline', '/tmp/thing-1.0.0.tgz'], {cwd: '/sandbox'});\n"
         "console.log(require('thing'), fs.existsSync('/sandbox/node_modules/thing'));\n"
         "execFileSync('npm', ['install', '--silent', '--offline', '-g', '/tmp/thing-1.0.0.tgz']);\n"
         "console.log(String(execFileSync('thing')).trim());\n"_s,
         u"42 true\nscript\n"_s},
        {"T02 T04", Case::Python,
         pythonServer + u"for host in ('localhost', '127.0.0.1', '0.0.0.0', '127.0.0.2', socket.gethostname()):\n"
                        "    url = f'http://{host}:{port}/'\n"
                        "    print(urllib.request.urlopen(url).read().decode(), requests.get(url).status_code,\n"
                        "          requests.post(url, data=b'abc' * 100000).text == 'cba' * 100000)\n"
                        // In a session, urllib3 sends requests for several hosts over one connection to its proxy.
                        "s = requests.Session()\n"
                        "print([s.get(f'http://{host}:{port}/').text for host in ('127.0.0.2', '127.0.0.3') * 3])\n"_s,
         u"own 200 True\n"_s.repeated(5) + u"['own', 'own', 'own', 'own', 'own', 'own']\n"_s},
        {"T02 nobody answers", Case::Python,
         u"import requests\nr = requests.get('http://127.0.0.2:9/')\n"
         "print(r.status_code, 'No server of this program answers there: Connection refused' in r.text)"_s,
         u"502 True\n"_s},
        {"T03 fetch", Case::JavaScript,
         javaScriptServer + u"    for (const host of hosts)\n"
                            "        console.log((await fetch(`http://${host}:${port}/a?b=c`)).status);\n"
                            "    process.exit(0);\n});\n"_s,
         u"200\n200\n200\n200\n200\n"_s},
        {"T03 absolute form", Case::JavaScript,
         javaScriptServer +
             u"    for (const host of hosts) {\n"
             "        await new Promise(done => http.get({host: proxy.hostname, port: proxy.port,\n"
             "            path: `http://${host}:${port}/a?b=c`, headers: {Host: `${host}:${port}`}}, answer => {\n"
             "                let text = '';\n"
             "                answer.on('data', part => text += part).on('end', () => {\n"
             "                    console.log(answer.statusCode, text, answer.headers.connection); done(); });\n"
             "            }));\n"
             "    }\n    process.exit(0);\n});\n"_s,
         u"200 own /a?b=c close\n"_s.repeated(5)},
        {"T03 CONNECT", Case::JavaScript,
         javaScriptServer +
             u"    for (const host of hosts) {\n"
             "        await new Promise(done => http.request({host: proxy.hostname, port: proxy.port, method: 'CONNECT',\n"
             "            path: `${host}:${port}`}).on('connect', (answer, socket) => {\n"
             "                let text = '';\n"
             "                socket.write('GET /x HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n');\n"
             "                socket.on('data', part => text += part).on('end', () => {\n"
             "                    console.log(answer.statusCode, text.split('\\r\\n')[0], text.includes('own /x'));\n"
             "                    socket.end(); done(); });\n"
             "            }).end());\n"
             "    }\n    process.exit(0);\n});\n"_s,
         u"200 HTTP/1.1 200 OK true\n"_s.repeated(5)},
        {"T05 shared memory", Case::Python,
         u"from multiprocessing import Process, shared_memory\n"
         "def fill(name, half):\n"
         "    m = shared_memory.SharedMemory(name)\n"
         "    m.buf[half << 20:(half << 20) + (150 << 20)] = bytes([half % 255 + 1]) * (150 << 20)\n"
         "    m.close()\n"
         "m = shared_memory.SharedMemory(create=True, size=32 << 20)\n"
         "m.buf[:] = b'x' * (32 << 20)\nprint(bytes(m.buf[-3:]))\nm.close(); m.unlink()\n"
         "m = shared_memory.SharedMemory(create=True, size=300 << 20)\n"
         "for half in (0, 150):\n"
         "    p = Process(target=fill, args=(m.name, half)); p.start(); p.join()\n"
         "print(m.buf[0], m.buf[(150 << 20) - 1], m.buf[150 << 20], m.buf[-1])\nm.close(); m.unlink()\n"_s,
         u"b'xxx'\n1 1 151 151\n"_s, {}, u"exited"_s, true},
        {"T05 out of memory", Case::Python,
         u"from multiprocessing import shared_memory\n"
         "m = shared_memory.SharedMemory(create=True, size=2 << 30)\n"
         "for i in range(2048): m.buf[i << 20:(i + 1) << 20] = b'x' * (1 << 20)\n"_s,
         {}, u"out of memory at 1 GiB"_s, u"out_of_memory"_s, true},
        {"T06 400 MB", Case::Python,
         u"for folder in ('/tmp', '/sandbox'):\n"
         "    for size in (100, 400):\n"
         "        with open(folder + '/file', 'wb') as f:\n"
         "            for _ in range(size): f.write(bytes(1_000_000))\n"
         "        print(folder, f.name, size)\n"_s,
         u"/tmp /tmp/file 100\n/tmp /tmp/file 400\n/sandbox /sandbox/file 100\n/sandbox /sandbox/file 400\n"_s, {},
         u"exited"_s, true},
        {"T06 full", Case::Python,
         u"with open('/tmp/file', 'wb') as f:\n    while True: f.write(bytes(1 << 20))\n"_s, {},
         u"/tmp is full: it holds 960 MiB, which --memory decides"_s, u"failed"_s, true},
        {"T06 out of memory", Case::Python,
         u"for folder in ('/tmp', '/sandbox'):\n"
         "    with open(folder + '/file', 'wb') as f:\n"
         "        for _ in range(700): f.write(bytes(1 << 20))\n"_s,
         {}, u"the files in /tmp take 700 MiB of the memory"_s, u"out_of_memory"_s, true},
        {"T06 large wheel", Case::Python,
         u"import os, subprocess, sys, zipfile\n"
         "wheel = '/tmp/large_thing-1.0-py3-none-any.whl'\n"
         "info = 'large_thing-1.0.dist-info/'\n"
         "with zipfile.ZipFile(wheel, 'w') as z:\n"
         "    z.writestr('large_thing/__init__.py', 'value = 42')\n"
         "    with z.open('large_thing/data', 'w') as f:\n"
         "        for _ in range(120): f.write(os.urandom(1_000_000))\n"
         "    z.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: large-thing\\nVersion: 1.0\\n')\n"
         "    z.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n"
         "    z.writestr(info + 'RECORD', '')\n"
         "subprocess.check_call([sys.executable, '-m', 'pip', 'install', '-q', '--no-index', wheel],\n"
         "                      stdout=subprocess.DEVNULL)\n"
         "import large_thing\nprint(large_thing.value)\n"_s,
         u"42\n"_s, {}, u"exited"_s, true},
        {"T07 joblib", Case::Python,
         u"import joblib, numpy\na = numpy.ones((12_000_000,))\n"
         "print(sum(joblib.Parallel(n_jobs=2)(joblib.delayed(numpy.sum)(a[i::2]) for i in (0, 1))))\n"
         "print(joblib.Parallel(n_jobs=2)(joblib.delayed(numpy.sum)(a) for _ in range(2)))\n"_s,
         u"12000000.0\n[np.float64(12000000.0), np.float64(12000000.0)]\n"_s, {}, u"exited"_s, true},
        {"T07 sklearn", Case::Python,
         u"from sklearn.datasets import make_classification\n"
         "from sklearn.ensemble import RandomForestClassifier\n"
         "from sklearn.model_selection import cross_val_score\n"
         "x, y = make_classification(300, random_state=0)\n"
         "print(len(cross_val_score(RandomForestClassifier(10, random_state=0), x, y, n_jobs=-1)))\n"_s,
         u"5\n"_s, {}, u"exited"_s, true},
        {"T10", Case::JavaScript, u"const a = []; for (;;) a.push(new Array(1e5).fill(1))"_s, {},
         u"out of memory at 768 MiB, the limit of Node's heap (V8)"_s, u"out_of_memory"_s},
        {"T10 worker", Case::JavaScript,
         u"const { Worker, isMainThread } = require('worker_threads');\n"
         "if (isMainThread) new Worker(__filename);\n"
         "else { const a = []; for (;;) a.push(new Array(1e5).fill(1)); }\n"_s,
         {}, u"out of memory at 768 MiB, the limit of Node's heap (V8)"_s, u"out_of_memory"_s},
        {"T16 types", Case::JavaScript,
         u"interface A { b: string }\ntype C<T> = { [k: string]: T };\n"
         "const f = (x: number, y?: string): number => x + 1;\nconst c: C<number> = { d: f(1) };\n"
         "console.log(c.d, typeof require);\n"_s,
         u"2 function\n"_s, u"; ran as TypeScript]"_s},
        {"T16 enum, namespace, parameter properties", Case::JavaScript,
         u"enum Color { Red, Green = 5 }\nnamespace Geo { export const pi: number = 3; }\n"
         "class P { constructor(public x: number, private y = 2) {} sum() { return this.x + this.y; } }\n"
         "console.log(Color.Green, Color[0], Geo.pi, new P(4).sum(), __filename);\n"_s,
         u"5 Red 3 6 /sandbox/code.ts\n"_s, u"; ran as TypeScript]"_s},
        {"T16 modules", Case::JavaScript,
         u"import fs from \"node:fs\";\nimport type { Stats } from \"node:fs\";\nenum Color { Red = 7 }\n"
         "const s: Stats = await Promise.resolve(fs.statSync('/sandbox/code.ts'));\n"
         "console.log(Color.Red, s.isFile(), fs.readdirSync('/sandbox').filter(n => !n.startsWith('.')));\n"_s,
         u"7 true [ 'code.ts' ]\n"_s, u"; ran as TypeScript]"_s},
        {"T16 failing", Case::JavaScript, u"const x: number = 1;\nconsole.log('before');\nthrow new Error('mine');\n"_s,
         u"before\n"_s, u"; ran as TypeScript]"_s, u"failed"_s},
        {"T16 JavaScript with a mistake", Case::JavaScript, u"console.log('a');\nconst a = (1 + ;\n"_s, {},
         u"[exit code 1 in "_s, u"failed"_s},
        {"T16 SyntaxError while it runs", Case::JavaScript, u"console.error('x');\nJSON.parse('{');\n"_s, {},
         u"[exit code 1 in "_s, u"failed"_s},
        {"T31", Case::Python,
         u"import matplotlib.pyplot as plt\n"
         "plt.title('😀🚀✅ नमस्ते สวัสดี مرحبا שלום বাংলা தமிழ் 中文', fontweight='bold')\n"
         "plt.savefig('/tmp/x.png'); print('drawn')\n"_s,
         u"drawn\n"_s},
        {"T32", Case::Python,
         u"import os, shutil\nos.system('clear')\n"
         "print(os.get_terminal_size(), tuple(shutil.get_terminal_size()), os.environ['TERM'])\n"_s,
         u"os.terminal_size(columns=80, lines=24) (80, 24) dumb\n"_s},
        {"C zones", Case::Python,
         u"import pandas, zoneinfo, datetime\n"
         "for zone in ('US/Eastern', 'Europe/Kiev', 'Asia/Calcutta'):\n"
         "    t = datetime.datetime(2024, 1, 1, tzinfo=zoneinfo.ZoneInfo(zone)).utcoffset()\n"
         "    print(t == pandas.Timestamp('2024-01-01', tz=zone).utcoffset())\n"_s,
         u"True\nTrue\nTrue\n"_s},
        {"C 200 threads", Case::Python,
         u"import threading\ne = threading.Event()\nn = 0\ntry:\n"
         "    for n in range(200): threading.Thread(target=e.wait, daemon=True).start()\n"
         "except RuntimeError as error: print(error)\nprint(n > 100)\ne.set()\n"_s,
         {}, u"exit code 0 in "_s},
        {"C new system calls", Case::Python,
         u"import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
         "print(os.memfd_create('x') > 0, os.eventfd(0) > 0)\n"
         "for call in (libc.timerfd_create, lambda a, b: libc.syscall(434, os.getpid(), 0), lambda a, b: "
         "libc.syscall(435, None, 0)):\n"
         "    print(call(1, 0) != 0 or ctypes.get_errno() != 0)\n"_s,
         u"True True\nTrue\nTrue\nTrue\n"_s},
        {"C start methods", Case::Python,
         u"import multiprocessing as m\n"
         "def square(x): return x * x\n"
         "if __name__ == '__main__':\n"
         "    for method in ('fork', 'spawn', 'forkserver'):\n"
         "        with m.get_context(method).Pool(2) as pool: print(method, pool.map(square, range(3)))\n"_s,
         u"fork [0, 1, 4]\nspawn [0, 1, 4]\nforkserver [0, 1, 4]\n"_s},
        {"C recursion in a thread", Case::Python,
         u"import sys, threading\nsys.setrecursionlimit(20000)\nthreading.stack_size(256 << 20)\n"
         "def down(n): return 0 if n == 0 else 1 + down(n - 1)\n"
         "t = threading.Thread(target=lambda: print(down(15000)))\nt.start(); t.join()\n"_s,
         u"15000\n"_s},
    };
    return table;
}

} // namespace

/// cases-models.md: programs as language models write them, each by its id; what concerns the inside of a container.
class TestModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void program_data();
    void program();
    void T08_limitsThatTheEngineRefusesAreLeftOut();

private:
    std::optional<TestEngine> m_engine;
    std::unique_ptr<McpClient> m_client;
};

void TestModels::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
    if (!m_engine)
        return;
    // Two processors, for the rows about several processes; the default network, since servers of its own are a matter of
    // the proxy.
    m_client = std::make_unique<McpClient>(
        *m_engine, QStringList{u"--memory"_s, u"1g"_s, u"--cpus"_s, u"2"_s, u"--pool-size"_s, u"2"_s});
    QVERIFY2(m_client->start(), m_client->log().constData());
}

void TestModels::cleanupTestCase()
{
    if (!m_client)
        return;
    QVERIFY2(m_client->violations().isEmpty(), qPrintable(m_client->violations().join(u'\n')));
    const qint64 pid = m_client->pid();
    m_client->closeInput();
    QCOMPARE(m_client->waitForExit(20s), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 20s));
}

void TestModels::program_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < cases().size(); ++i) {
        if (!cases()[i].needsLimits || m_engine->enforcesLimits())
            QTest::newRow(cases()[i].id) << i;
    }
}

void TestModels::program()
{
    QFETCH(int, index);
    const Case &one = cases()[index];
    const QJsonObject more{{u"timeout"_s, 120}};
    const RunResult result =
        one.tool == Case::Python ? m_client->runPython(one.code, more) : m_client->runJavaScript(one.code, more);
    QVERIFY2(result.hasRun(), result.description());
    const bool mayFail = one.outcome != "exited"_L1;
    QVERIFY2(result.isError() == mayFail, result.description());
    QVERIFY2(result.outcome() == (one.outcome == "failed"_L1 ? u"exited"_s : one.outcome), result.description());
    if (!one.output.isEmpty())
        QVERIFY2(result.out() == one.output, result.description());
    if (!mayFail)
        QVERIFY2(result.err().isEmpty(), result.description());
    QVERIFY2(result.closingLine().contains(one.closing), result.description());
    QVERIFY2(one.closing.contains("TypeScript"_L1) == result.closingLine().contains("TypeScript"_L1),
             result.description());
}

/// An engine that starts nothing as long as it is asked for processors, as without the cpu controller.
void TestModels::T08_limitsThatTheEngineRefusesAreLeftOut()
{
    if (m_engine->kind() != TestEngine::Kind::Podman)
        QSKIP("one engine is enough");
    QTemporaryDir folder;
    QFile shim(folder.filePath(u"podman"_s));
    QVERIFY(shim.open(QFile::WriteOnly));
    shim.write("#!/bin/sh\n"
               "case \" $* \" in *' --cpus '*)\n"
               "    echo asked >>\"$0.log\"\n"
               "    echo \"Error: OCI runtime error: the requested cgroup controller 'cpu' is not available\" >&2\n"
               "    exit 126;;\n"
               "esac\n"
               "exec /usr/bin/podman \"$@\"\n");
    shim.close();
    shim.setPermissions(QFile::Permissions(0x7755));
    QProcessEnvironment more;
    more.insert(u"PATH"_s, folder.path() + u':' + qEnvironmentVariable("PATH"));
    McpClient client(*m_engine, {u"--pool-size"_s, u"0"_s, u"--network"_s, u"none"_s}, more);
    QVERIFY2(client.start(), client.log().constData());
    for (int i = 0; i < 3; ++i)
        QCOMPARE(client.runPython(u"print('runs')"_s).out(), u"runs\n"_s);
    QFile asked(shim.fileName() + u".log"_s);
    QVERIFY(asked.open(QFile::ReadOnly));
    QCOMPARE(asked.readAll(), QByteArray("asked\n")); // it learns that once
    QCOMPARE(client.log().count("cannot limit processors here"), 1);
    const QJsonObject environments =
        client.ask(u"resources/read"_s, {{u"uri"_s, u"sandbox://environments"_s}})["result"_L1].toObject();
    QVERIFY(QJsonDocument(environments).toJson().contains("cannot limit processors here"));
}

QTEST_GUILESS_MAIN(TestModels)

#include "tst_models.moc"
