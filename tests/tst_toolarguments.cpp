#include "tools/toolarguments.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestToolArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaultsApply();
    void codeArrivesByteForByte_data();
    void codeArrivesByteForByte();
    void codeOfTheWrongKindIsExplained_data();
    void codeOfTheWrongKindIsExplained();
    void sizesAreLimited_data();
    void sizesAreLimited();
    void T34_argumentsMayBeJsonText();
    void timeoutsAreCoerced_data();
    void timeoutsAreCoerced();
    void impossibleTimeoutsAreExplained_data();
    void impossibleTimeoutsAreExplained();
    void nullIsAsGoodAsLeftOut();
    void unknownArgumentsAreNamed();
};

namespace {

Result<ExecutionRequest> parse(const QJsonValue &arguments, QStringList *unknown = nullptr)
{
    Settings settings;
    settings.timeout = 7s;
    settings.maxTimeout = 60s;
    QStringList unused;
    return parseToolArguments(Language::Python, arguments, settings, unknown ? unknown : &unused);
}

/// `json` is a JSON value.
QJsonObject withTimeout(const QByteArray &json)
{
    return QJsonDocument::fromJson("{\"code\":\"\",\"timeout\":" + json + '}').object();
}

} // namespace

void TestToolArguments::defaultsApply()
{
    const Result<ExecutionRequest> request = parse(QJsonObject{{u"code"_s, u"print(1)"_s}});
    QVERIFY(request);
    QCOMPARE(request->code, QByteArray("print(1)"));
    QCOMPARE(request->stdinText, QByteArray());
    QCOMPARE(request->timeout, 7000ms);
    QCOMPARE(request->language, Language::Python);
}

void TestToolArguments::codeArrivesByteForByte_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QString();
    QTest::newRow("CRLF and tabs") << u"if 1:\r\n\tprint()\r\n"_s;
    QTest::newRow("NUL") << u"a"_s + QChar(0) + u'b';
    QTest::newRow("BOM") << u"\ufeffprint(1)"_s;
    QTest::newRow("shell") << u"'\"`$(id); rm -rf /tmp/x %s {}"_s;
    QTest::newRow("escapes kept") << u"print('\\n')"_s;
    QTest::newRow("every plane") << u"ä€😀"_s;
}

void TestToolArguments::codeArrivesByteForByte()
{
    QFETCH(QString, code);
    const Result<ExecutionRequest> request = parse(QJsonObject{{u"code"_s, code}, {u"stdin"_s, code}});
    QVERIFY(request);
    QCOMPARE(request->code, code.toUtf8());
    QCOMPARE(request->stdinText, code.toUtf8());
}

void TestToolArguments::codeOfTheWrongKindIsExplained_data()
{
    QTest::addColumn<QByteArray>("arguments"); // a JSON value in an array
    QTest::addColumn<QString>("reason");
    QTest::newRow("no arguments") << QByteArray("[]") << u"missing"_s;
    QTest::newRow("empty arguments") << QByteArray("[{}]") << u"missing"_s;
    QTest::newRow("other case") << QByteArray(R"([{"Code":""}])") << u"missing"_s;
    QTest::newRow("arguments null") << QByteArray("[null]") << u"null"_s;
    QTest::newRow("arguments an array") << QByteArray("[[]]") << u"an array"_s;
    QTest::newRow("arguments a string") << QByteArray("[\"print(1)\"]") << u"a string"_s;
    QTest::newRow("code null") << QByteArray(R"([{"code":null}])") << u"null"_s;
    QTest::newRow("code a number") << QByteArray(R"([{"code":1}])") << u"a number"_s;
    QTest::newRow("code an array") << QByteArray(R"([{"code":["1"]}])") << u"an array"_s;
    QTest::newRow("code an object") << QByteArray(R"([{"code":{}}])") << u"an object"_s;
    QTest::newRow("code a boolean") << QByteArray(R"([{"code":true}])") << u"a boolean"_s;
    QTest::newRow("stdin a number") << QByteArray(R"([{"code":"","stdin":1}])") << u"\"stdin\" must be a string"_s;
    QTest::newRow("stdin an array") << QByteArray(R"([{"code":"","stdin":[]}])") << u"\"stdin\" must be a string"_s;
}

void TestToolArguments::codeOfTheWrongKindIsExplained()
{
    QFETCH(QByteArray, arguments);
    QFETCH(QString, reason);
    const Result<ExecutionRequest> request = parse(QJsonDocument::fromJson(arguments).array().at(0));
    QVERIFY(!request);
    QCOMPARE(request.error().code, Error::Code::InvalidInput);
    QVERIFY2(request.error().message.contains(reason), qPrintable(request.error().message));
}

void TestToolArguments::sizesAreLimited_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("limit");
    QTest::newRow("code") << u"code"_s << maxCodeBytes;
    QTest::newRow("stdin") << u"stdin"_s << maxStdinBytes;
}

