#include "engine/directchannel.h"

#include "common/passing.h"

#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/// What tst_attachedcontainer.cpp does not see of it: descriptors that come along.
class TestDirectChannel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void descriptorsComeWithTheirBytes();
    void whatNobodyTakesIsClosed();
};

namespace {

/// A pipe's ends, to see whether a copy of one is open somewhere.
struct Pipe
{
    Pipe()
    {
        if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
            qFatal("no pipe");
    }
    /// To be called once: closes this end, after which only copies keep the other one from its end.
    [[nodiscard]] bool isClosedEverywhere()
    {
        close(ends[1]);
        char byte;
        return read(ends[0], &byte, 1) == 0; // else EAGAIN
    }
    ~Pipe() { close(ends[0]); }
    Q_DISABLE_COPY_MOVE(Pipe)

    int ends[2];
};

} // namespace

void TestDirectChannel::descriptorsComeWithTheirBytes()
{
    DirectChannel channel;
    QVERIFY(channel.isOpen());
    QCOMPARE(channel.takeDescriptor(), -1);
    Pipe one;
    Pipe two;
    QByteArray received;
    QList<int> descriptors;
    connect(&channel, &DirectChannel::bytesReceived, this, [&](const QByteArray &bytes) {
        received += bytes;
        for (int descriptor; (descriptor = channel.takeDescriptor()) >= 0;)
            descriptors += descriptor;
    });
    QCOMPARE(write(channel.otherEnd(), "a", 1), 1);
    QCOMPARE(passing::send(channel.otherEnd(), "bc", 2, 0, one.ends[1]), 2);
    QCOMPARE(passing::send(channel.otherEnd(), "d", 1, 0, two.ends[1]), 1);
    QTRY_COMPARE(received, "abcd");
    QCOMPARE(descriptors.size(), 2);
    for (const int descriptor : descriptors)
        QVERIFY(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
    struct stat sent;
    struct stat got;
    QVERIFY(fstat(two.ends[1], &sent) == 0 && fstat(descriptors[1], &got) == 0);
    QCOMPARE(got.st_ino, sent.st_ino);
    QVERIFY(!one.isClosedEverywhere());
    for (const int descriptor : descriptors)
        close(descriptor);
    QVERIFY(two.isClosedEverywhere());
}

void TestDirectChannel::whatNobodyTakesIsClosed()
{
    Pipe pipe;
    {
        DirectChannel channel;
        qsizetype received = 0;
        connect(&channel, &DirectChannel::bytesReceived, this,
                [&](const QByteArray &bytes) { received += bytes.size(); });
        for (int i = 0; i < 100; ++i) // more than are kept
            QCOMPARE(passing::send(channel.otherEnd(), "x", 1, 0, pipe.ends[1]), 1);
        QTRY_COMPARE(received, 100);
    }
    QVERIFY(pipe.isClosedEverywhere());
}

QTEST_GUILESS_MAIN(TestDirectChannel)
#include "tst_directchannel.moc"
