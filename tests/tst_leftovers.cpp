#include "engine/leftovers.h"

#include "engine/hostfacts.h"
#include "engine/instance.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using Labels = QMap<QString, QString>;
using Lock = OwnerFacts::Lock;

namespace {

/// The machine of these tests: process 100 started at tick 5000.
OwnerFacts someMachine(Lock lock = Lock::Missing)
{
    return {u"machine"_s,
            u"boot"_s,
            u"4026531836"_s,
            u"1000"_s,
            [](qint64 pid) -> quint64 { return pid == 100 ? 5000 : 0; },
            [lock](const QString &) { return lock; }};
}

Labels someLabels()
{
    return {{labels::key("format"_L1), u"1"_s},       {labels::key("machine"_L1), u"machine"_s},
            {labels::key("boot"_L1), u"boot"_s},      {labels::key("pidns"_L1), u"4026531836"_s},
            {labels::key("uid"_L1), u"1000"_s},       {labels::key("pid"_L1), u"100"_s},
            {labels::key("started"_L1), u"5000"_s},   {labels::key("instance"_L1), u"abcdefghijklmnop"_s},
            {labels::key("language"_L1), u"python"_s}};
}

QByteArray dataFile(const QString &name)
{
    QFile file(QStringLiteral(TEST_DATA "/") + name);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestLeftovers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownersAreJudged_data();
    void ownersAreJudged();
    void labelsOfAnyKindAreSurvived_data();
    void labelsOfAnyKindAreSurvived();
    void machineWithoutAnIdIsNoOther();
    void lockIsAskedForTheInstanceOfTheLabel();
    void thisServerIsAlive();
    void deadServerIsFoundDead();
    void lockNamesCannotLeaveTheFolder_data();
    void lockNamesCannotLeaveTheFolder();

    void onlyFilesOfTheDeadAreRemoved();
    void realOutputIsParsed_data();
    void realOutputIsParsed();
    void labelsCannotBeForgedWithACommaInDocker();
    void sizesAreParsed_data();
    void sizesAreParsed();
    void garbageIsNoContainer_data();
    void garbageIsNoContainer();
};

void TestLeftovers::ownersAreJudged_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("value"); // null: taken away
    QTest::addColumn<Lock>("lock");
    QTest::addColumn<Owner>("owner");
    const auto row = [](const char *name, const QString &label, const QString &value, Lock lock, Owner owner) {
        QTest::newRow(name) << label << value << lock << owner;
    };
    const QString none;
    row("lock held", none, none, Lock::Held, Owner::Alive);
    row("lock free", none, none, Lock::Free, Owner::Dead);
    row("no lock, process there", none, none, Lock::Missing, Owner::Alive);
    row("no lock, pid gone", u"pid"_s, u"101"_s, Lock::Missing, Owner::Dead);
    row("no lock, pid used again", u"started"_s, u"4999"_s, Lock::Missing, Owner::Dead);
    row("lock held, pid gone", u"pid"_s, u"101"_s, Lock::Held, Owner::Alive);
    row("lock free, process there", u"pid"_s, u"100"_s, Lock::Free, Owner::Dead);

    for (const Lock lock : {Lock::Missing, Lock::Free, Lock::Held}) {
        const auto rows = [&](const char *name, const QString &label, const QString &value, Owner owner) {
            QTest::addRow("%s, lock %d", name, int(lock)) << label << value << lock << owner;
        };
        rows("other boot", u"boot"_s, u"before"_s, Owner::Dead);
        rows("other machine", u"machine"_s, u"other"_s, Owner::Unknown);
        rows("other user", u"uid"_s, u"0"_s, Owner::Unknown);
        rows("other pid namespace", u"pidns"_s, u"4026532000"_s, Owner::Unknown);
        rows("other format", u"format"_s, u"2"_s, Owner::Unknown);
        rows("no format", u"format"_s, none, Owner::Unknown);
        rows("no machine", u"machine"_s, none, Owner::Unknown);
        rows("no user", u"uid"_s, none, Owner::Unknown);
        rows("no boot", u"boot"_s, none, Owner::Unknown);
        rows("no pid namespace", u"pidns"_s, none, Owner::Unknown);
    }
    for (const QString &garbage : {none, u""_s, u"0"_s, u"-1"_s, u"abc"_s, u"1e2"_s, u"99999999999999999999"_s})
        row(qPrintable(u"garbage pid "_s + garbage), u"pid"_s, garbage, Lock::Missing, Owner::Unknown);
    for (const QString &garbage : {none, u""_s, u"0"_s, u"-5000"_s, u"abc"_s})
        row(qPrintable(u"garbage start "_s + garbage), u"started"_s, garbage, Lock::Missing, Owner::Unknown);
}

