#include "engine/imagebuilder.h"
#include "engine/imagelist.h"
#include "fakeenginesetup.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const auto noImages = QJsonObject{{u"when"_s, u"image inspect"_s}, {u"exit"_s, 1}, {u"stderr"_s, u"no such image"_s}};
const auto pullFails = QJsonObject{{u"when"_s, u"pull "_s}, {u"exit"_s, 125}, {u"stderr"_s, u"no such host"_s}};

} // namespace

class TestImageBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void imageReferencesAreChecked_data();
    void imageReferencesAreChecked();
    void buildPullsTheBaseAndBuildsBothImages();
    void localBaseIsNotPulled();
    void baseThatCannotBePulledIsBootstrapped();
    void missingBootstrapProgramIsExplained();
    void chosenBaseIsNeverReplaced();
    void currentImagesAreLeftAlone();
    void networkTroubleLeadsToTheHostsNetwork();
    void otherTroubleEndsTheBuild();
    void dockerGetsNoPodmanOptions();
    void hostFilesAreStaged();
    void hostFilesAreChecked_data();
    void hostFilesAreChecked();
    void hangingPullIsEnded();
    void invalidNamesReachNoEngine();
    void derivedImageIsBuiltFromThePulledOne();
    void remoteEngineGetsInitInItsImages();
    void T13_imagesForAnEngineThatSeesNoFilesGetInit_data();
    void T13_imagesForAnEngineThatSeesNoFilesGetInit();
    void T12_shortNamesArePulledFromDockersRegistry();
    void proxyPasswordsStayOutOfTheArguments();
    void pullReportsItsFailure();
    void listIsParsed();

private:
    Result<QString> outcome(ImageBuilder &builder, const std::function<void()> &start);
    Result<QString> build(const ImageBuildOptions &options, Engine::Kind kind = Engine::Kind::Podman);
    [[nodiscard]] QStringList callsWith(const QString &part) const { return m_fake->calls().filter(part); }
    QString file(const QString &name, const QByteArray &contents);

    std::unique_ptr<FakeEngineSetup> m_fake;
    QStringList m_steps;
};

void TestImageBuilder::init()
{
    m_fake = std::make_unique<FakeEngineSetup>();
    m_steps.clear();
}

