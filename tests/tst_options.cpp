#include "cli/options.h"

#include "engine/uidslots.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Given = QHash<QString, QString>;

} // namespace

class TestOptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void defaultsAreThoseOfTheSettings();
    void sourcesHaveAnOrder_data();
    void sourcesHaveAnOrder();
    void goodValuesAreTaken_data();
    void goodValuesAreTaken();
    void badValuesAreRefused_data();
    void badValuesAreRefused();
    void everyOptionIsTested();
    void everyOptionRefusesWhatMakesNoSense();
    void environmentNamesFollowARule();
    void T17_aBadNameIsNamed();
    void valuesThatMayBeSecretAreNotShown_data();
    void valuesThatMayBeSecretAreNotShown();
    void misspelledVariablesAreFound();
    void tooLongVariablesAreRefused();
    void onlyCertificatesAreCertificates();
    void messageNamesTheSource_data();
    void messageNamesTheSource();

    void timeoutAndItsMaximumAgree_data();
    void timeoutAndItsMaximumAgree();
    void containersAreNoMoreThanUserIds_data();
    void containersAreNoMoreThanUserIds();
    void imageAndLanguageBelongTogether_data();
    void imageAndLanguageBelongTogether();
    void ownImageOptionsBeatTheCommonOne();
    void emptyBackendMeansNothing();

    void configValuesHaveTheirTypes_data();
    void configValuesHaveTheirTypes();
    void configErrorsAreExplained_data();
    void configErrorsAreExplained();
    void defaultConfigFileNeedNotExist();
    void namedConfigFileMustExist();
    void configFileMayBeNamedInTheEnvironment();
    void configFolderIsTheOneOfXdg_data();
    void configFolderIsTheOneOfXdg();

private:
    /// With an empty configuration folder.
    Result<Settings> resolve(const Given &commandLine = {}, const Given &environment = {},
                             const QByteArray &config = {});
    QString configFile(const QByteArray &json);
    static QString shown(const Settings &settings, const QString &option);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestOptions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

QString TestOptions::configFile(const QByteArray &json)
{
    QFile file(m_folder->filePath(u"some.json"_s));
    if (!file.open(QFile::WriteOnly) || file.write(json) != json.size())
        qFatal("cannot write");
    return file.fileName();
}

Result<Settings> TestOptions::resolve(const Given &commandLine, const Given &environment, const QByteArray &config)
{
    QProcessEnvironment all;
    all.insert(u"XDG_CONFIG_HOME"_s, m_folder->path());
    for (auto one = environment.begin(); one != environment.end(); ++one)
        all.insert(one.key(), one.value());
    return options::resolve(commandLine, all, config.isEmpty() ? QString() : configFile(config));
}

/// The value that an option has set, as text.
QString TestOptions::shown(const Settings &settings, const QString &option)
{
    const QHash<QString, QString> values{
        {u"pass-through-env"_s, settings.passThroughEnv.join(u'|')},
        {u"python-image"_s, settings.pythonImage},
        {u"js-image"_s, settings.jsImage},
        {u"pull"_s, QString::number(int(settings.pull))},
        {u"engine"_s, QString::number(int(settings.engine))},
        {u"runtime"_s, settings.runtime},
        {u"network"_s, networkName(settings)},
        {u"userns"_s, settings.userNamespace == UserNamespace::Auto  ? u"auto"_s
                      : settings.userNamespace == UserNamespace::Off ? u"off"_s
                                                                     : QString::number(settings.firstHostId)},
        {u"max-traffic"_s, QString::number(settings.maxTraffic)},
        {u"ca-file"_s, QString::fromUtf8(settings.certificates)},
        {u"preload"_s, settings.preload.join(u'|')},
        {u"timeout"_s, QString::number(settings.timeout.count())},
        {u"max-timeout"_s, QString::number(settings.maxTimeout.count())},
        {u"memory"_s, QString::number(settings.memoryBytes)},
        {u"cpus"_s, QString::number(settings.cpus)},
        {u"pids"_s, QString::number(settings.pids)},
        {u"max-output"_s, QString::number(settings.maxOutput)},
        {u"max-capture"_s, QString::number(settings.maxCapture)},
        {u"max-concurrent"_s, QString::number(settings.maxConcurrent)},
        {u"pool-size"_s, QString::number(settings.poolSize)},
        {u"pool-idle"_s, QString::number(settings.poolIdle.count())},
        {u"pool-max-age"_s, QString::number(settings.poolMaxAge.count())},
        {u"journal"_s, settings.journal},
        {u"structured-content"_s, settings.structuredContent ? u"on"_s : u"off"_s},
        {u"verbose"_s, settings.verbose ? u"on"_s : u"off"_s},
        {u"transport"_s, settings.transport == TransportKind::Http ? u"http"_s : u"stdio"_s},
        {u"listen"_s, settings.listen.join(u'|')},
        {u"token-file"_s, settings.tokenFile},
        {u"no-token"_s, settings.noToken ? u"on"_s : u"off"_s},
        {u"allow-host"_s, settings.allowedHostNames.join(u'|')},
        {u"allow-origin"_s, settings.allowedOrigins.join(u'|')},
        {u"tls-certificate"_s, settings.tlsCertificate},
        {u"tls-key"_s, settings.tlsKey},
        {u"allow-insecure"_s, settings.allowInsecure ? u"on"_s : u"off"_s},
        {u"max-connections"_s, QString::number(settings.maxConnections)},
        {u"max-running-per-client"_s, QString::number(settings.maxRunningPerClient)},
        {u"max-waiting-per-client"_s, QString::number(settings.maxWaitingPerClient)},
        {u"grace"_s, QString::number(settings.grace.count())},
    };
    return values.value(option, u"no such option in this test"_s);
}

