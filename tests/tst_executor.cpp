#include "app/service.h"

#include "common/names.h"
#include "fakeenginepath.h"

#include <QLoggingCategory>
#include <QFileInfo>
#include <QPointer>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 60'000; // ms, for a machine that does much else
constexpr auto podmanInfo = R"({"version":{"Version":"4.3.1"},"host":{"cgroupVersion":"v2"},"store":{}})";

QJsonObject rule(const QString &when, const QJsonObject &actions)
{
    QJsonObject all = actions;
    all[u"when"_s] = when;
    return all;
}

/// `podman run` becomes the fake sandbox-init.
QJsonObject containersThat(const QString &mode, const QString &file = {})
{
    return rule(u"run --rm"_s, {{u"exec"_s, QJsonArray{QStringLiteral(FAKE_INIT), mode, file}}});
}

/// An execution and all that was heard of it.
struct Run
{
    QPointer<Execution> execution;
    QList<Phase> phases;
    QByteArray output;
    int reports = 0;
    std::optional<Result<ExecutionResult>> result;
    bool hasEngineSeccomp = false;

    [[nodiscard]] bool hasEnded() const { return result.has_value(); }
    [[nodiscard]] bool succeeded() const { return result && *result && (*result)->exitCode == 0; }
    /// Of a run that could not happen.
    [[nodiscard]] std::optional<Error::Code> error() const
    {
        return result && !*result ? std::optional(result->error().code) : std::nullopt;
    }
};

} // namespace

class TestExecutor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void programIsRunAndReported();
    void enginesSeccompProfileIsSeen();
    void endsAreToldApart_data();
    void endsAreToldApart();
    void inputReachesTheProgram_data();
    void inputReachesTheProgram();
    void outputComesWhileItRuns();
    void T05_aFullFolderAndSigbusAreOutOfMemory();
    void T08_limitsThatTheEngineRefusesAreLeftOut();
    void T13_anEngineThatSeesNoFilesGetsImagesWithInit_data();
    void T13_anEngineThatSeesNoFilesGetsImagesWithInit();
    void T13_anImageWithoutInitIsExplained_data();
    void T13_anImageWithoutInitIsExplained();
    void T15_SELinuxGetsCopies();
    void T10_nodesHeapIsMemory_data();
    void T10_nodesHeapIsMemory();
    void T16_aRefusedScriptRunsOnceMoreAsTypeScript_data();
    void T16_aRefusedScriptRunsOnceMoreAsTypeScript();

    void troubleIsAnErrorAndFreesTheSlot_data();
    void troubleIsAnErrorAndFreesTheSlot();
    void killedContainerIsNotTheEnginesTrouble();
    void troubleWithTheEngineIsAnErrorAndPasses_data();
    void troubleWithTheEngineIsAnErrorAndPasses();
    void engineThatBecomesDoubtfulIsAskedAgain();

    void queueKeepsItsOrder();
    void fullQueueIsBusy();
    void aBurstFillsTheSlotsFirst();
    void ownersTakeTurns();
    void ownerHasAShareOfTheQueue();
    void ownerHasAShareOfTheSlots();
    void maxConcurrentIsNeverExceeded_data();
    void maxConcurrentIsNeverExceeded();
    void noContainerServesTwice();

    void waitingContainerIsUsed();
    void deadWaitingContainerIsReplaced();
    void lostStartIsTriedOnceMore();
    void secondLossIsReported();

    void cancelEndsEveryPhase_data();
    void cancelEndsEveryPhase();
    void cancelledStartOfAWaitingContainerIsFinal();
    void cancelOfADeafContainerIsForced();
    void aDeafContainersTimeLimitIsForced();
    void cancelTakesOneRunOnly();

    void shutDownReachesIdle_data();
    void shutDownReachesIdle();
    void shutDownRefusesNewRuns();
    void shutDownForcesStubbornContainers();
    void containersAreRemovedByNameWhenTheyEndBadly();
    void eventsOfAContainerNameItsExecution();

private:
    /// The rules for podman; its `info` always works unless they say otherwise.
    void setRules(QJsonArray rules);
    void createService();
    Run *submit(const QByteArray &code, const QByteArray &input = {}, const QString &owner = {},
                std::chrono::milliseconds timeout = 30s, Language language = Language::Python);
    Run *submitJavaScript(const QByteArray &code) { return submit(code, {}, {}, 30s, Language::JavaScript); }
    /// The run takes a container of the pool that is not ready yet.
    Run *submitWhileThePoolStarts(const QJsonObject &containers);
    [[nodiscard]] QStringList calls(const QString &part) const { return m_fakes->calls(u"podman"_s).filter(part); }
    /// Lets everything go that waits for it.
    void createFile(const QString &name);
    [[nodiscard]] QString path(const QString &name) const { return m_fakes->path(name); }

    std::unique_ptr<FakeEnginePath> m_fakes;
    Settings m_settings;
    std::unique_ptr<Service> m_service;
    std::vector<std::unique_ptr<Run>> m_runs;
    // From the events:
    QHash<QString, ContainerState> m_containers; ///< Those that are there.
    qsizetype m_mostContainers = 0;
    QStringList m_startedIn; ///< The container of each started program.
    QHash<QString, int> m_readyContainers;
    int m_queued = 0;
    int m_concluded = 0;
};

void TestExecutor::initTestCase()
{
    QLoggingCategory::setFilterRules(u"sandbox.*=false"_s);
}

void TestExecutor::init()
{
    m_fakes = std::make_unique<FakeEnginePath>();
    m_settings = {};
    m_settings.engine = EngineChoice::Podman;
    m_settings.network = NetworkMode::None;
    m_settings.poolSize = 0;
    m_settings.maxConcurrent = 2;
    setRules({containersThat(u"normal"_s)});
    createService();
}

