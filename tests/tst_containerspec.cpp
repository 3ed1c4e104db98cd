#include "engine/containerspec.h"

#include "engine/hostfacts.h"
#include "engine/missinglimits.h"
#include "engine/instance.h"
#include "engine/ownnetwork.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mebibyte = 1024 * 1024;

Engine someEngine(Engine::Kind kind)
{
    Engine engine;
    engine.kind = kind;
    engine.program = u"/usr/bin/engine"_s;
    engine.environment.insert(u"HOME"_s, u"/home/x"_s);
    engine.runtimeInUse = u"runc"_s;
    return engine;
}

ContainerSpec someSpec()
{
    ContainerSpec spec;
    spec.name = u"code-sandbox-abc-1"_s;
    spec.image = u"localhost/image"_s;
    spec.labels = {{u"io.x.pid"_s, u"7"_s}, {u"io.x.uid"_s, u"0"_s}};
    spec.initPath = u"/usr/libexec/sandbox-init"_s;
    spec.hostsPath = u"/usr/libexec/hosts"_s;
    spec.resolvConfPath = u"/usr/libexec/resolv.conf"_s;
    spec.uid = 61005;
    spec.network = NetworkMode::None;
    spec.memoryBytes = 1024 * mebibyte;
    spec.cpus = 1.5;
    spec.pids = 128;
    return spec;
}

/// Every value that `option` has among the arguments, written in two words or with an equals sign.
QStringList valuesOf(const QStringList &arguments, const QString &option)
{
    QStringList values;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == option)
            values += arguments.value(i + 1);
        else if (arguments[i].startsWith(option + u'='))
            values += arguments[i].mid(option.size() + 1);
    }
    return values;
}

} // namespace

class TestContainerSpec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void demandedOptionsAreThere_data();
    void demandedOptionsAreThere();
    void forbiddenOptionsAreNot_data();
    void forbiddenOptionsAreNot();
    void imageComesLastBehindTheDashes_data();
    void imageComesLastBehindTheDashes();
    void directChannelIsHandedOn();
    void directChannelIsMounted();
    void podmansOwnOptionsAreForPodman();
    void onlyOurFilesAreMountedAndReadOnly();
    void T15_mountsAreRelabelledForSELinux();
    void remoteEngineMountsNothing();
    void foldersGrowToTheMemoryLimit_data();
    void foldersGrowToTheMemoryLimit();
    void limitsThatCannotBeSetAreNotAskedFor();
    void refusedLimitsAreRecognised_data();
    void refusedLimitsAreRecognised();
    void networkIsNoneUnlessAsked_data();
    void networkIsNoneUnlessAsked();
    void bridgeIsOursWhereItHasAName();
    void userNamespaceIsForPodman_data();
    void userNamespaceIsForPodman();
    void limitsAreNoHigherThanOurOwn();
    void runtimeIsPassedTheEnginesWay();
    void runscGetsItsFlags_data();
    void runscGetsItsFlags();
    void commandByHandIsAsHardAndNamesNothingOfOurs_data();
    void commandByHandIsAsHardAndNamesNothingOfOurs();
    void removalIsAtOnce_data();
    void removalIsAtOnce();
};

namespace {

void addKinds()
{
    QTest::addColumn<Engine::Kind>("kind");
    QTest::newRow("podman") << Engine::Kind::Podman;
    QTest::newRow("docker") << Engine::Kind::Docker;
}

} // namespace