void TestToolArguments::sizesAreLimited()
{
    QFETCH(QString, name);
    QFETCH(qint64, limit);
    QJsonObject arguments{{u"code"_s, u""_s}};
    arguments[name] = QString(limit, u'x');
    QVERIFY(parse(arguments));
    arguments[name] = QString(limit + 1, u'x');
    const Result<ExecutionRequest> request = parse(arguments);
    QVERIFY(!request);
    for (const QString &part : {name, QString::number(limit + 1), QString::number(limit), u"4 MiB"_s})
        QVERIFY2(request.error().message.contains(part), qPrintable(request.error().message));
    arguments[name] = QString(limit / 2 + 1, u'ä'); // bytes count, not characters
    QVERIFY(!parse(arguments));
}

void TestToolArguments::T34_argumentsMayBeJsonText()
{
    QStringList unknown;
    const Result<ExecutionRequest> request =
        parseToolArguments(Language::Python, uR"--({"code": "print('ä')", "timeout": 5})--"_s, Settings(), &unknown);
    QVERIFY(request);
    QCOMPARE(request->code, QByteArray("print('ä')"));
    QCOMPARE(request->timeout, std::chrono::seconds(5));
    for (const QString &text : {u"[]"_s, u"{}"_s, u"print(1)"_s, u"{\"code\": "_s, QString()})
        QVERIFY2(!parseToolArguments(Language::Python, text, Settings(), &unknown), qPrintable(text));
}

void TestToolArguments::timeoutsAreCoerced_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("milliseconds");
    QTest::newRow("integer") << QByteArray("30") << 30'000;
    QTest::newRow("fraction of zero") << QByteArray("30.0") << 30'000;
    QTest::newRow("fraction") << QByteArray("0.25") << 250;
    QTest::newRow("exponent") << QByteArray("3e1") << 30'000;
    QTest::newRow("string") << QByteArray("\"30\"") << 30'000;
    QTest::newRow("string with a fraction") << QByteArray("\"1.5\"") << 1500;
    QTest::newRow("string with spaces") << QByteArray("\" 30 \"") << 30'000;
    QTest::newRow("shortest") << QByteArray("0.001") << 1;
    QTest::newRow("longest") << QByteArray("60") << 60'000;
    QTest::newRow("null") << QByteArray("null") << 7000;
    QTest::newRow("T34 empty") << QByteArray("\"\"") << 7000;
    QTest::newRow("T34 blank") << QByteArray("\" \"") << 7000;
}

void TestToolArguments::timeoutsAreCoerced()
{
    QFETCH(QByteArray, json);
    QFETCH(int, milliseconds);
    const Result<ExecutionRequest> request = parse(withTimeout(json));
    QVERIFY2(request, qPrintable(request ? QString() : request.error().message));
    QCOMPARE(request->timeout, std::chrono::milliseconds(milliseconds));
}

void TestToolArguments::impossibleTimeoutsAreExplained_data()
{
    QTest::addColumn<QJsonValue>("timeout");
    for (const char *json :
         {"0",        "-1",      "-0.0",     "0.0001",  "60.001",   "61",           "1e12",      "1e308",
          "true",     "false",   "[]",       "[30]",    "{}",       "\"abc\"",
          "\"30 s\"", "\"30s\"", "\"nan\"",  "\"inf\"", "\"-inf\"", "\"infinity\"", "\"1e400\"", "\"0x10\"",
          "\"1,5\"",  "\"-5\"",  "\"30 31\""})
        QTest::newRow(json) << QJsonValue(withTimeout(json)["timeout"_L1]);
    QTest::newRow("NaN") << QJsonValue(std::nan(""));
    QTest::newRow("infinity") << QJsonValue(std::numeric_limits<double>::infinity());
}

void TestToolArguments::impossibleTimeoutsAreExplained()
{
    QFETCH(QJsonValue, timeout);
    const Result<ExecutionRequest> request = parse(QJsonObject{{u"code"_s, u""_s}, {u"timeout"_s, timeout}});
    QVERIFY(!request);
    QCOMPARE(request.error().message,
             u"\"timeout\" must be a number of seconds above 0 and up to 60 (7 if left out)."_s);
}

void TestToolArguments::nullIsAsGoodAsLeftOut()
{
    const Result<ExecutionRequest> request =
        parse(QJsonObject{{u"code"_s, u""_s}, {u"stdin"_s, QJsonValue::Null}, {u"timeout"_s, QJsonValue::Null}});
    QVERIFY(request);
    QCOMPARE(request->timeout, 7000ms);
    QCOMPARE(request->stdinText, QByteArray());
}

void TestToolArguments::unknownArgumentsAreNamed()
{
    QStringList unknown;
    QVERIFY(parse(QJsonObject{{u"code"_s, u""_s},
                              {u"wait_for_previous"_s, true},
                              {u"Timeout"_s, 1},
                              {u"timeout"_s, 1},
                              {u"stdin"_s, u""_s}},
                  &unknown));
    QCOMPARE(unknown, QStringList({u"Timeout"_s, u"wait_for_previous"_s}));
}

QTEST_GUILESS_MAIN(TestToolArguments)
#include "tst_toolarguments.moc"
