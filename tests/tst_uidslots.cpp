#include "engine/uidslots.h"

#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

#include <sys/wait.h>
#include <unistd.h>

class TestUidSlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slotsOfOneServerDiffer();
    void slotsOfTwoServersDiffer();
    void freedSlotRestsBeforeItIsUsedAgain();
    void whenAllAreTakenTheFirstIsShared();
    void movedSlotIsFreedOnce();
    void slotsOfADeadProcessAreFree();
    void withoutAFolderEveryContainerGetsTheFirst();
};

namespace {

std::vector<UidSlots::Slot> takeAll(UidSlots &uids)
{
    std::vector<UidSlots::Slot> taken;
    for (int i = 0; i < UidSlots::count; ++i)
        taken.push_back(uids.take());
    return taken;
}

QSet<int> numbers(const std::vector<UidSlots::Slot> &taken)
{
    QSet<int> uids;
    for (const UidSlots::Slot &slot : taken)
        uids.insert(slot.uid());
    return uids;
}

} // namespace

void TestUidSlots::slotsOfOneServerDiffer()
{
    const QTemporaryDir folder;
    UidSlots uids(folder.path());
    const QSet<int> all = numbers(takeAll(uids));
    QCOMPARE(all.size(), UidSlots::count);
    QVERIFY(all.contains(UidSlots::first) && all.contains(UidSlots::first + UidSlots::count - 1));
}

void TestUidSlots::slotsOfTwoServersDiffer()
{
    const QTemporaryDir folder;
    UidSlots one(folder.path());
    UidSlots other(folder.path());
    std::vector<UidSlots::Slot> taken;
    for (int i = 0; i < UidSlots::count / 2; ++i) {
        taken.push_back(one.take());
        taken.push_back(other.take());
    }
    QCOMPARE(numbers(taken).size(), UidSlots::count);
}

void TestUidSlots::freedSlotRestsBeforeItIsUsedAgain()
{
    const QTemporaryDir folder;
    UidSlots uids(folder.path());
    const int used = uids.take().uid(); // freed at once
    for (int i = 1; i < UidSlots::count; ++i)
        QVERIFY(uids.take().uid() != used);
    QCOMPARE(uids.take().uid(), used);
}

void TestUidSlots::whenAllAreTakenTheFirstIsShared()
{
    const QTemporaryDir folder;
    UidSlots uids(folder.path());
    std::vector<UidSlots::Slot> taken = takeAll(uids);
    QCOMPARE(uids.take().uid(), UidSlots::first);
    const int freed = taken.back().uid();
    taken.pop_back();
    const UidSlots::Slot again = uids.take();
    QCOMPARE(again.uid(), freed);
    QCOMPARE(uids.take().uid(), UidSlots::first);
}

void TestUidSlots::movedSlotIsFreedOnce()
{
    const QTemporaryDir folder;
    UidSlots uids(folder.path());
    UidSlots other(folder.path());
    UidSlots::Slot slot = uids.take();
    const int uid = slot.uid();
    UidSlots::Slot moved = std::move(slot);
    QCOMPARE(moved.uid(), uid);
    QVERIFY(!numbers(takeAll(other)).contains(uid) || uid == UidSlots::first); // still taken
    moved = {};
    UidSlots third(folder.path());
    QCOMPARE(third.take().uid(), uid); // free
}

void TestUidSlots::slotsOfADeadProcessAreFree()
{
    const QTemporaryDir folder;
    const pid_t child = fork();
    if (child == 0) {
        UidSlots uids(folder.path());
        const std::vector<UidSlots::Slot> taken = takeAll(uids);
        _exit(numbers(taken).size() == UidSlots::count ? 0 : 1); // destroys nothing
    }
    int status = 0;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
    UidSlots uids(folder.path());
    QCOMPARE(numbers(takeAll(uids)).size(), UidSlots::count);
}

void TestUidSlots::withoutAFolderEveryContainerGetsTheFirst()
{
    for (const QString &folder : {QString(), QStringLiteral("/nowhere/at/all")}) {
        UidSlots uids(folder);
        const UidSlots::Slot one = uids.take();
        const UidSlots::Slot other = uids.take();
        QCOMPARE(one.uid(), UidSlots::first);
        QCOMPARE(other.uid(), UidSlots::first);
    }
}

QTEST_GUILESS_MAIN(TestUidSlots)
#include "tst_uidslots.moc"
