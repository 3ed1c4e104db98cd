#include "cli/install/configtext.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using configtext::Format;

/// An entry is put into files as people and programs write them, and taken out of them again.
class TestConfigText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEntryIsAddedAndRemoved_data();
    void anEntryIsAddedAndRemoved();
    void anEntryIsBroughtUpToDate_data();
    void anEntryIsBroughtUpToDate();
    void onlyTheEntryIsRemoved_data();
    void onlyTheEntryIsRemoved();
    void whatIsNotUnderstoodIsLeftAlone_data();
    void whatIsNotUnderstoodIsLeftAlone();
    void anInnerObjectKeepsItsOtherMembers_data();
    void anInnerObjectKeepsItsOtherMembers();
};

namespace {

const QStringList entryPath{u"servers"_s, u"code-sandbox"_s};
const Members entry{{u"command"_s, u"/usr/bin/s"_s}, {u"args"_s, QJsonArray{u"--memory"_s, u"2g"_s}}};

void checkEntry(Format format, const QByteArray &text)
{
    const Result<QJsonValue> value = configtext::valueAt(format, text, entryPath);
    QVERIFY2(value.ok(), qPrintable(value.error().message));
    for (const Member &member : entry)
        QCOMPARE((*value)[member.key], member.value);
}

} // namespace