void TestLeftovers::ownersAreJudged()
{
    QFETCH(QString, label);
    QFETCH(QString, value);
    QFETCH(Lock, lock);
    QFETCH(Owner, owner);
    Labels all = someLabels();
    const QString key = labels::key(QLatin1StringView(label.toLatin1()));
    if (value.isNull())
        all.remove(key);
    else
        all[key] = value;
    QCOMPARE(judgeOwner(all, someMachine(lock)), owner);
}

void TestLeftovers::labelsOfAnyKindAreSurvived_data()
{
    QTest::addColumn<Labels>("all");
    QTest::newRow("none") << Labels();
    QTest::newRow("others alone") << Labels{{u"maintainer"_s, u"x"_s}};
    QTest::newRow("format alone") << Labels{{labels::key("format"_L1), u"1"_s}};
    Labels empty;
    const Labels some = someLabels();
    for (auto one = some.begin(); one != some.end(); ++one)
        empty[one.key()] = QString();
    QTest::newRow("all empty") << empty;
}

void TestLeftovers::labelsOfAnyKindAreSurvived()
{
    QFETCH(Labels, all);
    for (const Lock lock : {Lock::Missing, Lock::Free, Lock::Held})
        QCOMPARE(judgeOwner(all, someMachine(lock)), Owner::Unknown);
}

/// Minimal images have no /etc/machine-id; two of them may share an engine.
void TestLeftovers::machineWithoutAnIdIsNoOther()
{
    OwnerFacts facts = someMachine(Lock::Free);
    facts.machineId.clear();
    Labels all = someLabels();
    all[labels::key("machine"_L1)] = QString();
    QCOMPARE(judgeOwner(all, facts), Owner::Dead); // the boot id is the same, so the machine is
    all[labels::key("boot"_L1)] = u"other"_s;
    QCOMPARE(judgeOwner(all, facts), Owner::Unknown);
}

void TestLeftovers::lockIsAskedForTheInstanceOfTheLabel()
{
    OwnerFacts facts = someMachine();
    QStringList asked;
    facts.lock = [&asked](const QString &instance) {
        asked += instance;
        return Lock::Held;
    };
    judgeOwner(someLabels(), facts);
    QCOMPARE(asked, QStringList{u"abcdefghijklmnop"_s});
}

void TestLeftovers::thisServerIsAlive()
{
    const Instance instance;
    QCOMPARE(judgeOwner(instance.labels(), OwnerFacts::ofThisMachine()), Owner::Alive);
    Labels all = instance.labels();
    all[labels::key("pid"_L1)] = u"999999999"_s; // the lock counts, if there is one
    if (!instance.runtimeFolder().isEmpty())
        QCOMPARE(judgeOwner(all, OwnerFacts::ofThisMachine()), Owner::Alive);
}

void TestLeftovers::deadServerIsFoundDead()
{
    Labels all;
    {
        const Instance instance;
        all = instance.labels();
    }
    // In this process a lock that is gone proves nothing: the pid still lives.
    QCOMPARE(judgeOwner(all, OwnerFacts::ofThisMachine()), Owner::Alive);
    all[labels::key("started"_L1)] =
        QString::number(hostfacts::processStartTime(QCoreApplication::applicationPid()) + 1);
    QCOMPARE(judgeOwner(all, OwnerFacts::ofThisMachine()), Owner::Dead);
}

void TestLeftovers::lockNamesCannotLeaveTheFolder_data()
{
    QTest::addColumn<QString>("instance");
    QTest::newRow("empty") << QString();
    QTest::newRow("path") << u"../../etc/passwd"_s;
    QTest::newRow("absolute") << u"/etc/passwd"_s;
    QTest::newRow("line end") << u"abcdefghijklmnop\n"_s;
    QTest::newRow("NUL") << u"abc"_s + QChar(0);
    QTest::newRow("too long") << QString(33, u'a');
    QTest::newRow("unknown") << u"aaaaaaaaaaaaaaaa"_s;
}

