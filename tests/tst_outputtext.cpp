#include "mcp/rpc.h"
#include "tools/outputtext.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

/// What a sandbox keeps of `bytes` with `cap` bytes for head and tail together.
StreamCapture captured(const QByteArray &bytes, qsizetype cap)
{
    if (bytes.size() <= cap)
        return {bytes, {}, bytes.size()};
    return {bytes.left(cap / 2), bytes.right(cap - cap / 2), bytes.size()};
}

/// 1, 2, 3 and 4 byte characters in all neighbourhoods.
const QString multiByteText = u"aä€😀ä😀€a€ä😀aa😀😀€€ää"_s;

} // namespace

class TestOutputText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeCaptureIsShownAsItIs_data();
    void wholeCaptureIsShownAsItIs();
    void badBytesBecomeReplacementCharacters_data();
    void badBytesBecomeReplacementCharacters();
    void everyPairOfCutsShowsWholeCharacters();
    void everyLimitShowsWholeCharacters();
    void captureEdgeIsNotTheProgramsFault();
    void badBytesAtTheEdgeStayVisible();
    void gapIsWhereHeadAndTailMeet();
    void headAndTailRemain();
    void badBytesAreCountedAsBytes();
    void markerStandsOnItsOwnLine();

    void readersSeeWhatATerminalShows();

    void jsonSizeIsExact_data();
    void jsonSizeIsExact();
    void fittingLengthFits();
    void cutToJsonSizeFits();
    void numbersAreGrouped();
};

void TestOutputText::wholeCaptureIsShownAsItIs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("line") << QByteArray("1\n");
    QTest::newRow("no line end") << QByteArray("1");
    QTest::newRow("NUL") << QByteArray("a\0b", 3);
    QTest::newRow("BOM") << QByteArray("\xef\xbb\xbfx");
    QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80");
    QTest::newRow("noncharacter") << QByteArray("\xef\xbf\xbf");
    QTest::newRow("replacement character") << QByteArray("\xef\xbf\xbd");
}

void TestOutputText::wholeCaptureIsShownAsItIs()
{
    QFETCH(QByteArray, bytes);
    const OutputText text = outputtext::forReading({bytes, {}, bytes.size()}, 1000);
    QCOMPARE(text.text.toUtf8(), bytes);
    QCOMPARE(text.bytesLeftOut, 0);
    QVERIFY(!text.hadInvalidUtf8);
    for (qsizetype i = 0; i < bytes.size(); ++i) // kept in two parts, nothing between them
        QCOMPARE(outputtext::forReading({bytes.left(i), bytes.mid(i), bytes.size()}, 1000).text.toUtf8(), bytes);
}

void TestOutputText::badBytesBecomeReplacementCharacters_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("never valid") << QByteArray("a\n\x8d\xff\nb") << u"a\n\ufffd\ufffd\nb"_s;
    QTest::newRow("cut at the end") << QByteArray("a\xe2\x82") << u"a\ufffd\ufffd"_s;
    QTest::newRow("cut in the middle") << QByteArray("\xf0\x9f\x98z") << u"\ufffd\ufffd\ufffdz"_s;
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << u"\ufffd\ufffd"_s;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << u"\ufffd\ufffd\ufffd"_s;
    QTest::newRow("beyond Unicode") << QByteArray("\xf5\x80\x80\x80") << u"\ufffd\ufffd\ufffd\ufffd"_s;
    QTest::newRow("Latin-1") << QByteArray("M\xfcnchen") << u"M\ufffdnchen"_s;
}

void TestOutputText::badBytesBecomeReplacementCharacters()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    const OutputText shown = outputtext::forReading({bytes, {}, bytes.size()}, 1000);
    QCOMPARE(shown.text, text);
    QVERIFY(shown.hadInvalidUtf8);
}