void TestOptions::defaultsAreThoseOfTheSettings()
{
    const Result<Settings> settings = resolve();
    QVERIFY(settings);
    Settings defaults;
    defaults.maxConcurrent = std::max(4, 2 * QThread::idealThreadCount());
    defaults.tokenFile = m_folder->path() + u"/code-sandbox-mcp/token"_s;
    for (const Option &option : optionTable())
        QCOMPARE(shown(*settings, option.name), shown(defaults, option.name));
}

void TestOptions::sourcesHaveAnOrder_data()
{
    QTest::addColumn<Given>("commandLine");
    QTest::addColumn<Given>("environment");
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<EngineChoice>("engine");
    const Given podmanOption{{u"engine"_s, u"podman"_s}};
    const Given dockerVariable{{u"CODE_SANDBOX_ENGINE"_s, u"docker"_s}};
    const Given podmanBackend{{u"BACKEND"_s, u"podman"_s}};
    const QByteArray dockerConfig = R"({"engine":"docker"})";
    const QByteArray podmanConfig = R"({"engine":"podman"})";
    QTest::newRow("nothing") << Given() << Given() << QByteArray() << EngineChoice::Auto;
    QTest::newRow("config") << Given() << Given() << dockerConfig << EngineChoice::Docker;
    QTest::newRow("BACKEND over config") << Given() << podmanBackend << dockerConfig << EngineChoice::Podman;
    QTest::newRow("environment over config") << Given() << dockerVariable << podmanConfig << EngineChoice::Docker;
    QTest::newRow("environment over BACKEND")
        << Given() << Given{{u"CODE_SANDBOX_ENGINE"_s, u"docker"_s}, {u"BACKEND"_s, u"podman"_s}} << QByteArray()
        << EngineChoice::Docker;
    QTest::newRow("command line over all") << podmanOption << dockerVariable << dockerConfig << EngineChoice::Podman;
}

void TestOptions::sourcesHaveAnOrder()
{
    QFETCH(Given, commandLine);
    QFETCH(Given, environment);
    QFETCH(QByteArray, config);
    QFETCH(EngineChoice, engine);
    const Result<Settings> settings = resolve(commandLine, environment, config);
    QVERIFY(settings);
    QCOMPARE(settings->engine, engine);
}