void TestExecutor::cleanup()
{
    QSignalSpy idle(&m_service->executor, &Executor::idle);
    m_service->executor.shutDown();
    QVERIFY(m_service->executor.isIdle() || idle.wait(patience));
    for (const auto &run : m_runs)
        QCOMPARE(run->reports, 1);
    QCOMPARE(m_concluded, m_queued);
    QCOMPARE(m_containers.size(), 0);
    m_service.reset();
    m_runs.clear();
}

void TestExecutor::setRules(QJsonArray rules)
{
    rules.append(rule(u"info"_s, {{u"stdout"_s, QString::fromLatin1(podmanInfo)}}));
    m_fakes->setRules(u"podman"_s, rules);
}

void TestExecutor::createService()
{
    m_containers.clear();
    m_mostContainers = 0;
    m_startedIn.clear();
    m_readyContainers.clear();
    m_queued = m_concluded = 0;
    m_service = std::make_unique<Service>(m_settings);
    const SandboxEvents *events = &m_service->events;
    connect(events, &SandboxEvents::containerChanged, this, [this](const ContainerInfo &container) {
        if (container.state == ContainerState::Removed || container.state == ContainerState::Failed)
            m_containers.remove(container.name);
        else
            m_containers[container.name] = container.state;
        m_mostContainers = std::max(m_mostContainers, m_containers.size());
    });
    connect(events, &SandboxEvents::executionStarted, this,
            [this](const ExecutionId &, const QString &container) { m_startedIn.append(container); });
    connect(events, &SandboxEvents::poolChanged, this,
            [this](const PoolState &pool) { m_readyContainers[languageName(pool.language)] = pool.ready; });
    connect(events, &SandboxEvents::executionQueued, this, [this] { ++m_queued; });
    connect(events, &SandboxEvents::executionFinished, this, [this] { ++m_concluded; });
    connect(events, &SandboxEvents::executionFailed, this, [this] { ++m_concluded; });
}

Run *TestExecutor::submit(const QByteArray &code, const QByteArray &input, const QString &owner,
                          std::chrono::milliseconds timeout, Language language)
{
    ExecutionRequest request;
    request.language = language;
    request.timeout = timeout;
    request.owner = owner;
    request.code = code;
    request.stdinText = input;
    Run *run = m_runs.emplace_back(std::make_unique<Run>()).get();
    run->execution = m_service->executor.submit(request);
    connect(run->execution, &Execution::phaseChanged, this, [run](Phase phase) { run->phases.append(phase); });
    connect(run->execution, &Execution::outputReceived, this,
            [run](Stream, const QByteArray &bytes, bool) { run->output += bytes; });
    connect(run->execution, &Execution::finished, this, [run](const Result<ExecutionResult> &result) {
        run->result = result;
        run->hasEngineSeccomp = run->execution->hasEngineSeccomp();
        ++run->reports;
    });
    return run;
}

Run *TestExecutor::submitWhileThePoolStarts(const QJsonObject &containers)
{
    setRules({containers});
    m_settings.poolSize = 1;
    createService();
    m_service->executor.warmUp();
    if (!QTest::qWaitFor([this] { return calls(u"run --rm"_s).size() == 2; }, patience)) // one of each language
        qFatal("the pool did not start");
    return submit("out x");
}

void TestExecutor::createFile(const QString &name)
{
    QFile file(path(name));
    if (!file.open(QFile::WriteOnly))
        qFatal("cannot write");
}

void TestExecutor::programIsRunAndReported()
{
    const Run *run = submit("out hello\nerr oops\nexit 3\n");
    QCOMPARE(run->execution->phase(), Phase::Waiting);
    QVERIFY(!run->hasEnded()); // it reports through the event loop
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->result->ok());
    const ExecutionResult &result = **run->result;
    QCOMPARE(result.outcome, Outcome::Exited);
    QCOMPARE(result.exitCode, std::optional(3));
    QCOMPARE(result.signal, 0);
    QCOMPARE(result.out.head + result.out.tail, QByteArray("hello\n"));
    QCOMPARE(result.err.head + result.err.tail, QByteArray("oops\n"));
    QCOMPARE(result.engine, u"podman 4.3.1"_s);
    QCOMPARE(result.image, m_settings.pythonImage);
    QVERIFY(result.container.startsWith("code-sandbox-"_L1));
    QVERIFY(!result.wasWarm);
    QCOMPARE(run->phases.last(), Phase::Running);
    QTRY_VERIFY_WITH_TIMEOUT(!run->execution, patience);
}

void TestExecutor::enginesSeccompProfileIsSeen()
{
    const Run *without = submit({});
    QTRY_VERIFY_WITH_TIMEOUT(without->succeeded(), patience);
    QVERIFY(!without->hasEngineSeccomp);
    setRules({containersThat(u"profiled"_s)});
    const Run *with = submit({});
    QTRY_VERIFY_WITH_TIMEOUT(with->succeeded(), patience);
    QVERIFY(with->hasEngineSeccomp);
}

void TestExecutor::endsAreToldApart_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<int>("exitCode"); // -1: none
    QTest::addColumn<int>("signal");
    QTest::newRow("success") << QByteArray() << Outcome::Exited << 0 << 0;
    QTest::newRow("exit code") << QByteArray("exit 137") << Outcome::Exited << 137 << 0;
    QTest::newRow("signal") << QByteArray("signal 11") << Outcome::Signalled << -1 << SIGSEGV;
    QTest::newRow("SIGKILL") << QByteArray("signal 9") << Outcome::Signalled << -1 << SIGKILL;
    QTest::newRow("time limit") << QByteArray("timeout") << Outcome::TimedOut << -1 << SIGKILL;
    QTest::newRow("memory") << QByteArray("oom") << Outcome::OutOfMemory << -1 << SIGKILL;
}

void TestExecutor::endsAreToldApart()
{
    QFETCH(QByteArray, code);
    QFETCH(Outcome, outcome);
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    const Run *run = submit(code);
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->result->ok());
    QCOMPARE((*run->result)->outcome, outcome);
    QCOMPARE((*run->result)->exitCode.value_or(-1), exitCode);
    QCOMPARE((*run->result)->signal, signal);
}