void TestOutputText::everyPairOfCutsShowsWholeCharacters()
{
    const QByteArray bytes = multiByteText.toUtf8();
    for (qsizetype headSize = 0; headSize <= bytes.size(); ++headSize) {
        for (qsizetype tailSize = 0; headSize + tailSize < bytes.size(); ++tailSize) {
            const StreamCapture capture{bytes.left(headSize), bytes.right(tailSize), bytes.size()};
            const OutputText shown = outputtext::forReading(capture, 1000);
            QVERIFY(!shown.hadInvalidUtf8);
            const qsizetype line = shown.text.indexOf(u"[…"_s);
            const qsizetype lineEnd = shown.text.indexOf(u'\n', line) + 1;
            QVERIFY(line > 0 && shown.text[line - 1] == u'\n');
            const QString head = shown.text.left(line - 1);
            const QString tail = shown.text.mid(lineEnd);
            QVERIFY(multiByteText.startsWith(head));
            QVERIFY(multiByteText.endsWith(tail));
            QVERIFY(head.toUtf8().size() > headSize - 4);
            QVERIFY(tail.toUtf8().size() > tailSize - 4);
            QCOMPARE(shown.bytesLeftOut, bytes.size() - head.toUtf8().size() - tail.toUtf8().size());
            QVERIFY(shown.text.contains(u"%1 bytes left out"_s.arg(shown.bytesLeftOut)));
        }
    }
}