void TestOptions::goodValuesAreTaken_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("result");
    const auto row = [](const char *option, const char *value, const QString &result) {
        QTest::addRow("%s %s", option, value) << QString::fromLatin1(option) << QString::fromUtf8(value) << result;
    };
    row("pass-through-env", "A", u"A"_s);
    row("pass-through-env", "A,b_2,_C", u"A|b_2|_C"_s);
    row("pass-through-env", " A , B ", u"A|B"_s);
    row("pass-through-env", "A,A,,A", u"A"_s);
    row("pass-through-env", " A , ,B", u"A|B"_s); // T17
    row("pass-through-env", "A,B,", u"A|B"_s);
    row("pass-through-env", "", QString());
    row("python-image", "python:3.13", u"python:3.13"_s);
    row("python-image",
        "registry.example:5000/a/b@sha256:" // 64 digits
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        u"registry.example:5000/a/b@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"_s);
    row("js-image", "localhost/x", u"localhost/x"_s);
    row("pull", "missing", u"0"_s);
    row("pull", "never", u"1"_s);
    row("pull", "always", u"2"_s);
    row("engine", "auto", u"0"_s);
    row("engine", "podman", u"1"_s);
    row("engine", " docker ", u"2"_s);
    row("runtime", "runsc", u"runsc"_s);
    row("runtime", "io.containerd.runc-v2", u"io.containerd.runc-v2"_s);
    for (const char *mode :
         {"public", "bridge", "none", "allow:example.com", "allow:*.example.com:443,10.0.0.0/8,public"})
        row("network", mode, QString::fromLatin1(mode));
    row("network", " none ", u"none"_s);
    row("userns", "auto", u"auto"_s);
    row("userns", " off ", u"off"_s);
    row("userns", "65536", u"65536"_s);
    row("userns", "4294901759", u"4294901759"_s);
    row("max-traffic", "1m", u"1048576"_s);
    row("preload", "numpy, os.path,numpy", u"numpy|os.path"_s);
    row("timeout", "5", u"5000"_s);
    row("timeout", "0.001", u"1"_s);
    row("timeout", "2.5", u"2500"_s);
    row("max-timeout", "86400", u"86400000"_s);
    row("memory", "512m", u"536870912"_s);
    row("memory", "512M", u"536870912"_s);
    row("memory", "512MiB", u"536870912"_s);
    row("memory", "512 mb", u"536870912"_s);
    row("memory", "1.5g", u"1610612736"_s);
    row("memory", "1073741824", u"1073741824"_s);
    row("memory", "1073741824b", u"1073741824"_s);
    row("memory", "1t", u"1099511627776"_s);
    row("memory", "32m", u"33554432"_s);
    row("cpus", "0.5", u"0.5"_s);
    row("cpus", "1024", u"1024"_s);
    row("pids", "16", u"16"_s);
    row("pids", "32768", u"32768"_s);
    row("max-output", "500", u"500"_s);
    row("max-output", "100000", u"100000"_s);
    row("max-capture", "4096", u"4096"_s);
    row("max-capture", "64m", u"67108864"_s);
    row("max-concurrent", "1", u"1"_s);
    row("max-concurrent", "100", u"100"_s);
    row("pool-size", "0", u"0"_s);
    row("pool-size", "62", u"62"_s);
    row("pool-idle", "1", u"1000"_s);
    row("pool-max-age", "864000", u"864000000"_s);
    row("journal", "/var/log/sandbox.jsonl", u"/var/log/sandbox.jsonl"_s);
    row("transport", "http", u"http"_s);
    row("listen", "0.0.0.0:80", u"0.0.0.0:80"_s);
    row("listen", "localhost:0, [::1]:8080", u"localhost:0|[::1]:8080"_s);
    row("token-file", "/run/token", u"/run/token"_s);
    row("no-token", "true", u"on"_s);
    row("allow-host", "a.example,b.example:8443,[fd00::1]:80", u"a.example|b.example:8443|[fd00::1]:80"_s);
    row("allow-origin", "https://a.example,http://b.example:81", u"https://a.example|http://b.example:81"_s);
    row("tls-certificate", "/etc/tls/chain.pem", u"/etc/tls/chain.pem"_s);
    row("tls-key", "/etc/tls/key.pem", u"/etc/tls/key.pem"_s);
    row("allow-insecure", "yes", u"on"_s);
    row("max-connections", "1000", u"1000"_s);
    row("max-running-per-client", "2", u"2"_s);
    row("max-waiting-per-client", "3", u"3"_s);
    row("grace", "0.5", u"500"_s);
    for (const char *option : {"structured-content", "verbose"}) {
        for (const char *on : {"true", "1", "yes", "on", "TRUE", " on "})
            row(option, on, u"on"_s);
        for (const char *off : {"false", "0", "no", "off", "False"})
            row(option, off, u"off"_s);
    }
}

void TestOptions::goodValuesAreTaken()
{
    QFETCH(QString, option);
    QFETCH(QString, value);
    QFETCH(QString, result);
    const Result<Settings> settings = resolve({{option, value}});
    QVERIFY2(settings, qPrintable(settings ? QString() : settings.error().message));
    QCOMPARE(shown(*settings, option), result);
}