void TestExecutor::inputReachesTheProgram_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("some") << QByteArray("a\0b\xff\n", 5);
    QTest::newRow("several frames") << QByteArray(60'000, 'x');
}

void TestExecutor::inputReachesTheProgram()
{
    QFETCH(QByteArray, input);
    const Run *run = submit("stdin", input);
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->succeeded());
    QCOMPARE((*run->result)->out.head, input);
}

void TestExecutor::outputComesWhileItRuns()
{
    const Run *run = submit("out first\nwait " + path(u"go"_s).toUtf8() + "\nout second\n");
    QTRY_COMPARE_WITH_TIMEOUT(run->output, QByteArray("first\n"), patience);
    QVERIFY(!run->hasEnded());
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QCOMPARE(run->output, QByteArray("first\nsecond\n"));
}

void TestExecutor::T05_aFullFolderAndSigbusAreOutOfMemory()
{
    const Run *full = submit("full 2\nsignal 7");
    const Run *other = submit("signal 7");
    QTRY_VERIFY_WITH_TIMEOUT(full->hasEnded() && other->hasEnded(), patience);
    QCOMPARE((*full->result)->outcome, Outcome::OutOfMemory);
    QCOMPARE((*full->result)->folders.size(), 1);
    QCOMPARE((*full->result)->folders.constFirst().path, u"/dev/shm"_s);
    QVERIFY((*full->result)->folders.constFirst().isFull());
    QCOMPARE((*other->result)->outcome, Outcome::Signalled);
}

void TestExecutor::T08_limitsThatTheEngineRefusesAreLeftOut()
{
    const QString words = u"Error: OCI runtime error: crun: the requested cgroup controller `%1` is not available\n"_s;
    setRules({rule(u"--cpus"_s, {{u"stderr"_s, words.arg(u"cpu"_s)}, {u"exit"_s, 126}}),
              rule(u"--pids-limit"_s, {{u"stderr"_s, words.arg(u"pids"_s)}, {u"exit"_s, 126}}),
              containersThat(u"normal"_s)});
    QStringList notes;
    connect(&m_service->events, &SandboxEvents::noted, this, [&](const QString &note) { notes += note; });
    const Run *first = submit("out 1");
    QTRY_VERIFY_WITH_TIMEOUT(first->hasEnded(), patience);
    QVERIFY(first->succeeded());
    const Run *second = submit("out 2");
    QTRY_VERIFY_WITH_TIMEOUT(second->hasEnded(), patience);
    QVERIFY(second->succeeded());
    QCOMPARE(calls(u"--cpus"_s).size(), 1); // it is learnt once
    QCOMPARE(calls(u"--pids-limit"_s).size(), 2);
    QCOMPARE(calls(u"run --rm"_s).size(), 4);
    QCOMPARE(notes.filter(u"cannot limit processors"_s).size(), 1);
    QCOMPARE(notes.filter(u"WEAKER: "_s).filter(u"cannot limit processes"_s).size(), 1);
    QCOMPARE(m_service->factory.engine()->notes.filter(u"cannot limit"_s).size(), 2); // doctor, environments
}

void TestExecutor::T13_anEngineThatSeesNoFilesGetsImagesWithInit_data()
{
    QTest::addColumn<QString>("words");
    QTest::newRow("on a file") << u"docker: Error response from daemon: OCI runtime create failed: error mounting "
                                  "\"/x/sandbox-init\" to rootfs at \"/sandbox-init\": mount: not a directory: unknown"_s;
    QTest::newRow("instead of a program")
        << u"Error: runc: exec: \"/sandbox-init\": is a directory: permission denied"_s;
}

void TestExecutor::T13_anEngineThatSeesNoFilesGetsImagesWithInit()
{
    QFETCH(QString, words);
    setRules({rule(u":/sandbox-init:ro"_s, {{u"stderr"_s, words}, {u"exit"_s, 126}}), containersThat(u"normal"_s)});
    QStringList notes;
    connect(&m_service->events, &SandboxEvents::noted, this, [&](const QString &note) { notes += note; });
    std::vector<Run *> runs{submit("out 1"), submit("out 2")}; // both start before it is known
    for (const Run *run : runs) {
        QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
        QVERIFY2(run->succeeded(), qPrintable(*run->result ? QString() : run->result->error().message));
    }
    const Run *third = submit("out 3");
    QTRY_VERIFY_WITH_TIMEOUT(third->succeeded(), patience);
    QVERIFY(calls(u":/sandbox-init:ro"_s).size() <= 2); // then it is known
    QCOMPARE(notes.filter(u"does not see the folder"_s).size(), 1);
    QVERIFY(m_service->factory.engine()->isRemote);
}

void TestExecutor::T13_anImageWithoutInitIsExplained_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("advice");
    QTest::newRow("ours") << QString() << u"Run \"code-sandbox-mcp images build\"."_s;
    QTest::newRow("another one") << u"acme/pydata:1"_s << u"images build --from acme/pydata:1"_s;
}

void TestExecutor::T13_anImageWithoutInitIsExplained()
{
    QFETCH(QString, image);
    QFETCH(QString, advice);
    if (!image.isEmpty())
        m_settings.pythonImage = image;
    setRules({rule(u":/sandbox-init:ro"_s, {{u"stderr"_s, u"\"/sandbox-init\": not a directory"_s}, {u"exit"_s, 126}}),
              rule(u"run --rm"_s,
                   {{u"stderr"_s, u"exec: \"/sandbox-init\": stat /sandbox-init: no such file or directory"_s},
                    {u"exit"_s, 127}})});
    createService();
    const Run *run = submit("out 1");
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->error() == Error::Code::ImageMissing);
    const QString message = run->result->error().message;
    QVERIFY2(message.contains("does not see this machine's files"_L1) && message.contains(advice), qPrintable(message));
}