void TestOutputText::everyLimitShowsWholeCharacters()
{
    const QByteArray bytes = multiByteText.toUtf8();
    for (qsizetype limit = 2; limit < multiByteText.size(); ++limit) {
        const OutputText shown = outputtext::forReading({bytes, {}, bytes.size()}, limit);
        QVERIFY(!shown.text.contains(QChar::ReplacementCharacter));
        QVERIFY(shown.text.isValidUtf16());
        const QStringList lines = shown.text.split(u'\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].size() <= limit / 2);
        QVERIFY(lines[2].size() <= limit / 2);
        QCOMPARE(shown.bytesLeftOut, bytes.size() - lines[0].toUtf8().size() - lines[2].toUtf8().size());
    }
}

void TestOutputText::captureEdgeIsNotTheProgramsFault()
{
    const QByteArray bytes = QString(1000, u'€').toUtf8();
    for (qsizetype cap = 100; cap < 112; ++cap) {
        bool hadInvalidUtf8 = false;
        const QString text = outputtext::decode(captured(bytes, cap), nullptr, &hadInvalidUtf8);
        QVERIFY(!hadInvalidUtf8);
        QCOMPARE(text.count(u'€'), text.size());
    }
}

void TestOutputText::badBytesAtTheEdgeStayVisible()
{
    bool hadInvalidUtf8 = false;
    // 0xff and 0xc0 begin no character, so our cut did not spoil them.
    QCOMPARE(outputtext::decode({"a\xff", "z", 100}, nullptr, &hadInvalidUtf8), u"a\ufffdz"_s);
    QCOMPARE(outputtext::decode({"a\xc0", "z", 100}, nullptr, &hadInvalidUtf8), u"a\ufffdz"_s);
    QVERIFY(hadInvalidUtf8);
}

void TestOutputText::gapIsWhereHeadAndTailMeet()
{
    bool hadInvalidUtf8 = false;
    qsizetype gap = 0;
    QCOMPARE(outputtext::decode({"ab", "yz", 4}, &gap, &hadInvalidUtf8), u"abyz"_s);
    QCOMPARE(gap, -1);
    QCOMPARE(outputtext::decode({"\xc3\xa4", "yz", 5}, &gap, &hadInvalidUtf8), u"äyz"_s);
    QCOMPARE(gap, 1);
    QCOMPARE(outputtext::decode({"", "", 5}, &gap, &hadInvalidUtf8), QString());
    QCOMPARE(gap, 0);
}

void TestOutputText::headAndTailRemain()
{
    QByteArray bytes;
    for (int i = 1; i <= 100'000; ++i)
        bytes += QByteArray::number(i) + '\n';
    const OutputText shown = outputtext::forReading(captured(bytes, 64 * 1024), 1000);
    QVERIFY(shown.text.startsWith("1\n2\n3\n"_L1));
    QVERIFY(shown.text.endsWith("\n99999\n100000\n"_L1));
    QVERIFY(shown.text.size() < 1100);
    const qsizetype line = shown.text.indexOf(u"[…"_s);
    const QString rest = QString(shown.text).remove(line, shown.text.indexOf(u'\n', line) + 1 - line);
    const qint64 added = shown.text.left(line).endsWith(u"\n\n"_s) ? 1 : 0;
    QVERIFY(qAbs(shown.bytesLeftOut - (bytes.size() - rest.size() + added)) <= 1); // the marker may need a line end
}

void TestOutputText::badBytesAreCountedAsBytes()
{
    const QByteArray bytes(10'000, '\xff');
    const OutputText shown = outputtext::forReading({bytes, {}, bytes.size()}, 1000);
    QCOMPARE(shown.bytesLeftOut, 9000);
    QCOMPARE(outputtext::forReading(captured(bytes, 4000), 1000).bytesLeftOut, 9000);
}

void TestOutputText::markerStandsOnItsOwnLine()
{
    QCOMPARE(outputtext::forReading({"ab", "yz", 1'000'004}, 100).text, u"ab\n[… 1,000,000 bytes left out …]\nyz"_s);
    QCOMPARE(outputtext::forReading({"ab\n", "yz", 10}, 100).text, u"ab\n[… 5 bytes left out …]\nyz"_s);
}

void TestOutputText::readersSeeWhatATerminalShows()
{
    const QByteArray bytes = "before\n 10%\r\x1b[32m 99%\x1b[0m\r100%\nafter\r\n";
    const StreamCapture capture{bytes, {}, bytes.size()};
    const OutputText shown = outputtext::forReading(capture, 1000);
    QCOMPARE(shown.text, u"before\n100%\nafter\n"_s);
    QCOMPARE(shown.bytesLeftOut, 0);
    bool hadInvalidUtf8 = false;
    QCOMPARE(outputtext::decode(capture, nullptr, &hadInvalidUtf8), QString::fromUtf8(bytes)); // programs get all
}

void TestOutputText::jsonSizeIsExact_data()
{
    QTest::addColumn<QString>("text");
    QString plane;
    for (char16_t c = 0; c < 0xffff; ++c) {
        if (!QChar::isSurrogate(c))
            plane += QChar(c);
    }
    QTest::newRow("nothing") << QString();
    QTest::newRow("all of the basic plane") << plane;
    QTest::newRow("last one of it") << u"\uffff"_s;
    QTest::newRow("astral") << u"😀𝄞\U0010ffff"_s;
    QTest::newRow("mixed") << multiByteText;
    for (char16_t c = 0; c < 0x80; ++c)
        QTest::addRow("U+%04X", c) << QString(QChar(c));
}

void TestOutputText::jsonSizeIsExact()
{
    QFETCH(QString, text);
    const qsizetype frame = rpc::serialize({{u"t"_s, u""_s}}).size();
    QCOMPARE(outputtext::jsonSize(text), rpc::serialize({{u"t"_s, text}}).size() - frame);
}

void TestOutputText::fittingLengthFits()
{
    const QString text = multiByteText + u"\n\u2028\x01\"\\x"_s;
    for (qint64 limit = 0; limit <= outputtext::jsonSize(text) + 3; ++limit) {
        const qsizetype length = outputtext::fittingLength(text, limit);
        QVERIFY(text.left(length).isValidUtf16());
        QVERIFY(outputtext::jsonSize(text.left(length)) <= limit);
        if (length < text.size()) {
            const int next = text[length].isHighSurrogate() ? 2 : 1;
            QVERIFY(outputtext::jsonSize(text.left(length + next)) > limit); // no less than possible
        } else {
            QVERIFY(outputtext::jsonSize(text) <= limit);
        }
    }
}

void TestOutputText::cutToJsonSizeFits()
{
    const QString text = multiByteText + u"\n\u2028\x01\"\\x"_s;
    const qint64 size = outputtext::jsonSize(text);
    for (qint64 limit = 0; limit <= size + 3; ++limit) {
        QString cut = text;
        const qsizetype removed = outputtext::cutToJsonSize(cut, limit);
        QCOMPARE(removed, text.size() - cut.size());
        QVERIFY(cut.isValidUtf16());
        QVERIFY(outputtext::jsonSize(cut) <= limit);
        QCOMPARE(removed == 0, limit >= size);
        if (limit > 30) {
            QVERIFY(cut.startsWith(text.left(3)));
            QVERIFY(cut.endsWith(text.right(2)));
        }
    }
}

void TestOutputText::numbersAreGrouped()
{
    QCOMPARE(outputtext::grouped(0), u"0"_s);
    QCOMPARE(outputtext::grouped(999), u"999"_s);
    QCOMPARE(outputtext::grouped(12345), u"12,345"_s);
    QCOMPARE(outputtext::grouped(1073741824), u"1,073,741,824"_s);
}

QTEST_GUILESS_MAIN(TestOutputText)
#include "tst_outputtext.moc"