void TestOptions::badValuesAreRefused_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("allowed");
    const auto rows = [](const char *option, const QString &allowed, const QStringList &values) {
        for (const QString &value : values)
            QTest::addRow("%s %s", option, value.toUtf8().toPercentEncoding(" $@:/=,;()").constData())
                << QString::fromLatin1(option) << value << allowed;
    };
    rows("pass-through-env", u"API_KEY,REGION"_s,
         {u"A=b"_s, u"1A"_s, u"A B"_s, u"A;B"_s, u"--x"_s, u"A,B C"_s, u"Ä"_s, u"A\nB"_s});
    for (const char *option : {"python-image", "js-image"}) {
        rows(option, u"python:3.13"_s,
             {QString(), u"-v"_s, u"--privileged"_s, u" python"_s, u"python\n"_s, u"a b"_s, u"docker://x"_s, u"../x"_s,
              u"x;id"_s, u"$(id)"_s, u"x:"_s, u"x@sha256:12"_s, QString(600, u'a')});
    }
    rows("pull", u"missing, never, always"_s, {QString(), u"Missing"_s, u"sometimes"_s});
    rows("engine", u"auto, podman, docker"_s, {QString(), u"Podman"_s, u"nerdctl"_s, u"/usr/bin/podman"_s});
    rows("runtime", u"runc, crun or runsc"_s,
         {QString(), u"-x"_s, u"/usr/bin/runc"_s, u"a b"_s, u"runc\n"_s, u"../runc"_s});
    rows("network", u"public, bridge, none, or allow:"_s,
         {QString(), u"host"_s, u"container:x"_s, u"Public"_s, u"allow:"_s, u"allow:http://x"_s, u"allow:a b"_s});
    rows("max-traffic", u"a size from 1k"_s, {QString(), u"1023"_s, u"-1"_s, u"much"_s});
    rows("preload", u"numpy,pandas"_s, {u"numpy;id"_s, u"../x"_s, u"a."_s, u"1a"_s, u"a b"_s});
    rows("ca-file", u"PEM"_s, {QString(), u"/nowhere"_s, u"/"_s, u"/etc/passwd"_s});
    for (const char *option : {"timeout", "max-timeout"}) {
        rows(option, u"from 0.001 to 86400"_s,
             {QString(), u"0"_s, u"-1"_s, u"1e12"_s, u"NaN"_s, u"inf"_s, u"abc"_s, u"30s"_s, u"86401"_s, u"1e400"_s});
    }
    rows("userns", u"from 65536 to 4294901759"_s,
         {QString(), u"on"_s, u"0"_s, u"65535"_s, u"4294901760"_s, u"100000.5"_s, u"100000:65536"_s, u"NaN"_s});
    rows("memory", u"from 32m to 1t, for example 512m"_s,
         {QString(), u"0"_s, u"31m"_s, u"-1g"_s, u"2t"_s, u"1x"_s, u"g"_s, u"1e9"_s, u"1 000 000 000"_s, u"NaN"_s,
          u"999999999999999999999"_s, u"1g\n2g"_s});
    rows("cpus", u"from 0.01 to 1024"_s, {QString(), u"0"_s, u"-1"_s, u"1025"_s, u"NaN"_s, u"half"_s});
    rows("pids", u"from 16 to 32768"_s, {QString(), u"15"_s, u"32769"_s, u"17.5"_s, u"-1"_s, u"1e99"_s});
    rows("max-output", u"a whole number from 500 to 100000"_s, {QString(), u"499"_s, u"100001"_s, u"1m"_s, u"500.5"_s});
    rows("max-capture", u"from 4k to 64m"_s, {QString(), u"4095"_s, u"65m"_s, u"x"_s});
    rows("max-concurrent", u"from 1 to 100"_s, {QString(), u"0"_s, u"101"_s, u"-4"_s, u"1.5"_s});
    rows("pool-size", u"from 0 to 62"_s, {QString(), u"-1"_s, u"63"_s, u"some"_s});
    rows("pool-idle", u"from 1 to 864000"_s, {QString(), u"0"_s, u"0.9"_s, u"864001"_s});
    rows("pool-max-age", u"from 1 to 864000"_s, {QString(), u"0"_s, u"864001"_s});
    rows("journal", u"an absolute path"_s, {QString(), u"sandbox.jsonl"_s, u"~/x"_s});
    rows("token-file", u"an absolute path"_s, {QString(), u"token"_s});
    rows("transport", u"one of: stdio, http"_s, {QString(), u"sse"_s, u"HTTP"_s});
    rows("listen", u"ADDRESS:PORT"_s,
         {QString(), u"8080"_s, u":8080"_s, u"localhost"_s, u"localhost:65536"_s, u"example.com:80"_s, u"1.2.3:80"_s,
          u"::1:80"_s, u"[::g]:80"_s, u"localhost:80,nonsense"_s});
    rows("allow-host", u"names of hosts"_s, {u"http://a.example"_s, u"a b"_s, u"*"_s});
    rows("allow-origin", u"origins"_s, {u"a.example"_s, u"https://a.example/"_s, u"*"_s, u"null"_s});
    rows("grace", u"a number of seconds"_s, {QString(), u"-1"_s, u"soon"_s});
    for (const char *option : {"structured-content", "verbose"})
        rows(option, u"true or false"_s, {QString(), u"2"_s, u"maybe"_s});
}

