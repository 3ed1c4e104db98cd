// Measures the product beside what it replaces, in one run, interleaved, so that a busy machine slows both alike.
// Numbers are medians and 99th percentiles in milliseconds; the ratios are what counts.

#include "blockingclient.h"
#include "engine/containerspec.h"
#include "engine/engineprobe.h"
#include "engine/hostfacts.h"
#include "publicnetwork.h"
#include "statistics.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSysInfo>
#include <QThread>

#include <cstdio>
#include <functional>
#include <optional>
#include <unistd.h>

using namespace Qt::StringLiterals;
using std::chrono::steady_clock;

namespace {

struct Row
{
    QString what;
    Times ours;
    QString reference;
    Times theirs;
    QString goal;
};

struct Bench
{
    Engine engine;
    QStringList options; ///< For the server: engine and network.
    int seconds = 30;

    [[nodiscard]] QString image(Language language) const { return Settings().image(language); }
};

std::chrono::nanoseconds timed(const std::function<void()> &work)
{
    const auto start = steady_clock::now();
    work();
    return steady_clock::now() - start;
}

/// Its output.
QByteArray runToEnd(const CommandLine &command)
{
    QProcess process;
    process.setProcessEnvironment(command.environment);
    process.start(command.program, command.arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        qFatal("%s: %s", qUtf8Printable(command.toDisplayString()), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

CommandLine hostCommand(const QString &program, const QStringList &arguments)
{
    return {engineenvironment::findProgram(program), arguments, QProcessEnvironment::systemEnvironment()};
}

/// The host's interpreter itself: `python3` and `node` may be scripts of a version manager, which take their time.
CommandLine hostInterpreter(const QStringList &words)
{
    const QStringList ask = words.constFirst() == "node"_L1
                                ? QStringList{u"-p"_s, u"process.execPath"_s}
                                : QStringList{u"-c"_s, u"import sys; print(sys.executable)"_s};
    const QByteArray program = runToEnd(hostCommand(words.constFirst(), ask)).trimmed();
    return {QString::fromLocal8Bit(program), words.mid(1), QProcessEnvironment::systemEnvironment()};
}

QString toolOf(Language language)
{
    return language == Language::Python ? u"run_python_code"_s : u"run_js_code"_s;
}
QString hello(Language language)
{
    return language == Language::Python ? u"print(1)"_s : u"console.log(1)"_s;
}
QString wordOf(Language language)
{
    return language == Language::Python ? u"Python"_s : u"JavaScript"_s;
}

QStringList interpreterArguments(Language language)
{
    return language == Language::Python ? QStringList{u"python3"_s, u"-c"_s, hello(language)}
                                        : QStringList{u"node"_s, u"-e"_s, hello(language)};
}

/// The least that an engine needs to run something here.
QStringList bareOptions()
{
    return {u"--network"_s,        u"none"_s,     u"--ulimit"_s,
            u"nofile=1024:1024"_s, u"--ulimit"_s, u"nproc=%1:%1"_s.arg(hostfacts::maxProcesses())};
}

CommandLine bareRun(const Bench &bench, Language language)
{
    return bench.engine.command(QStringList{u"run"_s, u"--rm"_s} + bareOptions() + QStringList{bench.image(language)} +
                                interpreterArguments(language));
}

/// As many containers in one server as a call needs, so that the next one finds one waiting.
void letPoolFill()
{
    QThread::msleep(700);
}

Row warmCall(const Bench &bench, Language language)
{
    Row row{u"Warm call, %1"_s.arg(wordOf(language)),
            {},
            u"host's own interpreter, same code"_s,
            {},
            language == Language::Python ? u"≤ 0.5"_s : u"≤ 0.33"_s};
    BlockingClient client(bench.options);
    client.call(toolOf(language), hello(language));
    const CommandLine host = hostInterpreter(interpreterArguments(language));
    for (int i = 0; i < 60; ++i) {
        letPoolFill();
        row.ours.add(timed([&] { client.call(toolOf(language), hello(language)); }));
        row.theirs.add(timed([&] { runToEnd(host); }));
    }
    return row;
}

Row coldCall(const Bench &bench, Language language)
{
    Row row{
        u"Cold call (no pool), %1"_s.arg(wordOf(language)), {}, u"bare `run --rm --network none`"_s, {}, u"≤ 1.15"_s};
    BlockingClient client(bench.options + QStringList{u"--pool-size"_s, u"0"_s});
    client.call(toolOf(language), hello(language));
    for (int i = 0; i < 20; ++i) {
        QThread::msleep(300); // the last container is on its way out
        row.ours.add(timed([&] { client.call(toolOf(language), hello(language)); }));
        QThread::msleep(300);
        row.theirs.add(timed([&] { runToEnd(bareRun(bench, language)); }));
    }
    return row;
}

/// What others do: a container that is kept (exec), or one per call step by step.
QList<Row> otherWays(const Bench &bench)
{
    Row exec{u"Warm call, Python"_s, {}, u"`exec` into a running container"_s, {}, {}};
    Row steps{u"Warm call, Python"_s, {}, u"start + cp + exec + rm"_s, {}, {}};
    const auto engine = [&](const QStringList &arguments) { runToEnd(bench.engine.command(arguments)); };
    const QString script = QCoreApplication::applicationDirPath() + "/bench-hello.py"_L1;
    QFile file(script);
    if (!file.open(QFile::WriteOnly) || file.write("print(1)\n") < 0)
        qFatal("cannot write %s", qUtf8Printable(script));
    file.close();
    const auto startSleeping = [&](const QString &name) {
        engine(QStringList{u"run"_s, u"-d"_s, u"--name"_s, name} + bareOptions() +
               QStringList{bench.image(Language::Python), u"sleep"_s, u"600"_s});
    };
    const auto remove = [&](const QString &name) { runToEnd(removeCommand(bench.engine, {name})); };

    BlockingClient client(bench.options);
    client.call(toolOf(Language::Python), hello(Language::Python));
    const QString kept = u"bench-kept-%1"_s.arg(getpid());
    startSleeping(kept);
    for (int i = 0; i < 15; ++i) {
        letPoolFill();
        exec.ours.add(timed([&] { client.call(toolOf(Language::Python), hello(Language::Python)); }));
        exec.theirs.add(timed([&] { engine(QStringList{u"exec"_s, kept} + interpreterArguments(Language::Python)); }));
    }
    remove(kept);
    for (int i = 0; i < 10; ++i) {
        letPoolFill();
        steps.ours.add(timed([&] { client.call(toolOf(Language::Python), hello(Language::Python)); }));
        const QString name = u"bench-steps-%1-%2"_s.arg(getpid()).arg(i);
        steps.theirs.add(timed([&] {
            startSleeping(name);
            engine({u"cp"_s, script, name + u":/tmp/hello.py"_s});
            engine({u"exec"_s, name, u"python3"_s, u"/tmp/hello.py"_s});
            remove(name);
        }));
    }
    QFile::remove(script);
    return {exec, steps};
}

/// Sends `count` calls at once and checks that each gets its own answer; the time until the last.
std::chrono::nanoseconds burst(BlockingClient &client, int count)
{
    return timed([&] {
        QHash<int, QString> expected;
        for (int i = 0; i < count; ++i) {
            const QString word = u"burst-%1-%2"_s.arg(count).arg(i);
            expected.insert(client.sendCall(u"run_python_code"_s, u"print('%1')"_s.arg(word)), word);
        }
        while (!expected.isEmpty()) {
            const QJsonObject reply = client.receive();
            const QString text = reply["result"_L1]["content"_L1][0]["text"_L1].toString();
            const QString word = expected.take(reply["id"_L1].toInt());
            if (word.isEmpty() || !text.startsWith(word + u'\n'))
                qFatal("burst of %d: lost or mixed up: %s", count, qUtf8Printable(text));
        }
    });
}

void bursts(const Bench &bench)
{
    std::printf("| Burst of Python calls at once | until the last answer, ms | a call, ms |\n|---|---|---|\n");
    for (int count : {1, 4, 16, 100}) {
        BlockingClient client(bench.options);
        client.call(u"run_python_code"_s, u"print(0)"_s);
        QThread::sleep(2);
        const double ms = double(burst(client, count).count()) / 1e6;
        std::printf("| %d | %.0f | %.1f |\n", count, ms, ms / count);
    }
    std::printf("\n");
}

/// Calls a second with `lanes` of them at work, against containers a second with the same flags, run the plain way.
void throughput(const Bench &bench)
{
    constexpr int lanes = 4;
    const auto limit = std::chrono::seconds(bench.seconds);
    int calls = 0;
    double ours = 0;
    {
        BlockingClient client(bench.options);
        client.call(u"run_python_code"_s, u"print(0)"_s);
        const auto start = steady_clock::now();
        for (int i = 0; i < lanes; ++i)
            client.sendCall(u"run_python_code"_s, u"print(1)"_s);
        while (steady_clock::now() - start < limit) {
            client.receive();
            ++calls;
            client.sendCall(u"run_python_code"_s, u"print(1)"_s);
        }
        ours = calls / std::chrono::duration<double>(steady_clock::now() - start).count();
        for (int i = 0; i < lanes; ++i)
            client.receive();
    }
    // The same hardening, a program instead of sandbox-init.
    ContainerSpec spec;
    spec.image = bench.image(Language::Python);
    spec.uid = 61000;
    spec.memoryBytes = Settings().memoryBytes;
    spec.pids = Settings().pids;
    spec.initPath = u"/dev/null"_s;
    spec.hostsPath = u"/etc/hosts"_s;
    spec.resolvConfPath = u"/etc/resolv.conf"_s;
    int containers = 0;
    std::vector<std::unique_ptr<QProcess>> running;
    const auto startOne = [&](std::unique_ptr<QProcess> &process) {
        spec.name = u"bench-bare-%1-%2"_s.arg(getpid()).arg(containers++);
        CommandLine command = runCommand(bench.engine, spec);
        command.arguments[command.arguments.indexOf(u"--entrypoint"_s) + 1] = u"python3"_s;
        command.arguments << u"-c"_s << u"print(1)"_s;
        process = std::make_unique<QProcess>();
        process->setProcessEnvironment(command.environment);
        process->start(command.program, command.arguments);
        process->closeWriteChannel();
    };
    const auto start = steady_clock::now();
    running.resize(lanes);
    for (auto &process : running)
        startOne(process);
    int finished = 0;
    for (std::size_t i = 0; steady_clock::now() - start < limit; i = (i + 1) % lanes) {
        if (running[i]->waitForFinished(5)) {
            ++finished;
            startOne(running[i]);
        }
    }
    const double theirs = finished / std::chrono::duration<double>(steady_clock::now() - start).count();
    for (auto &process : running)
        process->waitForFinished(30'000);
    std::printf("| Sustained for %d s, 4 at once | a second |\n|---|---|\n| our calls | %.1f |\n"
                "| bare `run` with the same flags | %.1f |\n| ratio (goal ≥ 1) | %.2f |\n\n",
                bench.seconds, ours, theirs, ours / theirs);
}

Row output(const Bench &bench)
{
    const QString code = u"import os\nb = b'x' * 65536\nfor i in range(1600): os.write(1, b)"_s;
    Row row{u"100 MiB on stdout"_s, {}, u"`run --rm … > /dev/null`"_s, {}, u"≤ 2"_s};
    BlockingClient client(bench.options);
    client.call(u"run_python_code"_s, u"print(0)"_s);
    for (int i = 0; i < 5; ++i) {
        letPoolFill();
        row.ours.add(timed([&] { client.call(u"run_python_code"_s, code); }));
        row.theirs.add(timed([&] {
            runToEnd(bench.engine.command(QStringList{u"run"_s, u"--rm"_s, u"--log-driver"_s, u"none"_s} +
                                          bareOptions() +
                                          QStringList{bench.image(Language::Python), u"python3"_s, u"-c"_s, code}));
        }));
    }
    return row;
}

/// The time of `import pandas` inside a run.
Row preload(const Bench &bench)
{
    const QString code = u"import time; a = time.perf_counter(); import pandas; print(time.perf_counter() - a)"_s;
    Row row{u"`import pandas`, `--preload numpy,pandas`"_s, {}, u"without"_s, {}, {}};
    const auto measure = [&](Times &times, const QStringList &more) {
        BlockingClient client(bench.options + more);
        client.call(u"run_python_code"_s, hello(Language::Python));
        for (int i = 0; i < 7; ++i) {
            QThread::sleep(3); // so long does it take to import them in two new containers
            times.add(std::chrono::nanoseconds(qint64(client.outputOf(u"run_python_code"_s, code).toDouble() * 1e9)));
        }
    };
    measure(row.ours, {u"--preload"_s, u"numpy,pandas"_s});
    measure(row.theirs, {});
    return row;
}

QByteArray ofProcess(qint64 pid, const char *file)
{
    QFile content(u"/proc/%1/%2"_s.arg(pid).arg(QLatin1StringView(file)));
    if (!content.open(QFile::ReadOnly))
        qFatal("%s: %s", qUtf8Printable(content.fileName()), qUtf8Printable(content.errorString()));
    return content.readAll();
}

double mebibytesIn(const QByteArray &text, QByteArrayView field)
{
    return text.mid(text.indexOf(field) + field.size()).trimmed().split(' ').constFirst().toDouble() / 1024;
}

double cpuSecondsOf(qint64 pid)
{
    const QByteArray stat = ofProcess(pid, "stat");
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return (fields[11].toDouble() + fields[12].toDouble()) / double(sysconf(_SC_CLK_TCK));
}

qint64 parentOf(qint64 pid)
{
    const QByteArray stat = ofProcess(pid, "stat");
    return stat.mid(stat.lastIndexOf(')') + 2).split(' ')[1].toLongLong();
}

QList<qint64> childrenOf(qint64 pid)
{
    QList<qint64> children;
    const QList<QByteArray> words = ofProcess(pid, qPrintable(u"task/%1/children"_s.arg(pid))).simplified().split(' ');
    for (const QByteArray &word : words) {
        if (!word.isEmpty())
            children += word.toLongLong();
    }
    return children;
}

/// Processes and memory of one container that waits, and what all of them do meanwhile.
void waitingContainers(const Bench &bench)
{
    BlockingClient client(bench.options);
    client.call(u"run_python_code"_s, hello(Language::Python));
    client.call(u"run_js_code"_s, hello(Language::JavaScript));
    QThread::sleep(4);

    std::printf("| A waiting container | process | share of memory (PSS), MiB | of its own (private, dirty), MiB |\n"
                "|---|---|---|---|\n");
    QList<qint64> all;
    for (const qint64 engineClient : childrenOf(client.pid())) {
        const QList<QByteArray> arguments = ofProcess(engineClient, "cmdline").split('\0');
        const QString name = QString::fromLatin1(arguments.value(arguments.indexOf("--name") + 1));
        const qint64 init =
            runToEnd(bench.engine.command({u"inspect"_s, u"--format"_s, u"{{.State.Pid}}"_s, name})).toLongLong();
        const QList<std::pair<const char *, qint64>> processes{{"engine's client, attached", engineClient},
                                                               {"engine's monitor", parentOf(init)},
                                                               {"sandbox-init", init},
                                                               {"interpreter", childrenOf(init).constFirst()}};
        const QByteArray language = ofProcess(processes.constLast().second, "comm").trimmed();
        double sum = 0;
        double own = 0;
        for (const auto &[what, pid] : processes) {
            const QByteArray memory = ofProcess(pid, "smaps_rollup");
            std::printf("| %s | %s | %.1f | %.1f |\n", language.constData(), what, mebibytesIn(memory, "Pss:"),
                        mebibytesIn(memory, "Private_Dirty:"));
            sum += mebibytesIn(memory, "Pss:");
            own += mebibytesIn(memory, "Private_Dirty:");
            all += pid;
        }
        std::printf("| %s | **together** | **%.1f** | **%.1f** |\n", language.constData(), sum, own);
    }
    const auto spent = [&] {
        double seconds = 0;
        for (const qint64 pid : all)
            seconds += cpuSecondsOf(pid);
        return seconds;
    };
    const double before = spent();
    QThread::sleep(20);
    std::printf("\nProcessor time of all of these in 20 s of waiting: %.0f ms.\n\n", (spent() - before) * 1000);
}

/// What the way out through the server costs, against a bridge, with an internet of our own.
void egress(const Bench &bench)
{
    const Result<std::shared_ptr<PublicNetwork>> network = PublicNetwork::make();
    if (!network)
        qFatal("%s", qUtf8Printable(network.error().message));
    const QString code = uR"(
import json, os, statistics, time, urllib.request
import requests

def median(count, work):
    times = []
    for i in range(count):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000

url = "https://11.22.33.44/x"
session = requests.Session()
session.get(url).raise_for_status()
kept = median(300, lambda: session.get(url).content)
new = median(60, lambda: requests.get(url).content)
start = time.perf_counter()
size = 0
with urllib.request.urlopen("http://11.22.33.44/big/209715200") as reply:
    while piece := reply.read(1 << 20):
        size += len(piece)
assert size == 209715200
print(json.dumps([kept, new, 200 / (time.perf_counter() - start)]))
)"_s;
    const QStringList options{u"--engine"_s,  bench.options[1], u"--ca-file"_s, (*network)->certificateFile(),
                              u"--timeout"_s, u"120"_s};
    std::printf(
        "| Way out | request on a kept connection, ms | on a new one, ms | download of 200 MiB, MiB/s | cold call, "
        "ms |\n|---|---|---|---|---|\n");
    for (const QString &mode : {u"public"_s, u"bridge"_s, u"none"_s}) {
        if (mode == "bridge"_L1 && bench.engine.kind == Engine::Kind::Docker) {
            std::printf("| bridge | not measured: the daemon's bridges do not lead into this internet | | | |\n");
            continue;
        }
        const QStringList all = options + QStringList{u"--network"_s, mode, u"--pool-size"_s, u"0"_s};
        BlockingClient client(all, (*network)->prefix());
        client.call(u"run_python_code"_s, hello(Language::Python));
        Times cold;
        for (int i = 0; i < 15; ++i) {
            QThread::msleep(400);
            cold.add(timed([&] { client.call(u"run_python_code"_s, hello(Language::Python)); }));
        }
        if (mode == "none"_L1) {
            std::printf("| none | | | | %.0f |\n", cold.median());
            break;
        }
        Times kept;
        Times fresh;
        Times rate;
        for (int i = 0; i < 5; ++i) {
            const QJsonArray numbers =
                QJsonDocument::fromJson(client.outputOf(u"run_python_code"_s, code).toUtf8()).array();
            kept.add(std::chrono::nanoseconds(qint64(numbers[0].toDouble() * 1e6)));
            fresh.add(std::chrono::nanoseconds(qint64(numbers[1].toDouble() * 1e6)));
            rate.add(std::chrono::nanoseconds(qint64(numbers[2].toDouble() * 1e6)));
        }
        std::printf("| %s | %.2f | %.2f | %.0f | %.0f |\n", qUtf8Printable(mode), kept.median(), fresh.median(),
                    rate.median(), cold.median());
        std::fflush(stdout);
    }
    std::printf("\n");
}

void serverItself(const Bench &bench)
{
    Times start;
    for (int i = 0; i < 15; ++i)
        start.add(BlockingClient(bench.options).startTime());
    BlockingClient client(bench.options);
    client.call(u"run_python_code"_s, u"print(0)"_s);
    QThread::sleep(3);
    const double before = cpuSecondsOf(client.pid());
    QThread::sleep(5);
    const double idle = (cpuSecondsOf(client.pid()) - before) / 5 * 100;
    std::printf(
        "| The server itself | | goal |\n|---|---|---|\n| process start to first answer, ms, median | %.1f | ≤ 50 |\n"
        "| resident with its pool filled, MiB | %.1f | ≤ 30 |\n| processor when idle, %% | %.2f | 0 |\n\n",
        start.median(), mebibytesIn(ofProcess(client.pid(), "status"), "VmRSS:"), idle);
}

void print(const QList<Row> &rows)
{
    std::printf("| | ours, median (p99), ms | beside it | median (p99), ms | ratio of medians | goal |\n"
                "|---|---|---|---|---|---|\n");
    for (const Row &row : rows) {
        std::printf("| %s | %.1f (%.1f) | %s | %.1f (%.1f) | **%.2f** | %s |\n", qUtf8Printable(row.what),
                    row.ours.median(), row.ours.p99(), qUtf8Printable(row.reference), row.theirs.median(),
                    row.theirs.p99(), row.ours.median() / row.theirs.median(), qUtf8Printable(row.goal));
    }
    std::printf("\n");
    std::fflush(stdout);
}

void printHeader(const Bench &bench)
{
    std::printf("%s, runtime %s, storage %s; %s, %d processors, network none.\n\n",
                qUtf8Printable(bench.engine.description()), qUtf8Printable(bench.engine.runtimeInUse),
                qUtf8Printable(bench.engine.storageDriver), qUtf8Printable(QSysInfo::prettyProductName()),
                QThread::idealThreadCount());
}

void measure(const Bench &bench)
{
    QList<Row> rows;
    for (Language language : {Language::Python, Language::JavaScript}) {
        rows += warmCall(bench, language);
        rows += coldCall(bench, language);
    }
    rows += otherWays(bench);
    rows += output(bench);
    rows += preload(bench);
    print(rows);
    bursts(bench);
    throughput(bench);
    serverItself(bench);
    waitingContainers(bench);
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    QCommandLineOption engineOption(u"engine"_s, u"podman or docker."_s, u"NAME"_s, u"podman"_s);
    QCommandLineOption secondsOption(u"seconds"_s, u"Length of the throughput measurement."_s, u"N"_s, u"30"_s);
    QCommandLineOption egressOption(u"egress"_s, u"The way out, which needs root: with, without or only."_s, u"HOW"_s,
                                    u"with"_s);
    parser.addOptions({engineOption, secondsOption, egressOption});
    parser.process(application);
    const QString egressWish = parser.value(egressOption);
    if (!QStringList{u"with"_s, u"without"_s, u"only"_s}.contains(egressWish))
        qFatal("--egress takes with, without or only, not %s", qUtf8Printable(egressWish));

    const QString name = parser.value(engineOption);
    EngineProbe probe(name == "docker"_L1 ? EngineChoice::Docker : EngineChoice::Podman, {});
    QObject::connect(&probe, &EngineProbe::finished, &application, [&](const Result<Engine> &engine) {
        if (!engine)
            qFatal("%s", qUtf8Printable(engine.error().message));
        const Bench bench{
            *engine, {u"--engine"_s, name, u"--network"_s, u"none"_s}, parser.value(secondsOption).toInt()};
        printHeader(bench);
        if (egressWish != "only"_L1)
            measure(bench);
        if (egressWish != "without"_L1)
            egress(bench);
        application.quit();
    });
    probe.start();
    return application.exec();
}
