#include "tools/resultwriter.h"

#include "common/names.h"
#include "mcp/rpc.h"
#include "tools/outputtext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(ExecutionResult)
Q_DECLARE_METATYPE(ExecutionRequest)

namespace {

/// Clients drop larger messages.
constexpr qsizetype messageLimit = 1'000'000;

const ExecutionId someId{u"abcdefghijklmnopqrstuvwx27"_s};

ExecutionRequest someRequest(Language language = Language::Python, const QByteArray &code = {})
{
    ExecutionRequest request;
    request.id = someId;
    request.language = language;
    request.code = code;
    return request;
}

StreamCapture whole(const QByteArray &bytes)
{
    return {bytes, {}, bytes.size()};
}

ExecutionResult exited(int code, const QByteArray &out = {}, const QByteArray &err = {})
{
    ExecutionResult result;
    result.exitCode = code;
    result.duration = 4000us;
    result.out = whole(out);
    result.err = whole(err);
    return result;
}

ExecutionResult ended(Outcome outcome, int signal, std::chrono::microseconds duration, const QByteArray &out = {})
{
    ExecutionResult result;
    result.outcome = outcome;
    result.signal = signal;
    result.duration = duration;
    result.out = whole(out);
    return result;
}

QJsonObject written(const ExecutionResult &result, const Settings &settings = {})
{
    return resultwriter::write(someRequest(), result, settings).object;
}

QString textOf(const QJsonObject &result)
{
    return result["content"_L1][0]["text"_L1].toString();
}

QJsonObject metaOf(const QJsonObject &result)
{
    return result["_meta"_L1][resultwriter::metaKey].toObject();
}

} // namespace

class TestResultWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEndHasItsWords_data();
    void everyEndHasItsWords();
    void notesAreInTheClosingLine_data();
    void notesAreInTheClosingLine();
    void typeScriptIsNamed();
    void heapOfNodeIsToldFromTheMemory();
    void fullFoldersAreNamed_data();
    void fullFoldersAreNamed();
    void streamsAreSeparate_data();
    void streamsAreSeparate();
    void cutOutputNamesItsResource();
    void smallStreamIsNotCutForALargeOne_data();
    void smallStreamIsNotCutForALargeOne();
    void textIsNeverJson_data();
    void textIsNeverJson();
    void forgedClosingLineIsNotTheLast();
    void escapesStayInTheDetailsOnly();

    void refusedConnectionsAreTold();
    void manyConnectionsStayShort();
    void detailsAreComplete();
    void detailsOfASignalHaveNoExitCode();
    void structuredContentHoldsTheStreamsAlone();
    void noStructuredContentByDefault();
    void messageStaysBelowOneMegabyte_data();
    void messageStaysBelowOneMegabyte();

    void errorsAreText_data();
    void errorsAreText();
    void hugeErrorsAreShortened();

    void durationsAreReadable_data();
    void durationsAreReadable();
    void sizesAreReadable_data();
    void sizesAreReadable();
};

void TestResultWriter::refusedConnectionsAreTold()
{
    ExecutionResult result = exited(0, "ok");
    QVERIFY(!metaOf(written(result)).contains("connections"_L1));
    result.connections.add(
        {u"a.example"_s, 443, u"11.22.33.44"_s, 20, 10, 5ms, ConnectionReport::Verdict::Allowed, {}});
    QCOMPARE(textOf(written(result)), u"ok\n[exit code 0 in 4 ms]"_s);
    result.connections.add({u"b.example"_s,
                            80,
                            {},
                            0,
                            0,
                            1ms,
                            ConnectionReport::Verdict::Refused,
                            u"The sandbox refused b.example:80."_s});
    QCOMPARE(textOf(written(result)),
             u"ok\n[exit code 0 in 4 ms; a connection was refused: The sandbox refused b.example:80]"_s);
    result.connections.add({u"c.example"_s, 80, {}, 0, 0, 1ms, ConnectionReport::Verdict::Failed, u"No."_s});
    result.connections.add({u"d.example"_s, 80, {}, 0, 0, 1ms, ConnectionReport::Verdict::Refused, u"No."_s});
    QVERIFY(textOf(written(result)).contains(u"2 connections were refused, the first one: The sandbox refused b"_s));

    const QJsonObject meta = metaOf(written(result));
    QCOMPARE(meta["connections_total"_L1].toInt(), 4);
    QCOMPARE(meta["connections_refused"_L1].toInt(), 2);
    QCOMPARE(meta["connections"_L1].toArray().at(0).toObject(), (QJsonObject{{u"host"_s, u"a.example"_s},
                                                                             {u"port"_s, 443},
                                                                             {u"address"_s, u"11.22.33.44"_s},
                                                                             {u"verdict"_s, u"allowed"_s},
                                                                             {u"bytes_in"_s, 20},
                                                                             {u"bytes_out"_s, 10},
                                                                             {u"duration_ms"_s, 5}}));
    QCOMPARE(meta["connections"_L1].toArray().at(1).toObject()["reason"_L1].toString(),
             u"The sandbox refused b.example:80."_s);
}

