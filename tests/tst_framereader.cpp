#include "sandbox/framereader.h"

#include <QByteArrayList>
#include <QTest>

using namespace Qt::StringLiterals;
using frames::Type;

namespace {

QByteArray frame(Type type, const QByteArray &payload)
{
    char header[frames::headerSize];
    frames::writeHeader(header, type, std::uint32_t(payload.size()));
    return QByteArray(header, frames::headerSize) + payload;
}

/// A header that promises `length` bytes.
QByteArray header(int type, std::uint32_t length)
{
    char bytes[frames::headerSize];
    frames::writeHeader(bytes, Type(type), length);
    return {bytes, frames::headerSize};
}

/// What came out, each as "type:payload", and "problem" once feeding failed.
class Collector
{
public:
    Collector()
    {
        m_reader.onFrame = [this](Type type, std::string_view payload) {
            m_frames.append(QByteArray::number(int(type)) + ':' +
                            QByteArray(payload.data(), qsizetype(payload.size())));
        };
    }
    Q_DISABLE_COPY_MOVE(Collector)

    void feed(const QByteArray &bytes)
    {
        if (m_hasFailed || m_reader.feed(bytes))
            return;
        m_hasFailed = true;
        m_frames.append("problem");
    }
    [[nodiscard]] const QByteArrayList &frames() const { return m_frames; }
    [[nodiscard]] const QString &problem() const { return m_reader.problem(); }

private:
    FrameReader m_reader;
    QByteArrayList m_frames;
    bool m_hasFailed = false;
};

} // namespace

class TestFrameReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesComeWhereverTheStreamIsCut_data();
    void framesComeWhereverTheStreamIsCut();
    void longestFramesPass_data();
    void longestFramesPass();
    void oversizeIsRefusedBeforeItIsRead_data();
    void oversizeIsRefusedBeforeItIsRead();
    void unknownTypesAreRefused();
    void payloadMayHoldFrames();
    void manyFramesComeAtOnce();
};

void TestFrameReader::framesComeWhereverTheStreamIsCut_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("nothing") << QByteArray() << QByteArrayList();
    QTest::newRow("empty frame") << frame(Type::Started, {}) << QByteArrayList{"66:"};
    QTest::newRow("one") << frame(Type::Stdout, "hello") << QByteArrayList{"67:hello"};
    QTest::newRow("several") << frame(Type::Started, {}) + frame(Type::Stdout, "a") + frame(Type::Stderr, "\n") +
                                    frame(Type::Stdout, QByteArray("\0\xff", 2))
                             << QByteArrayList{"66:", "67:a", "68:\n", QByteArray("67:\0\xff", 5)};
    QTest::newRow("unfinished") << frame(Type::Stdout, "a") + frame(Type::Stdout, "hello").chopped(1)
                                << QByteArrayList{"67:a"};
    QTest::newRow("unknown type") << frame(Type::Stdout, "a") + header(99, 0) << QByteArrayList{"67:a", "problem"};
    QTest::newRow("text") << QByteArray("Error: exec failed") << QByteArrayList{"problem"};
}

void TestFrameReader::framesComeWhereverTheStreamIsCut()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, expected);
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
        Collector collector;
        collector.feed(bytes.left(cut));
        collector.feed(bytes.mid(cut));
        QCOMPARE(collector.frames(), expected);
    }
    Collector single;
    for (char byte : bytes)
        single.feed(QByteArray(1, byte));
    QCOMPARE(single.frames(), expected);
}

void TestFrameReader::longestFramesPass_data()
{
    QTest::addColumn<Type>("type");
    for (int type = 65; type <= 75; ++type)
        QTest::addRow("type %d", type) << Type(type);
}

void TestFrameReader::longestFramesPass()
{
    QFETCH(Type, type);
    const QByteArray payload(qsizetype(frames::maxPayload(type)), 'x');
    Collector collector;
    collector.feed(frame(type, payload));
    QCOMPARE(collector.frames().size(), 1);
    QCOMPARE(collector.frames()[0], QByteArray::number(int(type)) + ':' + payload);
}

void TestFrameReader::oversizeIsRefusedBeforeItIsRead_data()
{
    longestFramesPass_data();
}

void TestFrameReader::oversizeIsRefusedBeforeItIsRead()
{
    QFETCH(Type, type);
    for (const std::uint32_t length : {frames::maxPayload(type) + 1, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
        Collector collector;
        collector.feed(header(int(type), length));
        QCOMPARE(collector.frames(), QByteArrayList{"problem"});
        QVERIFY2(collector.problem().contains(QString::number(length)), qPrintable(collector.problem()));
    }
}

void TestFrameReader::unknownTypesAreRefused()
{
    for (int type = 0; type < 256; ++type) {
        Collector collector;
        collector.feed(header(type, 0));
        const bool isKnown = frames::maxPayload(Type(type)) > 0;
        QCOMPARE(collector.frames().contains("problem"), !isKnown);
        QCOMPARE(collector.problem().isEmpty(), isKnown);
    }
}

/// Programs print what they like; only lengths count.
void TestFrameReader::payloadMayHoldFrames()
{
    const QByteArray forged = frame(Type::Exited, QByteArray(40, '\0')) + frame(Type::Failed, "x");
    Collector collector;
    collector.feed(frame(Type::Stdout, forged) + frame(Type::Stderr, "real"));
    QCOMPARE(collector.frames(), QByteArrayList({"67:" + forged, "68:real"}));
}

void TestFrameReader::manyFramesComeAtOnce()
{
    Collector collector;
    const QByteArray one = frame(Type::Stdout, QByteArray(1000, 'x'));
    QByteArray bytes = one.repeated(10'000) + one.left(7);
    collector.feed(bytes);
    QCOMPARE(collector.frames().size(), 10'000);
    collector.feed(one.mid(7));
    QCOMPARE(collector.frames().size(), 10'001);
}

QTEST_GUILESS_MAIN(TestFrameReader)
#include "tst_framereader.moc"
