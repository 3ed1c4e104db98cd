#include "egress/socketstream.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QPointer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>
#include <sys/socket.h>
#include <unistd.h>

/// A connection that sandbox-init has handed over, with the program's end of it played by the test.
class TestSocketStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void onlyConnectionsAreTaken_data();
    void onlyConnectionsAreTaken();
    void bytesPassBothWays();
    void theProgramIsHeldBackByTheWindow();
    void roomGrowsWhenTheProgramReads();
    void piecesOfASourceAreSent();
    void whatIsLeftIsSentBeforeTheEnd();
    void endsWhenBothSidesHaveEnded();
    void inputIsIgnoredUpToItsEnd();
    void resetIsAnErrorForTheProgram();
    void theProgramsResetBreaksIt();
    void breakOffTellsOnce();
    void nothingIsSentAfterTheEnd();
    void slowReadersGetEverything();
    void closingWaitsForNobody();

private:
    /// Reads until the program has got so much.
    [[nodiscard]] bool programGets(qsizetype bytes)
    {
        return QTest::qWaitFor([&] { return (m_got += m_program->readAll()).size() >= bytes; }, 30'000);
    }

    int m_descriptor = -1; ///< The stream's.
    std::unique_ptr<QTcpSocket> m_program;
    QPointer<SocketStream> m_stream;
    QByteArray m_got;
};