/// security-guide.md section 2.
void TestContainerSpec::demandedOptionsAreThere_data()
{
    QTest::addColumn<Engine::Kind>("kind");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QStringList>("values");
    const QString memory = QString::number(1024 * mebibyte);
    const QList<std::pair<QString, QStringList>> both{
        {u"--pull"_s, {u"never"_s}},
        {u"--sig-proxy"_s, {u"false"_s}},
        {u"--name"_s, {u"code-sandbox-abc-1"_s}},
        {u"--label"_s, {u"io.x.pid=7"_s, u"io.x.uid=0"_s}},
        {u"--cap-drop"_s, {u"all"_s}},
        {u"--security-opt"_s, {u"no-new-privileges"_s}},
        {u"--user"_s, {u"61005:61005"_s}},
        {u"--ipc"_s, {u"private"_s}},
        {u"--cgroupns"_s, {u"private"_s}},
        {u"--shm-size"_s, {QString::number(960 * mebibyte)}},
        {u"--memory"_s, {memory}},
        {u"--memory-swap"_s, {memory}},
        {u"--cpus"_s, {u"1.5"_s}},
        {u"--pids-limit"_s, {u"128"_s}},
        {u"--network"_s, {u"none"_s}},
        {u"--hostname"_s, {u"sandbox"_s}},
        {u"--workdir"_s, {u"/"_s}},
        {u"--log-driver"_s, {u"none"_s}},
        {u"--stop-timeout"_s, {u"0"_s}},
        {u"--entrypoint"_s, {u"/sandbox-init"_s}},
    };
    for (const auto &[option, values] : both) {
        QTest::addRow("podman %s", qPrintable(option)) << Engine::Kind::Podman << option << values;
        QTest::addRow("docker %s", qPrintable(option)) << Engine::Kind::Docker << option << values;
    }
    const QStringList filesystems{u"/sandbox:rw,nosuid,nodev,exec,size=1006632960,mode=1777"_s,
                                  u"/tmp:rw,nosuid,nodev,exec,size=1006632960,mode=1777"_s};
    QTest::newRow("podman --tmpfs") << Engine::Kind::Podman << u"--tmpfs"_s << filesystems;
    QStringList owned;
    for (const QString &one : filesystems)
        owned += one + u",uid=61005,gid=61005"_s;
    QTest::newRow("docker --tmpfs") << Engine::Kind::Docker << u"--tmpfs"_s << owned;
}

void TestContainerSpec::demandedOptionsAreThere()
{
    QFETCH(Engine::Kind, kind);
    QFETCH(QString, option);
    QFETCH(QStringList, values);
    const CommandLine commandLine = runCommand(someEngine(kind), someSpec());
    QCOMPARE(commandLine.program, u"/usr/bin/engine"_s);
    QCOMPARE(commandLine.environment.value(u"HOME"_s), u"/home/x"_s);
    QCOMPARE(valuesOf(commandLine.arguments, option), values);
    for (const QString &flag : {u"run"_s, u"--rm"_s, u"-i"_s, u"--read-only"_s, u"--no-healthcheck"_s})
        QCOMPARE(commandLine.arguments.count(flag), 1);
}

void TestContainerSpec::forbiddenOptionsAreNot_data()
{
    addKinds();
}

void TestContainerSpec::forbiddenOptionsAreNot()
{
    QFETCH(Engine::Kind, kind);
    for (const NetworkMode network : {NetworkMode::Public, NetworkMode::None, NetworkMode::Bridge}) {
        ContainerSpec spec = someSpec();
        spec.network = network;
        const QStringList arguments = runCommand(someEngine(kind), spec).arguments;
        for (const QString &argument : arguments) {
            for (const QString &option :
                 {u"--privileged"_s,  u"--pid"_s,           u"--uts"_s,          u"--cap-add"_s,      u"--device"_s,
                  u"--init"_s,        u"--tty"_s,           u"--env"_s,          u"--env-file"_s,     u"--env-host"_s,
                  u"--publish"_s,     u"--add-host"_s,      u"--volumes-from"_s, u"--detach"_s,       u"--mount"_s,
                  u"--userns=host"_s, u"--cgroupns=host"_s, u"--ipc=host"_s,     u"--network=host"_s, u"--gpus"_s,
                  u"--group-add"_s})
                QVERIFY2(argument != option && !argument.startsWith(option + u'='), qPrintable(argument));
            for (const QString &shortOption : {u"-t"_s, u"-it"_s, u"-e"_s, u"-p"_s, u"-d"_s, u"-v"_s})
                QVERIFY2(argument != shortOption, qPrintable(argument));
            QVERIFY2(!argument.contains(".sock"_L1), qPrintable(argument));
            QVERIFY2(argument != u"host"_s && !argument.contains("unconfined"_L1), qPrintable(argument));
        }
    }
}