Result<QString> TestImageBuilder::outcome(ImageBuilder &builder, const std::function<void()> &start)
{
    std::optional<Result<QString>> result;
    int reports = 0;
    connect(&builder, &ImageBuilder::stepStarted, this, [this](const QString &step) { m_steps.append(step); });
    connect(&builder, &ImageBuilder::finished, this, [&](const Result<QString> &got) {
        result = got;
        ++reports;
    });
    start();
    if (reports != 0 || !QTest::qWaitFor([&] { return result.has_value(); }, 20'000))
        return Error{Error::Code::Internal, u"the test saw no report, or one too early"_s, {}};
    QTest::qWait(0);
    return reports == 1 ? *result : Error{Error::Code::Internal, u"two reports"_s, {}};
}

Result<QString> TestImageBuilder::build(const ImageBuildOptions &options, Engine::Kind kind)
{
    ImageBuilder builder(m_fake->engine(kind), options);
    return outcome(builder, [&builder] { builder.build(); });
}

QString TestImageBuilder::file(const QString &name, const QByteArray &contents)
{
    QFile file(m_fake->path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
        qFatal("cannot write a file of the test");
    return file.fileName();
}

void TestImageBuilder::imageReferencesAreChecked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isValid");
    const QString digest = u"@sha256:"_s + QString(64, u'a');
    for (const QString &text : {u"debian"_s, u"debian:trixie-slim"_s, u"localhost/code-sandbox-python"_s,
                                u"philschmi/code-sandbox-js:latest"_s, u"docker.io/library/debian:trixie-slim"_s,
                                u"registry.example:5000/a/b_c/d-e.f:1.2"_s, u"localhost:5000/x"_s, u"debian"_s + digest,
                                u"a/b:tag"_s + digest, u"0123456789ab"_s, u"Example.org/x"_s})
        QTest::newRow(qPrintable(u"valid "_s + text)) << text << true;
    for (const QString &text : {u""_s,
                                u"--privileged"_s,
                                u"-v"_s,
                                u"a b"_s,
                                u"a\n"_s,
                                u"a;id"_s,
                                u"$(id)"_s,
                                u"https://example.org/a"_s,
                                u"/etc/passwd"_s,
                                u"../a"_s,
                                u"./a"_s,
                                u"a/"_s,
                                u"a//b"_s,
                                u"a:"_s,
                                u"a:-x"_s,
                                u"a:b:c"_s,
                                u"UPPER"_s,
                                u"a@sha256:12"_s,
                                u"a'b"_s,
                                u"ä"_s,
                                u"a\u202Eb"_s,
                                u".a"_s,
                                u"a."_s,
                                QString(600, u'a')})
        QTest::newRow(qPrintable(u"invalid "_s + text.left(40))) << text << false;
}

void TestImageBuilder::imageReferencesAreChecked()
{
    QFETCH(QString, text);
    QFETCH(bool, isValid);
    QCOMPARE(isValidImageReference(text), isValid);
}

void TestImageBuilder::buildPullsTheBaseAndBuildsBothImages()
{
    m_fake->setRules({noImages});
    const Result<QString> result = build({});
    QVERIFY2(result.ok(), qPrintable(result.error().message));
    QVERIFY(result->contains(u"localhost/code-sandbox-python"_s));
    QVERIFY(result->contains(u"localhost/code-sandbox-js"_s));
    QCOMPARE(callsWith(u"pull docker.io/library/debian:trixie-slim"_s).size(), 1);
    const QStringList builds = callsWith(u"build --ulimit"_s);
    QCOMPARE(builds.size(), 2);
    QVERIFY(builds[0].contains(u"--build-arg BASE_IMAGE=docker.io/library/debian:trixie-slim"_s));
    QVERIFY(builds[0].contains(u"Dockerfile.python"_s));
    QVERIFY(builds[0].contains(u"--tag localhost/code-sandbox-python"_s));
    QVERIFY(builds[0].contains(u"--layers=false"_s));
    QVERIFY(!builds[0].contains(u"--network"_s));
    QVERIFY(builds[1].contains(u"Dockerfile.nodejs"_s));
    QCOMPARE(callsWith(u"image prune"_s).size(), 1);
}

void TestImageBuilder::localBaseIsNotPulled()
{
    m_fake->setRules({QJsonObject{{u"when"_s, u"image inspect example/base:1"_s}}, noImages});
    ImageBuildOptions options;
    options.baseImage = u"example/base:1"_s;
    QVERIFY(build(options).ok());
    QVERIFY(callsWith(u"pull "_s).isEmpty());
    QCOMPARE(callsWith(u"BASE_IMAGE=example/base:1"_s).size(), 2);
}

void TestImageBuilder::baseThatCannotBePulledIsBootstrapped()
{
    m_fake->setRules({noImages, pullFails});
    ImageBuildOptions options;
    options.bootstrapProgram = FakeEngineSetup::program();
    const Result<QString> result = build(options);
    QVERIFY2(result.ok(), qPrintable(result.error().message));
    QCOMPARE(callsWith(u"--variant=minbase"_s).size(), 1);
    QCOMPARE(callsWith(u"import "_s).size(), 1);
    QVERIFY(callsWith(u"import "_s).first().endsWith(u"base.tar localhost/code-sandbox-base:trixie"_s));
    QCOMPARE(callsWith(u"BASE_IMAGE=localhost/code-sandbox-base:trixie"_s).size(), 2);
    QVERIFY(m_steps.join(u'\n').contains(u"cannot be pulled (no such host)"_s));
}

void TestImageBuilder::missingBootstrapProgramIsExplained()
{
    m_fake->setRules({noImages, pullFails});
    ImageBuildOptions options;
    options.bootstrapProgram = u"/nowhere/mmdebstrap"_s;
    const Result<QString> result = build(options);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::PullFailed);
    QVERIFY(result.error().message.contains(u"mmdebstrap"_s));
}

void TestImageBuilder::chosenBaseIsNeverReplaced()
{
    m_fake->setRules({noImages, pullFails});
    ImageBuildOptions options;
    options.baseImage = u"example/base:1"_s;
    options.bootstrapProgram = FakeEngineSetup::program();
    const Result<QString> result = build(options);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::PullFailed);
    QVERIFY(result.error().message.contains(u"example/base:1"_s));
    QVERIFY(result.error().message.contains(u"no such host"_s));
    QVERIFY(callsWith(u"minbase"_s).isEmpty());
}

