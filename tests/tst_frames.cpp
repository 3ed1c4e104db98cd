#include "common/frames.h"

#include <QByteArray>
#include <QTest>

#include <string>

class TestFrames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void prepareSurvivesTheWire();
    void everyTruncationIsRefused();
    void trailingBytesAreRefused();
    void aListLongerThanItsBytesIsRefused();
    void theHeaderIsLittleEndian();
    void unknownTypesHaveNoLength();
};

namespace {

frames::Prepare somePrepare()
{
    frames::Prepare prepare;
    prepare.candidates = {{"python3", "-u", "code.py"}, {"python", "code.py"}};
    prepare.workingFolder = "/sandbox";
    prepare.scriptName = "code.py";
    prepare.honoursCodingCookie = 1;
    prepare.environment = {"A=1", "B=", std::string_view("C=\xff\x00z", 5)};
    prepare.memoryBytes = 1ull << 40;
    prepare.limitsData = 0;
    prepare.drainMs = 250;
    return prepare;
}

template<typename P>
std::string encoded(const P &payload)
{
    std::string bytes;
    frames::encode(bytes, payload);
    return bytes;
}

} // namespace

void TestFrames::prepareSurvivesTheWire()
{
    const std::string bytes = encoded(somePrepare());
    frames::Prepare back;
    QVERIFY(frames::decode(bytes, back));
    QCOMPARE(back.version, frames::protocolVersion);
    QVERIFY(back.candidates == somePrepare().candidates);
    QVERIFY(back.environment == somePrepare().environment);
    QVERIFY(back.scriptName == "code.py");
    QCOMPARE(back.memoryBytes, 1ull << 40);
    QCOMPARE(back.limitsData, std::uint8_t(0));
    QCOMPARE(back.drainMs, 250u);
}

void TestFrames::everyTruncationIsRefused()
{
    const std::string bytes = encoded(somePrepare());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        frames::Prepare back;
        QVERIFY2(!frames::decode(std::string_view(bytes).substr(0, size), back), qPrintable(QString::number(size)));
    }
}

void TestFrames::trailingBytesAreRefused()
{
    frames::Exited exited;
    QVERIFY(!frames::decode(encoded(frames::Exited{}) + '\0', exited));
}

void TestFrames::aListLongerThanItsBytesIsRefused()
{
    std::string bytes = encoded(somePrepare());
    bytes.replace(4, 4, "\xff\xff\xff\xff"); // the count of candidates follows the version
    frames::Prepare back;
    QVERIFY(!frames::decode(bytes, back));
}

void TestFrames::theHeaderIsLittleEndian()
{
    const auto whole = frames::frame<std::string>(frames::Type::Run, frames::Run{.timeoutMs = 0x01020304, .code = "x"});
    QCOMPARE(QByteArray::fromStdString(whole).toHex(), QByteArray("020a000000"
                                                                  "04030201"
                                                                  "01000000"
                                                                  "78"
                                                                  "00"));
    const frames::Header header = frames::readHeader(whole.data());
    QCOMPARE(header.type, frames::Type::Run);
    QCOMPARE(header.length, 10u);
}

void TestFrames::unknownTypesHaveNoLength()
{
    int known = 0;
    for (int type = 0; type < 256; ++type)
        known += frames::maxPayload(static_cast<frames::Type>(type)) > 0;
    QCOMPARE(known, 26);
}

QTEST_GUILESS_MAIN(TestFrames)
#include "tst_frames.moc"
