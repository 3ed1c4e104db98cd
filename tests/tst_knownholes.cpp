#include "engine/knownholes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestKnownHoles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versionsAreCompared_data();
    void versionsAreCompared();
    void gvisorHasDates();
    void processorsAreReadAsTheKernelSays();
};

void TestKnownHoles::versionsAreCompared_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QStringList>("mendedIn");
    QTest::newRow("two holes") << u"runc"_s << u"1.1.5+ds1"_s << QStringList{u"1.1.12"_s, u"1.2.8"_s};
    QTest::newRow("one hole") << u"runc"_s << u"1.1.12"_s << QStringList{u"1.2.8"_s};
    QTest::newRow("another branch") << u"runc"_s << u"1.3.2"_s << QStringList{u"1.3.3"_s};
    QTest::newRow("mended") << u"runc"_s << u"1.3.3"_s << QStringList();
    QTest::newRow("newer") << u"runc"_s << u"2.0"_s << QStringList();
    QTest::newRow("docker of Debian") << u"docker"_s << u"20.10.5+dfsg1"_s << QStringList{u"20.10.14"_s};
    QTest::newRow("containerd") << u"containerd"_s << u"1.6.20~ds1"_s << QStringList{u"1.6.38"_s};
    QTest::newRow("containerd, mended") << u"containerd"_s << u"2.0.4"_s << QStringList();
    QTest::newRow("no number") << u"runc"_s << u"unknown"_s << QStringList();
    QTest::newRow("another program") << u"youki"_s << u"0.1"_s << QStringList();
}

void TestKnownHoles::versionsAreCompared()
{
    QFETCH(QString, program);
    QFETCH(QString, version);
    QFETCH(QStringList, mendedIn);
    QStringList found;
    for (const knownholes::Hole &hole : knownholes::of(program, version)) {
        QVERIFY(hole.names.startsWith("CVE-"_L1));
        found.append(hole.mendedIn);
    }
    QCOMPARE(found, mendedIn);
}

void TestKnownHoles::gvisorHasDates()
{
    QCOMPARE(knownholes::gvisorRelease(u"runsc version release-20221212.0"_s), QDate(2022, 12, 12));
    QVERIFY(!knownholes::gvisorRelease(u"runsc version VERSION_MISSING"_s));
    QVERIFY(!knownholes::gvisorRelease(u"release-20229912"_s));
}

void TestKnownHoles::processorsAreReadAsTheKernelSays()
{
    const QTemporaryDir folder;
    const auto write = [&](const QString &name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
    };
    write(u"meltdown"_s, "Not affected\n");
    write(u"spectre_v2"_s, "Mitigation: Retpolines\n");
    write(u"mds"_s, "Vulnerable: Clear CPU buffers attempted, no microcode\n");
    QCOMPARE(knownholes::ofProcessors(folder.path()),
             QStringList{u"mds: Vulnerable: Clear CPU buffers attempted, no microcode"_s});
    QCOMPARE(knownholes::ofProcessors(u"/nowhere"_s), QStringList());
}

QTEST_GUILESS_MAIN(TestKnownHoles)
#include "tst_knownholes.moc"
