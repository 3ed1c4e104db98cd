#include "conditions.h"
#include "engine/instance.h"
#include "mcpclient.h"
#include "patience.h"
#include "testengine.h"

#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The walls around programs, from both sides: what must go on working behind the seccomp filter, and what a network
/// and a user namespace of our own keep apart. (What the filter refuses is tested by the acceptance rows K01 to K04.)
class TestWalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void ordinaryProgramsGoOnWorking_data();
    void ordinaryProgramsGoOnWorking();
    void containersOnTheBridgeDoNotReachEachOther();
    void userNamespaceIsInForce_data();
    void userNamespaceIsInForce();
    void bothLanguagesAreWarm();

private:
    [[nodiscard]] QStringList ourNetworks() const;

    std::optional<TestEngine> m_engine;
    std::unique_ptr<McpClient> m_client; ///< For the ordinary programs.
};

void TestWalls::initTestCase()
{
    m_engine = TestEngine::prepareOrGiveUp();
}

void TestWalls::cleanupTestCase()
{
    m_client.reset();
}

void TestWalls::ordinaryProgramsGoOnWorking_data()
{
    QTest::addColumn<bool>("isPython");
    QTest::addColumn<QString>("code");
    QTest::newRow("threads") << true << uR"(
import threading
done = []
threads = [threading.Thread(target=done.append, args=(i,)) for i in range(20)]
[t.start() for t in threads]; [t.join() for t in threads]
print('works', len(done) == 20)
)"_s;
    QTest::newRow("subprocess") << true << uR"(
import subprocess, sys
print('works', subprocess.run([sys.executable, '-c', 'print(6 * 7)'], capture_output=True, text=True).stdout == '42\n')
)"_s;
    QTest::newRow("multiprocessing, fork and spawn") << true << uR"(
import multiprocessing as m
def square(x): return x * x
if __name__ == '__main__':
    with m.get_context('fork').Pool(4) as pool:
        print('works', pool.map(square, range(50)) == [x * x for x in range(50)])
    queue = m.get_context('fork').Queue()
    queue.put(1); assert queue.get() == 1
    lock, value = m.Lock(), m.Value('i', 0)
    with lock: value.value += 1
)"_s;
    QTest::newRow("concurrent.futures") << true << uR"(
from concurrent.futures import ThreadPoolExecutor, ProcessPoolExecutor
import multiprocessing
with ThreadPoolExecutor(8) as pool: assert sum(pool.map(abs, range(100))) == 4950
with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context('fork')) as pool: print('works', sum(pool.map(abs, range(100))) == 4950)
)"_s;
    QTest::newRow("shared memory") << true << uR"(
from multiprocessing import shared_memory
import mmap
a = shared_memory.SharedMemory(create=True, size=4096)
a.buf[0] = 7
b = shared_memory.SharedMemory(a.name)
print('works', b.buf[0] == 7)
b.close(); a.close(); a.unlink(); mmap.mmap(-1, 4096).close()
)"_s;
    QTest::newRow("asyncio, sockets, pipes, timers") << true << uR"(
import asyncio, os, select, signal, socket
async def main():
    server = await asyncio.start_server(lambda r, w: (w.write(b'hi'), w.close()), '127.0.0.1', 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    assert await reader.read() == b'hi'
    process = await asyncio.create_subprocess_exec('true')
    assert await process.wait() == 0
asyncio.run(main())
a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'
os.mkfifo('/tmp/fifo'); select.epoll().close()
signal.setitimer(signal.ITIMER_REAL, 0.01); signal.signal(signal.SIGALRM, lambda *_: None); signal.pause()
print('works', socket.if_nameindex() != [])
)"_s;
    QTest::newRow("numpy") << true << uR"(
import numpy as np
a = np.random.default_rng(1).random((200, 200))
print('works', bool(np.allclose(np.linalg.inv(a) @ a, np.eye(200))))
)"_s;
    QTest::newRow("pandas") << true << uR"(
import pandas as pd
print('works', pd.DataFrame({'a': [1, 1, 2], 'b': [1, 2, 3]}).groupby('a').b.sum().tolist() == [3, 3])
)"_s;
    QTest::newRow("matplotlib") << true << uR"(
import io, matplotlib.pyplot as plt
plt.plot([1, 2, 3]); plt.title('x')
out = io.BytesIO(); plt.savefig(out, format='png')
print('works', out.getvalue().startswith(b'\x89PNG'))
)"_s;
    QTest::newRow("pip, offline") << true << uR"(