void TestContainerSpec::imageComesLastBehindTheDashes_data()
{
    addKinds();
}

void TestContainerSpec::imageComesLastBehindTheDashes()
{
    QFETCH(Engine::Kind, kind);
    const QStringList arguments = runCommand(someEngine(kind), someSpec()).arguments;
    QCOMPARE(arguments.last(), u"localhost/image"_s);
    QCOMPARE(arguments[arguments.size() - 2], u"--"_s);
    QCOMPARE(arguments.count(u"--"_s), 1);
}

void TestContainerSpec::directChannelIsHandedOn()
{
    ContainerSpec spec = someSpec();
    QVERIFY(!runCommand(someEngine(Engine::Kind::Podman), spec).arguments.contains(u"--preserve-fds"_s));
    spec.direct = ContainerSpec::Direct::Descriptor;
    const QStringList arguments = runCommand(someEngine(Engine::Kind::Podman), spec).arguments;
    QCOMPARE(valuesOf(arguments, u"--preserve-fds"_s), QStringList{u"1"_s});
    QCOMPARE(arguments.last(2), QStringList({u"localhost/image"_s, u"--direct"_s}));
}

void TestContainerSpec::directChannelIsMounted()
{
    ContainerSpec spec = someSpec();
    spec.socketPath = u"/run/user/7/a.channel"_s;
    QVERIFY(!runCommand(someEngine(Engine::Kind::Docker), spec).arguments.contains(u"--mount"_s));
    spec.direct = ContainerSpec::Direct::Mounted;
    const QStringList arguments = runCommand(someEngine(Engine::Kind::Docker), spec).arguments;
    QCOMPARE(valuesOf(arguments, u"--mount"_s),
             QStringList{u"type=bind,\"source=/run/user/7/a.channel\",target=/sandbox-socket,readonly"_s});
    QCOMPARE(arguments.last(2), QStringList({u"localhost/image"_s, u"--direct=/sandbox-socket"_s}));
}

void TestContainerSpec::podmansOwnOptionsAreForPodman()
{
    for (const QString &option : {u"--read-only-tmpfs=false"_s, u"--http-proxy=false"_s, u"--no-hosts"_s,
                                  u"--systemd=false"_s, u"--image-volume"_s}) {
        QVERIFY(runCommand(someEngine(Engine::Kind::Podman), someSpec()).arguments.contains(option));
        QVERIFY(!runCommand(someEngine(Engine::Kind::Docker), someSpec()).arguments.contains(option)); // it has none
    }
    QCOMPARE(valuesOf(runCommand(someEngine(Engine::Kind::Podman), someSpec()).arguments, u"--image-volume"_s),
             QStringList{u"ignore"_s});
}

void TestContainerSpec::onlyOurFilesAreMountedAndReadOnly()
{
    for (const auto kind : {Engine::Kind::Podman, Engine::Kind::Docker}) {
        QCOMPARE(valuesOf(runCommand(someEngine(kind), someSpec()).arguments, u"--volume"_s),
                 QStringList({u"/usr/libexec/sandbox-init:/sandbox-init:ro"_s, u"/usr/libexec/hosts:/etc/hosts:ro"_s,
                              u"/usr/libexec/resolv.conf:/etc/resolv.conf:ro"_s}));
    }
    ContainerSpec spec = someSpec();
    spec.preloadPath = u"/usr/libexec/preload"_s;
    spec.network = NetworkMode::Bridge; // the engine's name servers are in use there
    QCOMPARE(valuesOf(runCommand(someEngine(Engine::Kind::Podman), spec).arguments, u"--volume"_s),
             QStringList({u"/usr/libexec/sandbox-init:/sandbox-init:ro"_s, u"/usr/libexec/hosts:/etc/hosts:ro"_s,
                          u"/usr/libexec/preload:/sandbox-preload:ro"_s}));
}