void TestOptions::badValuesAreRefused()
{
    QFETCH(QString, option);
    QFETCH(QString, value);
    QFETCH(QString, allowed);
    const Result<Settings> settings = resolve({{option, value}});
    QVERIFY(!settings);
    QCOMPARE(settings.error().code, Error::Code::InvalidInput);
    const QString message = settings.error().message;
    QVERIFY2(message.startsWith(u"--"_s + option + u": "_s), qPrintable(message));
    if (option != "pass-through-env"_L1) // see valuesThatMayBeSecretAreNotShown
        QVERIFY2(message.contains(u'"' + value + u'"'), qPrintable(message));
    QVERIFY2(message.contains(allowed), qPrintable(message));
}

/// Whoever adds an option adds it to the tables above, too.
void TestOptions::everyOptionIsTested()
{
    for (const Option &option : optionTable()) {
        QVERIFY2(shown({}, option.name) != u"no such option in this test"_s, qPrintable(option.name));
        QVERIFY(!option.description.isEmpty());
        QVERIFY(!option.defaultText.isEmpty());
    }
}

void TestOptions::everyOptionRefusesWhatMakesNoSense()
{
    for (const Option &option : optionTable())
        QVERIFY2(!resolve({{option.name, u"no such thing, =!"_s}}), qPrintable(option.name));
}

void TestOptions::environmentNamesFollowARule()
{
    QCOMPARE(optionTable().constFirst().environmentName(), u"CODE_SANDBOX_PASS_THROUGH_ENV"_s);
    for (const Option &option : optionTable())
        QVERIFY(option.environmentName().startsWith("CODE_SANDBOX_"_L1) && !option.environmentName().contains(u'-'));
}

void TestOptions::onlyCertificatesAreCertificates()
{
    const QByteArray certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    const Result<Settings> settings = resolve({{u"ca-file"_s, configFile(certificate)}});
    QVERIFY(settings);
    QCOMPARE(settings->certificates, certificate);
    const QByteArray key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
    QVERIFY(!resolve({{u"ca-file"_s, configFile(certificate + key)}})); // every program would see it
    QVERIFY(!resolve({{u"ca-file"_s, configFile(certificate + QByteArray(512 * 1024, '\n'))}}));
}

void TestOptions::messageNamesTheSource_data()
{
    QTest::addColumn<Given>("commandLine");
    QTest::addColumn<Given>("environment");
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("start");
    QTest::newRow("command line") << Given{{u"pids"_s, u"x"_s}} << Given() << QByteArray() << u"--pids: \"x\""_s;
    QTest::newRow("environment") << Given() << Given{{u"CODE_SANDBOX_PIDS"_s, u"x"_s}} << QByteArray()
                                 << u"pids (CODE_SANDBOX_PIDS): \"x\""_s;
    QTest::newRow("BACKEND") << Given() << Given{{u"BACKEND"_s, u"kubernetes"_s}} << QByteArray()
                             << u"engine (BACKEND): \"kubernetes\""_s;
    QTest::newRow("config") << Given() << Given() << QByteArray(R"({"pids":"x"})") << u"pids ("_s;
    QTest::newRow("CONTAINER_IMAGE") << Given()
                                     << Given{{u"CONTAINER_IMAGE"_s, u"-x"_s}, {u"CONTAINER_LANGUAGE"_s, u"python"_s}}
                                     << QByteArray() << u"python-image (CONTAINER_IMAGE): \"-x\""_s;
}

void TestOptions::messageNamesTheSource()
{
    QFETCH(Given, commandLine);
    QFETCH(Given, environment);
    QFETCH(QByteArray, config);
    QFETCH(QString, start);
    const Result<Settings> settings = resolve(commandLine, environment, config);
    QVERIFY(!settings);
    QVERIFY2(settings.error().message.startsWith(start), qPrintable(settings.error().message));
    if (!config.isEmpty())
        QVERIFY(settings.error().message.contains("some.json"_L1));
}

