#include "engine/engineprobe.h"

#include "fakeenginepath.h"

#include <QLoggingCategory>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

QJsonObject dataFile(const QString &name)
{
    QFile file(QStringLiteral(TEST_DATA "/") + name);
    return file.open(QFile::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QJsonArray answering(const QJsonObject &info)
{
    return {QJsonObject{{u"when"_s, u"info"_s}, {u"stdout"_s, QString::fromUtf8(QJsonDocument(info).toJson())}}};
}

QJsonArray failing(const QString &words)
{
    return {QJsonObject{{u"stderr"_s, words + u'\n'}, {u"exit"_s, 125}}};
}

/// `object` with the value at a path such as "host.security.rootless" replaced.
QJsonObject with(QJsonObject object, const QString &path, const QJsonValue &value)
{
    const QString key = path.section(u'.', 0, 0);
    const QString rest = path.section(u'.', 1);
    object[key] = rest.isEmpty() ? value : QJsonValue(with(object[key].toObject(), rest, value));
    return object;
}

} // namespace

class TestEngineProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void podmanIsUnderstood();
    void dockerIsUnderstood();
    void enginesAreTriedInOrder_data();
    void enginesAreTriedInOrder();
    void troubleIsExplained_data();
    void troubleIsExplained();
    void weaknessesAreNoted_data();
    void weaknessesAreNoted();
    void limitsThatDockerDropsAreNoted_data();
    void limitsThatDockerDropsAreNoted();
    void wantedRuntimeIsKept();
    void T14_podmanUnderDockersNameIsPodman();
    void T13_enginesThatDoNotSeeOurFilesAreRecognised_data();
    void T13_enginesThatDoNotSeeOurFilesAreRecognised();
    void T15_SELinuxIsSeen();
    void dockersContextMayBeElsewhere_data();
    void dockersContextMayBeElsewhere();
    void reportIsQueuedAndComesOnce();
    void secondLookSeesWhatChanged();
    void environmentIsAnAllowList();
    void downloadsSeeTheProxies();
    void shortPathIsCompleted();

private:
    Result<Engine> probe(EngineChoice choice, const QString &runtime = {});

    std::unique_ptr<FakeEnginePath> m_fakes;
};

void TestEngineProbe::initTestCase()
{
    QLoggingCategory::setFilterRules(u"sandbox.*=false"_s);
}

void TestEngineProbe::init()
{
    m_fakes = std::make_unique<FakeEnginePath>();
    m_fakes->setRules(u"podman"_s, answering(dataFile(u"podman-4.3-info.json"_s)));
    m_fakes->setRules(u"docker"_s, answering(dataFile(u"docker-20.10-info.json"_s)));
}

void TestEngineProbe::cleanup()
{
    m_fakes.reset();
    qunsetenv("DOCKER_HOST");
}