void TestResultWriter::manyConnectionsStayShort()
{
    ExecutionResult result = exited(0, QByteArray(1024 * 1024, '\1'));
    for (int i = 0; i < 10'000; ++i) {
        const auto verdict = i == 5000 ? ConnectionReport::Verdict::Refused : ConnectionReport::Verdict::Allowed;
        result.connections.add(
            {QString(255, QChar(1)), 443, u"11.22.33.44"_s, i, 10, 5ms, verdict, QString(1000, QChar(1))});
    }
    const QJsonObject object = written(result);
    const QJsonObject meta = metaOf(object);
    const QJsonArray connections = meta["connections"_L1].toArray();
    QCOMPARE(connections.size(), ConnectionLog::maxKept);
    QCOMPARE(meta["connections_total"_L1].toInt(), 10'000);
    QCOMPARE(connections.last().toObject()["bytes_in"_L1].toInt(), 5000); // the refused one is among them
    QVERIFY(QJsonDocument(object).toJson(QJsonDocument::Compact).size() < messageLimit);
}

void TestResultWriter::everyEndHasItsWords_data()
{
    QTest::addColumn<ExecutionResult>("result");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isError");
    const auto row = [](const char *name, const ExecutionResult &result, const QString &text, bool isError) {
        QTest::newRow(name) << result << text << isError;
    };
    row("success", exited(0, "1\n"), u"1\n[exit code 0 in 4 ms]"_s, false);
    row("no line end", exited(0, "1"), u"1\n[exit code 0 in 4 ms]"_s, false);
    row("no output", exited(0), u"[exit code 0 in 4 ms; no output]"_s, false);
    row("exit code", exited(3, "x\n"), u"x\n[exit code 3 in 4 ms]"_s, true);
    row("exit code without output", exited(255), u"[exit code 255 in 4 ms; no output]"_s, true);
    row("exit 137 is no signal", exited(137, "x\n"), u"x\n[exit code 137 in 4 ms]"_s, true);
    row("signal", ended(Outcome::Signalled, SIGSEGV, 80ms, "x\n"), u"x\n[killed by SIGSEGV after 80 ms]"_s, true);
    row("SIGKILL", ended(Outcome::Signalled, SIGKILL, 1200ms), u"[killed by SIGKILL after 1.2 s; no output]"_s, true);
    row("time limit", ended(Outcome::TimedOut, SIGKILL, 30'003ms, "x\n"),
        u"x\n[timed out after 30 s; what it printed until then is above]"_s, true);
    row("time limit without output", ended(Outcome::TimedOut, SIGKILL, 30'003ms),
        u"[timed out after 30 s; no output]"_s, true);
    row("memory", ended(Outcome::OutOfMemory, SIGKILL, 1s, "x\n"), u"x\n[out of memory at 1 GiB]"_s, true);
    row("cancelled", ended(Outcome::Cancelled, SIGKILL, 1s, "x\n"), u"x\n[cancelled after 1 s]"_s, true);
}

void TestResultWriter::everyEndHasItsWords()
{
    QFETCH(ExecutionResult, result);
    QFETCH(QString, text);
    QFETCH(bool, isError);
    const QJsonObject object = written(result);
    QCOMPARE(textOf(object), text);
    QCOMPARE(object["isError"_L1], QJsonValue(isError));
    QCOMPARE(object["content"_L1].toArray().size(), 1);
    QCOMPARE(object["content"_L1][0]["type"_L1], QJsonValue(u"text"_s));
    QCOMPARE(metaOf(object)["outcome"_L1].toString(), outcomeName(result.outcome));
}

void TestResultWriter::notesAreInTheClosingLine_data()
{
    QTest::addColumn<ExecutionResult>("result");
    QTest::addColumn<QString>("line");
    ExecutionResult result = exited(0, "a\xff\n");
    QTest::newRow("stdout not UTF-8")
        << result << u"[exit code 0 in 4 ms; stdout was not UTF-8, bad bytes are shown as U+FFFD]"_s;
    result = exited(0, "", "\xff");
    QTest::newRow("stderr not UTF-8")
        << result << u"[exit code 0 in 4 ms; stderr was not UTF-8, bad bytes are shown as U+FFFD]"_s;
    result = exited(0, "\xff", "\xff");
    QTest::newRow("both not UTF-8")
        << result << u"[exit code 0 in 4 ms; the output was not UTF-8, bad bytes are shown as U+FFFD]"_s;
    result = exited(1, "x");
    result.pidsRefused = 12;
    QTest::newRow("process limit") << result << u"[exit code 1 in 4 ms; the process limit of 128 was reached]"_s;
    result = exited(0, "x");
    result.oomKills = 1;
    QTest::newRow("child out of memory")
        << result << u"[exit code 0 in 4 ms; a child process was killed at the memory limit of 1 GiB]"_s;
    result = ended(Outcome::OutOfMemory, SIGKILL, 1s, "x");
    result.oomKills = 2;
    QTest::newRow("out of memory says so once") << result << u"[out of memory at 1 GiB]"_s;
    result = exited(0, "x");
    result.pidsRefused = 1;
    result.oomKills = 1;
    QTest::newRow("two notes") << result
                               << u"[exit code 0 in 4 ms; the process limit of 128 was reached; a child process was "
                                  "killed at the memory limit of 1 GiB]"_s;
}

void TestResultWriter::notesAreInTheClosingLine()
{
    QFETCH(ExecutionResult, result);
    QFETCH(QString, line);
    QCOMPARE(textOf(written(result)).section(u'\n', -1), line);
}

void TestResultWriter::typeScriptIsNamed()
{
    ExecutionResult result = exited(0, "1\n");
    QVERIFY(!textOf(written(result)).contains("TypeScript"_L1));
    result.ranAsTypeScript = true;
    QVERIFY(textOf(written(result)).contains("; ran as TypeScript]"_L1));
}

void TestResultWriter::heapOfNodeIsToldFromTheMemory()
{
    ExecutionResult result;
    result.outcome = Outcome::OutOfMemory;
    QVERIFY(textOf(written(result)).contains("[out of memory at 1 GiB"_L1));
    result.heapLimitBytes = 768LL * 1024 * 1024;
    QVERIFY(textOf(written(result)).contains("[out of memory at 768 MiB, the limit of Node's heap (V8)"_L1));
}

void TestResultWriter::fullFoldersAreNamed_data()
{
    constexpr qint64 mebibyte = 1024 * 1024;
    QTest::addColumn<ExecutionResult>("result");
    QTest::addColumn<QString>("note"); // empty: none
    const QList<FolderUse> full{{u"/sandbox"_s, 64 * mebibyte, 4096}, {u"/tmp"_s, 64 * mebibyte, 64 * mebibyte}};
    const QList<FolderUse> half{{u"/sandbox"_s, 960 * mebibyte, 4096}, {u"/tmp"_s, 960 * mebibyte, 500 * mebibyte}};
    ExecutionResult result = exited(1, {}, "OSError: [Errno 28] No space left on device");
    QTest::newRow("nothing known") << result << QString();
    result.folders = full;
    QTest::newRow("full") << result << u"; /tmp is full: it holds 64 MiB, which --memory decides"_s;
    result.folders = half;
    QTest::newRow("was full") << result
                              << u"; a folder was full: /sandbox holds 960 MiB, /tmp holds 960 MiB, which --memory"_s;
    result = exited(1, {}, "ValueError");
    result.folders = half;
    QTest::newRow("another failure") << result << QString();
    result = exited(0, "done");
    result.folders = full;
    QTest::newRow("success") << result << QString();
    result = {};
    result.outcome = Outcome::OutOfMemory;
    result.folders = half;
    QTest::newRow("out of memory") << result << u"; the files in /tmp take 500 MiB of the memory"_s;
}

void TestResultWriter::fullFoldersAreNamed()
{
    QFETCH(ExecutionResult, result);
    QFETCH(QString, note);
    const QString line = textOf(written(result)).section(u'\n', -1);
    if (note.isEmpty())
        QVERIFY2(!line.contains("/tmp"_L1), qPrintable(line));
    else
        QVERIFY2(line.contains(note), qPrintable(line));
}

void TestResultWriter::streamsAreSeparate_data()
{
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<QByteArray>("err");
    QTest::addColumn<QString>("text");
    QTest::newRow("both") << QByteArray("out\n") << QByteArray("err\n") << u"out\n[stderr]\nerr\n"_s;
    QTest::newRow("no line ends") << QByteArray("out") << QByteArray("err") << u"out\n[stderr]\nerr\n"_s;
    QTest::newRow("stdout alone") << QByteArray("out\n") << QByteArray() << u"out\n"_s;
    QTest::newRow("stderr alone") << QByteArray() << QByteArray("err\n") << u"[stderr]\nerr\n"_s;
    QTest::newRow("blank lines stay") << QByteArray("\n\n a \n\n") << QByteArray("\n") << u"\n\n a \n\n[stderr]\n\n"_s;
}

void TestResultWriter::streamsAreSeparate()
{
    QFETCH(QByteArray, out);
    QFETCH(QByteArray, err);
    QFETCH(QString, text);
    QCOMPARE(textOf(written(exited(0, out, err))), text + u"[exit code 0 in 4 ms]"_s);
}

void TestResultWriter::cutOutputNamesItsResource()
{
    const QByteArray large = QByteArray("line\n").repeated(20'000);
    const auto write = [](const ExecutionResult &result) { return resultwriter::write(someRequest(), result, {}); };
    const resultwriter::ToolResult small = write(exited(0, "x"));
    QVERIFY(!small.isOutputCut);

    const resultwriter::ToolResult out = write(exited(0, large, "err"));
    QVERIFY(out.isOutputCut);
    const QString line = textOf(out.object).section(u'\n', -1);
    QVERIFY2(line.contains("sandbox://runs/%1/stdout]"_L1.arg(someId.value)), qPrintable(line));
    QVERIFY(!line.contains("/stderr"_L1));
    QVERIFY(textOf(out.object).size() < 30'500);

    const QString both = textOf(write(exited(0, large, large)).object).section(u'\n', -1);
    QVERIFY2(both.contains("/stdout and sandbox://runs/"_L1) && both.contains("/stderr]"_L1), qPrintable(both));

    const StreamCapture captured{large.left(50'000), large.right(50'000), 700'000'000};
    ExecutionResult flood = exited(0);
    flood.out = captured;
    const QString text = textOf(write(flood).object);
    QVERIFY(text.startsWith("line\n"_L1));
    const QString leftOut = outputtext::grouped(700'000'000 - 30'000);
    QVERIFY2(text.contains(u"[… %1 bytes left out …]"_s.arg(leftOut)), qPrintable(text.section(u'\n', -1)));
    QCOMPARE(metaOf(write(flood).object)["stdout_bytes"_L1].toInteger(), 700'000'000);
    QCOMPARE(metaOf(write(flood).object)["stdout_truncated"_L1], QJsonValue(true));
}

void TestResultWriter::smallStreamIsNotCutForALargeOne_data()
{
    QTest::addColumn<int>("outSize");
    QTest::addColumn<int>("errSize");
    QTest::addColumn<bool>("isOutCut");
    QTest::addColumn<bool>("isErrCut");
    QTest::newRow("both fit exactly") << 15'000 << 15'000 << false << false;
    QTest::newRow("one alone") << 30'000 << 0 << false << false;
    QTest::newRow("large stdout") << 1'000'000 << 14'000 << true << false;
    QTest::newRow("large stderr") << 14'000 << 1'000'000 << false << true;
    QTest::newRow("both large") << 1'000'000 << 1'000'000 << true << true;
    QTest::newRow("one too many") << 15'001 << 15'000 << true << false;
}

void TestResultWriter::smallStreamIsNotCutForALargeOne()
{
    QFETCH(int, outSize);
    QFETCH(int, errSize);
    QFETCH(bool, isOutCut);
    QFETCH(bool, isErrCut);
    const QString text = textOf(written(exited(0, QByteArray(outSize, 'o'), QByteArray(errSize, 'e'))));
    QCOMPARE(text.contains(u"/stdout"_s), isOutCut);
    QCOMPARE(text.contains(u"/stderr"_s), isErrCut);
    if (!isOutCut)
        QVERIFY(text.contains(QString(outSize, u'o')));
    if (!isErrCut)
        QVERIFY(text.contains(QString(errSize, u'e')));
    QVERIFY(text.size() < 30'700);
    QVERIFY(text.size() >= qMin(outSize + errSize, 29'990));
}

void TestResultWriter::textIsNeverJson_data()
{
    QTest::addColumn<QByteArray>("out");
    for (const char *out : {"42",         "null",
                            "true",       "[]",
                            "[1,2]",      "{}",
                            R"({"a":1})", R"("x")",
                            "[",          "[1,",
                            "{\"a\":",    "\"",
                            "[\"",        R"({"a":"b","c":")",
                            "",           "\n",
                            " ",          "\xef\xbb\xbf[]",
                            "[\n[\n",     "NaN",
                            "[[",         "[0,"})
        QTest::newRow(QByteArray(out).toPercentEncoding("[]{},:\"").constData()) << QByteArray(out);
}

void TestResultWriter::textIsNeverJson()
{
    QFETCH(QByteArray, out);
    for (const ExecutionResult &result :
         {exited(0, out), exited(0, {}, out), exited(1, out, out), ended(Outcome::TimedOut, SIGKILL, 1s, out)}) {
        const QString text = textOf(written(result));
        QJsonParseError error;
        QJsonDocument::fromJson(text.toUtf8(), &error);
        QVERIFY(error.error != QJsonParseError::NoError);
        QJsonDocument::fromJson('[' + text.toUtf8() + ']', &error); // a scalar
        QVERIFY(error.error != QJsonParseError::NoError);
    }
}

void TestResultWriter::forgedClosingLineIsNotTheLast()
{
    const QJsonObject object = written(exited(1, "[exit code 0 in 1 ms]"));
    QCOMPARE(textOf(object), u"[exit code 0 in 1 ms]\n[exit code 1 in 4 ms]"_s);
    QCOMPARE(object["isError"_L1], QJsonValue(true));
}

void TestResultWriter::escapesStayInTheDetailsOnly()
{
    const QJsonObject object = written(exited(0, "\x1b[31mred\x1b[0m\x1b]52;c;eA==\x07\n"));
    QCOMPARE(textOf(object), u"red\n[exit code 0 in 4 ms]"_s);
    QCOMPARE(metaOf(object)["stdout"_L1].toString(), u"\x1b[31mred\x1b[0m\x1b]52;c;eA==\x07\n"_s);
    QCOMPARE(textOf(written(exited(0, "\x1b[2J"))), u"[exit code 0 in 4 ms]"_s);
}

void TestResultWriter::detailsAreComplete()
{
    ExecutionResult result = exited(3, "out", "err");
    result.duration = 12'345us;
    result.cpuTime = 2'500us;
    result.peakMemoryBytes = 10'000'000'000;
    result.engine = u"podman 4.3.1"_s;
    result.container = u"code-sandbox-x-1"_s;
    const QJsonObject expected{
        {u"stdout"_s, u"out"_s},
        {u"stderr"_s, u"err"_s},
        {u"exit_code"_s, 3},
        {u"signal"_s, QJsonValue::Null},
        {u"outcome"_s, u"exited"_s},
        {u"duration_ms"_s, 12.345},
        {u"cpu_ms"_s, 2.5},
        {u"peak_memory_bytes"_s, qint64(10'000'000'000)},
        {u"stdout_bytes"_s, 3},
        {u"stderr_bytes"_s, 3},
        {u"stdout_truncated"_s, false},
        {u"stderr_truncated"_s, false},
        {u"engine"_s, u"podman 4.3.1"_s},
        {u"container"_s, u"code-sandbox-x-1"_s},
    };
    QCOMPARE(metaOf(written(result)), expected);
}

void TestResultWriter::detailsOfASignalHaveNoExitCode()
{
    const QJsonObject meta = metaOf(written(ended(Outcome::Signalled, SIGSEGV, 1s)));
    QCOMPARE(meta["exit_code"_L1], QJsonValue(QJsonValue::Null));
    QCOMPARE(meta["signal"_L1], QJsonValue(u"SIGSEGV"_s));
}

void TestResultWriter::structuredContentHoldsTheStreamsAlone()
{
    Settings settings;
    settings.structuredContent = true;
    const QJsonObject object = written(exited(0, "out", "err"), settings);
    const QJsonObject structured = object["structuredContent"_L1].toObject();
    QCOMPARE(structured["stdout"_L1].toString(), u"out"_s);
    QCOMPARE(structured["stderr"_L1].toString(), u"err"_s);
    QCOMPARE(structured["exit_code"_L1].toInt(-1), 0);
    QVERIFY(!metaOf(object).contains("stdout"_L1));
    QVERIFY(!metaOf(object).contains("stderr"_L1));
    QCOMPARE(metaOf(object)["exit_code"_L1].toInt(-1), 0);
    QCOMPARE(structured.size(), metaOf(object).size() + 2);
}

void TestResultWriter::noStructuredContentByDefault()
{
    QVERIFY(!written(exited(0, "out")).contains("structuredContent"_L1));
}

void TestResultWriter::messageStaysBelowOneMegabyte_data()
{
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<QByteArray>("err");
    constexpr qsizetype capture = 1024 * 1024;
    const QByteArray letters(capture, 'x');
    const QByteArray controls(capture, '\x01');
    const QList<std::pair<const char *, QByteArray>> contents{
        {"letters", letters},
        {"control characters", controls},
        {"NULs", QByteArray(capture, '\0')},
        {"quotes", QByteArray(capture, '"')},
        {"backslashes", QByteArray(capture, '\\')},
        {"line ends", QByteArray(capture, '\n')},
        {"bytes that are not UTF-8", QByteArray(capture, '\xff')},
        {"U+FFFF", QByteArray("\xef\xbf\xbf").repeated(capture / 3)},
        {"line separators", QByteArray("\xe2\x80\xa8").repeated(capture / 3)},
        {"astral", QByteArray("\xf0\x9f\x98\x80").repeated(capture / 4)},
        {"escapes", QByteArray("\x1b[31m").repeated(capture / 5)},
        {"delete characters", QByteArray(capture, '\x7f')},
    };
    for (const auto &[name, bytes] : contents) {
        QTest::addRow("%s on stdout", name) << bytes << QByteArray();
        QTest::addRow("%s on stderr", name) << QByteArray("x") << bytes;
        QTest::addRow("%s on both", name) << bytes << bytes;
        QTest::addRow("%s beside control characters", name) << bytes << controls;
    }
    QTest::addRow("a megabyte of both") << letters.left(500'000) << letters.left(450'000);
    QTest::addRow("64 MiB") << QByteArray(64 * capture, '\x01') << QByteArray("x");
}

void TestResultWriter::messageStaysBelowOneMegabyte()
{
    QFETCH(QByteArray, out);
    QFETCH(QByteArray, err);
    for (const bool isStructured : {false, true}) {
        Settings settings;
        settings.structuredContent = isStructured;
        settings.maxOutput = isStructured ? 100'000 : 30'000;
        const QJsonObject object = written(exited(0, out, err), settings);
        const QByteArray message = rpc::response(1, rpc::serialize(object));
        QVERIFY2(message.size() < messageLimit, QByteArray::number(message.size()).constData());
        QVERIFY(!message.contains('\n'));
        // What is over is used: a reader gets a good part of what was kept.
        if (out.size() > 900'000)
            QVERIFY2(message.size() > 400'000, QByteArray::number(message.size()).constData());
        const QJsonObject back = QJsonDocument::fromJson(message)["result"_L1].toObject();
        QVERIFY(back == object);
        const QJsonObject details = isStructured ? back["structuredContent"_L1].toObject() : metaOf(back);
        QVERIFY(details["stdout"_L1].toString().isValidUtf16());
        QCOMPARE(details["stdout_truncated"_L1].toBool(), details["stdout"_L1].toString() != QString::fromUtf8(out));
    }
}

void TestResultWriter::errorsAreText_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<QString>("text");
    QTest::newRow("message alone") << u"No."_s << QString() << u"No."_s;
    QTest::newRow("with detail") << u"No."_s << u"because"_s << u"No.\n\nbecause"_s;
    QTest::newRow("detail said already") << u"No: because."_s << u"because"_s << u"No: because."_s;
}

void TestResultWriter::errorsAreText()
{
    QFETCH(QString, message);
    QFETCH(QString, detail);
    QFETCH(QString, text);
    const QJsonObject object = resultwriter::write(Error{Error::Code::EngineMissing, message, detail});
    QCOMPARE(textOf(object), text);
    QCOMPARE(object["isError"_L1], QJsonValue(true));
    QCOMPARE(object["content"_L1].toArray().size(), 1);
}

void TestResultWriter::hugeErrorsAreShortened()
{
    const QString huge(3'000'000, u'\x01');
    const QJsonObject object = resultwriter::write(Error{Error::Code::Internal, huge, huge + u'x'});
    QVERIFY(rpc::response(1, rpc::serialize(object)).size() < messageLimit);
    const QString astral = u"😀"_s.repeated(50'000);
    QVERIFY(textOf(resultwriter::write(Error{Error::Code::Internal, u"a"_s, astral})).isValidUtf16());
    QVERIFY(textOf(resultwriter::write(Error{Error::Code::Internal, u"a"_s, u"a"_s + astral})).isValidUtf16());
}

void TestResultWriter::durationsAreReadable_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << qint64(0) << u"0 ms"_s;
    QTest::newRow("1 us") << qint64(1) << u"0.001 ms"_s;
    QTest::newRow("420 us") << qint64(420) << u"0.42 ms"_s;
    QTest::newRow("1.24 ms") << qint64(1240) << u"1.2 ms"_s;
    QTest::newRow("4 ms") << qint64(4000) << u"4 ms"_s;
    QTest::newRow("9.94 ms") << qint64(9940) << u"9.9 ms"_s;
    QTest::newRow("9.95 ms") << qint64(9950) << u"10 ms"_s;
    QTest::newRow("999 ms") << qint64(999'000) << u"999 ms"_s;
    QTest::newRow("999.6 ms") << qint64(999'600) << u"1 s"_s;
    QTest::newRow("1.24 s") << qint64(1'240'000) << u"1.2 s"_s;
    QTest::newRow("30 s") << qint64(30'003'000) << u"30 s"_s;
    QTest::newRow("59.94 s") << qint64(59'940'000) << u"59.9 s"_s;
    QTest::newRow("59.95 s") << qint64(59'950'000) << u"1 min 0 s"_s;
    QTest::newRow("185 s") << qint64(185'000'000) << u"3 min 5 s"_s;
    QTest::newRow("a day") << qint64(86'400'000'000) << u"1440 min 0 s"_s;
}

void TestResultWriter::durationsAreReadable()
{
    QFETCH(qint64, microseconds);
    QFETCH(QString, text);
    QCOMPARE(resultwriter::durationText(std::chrono::microseconds(microseconds)), text);
}

void TestResultWriter::sizesAreReadable_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    constexpr qint64 mebibyte = 1024 * 1024;
    QTest::newRow("32 MiB") << 32 * mebibyte << u"32 MiB"_s;
    QTest::newRow("0.5 MiB") << mebibyte / 2 << u"0.5 MiB"_s;
    QTest::newRow("512 MiB") << 512 * mebibyte << u"512 MiB"_s;
    QTest::newRow("almost 1 GiB") << 1024 * mebibyte - 1 << u"1 GiB"_s;
    QTest::newRow("1 GiB") << 1024 * mebibyte << u"1 GiB"_s;
    QTest::newRow("1.5 GiB") << 1536 * mebibyte << u"1.5 GiB"_s;
    QTest::newRow("1 TiB") << 1024 * 1024 * mebibyte << u"1024 GiB"_s;
}

void TestResultWriter::sizesAreReadable()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(resultwriter::sizeText(bytes), text);
}

QTEST_GUILESS_MAIN(TestResultWriter)
#include "tst_resultwriter.moc"