void TestConfigText::anEntryIsAddedAndRemoved_data()
{
    QTest::addColumn<Format>("format");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("removed"); ///< From `after`.

    const auto row = [](const char *name, Format format, const QByteArray &before, const QByteArray &after,
                        const QByteArray &removed) { QTest::newRow(name) << format << before << after << removed; };
    const auto json = [&](const char *name, const QByteArray &before, const QByteArray &after,
                          const QByteArray &removed) { row(name, Format::Json, before, after, removed); };
    const QByteArray fresh = "{\n"
                             "  \"servers\": {\n"
                             "    \"code-sandbox\": {\n"
                             "      \"command\": \"/usr/bin/s\",\n"
                             "      \"args\": [\"--memory\", \"2g\"]\n"
                             "    }\n"
                             "  }\n"
                             "}\n";
    json("JSON: no file", "", fresh, "{\n  \"servers\": {}\n}\n");
    json("JSON: blanks alone", " \n", " \n" + fresh, " \n{\n  \"servers\": {}\n}\n");
    json("JSON: a comment alone", "// none yet\n", "// none yet\n" + fresh, "// none yet\n{\n  \"servers\": {}\n}\n");
    json("JSON: a comment alone, no line end", "// none yet", "// none yet\n" + fresh,
         "// none yet\n{\n  \"servers\": {}\n}\n");
    json("JSON: empty object", "{}", fresh.trimmed(), "{\n  \"servers\": {}\n}");
    json("JSON: byte order mark", "\xEF\xBB\xBF{}\n", "\xEF\xBB\xBF" + fresh, "\xEF\xBB\xBF{\n  \"servers\": {}\n}\n");
    json("JSON: empty servers", "{\n    \"servers\": {}\n}\n",
         "{\n"
         "    \"servers\": {\n"
         "        \"code-sandbox\": {\n"
         "            \"command\": \"/usr/bin/s\",\n"
         "            \"args\": [\"--memory\", \"2g\"]\n"
         "        }\n"
         "    }\n"
         "}\n",
         "{\n    \"servers\": {}\n}\n");
    json("JSON: comments, commas at the end, other servers",
         "{\n"
         "  // \"servers\": { } is not here\n"
         "  \"a\": [1, 2, /* three */ 3,],\n"
         "  \"servers\": { // mine\n"
         "    \"other\": {\n"
         "      \"command\": \"x // y\", // why\n"
         "    }, // the first\n"
         "    // more to come\n"
         "  },\n"
         "}\n",
         "{\n"
         "  // \"servers\": { } is not here\n"
         "  \"a\": [1, 2, /* three */ 3,],\n"
         "  \"servers\": { // mine\n"
         "    \"other\": {\n"
         "      \"command\": \"x // y\", // why\n"
         "    }, // the first\n"
         "    // more to come\n"
         "    \"code-sandbox\": {\n"
         "      \"command\": \"/usr/bin/s\",\n"
         "      \"args\": [\"--memory\", \"2g\"]\n"
         "    },\n"
         "  },\n"
         "}\n",
         "");
    json("JSON: a comment after the last member", "{\n\t\"servers\": {\n\t\t\"other\": {} // no comma\n\t}\n}\n",
         "{\n\t\"servers\": {\n\t\t\"other\": {}, // no comma\n\t\t\"code-sandbox\": {\n\t\t\t\"command\": "
         "\"/usr/bin/s\",\n"
         "\t\t\t\"args\": [\"--memory\", \"2g\"]\n\t\t}\n\t}\n}\n",
         "");
    json("JSON: comments in an empty object", "{ \"servers\": { /* none } */\n  } }",
         "{ \"servers\": { /* none } */\n"
         "  \"code-sandbox\": {\n"
         "    \"command\": \"/usr/bin/s\",\n"
         "    \"args\": [\"--memory\", \"2g\"]\n"
         "  }\n"
         "  } }",
         "");
    json("JSON: line ends of Windows", "{\r\n  \"a\": 1\r\n}\r\n",
         "{\r\n  \"a\": 1,\r\n  \"servers\": {\r\n    \"code-sandbox\": {\r\n      \"command\": \"/usr/bin/s\",\r\n"
         "      \"args\": [\"--memory\", \"2g\"]\r\n    }\r\n  }\r\n}\r\n",
         "{\r\n  \"a\": 1,\r\n  \"servers\": {}\r\n}\r\n");
    json(
        "JSON: one line", R"({"servers": {"other": {"command": "x"}}, "z": "}"})",
        R"({"servers": {"other": {"command": "x"}, "code-sandbox": { "command": "/usr/bin/s", "args": ["--memory", "2g"] }}, "z": "}"})",
        "");
    json("JSON: one line without servers", R"({"a":1})",
         R"({"a":1, "servers": { "code-sandbox": { "command": "/usr/bin/s", "args": ["--memory", "2g"] } }})",
         R"({"a":1, "servers": {}})");
    json("JSON: escaped quotes and braces in texts", "{\n  \"a\\\"}\": \"\\\\\",\n  \"servers\": {}\n}\n",
         "{\n  \"a\\\"}\": \"\\\\\",\n  \"servers\": {\n    \"code-sandbox\": {\n      \"command\": \"/usr/bin/s\",\n"
         "      \"args\": [\"--memory\", \"2g\"]\n    }\n  }\n}\n",
         "");

    const auto toml = [&](const char *name, const QByteArray &before, const QByteArray &after,
                          const QByteArray &removed) { row(name, Format::Toml, before, after, removed); };
    const QByteArray table = "[servers.code-sandbox]\ncommand = \"/usr/bin/s\"\nargs = [\"--memory\", \"2g\"]\n";
    toml("TOML: no file", "", table, "");
    toml("TOML: byte order mark", "\xEF\xBB\xBF", "\xEF\xBB\xBF" + table, "");
    const QByteArray settings =
        "# my settings\n"
        "model = \"gpt\" # the best\n"
        "notes = \"\"\"\n"
        "[servers.code-sandbox]\n"
        "command = \"no\" \"\"\"\n"
        "when = 2026-01-31 12:00:00Z\n"
        "list = [\n"
        "  1, # one\n"
        "  'two', ]\n"
        "\n"
        "[servers.other]\n"
        "command = 'C:\\x'\n"
        "[servers.other.env]\n"
        "A = \"1\"\n";
    toml("TOML: comments, other servers, texts of several lines", settings, settings + "\n" + table, "");
    toml("TOML: no line end", "a = 1", "a = 1\n\n" + table, "a = 1\n");
    toml("TOML: line ends of Windows", "a = 1\r\n",
         "a = 1\r\n\r\n[servers.code-sandbox]\r\ncommand = \"/usr/bin/s\"\r\nargs = [\"--memory\", \"2g\"]\r\n", "");
    toml("TOML: dotted keys", "servers.other = { command = \"x\" }\n",
         "servers.other = { command = \"x\" }\n\n" + table, "");
    toml("TOML: lists of tables elsewhere", "[[servers2]]\na = 1\n[[servers2]]\na = 2\n",
         "[[servers2]]\na = 1\n[[servers2]]\na = 2\n\n" + table, "");

    const auto yaml = [&](const char *name, const QByteArray &before, const QByteArray &after,
                          const QByteArray &removed) { row(name, Format::Yaml, before, after, removed); };
    const QByteArray block =
        "servers:\n  code-sandbox:\n    command: \"/usr/bin/s\"\n    args: [\"--memory\", \"2g\"]\n";
    yaml("YAML: no file", "", block, "servers: {}\n");
    yaml("YAML: byte order mark", "\xEF\xBB\xBF", "\xEF\xBB\xBF" + block, "\xEF\xBB\xBFservers: {}\n");
    yaml("YAML: other settings", "---\nA: x # y\nB:\n- 1\n- 2\nC: |\n  servers:\n    x: y\n",
         "---\nA: x # y\nB:\n- 1\n- 2\nC: |\n  servers:\n    x: y\n" + block,
         "---\nA: x # y\nB:\n- 1\n- 2\nC: |\n  servers:\n    x: y\nservers: {}\n");
    yaml("YAML: empty servers", "servers: {} # none\nA: 1\n", block.left(8) + " # none\n" + block.mid(9) + "A: 1\n",
         "servers: {} # none\nA: 1\n");
    yaml("YAML: servers without a value", "servers:\nA: 1\n", block + "A: 1\n", "servers: {}\nA: 1\n");
    yaml("YAML: other servers, comments, deeper indentation",
         "servers:\n    # the first\n    other:\n        command: x\n        args:\n        - \"a\"\n        - b\n"
         "    # about the rest\n\nB: 1\n",
         "servers:\n    # the first\n    other:\n        command: x\n        args:\n        - \"a\"\n        - b\n"
         "    code-sandbox:\n        command: \"/usr/bin/s\"\n        args: [\"--memory\", \"2g\"]\n"
         "    # about the rest\n\nB: 1\n",
         "");
    yaml("YAML: no line end", "A: 1", "A: 1\n" + block, "A: 1\nservers: {}\n");
    yaml("YAML: line ends of Windows", "servers:\r\n  other:\r\n    a: 1\r\n",
         "servers:\r\n  other:\r\n    a: 1\r\n  code-sandbox:\r\n    command: \"/usr/bin/s\"\r\n"
         "    args: [\"--memory\", \"2g\"]\r\n",
         "");
}