void TestContainerSpec::T15_mountsAreRelabelledForSELinux()
{
    for (const auto kind : {Engine::Kind::Podman, Engine::Kind::Docker}) {
        Engine engine = someEngine(kind);
        engine.hasSELinux = true;
        const QStringList volumes = valuesOf(runCommand(engine, someSpec()).arguments, u"--volume"_s);
        QCOMPARE(volumes.size(), 3);
        for (const QString &volume : volumes)
            QVERIFY2(volume.endsWith(":ro,z"_L1), qPrintable(volume));
    }
}

void TestContainerSpec::remoteEngineMountsNothing()
{
    for (const auto kind : {Engine::Kind::Podman, Engine::Kind::Docker}) {
        Engine engine = someEngine(kind);
        engine.isRemote = true;
        const QStringList arguments = runCommand(engine, someSpec()).arguments;
        QVERIFY(valuesOf(arguments, u"--volume"_s).isEmpty());
        QCOMPARE(valuesOf(arguments, u"--entrypoint"_s), QStringList{u"/sandbox-init"_s}); // the image has it
    }
}

void TestContainerSpec::foldersGrowToTheMemoryLimit_data()
{
    QTest::addColumn<qint64>("memory");
    QTest::addColumn<bool>("enforced");
    QTest::addColumn<qint64>("tmpfs");
    QTest::addColumn<qint64>("shm");
    QTest::newRow("32 MiB") << 32 * mebibyte << true << 24 * mebibyte << 24 * mebibyte;
    QTest::newRow("256 MiB") << 256 * mebibyte << true << 192 * mebibyte << 192 * mebibyte;
    QTest::newRow("1 GiB") << 1024 * mebibyte << true << 960 * mebibyte << 960 * mebibyte;
    QTest::newRow("1 TiB") << 1024 * 1024 * mebibyte << true << (1024 * 1024 - 64) * mebibyte
                           << (1024 * 1024 - 64) * mebibyte;
    QTest::newRow("32 MiB, nobody enforces them") << 32 * mebibyte << false << 8 * mebibyte << 8 * mebibyte;
    QTest::newRow("1 GiB, nobody enforces them") << 1024 * mebibyte << false << 64 * mebibyte << 16 * mebibyte;
}

void TestContainerSpec::foldersGrowToTheMemoryLimit()
{
    QFETCH(qint64, memory);
    QFETCH(bool, enforced);
    QFETCH(qint64, tmpfs);
    QFETCH(qint64, shm);
    ContainerSpec spec = someSpec();
    spec.memoryBytes = memory;
    Engine engine = someEngine(Engine::Kind::Podman);
    engine.enforcesMemory = enforced;
    const QStringList arguments = runCommand(engine, spec).arguments;
    const QStringList filesystems = valuesOf(arguments, u"--tmpfs"_s);
    QCOMPARE(filesystems.size(), 2);
    for (const QString &one : filesystems)
        QVERIFY2(one.contains(u"size=%1,"_s.arg(tmpfs)), qPrintable(one));
    QCOMPARE(valuesOf(arguments, u"--shm-size"_s), QStringList{QString::number(shm)});
}

void TestContainerSpec::limitsThatCannotBeSetAreNotAskedFor()
{
    Engine engine = someEngine(Engine::Kind::Podman);
    using missinglimits::Limit;
    const std::pair<Limit, QString> rows[] = {{Limit::Processors, u"--cpus"_s},
                                              {Limit::Processes, u"--pids-limit"_s},
                                              {Limit::Memory, u"--memory"_s}};
    for (const auto &[limit, option] : rows) {
        QVERIFY(runCommand(engine, someSpec()).arguments.contains(option));
        missinglimits::drop(engine, limit);
        missinglimits::drop(engine, limit);
        QVERIFY(!runCommand(engine, someSpec()).arguments.contains(option));
    }
    QCOMPARE(engine.notes.size(), 3);
    const QStringList arguments = runCommand(engine, someSpec()).arguments;
    QVERIFY(!arguments.contains(u"--memory-swap"_s));
    QCOMPARE(valuesOf(arguments, u"--shm-size"_s), QStringList{QString::number(16 * mebibyte)});
}