void TestLeftovers::lockNamesCannotLeaveTheFolder()
{
    QFETCH(QString, instance);
    QCOMPARE(OwnerFacts::ofThisMachine().lock(instance), Lock::Missing);
}

void TestLeftovers::onlyFilesOfTheDeadAreRemoved()
{
    QTemporaryDir folder;
    const auto path = [&](const QString &name) { return folder.filePath(name); };
    const auto create = [&](const QString &name) {
        QFile file(path(name));
        return file.open(QFile::WriteOnly);
    };
    const QString dead(16, u'a');
    const QString alive(16, u'b');
    const QString channel = u"code-sandbox-%1-7.channel"_s;
    for (const QString &name : {dead + ".lock"_L1, dead + ".sock"_L1, channel.arg(dead), alive + ".lock"_L1,
                                alive + ".sock"_L1, channel.arg(alive), u"uid-61000.lock"_s, u"notes.lock"_s})
        QVERIFY(create(name));
    QVERIFY(QFile::link(path(u"notes.lock"_s), path(QString(16, u'c') + ".lock"_L1)));
    const int lock = open(QFile::encodeName(path(alive + ".lock"_L1)).constData(), O_RDWR);
    QCOMPARE(flock(lock, LOCK_EX | LOCK_NB), 0);
    Instance::removeFilesOfTheDead(folder.path());
    close(lock);
    QStringList left = QDir(folder.path()).entryList(QDir::Files);
    QStringList expected{alive + ".lock"_L1, alive + ".sock"_L1, channel.arg(alive), QString(16, u'c') + ".lock"_L1,
                         u"notes.lock"_s,    u"uid-61000.lock"_s};
    left.sort();
    expected.sort();
    QCOMPARE(left, expected);
}

void TestLeftovers::realOutputIsParsed_data()
{
    QTest::addColumn<bool>("isPodman");
    QTest::newRow("podman 4.3") << true;
    QTest::newRow("docker 20.10") << false;
}

void TestLeftovers::realOutputIsParsed()
{
    QFETCH(bool, isPodman);
    const QList<ListedContainer> containers =
        isPodman ? parseList(Engine::Kind::Podman, dataFile(u"podman-4.3-ps.json"_s))
                 : parseList(Engine::Kind::Docker, dataFile(u"docker-20.10-ps.jsonl"_s));
    QCOMPARE(containers.size(), 2);
    QCOMPARE(containers[0].name, u"code-sandbox-jitmqkrwx5glp5ql-1"_s);
    QCOMPARE(containers[0].state, u"running"_s);
    const QMap<QString, QString> expected{{u"format"_s, u"1"_s},
                                          {u"machine"_s, u"3d1219c7c4c5404aaa1f6d2a48adfda4"_s},
                                          {u"uid"_s, u"0"_s},
                                          {u"boot"_s, u"87f44973-9799-4916-88ff-f6d5960fa882"_s},
                                          {u"pid"_s, u"9096"_s},
                                          {u"pidns"_s, u"4026531836"_s},
                                          {u"started"_s, u"215769"_s},
                                          {u"instance"_s, u"jitmqkrwx5glp5ql"_s},
                                          {u"created"_s, u"2026-11-30T01:54:37Z"_s}};
    for (auto one = expected.begin(); one != expected.end(); ++one)
        QCOMPARE(containers[0].labels.value(labels::prefix + one.key()), one.value());
    QCOMPARE(containers[1].name, u"somebody-elses"_s);
    QCOMPARE(judgeOwner(containers[1].labels, someMachine()), Owner::Unknown);
}

