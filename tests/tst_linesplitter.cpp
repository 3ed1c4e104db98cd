#include "transport/linesplitter.h"

#include <QByteArrayList>
#include <QTest>

class TestLineSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesComeWhereverTheStreamIsCut_data();
    void linesComeWhereverTheStreamIsCut();
    void unfinishedLineWaits();
    void tooLongLinesAreReportedOnce_data();
    void tooLongLinesAreReportedOnce();
    void memoryOfATooLongLineIsFreed();
};

namespace {

/// What came out, a too long line as "<too long>".
class Collector
{
public:
    explicit Collector(qsizetype limit = 1024)
        : m_splitter(limit)
    {
        m_splitter.onLine = [this](const QByteArray &line) { m_lines.append(line); };
        m_splitter.onTooLong = [this] { m_lines.append("<too long>"); };
    }

    void feed(const QByteArray &bytes) { m_splitter.feed(bytes.constData(), bytes.size()); }
    [[nodiscard]] const QByteArrayList &lines() const { return m_lines; }

private:
    LineSplitter m_splitter;
    QByteArrayList m_lines;
};

/// The lines of `bytes`, fed in two parts, in all ways, and byte by byte; empty when the ways differ.
QByteArrayList linesHoweverCut(const QByteArray &bytes, qsizetype limit)
{
    Collector whole(limit);
    whole.feed(bytes);
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
        Collector parts(limit);
        parts.feed(bytes.left(cut));
        parts.feed(bytes.mid(cut));
        if (parts.lines() != whole.lines())
            return {"cut at", QByteArray::number(cut)};
    }
    Collector single(limit);
    for (char byte : bytes)
        single.feed(QByteArray(1, byte));
    return single.lines() == whole.lines() ? whole.lines() : QByteArrayList{"byte by byte"};
}

} // namespace

void TestLineSplitter::linesComeWhereverTheStreamIsCut_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::newRow("nothing") << QByteArray() << QByteArrayList();
    QTest::newRow("two lines") << QByteArray("one\ntwo\n") << QByteArrayList{"one", "two"};
    QTest::newRow("CRLF") << QByteArray("one\r\ntwo\r\n") << QByteArrayList{"one", "two"};
    QTest::newRow("one \\r only") << QByteArray("one\r\r\n") << QByteArrayList{"one\r"};
    QTest::newRow("\\r inside stays") << QByteArray("o\rne\n") << QByteArrayList{"o\rne"};
    QTest::newRow("blank lines") << QByteArray("\n\r\n \n\t\n\none\n\n") << QByteArrayList{"one"};
    QTest::newRow("BOM") << QByteArray("\xef\xbb\xbf{}\n") << QByteArrayList{"{}"};
    QTest::newRow("BOM alone") << QByteArray("\xef\xbb\xbf\r\n{}\n") << QByteArrayList{"{}"};
    QTest::newRow("BOM later stays") << QByteArray("a\n\xef\xbb\xbf{}\n") << QByteArrayList{"a", "\xef\xbb\xbf{}"};
    QTest::newRow("BOM after a blank line stays")
        << QByteArray("\n\xef\xbb\xbf{}\n") << QByteArrayList{"\xef\xbb\xbf{}"};
    QTest::newRow("NUL") << QByteArray("a\0b\n\0\n", 6) << QByteArrayList{QByteArray("a\0b", 3), QByteArray("\0", 1)};
    QTest::newRow("multi-byte characters") << QByteArray("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\n\xc3\xa4\n")
                                           << QByteArrayList{"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4"};
    QTest::newRow("invalid UTF-8 passes") << QByteArray("\xff\xfe\n") << QByteArrayList{"\xff\xfe"};
    QTest::newRow("spaces around stay") << QByteArray(" {} \n") << QByteArrayList{" {} "};
    QTest::newRow("no line end") << QByteArray("one\ntwo") << QByteArrayList{"one"};
}

void TestLineSplitter::linesComeWhereverTheStreamIsCut()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, lines);
    QCOMPARE(linesHoweverCut(bytes, 1024), lines);
}

void TestLineSplitter::unfinishedLineWaits()
{
    Collector collector;
    collector.feed("on");
    collector.feed("e");
    QVERIFY(collector.lines().isEmpty());
    collector.feed("\nt");
    QCOMPARE(collector.lines(), QByteArrayList{"one"});
    collector.feed({});
    collector.feed("wo\n");
    QCOMPARE(collector.lines(), (QByteArrayList{"one", "two"}));
}

void TestLineSplitter::tooLongLinesAreReportedOnce_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("lines");
    const QByteArray longest(10, 'x');
    QTest::newRow("longest") << longest + '\n' << QByteArrayList{longest};
    QTest::newRow("one byte more") << longest + "x\n" << QByteArrayList{"<too long>"};
    QTest::newRow("the next one is served") << longest + "x\n{}\n" << QByteArrayList{"<too long>", "{}"};
    QTest::newRow("many times the limit") << longest.repeated(9) + "\n{}\n" << QByteArrayList{"<too long>", "{}"};
    QTest::newRow("two in a row") << longest + "x\n" + longest + "y\n" << QByteArrayList{"<too long>", "<too long>"};
    QTest::newRow("never ending") << longest.repeated(100) << QByteArrayList{"<too long>"};
    QTest::newRow("spaces") << QByteArray(11, ' ') + '\n' << QByteArrayList{"<too long>"};
}

void TestLineSplitter::tooLongLinesAreReportedOnce()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, lines);
    QCOMPARE(linesHoweverCut(bytes, 10), lines);
}

void TestLineSplitter::memoryOfATooLongLineIsFreed()
{
    Collector collector(1024 * 1024);
    const QByteArray block(1024 * 1024, 'x');
    for (int i = 0; i < 4096; ++i) // 4 GiB, were they kept
        collector.feed(block);
    collector.feed("\n{}\n");
    QCOMPARE(collector.lines(), (QByteArrayList{"<too long>", "{}"}));
}

QTEST_GUILESS_MAIN(TestLineSplitter)
#include "tst_linesplitter.moc"