void TestOptions::timeoutAndItsMaximumAgree_data()
{
    QTest::addColumn<Given>("given");
    QTest::addColumn<int>("timeout"); // 0: refused
    QTest::addColumn<int>("maximum");
    QTest::newRow("neither") << Given() << 30 << 300;
    QTest::newRow("timeout below the default maximum") << Given{{u"timeout"_s, u"60"_s}} << 60 << 300;
    QTest::newRow("timeout above it raises it") << Given{{u"timeout"_s, u"600"_s}} << 600 << 600;
    QTest::newRow("maximum below the default timeout lowers that") << Given{{u"max-timeout"_s, u"10"_s}} << 10 << 10;
    QTest::newRow("both equal") << Given{{u"timeout"_s, u"10"_s}, {u"max-timeout"_s, u"10"_s}} << 10 << 10;
    QTest::newRow("contradiction") << Given{{u"timeout"_s, u"20"_s}, {u"max-timeout"_s, u"10"_s}} << 0 << 0;
}

void TestOptions::timeoutAndItsMaximumAgree()
{
    QFETCH(Given, given);
    QFETCH(int, timeout);
    QFETCH(int, maximum);
    const Result<Settings> settings = resolve(given);
    QCOMPARE(settings.ok(), timeout > 0);
    if (!settings) {
        for (const auto &part : {"--timeout"_L1, "20 s"_L1, "--max-timeout"_L1, "10 s"_L1})
            QVERIFY2(settings.error().message.contains(part), qPrintable(settings.error().message));
        return;
    }
    QCOMPARE(settings->timeout, std::chrono::seconds(timeout));
    QCOMPARE(settings->maxTimeout, std::chrono::seconds(maximum));
}

void TestOptions::containersAreNoMoreThanUserIds_data()
{
    QTest::addColumn<Given>("given");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("most programs") << Given{{u"max-concurrent"_s, u"100"_s}, {u"pool-size"_s, u"14"_s}} << true;
    QTest::newRow("one more waits") << Given{{u"max-concurrent"_s, u"100"_s}, {u"pool-size"_s, u"15"_s}} << false;
    QTest::newRow("most waiting") << Given{{u"pool-size"_s, u"62"_s}} << true; // on any number of processors
    QTest::newRow("one more program") << Given{{u"max-concurrent"_s, u"5"_s}, {u"pool-size"_s, u"62"_s}} << false;
}

void TestOptions::containersAreNoMoreThanUserIds()
{
    QFETCH(Given, given);
    QFETCH(bool, allowed);
    const Result<Settings> settings = resolve(given);
    QCOMPARE(settings.ok(), allowed);
    if (allowed)
        QVERIFY(settings->maxConcurrent + 2 * settings->poolSize <= UidSlots::count);
    else
        QVERIFY2(settings.error().message.contains("is more than 128"_L1), qPrintable(settings.error().message));
}

void TestOptions::imageAndLanguageBelongTogether_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("problem"); // empty: fine
    QTest::newRow("both") << u"some/image:1"_s << u"python"_s << QString();
    QTest::newRow("alias") << u"some/image:1"_s << u"node"_s << QString();
    QTest::newRow("image alone") << u"some/image"_s << QString() << u"CONTAINER_LANGUAGE is not set"_s;
    QTest::newRow("language alone") << QString() << u"python"_s << u"CONTAINER_IMAGE is not set"_s;
    QTest::newRow("other language") << u"some/image"_s << u"ruby"_s << u"\"ruby\""_s;
    QTest::newRow("injection") << u"some/image"_s << u"python;id"_s << u"\"python;id\""_s;
    QTest::newRow("option as image") << u"--privileged"_s << u"python"_s << u"\"--privileged\""_s;
}

void TestOptions::imageAndLanguageBelongTogether()
{
    QFETCH(QString, image);
    QFETCH(QString, language);
    QFETCH(QString, problem);
    const Result<Settings> settings = resolve({}, {{u"CONTAINER_IMAGE"_s, image}, {u"CONTAINER_LANGUAGE"_s, language}});
    QCOMPARE(settings.ok(), problem.isEmpty());
    if (settings) {
        QCOMPARE(settings->pythonImage, image);
        QCOMPARE(settings->jsImage, image);
    } else {
        QVERIFY2(settings.error().message.contains(problem), qPrintable(settings.error().message));
    }
}

void TestOptions::ownImageOptionsBeatTheCommonOne()
{
    const Result<Settings> settings =
        resolve({{u"js-image"_s, u"node:24"_s}},
                {{u"CONTAINER_IMAGE"_s, u"some/image"_s}, {u"CONTAINER_LANGUAGE"_s, u"python"_s}});
    QVERIFY(settings);
    QCOMPARE(settings->pythonImage, u"some/image"_s);
    QCOMPARE(settings->jsImage, u"node:24"_s);
}