void TestImageBuilder::currentImagesAreLeftAlone()
{
    m_fake->setRules({noImages});
    QVERIFY(build({}).ok());
    const QString marker = u"BUILD_HASH="_s;
    const QString call = callsWith(marker).first();
    const QString hash = call.mid(call.indexOf(marker) + marker.size(), 64);

    m_fake = std::make_unique<FakeEngineSetup>();
    m_fake->setRules({QJsonObject{{u"when"_s, u"image inspect"_s}, {u"stdout"_s, hash + u'\n'}}});
    const Result<QString> second = build({});
    QVERIFY(second.ok());
    QVERIFY(callsWith(u"build "_s).isEmpty());

    ImageBuildOptions options;
    options.reuse = ImageBuildOptions::Reuse::Never;
    QVERIFY(build(options).ok());
    QCOMPARE(callsWith(u"build "_s).size(), 2);
}

void TestImageBuilder::networkTroubleLeadsToTheHostsNetwork()
{
    m_fake->setRules({noImages, QJsonObject{{u"when"_s, u"--network host"_s}},
                      QJsonObject{{u"when"_s, u"build "_s},
                                  {u"exit"_s, 100},
                                  {u"stdout"_s, u"Err:1 Temporary failure resolving 'debian.example'\n"_s}}});
    QVERIFY(build({}).ok());
    // the second image does not try the engine's network again
    QCOMPARE(callsWith(u"build --ulimit"_s).size(), 3);
    QCOMPARE(callsWith(u"--network host"_s).size(), 2);
}

void TestImageBuilder::otherTroubleEndsTheBuild()
{
    m_fake->setRules({noImages, QJsonObject{{u"when"_s, u"build "_s},
                                            {u"exit"_s, 1},
                                            {u"stdout"_s, u"STEP 7\nE: Unable to locate package x\n"_s},
                                            {u"stderr"_s, u"Error: exit status 100\n"_s}}});
    const Result<QString> result = build({});
    QVERIFY(!result.ok());
    QCOMPARE(callsWith(u"build --ulimit"_s).size(), 1);
    QVERIFY(result.error().message.contains(u"localhost/code-sandbox-python"_s));
    QVERIFY(result.error().message.contains(u"exit status 100"_s));
    QVERIFY(result.error().detail.contains(u"Unable to locate package"_s));
}

void TestImageBuilder::dockerGetsNoPodmanOptions()
{
    m_fake->setRules({noImages});
    QVERIFY(build({}, Engine::Kind::Docker).ok());
    QVERIFY(callsWith(u"--layers"_s).isEmpty());
    QVERIFY(callsWith(u"nproc"_s).isEmpty());
}