Result<Engine> TestEngineProbe::probe(EngineChoice choice, const QString &runtime)
{
    EngineProbe engineProbe(choice, runtime);
    std::optional<Result<Engine>> result;
    connect(&engineProbe, &EngineProbe::finished, this, [&result](const Result<Engine> &engine) { result = engine; });
    engineProbe.start();
    if (!QTest::qWaitFor([&result] { return result.has_value(); }, 30'000))
        return Error{Error::Code::Internal, u"the test saw no report"_s, {}};
    return *result;
}

void TestEngineProbe::podmanIsUnderstood()
{
    const Result<Engine> engine = probe(EngineChoice::Podman);
    QVERIFY2(engine, qPrintable(engine ? QString() : engine.error().message));
    QCOMPARE(engine->kind, Engine::Kind::Podman);
    QCOMPARE(engine->program, m_fakes->path(u"podman"_s));
    QCOMPARE(engine->description(), u"podman 4.3.1"_s);
    QVERIFY(engine->isRootless);
    QVERIFY(!engine->isRemote);
    QCOMPARE(engine->cgroupVersion, 2);
    QCOMPARE(engine->storageDriver, u"overlay"_s);
    QCOMPARE(m_fakes->calls(u"podman"_s), QStringList{u"info --format json"_s});
    QCOMPARE(m_fakes->calls(u"docker"_s), QStringList());
}

void TestEngineProbe::dockerIsUnderstood()
{
    const Result<Engine> engine = probe(EngineChoice::Docker);
    QVERIFY2(engine, qPrintable(engine ? QString() : engine.error().message));
    QCOMPARE(engine->kind, Engine::Kind::Docker);
    QCOMPARE(engine->description(), u"docker 20.10.5+dfsg1"_s);
    QVERIFY(engine->isRootless);
    QCOMPARE(engine->cgroupVersion, 2);
    QCOMPARE(engine->storageDriver, u"overlay2"_s);
    QCOMPARE(engine->runtimeInUse, u"runc"_s);
    QCOMPARE(engine->runtime, QString());
    QCOMPARE(engine->notes, QStringList());
    QCOMPARE(m_fakes->calls(u"docker"_s),
             QStringList({u"info --format {{json .}}"_s, u"context inspect --format {{.Endpoints.docker.Host}}"_s}));
    QCOMPARE(m_fakes->calls(u"podman"_s), QStringList());
}

void TestEngineProbe::enginesAreTriedInOrder_data()
{
    QTest::addColumn<EngineChoice>("choice");
    QTest::addColumn<bool>("podmanWorks");
    QTest::addColumn<bool>("dockerWorks");
    QTest::addColumn<QString>("engine"); // empty: none
    QTest::newRow("both") << EngineChoice::Auto << true << true << u"podman"_s;
    QTest::newRow("podman broken") << EngineChoice::Auto << false << true << u"docker"_s;
    QTest::newRow("both broken") << EngineChoice::Auto << false << false << QString();
    QTest::newRow("podman wanted, broken") << EngineChoice::Podman << false << true << QString();
    QTest::newRow("docker wanted") << EngineChoice::Docker << true << true << u"docker"_s;
    QTest::newRow("docker wanted, broken") << EngineChoice::Docker << true << false << QString();
}

void TestEngineProbe::enginesAreTriedInOrder()
{
    QFETCH(EngineChoice, choice);
    QFETCH(bool, podmanWorks);
    QFETCH(bool, dockerWorks);
    QFETCH(QString, engine);
    if (!podmanWorks)
        m_fakes->setRules(u"podman"_s, failing(u"cannot clone: Operation not permitted"_s));
    if (!dockerWorks)
        m_fakes->setRules(u"docker"_s, failing(u"Cannot connect to the Docker daemon"_s));
    const Result<Engine> found = probe(choice);
    QCOMPARE(found ? found->name() : QString(), engine);
    if (found)
        return;
    QCOMPARE(found.error().code, Error::Code::EngineUnreachable);
    const QString message = found.error().message;
    QCOMPARE(message.contains("cannot clone: Operation not permitted"_L1), choice != EngineChoice::Docker);
    QCOMPARE(message.contains("Cannot connect to the Docker daemon"_L1), choice != EngineChoice::Podman);
    QVERIFY2(message.contains("code-sandbox-mcp doctor"_L1), qPrintable(message));
}

void TestEngineProbe::troubleIsExplained_data()
{
    QTest::addColumn<EngineChoice>("choice");
    QTest::addColumn<QJsonArray>("rules");
    QTest::addColumn<QString>("part");
    const auto rule = [](const QJsonObject &one) { return QJsonArray{one}; };
    QTest::newRow("garbage") << EngineChoice::Podman << rule({{u"stdout"_s, u"\u0001garbage{"_s}})
                             << u"its answer was not understood"_s;
    QTest::newRow("nothing") << EngineChoice::Podman << QJsonArray() << u"its answer was not understood"_s;
    QTest::newRow("array") << EngineChoice::Docker << rule({{u"stdout"_s, u"[]"_s}})
                           << u"its answer was not understood"_s;
    QTest::newRow("other types") << EngineChoice::Podman
                                 << rule({{u"stdout"_s, u"{\"version\":[1],\"host\":7,\"store\":null}"_s}})
                                 << u"its answer was not understood"_s;
    QTest::newRow("docker without a server")
        << EngineChoice::Docker << rule({{u"stdout"_s, u"{\"ServerVersion\":\"\",\"ServerErrors\":[\"x\"]}"_s}})
        << u"systemctl start docker"_s;
    QTest::newRow("permission") << EngineChoice::Docker
                                << failing(u"Got permission denied while trying to connect to the socket"_s)
                                << u"group \"docker\""_s;
    QTest::newRow("crash") << EngineChoice::Podman << rule({{u"crash"_s, true}}) << u"it crashed"_s;
    QTest::newRow("flood") << EngineChoice::Podman << rule({{u"flood"_s, 2'000'000}})
                           << u"its answer was not understood"_s;
    QTest::newRow("silent failure") << EngineChoice::Podman << rule({{u"exit"_s, 3}}) << u"exit code 3"_s;
}

void TestEngineProbe::troubleIsExplained()
{
    QFETCH(EngineChoice, choice);
    QFETCH(QJsonArray, rules);
    QFETCH(QString, part);
    m_fakes->setRules(choice == EngineChoice::Podman ? u"podman"_s : u"docker"_s, rules);
    const Result<Engine> engine = probe(choice);
    QVERIFY(!engine);
    QVERIFY2(engine.error().message.contains(part), qPrintable(engine.error().message));
}

void TestEngineProbe::weaknessesAreNoted_data()
{
    QTest::addColumn<QString>("path"); // in the answer of podman
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("note");
    QTest::newRow("cgroups v1") << u"host.cgroupVersion"_s << QJsonValue(u"v1"_s) << u"enforces no memory"_s;
    QTest::newRow("vfs") << u"store.graphDriverName"_s << QJsonValue(u"vfs"_s) << u"copies the whole image"_s;
}

void TestEngineProbe::weaknessesAreNoted()
{
    QFETCH(QString, path);
    QFETCH(QJsonValue, value);
    QFETCH(QString, note);
    const QJsonObject info = dataFile(u"podman-4.3-info.json"_s);
    QVERIFY(probe(EngineChoice::Podman)->notes.filter(note).isEmpty());
    m_fakes->setRules(u"podman"_s, answering(with(info, path, value)));
    const Result<Engine> engine = probe(EngineChoice::Podman);
    QVERIFY(engine);
    QCOMPARE(engine->notes.filter(note).size(), 1);
}

void TestEngineProbe::limitsThatDockerDropsAreNoted_data()
{
    QTest::addColumn<QString>("path"); // in the answer of docker
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("note"); // empty: none
    QTest::newRow("all there") << u"SwapLimit"_s << QJsonValue(true) << QString();
    QTest::newRow("no swap") << u"SwapLimit"_s << QJsonValue(false) << u"here: swap."_s;
    QTest::newRow("no memory") << u"MemoryLimit"_s << QJsonValue(false) << u"here: memory."_s;
    QTest::newRow("no processes") << u"PidsLimit"_s << QJsonValue(false) << u"here: processes."_s;
    QTest::newRow("no processors") << u"CpuCfsQuota"_s << QJsonValue(false) << u"here: processors."_s;
    QTest::newRow("nothing at all") << u"CgroupDriver"_s << QJsonValue(u"none"_s)
                                    << u"here: memory, swap, processors, processes."_s;
}

void TestEngineProbe::limitsThatDockerDropsAreNoted()
{
    QFETCH(QString, path);
    QFETCH(QJsonValue, value);
    QFETCH(QString, note);
    m_fakes->setRules(u"docker"_s, answering(with(dataFile(u"docker-20.10-info.json"_s), path, value)));
    const Result<Engine> engine = probe(EngineChoice::Docker);
    QVERIFY(engine);
    QCOMPARE(engine->notes.size(), note.isEmpty() ? 0 : 1);
    QVERIFY2(note.isEmpty() || engine->notes[0].contains(note), qPrintable(engine->notes.value(0)));
}

void TestEngineProbe::wantedRuntimeIsKept()
{
    const Result<Engine> podman = probe(EngineChoice::Podman, u"runsc"_s);
    QVERIFY(podman);
    QCOMPARE(podman->runtime, u"runsc"_s);
    QCOMPARE(podman->runtimeInUse, u"runsc"_s);
    QCOMPARE(m_fakes->calls(u"podman"_s).size(), 1);

    const Result<Engine> docker = probe(EngineChoice::Docker, u"runsc"_s);
    QVERIFY(docker);
    QCOMPARE(docker->runtimeInUse, u"runsc"_s);
    QCOMPARE(docker->notes.filter(u"no runtime \"runsc\""_s).size(), 1);
    QVERIFY(probe(EngineChoice::Docker, u"runc"_s)->notes.isEmpty());

    qputenv("DOCKER_HOST", "tcp://elsewhere:2375");
    QVERIFY(probe(EngineChoice::Docker)->isRemote);
    qputenv("DOCKER_HOST", "unix:///somewhere/docker.sock");
    QVERIFY(!probe(EngineChoice::Docker)->isRemote);
}

void TestEngineProbe::T14_podmanUnderDockersNameIsPodman()
{
    QJsonArray rules = answering(dataFile(u"podman-4.3-info.json"_s));
    QJsonObject answer = rules[0].toObject();
    answer[u"stderr"_s] = u"Emulate Docker CLI using podman. Create /etc/containers/nodocker to quiet msg.\n"_s;
    m_fakes->setRules(u"docker"_s, {answer});
    const Result<Engine> engine = probe(EngineChoice::Docker);
    QVERIFY2(engine, qPrintable(engine ? QString() : engine.error().message));
    QCOMPARE(engine->kind, Engine::Kind::Podman);
    QCOMPARE(engine->program, m_fakes->path(u"docker"_s));
    QCOMPARE(engine->description(), u"podman 4.3.1"_s);
    QCOMPARE(engine->notes.filter(u"podman-docker"_s).size(), 1);
    QCOMPARE(m_fakes->calls(u"docker"_s).size(), 1); // it knows no contexts
}

void TestEngineProbe::T13_enginesThatDoNotSeeOurFilesAreRecognised_data()
{
    QTest::addColumn<QString>("dockerHost");
    QTest::addColumn<QString>("field"); // of info
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isRemote");
    QTest::newRow("here") << u"unix:///run/docker.sock"_s << QString() << QString() << false;
    QTest::newRow("colima") << u"unix:///home/x/.colima/default/docker.sock"_s << QString() << QString() << true;
    QTest::newRow("Docker Desktop's socket")
        << u"unix:///home/x/.docker/desktop/docker.sock"_s << QString() << QString() << true;
    QTest::newRow("Rancher Desktop") << u"unix:///home/x/.rd/docker.sock"_s << QString() << QString() << true;
    QTest::newRow("Docker Desktop") << QString() << u"OperatingSystem"_s << u"Docker Desktop"_s << true;
    QTest::newRow("snap") << QString() << u"DockerRootDir"_s << u"/var/snap/docker/common/var-lib-docker"_s << true;
}

void TestEngineProbe::T13_enginesThatDoNotSeeOurFilesAreRecognised()
{
    QFETCH(QString, dockerHost);
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(bool, isRemote);
    const QJsonObject info = dataFile(u"docker-20.10-info.json"_s);
    m_fakes->setRules(u"docker"_s, answering(field.isEmpty() ? info : with(info, field, value)));
    if (!dockerHost.isEmpty())
        qputenv("DOCKER_HOST", dockerHost.toUtf8());
    const Result<Engine> engine = probe(EngineChoice::Docker);
    QVERIFY(engine);
    QCOMPARE(engine->isRemote, isRemote);
}

void TestEngineProbe::T15_SELinuxIsSeen()
{
    QVERIFY(!probe(EngineChoice::Podman)->hasSELinux);
    QVERIFY(!probe(EngineChoice::Docker)->hasSELinux);
    m_fakes->setRules(u"podman"_s, answering(with(dataFile(u"podman-4.3-info.json"_s), u"host.security.selinuxEnabled"_s, true)));
    QVERIFY(probe(EngineChoice::Podman)->hasSELinux);
    QJsonObject docker = dataFile(u"docker-20.10-info.json"_s);
    docker[u"SecurityOptions"_s] = QJsonArray{u"name=seccomp,profile=default"_s, u"name=selinux"_s};
    m_fakes->setRules(u"docker"_s, answering(docker));
    QVERIFY(probe(EngineChoice::Docker)->hasSELinux);
}

void TestEngineProbe::dockersContextMayBeElsewhere_data()
{
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<bool>("isRemote");
    QTest::newRow("ssh") << QJsonObject{{u"stdout"_s, u"ssh://build-host\n"_s}} << true;
    QTest::newRow("tcp") << QJsonObject{{u"stdout"_s, u"tcp://build-host:2376\n"_s}} << true;
    QTest::newRow("socket") << QJsonObject{{u"stdout"_s, u"unix:///var/run/docker.sock\n"_s}} << false;
    QTest::newRow("no contexts") << QJsonObject{{u"stderr"_s, u"'context' is not a docker command\n"_s}, {u"exit"_s, 1}}
                                 << false;
}

void TestEngineProbe::dockersContextMayBeElsewhere()
{
    QFETCH(QJsonObject, answer);
    QFETCH(bool, isRemote);
    QJsonArray rules = answering(dataFile(u"docker-20.10-info.json"_s));
    answer[u"when"_s] = u"context inspect"_s;
    rules.append(answer);
    m_fakes->setRules(u"docker"_s, rules);
    const Result<Engine> engine = probe(EngineChoice::Docker);
    QVERIFY(engine);
    QCOMPARE(engine->isRemote, isRemote);
}

void TestEngineProbe::reportIsQueuedAndComesOnce()
{
    EngineProbe engineProbe(EngineChoice::Auto, {});
    QSignalSpy finished(&engineProbe, &EngineProbe::finished);
    engineProbe.start();
    QVERIFY(engineProbe.isRunning());
    QCOMPARE(finished.count(), 0);
    QVERIFY(finished.wait(30'000));
    QVERIFY(!engineProbe.isRunning());
    QTest::qWait(0);
    QCOMPARE(finished.count(), 1);
}

void TestEngineProbe::secondLookSeesWhatChanged()
{
    EngineProbe engineProbe(EngineChoice::Podman, {});
    QList<bool> reports;
    connect(&engineProbe, &EngineProbe::finished, this,
            [&reports](const Result<Engine> &engine) { reports += engine.ok(); });
    m_fakes->setRules(u"podman"_s, failing(u"not yet"_s));
    engineProbe.start();
    QTRY_COMPARE_WITH_TIMEOUT(reports, QList<bool>{false}, 30'000);
    m_fakes->setRules(u"podman"_s, answering(dataFile(u"podman-4.3-info.json"_s)));
    engineProbe.start();
    QTRY_COMPARE_WITH_TIMEOUT(reports, (QList<bool>{false, true}), 30'000);
}

void TestEngineProbe::environmentIsAnAllowList()
{
    qputenv("TST_SECRET", "canary");
    qputenv("https_proxy", "http://user:password@proxy");
    qputenv("CONTAINERS_CONF", "/x");
    const QProcessEnvironment environment = engineenvironment::forCommands();
    const QProcessEnvironment inUse = probe(EngineChoice::Podman)->environment;
    for (const QProcessEnvironment &one : {environment, inUse}) {
        QVERIFY(!one.contains(u"TST_SECRET"_s));
        QVERIFY(!one.contains(u"https_proxy"_s));
        QVERIFY(!one.contains(u"LD_PRELOAD"_s));
        QCOMPARE(one.value(u"CONTAINERS_CONF"_s), u"/x"_s);
        QVERIFY(one.contains(u"HOME"_s));
    }
    qunsetenv("TST_SECRET");
    qunsetenv("https_proxy");
    qunsetenv("CONTAINERS_CONF");
}

void TestEngineProbe::downloadsSeeTheProxies()
{
    qputenv("HTTPS_PROXY", "http://proxy");
    qputenv("no_proxy", "localhost");
    QProcessEnvironment ofEngine;
    ofEngine.insert(u"DOCKER_HOST"_s, u"unix:///somewhere"_s);
    const QProcessEnvironment environment = engineenvironment::forDownloads(ofEngine);
    QCOMPARE(environment.value(u"HTTPS_PROXY"_s), u"http://proxy"_s);
    QCOMPARE(environment.value(u"no_proxy"_s), u"localhost"_s);
    QCOMPARE(environment.value(u"DOCKER_HOST"_s), u"unix:///somewhere"_s);
    QVERIFY(!environment.contains(u"HOME"_s)); // the rest is the engine's
    QVERIFY(!engineenvironment::forCommands().contains(u"HTTPS_PROXY"_s));
    qunsetenv("HTTPS_PROXY");
    qunsetenv("no_proxy");
}

void TestEngineProbe::shortPathIsCompleted()
{
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", "/some/where:/usr/bin");
    const QStringList path = engineenvironment::forCommands().value(u"PATH"_s).split(u':');
    qputenv("PATH", before);
    QCOMPARE(path.mid(0, 2), QStringList({u"/some/where"_s, u"/usr/bin"_s}));
    for (const QString &folder : {u"/usr/local/bin"_s, u"/usr/sbin"_s, u"/sbin"_s, u"/bin"_s})
        QCOMPARE(path.count(folder), 1);
    QCOMPARE(path.count(u"/usr/bin"_s), 1);
    QVERIFY(engineenvironment::findProgram(u"no-such-program-at-all"_s).isEmpty());
    QVERIFY(engineenvironment::findProgram(u"sh"_s).endsWith("/sh"_L1));
}

QTEST_GUILESS_MAIN(TestEngineProbe)
#include "tst_engineprobe.moc"
