#include "common/runtimefolder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

class TestMonitorFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void candidatesAreOrderedAndUnique();
    void relativeAndOverlongRootsAreLeftOut();
    void theFirstUsableCandidateIsCreatedPrivate();
    void aMissingRootIsNotCreated();
    void aFolderThatOthersCanEnterIsRefused();
    void aSymbolicLinkIsRefused();
    void aFolderOfAnotherUserIsRefused();
    void withoutAnyCandidateTheErrorNamesEachReason();
    void socketPathsFitIntoAnAddress();

private:
    std::unique_ptr<QTemporaryDir> m_root;
    RuntimePlaces m_places;
};

void TestMonitorFolder::init()
{
    m_root = std::make_unique<QTemporaryDir>(u"/tmp/tst-XXXXXX"_s);
    for (const auto *name : {"run", "xdg", "tmp"})
        QVERIFY(QDir(m_root->path()).mkdir(QString::fromLatin1(name)));
    m_places = {geteuid(), m_root->filePath(u"run"_s), m_root->filePath(u"xdg"_s), {m_root->filePath(u"tmp"_s)}};
}

void TestMonitorFolder::candidatesAreOrderedAndUnique()
{
    m_places.xdgRuntimeDir = m_places.runUser + u'/';
    m_places.temporaryRoots += m_places.temporaryRoots.first();
    QCOMPARE(runtimeFolderCandidates(m_places),
             QStringList({m_root->filePath(u"run/code-sandbox-mcp"_s),
                          m_root->filePath(u"tmp/code-sandbox-mcp-%1"_s.arg(geteuid()))}));
}

void TestMonitorFolder::relativeAndOverlongRootsAreLeftOut()
{
    m_places.runUser = u"relative/folder"_s;
    m_places.xdgRuntimeDir = u"/x"_s + QString(100, u'y');
    QCOMPARE(runtimeFolderCandidates(m_places).size(), 1);
}

void TestMonitorFolder::theFirstUsableCandidateIsCreatedPrivate()
{
    const mode_t before = umask(0);
    const auto folder = ensureRuntimeFolder(m_places);
    umask(before);
    QVERIFY(folder.ok());
    QCOMPARE(*folder, m_root->filePath(u"run/code-sandbox-mcp"_s));
    struct stat info;
    QCOMPARE(lstat(QFile::encodeName(*folder).constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777u, 0700u);
    QCOMPARE(existingRuntimeFolders(m_places), QStringList(*folder));
    QVERIFY(ensureRuntimeFolder(m_places).ok());
}

void TestMonitorFolder::aMissingRootIsNotCreated()
{
    m_places.runUser = m_root->filePath(u"gone"_s);
    QCOMPARE(*ensureRuntimeFolder(m_places), m_root->filePath(u"xdg/code-sandbox-mcp"_s));
    QVERIFY(!QFile::exists(m_places.runUser));
}

void TestMonitorFolder::aFolderThatOthersCanEnterIsRefused()
{
    const QString open = m_root->filePath(u"run/code-sandbox-mcp"_s);
    QVERIFY(QDir().mkdir(open));
    QCOMPARE(chmod(QFile::encodeName(open).constData(), 0750), 0);
    QCOMPARE(*ensureRuntimeFolder(m_places), m_root->filePath(u"xdg/code-sandbox-mcp"_s));
    QVERIFY(!existingRuntimeFolders(m_places).contains(open));
}

void TestMonitorFolder::aSymbolicLinkIsRefused()
{
    const QString target = m_root->filePath(u"target"_s);
    QVERIFY(QDir().mkdir(target));
    QCOMPARE(chmod(QFile::encodeName(target).constData(), 0700), 0);
    const QString link = m_root->filePath(u"run/code-sandbox-mcp"_s);
    QVERIFY(QFile::link(target, link));
    QCOMPARE(*ensureRuntimeFolder(m_places), m_root->filePath(u"xdg/code-sandbox-mcp"_s));
    QVERIFY(!isPrivateFolder(link, geteuid()));
}

void TestMonitorFolder::aFolderOfAnotherUserIsRefused()
{
    const QString folder = *ensureRuntimeFolder(m_places);
    QVERIFY(isPrivateFolder(folder, geteuid()));
    QVERIFY(!isPrivateFolder(folder, geteuid() + 1));
}

void TestMonitorFolder::withoutAnyCandidateTheErrorNamesEachReason()
{
    m_places = {geteuid(), m_root->filePath(u"none"_s), {}, {m_root->filePath(u"nothing"_s)}};
    const auto folder = ensureRuntimeFolder(m_places);
    QVERIFY(!folder.ok());
    QVERIFY(folder.error().message.contains(u"XDG_RUNTIME_DIR"_s));
    QCOMPARE(folder.error().detail.count(u'\n'), 1);
}

void TestMonitorFolder::socketPathsFitIntoAnAddress()
{
    const QString instance(maxInstanceId, u'a');
    for (const QString &folder : runtimeFolderCandidates())
        QVERIFY(QFile::encodeName(monitorSocketPath(folder, instance)).size() < maxSocketPath);
    QCOMPARE(lockFilePath(u"/f"_s, u"id"_s), u"/f/id.lock"_s);
    QCOMPARE(monitorSocketPath(u"/f"_s, u"id"_s), u"/f/id.sock"_s);
}

QTEST_GUILESS_MAIN(TestMonitorFolder)
#include "tst_monitorfolder.moc"
