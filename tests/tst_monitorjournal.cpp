#include "monitor/journal.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestMonitorJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesReachTheFileWithoutBeingAskedTo();
    void itIsPrivate();
    void anOldFileBecomesPrivate();
    void itContinuesAnOldFile();
    void serversDoNotShareAFile();
    void itRotatesBySize();
    void anUnwritablePathIsAnError();
    void aFullDiskEndsItWithOneNote();

private:
    static QByteArray contents(const QString &path)
    {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

void TestMonitorJournal::linesReachTheFileWithoutBeingAskedTo()
{
    const QString path = m_folder.filePath(u"plain"_s);
    Journal journal(path, {});
    QVERIFY(journal.open("hello\n").ok());
    journal.append("one\n");
    journal.append("two\n");
    QTRY_COMPARE_WITH_TIMEOUT(contents(path), QByteArray("hello\none\ntwo\n"), 5000);
}

void TestMonitorJournal::itIsPrivate()
{
    const QString path = m_folder.filePath(u"private"_s);
    Journal journal(path, {});
    QVERIFY(journal.open("hello\n").ok());
    QCOMPARE(QFileInfo(path).permissions() & ~(QFile::ReadUser | QFile::WriteUser),
             QFile::ReadOwner | QFile::WriteOwner);
}

void TestMonitorJournal::anOldFileBecomesPrivate()
{
    const QString path = m_folder.filePath(u"public"_s);
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly));
    file.write("old\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther));
    Journal journal(path, {});
    QVERIFY(journal.open("hello\n").ok());
    QCOMPARE(QFileInfo(path).permissions() & ~(QFile::ReadUser | QFile::WriteUser),
             QFile::ReadOwner | QFile::WriteOwner);
    QCOMPARE(contents(path), QByteArray("old\nhello\n"));
}

void TestMonitorJournal::serversDoNotShareAFile()
{
    const QString path = m_folder.filePath(u"shared"_s);
    auto first = std::make_unique<Journal>(path, Journal::Limits{100, 2});
    Journal second(path, {100, 2});
    QVERIFY(first->open("first\n").ok());
    QVERIFY(second.open("second\n").ok());
    for (char c = 'a'; c <= 'b'; ++c) { // both rotate
        first->append(QByteArray(60, c) + '\n');
        second.append(QByteArray(60, c) + '\n');
        first->flush();
        second.flush();
    }
    QCOMPARE(contents(path), "first\n" + QByteArray(60, 'b') + '\n');
    QCOMPARE(contents(path + u".1"_s), "first\n" + QByteArray(60, 'a') + '\n');
    QCOMPARE(contents(path + u"-2"_s), "second\n" + QByteArray(60, 'b') + '\n');
    QCOMPARE(contents(path + u"-2.1"_s), "second\n" + QByteArray(60, 'a') + '\n');
    first.reset();
    Journal third(path, {});
    QVERIFY(third.open("third\n").ok());
    QVERIFY(contents(path).endsWith("third\n"));
}

void TestMonitorJournal::itContinuesAnOldFile()
{
    const QString path = m_folder.filePath(u"old"_s);
    for (int round = 0; round < 2; ++round) {
        Journal journal(path, {});
        QVERIFY(journal.open("hello\n").ok());
        journal.append("line\n");
    }
    QCOMPARE(contents(path), QByteArray("hello\nline\nhello\nline\n"));
}

void TestMonitorJournal::itRotatesBySize()
{
    const QString path = m_folder.filePath(u"rotated"_s);
    Journal journal(path, {100, 2});
    QVERIFY(journal.open("hello\n").ok());
    for (char c = 'a'; c <= 'e'; ++c) {
        journal.append(QByteArray(60, c) + '\n');
        journal.flush();
    }
    QCOMPARE(contents(path), "hello\n" + QByteArray(60, 'e') + '\n');
    QCOMPARE(contents(path + u".1"_s), "hello\n" + QByteArray(60, 'd') + '\n');
    QCOMPARE(contents(path + u".2"_s), "hello\n" + QByteArray(60, 'c') + '\n');
    QVERIFY(!QFile::exists(path + u".3"_s));
}

void TestMonitorJournal::anUnwritablePathIsAnError()
{
    Journal journal(m_folder.filePath(u"no/such/folder"_s), {});
    const auto opened = journal.open("hello\n");
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().message.contains(u"no/such/folder"_s));
    journal.append("ignored\n");
}

void TestMonitorJournal::aFullDiskEndsItWithOneNote()
{
    if (!QFile::exists(u"/dev/full"_s))
        QSKIP("no /dev/full here");
    Journal journal(u"/dev/full"_s, {});
    QSignalSpy failed(&journal, &Journal::failed);
    QVERIFY(journal.open({}).ok());
    for (int i = 0; i < 3; ++i) {
        journal.append("line\n");
        journal.flush();
    }
    QCOMPARE(failed.count(), 1);
}

QTEST_GUILESS_MAIN(TestMonitorJournal)
#include "tst_monitorjournal.moc"