void TestImageBuilder::hostFilesAreStaged()
{
    // The fake engine lists what the context holds while the builder still has it.
    m_fake->setRules({noImages, QJsonObject{{u"when"_s, u"build "_s},
                                            {u"exec"_s, QJsonArray{u"sh"_s, u"-c"_s,
                                                                   u"cd \"$TMPDIR\"/*/context/containers && ls host && "
                                                                   "cat host/certificate-0.crt host/npmrc && ls"_s}}}});
    Engine engine = m_fake->engine();
    const QString folder = m_fake->path(u"tmp"_s);
    QVERIFY(QDir().mkpath(folder));
    const QByteArray previous = qgetenv("TMPDIR");
    qputenv("TMPDIR", folder.toLocal8Bit());
    const auto restore = qScopeGuard([&] { previous.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", previous); });
    engine.environment.insert(u"TMPDIR"_s, folder);

    ImageBuildOptions options;
    options.languages = {Language::Python};
    options.certificateFiles = {file(u"a.pem"_s, "-----BEGIN CERTIFICATE-----\nAAAA\n")};
    options.npmrc = file(u"rc"_s, "fund=false\n");
    ImageBuilder builder(engine, options);
    QStringList lines;
    connect(&builder, &ImageBuilder::lineReceived, this, [&](const QString &line) { lines.append(line); });
    const Result<QString> result = outcome(builder, [&] { builder.build(); });
    QVERIFY2(result.ok(), qPrintable(result.error().message));
    for (const QString &expected : {u"certificate-0.crt"_s, u"npmrc"_s, u"env.sh"_s, u"AAAA"_s, u"fund=false"_s,
                                    u"Dockerfile.python"_s, u"finish.sh"_s})
        QVERIFY2(lines.contains(expected), qPrintable(expected));
    QVERIFY(!lines.contains(u"pip.conf"_s));
}

void TestImageBuilder::hostFilesAreChecked_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("missing") << QByteArray() << u"Cannot read"_s;
    QTest::newRow("no certificate") << QByteArray("hello") << u"holds no certificate"_s;
    QTest::newRow("huge") << QByteArray(5 * 1024 * 1024, 'x') << u"larger than"_s;
}

void TestImageBuilder::hostFilesAreChecked()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, complaint);
    ImageBuildOptions options;
    options.certificateFiles = {contents.isNull() ? m_fake->path(u"none"_s) : file(u"ca.crt"_s, contents)};
    const Result<QString> result = build(options);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::InvalidInput);
    QVERIFY2(result.error().message.contains(complaint), qPrintable(result.error().message));
    QVERIFY(m_fake->calls().isEmpty());
}

void TestImageBuilder::hangingPullIsEnded()
{
    m_fake->setRules({noImages, QJsonObject{{u"when"_s, u"pull "_s}, {u"hang"_s, true}}});
    ImageBuildOptions options;
    options.baseImage = u"example/base:1"_s;
    options.pullLimit = 200ms;
    const Result<QString> result = build(options);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::TimedOut);
}

void TestImageBuilder::invalidNamesReachNoEngine()
{
    ImageBuildOptions options;
    options.baseImage = u"--privileged"_s;
    QCOMPARE(build(options).error().code, Error::Code::InvalidInput);
    ImageBuilder puller(m_fake->engine(), {});
    QCOMPARE(outcome(puller, [&] { puller.pull(u"-a"_s); }).error().code, Error::Code::InvalidInput);
    ImageBuilder deriver(m_fake->engine(), {});
    QCOMPARE(outcome(deriver, [&] { deriver.buildDerived(u"debian"_s, u"/init"_s, u"-t"_s); }).error().code,
             Error::Code::InvalidInput);
    QVERIFY(m_fake->calls().isEmpty());
}

void TestImageBuilder::derivedImageIsBuiltFromThePulledOne()
{
    m_fake->setRules({noImages});
    ImageBuilder builder(m_fake->engine(), {});
    const QString init = file(u"sandbox-init"_s, "binary");
    const Result<QString> result =
        outcome(builder, [&] { builder.buildDerived(u"example/conda:1"_s, init, u"localhost/code-sandbox-python"_s); });
    QVERIFY2(result.ok(), qPrintable(result.error().message));
    QCOMPARE(callsWith(u"pull example/conda:1"_s).size(), 1);
    QCOMPARE(callsWith(u"BASE_IMAGE=example/conda:1 --tag localhost/code-sandbox-python"_s).size(), 1);
}

void TestImageBuilder::remoteEngineGetsInitInItsImages()
{
    m_fake->setRules({noImages});
    Engine engine = m_fake->engine();
    engine.isRemote = true;
    ImageBuildOptions options;
    options.languages = {Language::JavaScript};
    options.initPath = file(u"sandbox-init"_s, "binary");
    ImageBuilder builder(engine, options);
    QVERIFY(outcome(builder, [&] { builder.build(); }).ok());
    QCOMPARE(callsWith(u"build --ulimit"_s).size(), 2);
    QCOMPARE(callsWith(u"BASE_IMAGE=localhost/code-sandbox-js --tag localhost/code-sandbox-js"_s).size(), 1);
}

void TestImageBuilder::T13_imagesForAnEngineThatSeesNoFilesGetInit_data()
{
    QTest::addColumn<bool>("isBuilt");
    QTest::addColumn<bool>("seesFiles");
    QTest::newRow("new, sees them") << false << true;
    QTest::newRow("new, sees none") << false << false;
    QTest::newRow("up to date, sees them") << true << true;
    QTest::newRow("up to date, sees none") << true << false;
}

