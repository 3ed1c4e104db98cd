#include "mcp/rpc.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;

class TestRpc : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesAreOneLineOfValidUtf8_data();
    void messagesAreOneLineOfValidUtf8();
    void everyCharacterSurvives();
    void idsAreStringsAndIntegers_data();
    void idsAreStringsAndIntegers();
    void idsAreEchoedExactly_data();
    void idsAreEchoedExactly();
    void errorWithoutAnIdHasNoKeyForIt();
    void emptyErrorDataIsLeftOut();
    void serverInfoNamesTheProgram();
};

namespace {

QByteArray serializedText(const QString &text)
{
    return rpc::serialize({{u"t"_s, text}});
}

} // namespace

void TestRpc::messagesAreOneLineOfValidUtf8_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json");
    const QString high(QChar(0xd83d));
    const QString low(QChar(0xde00));
    const QByteArray mark = "\xef\xbf\xbd";
    QTest::newRow("plain") << u"abc"_s << QByteArray("abc");
    QTest::newRow("line ends") << u"a\r\nb"_s << QByteArray("a\\r\\nb");
    QTest::newRow("NUL") << u"a"_s + QChar(0) + u'b' << QByteArray("a\\u0000b");
    QTest::newRow("escape") << u"\x1b[31m"_s << QByteArray("\\u001b[31m");
    QTest::newRow("quote and backslash") << u"\"\\"_s << QByteArray("\\\"\\\\");
    QTest::newRow("pair") << high + low << QByteArray("\xf0\x9f\x98\x80");
    QTest::newRow("lone high surrogate") << high << mark;
    QTest::newRow("lone low surrogate") << low << mark;
    QTest::newRow("pair the wrong way round") << low + high << mark + mark;
    QTest::newRow("lone one between characters") << u"ä"_s + high + u"ö"_s << "\xc3\xa4" + mark + "\xc3\xb6";
    QTest::newRow("lone one before a pair") << high + high + low << mark + "\xf0\x9f\x98\x80";
    QTest::newRow("backslash before the text ud800") << u"\\ud800"_s << QByteArray("\\\\ud800");
    QTest::newRow("two backslashes before ud800") << u"\\\\ud800"_s << QByteArray("\\\\\\\\ud800");
    QTest::newRow("backslash before a lone surrogate") << u"\\"_s + high << "\\\\" + mark;
    QTest::newRow("backslash at the end") << u"a\\"_s << QByteArray("a\\\\");
    QTest::newRow("line separator") << u"a\u2028b"_s << QByteArray("a\\u2028b");
    QTest::newRow("paragraph separator") << u"a\u2029b"_s << QByteArray("a\\u2029b");
    QTest::newRow("neighbours of the separators") << u"\u2027\u202a"_s << QByteArray("\xe2\x80\xa7\xe2\x80\xaa");
    QTest::newRow("next line") << u"a\u0085b"_s
                               << QByteArray("a\xc2\x85"
                                             "b");
    QTest::newRow("BOM") << u"\ufeff"_s << QByteArray("\xef\xbb\xbf");
    QTest::newRow("last character of the plane") << u"\uffff"_s << QByteArray("\xef\xbf\xbf");
}

void TestRpc::messagesAreOneLineOfValidUtf8()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, json);
    QCOMPARE(serializedText(text), "{\"t\":\"" + json + "\"}");
    QCOMPARE(rpc::serialize({{text, 1}}), "{\"" + json + "\":1}");
    QCOMPARE(rpc::serialize({{u"a"_s, QJsonArray{QJsonObject{{text, text}}}}}),
             "{\"a\":[{\"" + json + "\":\"" + json + "\"}]}");
}

void TestRpc::everyCharacterSurvives()
{
    QString all;
    for (char32_t c = 0; c <= 0x10ffff; c += c < 0x3000 ? 1 : 0x61) {
        if (!QChar::isSurrogate(c))
            all += QChar::fromUcs4(c);
    }
    const QByteArray bytes = serializedText(all);
    QVERIFY(!bytes.contains('\n'));
    const QJsonDocument back = QJsonDocument::fromJson(bytes);
    QVERIFY(back["t"_L1].toString() == all);
}

void TestRpc::idsAreStringsAndIntegers_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("isValid");
    QTest::newRow("zero") << QByteArray("0") << true;
    QTest::newRow("negative") << QByteArray("-7") << true;
    QTest::newRow("integer with a fraction of zero") << QByteArray("1.0") << true;
    QTest::newRow("largest integer") << QByteArray("9223372036854775807") << true;
    QTest::newRow("smallest but one") << QByteArray("-9223372036854775807") << true;
    QTest::newRow("too large to be exact") << QByteArray("18446744073709551616") << false;
    QTest::newRow("huge") << QByteArray("1e300") << false;
    QTest::newRow("fraction") << QByteArray("1.5") << false;
    QTest::newRow("empty string") << QByteArray("\"\"") << true;
    QTest::newRow("string") << QByteArray("\"0\"") << true;
    QTest::newRow("null") << QByteArray("null") << false;
    QTest::newRow("boolean") << QByteArray("false") << false;
    QTest::newRow("object") << QByteArray("{}") << false;
    QTest::newRow("array") << QByteArray("[1]") << false;
}

void TestRpc::idsAreStringsAndIntegers()
{
    QFETCH(QByteArray, id);
    QFETCH(bool, isValid);
    const QJsonDocument document = QJsonDocument::fromJson("{\"id\":" + id + "}");
    QVERIFY(document.isObject());
    QCOMPARE(rpc::isValidId(document["id"_L1]), isValid);
    QVERIFY(!rpc::isValidId(document["other"_L1]));
}

void TestRpc::idsAreEchoedExactly_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char *id : {"0", "-1", "9007199254740993", "9223372036854775807", "\"0\"", "\"\"", "\"a\\u0000b\""})
        QTest::newRow(id) << QByteArray(id);
}

void TestRpc::idsAreEchoedExactly()
{
    QFETCH(QByteArray, id);
    const QJsonDocument document = QJsonDocument::fromJson("{\"id\":" + id + "}");
    QCOMPARE(rpc::response(document["id"_L1], "{}"), "{\"id\":" + id + ",\"jsonrpc\":\"2.0\",\"result\":{}}");
}

void TestRpc::errorWithoutAnIdHasNoKeyForIt()
{
    const RpcError error{RpcError::ParseError, u"no"_s, {}};
    QVERIFY(!rpc::errorResponse(QJsonValue::Undefined, error).contains("id"_L1));
    QCOMPARE(rpc::errorResponse(0, error)["id"_L1], QJsonValue(0));
}

void TestRpc::emptyErrorDataIsLeftOut()
{
    const QJsonObject bare = rpc::errorResponse(1, {RpcError::InvalidParams, u"no"_s, {}})["error"_L1].toObject();
    QCOMPARE(bare, QJsonObject({{u"code"_s, -32602}, {u"message"_s, u"no"_s}}));
    const QJsonObject data{{u"uri"_s, u"x"_s}};
    QCOMPARE(rpc::errorResponse(1, {RpcError::InvalidParams, u"no"_s, data})["error"_L1]["data"_L1], QJsonValue(data));
}

void TestRpc::serverInfoNamesTheProgram()
{
    QCoreApplication::setApplicationVersion(u"1.2.3"_s);
    QCOMPARE(
        rpc::serverInfo(),
        QJsonObject({{u"name"_s, u"code-sandbox"_s}, {u"title"_s, u"Code Sandbox"_s}, {u"version"_s, u"1.2.3"_s}}));
}

QTEST_GUILESS_MAIN(TestRpc)
#include "tst_rpc.moc"