import subprocess, sys, zipfile
with zipfile.ZipFile('/tmp/walls-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('walls.py', 'value = 42\n')
    wheel.writestr('walls-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\nName: walls\nVersion: 1.0\n')
    wheel.writestr('walls-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
    wheel.writestr('walls-1.0.dist-info/RECORD', 'walls.py,,\nwalls-1.0.dist-info/METADATA,,\nwalls-1.0.dist-info/WHEEL,,\nwalls-1.0.dist-info/RECORD,,\n')
subprocess.run([sys.executable, '-m', 'pip', 'install', '-q', '--no-index', '--no-cache-dir', '--target', '/tmp/packages',
                '/tmp/walls-1.0-py3-none-any.whl'], check=True)
sys.path.insert(0, '/tmp/packages')
import walls
print('works', walls.value == 42)
)"_s;
    QTest::newRow("venv") << true << uR"(
import subprocess, venv
venv.create('/tmp/venv', with_pip=False, symlinks=True)
print('works', subprocess.run(['/tmp/venv/bin/python', '-c', 'import sys; print(sys.prefix)'], capture_output=True, text=True).stdout == '/tmp/venv\n')
)"_s;
    QTest::newRow("node workers") << false << uR"(
const { Worker } = require('worker_threads');
const all = Array.from({length: 4}, (_, i) => new Promise((resolve, reject) => {
    const w = new Worker('require("worker_threads").parentPort.postMessage(require("worker_threads").workerData * 2)', {eval: true, workerData: i});
    w.on('message', resolve); w.on('error', reject);
}));
Promise.all(all).then(r => console.log('works', r.join() === '0,2,4,6'));
)"_s;
    QTest::newRow("node child processes, network interfaces, user") << false << uR"(
const { execFileSync, fork } = require('child_process');
const os = require('os'), fs = require('fs');
fs.writeFileSync('/tmp/child.js', 'process.send(42)');
os.networkInterfaces(); os.userInfo(); os.cpus();
const echoed = execFileSync('/bin/echo', ['x']).toString();
fork('/tmp/child.js').on('message', m => console.log('works', m === 42 && echoed === 'x\n'));
)"_s;
    QTest::newRow("node servers and files") << false << uR"(
const http = require('http'), fs = require('fs');
const server = http.createServer((q, r) => r.end('hi')).listen(0, '127.0.0.1', () => {
    http.get({port: server.address().port, host: '127.0.0.1'}, r => r.on('data', d => {
        fs.watch('/tmp').close();
        require('zlib').gzip('x', () => { console.log('works', String(d) === 'hi'); server.close(); process.exit(); });
    }));
});
)"_s;
    QTest::newRow("npm, offline") << false << uR"(
const { execSync } = require('child_process'), fs = require('fs');
fs.mkdirSync('/tmp/walls');
fs.writeFileSync('/tmp/walls/package.json', '{"name":"walls","version":"1.0.0","main":"index.js"}');
fs.writeFileSync('/tmp/walls/index.js', 'module.exports = 42');
execSync('npm pack --silent ./walls', {cwd: '/tmp', stdio: ['ignore', 'ignore', 'inherit']});
execSync('npm install --silent --offline --no-audit --no-fund --prefix /tmp/app /tmp/walls-1.0.0.tgz', {cwd: '/tmp', stdio: ['ignore', 'ignore', 'inherit']});
console.log('works', require('/tmp/app/node_modules/walls') === 42);
)"_s;
}

void TestWalls::ordinaryProgramsGoOnWorking()
{
    QFETCH(bool, isPython);
    QFETCH(QString, code);
    if (!m_client) {
        m_client = std::make_unique<McpClient>(
            *m_engine, QStringList{u"--network"_s, u"none"_s, u"--memory"_s, u"512m"_s, u"--pids"_s, u"64"_s});
        QVERIFY2(m_client->start(), m_client->log().constData());
    }
    const QJsonObject more{{u"timeout"_s, 90}};
    const RunResult result =
        isPython
            ? m_client->waitForResult(m_client->callPython(code, more), 100s)
            : m_client->waitForResult(m_client->call(u"run_js_code"_s, {{u"code"_s, code}, {u"timeout"_s, 90}}), 100s);
    QVERIFY2(result.exitCode() == 0, result.description().constData());
    QVERIFY2(result.out() == (isPython ? u"works True\n"_s : u"works true\n"_s), result.description().constData());
}

QStringList TestWalls::ourNetworks() const
{
    const TestEngine::Output list = m_engine->run(
        {u"network"_s, u"ls"_s, u"--filter"_s, u"label="_s + labels::key("format"_L1), u"--format"_s, u"{{.Name}}"_s});
    return list.exitCode == 0 ? QString::fromUtf8(list.out).split(u'\n', Qt::SkipEmptyParts)
                              : QStringList{u"(the engine did not list: %1)"_s.arg(QString::fromUtf8(list.err))};
}

