#include "engine/hostfacts.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocalServer>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

class TestHostFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startTimeNamesThisProcess();
    void laterProcessStartedLater();
    void missingProcessHasNoStartTime_data();
    void missingProcessHasNoStartTime();
    void rangesForContainersAreFound_data();
    void rangesForContainersAreFound();
    void nameOfAProcessDoesNotConfuse_data();
    void nameOfAProcessDoesNotConfuse();
    void limitsAreThoseOfThisProcess();
    void lowerLimitsAreRespected();
    void idsAreStable();
    void listenersOutsideOurContainerAreRecognised();
};

void TestHostFacts::startTimeNamesThisProcess()
{
    const quint64 started = hostfacts::processStartTime(getpid());
    QVERIFY(started > 0);
    QCOMPARE(hostfacts::processStartTime(getpid()), started);
    QVERIFY(hostfacts::processStartTime(1) <= started);
}

void TestHostFacts::laterProcessStartedLater()
{
    QProcess process;
    process.start(u"sleep"_s, {u"60"_s});
    QVERIFY(process.waitForStarted());
    QVERIFY(hostfacts::processStartTime(process.processId()) >= hostfacts::processStartTime(getpid()));
    const qint64 pid = process.processId();
    process.kill();
    QVERIFY(process.waitForFinished());
    QCOMPARE(hostfacts::processStartTime(pid), 0u);
}

void TestHostFacts::missingProcessHasNoStartTime_data()
{
    QTest::addColumn<qint64>("pid");
    QTest::newRow("0") << qint64(0);
    QTest::newRow("-1") << qint64(-1);
    QTest::newRow("too large") << qint64(999'999'999'999);
}

void TestHostFacts::missingProcessHasNoStartTime()
{
    QFETCH(qint64, pid);
    QCOMPARE(hostfacts::processStartTime(pid), 0u);
}

void TestHostFacts::nameOfAProcessDoesNotConfuse_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("parenthesis") << QByteArray("a) S 1 2 3");
    QTest::newRow("spaces") << QByteArray("a b c");
    QTest::newRow("line end") << QByteArray("a\nb) R");
    QTest::newRow("empty") << QByteArray();
}

void TestHostFacts::nameOfAProcessDoesNotConfuse()
{
    QFETCH(QByteArray, name);
    char before[16] = {};
    QCOMPARE(prctl(PR_GET_NAME, before), 0);
    const quint64 started = hostfacts::processStartTime(getpid());
    QCOMPARE(prctl(PR_SET_NAME, name.constData()), 0);
    const quint64 renamed = hostfacts::processStartTime(getpid());
    QCOMPARE(prctl(PR_SET_NAME, before), 0);
    QCOMPARE(renamed, started);
}

void TestHostFacts::limitsAreThoseOfThisProcess()
{
    rlimit limit = {};
    QCOMPARE(getrlimit(RLIMIT_CORE, &limit), 0);
    QCOMPARE(hostfacts::maxCoreSize(), qint64(limit.rlim_max == 0 ? 0 : 1));
    QFile pattern(u"/proc/sys/kernel/core_pattern"_s);
    QVERIFY(pattern.open(QFile::ReadOnly));
    QCOMPARE(hostfacts::corePattern(), pattern.readAll().trimmed());
    QCOMPARE(getrlimit(RLIMIT_NOFILE, &limit), 0);
    QVERIFY(hostfacts::maxOpenFiles() > 0 && hostfacts::maxOpenFiles() <= 1024);
    QVERIFY(limit.rlim_max == RLIM_INFINITY || hostfacts::maxOpenFiles() <= qint64(limit.rlim_max));
    QCOMPARE(getrlimit(RLIMIT_NPROC, &limit), 0);
    QVERIFY(hostfacts::maxProcesses() > 0);
    QVERIFY(limit.rlim_max == RLIM_INFINITY || hostfacts::maxProcesses() <= qint64(limit.rlim_max));
    QFile pidMax(u"/proc/sys/kernel/pid_max"_s);
    QVERIFY(pidMax.open(QFile::ReadOnly));
    QVERIFY(hostfacts::maxProcesses() <= pidMax.readAll().trimmed().toLongLong());
}