void TestOptions::emptyBackendMeansNothing()
{
    const Result<Settings> settings = resolve({}, {{u"BACKEND"_s, QString()}}, R"({"engine":"docker"})");
    QVERIFY(settings);
    QCOMPARE(settings->engine, EngineChoice::Docker);
}

void TestOptions::configValuesHaveTheirTypes_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("result");
    QTest::newRow("number") << QByteArray(R"({"pids":64})") << u"pids"_s << u"64"_s;
    QTest::newRow("fraction") << QByteArray(R"({"timeout":0.25})") << u"timeout"_s << u"250"_s;
    QTest::newRow("large number") << QByteArray(R"({"memory":1073741824})") << u"memory"_s << u"1073741824"_s;
    QTest::newRow("number as text") << QByteArray(R"({"pids":"64"})") << u"pids"_s << u"64"_s;
    QTest::newRow("size") << QByteArray(R"({"memory":"2g"})") << u"memory"_s << u"2147483648"_s;
    QTest::newRow("true") << QByteArray(R"({"verbose":true})") << u"verbose"_s << u"on"_s;
    QTest::newRow("false") << QByteArray(R"({"verbose":false})") << u"verbose"_s << u"off"_s;
    QTest::newRow("list") << QByteArray(R"({"pass-through-env":["A","B"]})") << u"pass-through-env"_s << u"A|B"_s;
    QTest::newRow("empty list") << QByteArray(R"({"pass-through-env":[]})") << u"pass-through-env"_s << QString();
    QTest::newRow("nothing set") << QByteArray("{}") << u"pids"_s << u"128"_s;
}

void TestOptions::configValuesHaveTheirTypes()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, option);
    QFETCH(QString, result);
    const Result<Settings> settings = resolve({}, {}, config);
    QVERIFY2(settings, qPrintable(settings ? QString() : settings.error().message));
    QCOMPARE(shown(*settings, option), result);
}

void TestOptions::configErrorsAreExplained_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no JSON") << QByteArray("pids: 64") << u"is not JSON: illegal value at byte"_s;
    QTest::newRow("cut") << QByteArray(R"({"pids":64)") << u"is not JSON"_s;
    QTest::newRow("empty") << QByteArray(" ") << u"is not JSON"_s;
    QTest::newRow("array") << QByteArray("[]") << u"must hold a JSON object"_s;
    QTest::newRow("unknown option") << QByteArray(R"({"memroy":"1g"})") << u"there is no option \"memroy\""_s;
    QTest::newRow("name with dashes") << QByteArray(R"({"--pids":64})") << u"there is no option \"--pids\""_s;
    QTest::newRow("config in config") << QByteArray(R"({"config":"x"})") << u"there is no option \"config\""_s;
    QTest::newRow("null") << QByteArray(R"({"pids":null})") << u"the value of \"pids\" must be"_s;
    QTest::newRow("object") << QByteArray(R"({"pass-through-env":{"A":"1"}})")
                            << u"the value of \"pass-through-env\" must be"_s;
    QTest::newRow("list of numbers") << QByteArray(R"({"pass-through-env":[1]})")
                                     << u"the value of \"pass-through-env\" must be"_s;
    QTest::newRow("bad value") << QByteArray(R"({"pids":1})") << u"\"1\" is not allowed"_s;
    QTest::newRow("true for a number") << QByteArray(R"({"pids":true})") << u"\"true\" is not allowed"_s;
}

void TestOptions::configErrorsAreExplained()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, problem);
    const Result<Settings> settings = resolve({}, {}, config);
    QVERIFY(!settings);
    QVERIFY2(settings.error().message.contains(problem), qPrintable(settings.error().message));
    QVERIFY2(settings.error().message.contains("some.json"_L1), qPrintable(settings.error().message));
}

void TestOptions::defaultConfigFileNeedNotExist()
{
    QVERIFY(resolve());
    QVERIFY(QDir(m_folder->path()).mkpath(u"code-sandbox-mcp"_s));
    QVERIFY(QFile::copy(configFile(R"({"pids":64})"), m_folder->filePath(u"code-sandbox-mcp/config.json"_s)));
    const Result<Settings> settings = resolve();
    QVERIFY(settings);
    QCOMPARE(settings->pids, 64);
    const Result<Settings> other = resolve({}, {}, R"({"cpus":2})"); // a named one replaces it
    QVERIFY(other);
    QCOMPARE(other->pids, 128);
}