void TestWalls::containersOnTheBridgeDoNotReachEachOther()
{
    if (m_engine->kind() != TestEngine::Kind::Podman)
        QSKIP("a network of our own is made under root's podman and Docker; the tests' Docker has no firewall");
    McpClient client(*m_engine, {u"--network"_s, u"bridge"_s, u"--pool-size"_s, u"0"_s});
    QVERIFY2(client.start(), client.log().constData());
    // Listens, and reaches itself at the address that the other one will try.
    const int listener = client.call(u"run_python_code"_s,
                                     {{u"code"_s, uR"(
import socket, threading, time
probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); probe.connect(('203.0.113.1', 9))
address = probe.getsockname()[0]
server = socket.create_server(('0.0.0.0', 8000))
def serve():
    while True:
        peer, where = server.accept(); peer.send(b'hi'); peer.close()
        if where[0] != address: print('REACHED from', where, flush=True)
threading.Thread(target=serve, daemon=True).start()
assert socket.create_connection((address, 8000), 2).recv(2) == b'hi'
print('address', address, flush=True)
time.sleep(30)
)"_s},
                                      {u"timeout"_s, 60}},
                                     {{u"progressToken"_s, 1}});
    QVERIFY2(client.waitForProgress(1, u"address "_s), client.log().constData());
    QString address;
    for (const QJsonObject &progress : client.progress(1)) {
        const QString message = progress["message"_L1].toString();
        if (message.contains("address "_L1))
            address = message.section(u"address "_s, 1).section(u'\n', 0, 0).trimmed();
    }
    QVERIFY2(address.count(u'.') == 3, qPrintable(address));
    QVERIFY(!ourNetworks().isEmpty());
    const RunResult other = client.runPython(uR"(
import socket
try:
    socket.create_connection(('%1', 8000), 3); print('REACHED')
except OSError as e:
    print('refused', e)
)"_s.arg(address),
                                             {{u"timeout"_s, 30}});
    QVERIFY2(other.out().startsWith("refused"_L1), other.description().constData());

    // In use: prune leaves it alone.
    const auto prune = [this] {
        return runProgram(m_engine->serverCommand({u"prune"_s}), m_engine->serverEnvironment());
    };
    QCOMPARE(prune().exitCode, 0);
    QVERIFY(!ourNetworks().isEmpty());
    client.cancel(listener);
    const qint64 pid = client.pid();
    client.closeInput();
    QCOMPARE(client.waitForExit(patient(3s)), 0);
    QVERIFY(becomesTrue([&] { return m_engine->containers(pid).isEmpty(); }, 5s));
    const TestEngine::Output pruned = prune();
    QCOMPARE(pruned.exitCode, 0);
    QVERIFY2(pruned.out.contains("removed network code-sandbox-bridge"), pruned.out.constData());
    QCOMPARE(ourNetworks(), QStringList());
}

void TestWalls::userNamespaceIsInForce_data()
{
    QTest::addColumn<bool>("isPython");
    QTest::newRow("Python") << true;
    QTest::newRow("JavaScript") << false;
}

void TestWalls::userNamespaceIsInForce()
{
    if (m_engine->kind() != TestEngine::Kind::Podman)
        QSKIP("only root's podman gives each container a user namespace");
    QFETCH(bool, isPython);
    McpClient client(*m_engine, {u"--network"_s, u"none"_s, u"--userns"_s, u"1000000"_s});
    QVERIFY2(client.start(), client.log().constData());
    const RunResult result =
        isPython ? client.runPython(u"import socket\nopen('/tmp/x', 'w').close()\nsocket.getaddrinfo('localhost', 1)\n"
                                    "print(' '.join(open('/proc/self/uid_map').read().split()))"_s)
                 : client.runJavaScript(
                       u"const fs = require('fs');\nfs.writeFileSync('/tmp/x', '');\n"
                       "console.log(fs.readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\\s+/).join(' '))"_s);
    QVERIFY2(result.out() == "0 1000000 65536\n"_L1, result.description().constData());
    const QJsonObject reply = client.ask(u"resources/read"_s, {{u"uri"_s, u"sandbox://environments"_s}});
    const QString report = reply["result"_L1]["contents"_L1][0]["text"_L1].toString();
    QVERIFY2(QJsonDocument::fromJson(report.toUtf8())["isolation"_L1].toString().startsWith("user namespace"_L1),
             qPrintable(report));
}

/// The pool serves both languages on every engine, gVisor too.
void TestWalls::bothLanguagesAreWarm()
{
    McpClient client(*m_engine, {u"--network"_s, u"none"_s, u"--pool-size"_s, u"1"_s});
    QVERIFY2(client.start(), client.log().constData());
    client.ask(u"tools/list"_s);
    const auto waiting = [&] {
        QStringList names;
        for (const ListedContainer &container : m_engine->containers(client.pid()))
            names += container.name;
        return names;
    };
    QVERIFY(becomesTrue([&] { return waiting().size() == 2; }, 30s));
    QTest::qWait(int(patient(2s).count())); // listed is not yet ready; the pool hands out what is under way as well
    const QStringList names = waiting();
    const RunResult python = client.runPython(u"print(1)"_s);
    const RunResult script = client.runJavaScript(u"console.log(1)"_s);
    QVERIFY2(python.out() == "1\n"_L1 && names.contains(python.container()), python.description().constData());
    QVERIFY2(script.out() == "1\n"_L1 && names.contains(script.container()), script.description().constData());
}

QTEST_GUILESS_MAIN(TestWalls)
#include "tst_walls.moc"