void TestLeftovers::sizesAreParsed_data()
{
    QTest::addColumn<Engine::Kind>("kind");
    QTest::addColumn<QString>("storage");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<std::optional<qint64>>("size");
    const auto row = [](const char *name, Engine::Kind kind, const QString &storage, const QByteArray &output,
                        std::optional<qint64> size) { QTest::newRow(name) << kind << storage << output << size; };
    const auto podman = [](const QByteArray &size) {
        return R"([{"Names":["c"],"State":"running","Labels":{},"Size":)" + size + "}]";
    };
    const auto docker = [](const QByteArray &size) {
        return R"({"Names":"c","State":"running","Size":")" + size + "\"}\n";
    };
    const QByteArray measured = R"({"rootFsSize":119801665,"rwSize":4096})"; // as Podman 4.3 writes it
    row("podman", Engine::Kind::Podman, u"overlay"_s, podman(measured), 4096);
    row("podman copies images", Engine::Kind::Podman, u"vfs"_s, podman(measured), 119'801'665);
    row("podman did not measure", Engine::Kind::Podman, u"overlay"_s, podman("null"), std::nullopt);
    row("docker none", Engine::Kind::Docker, {}, docker("0B (virtual 124MB)"), 0);
    row("docker kB", Engine::Kind::Docker, {}, docker("12.5kB (virtual 7.73MB)"), 12'500);
    row("docker GB", Engine::Kind::Docker, {}, docker("1.5GB"), 1'500'000'000);
    row("docker did not measure", Engine::Kind::Docker, {}, docker(""), std::nullopt);
    row("docker garbage", Engine::Kind::Docker, {}, docker("12 elephants"), std::nullopt);
}

void TestLeftovers::sizesAreParsed()
{
    QFETCH(Engine::Kind, kind);
    QFETCH(QString, storage);
    QFETCH(QByteArray, output);
    QFETCH(std::optional<qint64>, size);
    Engine engine;
    engine.kind = kind;
    engine.storageDriver = storage;
    const QList<ListedContainer> containers = parseSizes(engine, output);
    QCOMPARE(containers.size(), 1);
    QCOMPARE(containers.first().name, u"c"_s);
    QCOMPARE(containers.first().sizeBytes, size);
    QVERIFY(sizeArguments(kind, u"x"_s).contains(u"--size"_s));
    QVERIFY(!listArguments(kind, u"x"_s).contains(u"--size"_s));
}

/// A label of somebody else's whose value reads like more labels: in docker's own JSON of a container all labels are
/// one text with commas between them.
void TestLeftovers::labelsCannotBeForgedWithACommaInDocker()
{
    const QString format = listArguments(Engine::Kind::Docker, u"x"_s).constLast();
    QVERIFY(!format.contains("{{json .}}"_L1) && !format.contains(".Labels"_L1));
    for (QLatin1StringView name : labels::all)
        QVERIFY2(format.contains(u"{{json (.Label \"%1\")}}"_s.arg(labels::key(name))), name.data());
    const auto line = dataFile(u"docker-20.10-ps.jsonl"_s).split('\n').constFirst();
    QJsonObject object = QJsonDocument::fromJson(line).object();
    QVERIFY(!object.isEmpty());
    object["Names"_L1] = u"forged"_s;
    object["Labels"_L1] = u"theirs=x,%1format=1,%1uid=0,%1boot=gone"_s.arg(labels::prefix);
    for (QLatin1StringView name : labels::all)
        object[labels::key(name)] = QString();
    object[labels::key("instance"_L1)] = u"aaaa,%1format=1"_s.arg(labels::prefix);
    const auto containers =
        parseList(Engine::Kind::Docker, QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
    QCOMPARE(containers.size(), 1);
    QCOMPARE(containers[0].labels.keys(), QStringList{labels::key("instance"_L1)});
    QCOMPARE(judgeOwner(containers[0].labels, someMachine()), Owner::Unknown);
}

void TestLeftovers::garbageIsNoContainer_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("null") << QByteArray("null\n");
    QTest::newRow("empty array") << QByteArray("[]\n");
    QTest::newRow("text") << QByteArray("Error: no such thing\n");
    QTest::newRow("cut") << dataFile(u"podman-4.3-ps.json"_s).left(700);
    QTest::newRow("cut line") << dataFile(u"docker-20.10-ps.jsonl"_s).left(300);
    QTest::newRow("bytes") << QByteArray("\xff\0\x01[{", 6);
    QTest::newRow("other types") << QByteArray("[1,\"x\",null,{},{\"Names\":7},{\"Names\":[]},{\"Names\":[7]}]");
    QTest::newRow("lines of other types") << QByteArray("1\n[]\n{}\n{\"Names\":7}\n{\"Names\":\"\"}\n");
    QTest::newRow("nested") << QByteArray(100'000, '[');
}

void TestLeftovers::garbageIsNoContainer()
{
    QFETCH(QByteArray, output);
    QCOMPARE(parseList(Engine::Kind::Podman, output).size(), 0);
    QCOMPARE(parseList(Engine::Kind::Docker, output).size(), 0);
}

QTEST_GUILESS_MAIN(TestLeftovers)
#include "tst_leftovers.moc"
