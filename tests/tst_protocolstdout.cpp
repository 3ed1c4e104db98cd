#include "transport/protocolstdout.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryFile>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

enum class Kind
{
    Pipe,
    Socket
};

/// The two ends of what a client gives as stdout. The reading end does not block.
class Channel
{
public:
    explicit Channel(Kind kind)
    {
        std::array<int, 2> ends{-1, -1};
        if (kind == Kind::Pipe ? pipe2(ends.data(), O_CLOEXEC) != 0
                               : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            qFatal("no channel");
        m_reading = ends[0];
        m_writing = ends[1];
        fcntl(m_reading, F_SETFL, O_NONBLOCK);
    }
    ~Channel()
    {
        closeReading();
        if (m_writing >= 0)
            close(m_writing);
    }
    Q_DISABLE_COPY_MOVE(Channel)

    /// Owned by the caller from now on.
    int takeWriting() { return std::exchange(m_writing, -1); }
    [[nodiscard]] int writing() const { return m_writing; }
    void closeReading()
    {
        if (m_reading >= 0)
            close(std::exchange(m_reading, -1));
    }

    /// What can be read now.
    QByteArray read(qsizetype atMost = 1 << 30)
    {
        QByteArray bytes;
        std::array<char, 64 * 1024> buffer;
        while (bytes.size() < atMost) {
            const ssize_t size =
                ::read(m_reading, buffer.data(), std::min<size_t>(buffer.size(), atMost - bytes.size()));
            if (size <= 0)
                break;
            bytes.append(buffer.data(), size);
        }
        return bytes;
    }

private:
    int m_reading = -1;
    int m_writing = -1;
};

/// Reads in steps until so much has come, while the event loop goes on.
QByteArray readUntil(Channel &channel, qsizetype size, qsizetype step)
{
    QByteArray received;
    const QDeadlineTimer deadline(60'000);
    while (received.size() < size && !deadline.hasExpired()) {
        received += channel.read(step);
        QCoreApplication::processEvents();
    }
    return received;
}

} // namespace

class TestProtocolStdout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void claimKeepsNoiseOff();
    void claimWorksWithoutStderr();
    void claimSaysThatThereIsNoStdout();

    void messagesComeInOrder_data();
    void messagesComeInOrder();
    void sendingNeverBlocks_data();
    void sendingNeverBlocks();
    void largeMessageArrivesWhole_data();
    void largeMessageArrivesWhole();
    void flagsOfTheClientsDescriptorStay();
    void goneReaderIsReportedOnce_data();
    void goneReaderIsReportedOnce();
    void readerThatLeavesMeanwhileIsReported_data();
    void readerThatLeavesMeanwhileIsReported();
    void readerThatNeverReadsIsGivenUp();
    void regularFileIsWritten();
    void closedStdoutIsSurvived();
};