void TestExecutor::T15_SELinuxGetsCopies()
{
    const QString info = QString::fromLatin1(podmanInfo).replace(
        u"\"host\":{"_s, u"\"host\":{\"security\":{\"selinuxEnabled\":true},"_s);
    m_fakes->setRules(u"podman"_s, {containersThat(u"normal"_s), rule(u"info"_s, {{u"stdout"_s, info}})});
    const QString folder = m_service->instance.filesFolder();
    const Run *run = submit("out 1");
    QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QCOMPARE(calls(u"--volume %1/sandbox-init:/sandbox-init:ro,z "_s.arg(folder)).size(), 1);
    QVERIFY(QFileInfo(folder + u"/sandbox-init"_s).isExecutable());
    QVERIFY(QFile::exists(folder + u"/resolv.conf"_s));
    QSignalSpy idle(&m_service->executor, &Executor::idle);
    m_service->executor.shutDown();
    QVERIFY(m_service->executor.isIdle() || idle.wait(patience));
    m_service.reset();
    QVERIFY(!QFile::exists(folder));
    createService(); // for cleanup()
}

void TestExecutor::T10_nodesHeapIsMemory_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<Outcome>("outcome");
    const QByteArray fatal = "err FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n";
    const QByteArray worker =
        "err Error [ERR_WORKER_OUT_OF_MEMORY]: Worker terminated due to reaching memory limit: JS heap out of memory\n";
    QTest::newRow("program") << fatal + "signal 6" << Outcome::OutOfMemory;
    QTest::newRow("worker") << worker + "exit 1" << Outcome::OutOfMemory;
    QTest::newRow("another abort") << QByteArray("err FATAL ERROR: something else\nsignal 6") << Outcome::Signalled;
    QTest::newRow("only words") << fatal + "exit 1" << Outcome::Exited;
    QTest::newRow("the worker's end was handled") << worker + "exit 0" << Outcome::Exited;
}

void TestExecutor::T10_nodesHeapIsMemory()
{
    QFETCH(QByteArray, code);
    QFETCH(Outcome, outcome);
    const Run *run = submitJavaScript(code);
    const Run *python = submit(code);
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded() && python->hasEnded(), patience);
    QCOMPARE((*run->result)->outcome, outcome);
    QCOMPARE((*run->result)->heapLimitBytes, outcome == Outcome::OutOfMemory ? 768LL * 1024 * 1024 : 0LL);
    QVERIFY((*python->result)->outcome != Outcome::OutOfMemory);
}

void TestExecutor::T16_aRefusedScriptRunsOnceMoreAsTypeScript_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("containers");
    QTest::addColumn<bool>("isTypeScript");
    QTest::addColumn<QByteArray>("output"); // as it was reported meanwhile
    const auto refusal = [](const QByteArray &where, const QByteArray &file, int line) {
        return where + " err " + file + ':' + QByteArray::number(line) + "\n" + where +
               " err SyntaxError: Unexpected identifier\n" + where +
               " err     at wrapSafe (node:internal/modules/cjs/loader:1)\n" + where + " exit 1\n";
    };
    const QByteArray first = refusal("first", "/sandbox/code.js", 2);
    QTest::newRow("JavaScript") << QByteArray("out js") << 1 << false << QByteArray("js\n");
    QTest::newRow("TypeScript") << first + "out ts" << 2 << true << QByteArray("ts\n");
    QTest::newRow("as a module") << refusal("first", "file:///sandbox/code.js", 2) + "out ts" << 2 << true
                                 << QByteArray("ts\n");
    QTest::newRow("TypeScript that fails") << first + "out ts\nexit 3" << 2 << true << QByteArray("ts\n");
    QTest::newRow("neither") << first + refusal("second", "/sandbox/code.ts", 2) << 2 << false
                             << QByteArray("/sandbox/code.js:2\nSyntaxError: Unexpected identifier\n    at wrapSafe "
                                           "(node:internal/modules/cjs/loader:1)\n");
    // The program's own second line is what stopped JavaScript.
    QTest::newRow("a mistake further on") << "\nenum Color { Red }\n" + first +
                                                 refusal("second", "file:///sandbox/code.ts", 9)
                                          << 2 << true << QByteArray();
    QTest::newRow("seen further on") << "\nconst b = 'cut\n" + first +
                                            refusal("second", "file:///sandbox/code.ts", 3)
                                     << 2 << false << QByteArray();
    QTest::newRow("a Node without the option")
        << first + "second err node: bad option: --experimental-transform-types\nsecond exit 9" << 2 << false
        << QByteArray();
    QTest::newRow("something was printed") << "out x\n" + first << 1 << false << QByteArray();
    QTest::newRow("its own SyntaxError")
        << QByteArray("err /sandbox/code.js:1\nerr SyntaxError: mine\nerr     at Object.<anonymous> "
                      "(/sandbox/code.js:1:7)\nerr     at Module._compile (node:internal/x:1)\nexit 1")
        << 1 << false << QByteArray();
    QTest::newRow("another file") << refusal("first", "/tmp/code.js", 2) << 1 << false << QByteArray();
}

void TestExecutor::T16_aRefusedScriptRunsOnceMoreAsTypeScript()
{
    QFETCH(QByteArray, code);
    QFETCH(int, containers);
    QFETCH(bool, isTypeScript);
    QFETCH(QByteArray, output);
    m_settings.maxConcurrent = 1;
    createService();
    const Run *run = submitJavaScript(code);
    const Run *next = submit("out next");
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded() && next->hasEnded(), patience);
    QVERIFY(run->result->ok());
    QCOMPARE((*run->result)->ranAsTypeScript, isTypeScript);
    QCOMPARE(calls(u"run --rm"_s).filter(u"code-sandbox-js"_s).size(), containers);
    QVERIFY(m_mostContainers <= 1);
    if (!output.isEmpty())
        QCOMPARE(run->output, output);
    if (containers == 2 && !isTypeScript) // Node's first words are what counts
        QVERIFY((*run->result)->err.head.startsWith("/sandbox/code.js:2\n"));
}