void TestSocketStream::init()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    m_program = std::make_unique<QTcpSocket>();
    m_program->setReadBufferSize(64 * 1024);
    m_program->connectToHost(QHostAddress::LocalHost, server.serverPort());
    QVERIFY(server.waitForNewConnection(30'000));
    QVERIFY(m_program->waitForConnected(30'000));
    // Without O_NONBLOCK: who hands it over decides that, and may change its mind.
    m_descriptor = dup(int(server.nextPendingConnection()->socketDescriptor()));
    QVERIFY(SocketStream::isConnection(m_descriptor));
    m_stream = new SocketStream(m_descriptor, this);
    m_got.clear();
}

void TestSocketStream::cleanup()
{
    delete m_stream;
    m_program.reset();
}

void TestSocketStream::onlyConnectionsAreTaken_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<int>("type");
    QTest::newRow("datagrams") << AF_INET << int(SOCK_DGRAM);
    QTest::newRow("local") << AF_UNIX << int(SOCK_STREAM);
    QTest::newRow("no socket") << -1 << 0;
    QTest::newRow("nothing") << -2 << 0;
}

void TestSocketStream::onlyConnectionsAreTaken()
{
    QFETCH(int, family);
    QFETCH(int, type);
    const int descriptor = family >= 0 ? socket(family, type, 0) : family == -1 ? dup(STDERR_FILENO) : -1;
    QVERIFY(!SocketStream::isConnection(descriptor));
    close(descriptor);
}

void TestSocketStream::bytesPassBothWays()
{
    QSignalSpy ready(m_stream, &EgressStream::readyRead);
    m_program->write("question");
    QVERIFY(ready.wait(30'000));
    QCOMPARE(m_stream->bytesAvailable(), 8);
    QCOMPARE(m_stream->take(5), "quest");
    QCOMPARE(m_stream->take(100), "ion");
    QVERIFY(!m_stream->atEnd());
    m_stream->send("answer");
    QVERIFY(programGets(6));
    QCOMPARE(m_got, "answer");
}

void TestSocketStream::theProgramIsHeldBackByTheWindow()
{
    const QByteArray much(20'000'000, 'm');
    m_program->write(much);
    const auto isFull = [this](qint64 window) {
        return QTest::qWaitFor([&] { return m_stream->bytesAvailable() == window; }, 30'000);
    };
    QVERIFY(isFull(frames::initialWindowFromProgram));
    QTest::qWait(50);
    QCOMPARE(m_stream->bytesAvailable(), qint64(frames::initialWindowFromProgram));
    QVERIFY(m_program->bytesToWrite() > 0);
    m_stream->setWindow(200'000);
    m_stream->setWindow(100); // it never gets smaller
    QVERIFY(isFull(200'000));
    qsizetype taken = 0;
    connect(m_stream, &EgressStream::readyRead, this, [&] { taken += m_stream->take(50'000'000).size(); });
    taken += m_stream->take(1'000).size();
    QTRY_COMPARE_WITH_TIMEOUT(taken, much.size(), 30'000);
}

void TestSocketStream::roomGrowsWhenTheProgramReads()
{
    QSignalSpy grew(m_stream, &EgressStream::roomGrew);
    qsizetype sent = 0;
    while (const qint64 room = m_stream->room()) {
        m_stream->send(QByteArray(room, 'x'));
        sent += room;
        QVERIFY(sent < 200'000'000);
    }
    QCOMPARE(grew.count(), 0);
    QVERIFY(programGets(sent));
    QTRY_COMPARE(grew.count(), 1);
    QVERIFY(m_stream->room() > 0);
    QCOMPARE(m_got.size(), sent);
}

void TestSocketStream::piecesOfASourceAreSent()
{
    QByteArray bytes;
    for (int i = 0; i < 3'000'000; ++i)
        bytes += char(i * 7);
    QBuffer source(&bytes);
    source.open(QIODevice::ReadOnly);
    QCOMPARE(m_stream->sendFrom(source, 10), 10);
    qint64 sent = 10;
    for (;;) {
        sent += m_stream->sendFrom(source, 1'000'000'000);
        if (sent == bytes.size())
            break;
        if (m_stream->room() == 0)
            QVERIFY(programGets(sent));
    }
    QCOMPARE(m_stream->sendFrom(source, 10), 0);
    QVERIFY(programGets(bytes.size()));
    QCOMPARE(m_got, bytes);
}

void TestSocketStream::whatIsLeftIsSentBeforeTheEnd()
{
    const QByteArray much(20'000'000, 'm');
    m_stream->send(much);
    m_stream->closeSending();
    QCOMPARE(m_stream->room(), 0);
    QVERIFY(programGets(much.size()));
    QTRY_COMPARE(m_program->state(), QTcpSocket::UnconnectedState);
    QCOMPARE(m_got.size(), much.size());
}

void TestSocketStream::endsWhenBothSidesHaveEnded()
{
    QSignalSpy over(m_stream, &SocketStream::over);
    m_program->write("last");
    QVERIFY(m_program->waitForBytesWritten(30'000));
    shutdown(int(m_program->socketDescriptor()), SHUT_WR);
    QTRY_COMPARE(m_stream->bytesAvailable(), 4);
    QVERIFY(!m_stream->atEnd());
    QCOMPARE(m_stream->take(4), "last");
    QTRY_VERIFY(m_stream->atEnd());
    m_stream->send("answer");
    m_stream->closeSending();
    QTRY_COMPARE(over.count(), 1);
    QTRY_VERIFY(m_stream.isNull());
    QVERIFY(programGets(6));
}

void TestSocketStream::inputIsIgnoredUpToItsEnd()
{
    QSignalSpy ready(m_stream, &EgressStream::readyRead);
    m_stream->ignoreInput();
    m_program->write(QByteArray(5'000'000, 'x'));
    QTRY_COMPARE(m_program->bytesToWrite(), 0);
    m_stream->closeSending();
    m_program->disconnectFromHost();
    QTRY_VERIFY(m_stream.isNull());
    QCOMPARE(ready.count(), 0);
}

void TestSocketStream::resetIsAnErrorForTheProgram()
{
    QSignalSpy over(m_stream, &SocketStream::over);
    m_stream->reset();
    QCOMPARE(over.count(), 1);
    QTRY_COMPARE(m_program->state(), QTcpSocket::UnconnectedState);
    QTRY_VERIFY(m_stream.isNull());
}

void TestSocketStream::theProgramsResetBreaksIt()
{
    QSignalSpy broke(m_stream, &EgressStream::broke);
    QSignalSpy over(m_stream, &SocketStream::over);
    const linger atOnce = {1, 0};
    setsockopt(int(m_program->socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    m_program->abort();
    QTRY_COMPARE(broke.count(), 1);
    QCOMPARE(over.count(), 1);
    QTRY_VERIFY(m_stream.isNull());
}

void TestSocketStream::breakOffTellsOnce()
{
    QSignalSpy broke(m_stream, &EgressStream::broke);
    m_stream->breakOff();
    m_stream->breakOff();
    QCOMPARE(broke.count(), 1);
    QTRY_VERIFY(m_stream.isNull());
}

void TestSocketStream::nothingIsSentAfterTheEnd()
{
    m_stream->reset();
    m_stream->send("x");
    m_stream->closeSending();
    m_stream->ignoreInput();
    m_stream->setWindow(1'000'000);
    QCOMPARE(m_stream->room(), 0);
    QCOMPARE(m_stream->take(1), QByteArray());
    QTRY_VERIFY(m_stream.isNull());
}

void TestSocketStream::slowReadersGetEverything()
{
    qsizetype sent = 0;
    while (const qint64 room = m_stream->room()) {
        m_stream->send(QByteArray(room, 'x'));
        sent += room;
    }
    m_stream->closeSending();
    m_stream->ignoreInput();
    QTest::qWait(12'000); // beyond the time that a program gets for closing its side
    QVERIFY(programGets(sent));
    QTRY_VERIFY(!m_stream);
    QTRY_COMPARE(m_program->error(), QTcpSocket::RemoteHostClosedError);
    QCOMPARE(m_got.size(), sent);
}

void TestSocketStream::closingWaitsForNobody()
{
    const linger forOneMinute = {1, 60}; // as a hostile init may have left it
    QCOMPARE(setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &forOneMinute, sizeof forOneMinute), 0);
    while (const qint64 room = m_stream->room())
        m_stream->send(QByteArray(room, 'x'));
    QElapsedTimer timer;
    timer.start();
    delete m_stream;
    QVERIFY(timer.elapsed() < 30'000);
}

QTEST_GUILESS_MAIN(TestSocketStream)
#include "tst_socketstream.moc"