void TestConfigText::anEntryIsAddedAndRemoved()
{
    QFETCH(Format, format);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, removed);
    const Result<QByteArray> added = configtext::withMembers(format, before, entryPath, entry);
    QVERIFY2(added.ok(), qPrintable(added.error().message));
    QCOMPARE(*added, after);
    checkEntry(format, after);
    QCOMPARE(*configtext::withMembers(format, after, entryPath, entry), after); // twice is once
    for (qsizetype size = 0; size < before.size(); ++size) {                    // of what is half written, too
        const Result<QByteArray> half = configtext::withMembers(format, before.left(size), entryPath, entry);
        if (half)
            checkEntry(format, *half);
    }
    const Result<QByteArray> gone = configtext::without(format, after, entryPath);
    QVERIFY2(gone.ok(), qPrintable(gone.error().message));
    QCOMPARE(*gone, removed.isEmpty() ? before : removed);
    QCOMPARE(*configtext::without(format, *gone, entryPath), *gone);
}

void TestConfigText::anEntryIsBroughtUpToDate_data()
{
    QTest::addColumn<Format>("format");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");

    QTest::newRow("JSON: what else it has stays")
        << Format::Json
        << "{\"servers\": {\n  \"code-sandbox\": {\n    \"command\": \"old\", // here\n"
           "    \"trust\": true,\n    \"args\": [\n      \"x\"\n    ]\n  }\n}}"_ba
        << "{\"servers\": {\n  \"code-sandbox\": {\n    \"command\": \"/usr/bin/s\", // here\n"
           "    \"trust\": true,\n    \"args\": [\"--memory\", \"2g\"]\n  }\n}}"_ba;
    QTest::newRow("JSON: a member is missing")
        << Format::Json << R"({"servers": {"code-sandbox": {"command": "/usr/bin/s"}}})"_ba
        << R"({"servers": {"code-sandbox": {"command": "/usr/bin/s", "args": ["--memory", "2g"]}}})"_ba;
    QTest::newRow("JSON: an empty one") << Format::Json << R"({"servers": {"code-sandbox": {}}})"_ba
                                        << "{\"servers\": {\"code-sandbox\": {\n  \"command\": \"/usr/bin/s\",\n"
                                           "  \"args\": [\"--memory\", \"2g\"]\n}}}"_ba;
    QTest::newRow("TOML: table")
        << Format::Toml
        << "[servers.code-sandbox] # mine\n  command = 'old' # here\n  enabled = true\n\n[other]\na = 1\n"_ba
        << "[servers.code-sandbox] # mine\n  command = \"/usr/bin/s\" # here\n  enabled = true\n"
           "  args = [\"--memory\", \"2g\"]\n\n[other]\na = 1\n"_ba;
    QTest::newRow("TOML: table with another below")
        << Format::Toml << "[servers.code-sandbox]\n[servers.code-sandbox.env]\nA = \"1\"\n"_ba
        << "[servers.code-sandbox]\ncommand = \"/usr/bin/s\"\nargs = [\"--memory\", \"2g\"]\n[servers.code-sandbox.env]\nA = \"1\"\n"_ba;
    QTest::newRow("TOML: quoted key, list over several lines")
        << Format::Toml << "[servers.\"code-sandbox\"]\nargs = [\n  \"x\", # y\n]\ncommand = \"/usr/bin/s\"\n"_ba
        << "[servers.\"code-sandbox\"]\nargs = [\"--memory\", \"2g\"]\ncommand = \"/usr/bin/s\"\n"_ba;
    QTest::newRow("TOML: within braces") << Format::Toml
                                         << "servers.code-sandbox = { command = \"/usr/bin/s\", trust = true }\n"_ba
                                         << "servers.code-sandbox = { command = \"/usr/bin/s\", trust = true,"
                                            " args = [\"--memory\", \"2g\"] }\n"_ba;
    QTest::newRow("TOML: within braces, beside numbers")
        << Format::Toml
        << "servers.code-sandbox = { tools.run.wait = 20, args = [], command = 'x', since = 2026-01-31 }\n"_ba
        << "servers.code-sandbox = { tools.run.wait = 20, args = [\"--memory\", \"2g\"],"
           " command = \"/usr/bin/s\", since = 2026-01-31 }\n"_ba;
    QTest::newRow("TOML: dotted keys")
        << Format::Toml << "servers.code-sandbox.command = \"old\"\n[other]\n"_ba
        << "servers.code-sandbox.command = \"/usr/bin/s\"\nservers.code-sandbox.args = [\"--memory\", \"2g\"]\n[other]\n"_ba;
    QTest::newRow("TOML: dotted keys in a table")
        << Format::Toml << "[servers]\ncode-sandbox.command = \"/usr/bin/s\"\n"_ba
        << "[servers]\ncode-sandbox.command = \"/usr/bin/s\"\ncode-sandbox.args = [\"--memory\", \"2g\"]\n"_ba;
    QTest::newRow("TOML: beside another within braces")
        << Format::Toml << "servers = { other = { command = \"x\" } }\n"_ba
        << "servers = { other = { command = \"x\" }, code-sandbox = { command = \"/usr/bin/s\", args = [\"--memory\", \"2g\"] } }\n"_ba;
    QTest::newRow("YAML: values and lists in other forms")
        << Format::Yaml
        << "servers:\n  code-sandbox:\n    command: old # here\n    trust: true\n    args:\n    - x\n  other: {}\n"_ba
        << "servers:\n  code-sandbox:\n    command: \"/usr/bin/s\" # here\n    trust: true\n    args: [\"--memory\", \"2g\"]\n  other: {}\n"_ba;
    QTest::newRow("YAML: the same in another form is the same")
        << Format::Yaml
        << "servers:\n  'code-sandbox':\n    command: /usr/bin/s\n    args:\n      - '--memory'\n      - 2g # much\n"_ba
        << "servers:\n  'code-sandbox':\n    command: /usr/bin/s\n    args:\n      - '--memory'\n      - 2g # much\n"_ba;
}

