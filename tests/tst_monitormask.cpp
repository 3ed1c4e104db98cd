#include "monitor/secretmask.h"

#include <QTest>

class TestMonitorMask : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeTexts_data();
    void wholeTexts();
    void chunksOfAnySizeGiveTheSame();
    void ordinaryTextIsNotHeldBack();
    void aLongerSecretWinsOverItsBeginning();
    void piecesHideTheEdgesOfSecrets();
    void interruptedStreamsHideWhatMayHaveBecomeASecret();
};

void TestMonitorMask::wholeTexts_data()
{
    QTest::addColumn<QList<QByteArray>>("secrets");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("masked");
    const QList<QByteArray> key{"sk-12345"};
    QTest::newRow("none") << QList<QByteArray>() << QByteArray("sk-12345") << QByteArray("sk-12345");
    QTest::newRow("one") << key << QByteArray("key=sk-12345;") << QByteArray("key=[masked];");
    QTest::newRow("twice") << key << QByteArray("sk-12345sk-12345") << QByteArray("[masked][masked]");
    QTest::newRow("nearly") << key << QByteArray("sk-1234") << QByteArray("sk-1234");
    QTest::newRow("after a false start") << key << QByteArray("sk-sk-12345") << QByteArray("sk-[masked]");
    QTest::newRow("three bytes are no secret") << QList<QByteArray>{"abc"} << QByteArray("abc") << QByteArray("abc");
    QTest::newRow("four bytes are") << QList<QByteArray>{"abcd"} << QByteArray("abcd") << QByteArray("[masked]");
    QTest::newRow("binary") << QList<QByteArray>{QByteArray("\0\xff\0\xfe", 4)} << QByteArray("x\0\xff\0\xfey", 6)
                            << QByteArray("x[masked]y");
    QTest::newRow("overlapping itself") << QList<QByteArray>{"abab"} << QByteArray("ababab")
                                        << QByteArray("[masked]ab");
}

void TestMonitorMask::wholeTexts()
{
    QFETCH(QList<QByteArray>, secrets);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, masked);
    QCOMPARE(SecretMask(secrets).masked(text), masked);
}

void TestMonitorMask::chunksOfAnySizeGiveTheSame()
{
    const SecretMask mask({"sk-12345", "aaaa", "aaaab", "1234"});
    const QByteArray text = "x aaaaaab sk-sk-12345 1234 sk-1 aaaa 123";
    const QByteArray expected = mask.masked(text);
    QVERIFY(!expected.contains("sk-12345"));
    for (qsizetype step = 1; step <= text.size(); ++step) {
        SecretMask::Stream stream(mask);
        QByteArray result;
        for (qsizetype at = 0; at < text.size(); at += step)
            result += stream.feed(text.mid(at, step));
        result += stream.finish();
        QCOMPARE(result, expected);
    }
}

void TestMonitorMask::ordinaryTextIsNotHeldBack()
{
    const SecretMask mask({"sk-12345"});
    SecretMask::Stream stream(mask);
    QCOMPARE(stream.feed("hello"), QByteArray("hello"));
    QCOMPARE(stream.feed("ask"), QByteArray("a"));
    QCOMPARE(stream.heldBack(), 2);
    QCOMPARE(stream.feed("ing"), QByteArray("sking"));
}

void TestMonitorMask::aLongerSecretWinsOverItsBeginning()
{
    const SecretMask mask({"abcd", "abcdef"});
    QCOMPARE(mask.masked(QByteArray("abcdef")), QByteArray("[masked]"));
    SecretMask::Stream stream(mask);
    QCOMPARE(stream.feed("abcd"), QByteArray());
    QCOMPARE(stream.feed("ef"), QByteArray("[masked]"));
    QCOMPARE(stream.feed("abcd"), QByteArray());
    QCOMPARE(stream.finish(), QByteArray("[masked]"));
}

void TestMonitorMask::piecesHideTheEdgesOfSecrets()
{
    const SecretMask mask({"sk-1234567890"});
    QCOMPARE(mask.maskedPiece("567890 and more"), QByteArray("[masked] and more"));
    QCOMPARE(mask.maskedPiece("more and sk-12"), QByteArray("more and [masked]"));
    QCOMPARE(mask.maskedPiece("34567"), QByteArray("[masked]"));
    QCOMPARE(mask.maskedPiece("890 and sk-"), QByteArray("890 and sk-"));
    QCOMPARE(mask.maskedPiece("sk-1234567890"), QByteArray("[masked]"));
}

void TestMonitorMask::interruptedStreamsHideWhatMayHaveBecomeASecret()
{
    const SecretMask mask({"sk-1234567890"});
    SecretMask::Stream stream(mask);
    QCOMPARE(stream.feed("key: sk-12345"), QByteArray("key: "));
    QCOMPARE(stream.interrupt(), QByteArray("[masked]"));
}

QTEST_GUILESS_MAIN(TestMonitorMask)
#include "tst_monitormask.moc"