void TestImageBuilder::T13_imagesForAnEngineThatSeesNoFilesGetInit()
{
    QFETCH(bool, isBuilt);
    QFETCH(bool, seesFiles);
    ImageBuildOptions options;
    options.languages = {Language::Python};
    options.initPath = file(u"sandbox-init"_s, "binary");
    if (isBuilt) {
        m_fake->setRules({noImages});
        QVERIFY(build(options, Engine::Kind::Docker).ok());
    }
    const QString marker = u"BUILD_HASH="_s;
    const QString call = callsWith(marker).value(0);
    const QString hash = isBuilt ? call.mid(call.indexOf(marker) + marker.size(), 64) : QString();
    const qsizetype before = callsWith(u"/derived"_s).size();
    const QJsonObject mountRefused{{u"when"_s, QJsonArray{u"run --rm"_s, u":/sandbox-init:ro"_s}},
                                   {u"stderr"_s, u"error mounting: not a directory\n"_s},
                                   {u"exit"_s, 126}};
    QJsonArray rules{QJsonObject{{u"when"_s, u"image inspect"_s}, {u"stdout"_s, hash + u'\n'}}};
    if (!seesFiles)
        rules.append(mountRefused);
    m_fake->setRules(rules);
    QVERIFY(build(options, Engine::Kind::Docker).ok());
    QCOMPARE(callsWith(u"/derived"_s).size() - before, seesFiles ? 0 : 1);
}

void TestImageBuilder::T12_shortNamesArePulledFromDockersRegistry()
{
    m_fake->setRules({QJsonObject{{u"when"_s, u"pull acme/pydata:1"_s},
                                  {u"stderr"_s, u"Error: short-name resolution enforced\n"_s},
                                  {u"exit"_s, 125}}});
    ImageBuilder builder(m_fake->engine(), {});
    const Result<QString> result = outcome(builder, [&builder] { builder.pull(u"acme/pydata:1"_s); });
    QVERIFY2(result.ok(), qPrintable(result.error().message));
    QCOMPARE(*result, u"docker.io/acme/pydata:1 is here."_s);
    QCOMPARE(m_steps.filter(u"trying docker.io/acme/pydata:1"_s).size(), 1);
}

void TestImageBuilder::proxyPasswordsStayOutOfTheArguments()
{
    qputenv("HTTPS_PROXY", "http://user:secret@proxy.example:3128");
    const auto restore = qScopeGuard([] { qunsetenv("HTTPS_PROXY"); });
    m_fake->setRules({noImages});
    QVERIFY(build({}).ok());
    QCOMPARE(callsWith(u"--build-arg HTTPS_PROXY "_s).size(), 2);
    QVERIFY(callsWith(u"secret"_s).isEmpty());
}

void TestImageBuilder::pullReportsItsFailure()
{
    m_fake->setRules({pullFails});
    ImageBuilder builder(m_fake->engine(), {});
    const Result<QString> result = outcome(builder, [&] { builder.pull(u"example/python:1"_s); });
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, Error::Code::PullFailed);
    QVERIFY(result.error().message.contains(u"no such host"_s));
}

void TestImageBuilder::listIsParsed()
{
    const QList<ImageInfo> images =
        parseImageList("localhost/code-sandbox-python:latest\te308eb7108b7\t562 MB\t2026-01-31 12:00:00.123 +0000 UTC\n"
                       "garbage\n\n"
                       "localhost/code-sandbox-js:latest\t1b6d04ec4177\t255MB\t2026-01-31 12:00:01 +0000 UTC\n");
    QCOMPARE(images.size(), 2);
    QCOMPARE(images[0].reference, u"localhost/code-sandbox-python:latest"_s);
    QCOMPARE(images[0].size, u"562 MB"_s);
    QCOMPARE(images[0].created, u"2026-01-31 12:00:00"_s);
    QCOMPARE(images[1].id, u"1b6d04ec4177"_s);
}

QTEST_GUILESS_MAIN(TestImageBuilder)
#include "tst_imagebuilder.moc"