void TestExecutor::troubleIsAnErrorAndFreesTheSlot_data()
{
    QTest::addColumn<QJsonObject>("containers"); // empty: normal ones
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<Error::Code>("error");
    QTest::addColumn<QString>("words");
    const auto engineSays = [](const QString &words) {
        return rule(u"run --rm"_s, {{u"stderr"_s, words}, {u"exit"_s, 125}});
    };
    QTest::newRow("container vanishes") << QJsonObject() << QByteArray("out x\nvanish") << Error::Code::ContainerFailed
                                        << u"may have run"_s;
    QTest::newRow("garbage while it runs")
        << QJsonObject() << QByteArray("garbage") << Error::Code::ContainerFailed << u"broken off"_s;
    QTest::newRow("too much output") << QJsonObject() << QByteArray("flood") << Error::Code::ContainerFailed
                                     << u"more output than agreed"_s;
    for (const auto &[name, code] : {std::pair("a second start", "again"), std::pair("usage that goes back", "usage 7\nusage 7")}) {
        QTest::newRow(name) << QJsonObject() << QByteArray(code) << Error::Code::ContainerFailed << u"broken off"_s;
    }
    QTest::newRow("a start before the run")
        << containersThat(u"early"_s) << QByteArray() << Error::Code::ContainerFailed << u"an unexpected start"_s;
    const QList<std::pair<const char *, frames::Type>> lateFrames{
        {"a second report", frames::Type::Exited},
        {"output after the report", frames::Type::Stdout},
        {"usage after the report", frames::Type::Usage},
        {"unknown frame after the report", frames::Type(200)}};
    for (const auto &[name, type] : lateFrames) {
        const QString words = type == frames::Type(200) ? u"a frame of type 200"_s : u"more after its last frame"_s;
        QTest::newRow(name) << QJsonObject() << "late " + QByteArray::number(int(type)) << Error::Code::ContainerFailed
                            << words;
    }
    QTest::newRow("half a frame after the report")
        << QJsonObject() << QByteArray("half") << Error::Code::ContainerFailed << u"more after its last frame"_s;
    QTest::newRow("garbage at the start")
        << containersThat(u"garbage"_s) << QByteArray() << Error::Code::ContainerFailed << u"broken off"_s;
    QTest::newRow("no interpreter") << containersThat(u"cannot"_s) << QByteArray() << Error::Code::InterpreterMissing
                                    << u"no python3 or python"_s;
    QTest::newRow("engine refuses") << engineSays(u"Error: OCI runtime error\n"_s) << QByteArray()
                                    << Error::Code::ContainerFailed << u"OCI runtime error"_s;
    QTest::newRow("image gone") << engineSays(u"Error: localhost/x: image not known\n"_s) << QByteArray()
                                << Error::Code::ImageMissing << u"images build"_s;
    QTest::newRow("engine ends in silence")
        << rule(u"run --rm"_s, {}) << QByteArray() << Error::Code::ContainerFailed << u"doctor"_s;
    QTest::newRow("engine crashes") << rule(u"run --rm"_s, {{u"crash"_s, true}}) << QByteArray()
                                    << Error::Code::ContainerFailed << u"it crashed"_s;
}

void TestExecutor::troubleIsAnErrorAndFreesTheSlot()
{
    QFETCH(QJsonObject, containers);
    QFETCH(QByteArray, code);
    QFETCH(Error::Code, error);
    QFETCH(QString, words);
    if (!containers.isEmpty())
        setRules({containers});
    std::vector<Run *> runs;
    for (int i = 0; i < 3; ++i) // more than there are slots
        runs.push_back(submit(code));
    for (const Run *run : runs) {
        QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
        QVERIFY(run->error() == error);
        QVERIFY2(run->result->error().message.contains(words), qPrintable(run->result->error().message));
    }
    setRules({containersThat(u"normal"_s)});
    const Run *next = submit("out fine");
    QTRY_VERIFY_WITH_TIMEOUT(next->succeeded(), patience);
}

void TestExecutor::killedContainerIsNotTheEnginesTrouble()
{
    const Run *killed = submit("vanish");
    QTRY_VERIFY_WITH_TIMEOUT(killed->hasEnded(), patience);
    QVERIFY2(killed->result->error().message.contains("out of memory"_L1), qPrintable(killed->result->error().message));
    const Run *next = submit("out fine");
    QTRY_VERIFY_WITH_TIMEOUT(next->succeeded(), patience);
    QCOMPARE(calls(u"info --format"_s).size(), 1); // it was not looked for again
}

void TestExecutor::troubleWithTheEngineIsAnErrorAndPasses_data()
{
    QTest::addColumn<QJsonObject>("trouble");
    QTest::addColumn<Error::Code>("error");
    QTest::addColumn<QString>("words");
    QTest::newRow("info fails") << rule(u"info"_s, {{u"stderr"_s, u"cannot connect\n"_s}, {u"exit"_s, 125}})
                                << Error::Code::EngineUnreachable << u"cannot connect"_s;
    QTest::newRow("info is garbage") << rule(u"info"_s, {{u"stdout"_s, u"\u0007[["_s}})
                                     << Error::Code::EngineUnreachable << u"not understood"_s;
    QTest::newRow("image missing") << rule(u"image inspect"_s, {{u"exit"_s, 1}}) << Error::Code::ImageMissing
                                   << u"images build"_s;
}

void TestExecutor::troubleWithTheEngineIsAnErrorAndPasses()
{
    QFETCH(QJsonObject, trouble);
    QFETCH(Error::Code, error);
    QFETCH(QString, words);
    setRules({trouble, containersThat(u"normal"_s)});
    std::vector<Run *> runs;
    for (int i = 0; i < 3; ++i)
        runs.push_back(submit({}));
    for (const Run *run : runs) {
        QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
        QVERIFY(run->error() == error);
        QVERIFY2(run->result->error().message.contains(words), qPrintable(run->result->error().message));
    }
    QCOMPARE(calls(u"run --rm"_s).size(), 0);
    setRules({containersThat(u"normal"_s)});
    const Run *next = submit({});
    QTRY_VERIFY_WITH_TIMEOUT(next->succeeded(), patience);
}