void TestConfigText::anEntryIsBroughtUpToDate()
{
    QFETCH(Format, format);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Result<QByteArray> changed = configtext::withMembers(format, before, entryPath, entry);
    QVERIFY2(changed.ok(), qPrintable(changed.error().message));
    QCOMPARE(*changed, after);
    checkEntry(format, after);
    QCOMPARE(*configtext::withMembers(format, after, entryPath, entry), after);
}

void TestConfigText::onlyTheEntryIsRemoved_data()
{
    QTest::addColumn<Format>("format");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");

    QTest::newRow("JSON: the first")
        << Format::Json
        << "{\"servers\": {\n  \"code-sandbox\": {\n    \"a\": 1\n  },\n  // mine\n  \"other\": {}\n}}"_ba
        << "{\"servers\": {\n  // mine\n  \"other\": {}\n}}"_ba;
    QTest::newRow("JSON: the last") << Format::Json
                                    << "{\"servers\": {\n  \"other\": {}, // mine\n  \"code-sandbox\": {}\n}}"_ba
                                    << "{\"servers\": {\n  \"other\": {} // mine\n}}"_ba;
    QTest::newRow("JSON: on one line") << Format::Json << R"({"servers": { "code-sandbox": {"a": 1}, "other": {} }})"_ba
                                       << R"({"servers": { "other": {} }})"_ba;
    QTest::newRow("JSON: a comment behind it stays")
        << Format::Json << "{\"servers\": {\n  \"code-sandbox\": {} // mine\n}}"_ba
        << "{\"servers\": { // mine\n}}"_ba;
    QTest::newRow("TOML: with the tables below it")
        << Format::Toml
        << "a = 1\n\n[servers.code-sandbox]\ncommand = \"x\"\n# about env\n[servers.code-sandbox.env]\nA = \"1\"\n\n# other\n[other]\n"_ba
        << "a = 1\n\n# other\n[other]\n"_ba;
    QTest::newRow("TOML: dotted keys") << Format::Toml
                                       << "servers.code-sandbox.command = \"x\"\nservers.other.command = \"y\"\n"_ba
                                       << "servers.other.command = \"y\"\n"_ba;
    QTest::newRow("YAML: the first")
        << Format::Yaml << "servers:\n  code-sandbox:\n    args:\n    - x\n  # mine\n  other:\n    a: 1\n"_ba
        << "servers:\n  # mine\n  other:\n    a: 1\n"_ba;
}