void TestContainerSpec::refusedLimitsAreRecognised_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("limit"); // -1: none
    using missinglimits::Limit;
    QTest::newRow("crun") << u"Error: OCI runtime error: crun: the requested cgroup controller `cpu` is not available"_s
                          << int(Limit::Processors);
    QTest::newRow("crun, quoted") << u"the requested cgroup controller 'cpu' is not available"_s
                                  << int(Limit::Processors);
    QTest::newRow("crun, pids") << u"crun: the requested cgroup controller `pids` is not available: OCI runtime error"_s
                                << int(Limit::Processes);
    QTest::newRow("crun, memory") << u"the requested cgroup controller `memory` is not available"_s
                                  << int(Limit::Memory);
    QTest::newRow("runc") << u"runc: cannot set cpu limit: container could not join or create cgroup"_s
                          << int(Limit::Processors);
    QTest::newRow("docker") << u"docker: Error response from daemon: NanoCPUs can not be set, as your kernel does not "
                               "support CPU CFS scheduler or the cgroup is not mounted."_s
                            << int(Limit::Processors);
    QTest::newRow("something else") << u"Error: no such image"_s << -1;
    QTest::newRow("too many processors") << u"Range of CPUs is from 0.01 to 2.00, as there are only 2 CPUs"_s << -1;
}

void TestContainerSpec::refusedLimitsAreRecognised()
{
    QFETCH(QString, words);
    QFETCH(int, limit);
    const auto found = missinglimits::refused(words);
    QCOMPARE(found ? int(*found) : -1, limit);
}

void TestContainerSpec::networkIsNoneUnlessAsked_data()
{
    QTest::addColumn<NetworkMode>("mode");
    QTest::addColumn<QString>("network");
    QTest::newRow("public") << NetworkMode::Public << u"none"_s; // through the server
    QTest::newRow("allow") << NetworkMode::Allow << u"none"_s;
    QTest::newRow("none") << NetworkMode::None << u"none"_s;
    QTest::newRow("bridge") << NetworkMode::Bridge << u"bridge"_s;
}

void TestContainerSpec::networkIsNoneUnlessAsked()
{
    QFETCH(NetworkMode, mode);
    QFETCH(QString, network);
    ContainerSpec spec = someSpec();
    spec.network = mode;
    for (const auto kind : {Engine::Kind::Podman, Engine::Kind::Docker})
        QCOMPARE(valuesOf(runCommand(someEngine(kind), spec).arguments, u"--network"_s), QStringList{network});
    QCOMPARE(ContainerSpec().network, NetworkMode::None);
}