void TestExecutor::engineThatBecomesDoubtfulIsAskedAgain()
{
    const Run *run = submit({});
    QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QCOMPARE(calls(u"info"_s).size(), 1);
    bool isFound = false;
    m_service->factory.findEngine(this, [&isFound](const Result<Engine> &engine) { isFound = engine.ok(); });
    m_service->factory.noteFailure(Language::Python, {Error::Code::EngineUnreachable, u"It is gone."_s, {}});
    QTRY_VERIFY_WITH_TIMEOUT(isFound, patience);
    QCOMPARE(calls(u"info"_s).size(), 2);
}

void TestExecutor::queueKeepsItsOrder()
{
    m_settings.maxConcurrent = 1;
    createService();
    QStringList order;
    for (int i = 0; i < 6; ++i) {
        const Run *run = submit("out x");
        connect(run->execution, &Execution::finished, this, [&order, i] { order += QString::number(i); });
    }
    QTRY_COMPARE_WITH_TIMEOUT(order.size(), 6, patience);
    QCOMPARE(order.join(u""_s), u"012345"_s);
}

void TestExecutor::fullQueueIsBusy()
{
    m_settings.maxConcurrent = 1;
    m_settings.maxWaiting = 2;
    createService();
    const QByteArray wait = "wait " + path(u"go"_s).toUtf8();
    const Run *running = submit(wait);
    QTRY_VERIFY_WITH_TIMEOUT(m_startedIn.size() == 1, patience);
    const Run *second = submit(wait);
    const Run *third = submit(wait);
    const Run *refused = submit(wait);
    QVERIFY(!refused->hasEnded());
    QTRY_VERIFY_WITH_TIMEOUT(refused->hasEnded(), patience);
    QVERIFY(refused->error() == Error::Code::Busy);
    const QString message = refused->result->error().message;
    QVERIFY2(message.contains("1 programs run and 2 wait"_L1), qPrintable(message));
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(running->succeeded() && second->succeeded() && third->succeeded(), patience);
    const Run *next = submit({});
    QTRY_VERIFY_WITH_TIMEOUT(next->succeeded(), patience);
}

void TestExecutor::aBurstFillsTheSlotsFirst()
{
    m_settings.maxConcurrent = 2;
    m_settings.maxWaiting = 1;
    m_settings.maxWaitingPerClient = 1;
    createService();
    const QByteArray wait = "wait " + path(u"go"_s).toUtf8();
    std::vector<Run *> runs; // all in one turn of the event loop
    for (int i = 0; i < 4; ++i)
        runs.push_back(submit(wait, {}, i % 2 == 0 ? u"a"_s : u"b"_s));
    QTRY_VERIFY_WITH_TIMEOUT(runs[3]->hasEnded(), patience);
    QVERIFY(runs[3]->error() == Error::Code::Busy);
    const QString message = runs[3]->result->error().message;
    QVERIFY2(message.contains("2 programs run and 1 wait"_L1), qPrintable(message));
    createFile(u"go"_s);
    for (int i = 0; i < 3; ++i)
        QTRY_VERIFY_WITH_TIMEOUT(runs[std::size_t(i)]->succeeded(), patience);
}

void TestExecutor::ownersTakeTurns()
{
    m_settings.maxConcurrent = 2;
    createService();
    QStringList order;
    const auto call = [&](const QString &owner, const QByteArray &code) {
        const Run *run = submit(code, {}, owner);
        connect(run->execution, &Execution::finished, this, [&order, owner] { order += owner; });
    };
    for (int i = 0; i < 10; ++i)
        call(u"greedy"_s, "wait " + path(u"go"_s).toUtf8());
    QTRY_VERIFY_WITH_TIMEOUT(m_startedIn.size() == 2, patience);
    call(u"modest"_s, "out x");
    createFile(u"go"_s);
    QTRY_COMPARE_WITH_TIMEOUT(order.size(), 11, patience);
    // It came last and had one of the two next free slots.
    QVERIFY2(order.indexOf(u"modest"_s) <= 4, qPrintable(order.join(u' ')));
}

void TestExecutor::ownerHasAShareOfTheQueue()
{
    m_settings.maxConcurrent = 1;
    m_settings.maxWaitingPerClient = 2;
    createService();
    const QByteArray wait = "wait " + path(u"go"_s).toUtf8();
    submit(wait, {}, u"greedy"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_startedIn.size() == 1, patience);
    submit(wait, {}, u"greedy"_s);
    submit(wait, {}, u"greedy"_s);
    const Run *refused = submit(wait, {}, u"greedy"_s);
    const Run *other = submit(wait, {}, u"modest"_s);
    QTRY_VERIFY_WITH_TIMEOUT(refused->hasEnded(), patience);
    QVERIFY(refused->error() == Error::Code::Busy);
    static const QRegularExpression advice(u"2 calls of this client wait.* Try again in [0-9]+ s"_s);
    QVERIFY2(advice.match(refused->result->error().message).hasMatch(), qPrintable(refused->result->error().message));
    QVERIFY(!other->hasEnded());
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(other->succeeded(), patience);
}

void TestExecutor::ownerHasAShareOfTheSlots()
{
    m_settings.maxConcurrent = 3;
    m_settings.maxRunningPerClient = 1;
    createService();
    const QByteArray wait = "wait " + path(u"go"_s).toUtf8();
    const Run *first = submit(wait, {}, u"greedy"_s);
    const Run *second = submit("out x", {}, u"greedy"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_startedIn.size() == 1, patience);
    const Run *other = submit("out x", {}, u"modest"_s);
    QTRY_VERIFY_WITH_TIMEOUT(other->succeeded(), patience);
    QVERIFY(!second->hasEnded());
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(first->succeeded() && second->succeeded(), patience);
}