void TestOptions::namedConfigFileMustExist()
{
    for (const QString &path : {m_folder->filePath(u"none.json"_s), m_folder->path()}) {
        const Result<Settings> settings = options::resolve({}, {}, path);
        QVERIFY(!settings);
        QVERIFY2(settings.error().message.contains(path), qPrintable(settings.error().message));
    }
}

void TestOptions::configFileMayBeNamedInTheEnvironment()
{
    const QString path = configFile(R"({"pids":64})");
    const Result<Settings> settings = resolve({}, {{u"CODE_SANDBOX_CONFIG"_s, path}});
    QVERIFY(settings);
    QCOMPARE(settings->pids, 64);
    QVERIFY(!resolve({}, {{u"CODE_SANDBOX_CONFIG"_s, m_folder->filePath(u"none.json"_s)}}));
}

void TestOptions::configFolderIsTheOneOfXdg_data()
{
    QTest::addColumn<QString>("xdgConfigHome");
    QTest::addColumn<QString>("folder");
    QTest::newRow("set") << u"/some/where"_s << u"/some/where"_s;
    QTest::newRow("empty") << QString() << QDir::homePath() + u"/.config"_s;
    QTest::newRow("relative") << u"some/where"_s << QDir::homePath() + u"/.config"_s;
}

void TestOptions::configFolderIsTheOneOfXdg()
{
    QFETCH(QString, xdgConfigHome);
    QFETCH(QString, folder);
    QProcessEnvironment environment;
    environment.insert(u"XDG_CONFIG_HOME"_s, xdgConfigHome);
    QCOMPARE(options::defaultConfigFile(environment), folder + u"/code-sandbox-mcp/config.json"_s);
}

void TestOptions::T17_aBadNameIsNamed()
{
    for (const auto &[value, named] : {std::pair("A B", "\"A B\""), std::pair("A,1x,B", "\"1x\""), std::pair("A;B", "\"A;B\"")}) {
        const Result<Settings> settings = resolve({{u"pass-through-env"_s, QString::fromLatin1(value)}});
        QVERIFY(!settings);
        QVERIFY2(settings.error().message.contains(QLatin1StringView(named)), qPrintable(settings.error().message));
    }
}

void TestOptions::valuesThatMayBeSecretAreNotShown_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("shown");
    QTest::newRow("assignment") << u"API_KEY=hunter2"_s << u"\"API_KEY=…\" is not allowed"_s;
    QTest::newRow("later assignment") << u"REGION, API_KEY=hunter2,A"_s << u"\"API_KEY=…\" is not allowed"_s;
}

void TestOptions::valuesThatMayBeSecretAreNotShown()
{
    QFETCH(QString, value);
    QFETCH(QString, shown);
    for (const Result<Settings> &settings :
         {resolve({{u"pass-through-env"_s, value}}), resolve({}, {{u"CODE_SANDBOX_PASS_THROUGH_ENV"_s, value}})}) {
        QVERIFY(!settings);
        QVERIFY2(settings.error().message.contains(shown), qPrintable(settings.error().message));
        QVERIFY2(!settings.error().message.contains("hunter2"_L1), qPrintable(settings.error().message));
    }
}

void TestOptions::misspelledVariablesAreFound()
{
    QProcessEnvironment environment;
    for (const Option &option : optionTable())
        environment.insert(option.environmentName(), u"1"_s);
    environment.insert(u"CODE_SANDBOX_CONFIG"_s, u"/x"_s);
    environment.insert(u"PATH"_s, u"/bin"_s);
    QCOMPARE(options::unknownVariables(environment), QStringList());
    environment.insert(u"CODE_SANDBOX_MAX_TIME_OUT"_s, u"9"_s);
    QCOMPARE(options::unknownVariables(environment), QStringList{u"CODE_SANDBOX_MAX_TIME_OUT"_s});
}

void TestOptions::tooLongVariablesAreRefused()
{
    qputenv("TST_OPTIONS_LONG", QByteArray(131'072, 'x'));
    const Result<Settings> settings = resolve({{u"pass-through-env"_s, u"TST_OPTIONS_LONG"_s}});
    qunsetenv("TST_OPTIONS_LONG");
    QVERIFY(!settings);
    QVERIFY2(settings.error().message.startsWith(u"--pass-through-env: TST_OPTIONS_LONG has 131089 bytes"_s),
             qPrintable(settings.error().message));
}

QTEST_GUILESS_MAIN(TestOptions)
#include "tst_options.moc"