void TestContainerSpec::bridgeIsOursWhereItHasAName()
{
    Engine podman;
    podman.networkBackend = u"netavark"_s;
    QCOMPARE(ownnetwork::name(podman, 61'003), u"code-sandbox-bridge-61003"_s); // one container each
    const QStringList arguments = ownnetwork::createCommand(podman, u"x"_s).arguments;
    QVERIFY(arguments.contains(u"isolate=true"_s) && arguments.constLast() == "x"_L1);
    QVERIFY(arguments.contains(labels::key("format"_L1) + u"=1"_s));
    podman.networkBackend = u"cni"_s; // knows no such option
    QCOMPARE(ownnetwork::name(podman, 61'003), QString());
    podman.networkBackend = u"netavark"_s;
    podman.isRootless = true;
    QCOMPARE(ownnetwork::name(podman, 61'003), QString());

    Engine docker;
    docker.kind = Engine::Kind::Docker;
    QCOMPARE(ownnetwork::name(docker, 61'003), u"code-sandbox-bridge"_s);
    QVERIFY(
        ownnetwork::createCommand(docker, u"x"_s).arguments.contains(u"com.docker.network.bridge.enable_icc=false"_s));

    CommandResult result;
    result.exitCode = 125;
    result.errors = "Error: network name code-sandbox-bridge-61003 already used: network already exists\n";
    QVERIFY(ownnetwork::isThere(result));
    result.errors = "Error response from daemon: network with name code-sandbox-bridge already exists\n";
    QVERIFY(ownnetwork::isThere(result));
    result.errors = "Error: could not find free subnet from subnet pools\n";
    QVERIFY(!ownnetwork::isThere(result));

    ContainerSpec spec;
    spec.network = NetworkMode::Bridge;
    spec.networkName = u"code-sandbox-bridge-61003"_s;
    const QStringList run = runCommand(podman, spec).arguments;
    QCOMPARE(run.value(run.indexOf(u"--network"_s) + 1), spec.networkName);
    spec.network = NetworkMode::None;
    const QStringList none = runCommand(podman, spec).arguments;
    QCOMPARE(none.value(none.indexOf(u"--network"_s) + 1), u"none"_s);
}

void TestContainerSpec::userNamespaceIsForPodman_data()
{
    addKinds();
}

void TestContainerSpec::userNamespaceIsForPodman()
{
    QFETCH(Engine::Kind, kind);
    Engine engine;
    engine.kind = kind;
    ContainerSpec spec;
    QVERIFY(!runCommand(engine, spec).arguments.contains(u"--uidmap"_s));
    spec.firstHostUid = 1'000'000;
    spec.firstHostGid = 2'000'000;
    const QStringList arguments = runCommand(engine, spec).arguments;
    const bool isPodman = kind == Engine::Kind::Podman;
    QCOMPARE(arguments.contains(u"0:1000000:65536"_s), isPodman);
    QCOMPARE(arguments.contains(u"0:2000000:65536"_s), isPodman);
}

void TestContainerSpec::limitsAreNoHigherThanOurOwn()
{
    const QStringList limits =
        valuesOf(runCommand(someEngine(Engine::Kind::Podman), someSpec()).arguments, u"--ulimit"_s);
    QVERIFY(limits.contains(u"core=%1:%1"_s.arg(hostfacts::maxCoreSize())));
    QVERIFY(limits.contains(u"nofile=%1:%1"_s.arg(hostfacts::maxOpenFiles())));
    QVERIFY(limits.contains(u"nproc=%1:%1"_s.arg(hostfacts::maxProcesses())));
    QCOMPARE(limits.size(), 3);
}

void TestContainerSpec::runtimeIsPassedTheEnginesWay()
{
    Engine podman = someEngine(Engine::Kind::Podman);
    podman.runtime = u"crun"_s;
    const QStringList forPodman = runCommand(podman, someSpec()).arguments;
    QCOMPARE(forPodman.mid(0, 3), QStringList({u"--runtime"_s, u"crun"_s, u"run"_s})); // a global option
    QCOMPARE(removeCommand(podman, {u"x"_s}).arguments.mid(0, 3), QStringList({u"--runtime"_s, u"crun"_s, u"rm"_s}));

    Engine docker = someEngine(Engine::Kind::Docker);
    docker.runtime = u"runsc"_s;
    docker.runtimeInUse = u"runsc"_s;
    const QStringList forDocker = runCommand(docker, someSpec()).arguments;
    QCOMPARE(forDocker.first(), u"run"_s); // an option of run
    QCOMPARE(valuesOf(forDocker, u"--runtime"_s), QStringList{u"runsc"_s});
    QVERIFY(forDocker.indexOf(u"--runtime"_s) < forDocker.indexOf(u"--"_s));
    QVERIFY(!forDocker.contains(u"--runtime-flag"_s));
    QCOMPARE(removeCommand(docker, {u"x"_s}).arguments.first(), u"rm"_s);

    for (const auto kind : {Engine::Kind::Podman, Engine::Kind::Docker})
        QVERIFY(!runCommand(someEngine(kind), someSpec()).arguments.contains(u"--runtime"_s));
}

void TestContainerSpec::runscGetsItsFlags_data()
{
    QTest::addColumn<NetworkMode>("network");
    QTest::addColumn<QStringList>("flags");
    QTest::newRow("public") << NetworkMode::Public << QStringList{u"network=none"_s, u"ignore-cgroups"_s};
    QTest::newRow("none") << NetworkMode::None << QStringList{u"network=none"_s, u"ignore-cgroups"_s};
    QTest::newRow("bridge") << NetworkMode::Bridge << QStringList{u"ignore-cgroups"_s};
}

void TestContainerSpec::runscGetsItsFlags()
{
    QFETCH(NetworkMode, network);
    QFETCH(QStringList, flags);
    Engine engine = someEngine(Engine::Kind::Podman);
    engine.runtime = engine.runtimeInUse = u"runsc"_s;
    ContainerSpec spec = someSpec();
    spec.network = network;
    const QStringList arguments = runCommand(engine, spec).arguments;
    QCOMPARE(valuesOf(arguments, u"--runtime-flag"_s), flags);
    QVERIFY(arguments.lastIndexOf(u"--runtime-flag"_s) < arguments.indexOf(u"run"_s)); // global options
    QVERIFY(!runCommand(someEngine(Engine::Kind::Podman), spec).arguments.contains(u"--runtime-flag"_s));
}

void TestContainerSpec::commandByHandIsAsHardAndNamesNothingOfOurs_data()
{
    QTest::addColumn<Engine::Kind>("kind");
    QTest::newRow("podman") << Engine::Kind::Podman;
    QTest::newRow("docker") << Engine::Kind::Docker;
}

void TestContainerSpec::commandByHandIsAsHardAndNamesNothingOfOurs()
{
    QFETCH(Engine::Kind, kind);
    const Engine engine = someEngine(kind);
    const QStringList byHand = commandByHand(engine, someSpec(), Language::Python, {u"API_KEY"_s}).arguments;
    const QStringList byServer = runCommand(engine, someSpec()).arguments;
    QCOMPARE(byHand.last(4), QStringList({u"python3"_s, u"--"_s, u"localhost/image"_s, u"-"_s}));
    QCOMPARE(valuesOf(byHand, u"--env"_s), QStringList{u"API_KEY"_s}); // by its name only
    for (const auto *option : {"--user", "--cap-drop", "--security-opt", "--ipc", "--cgroupns", "--tmpfs", "--shm-size",
                               "--memory", "--memory-swap", "--cpus", "--pids-limit", "--ulimit", "--network"}) {
        const QString name = QString::fromLatin1(option);
        QVERIFY2(!valuesOf(byHand, name).isEmpty(), option);
        QCOMPARE(valuesOf(byHand, name), valuesOf(byServer, name));
    }
    for (const auto &flag : {u"--rm"_s, u"--read-only"_s, u"run"_s})
        QVERIFY(byHand.contains(flag));
    // A server would take it for its own, and clean it up.
    for (const auto &option : {u"--name"_s, u"--label"_s, u"--volume"_s})
        QVERIFY(valuesOf(byHand, option).isEmpty());
    const QString line = commandByHand(engine, someSpec(), Language::JavaScript, {}).toDisplayString();
    QVERIFY(line.startsWith(u"/usr/bin/engine "_s));
    QVERIFY(line.endsWith(u"--entrypoint node -- localhost/image -"_s));
    QVERIFY(!line.contains(u"/home/x"_s)); // nothing of the environment
}

void TestContainerSpec::removalIsAtOnce_data()
{
    QTest::addColumn<Engine::Kind>("kind");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("podman") << Engine::Kind::Podman << QStringList{u"rm"_s, u"--force"_s,  u"--volumes"_s, u"--time"_s,
                                                                   u"0"_s,  u"--ignore"_s, u"a"_s,         u"b"_s};
    QTest::newRow("docker") << Engine::Kind::Docker
                            << QStringList{u"rm"_s, u"--force"_s, u"--volumes"_s, u"a"_s, u"b"_s};
}

void TestContainerSpec::removalIsAtOnce()
{
    QFETCH(Engine::Kind, kind);
    QFETCH(QStringList, arguments);
    QCOMPARE(removeCommand(someEngine(kind), {u"a"_s, u"b"_s}).arguments, arguments);
}

QTEST_GUILESS_MAIN(TestContainerSpec)
#include "tst_containerspec.moc"