void TestExecutor::maxConcurrentIsNeverExceeded_data()
{
    QTest::addColumn<int>("maxConcurrent");
    QTest::addColumn<int>("poolSize");
    QTest::newRow("one") << 1 << 0;
    QTest::newRow("three") << 3 << 0;
    QTest::newRow("three with a pool") << 3 << 2;
}

void TestExecutor::maxConcurrentIsNeverExceeded()
{
    QFETCH(int, maxConcurrent);
    QFETCH(int, poolSize);
    m_settings.maxConcurrent = maxConcurrent;
    m_settings.poolSize = poolSize;
    createService();
    for (int i = 0; i < 16; ++i)
        submit("out x");
    for (const auto &run : m_runs)
        QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QVERIFY2(m_mostContainers <= maxConcurrent + poolSize, QByteArray::number(m_mostContainers).constData());
}

void TestExecutor::noContainerServesTwice()
{
    m_settings.poolSize = 2;
    createService();
    m_service->executor.warmUp();
    for (int i = 0; i < 12; ++i) {
        submit("out x");
        QTest::qWait(1);
    }
    for (const auto &run : m_runs)
        QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QCOMPARE(m_startedIn.size(), 12);
    QCOMPARE(QSet<QString>(m_startedIn.begin(), m_startedIn.end()).size(), 12);
}

void TestExecutor::waitingContainerIsUsed()
{
    m_settings.poolSize = 1;
    createService();
    m_service->executor.warmUp();
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"python"_s], 1, patience);
    const QStringList waiting = m_containers.keys();
    const Run *run = submit("out x");
    QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QVERIFY((*run->result)->wasWarm);
    QVERIFY(waiting.contains((*run->result)->container));
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"python"_s], 1, patience); // a new one took its place
}

void TestExecutor::deadWaitingContainerIsReplaced()
{
    setRules({containersThat(u"dies"_s, path(u"go"_s))});
    m_settings.poolSize = 1;
    createService();
    m_service->executor.warmUp();
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"python"_s], 1, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"javascript"_s], 1, patience);
    setRules({containersThat(u"normal"_s)});
    createFile(u"go"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"python"_s], 0, patience);
    const Run *run = submit("out x");
    QTRY_VERIFY_WITH_TIMEOUT(run->succeeded(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"python"_s], 1, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"javascript"_s], 1, patience);
}

