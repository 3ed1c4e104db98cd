#include "testengine.h"

#include "engine/hostfacts.h"
#include "engine/instance.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QStringList &images()
{
    static const QStringList names{u"localhost/code-sandbox-python"_s, u"localhost/code-sandbox-js"_s};
    return names;
}

QString lastWords(const TestEngine::Output &output)
{
    return QString::fromUtf8(output.err.trimmed().right(500));
}

/// The parts of the server as if installed below `folder`, since other users cannot enter every build folder.
bool installServer(const QString &folder)
{
    const QString programs = folder + "/bin"_L1;
    const QString parts = folder + "/libexec/code-sandbox-mcp"_L1;
    const QList<std::pair<QString, QString>> files{
        {QStringLiteral(SANDBOX_TEST_SERVER), programs + "/code-sandbox-mcp"_L1},
        {QStringLiteral(SANDBOX_TEST_INIT), parts + "/sandbox-init"_L1},
        {QStringLiteral(SANDBOX_TEST_HOSTS), parts + "/hosts"_L1},
        {QStringLiteral(SANDBOX_TEST_RESOLV_CONF), parts + "/resolv.conf"_L1},
        {QStringLiteral(SANDBOX_TEST_PRELOAD), parts + "/preload/sitecustomize.py"_L1}};
    bool isDone = QDir().mkpath(programs) && QDir().mkpath(parts + "/preload"_L1);
    for (const auto &[from, to] : files) {
        QFile::remove(to);
        isDone = isDone && QFile::copy(from, to);
    }
    return isDone;
}

bool writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QFile::WriteOnly) &&
           file.write(content) == content.size();
}

} // namespace

TestEngine::Output runProgram(const QStringList &command, const QProcessEnvironment &environment,
                              const QByteArray &input, std::chrono::milliseconds limit)
{
    QProcess process;
    process.setProcessEnvironment(environment.isEmpty() ? QProcessEnvironment::systemEnvironment() : environment);
    process.start(command.constFirst(), command.mid(1));
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(int(limit.count()))) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, "no end in time: " + command.join(u' ').toUtf8()};
    }
    const int exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return {exitCode, process.readAllStandardOutput(), process.readAllStandardError()};
}

bool TestEngine::isRequired()
{
    return qEnvironmentVariableIsSet("SANDBOX_TEST_REQUIRE_ENGINES");
}

std::optional<TestEngine> TestEngine::prepareOrGiveUp()
{
    const Result<TestEngine> engine = prepare();
    if (engine)
        return *engine;
    giveUp(engine.error().message);
    return std::nullopt;
}

void TestEngine::giveUp(const QString &reason)
{
    if (isRequired())
        QTest::qFail(qPrintable(reason), __FILE__, __LINE__);
    else
        QTest::qSkip(qPrintable(reason), __FILE__, __LINE__);
}

Result<TestEngine> TestEngine::prepare()
{
    const auto failed = [](const QString &reason) { return Error{Error::Code::EngineMissing, reason, {}}; };
    const QString wanted = qEnvironmentVariable("SANDBOX_TEST_ENGINE", u"podman"_s);
    TestEngine engine;
    engine.m_server = QStringLiteral(SANDBOX_TEST_SERVER);
    engine.m_home = QDir::homePath();
    if (wanted == "docker"_L1)
        engine.m_kind = Kind::Docker;
    else if (wanted == "rootless"_L1)
        engine.m_kind = Kind::RootlessPodman;
    else if (wanted == "gvisor"_L1)
        engine.m_kind = Kind::GVisor;
    else if (wanted != "podman"_L1)
        return failed(u"SANDBOX_TEST_ENGINE=%1 is none of podman, docker, rootless, gvisor"_s.arg(wanted));

    if (engine.m_kind == Kind::GVisor && QStandardPaths::findExecutable(u"runsc"_s).isEmpty())
        return failed(u"runsc (gVisor) is not installed"_s);
    if (engine.m_kind == Kind::RootlessPodman) {
        if (const QString problem = engine.prepareUser(); !problem.isEmpty())
            return failed(problem);
    }
    const Output info = engine.run({u"info"_s, u"--format"_s, u"{{json .}}"_s});
    if (info.exitCode != 0)
        return failed(u"%1 does not work here: %2"_s.arg(wanted, lastWords(info)));
    const QJsonObject host = QJsonDocument::fromJson(info.out)["host"_L1].toObject();
    const bool isWeak = engine.m_kind == Kind::RootlessPodman && host["cgroupVersion"_L1] == "v1"_L1;
    engine.m_enforcesLimits = !isWeak && engine.m_kind != Kind::GVisor;
    for (const QString &image : images()) {
        if (const QString problem = engine.prepareImage(image); !problem.isEmpty())
            return failed(problem);
    }
    return engine;
}

QString TestEngine::name() const
{
    switch (m_kind) {
    case Kind::Podman:
        return u"podman"_s;
    case Kind::Docker:
        return u"docker"_s;
    case Kind::RootlessPodman:
        return u"rootless podman"_s;
    case Kind::GVisor:
        return u"podman with gVisor"_s;
    }
    Q_UNREACHABLE();
}

