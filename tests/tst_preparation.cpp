#include "sandbox/preparation.h"

#include "common/frames.h"
#include "engine/containerspec.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A decoded Prepare frame. Its strings point into `bytes`.
struct Prepared
{
    explicit Prepared(QByteArray frame)
        : bytes(std::move(frame))
    {
        const frames::Header header = frames::readHeader(bytes.constData());
        const std::string_view payload(bytes.constData() + frames::headerSize,
                                       size_t(bytes.size()) - frames::headerSize);
        isValid = header.type == frames::Type::Prepare && header.length == payload.size() &&
                  header.length <= frames::maxPayload(header.type) && frames::decode(payload, values);
    }
    Q_DISABLE_COPY_MOVE(Prepared)

    /// The value that a program gets: the last one wins. Null if there is none.
    [[nodiscard]] QByteArray variable(const QByteArray &name) const
    {
        QByteArray value;
        for (std::string_view one : values.environment) {
            const QByteArray pair(one.data(), qsizetype(one.size()));
            if (pair.startsWith(name + '='))
                value = pair.mid(name.size() + 1);
        }
        return value;
    }

    QByteArray bytes;
    frames::Prepare values;
    bool isValid = false;
};

} // namespace

class TestPreparation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void interpretersAreTriedInOrder();
    void limitsAreThoseOfTheSettings();
    void environmentIsOurs();
    void environmentFollowsTheLimits();
    void networkIsReachedThroughTheServer_data();
    void networkIsReachedThroughTheServer();
    void certificatesTravelInTheFrame();
    void modulesArePreloadedForPythonOnly();
    void foreignSurroundingsAreDropped();
    void passedValuesArriveByteForByte_data();
    void passedValuesArriveByteForByte();
    void passedVariableBeatsOurs();
    void unsetNamesAreNamedAndEmptyValuesKept();
    void secretsAreInTheFrameAlone();
    void whatDoesNotFitIsRefusedBeforehand();
    void longestTimesFit();
    void proxyIsNamedWhereThereIsOne_data();
    void proxyIsNamedWhereThereIsOne();
    void certificatesAreAddedToTheImages();
};

void TestPreparation::interpretersAreTriedInOrder()
{
    const Prepared python(prepareFrame(Language::Python, {}, {}));
    QVERIFY(python.isValid);
    const std::vector<std::vector<std::string_view>> pythons{{"python3", "-u", "code.py"}, {"python", "-u", "code.py"}};
    QVERIFY(python.values.candidates == pythons);
    QVERIFY(python.values.scriptName == "code.py");
    QCOMPARE(python.values.honoursCodingCookie, 1);
    QCOMPARE(scriptName(Language::Python), u"code.py"_s);

    const Prepared js(prepareFrame(Language::JavaScript, {}, {}));
    QVERIFY(js.isValid);
    const std::vector<std::vector<std::string_view>> nodes{{"node", "code.js"}, {"nodejs", "code.js"}}; // no -u: exit 9
    QVERIFY(js.values.candidates == nodes);
    QVERIFY(js.values.scriptName == "code.js");
    QCOMPARE(js.values.honoursCodingCookie, 0);
    QCOMPARE(scriptName(Language::JavaScript), u"code.js"_s);
}

void TestPreparation::proxyIsNamedWhereThereIsOne_data()
{
    QTest::addColumn<NetworkMode>("network");
    QTest::addColumn<bool>("hasProxy");
    QTest::newRow("public") << NetworkMode::Public << true;
    QTest::newRow("allow") << NetworkMode::Allow << true;
    QTest::newRow("bridge") << NetworkMode::Bridge << false;
    QTest::newRow("none") << NetworkMode::None << false;
}