void TestExecutor::lostStartIsTriedOnceMore()
{
    const Run *run = submitWhileThePoolStarts(containersThat(u"fails"_s, path(u"go"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(run->phases.contains(Phase::Starting), patience);
    setRules({containersThat(u"normal"_s)});
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->succeeded());
    QCOMPARE(m_startedIn.size(), 1);
}

void TestExecutor::secondLossIsReported()
{
    const Run *run = submitWhileThePoolStarts(containersThat(u"fails"_s, path(u"go"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(run->phases.contains(Phase::Starting), patience);
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->error() == Error::Code::ContainerFailed);
}

void TestExecutor::cancelEndsEveryPhase_data()
{
    QTest::addColumn<Phase>("phase");
    QTest::newRow("waiting") << Phase::Waiting;
    QTest::newRow("pulling") << Phase::Pulling;
    QTest::newRow("starting") << Phase::Starting;
    QTest::newRow("running") << Phase::Running;
}

void TestExecutor::cancelEndsEveryPhase()
{
    QFETCH(Phase, phase);
    m_settings.maxConcurrent = 1;
    m_settings.pythonImage = u"docker.io/some/image"_s;
    createService();
    QJsonArray rules{containersThat(u"normal"_s)};
    if (phase == Phase::Pulling) {
        rules.prepend(rule(u"image inspect"_s, {{u"exit"_s, 1}}));
        rules.prepend(rule(u"pull --"_s, {{u"waitForFile"_s, path(u"pulled"_s)}}));
    }
    if (phase == Phase::Starting)
        rules.prepend(containersThat(u"never"_s));
    setRules(rules);

    if (phase == Phase::Waiting)
        submit("wait " + path(u"go"_s).toUtf8());
    const Run *run = submit("hang");
    if (phase == Phase::Waiting)
        QTRY_COMPARE_WITH_TIMEOUT(m_startedIn.size(), 1, patience);
    else
        QTRY_VERIFY_WITH_TIMEOUT(run->phases.contains(phase), patience);
    if (phase == Phase::Starting)
        QTRY_VERIFY_WITH_TIMEOUT(!calls(u"run --rm"_s).isEmpty(), patience);
    QCOMPARE(run->execution->phase(), phase);
    run->execution->cancel();
    run->execution->cancel();
    QVERIFY(!run->hasEnded()); // never from inside
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    if (phase == Phase::Running) {
        QVERIFY(run->result->ok());
        QCOMPARE((*run->result)->outcome, Outcome::Cancelled);
    } else {
        QVERIFY(run->error() == Error::Code::Cancelled);
    }

    createFile(u"go"_s);
    createFile(u"pulled"_s);
    setRules({containersThat(u"normal"_s)});
    const Run *next = submit("out x");
    QTRY_VERIFY_WITH_TIMEOUT(next->succeeded(), patience);
    QCOMPARE(m_startedIn.size(), phase == Phase::Waiting || phase == Phase::Running ? 2 : 1);
}

void TestExecutor::cancelledStartOfAWaitingContainerIsFinal()
{
    const Run *run = submitWhileThePoolStarts(containersThat(u"never"_s));
    QTRY_VERIFY_WITH_TIMEOUT(run->phases.contains(Phase::Starting), patience);
    setRules({containersThat(u"normal"_s)});
    run->execution->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->error() == Error::Code::Cancelled);
    QCOMPARE(m_startedIn.size(), 0);
}

void TestExecutor::aDeafContainersTimeLimitIsForced()
{
    const Run *run = submit("out what it printed\ndeaf", {}, {}, 100ms);
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->result->ok());
    QCOMPARE((*run->result)->outcome, Outcome::TimedOut);
    QCOMPARE((*run->result)->out.head, "what it printed\n");
    QVERIFY(!(*run->result)->isOutputWhole);
    QVERIFY((*run->result)->duration >= 100ms);
    QTRY_COMPARE_WITH_TIMEOUT(calls(u"rm --force"_s).filter(m_startedIn[0]).size(), 1, patience);
}

void TestExecutor::cancelOfADeafContainerIsForced()
{
    m_settings.maxConcurrent = 1;
    createService();
    const Run *run = submit("deaf");
    QTRY_COMPARE_WITH_TIMEOUT(m_startedIn.size(), 1, patience);
    run->execution->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->result->ok());
    QCOMPARE((*run->result)->outcome, Outcome::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(calls(u"rm --force"_s).filter(m_startedIn[0]).size(), 1, patience);
    const Run *next = submit("out x");
    QTRY_VERIFY_WITH_TIMEOUT(next->succeeded(), patience);
}

void TestExecutor::cancelTakesOneRunOnly()
{
    const Run *one = submit("hang");
    const Run *other = submit("wait " + path(u"go"_s).toUtf8() + "\nout x");
    QTRY_COMPARE_WITH_TIMEOUT(m_startedIn.size(), 2, patience);
    one->execution->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(one->hasEnded(), patience);
    QVERIFY(!other->hasEnded());
    createFile(u"go"_s);
    QTRY_VERIFY_WITH_TIMEOUT(other->succeeded(), patience);
}

void TestExecutor::shutDownReachesIdle_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"nothing", "queued", "starting", "running", "pool", "pool starting", "engine asked"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestExecutor::shutDownReachesIdle()
{
    QFETCH(QString, what);
    m_settings.maxConcurrent = 1;
    m_settings.poolSize = what.startsWith("pool"_L1) ? 2 : 0;
    createService();
    if (what.contains("starting"_L1))
        setRules({containersThat(u"never"_s)});
    if (what == "engine asked"_L1)
        setRules({rule(u"info"_s, {{u"waitForFile"_s, path(u"never"_s)}})});
    if (what.startsWith("pool"_L1))
        m_service->executor.warmUp();
    else if (what != "nothing"_L1)
        submit("hang");
    if (what == "queued"_L1)
        submit("hang");
    if (what == "running"_L1 || what == "queued"_L1)
        QTRY_COMPARE_WITH_TIMEOUT(m_startedIn.size(), 1, patience);
    if (what.contains("starting"_L1))
        QTRY_VERIFY_WITH_TIMEOUT(!calls(u"run --rm"_s).isEmpty(), patience);
    if (what == "pool"_L1)
        QTRY_COMPARE_WITH_TIMEOUT(m_readyContainers[u"javascript"_s], 1, patience);
    if (what == "engine asked"_L1)
        QTRY_COMPARE_WITH_TIMEOUT(calls(u"info"_s).size(), 1, patience);

    QSignalSpy idle(&m_service->executor, &Executor::idle);
    m_service->executor.shutDown();
    QCOMPARE(idle.count(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(idle.count() > 0, patience);
    QVERIFY(m_service->executor.isIdle());
    QCOMPARE(m_containers.size(), 0);
    createFile(u"never"_s);
}

void TestExecutor::shutDownRefusesNewRuns()
{
    m_service->executor.shutDown();
    const Run *run = submit("out x");
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QVERIFY(run->error() == Error::Code::ShuttingDown);
    QCOMPARE(calls(u"run --rm"_s).size(), 0);
}

void TestExecutor::shutDownForcesStubbornContainers()
{
    setRules({containersThat(u"stubborn"_s)});
    const Run *run = submit("hang");
    QTRY_COMPARE_WITH_TIMEOUT(m_startedIn.size(), 1, patience);
    QSignalSpy idle(&m_service->executor, &Executor::idle);
    m_service->executor.shutDown();
    QTRY_VERIFY_WITH_TIMEOUT(idle.count() > 0, patience);
    QVERIFY(run->hasEnded());
    QCOMPARE(calls(u"rm --force"_s).filter(m_startedIn[0]).size(), 1);
}

void TestExecutor::containersAreRemovedByNameWhenTheyEndBadly()
{
    const Run *run = submit("garbage\nhang");
    QTRY_VERIFY_WITH_TIMEOUT(run->hasEnded(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(calls(u"rm --force"_s).size(), 1, patience);
    QCOMPARE(calls(u"rm --force"_s)[0], u"rm --force --volumes --time 0 --ignore "_s + m_startedIn.value(0));
}

void TestExecutor::eventsOfAContainerNameItsExecution()
{
    QList<ContainerInfo> changes;
    connect(&m_service->events, &SandboxEvents::containerChanged, this,
            [&changes](const ContainerInfo &container) { changes += container; });
    const Run *good = submit("out x");
    const ExecutionId goodId = good->execution->request().id;
    QTRY_VERIFY_WITH_TIMEOUT(good->hasEnded() && changes.size() >= 4, patience);
    QCOMPARE(changes.size(), 4);
    const ContainerState states[] = {ContainerState::Starting, ContainerState::Ready, ContainerState::InUse,
                                     ContainerState::Removed};
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(changes[i].state, states[i]);
        QCOMPARE(changes[i].created, changes[0].created);
    }
    QVERIFY(changes[0].execution.value.isEmpty());
    QCOMPARE(changes[2].execution, goodId);
    QCOMPARE(changes[3].execution, goodId);

    changes.clear();
    const Run *bad = submit("garbage\nhang");
    const ExecutionId badId = bad->execution->request().id;
    QTRY_VERIFY_WITH_TIMEOUT(!changes.isEmpty() && changes.last().state == ContainerState::Failed, patience);
    QCOMPARE(changes.last().execution, badId);
    QVERIFY(!changes.last().reason.isEmpty());
}

QTEST_GUILESS_MAIN(TestExecutor)
#include "tst_executor.moc"
