#include "engine/imagebuilder.h"

#include "engine/containerspec.h"
#include "engine/hostfacts.h"
#include "engine/imagelist.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QStandardPaths>

// Theory of operation: every step is one command of the engine (or mmdebstrap), started by run() and continued in the
// function given to it. The build context is a temporary folder that mirrors containers/ of the repository, whose files
// are resources of this program; the host's files are added to its containers/host/, as a person would do by hand.
//
//     build:         checkNextImage ─▶ findBase ─▶ [pullBase ─▶ [bootstrapBase ─▶ importBase]] ─▶ buildCurrentImage ─▶
//                    finishCurrentImage ─▶ [checkMounts ─▶ [buildDerivedImage]] ─▶ checkNextImage … ─▶
//                    removeLeftovers ─▶ finished
//     buildDerived:  pullIfMissing ─▶ buildDerivedImage ─▶ removeLeftovers ─▶ finished

using namespace Qt::StringLiterals;

namespace {

constexpr auto defaultBase = "docker.io/library/debian:trixie-slim"_L1;
constexpr auto bootstrappedBase = "localhost/code-sandbox-base:trixie"_L1;
constexpr auto bootstrapSuite = "trixie"_L1;
constexpr qint64 maxHostFileSize = 4 * 1024 * 1024;
constexpr qsizetype maxLinesInError = 20;

QString dockerfile(Language language)
{
    return language == Language::Python ? u"containers/Dockerfile.python"_s : u"containers/Dockerfile.nodejs"_s;
}

QStringList embeddedFiles()
{
    QStringList files;
    for (QDirIterator it(u":/containers"_s, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
        files.append(it.next());
    files.sort(); // the iterator's order is not defined, and the hash depends on it
    return files;
}

/// The engine's own defaults may be higher than what we may set at all; then no build step could start.
QStringList ulimitArguments(Engine::Kind kind)
{
    const qint64 files = qMin<qint64>(hostfacts::maxOpenFiles(), 4096);
    QStringList arguments{u"--ulimit"_s, u"nofile=%1:%1"_s.arg(files)};
    if (kind == Engine::Kind::Podman)
        arguments << u"--ulimit"_s << u"nproc=%1:%1"_s.arg(hostfacts::maxProcesses());
    return arguments;
}

/// Whether a build that failed so may succeed with another network. A wrong yes costs time only.
bool looksLikeNetworkTrouble(const QStringList &lines)
{
    static const QRegularExpression words(
        u"resolv|network|connect|unreachable|timed out|name or service|EAI_AGAIN|ENOTFOUND|iptables|netavark|slirp4netns|pasta"_s,
        QRegularExpression::CaseInsensitiveOption);
    return !lines.filter(words).isEmpty();
}

QStringList proxyVariables()
{
    const QStringList names{u"http_proxy"_s, u"https_proxy"_s, u"ftp_proxy"_s, u"all_proxy"_s, u"no_proxy"_s};
    QStringList found;
    for (const QString &name : names) {
        for (const QString &variable : {name, name.toUpper()}) {
            if (qEnvironmentVariableIsSet(qPrintable(variable)))
                found.append(variable);
        }
    }
    return found;
}

bool write(const QString &path, const QByteArray &contents)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size() && file.flush();
}

} // namespace

QString defaultImage(Language language)
{
    return language == Language::Python ? u"localhost/code-sandbox-python"_s : u"localhost/code-sandbox-js"_s;
}

ImageBuilder::ImageBuilder(Engine engine, ImageBuildOptions options, QObject *parent)
    : QObject(parent)
    , m_engine(std::move(engine))
    , m_options(std::move(options))
    , m_remaining(m_options.languages)
    , m_usesHostNetwork(m_options.network == ImageBuildOptions::Network::Host)
{
    // Builds and pulls may need the proxies; nothing else that we run sees them.
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    for (const QString &name : proxyVariables())
        m_engine.environment.insert(name, own.value(name));
}

ImageBuilder::~ImageBuilder() = default;

void ImageBuilder::build()
{
    if (!m_options.baseImage.isEmpty() && !isValidImageReference(m_options.baseImage)) {
        fail(Error::Code::InvalidInput, u"\"%1\" is not the name of an image."_s.arg(m_options.baseImage));
        return;
    }
    if (stageContext() && stageHostFiles())
        checkNextImage();
}

void ImageBuilder::buildDerived(const QString &image, const QString &initPath, const QString &tag)
{
    for (const QString &name : {image, tag}) {
        if (!isValidImageReference(name)) {
            fail(Error::Code::InvalidInput, u"\"%1\" is not the name of an image."_s.arg(name));
            return;
        }
    }
    m_options.initPath = initPath;
    pullIfMissing(image, [=, this] {
        buildDerivedImage(image, tag, [=, this] {
            m_done.append(u"%1, made from %2"_s.arg(tag, image));
            removeLeftovers();
        });
    });
}

void ImageBuilder::pull(const QString &image)
{
    if (!isValidImageReference(image)) {
        fail(Error::Code::InvalidInput, u"\"%1\" is not the name of an image."_s.arg(image));
        return;
    }
    fetch(image, [=, this](const QString &reference, const CommandResult &result) {
        if (result.succeeded())
            conclude(u"%1 is here."_s.arg(reference));
        else
            failCommand(Error::Code::PullFailed, u"Pulling %1 failed"_s.arg(reference),
                        u"Check the name and the network, or build the image here with \"images build\"."_s, result);
    });
}

void ImageBuilder::fetch(const QString &image,
                         const std::function<void(const QString &reference, const CommandResult &)> &next)
{
    Q_EMIT stepStarted(u"Pulling %1"_s.arg(image));
    run(m_engine.command({u"pull"_s, image}), m_options.pullLimit, [=, this](const CommandResult &result) {
        const QString whole = m_engine.otherName(image);
        if (result.succeeded() || whole.isEmpty())
            return next(image, result);
        Q_EMIT stepStarted(u"%1 does not know where %2 comes from; trying %3, as Docker would"_s.arg(
            m_engine.description(), image, whole));
        fetch(whole, next);
    });
}

void ImageBuilder::run(CommandLine commandLine, std::chrono::milliseconds limit, const Continuation &next)
{
    m_lastLines.clear();
    m_command = std::make_unique<EngineCommand>(std::move(commandLine), limit);
    connect(m_command.get(), &EngineCommand::lineReceived, this, [this](const QByteArray &bytes) {
        const QString line = QString::fromUtf8(bytes).trimmed();
        m_lastLines.append(line);
        if (m_lastLines.size() > maxLinesInError)
            m_lastLines.removeFirst();
        Q_EMIT lineReceived(line);
    });
    connect(m_command.get(), &EngineCommand::finished, this, [this, next](const CommandResult &result) {
        // The command is in the middle of its own signal, and `next` will replace it.
        m_command.release()->deleteLater();
        next(CommandResult(result));
    });
    m_command->start();
}

void ImageBuilder::ask(const QStringList &arguments, const Continuation &next)
{
    run(m_engine.command(arguments), m_options.queryLimit, next);
    disconnect(m_command.get(), &EngineCommand::lineReceived, this, nullptr); // answers are no progress
}

void ImageBuilder::conclude(const Result<QString> &result)
{
    // Queued: failures may be found before build() has returned.
    QMetaObject::invokeMethod(
        this, [this, result] { Q_EMIT finished(result); }, Qt::QueuedConnection);
}

void ImageBuilder::fail(Error::Code code, const QString &message, const QString &detail)
{
    conclude(Error{code, message, detail});
}

void ImageBuilder::failCommand(Error::Code code, const QString &what, const QString &nextStep,
                               const CommandResult &result)
{
    if (result.end == CommandResult::End::TimedOut)
        code = Error::Code::TimedOut;
    fail(code, u"%1: %2. %3"_s.arg(what, result.explanation(), nextStep), m_lastLines.join(u'\n'));
}

void ImageBuilder::checkNextImage()
{
    if (m_remaining.isEmpty()) {
        removeLeftovers();
        return;
    }
    if (m_options.reuse == ImageBuildOptions::Reuse::Never) {
        findBase();
        return;
    }
    const QString image = defaultImage(m_remaining.first());
    const QString format = u"{{index .Config.Labels \"%1\"}}"_s.arg(buildHashLabel);
    ask({u"image"_s, u"inspect"_s, u"--format"_s, format, image}, [=, this](const CommandResult &result) {
        if (!result.succeeded() || QString::fromLatin1(result.output).trimmed() != buildHash()) {
            findBase();
            return;
        }
        Q_EMIT stepStarted(u"%1 is up to date"_s.arg(image));
        if (m_engine.isRemote) // and the hash says that its sandbox-init is, too
            concludeCurrentImage();
        else
            finishCurrentImage();
    });
}

void ImageBuilder::findBase()
{
    if (!m_base.isEmpty()) {
        buildCurrentImage();
        return;
    }
    const QString wanted = m_options.baseImage.isEmpty() ? QString(defaultBase) : m_options.baseImage;
    ask({u"image"_s, u"inspect"_s, wanted}, [=, this](const CommandResult &result) {
        if (result.succeeded()) {
            m_base = wanted;
            buildCurrentImage();
        } else if (m_options.baseImage.isEmpty()) {
            findBootstrappedBase();
        } else {
            pullBase();
        }
    });
}

void ImageBuilder::findBootstrappedBase()
{
    // Made here once means that pulling did not work here; trying it again at each build would cost minutes offline.
    ask({u"image"_s, u"inspect"_s, bootstrappedBase}, [this](const CommandResult &result) {
        if (!result.succeeded()) {
            pullBase();
            return;
        }
        m_base = bootstrappedBase;
        buildCurrentImage();
    });
}

void ImageBuilder::pullBase()
{
    const bool isOurChoice = m_options.baseImage.isEmpty();
    const QString wanted = isOurChoice ? QString(defaultBase) : m_options.baseImage;
    Q_EMIT stepStarted(u"Pulling the base image %1"_s.arg(wanted));
    run(m_engine.command({u"pull"_s, wanted}), m_options.pullLimit, [=, this](const CommandResult &result) {
        if (result.succeeded()) {
            m_base = wanted;
            buildCurrentImage();
        } else if (isOurChoice) {
            Q_EMIT stepStarted(u"%1 cannot be pulled (%2)"_s.arg(wanted, result.explanation()));
            bootstrapBase();
        } else {
            failCommand(Error::Code::PullFailed, u"Pulling the base image %1 failed"_s.arg(wanted),
                        u"Give another one with --base, or none to use Debian's."_s, result);
        }
    });
}

void ImageBuilder::bootstrapBase()
{
    const QString program = m_options.bootstrapProgram.isEmpty() ? QStandardPaths::findExecutable(u"mmdebstrap"_s)
                                                                 : m_options.bootstrapProgram;
    if (program.isEmpty()) {
        fail(Error::Code::PullFailed,
             u"%1 cannot be pulled, and mmdebstrap, which can make the same base of Debian packages, is not installed. "
             "Install mmdebstrap, or give a base image that is here with --base."_s.arg(defaultBase),
             m_lastLines.join(u'\n'));
        return;
    }
    Q_EMIT stepStarted(u"Making the base image of Debian packages with mmdebstrap instead"_s);
    const QString archive = m_folder.filePath(u"base.tar"_s);
    QStringList arguments{u"--variant=minbase"_s,
                          // What mmdebstrap takes over from the building machine and its options.
                          u"--customize-hook=rm -f \"$1/etc/hostname\" \"$1/etc/resolv.conf\" "
                          "\"$1/etc/apt/apt.conf.d/99mmdebstrap\""_s};
    if (!m_options.aptConf.isEmpty())
        arguments.append(u"--aptopt="_s + m_options.aptConf);
    arguments << bootstrapSuite << archive;
    run({program, arguments, m_engine.environment}, m_options.bootstrapLimit, [=, this](const CommandResult &result) {
        if (result.succeeded())
            importBase(archive);
        else
            failCommand(Error::Code::PullFailed, u"Making the base image with mmdebstrap failed"_s,
                        u"Check that Debian's packages can be reached, or give a base image with --base."_s, result);
    });
}

void ImageBuilder::importBase(const QString &archive)
{
    run(m_engine.command({u"import"_s, archive, bootstrappedBase}), m_options.pullLimit,
        [=, this](const CommandResult &result) {
            QFile::remove(archive); // 120 MB that the build's temporary folder need not hold longer
            if (!result.succeeded()) {
                failCommand(Error::Code::Internal, u"Importing the base image failed"_s,
                            u"Check the engine with \"doctor\"."_s, result);
                return;
            }
            m_base = bootstrappedBase;
            buildCurrentImage();
        });
}

void ImageBuilder::buildCurrentImage()
{
    const Language language = m_remaining.first();
    const QString image = defaultImage(language);
    Q_EMIT stepStarted(u"Building %1 from %2"_s.arg(image, m_base));
    const QStringList arguments{u"--build-arg"_s, u"BASE_IMAGE="_s + m_base,
                                u"--build-arg"_s, u"BUILD_HASH="_s + buildHash(),
                                u"--file"_s,      contextPath(dockerfile(language))};
    runBuild(arguments, image, [this] { finishCurrentImage(); });
}

void ImageBuilder::runBuild(const QStringList &arguments, const QString &tag, const std::function<void()> &next)
{
    const QStringList all = QStringList{u"build"_s} + buildArguments(m_usesHostNetwork) + arguments +
                            QStringList{u"--tag"_s, tag, contextPath()};
    run(m_engine.command(all), m_options.buildLimit, [=, this](const CommandResult &result) {
        if (result.succeeded()) {
            next();
        } else if (m_options.network == ImageBuildOptions::Network::Automatic && !m_usesHostNetwork &&
                   result.end == CommandResult::End::Exited && looksLikeNetworkTrouble(m_lastLines)) {
            Q_EMIT stepStarted(u"The build reached nothing through the engine's network; trying with the host's"_s);
            m_usesHostNetwork = true;
            runBuild(arguments, tag, next);
        } else {
            failCommand(Error::Code::Internal, u"Building %1 failed"_s.arg(tag),
                        u"Behind a proxy or with authorities of your own, see --ca-file, --pip-conf, --npmrc and "
                        "--apt-conf."_s,
                        result);
        }
    });
}

void ImageBuilder::finishCurrentImage()
{
    const QString image = defaultImage(m_remaining.first());
    if (m_options.initPath.isEmpty())
        concludeCurrentImage();
    else if (m_engine.isRemote)
        buildDerivedImage(image, image, [this] { concludeCurrentImage(); });
    else
        checkMounts(image);
}

/// Some engines of this machine do not see its files (Docker from snap). Their images need sandbox-init, too.
void ImageBuilder::checkMounts(const QString &image)
{
    ask({u"run"_s, u"--rm"_s, u"--network"_s, u"none"_s, u"--volume"_s,
         m_options.initPath + u':' + initPathInContainer + u":ro"_s, u"--entrypoint"_s, initPathInContainer, u"--"_s,
         image, u"--version"_s},
        [=, this](const CommandResult &result) {
            if (result.succeeded())
                concludeCurrentImage();
            else
                buildDerivedImage(image, image, [this] { concludeCurrentImage(); });
        });
}

void ImageBuilder::concludeCurrentImage()
{
    m_done.append(defaultImage(m_remaining.takeFirst()));
    checkNextImage();
}

void ImageBuilder::pullIfMissing(const QString &image, const std::function<void()> &next)
{
    ask({u"image"_s, u"inspect"_s, image}, [=, this](const CommandResult &inspected) {
        if (inspected.succeeded()) {
            next();
            return;
        }
        fetch(image, [=, this](const QString &reference, const CommandResult &pulled) {
            if (pulled.succeeded())
                next();
            else
                failCommand(Error::Code::PullFailed, u"%1 is not here, and pulling it failed"_s.arg(reference),
                            u"Check the name and the network."_s, pulled);
        });
    });
}

void ImageBuilder::buildDerivedImage(const QString &image, const QString &tag, const std::function<void()> &next)
{
    const QString folder = m_folder.filePath(u"derived"_s);
    const QString init = folder + u"/sandbox-init"_s;
    QFile::remove(init);
    // The base goes through ARG, so that the file is the same for each image and no text is pasted into it.
    const bool staged =
        QDir().mkpath(folder) && QFile::copy(m_options.initPath, init) &&
        QFile::setPermissions(init, QFile::Permissions::fromInt(0x5555)) &&
        write(folder + u"/Dockerfile"_s, "ARG BASE_IMAGE\nFROM ${BASE_IMAGE}\nCOPY sandbox-init /sandbox-init\n"
                                         "LABEL "_ba +
                                             imageKindLabel.latin1() + "=\"derived\"\n");
    if (!staged) {
        fail(Error::Code::Internal, u"Cannot prepare the build in %1 from %2. Is the disk full, or is sandbox-init not "
                                    "installed?"_s.arg(folder, m_options.initPath));
        return;
    }
    Q_EMIT stepStarted(u"Adding sandbox-init to %1"_s.arg(image));
    const QStringList arguments = QStringList{u"build"_s} + buildArguments(m_usesHostNetwork) +
                                  QStringList{u"--build-arg"_s, u"BASE_IMAGE="_s + image, u"--tag"_s, tag, folder};
    run(m_engine.command(arguments), m_options.buildLimit, [=, this](const CommandResult &result) {
        if (result.succeeded())
            next();
        else
            failCommand(Error::Code::Internal, u"Adding sandbox-init to %1 failed"_s.arg(image),
                        u"Check the engine with \"doctor\"."_s, result);
    });
}

void ImageBuilder::removeLeftovers()
{
    // Stages that Docker keeps as its cache, and the images that the new ones replaced. Whether this works changes
    // nothing for the images that are ready.
    run(m_engine.command({u"image"_s, u"prune"_s, u"--force"_s, u"--filter"_s, u"label="_s + imageKindLabel}),
        m_options.pullLimit, [this](const CommandResult &) {
            conclude(u"Ready on %1: %2."_s.arg(m_engine.description(), m_done.join(u", "_s)));
        });
}

bool ImageBuilder::stageContext()
{
    bool staged = m_folder.isValid();
    for (const QString &file : embeddedFiles()) {
        const QString target = contextPath(file.mid(2)); // without ":/"
        staged = staged && QDir().mkpath(QFileInfo(target).path()) &&
                 QFile::copy(file, target)
                 // resources are read-only, and so would be the copies that the temporary folder must remove
                 && QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
    }
    if (!staged)
        fail(Error::Code::Internal, u"Cannot write the build's files to %1. Is the disk full?"_s.arg(m_folder.path()));
    return staged;
}

bool ImageBuilder::stageHostFiles()
{
    QList<std::pair<QString, QString>> files; // source, name in containers/host
    for (qsizetype i = 0; i < m_options.certificateFiles.size(); ++i)
        files.append({m_options.certificateFiles[i], u"certificate-%1.crt"_s.arg(i)});
    files.append({m_options.pipConf, u"pip.conf"_s});
    files.append({m_options.npmrc, u"npmrc"_s});
    files.append({m_options.aptConf, u"apt.conf"_s});

    for (const auto &[source, name] : files) {
        if (source.isEmpty())
            continue;
        QFile file(source);
        if (!file.open(QIODevice::ReadOnly)) {
            fail(Error::Code::InvalidInput, u"Cannot read %1: %2."_s.arg(source, file.errorString()));
            return false;
        }
        const QByteArray contents = file.read(maxHostFileSize + 1);
        if (contents.size() > maxHostFileSize) {
            fail(Error::Code::InvalidInput, u"%1 is larger than 4 MiB."_s.arg(source));
            return false;
        }
        if (name.endsWith(".crt"_L1) && !contents.contains("-----BEGIN CERTIFICATE-----")) {
            fail(Error::Code::InvalidInput, u"%1 holds no certificate in PEM form."_s.arg(source));
            return false;
        }
        if (!write(contextPath(u"containers/host/"_s + name), contents)) {
            fail(Error::Code::Internal, u"Cannot write to %1. Is the disk full?"_s.arg(m_folder.path()));
            return false;
        }
    }
    return true;
}

QString ImageBuilder::buildHash() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList files = embeddedFiles();
    if (m_engine.isRemote && !m_options.initPath.isEmpty())
        files.append(m_options.initPath);
    for (const QString &path : files) {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly))
            hash.addData(&file);
    }
    hash.addData(m_options.baseImage.toUtf8());
    return QString::fromLatin1(hash.result().toHex());
}

QStringList ImageBuilder::buildArguments(bool withHostNetwork) const
{
    QStringList arguments = ulimitArguments(m_engine.kind) + proxyArguments();
    arguments.append(u"--force-rm"_s); // Docker would keep the container of a failed step, and with it its image
    if (m_engine.kind == Engine::Kind::Podman)
        arguments.append(u"--layers=false"_s); // no images for single steps: the result alone is of use
    if (withHostNetwork)
        arguments << u"--network"_s << u"host"_s;
    const QString version = QCoreApplication::applicationVersion();
    if (!version.isEmpty())
        arguments << u"--build-arg"_s << u"VERSION="_s + version;
    return arguments;
}

QStringList ImageBuilder::proxyArguments() const
{
    QStringList arguments;
    for (const QString &name : proxyVariables())
        arguments << u"--build-arg"_s << name; // without the value, which may hold a password: the engine reads it
    return arguments;
}

QString ImageBuilder::contextPath(const QString &name) const
{
    return m_folder.filePath(u"context/"_s + name);
}