void TestPreparation::proxyIsNamedWhereThereIsOne()
{
    QFETCH(NetworkMode, network);
    QFETCH(bool, hasProxy);
    Settings settings;
    settings.network = network;
    const Prepared prepared(prepareFrame(Language::JavaScript, settings, {}));
    QVERIFY(prepared.isValid);
    QCOMPARE(prepared.values.streamPort != 0, hasProxy);
    const QByteArray proxy =
        hasProxy ? "http://127.0.0.1:" + QByteArray::number(prepared.values.streamPort) : QByteArray();
    for (const char *name : {"HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"})
        QCOMPARE(prepared.variable(name), proxy);
    QCOMPARE(prepared.variable("NO_PROXY"), hasProxy ? QByteArray("localhost,127.0.0.1,::1,0.0.0.0,sandbox") : QByteArray());
    QCOMPARE(prepared.variable("NODE_USE_ENV_PROXY"), hasProxy ? QByteArray("1") : QByteArray());
    QVERIFY(prepared.values.files.empty());
}

void TestPreparation::certificatesAreAddedToTheImages()
{
    Settings settings;
    settings.certificates = "-----BEGIN CERTIFICATE-----\n…\n";
    const Prepared prepared(prepareFrame(Language::Python, settings, {}));
    QCOMPARE(prepared.values.files.size(), size_t(1));
    const frames::File &file = prepared.values.files.front();
    QVERIFY(file.content == settings.certificates.toStdString());
    QVERIFY(file.after == "/etc/ssl/certs/ca-certificates.crt");
    for (const char *name : {"SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "NODE_EXTRA_CA_CERTS"})
        QCOMPARE(prepared.variable(name), QByteArray(file.path.data(), qsizetype(file.path.size())));
}

void TestPreparation::limitsAreThoseOfTheSettings()
{
    Settings settings;
    settings.memoryBytes = 123'456'789;
    settings.maxCapture = 98'765;
    settings.maxTimeout = 100s;
    settings.poolMaxAge = 50s;
    const Prepared prepared(prepareFrame(Language::Python, settings, {}));
    QVERIFY(prepared.isValid);
    QCOMPARE(prepared.values.version, frames::protocolVersion);
    QVERIFY(prepared.values.workingFolder == "/sandbox");
    QCOMPARE(prepared.values.memoryBytes, 123'456'789u);
    QCOMPARE(prepared.values.captureBytes, 98'765u);
    QVERIFY(prepared.values.idleMs > 50'000); // the server replaces it first
    QVERIFY(prepared.values.lifetimeMs > prepared.values.idleMs + 100'000);
    QVERIFY(prepared.values.drainMs > 0);
}

void TestPreparation::environmentIsOurs()
{
    const Prepared prepared(prepareFrame(Language::Python, {}, {}));
    QCOMPARE(prepared.variable("LANG"), QByteArray("C.UTF-8"));
    QCOMPARE(prepared.variable("PYTHONDONTWRITEBYTECODE"), QByteArray("1"));
    QVERIFY(prepared.variable("HOME").startsWith("/tmp"));
    QVERIFY(prepared.variable("npm_config_cache").startsWith("/tmp"));
    QCOMPARE(prepared.variable("MPLBACKEND"), QByteArray("Agg"));
    QVERIFY(prepared.variable("PATH").isNull()); // the image's own survives
    for (const QByteArray &variable : programEnvironment({}))
        QVERIFY2(variable.indexOf('=') > 0, variable.constData());
}

void TestPreparation::environmentFollowsTheLimits()
{
    Settings settings;
    settings.cpus = 0.5;
    settings.memoryBytes = 400LL * 1024 * 1024;
    QVERIFY(programEnvironment(settings).contains("OPENBLAS_NUM_THREADS=1"));
    QVERIFY(programEnvironment(settings).contains("NODE_OPTIONS=--max-old-space-size=300"));
    settings.cpus = 2.5;
    QVERIFY(programEnvironment(settings).contains("OPENBLAS_NUM_THREADS=3"));
}

void TestPreparation::networkIsReachedThroughTheServer_data()
{
    QTest::addColumn<NetworkMode>("network");
    QTest::addColumn<bool>("hasProxy");
    QTest::newRow("public") << NetworkMode::Public << true;
    QTest::newRow("allow") << NetworkMode::Allow << true;
    QTest::newRow("bridge") << NetworkMode::Bridge << false;
    QTest::newRow("none") << NetworkMode::None << false;
}

void TestPreparation::networkIsReachedThroughTheServer()
{
    QFETCH(NetworkMode, network);
    QFETCH(bool, hasProxy);
    Settings settings;
    settings.network = network;
    const Prepared prepared(prepareFrame(Language::JavaScript, settings, {}));
    QVERIFY(prepared.isValid);
    QCOMPARE(prepared.values.streamPort > 0, hasProxy);
    const QByteArray proxy = "http://127.0.0.1:" + QByteArray::number(prepared.values.streamPort);
    for (const char *name : {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"})
        QCOMPARE(prepared.variable(name), hasProxy ? proxy : QByteArray());
    for (const char *name : {"NO_PROXY", "no_proxy", "NODE_USE_ENV_PROXY"})
        QCOMPARE(prepared.variable(name).isEmpty(), !hasProxy);
}

void TestPreparation::certificatesTravelInTheFrame()
{
    Settings settings;
    QVERIFY(Prepared(prepareFrame(Language::Python, settings, {})).values.files.empty());
    settings.certificates = "-----BEGIN CERTIFICATE-----\n";
    const Prepared prepared(prepareFrame(Language::Python, settings, {}));
    QVERIFY(prepared.isValid);
    QCOMPARE(prepared.values.files.size(), std::size_t(1));
    QCOMPARE(prepared.bytes.count(settings.certificates), 1);
    QVERIFY(prepared.variable("SSL_CERT_FILE").startsWith("/tmp/"));
}

void TestPreparation::modulesArePreloadedForPythonOnly()
{
    Settings settings;
    settings.preload = QStringList{u"numpy"_s, u"os.path"_s};
    const Prepared prepared(prepareFrame(Language::Python, settings, {}));
    QCOMPARE(prepared.variable("CODE_SANDBOX_PRELOAD"), QByteArray("numpy,os.path"));
    QVERIFY(prepared.variable("PYTHONPATH").isNull()); // the image's own stays
    QCOMPARE(prepared.values.searchFirst, (std::vector<std::string_view>{"PATH=/sandbox/.local/bin", "PYTHONPATH=/sandbox-preload"}));
    QVERIFY(Prepared(prepareFrame(Language::JavaScript, settings, {})).variable("CODE_SANDBOX_PRELOAD").isNull());
}

void TestPreparation::foreignSurroundingsAreDropped()
{
    const Prepared prepared(prepareFrame(Language::JavaScript, {}, {}));
    for (std::string_view name : {"HOSTNAME", "http_proxy", "https_proxy", "all_proxy", "no_proxy"})
        QVERIFY(std::ranges::count(prepared.values.dropEnvironment, name) == 1);
}

void TestPreparation::passedValuesArriveByteForByte_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("plain") << QByteArray("secret");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("equals signs") << QByteArray("a=b=c");
    QTest::newRow("line ends") << QByteArray("-----BEGIN\nKEY\r\n");
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\x80");
    QTest::newRow("shell") << QByteArray("$(id) `id` ' \" \\ ;");
    QTest::newRow("long") << QByteArray(100'000, 'x');
}

void TestPreparation::passedValuesArriveByteForByte()
{
    QFETCH(QByteArray, value);
    qputenv("TST_PREPARATION", value);
    QStringList unset;
    const QList<PassedVariable> variables = passedVariables({u"TST_PREPARATION"_s}, &unset);
    qunsetenv("TST_PREPARATION");
    QCOMPARE(variables.size(), 1);
    QCOMPARE(variables[0].value, value);
    QCOMPARE(unset, QStringList());
    const Prepared prepared(prepareFrame(Language::Python, {}, variables));
    QVERIFY(prepared.isValid);
    QCOMPARE(prepared.variable("TST_PREPARATION"), value);
}

void TestPreparation::passedVariableBeatsOurs()
{
    const Prepared prepared(prepareFrame(Language::Python, {}, {{"LANG", "de_DE.UTF-8"}}));
    QCOMPARE(prepared.variable("LANG"), QByteArray("de_DE.UTF-8"));
}

void TestPreparation::unsetNamesAreNamedAndEmptyValuesKept()
{
    qputenv("TST_EMPTY", "");
    qunsetenv("TST_UNSET");
    QStringList unset;
    const QList<PassedVariable> variables = passedVariables({u"TST_UNSET"_s, u"TST_EMPTY"_s}, &unset);
    QCOMPARE(unset, QStringList{u"TST_UNSET"_s});
    QCOMPARE(variables.size(), 1);
    QCOMPARE(variables[0].name, QByteArray("TST_EMPTY"));
    QVERIFY(variables[0].value.isEmpty());
    qunsetenv("TST_EMPTY");
}

void TestPreparation::secretsAreInTheFrameAlone()
{
    const QByteArray secret = "canary-4711";
    const QByteArray frame = prepareFrame(Language::Python, {}, {{"API_KEY", secret}});
    QCOMPARE(frame.count(secret), 1);

    Engine engine;
    engine.program = u"podman"_s;
    ContainerSpec spec;
    spec.name = u"x"_s;
    spec.image = u"image"_s;
    const CommandLine commandLine = runCommand(engine, spec);
    QVERIFY(!commandLine.toDisplayString().contains("API_KEY"_L1));
    QVERIFY(!commandLine.environment.contains(u"API_KEY"_s));
}

void TestPreparation::whatDoesNotFitIsRefusedBeforehand()
{
    const QList<PassedVariable> fine{{"A", QByteArray(131'000, 'x')}, {"B", QByteArray(131'000, 'x')}};
    QCOMPARE(passedVariablesProblem(fine, {}), QString());
    QCOMPARE(passedVariablesProblem({{"A", QByteArray(131'069, 'x')}}, {}), QString());
    QVERIFY(passedVariablesProblem({{"A", QByteArray(131'070, 'x')}}, {}).contains("A has 131072 bytes"_L1));

    // The kernel's limit for each, and init's for all together; the frame never gets longer.
    QList<PassedVariable> variables;
    Settings settings;
    settings.certificates = QByteArray(100'000, 'c');
    QString problem;
    while ((problem = passedVariablesProblem(variables, settings)).isEmpty()) {
        for (Language language : {Language::Python, Language::JavaScript})
            QVERIFY(Prepared(prepareFrame(language, settings, variables)).isValid);
        QVERIFY(variables.size() < 100);
        variables += {"SECRET_" + QByteArray::number(variables.size()), QByteArray(100'000, 's')};
    }
    QCOMPARE(variables.size(), 10); // 1 MiB less the certificates
    QVERIFY2(problem.contains("SECRET_0 (100009), SECRET_1 (100009)"_L1), qPrintable(problem));
    QVERIFY(!problem.contains("sss"_L1));
}

void TestPreparation::longestTimesFit()
{
    Settings settings;
    settings.poolMaxAge = 864'000s; // the most that the options allow
    settings.maxTimeout = 86'400s;
    settings.memoryBytes = 1LL << 40;
    settings.maxCapture = 64 * 1024 * 1024;
    const Prepared prepared(prepareFrame(Language::Python, settings, {}));
    QVERIFY(prepared.values.idleMs > 864'000'000);
    QVERIFY(prepared.values.lifetimeMs > 864'000'000 + 86'400'000);
    QCOMPARE(prepared.values.memoryBytes, std::uint64_t(1) << 40);
    QVERIFY(prepared.values.captureBytes <= frames::maxCaptureSize);
}

QTEST_GUILESS_MAIN(TestPreparation)
#include "tst_preparation.moc"
