#include "codingcookie.h"

#include <QTest>

using namespace std::string_view_literals;

class TestCodingCookie : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsPythonsRule_data();
    void followsPythonsRule();
};

void TestCodingCookie::followsPythonsRule_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("isForeign");

    QTest::newRow("nothing") << QByteArray() << false;
    QTest::newRow("no comment") << QByteArray("print(1)") << false;
    QTest::newRow("latin-1") << QByteArray("# coding: latin-1") << true;
    QTest::newRow("equals sign") << QByteArray("#coding=latin-1") << true;
    QTest::newRow("tab before the name") << QByteArray("# coding:\tlatin-1\n") << true;
    QTest::newRow("space before the colon") << QByteArray("# coding : latin-1\n") << false;
    QTest::newRow("encoding") << QByteArray("# encoding=cp1252\n") << true;
    QTest::newRow("second one counts, the first has no name") << QByteArray("# coding: ! coding: koi8-r\n") << true;
    QTest::newRow("first one counts") << QByteArray("# coding: utf-8 coding: koi8-r\n") << false;
    QTest::newRow("indented comment") << QByteArray(" \t\f# coding: latin-1\n") << true;
    QTest::newRow("second line") << QByteArray("#!python\n# coding: latin-1\n") << true;
    QTest::newRow("second line after a blank one") << QByteArray(" \n# coding: latin-1\n") << true;
    QTest::newRow("second line after CR") << QByteArray("#\r# coding: latin-1\r") << true;
    QTest::newRow("second line after CR LF") << QByteArray("#\r\n# coding: latin-1\r\n") << true;
    QTest::newRow("second line after a statement") << QByteArray("pass\n# coding: latin-1\n") << false;
    QTest::newRow("third line") << QByteArray("#\n#\n# coding: latin-1\n") << false;
    QTest::newRow("in a string") << QByteArray("x = '# coding: latin-1'\n") << false;
    QTest::newRow("behind a byte order mark") << QByteArray("\xef\xbb\xbf# coding: latin-1\n") << true;
    QTest::newRow("utf-8") << QByteArray("# coding: utf-8\n") << false;
    QTest::newRow("UTF_8") << QByteArray("# coding: UTF_8\n") << false;
    QTest::newRow("utf-8-sig") << QByteArray("# coding: utf-8-sig\n") << false;
    QTest::newRow("utf8, which Python decodes again") << QByteArray("# coding: utf8\n") << true;
    QTest::newRow("utf-80") << QByteArray("# coding: utf-80\n") << true;
    QTest::newRow("ascii") << QByteArray("# coding: ascii\n") << true;
    QTest::newRow("cut") << QByteArray("# coding:") << false;
}

void TestCodingCookie::followsPythonsRule()
{
    QFETCH(QByteArray, code);
    QTEST(namesForeignEncoding({code.constData(), static_cast<std::size_t>(code.size())}), "isForeign");
}

QTEST_GUILESS_MAIN(TestCodingCookie)
#include "tst_codingcookie.moc"