void TestHostFacts::lowerLimitsAreRespected()
{
    const pid_t child = fork();
    if (child == 0) {
        const rlimit core{0, 0};
        const rlimit files{100, 100};
        const rlimit processes{2000, 2000};
        if (setrlimit(RLIMIT_CORE, &core) != 0 || setrlimit(RLIMIT_NOFILE, &files) != 0 ||
            setrlimit(RLIMIT_NPROC, &processes) != 0)
            _exit(1);
        const bool hasCore = hostfacts::maxCoreSize() != 0;
        _exit(!hasCore && hostfacts::maxOpenFiles() == 100 && hostfacts::maxProcesses() == 2000 ? 0 : 2);
    }
    int status = 0;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
}

void TestHostFacts::idsAreStable()
{
    static const QRegularExpression uuid(u"\\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\z"_s);
    QVERIFY(uuid.match(QString::fromLatin1(hostfacts::bootId())).hasMatch());
    QCOMPARE(hostfacts::bootId(), hostfacts::bootId());
    QCOMPARE(hostfacts::machineId(), hostfacts::machineId());
    QVERIFY(!hostfacts::machineId().contains('\n'));
    QVERIFY(hostfacts::pidNamespace() > 0);
    QCOMPARE(QFile::symLinkTarget(u"/proc/self/ns/pid"_s).section(u'/', -1),
             u"pid:[%1]"_s.arg(hostfacts::pidNamespace()));
}

void TestHostFacts::rangesForContainersAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("first");
    QTest::newRow("empty") << QByteArray() << qint64(0);
    QTest::newRow("others' only") << QByteArray("alice:100000:65536\n") << qint64(0);
    QTest::newRow("containers") << QByteArray("alice:100000:65536\ncontainers:2147483647:2147483648\n")
                                << qint64(2147483647);
    QTest::newRow("root") << QByteArray("root:1000000:65536") << qint64(1000000);
    QTest::newRow("containers before root")
        << QByteArray("root:1000000:65536\ncontainers:2000000:65536\n") << qint64(2000000);
    QTest::newRow("too small") << QByteArray("containers:100000:65535\nroot:300000:65536\n") << qint64(300000);
    QTest::newRow("the host's own ids") << QByteArray("root:0:65536\n") << qint64(0);
    QTest::newRow("beyond all ids") << QByteArray("root:4294960000:65536\n") << qint64(0);
    QTest::newRow("garbage") << QByteArray("root\nroot:x:y\n::\nroot:-1:99999999\nroot:1:2:3:4\n") << qint64(0);
}

void TestHostFacts::rangesForContainersAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, first);
    QCOMPARE(hostfacts::subordinateRange(text, {"containers", "root"}, 65'536), first);
}

void TestHostFacts::listenersOutsideOurContainerAreRecognised()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"socket"_s);
    QVERIFY(!hostfacts::isListenerOutside(path));
    QLocalServer server;
    QVERIFY(server.listen(path));
    QVERIFY(!hostfacts::isListenerOutside(path));

    // The same, asked from a pid namespace of its own, as every container has.
    const pid_t child = fork();
    if (child == 0) {
        const bool isInOwnNamespace = unshare(CLONE_NEWPID) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWPID) == 0;
        const pid_t contained = isInOwnNamespace ? fork() : -1;
        if (contained == 0)
            _exit(hostfacts::isListenerOutside(path) ? 0 : 1);
        int status = 0;
        _exit(contained > 0 && waitpid(contained, &status, 0) == contained && status == 0 ? 0 : 1);
    }
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
}

QTEST_GUILESS_MAIN(TestHostFacts)
#include "tst_hostfacts.moc"
