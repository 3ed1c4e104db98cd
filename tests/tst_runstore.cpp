#include "tools/runstore.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestRunStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runIsFoundByItsIdAlone();
    void runExpires();
    void oldestGoWhenTheStoreIsFull();
    void latestStaysEvenIfItIsTooLarge();
    void urisSurviveTheirText_data();
    void urisSurviveTheirText();
    void otherUrisAreNone_data();
    void otherUrisAreNone();
};

namespace {

const QString someId = u"abcdefghijklmnopqrstuvwx27"_s;

StreamCapture capture(const QByteArray &bytes)
{
    return {bytes, {}, bytes.size()};
}

QByteArray mebibytes(int count)
{
    return QByteArray(count * 1024 * 1024, 'x');
}

} // namespace

void TestRunStore::runIsFoundByItsIdAlone()
{
    RunStore store;
    QVERIFY(!store.find({someId}, Stream::Stdout));
    store.add({someId}, capture("out"), capture("err"));
    QCOMPARE(store.find({someId}, Stream::Stdout)->head, QByteArray("out"));
    QCOMPARE(store.find({someId}, Stream::Stderr)->head, QByteArray("err"));
    QVERIFY(!store.find({u"other"_s}, Stream::Stdout));
    QVERIFY(!store.find({QString()}, Stream::Stdout));
}

void TestRunStore::runExpires()
{
    RunStore store(std::chrono::milliseconds(30));
    store.add({someId}, capture("out"), {});
    QTRY_VERIFY(!store.find({someId}, Stream::Stdout));
    store.add({someId}, capture("again"), {});
    QCOMPARE(store.find({someId}, Stream::Stdout)->head, QByteArray("again"));
}

void TestRunStore::oldestGoWhenTheStoreIsFull()
{
    RunStore store;
    for (int i = 0; i < 10; ++i)
        store.add({QString::number(i)}, capture(mebibytes(3)), capture(mebibytes(1)));
    for (int i = 0; i < 10; ++i)
        QCOMPARE(store.find({QString::number(i)}, Stream::Stderr) != nullptr, i >= 6); // 16 MiB hold four of them
}

void TestRunStore::latestStaysEvenIfItIsTooLarge()
{
    RunStore store;
    store.add({u"small"_s}, capture("x"), {});
    store.add({u"large"_s}, capture(mebibytes(20)), {});
    QVERIFY(store.find({u"large"_s}, Stream::Stdout));
    QVERIFY(!store.find({u"small"_s}, Stream::Stdout));
    store.add({u"next"_s}, capture("x"), {});
    QVERIFY(!store.find({u"large"_s}, Stream::Stdout));
    QVERIFY(store.find({u"next"_s}, Stream::Stdout));
}

void TestRunStore::urisSurviveTheirText_data()
{
    QTest::addColumn<Stream>("stream");
    QTest::addColumn<qsizetype>("offset");
    QTest::addColumn<QString>("text");
    QTest::newRow("stdout") << Stream::Stdout << qsizetype(0) << u"sandbox://runs/%1/stdout"_s.arg(someId);
    QTest::newRow("stderr") << Stream::Stderr << qsizetype(0) << u"sandbox://runs/%1/stderr"_s.arg(someId);
    QTest::newRow("further on") << Stream::Stdout << qsizetype(900'000)
                                << u"sandbox://runs/%1/stdout?offset=900000"_s.arg(someId);
}

void TestRunStore::urisSurviveTheirText()
{
    QFETCH(Stream, stream);
    QFETCH(qsizetype, offset);
    QFETCH(QString, text);
    QCOMPARE((RunUri{{someId}, stream, offset}.toString()), text);
    const std::optional<RunUri> back = RunUri::parse(text);
    QVERIFY(back);
    QCOMPARE(back->id.value, someId);
    QCOMPARE(back->stream, stream);
    QCOMPARE(back->offset, offset);
}

void TestRunStore::otherUrisAreNone_data()
{
    QTest::addColumn<QString>("uri");
    const QString good = u"sandbox://runs/%1/stdout"_s.arg(someId);
    QTest::newRow("empty") << QString();
    QTest::newRow("environments") << u"sandbox://environments"_s;
    QTest::newRow("line end behind") << good + u'\n';
    QTest::newRow("text before") << u'x' + good;
    QTest::newRow("text behind") << good + u'x';
    QTest::newRow("other scheme") << QString(good).replace(u"sandbox:"_s, u"file:"_s);
    QTest::newRow("other stream") << QString(good).replace(u"stdout"_s, u"stdin"_s);
    QTest::newRow("short id") << u"sandbox://runs/abc/stdout"_s;
    QTest::newRow("upper case id") << u"sandbox://runs/%1/stdout"_s.arg(someId.toUpper());
    QTest::newRow("template") << u"sandbox://runs/{id}/stdout"_s;
    QTest::newRow("path") << u"sandbox://runs/../../../etc/passwd/stdout"_s;
    QTest::newRow("no offset") << good + u"?offset="_s;
    QTest::newRow("negative offset") << good + u"?offset=-1"_s;
    QTest::newRow("huge offset") << good + u"?offset=99999999999999999999"_s;
    QTest::newRow("other query") << good + u"?limit=1"_s;
    QTest::newRow("NUL") << good + QChar(0);
}

void TestRunStore::otherUrisAreNone()
{
    QFETCH(QString, uri);
    QVERIFY(!RunUri::parse(uri));
}

QTEST_GUILESS_MAIN(TestRunStore)
#include "tst_runstore.moc"