void TestConfigText::onlyTheEntryIsRemoved()
{
    QFETCH(Format, format);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Result<QByteArray> removed = configtext::without(format, before, entryPath);
    QVERIFY2(removed.ok(), qPrintable(removed.error().message));
    QCOMPARE(*removed, after);
}

void TestConfigText::whatIsNotUnderstoodIsLeftAlone_data()
{
    QTest::addColumn<Format>("format");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");

    const auto row = [](const char *name, Format format, const QByteArray &text, const QString &message) {
        QTest::newRow(name) << format << text << message;
    };
    row("JSON: broken", Format::Json, "{\n  \"a\": 1\n  \"b\": 2\n}", u"line 3: a comma is missing"_s);
    row("JSON: no end", Format::Json, "{ \"a\": {", u"line 1: a } is missing"_s);
    row("JSON: text without an end", Format::Json, "{ \"a\": \"x\n}",
        u"line 1: a value is missing or is none of JSON's"_s);
    row("JSON: text without an end, escaped", Format::Json, "{ \"a\": \"\\",
        u"line 1: a value is missing or is none of JSON's"_s);
    row("JSON: comment without an end", Format::Json, "{} /* ", u"line 1: a comment does not end"_s);
    row("JSON: a list", Format::Json, "[]", u"line 1: an object was expected here"_s);
    row("JSON: servers is a list", Format::Json, "{\n\"servers\": []}", u"line 2: an object was expected here"_s);
    row("JSON: the entry is a text", Format::Json, R"({"servers": {"code-sandbox": "x"}})",
        u"line 1: an object was expected here"_s);
    row("JSON: duplicate servers", Format::Json, "{\"servers\": {},\n\"servers\": {}}",
        u"line 2: \"servers\" stands here a second time"_s);
    row("JSON: two values", Format::Json, "{}\n{}", u"line 2: something stands after the end"_s);
    row("JSON: single quotes", Format::Json, "{'a': 1}", u"line 1: a name in double quotes is missing"_s);
    row("JSON: words of others", Format::Json, "{\"a\": NaN}", u"line 1: a value is missing or is none of JSON's"_s);
    row("JSON: too deep", Format::Json, QByteArray(100'000, '['), u"line 1: it is nested too deeply"_s);
    row("Latin-1", Format::Json, "{\"a\": \"\xE4\"}", u"it is no text in UTF-8"_s);
    row("UTF-16", Format::Json, QByteArray("{\0}\0", 4), u"it is no text in UTF-8"_s);
    row("TOML: broken", Format::Toml, "a = 1\nb = \n", u"line 2: a value is missing"_s);
    row("TOML: no value of TOML", Format::Toml, "a = maybe\n", u"line 1: \"maybe\" is no value of TOML"_s);
    row("TOML: two on a line", Format::Toml, "a = 1 b = 2\n", u"line 1: something stands after the value"_s);
    row("TOML: text without an end", Format::Toml, "a = '''\n\n", u"line 1: a text in quotes does not end"_s);
    row("TOML: list without an end", Format::Toml, "a = [1,\n", u"line 2: a value is missing"_s);
    row("TOML: header without an end", Format::Toml, "[a\n", u"line 1: ] is missing"_s);
    row("TOML: a list of tables", Format::Toml, "[[servers]]\n",
        u"line 1: a table was expected here, not a list of tables"_s);
    row("TOML: duplicate table", Format::Toml, "[servers.code-sandbox]\n[servers.code-sandbox]\n",
        u"line 2: \"servers.code-sandbox\" stands here a second time"_s);
    row("TOML: the entry is a text", Format::Toml, "[servers]\ncode-sandbox = 'x'\n",
        u"line 2: a table was expected here"_s);
    row("TOML: too deep", Format::Toml, "a = " + QByteArray(100'000, '['), u"line 1: it is nested too deeply"_s);
    row("YAML: braces", Format::Yaml, "servers: { a: 1 }\n",
        u"line 1: the value of \"servers\" is not written in lines of its own"_s);
    row("YAML: a list", Format::Yaml, "- a\n- b\n", u"line 1: a line of the form \"key: value\" was expected"_s);
    row("YAML: servers is a list", Format::Yaml, "servers:\n- a\n",
        u"line 2: a line of the form \"key: value\" was expected"_s);
    row("YAML: two documents", Format::Yaml, "a: 1\n---\nb: 2\n",
        u"line 2: a line of the form \"key: value\" was expected"_s);
    row("YAML: tabs", Format::Yaml, "servers:\n\tother:\n", u"line 2: a tab stands where YAML allows blanks only"_s);
    row("YAML: an alias", Format::Yaml, "servers: *others\n",
        u"line 1: the value of \"servers\" is not written in lines of its own"_s);
    row("YAML: duplicate servers", Format::Yaml, "servers: {}\nservers: {}\n",
        u"line 2: \"servers\" stands here a second time"_s);
}

void TestConfigText::whatIsNotUnderstoodIsLeftAlone()
{
    QFETCH(Format, format);
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const Result<QByteArray> changed = configtext::withMembers(format, text, entryPath, entry);
    QVERIFY(!changed.ok());
    QCOMPARE(changed.error().message, message);
}

void TestConfigText::anInnerObjectKeepsItsOtherMembers_data()
{
    QTest::addColumn<Format>("format");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("JSON") << Format::Json << "{\"servers\": {\"code-sandbox\": {\"env\": {\"A\": \"1\"}}}}"_ba
                          << "{\"servers\": {\"code-sandbox\": {\"env\": {\"A\": \"1\", \"B\": \"$B\"}}}}"_ba;
    QTest::newRow("TOML") << Format::Toml << "[servers.code-sandbox.env]\nA = \"1\"\n"_ba
                          << "[servers.code-sandbox.env]\nA = \"1\"\nB = \"$B\"\n"_ba;
    QTest::newRow("YAML") << Format::Yaml << "servers:\n  code-sandbox:\n    env:\n      A: 1\n"_ba
                          << "servers:\n  code-sandbox:\n    env:\n      A: 1\n      B: \"$B\"\n"_ba;
}

void TestConfigText::anInnerObjectKeepsItsOtherMembers()
{
    QFETCH(Format, format);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Members members{{u"env"_s, QJsonObject{{u"B"_s, u"$B"_s}}}};
    QCOMPARE(*configtext::withMembers(format, before, entryPath, members), after);
}

QTEST_GUILESS_MAIN(TestConfigText)
#include "tst_configtext.moc"