namespace {

void addKinds()
{
    QTest::addColumn<Kind>("kind");
    QTest::newRow("pipe") << Kind::Pipe;
    QTest::newRow("socket") << Kind::Socket;
}

/// Runs `body` in a child with the channel as stdout, and returns what its stderr got.
template<typename Body>
void inChild(int out, int err, Body body)
{
    const pid_t child = fork();
    if (child == 0) {
        dup2(out, STDOUT_FILENO);
        if (err >= 0)
            dup2(err, STDERR_FILENO);
        else
            close(STDERR_FILENO);
        body();
        std::fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
}

} // namespace

void TestProtocolStdout::initTestCase()
{
    std::signal(SIGPIPE, SIG_IGN); // as the server has it
}

void TestProtocolStdout::claimKeepsNoiseOff()
{
    Channel out(Kind::Pipe);
    Channel err(Kind::Pipe);
    inChild(out.writing(), err.writing(), [] {
        const int descriptor = ProtocolStdout::claim();
        std::puts("noise of printf");
        if (write(STDOUT_FILENO, "noise of write\n", 15) != 15 || system("echo noise of a child") != 0)
            _exit(1);
        if (fcntl(descriptor, F_GETFD) != FD_CLOEXEC || descriptor < 3)
            _exit(2);
        if (write(descriptor, "{}\n", 3) != 3)
            _exit(3);
    });
    QCOMPARE(out.read(), QByteArray("{}\n"));
    const QByteArray noise = err.read();
    for (const char *text : {"printf", "write", "child"})
        QVERIFY(noise.contains(text));
}

void TestProtocolStdout::claimWorksWithoutStderr()
{
    Channel out(Kind::Pipe);
    inChild(out.writing(), -1, [] {
        const int descriptor = ProtocolStdout::claim();
        std::puts("noise");
        std::fputs("more noise\n", stderr);
        if (fcntl(STDERR_FILENO, F_GETFD) < 0 || write(descriptor, "{}\n", 3) != 3)
            _exit(1);
    });
    QCOMPARE(out.read(), QByteArray("{}\n"));
}

void TestProtocolStdout::claimSaysThatThereIsNoStdout()
{
    Channel err(Kind::Pipe);
    inChild(err.writing(), err.writing(), [] {
        close(STDOUT_FILENO);
        if (ProtocolStdout::claim() != -1)
            _exit(1);
    });
}

void TestProtocolStdout::messagesComeInOrder_data()
{
    addKinds();
}

void TestProtocolStdout::messagesComeInOrder()
{
    QFETCH(Kind, kind);
    Channel channel(kind);
    ProtocolStdout output(channel.takeWriting());
    QByteArray expected;
    QByteArray received;
    for (int i = 0; i < 2000; ++i) {
        const QByteArray message = QByteArray::number(i) + QByteArray(i, 'x');
        output.send(message);
        expected += message + '\n';
        if (i % 100 == 0)
            received += channel.read(10'000);
    }
    received += readUntil(channel, expected.size() - received.size(), 100'000);
    QVERIFY(received == expected);
    QTRY_VERIFY(output.isFlushed());
}

void TestProtocolStdout::sendingNeverBlocks_data()
{
    addKinds();
}

void TestProtocolStdout::sendingNeverBlocks()
{
    QFETCH(Kind, kind);
    Channel channel(kind);
    ProtocolStdout output(channel.takeWriting());
    QSignalSpy broken(&output, &ProtocolStdout::broken);
    for (int i = 0; i < 10; ++i)
        output.send(QByteArray(1'000'000, 'x')); // a blocking write would hang here
    QVERIFY(!output.isFlushed());
    QCOMPARE(readUntil(channel, 10'000'010, 100'000).size(), 10'000'010);
    QVERIFY(output.isFlushed());
    QCOMPARE(broken.count(), 0);
}

void TestProtocolStdout::largeMessageArrivesWhole_data()
{
    addKinds();
}

void TestProtocolStdout::largeMessageArrivesWhole()
{
    QFETCH(Kind, kind);
    Channel channel(kind);
    ProtocolStdout output(channel.takeWriting());
    QByteArray message;
    for (int i = 0; message.size() < 3'000'000; ++i)
        message += QByteArray::number(i);
    output.send(message);
    output.send("{}");
    QVERIFY(readUntil(channel, message.size() + 4, 4099) == message + "\n{}\n");
}

/// O_NONBLOCK belongs to the open file, which the client's terminal or other processes may share.
void TestProtocolStdout::flagsOfTheClientsDescriptorStay()
{
    for (Kind kind : {Kind::Pipe, Kind::Socket}) {
        Channel channel(kind);
        ProtocolStdout output(dup(channel.writing()));
        output.send("{}");
        QCOMPARE(fcntl(channel.writing(), F_GETFL) & O_NONBLOCK, 0);
        QCOMPARE(channel.read(), QByteArray("{}\n"));
    }
}

void TestProtocolStdout::goneReaderIsReportedOnce_data()
{
    addKinds();
}

void TestProtocolStdout::goneReaderIsReportedOnce()
{
    QFETCH(Kind, kind);
    Channel channel(kind);
    ProtocolStdout output(channel.takeWriting());
    QSignalSpy broken(&output, &ProtocolStdout::broken);
    channel.closeReading();
    output.send("{}");
    QCOMPARE(broken.count(), 0); // never from inside send()
    output.send("{}");
    QTRY_COMPARE(broken.count(), 1);
    output.send("{}");
    QTest::qWait(0);
    QCOMPARE(broken.count(), 1);
    QVERIFY(output.isFlushed()); // nobody needs to wait for it
}

void TestProtocolStdout::readerThatLeavesMeanwhileIsReported_data()
{
    addKinds();
}

void TestProtocolStdout::readerThatLeavesMeanwhileIsReported()
{
    QFETCH(Kind, kind);
    Channel channel(kind);
    ProtocolStdout output(channel.takeWriting());
    QSignalSpy broken(&output, &ProtocolStdout::broken);
    output.send(QByteArray(5'000'000, 'x'));
    QVERIFY(!channel.read(100'000).isEmpty());
    channel.closeReading();
    QTRY_COMPARE(broken.count(), 1);
}

void TestProtocolStdout::readerThatNeverReadsIsGivenUp()
{
    Channel channel(Kind::Pipe);
    ProtocolStdout output(channel.takeWriting());
    QSignalSpy broken(&output, &ProtocolStdout::broken);
    const QByteArray message(1024 * 1024, 'x');
    for (qint64 sent = 0; sent < ProtocolStdout::maxQueued; sent += message.size())
        output.send(message);
    QVERIFY(!output.isFlushed());
    output.send(message);
    QTRY_COMPARE(broken.count(), 1);
    QVERIFY(output.isFlushed());
}

void TestProtocolStdout::regularFileIsWritten()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    {
        ProtocolStdout output(dup(file.handle()));
        output.send("one");
        output.send("two");
        QVERIFY(output.isFlushed());
    }
    QFile back(file.fileName());
    QVERIFY(back.open(QFile::ReadOnly));
    QCOMPARE(back.readAll(), QByteArray("one\ntwo\n"));
}

void TestProtocolStdout::closedStdoutIsSurvived()
{
    ProtocolStdout output(-1);
    output.send("{}");
    QVERIFY(output.isFlushed());
}

QTEST_GUILESS_MAIN(TestProtocolStdout)
#include "tst_protocolstdout.moc"