/// An ordinary user with native overlay storage (vfs would copy the whole image for every container) and a runtime
/// folder of its own, as a login would make it.
QString TestEngine::prepareUser()
{
    if (geteuid() != 0)
        return u"only root can make the ordinary user of this test"_s;
    if (!getpwnam(userName.data())) {
        const Output made = runProgram({u"useradd"_s, u"--create-home"_s, u"--shell"_s, u"/bin/sh"_s, userName});
        if (made.exitCode != 0)
            return u"useradd: "_s + lastWords(made);
    }
    const passwd *user = getpwnam(userName.data());
    if (!user)
        return u"the user %1 could not be made"_s.arg(userName);
    const QString uid = QString::number(user->pw_uid);
    m_home = QString::fromLocal8Bit(user->pw_dir);
    m_asUser =
        QStringList{u"setpriv"_s, u"--reuid"_s, uid, u"--regid"_s, QString::number(user->pw_gid), u"--init-groups"_s};
    const QString runtimeFolder = u"/run/user/"_s + uid;
    const QString program = m_home + "/code-sandbox"_L1;
    if (!QDir().mkpath(runtimeFolder) || !installServer(program) ||
        !writeFile(m_home + "/.config/containers/storage.conf"_L1, "[storage]\ndriver = \"overlay\"\n"))
        return u"the folders of the user %1 could not be made"_s.arg(userName);
    m_server = program + "/bin/code-sandbox-mcp"_L1;
    QFile::setPermissions(runtimeFolder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const Output owned =
        runProgram({u"chown"_s, u"-R"_s, userName + u':', runtimeFolder, program, m_home + "/.config"_L1});
    return owned.exitCode == 0 ? QString() : u"chown: "_s + lastWords(owned);
}

/// Copies an image from root's podman, which has it in every test environment, unless the engine has one already.
QString TestEngine::prepareImage(const QString &image) const
{
    const bool isForUser = m_kind == Kind::RootlessPodman;
    const QStringList idOf{u"image"_s, u"inspect"_s, u"--format"_s, u"{{.Id}}"_s, image};
    const Output own = run(idOf);
    const Output ofPodman = runProgram(QStringList{u"podman"_s} + idOf);
    if (own.exitCode == 0 && (!isForUser || ofPodman.exitCode != 0 || own.out == ofPodman.out))
        return {};
    if (ofPodman.exitCode != 0)
        return u"the image %1 is not there; build it with \"code-sandbox-mcp images build\""_s.arg(image);
    const Output saved = runProgram({u"podman"_s, u"save"_s, image}, {}, {}, 5min);
    const Output loaded = run({u"load"_s}, saved.out);
    return loaded.exitCode == 0 ? QString()
                                : u"%1 did not take the image %2: %3"_s.arg(name(), image, lastWords(loaded));
}

QStringList TestEngine::serverCommand(const QStringList &arguments) const
{
    QStringList command = m_serverPrefix + m_asUser;
    command << m_server;
    // A subcommand comes first.
    const qsizetype words = arguments.isEmpty() || arguments.constFirst().startsWith(u'-') ? 0 : 1;
    command << arguments.first(words) << u"--engine"_s << (m_kind == Kind::Docker ? u"docker"_s : u"podman"_s);
    if (m_kind == Kind::GVisor)
        command << u"--runtime"_s << u"runsc"_s;
    return command << arguments.mid(words);
}

QProcessEnvironment TestEngine::serverEnvironment() const
{
    QProcessEnvironment environment;
    environment.insert(u"HOME"_s, m_home);
    environment.insert(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"_s);
    const QString dockerHost = qEnvironmentVariable("SANDBOX_TEST_DOCKER_HOST");
    if (m_kind == Kind::Docker && !dockerHost.isEmpty())
        environment.insert(u"DOCKER_HOST"_s, dockerHost);
    return environment;
}

QStringList TestEngine::engineCommand(const QStringList &arguments) const
{
    QStringList command = m_asUser;
    command << (m_kind == Kind::Docker ? u"docker"_s : u"podman"_s);
    // gVisor runs what is in containers; building with it needs a network that it does not get here.
    if (m_kind == Kind::GVisor && arguments.value(0) != "build"_L1)
        command << u"--runtime"_s << u"runsc"_s;
    else if (m_kind != Kind::Docker && hostfacts::hasHybridCgroups())
        command << u"--runtime"_s << u"runc"_s; // crun does not support them
    return command + arguments;
}

TestEngine::Output TestEngine::run(const QStringList &arguments, const QByteArray &input) const
{
    QProcessEnvironment environment = serverEnvironment();
    if (m_kind == Kind::RootlessPodman)
        environment.insert(u"XDG_RUNTIME_DIR"_s, u"/run/user/%1"_s.arg(m_asUser.value(2)));
    return runProgram(engineCommand(arguments), environment, input);
}

QList<ListedContainer> TestEngine::containers(qint64 serverPid) const
{
    const auto kind = m_kind == Kind::Docker ? Engine::Kind::Docker : Engine::Kind::Podman;
    QString label = labels::key("pid"_L1);
    if (serverPid > 0)
        label += u'=' + QString::number(serverPid);
    const Output list = run(listArguments(kind, label));
    if (list.exitCode != 0) // as good as a leftover: nothing is proven
        return {{u"(the engine did not list: %1)"_s.arg(lastWords(list)), {}, {}}};
    return parseList(kind, list.out);
}

QList<qint64> TestEngine::processesOf(const QString &container) const
{
    QList<qint64> pids;
    const Output first = run({u"inspect"_s, u"--format"_s, u"{{.State.Pid}}"_s, container});
    const quint64 space = pidNamespaceOf(first.out.trimmed().toLongLong());
    if (!showsProcesses() || space == 0)
        return pids;
    for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isPid = false;
        const qint64 pid = entry.toLongLong(&isPid);
        if (isPid && pidNamespaceOf(pid) == space)
            pids += pid;
    }
    return pids;
}

quint64 pidNamespaceOf(qint64 pid)
{
    // Not by QFile::symLinkTarget(), which makes the link's text a path in the process's own folder.
    struct stat status = {};
    const QByteArray path = "/proc/" + QByteArray::number(pid) + "/ns/pid";
    return pid > 0 && stat(path.constData(), &status) == 0 ? quint64(status.st_ino) : 0;
}
