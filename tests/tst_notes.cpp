#include "tools/failurenotes.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QByteArray atLine(int line, const QByteArray &words)
{
    return "Traceback (most recent call last):\n  File \"/sandbox/code.py\", line " + QByteArray::number(line) + ", in <module>\n" +
           words + '\n';
}

const QByteArray syntaxError(int line, const QByteArray &words = "invalid syntax")
{
    return "  File \"/sandbox/code.py\", line " + QByteArray::number(line) + "\n    …\nSyntaxError: " + words + '\n';
}

const QByteArray nodeError(int line, const QByteArray &words)
{
    return "/sandbox/code.js:" + QByteArray::number(line) + "\n…\n\n" + words + "\n    at wrapSafe (node:internal)\n";
}

} // namespace

/// The rows T20 to T30 of the cases: when a note must appear, and when it must not.
class TestNotes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void notes_data();
    void notes();
    void withoutANetworkNothingCanBeInstalled();
    void aRunThatSucceededHasNone();
    void longOutputTakesNoTime();
};

void TestNotes::notes_data()
{
    QTest::addColumn<bool>("isPython");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("errors");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("words"); // of the one note; empty: none
    const auto python = [](const char *name, const QByteArray &code, const QByteArray &errors, const QString &words,
                           int exitCode = 1) { QTest::newRow(name) << true << code << errors << exitCode << words; };
    const auto js = [](const char *name, const QByteArray &code, const QByteArray &errors, const QString &words,
                       int exitCode = 1) { QTest::newRow(name) << false << code << errors << exitCode << words; };

    const QString notebook = u"this is no notebook"_s;
    python("T20 magic", "%matplotlib inline\nprint(1)", syntaxError(1), notebook);
    python("T20 shell", "import os\n!pip install emoji", syntaxError(2), notebook);
    python("T20 cell magic", "%%time\nx = 1", syntaxError(1), notebook);
    python("T20 two marks, indented", "if 1:\n    !!ls", syntaxError(2), notebook);
    python("T20 a remainder on its own line", "x = (7\n% 2\ny", syntaxError(1, "'(' was never closed"), {});
    python("T20 in a text", "x = '''\n%matplotlib inline\n'''\n1/0", atLine(4, "ZeroDivisionError: division by zero"), {});

    const QString wrap = u"asyncio.run(main())"_s;
    python("T21 await", "await f()", syntaxError(1, "'await' outside function"), wrap);
    python("T21 async with", "async with a: pass", syntaxError(1, "'async with' outside async function"), wrap);
    python("T21 async for", "async for x in a: pass", syntaxError(1, "'async for' outside async function"), wrap);
    python("T21 return", "return 1", syntaxError(1, "'return' outside function"), {});

    const QString fence = u"begins with a Markdown fence"_s;
    python("T22 with a word", "```python\nprint(1)\n```", syntaxError(1), fence);
    python("T22 without", "\n```\nprint(1)\n```\n", syntaxError(2), fence);
    python("T22 tildes", "~~~\nprint(1)\n~~~", syntaxError(1), fence);
    js("T22 JavaScript", "```js\nconsole.log(1)\n```", nodeError(1, "TypeError: \"\" is not a function"), fence);
    python("T22 later in the text", "x = '''\n```\n'''\n1/0", atLine(4, "ZeroDivisionError: division by zero"), {});

    const QString escaped = u"escaped twice"_s;
    python("T23", "import os\\nprint(1)\\n",
           syntaxError(1, "unexpected character after line continuation character"), escaped);
    js("T23 JavaScript", "const a = 1;\\nconsole.log(a)", nodeError(1, "SyntaxError: Invalid or unexpected token"), escaped);
    python("T23 in a text", "print('a\\nb'", syntaxError(1, "'(' was never closed"), {});
    python("T23 of a longer program", "x = 1\nprint(x) \\n", syntaxError(2), {});

    const QString entities = u"HTML entities"_s;
    python("T24 less", "if 1 &lt; 2: print(1)", syntaxError(1), entities);
    python("T24 a name", "a = b = 1\nx = a &lt; b", atLine(2, "NameError: name 'lt' is not defined"), entities);
    python("T24 quotes", "print(&quot;a&quot;)", syntaxError(1), entities);
    js("T24 JavaScript", "if (1 &lt; 2 &amp;&amp; 3 &gt; 2) console.log(1)", nodeError(1, "SyntaxError: Unexpected token ';'"),
       entities);
    js("T24 JavaScript name", "let a = 1, b = 2;\na &lt; b", nodeError(2, "ReferenceError: lt is not defined"), entities);
    python("T24 in a text", "print('&lt;'", syntaxError(1, "'(' was never closed"), {});
    python("T24 in a comment", "print(1 # &lt;", syntaxError(1, "'(' was never closed"), {});
    python("T24 elsewhere", "a = '''&lt;'''\nprint(1", syntaxError(2, "'(' was never closed"), {});

    const QString writable = u"write to /sandbox"_s;
    python("T25 pandas", "df.to_csv('/mnt/data/x.csv')",
           atLine(1, "OSError: Cannot save file into a non-existent directory: '/mnt/data'"), writable + u", the working folder, and "
                                                                                                         "to /tmp alone; there is no data in /mnt/data"_s);
    python("T25 open", "open('/content/x', 'w')", atLine(1, "FileNotFoundError: [Errno 2] No such file or directory: '/content/x'"),
           writable);
    python("T25 denied", "open('/home/user/x', 'w')", atLine(1, "PermissionError: [Errno 13] Permission denied: '/home/user/x'"),
           writable);
    python("T25 read-only", "open('/usr/x', 'w')", atLine(1, "OSError: [Errno 30] Read-only file system: '/usr/x'"), writable);
    js("T25 JavaScript", "fs.writeFileSync('/app/x', '')",
       nodeError(1, "Error: ENOENT: no such file or directory, open '/app/x'"), writable);
    js("T25 JavaScript, read-only", "fs.mkdirSync('/output')",
       nodeError(1, "Error: EROFS: read-only file system, mkdir '/output'"), writable);
    python("T25 a file of ours", "open('/tmp/none')", atLine(1, "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/none'"),
           {});
    python("T25 a file of the system", "open('/etc/none')",
           atLine(1, "FileNotFoundError: [Errno 2] No such file or directory: '/etc/none'"), {});
    python("T25 relative", "open('none')", atLine(1, "FileNotFoundError: [Errno 2] No such file or directory: 'none'"), {});

    python("T26", "import polars", atLine(1, "ModuleNotFoundError: No module named 'polars'"), u"\"install\", \"polars\""_s);
    python("T26 part of a package", "import polars.io", atLine(1, "ModuleNotFoundError: No module named 'polars.io'"),
           u"\"install\", \"polars\""_s);
    for (const auto &[module, distribution] : {std::pair("cv2", "opencv-python-headless"), std::pair("sklearn", "scikit-learn"),
                                               std::pair("PIL", "pillow"), std::pair("bs4", "beautifulsoup4"),
                                               std::pair("yaml", "pyyaml")}) {
        python(qPrintable(u"T26 %1"_s.arg(QLatin1StringView(module))), "import x",
               atLine(1, "ModuleNotFoundError: No module named '" + QByteArray(module) + "'"),
               u"\"install\", \"%1\""_s.arg(QLatin1StringView(distribution)));
    }
    python("T26 of the library", "import tkinter", atLine(1, "ModuleNotFoundError: No module named 'tkinter'"), {});
    js("T26 require", "require('lodash/fp')",
       "node:internal/modules/cjs/loader:1\n  throw err;\n\nError: Cannot find module 'lodash/fp'\nRequire stack:\n- /sandbox/code.js\n",
       u"npm install lodash\""_s);
    js("T26 import", "import _ from '@scope/name'",
       "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/name' imported from /sandbox/code.mjs\n",
       u"npm install @scope/name"_s);
    js("T26 a file", "require('./none')", "Error: Cannot find module './none'\n", {});
    js("T26 an absolute file", "require('/none')", "Error: Cannot find module '/none'\n", {});

    js("T27", "await new Promise(() => {})", "Warning: Detected unsettled top-level await at file:///sandbox/code.mjs:1\n",
       u"13 means"_s, 13);
    js("T27 by itself", "process.exit(13)", {}, {}, 13);

    const QString lowest = u"keeps the lowest 8 bits"_s;
    python("T28", "import sys; sys.exit(256)", {}, u"exit code 256, of which a system keeps the lowest 8 bits, 0"_s, 0);
    python("T28 negative", "raise SystemExit(-1)", {}, u"exit code -1, "_s, 255);
    js("T28 JavaScript", "process.exit(-1)", {}, lowest, 255);
    js("T28 as a property", "process.exitCode = 300", {}, lowest, 44);
    python("T28 a small one", "import sys; sys.exit(3)", {}, {}, 3);
    python("T28 another one", "if 0: sys.exit(256)\nsys.exit(3)", {}, {}, 3);

    python("T29", "locale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')", atLine(1, "locale.Error: unsupported locale setting"),
           u"only C.UTF-8 is installed"_s);

    const QByteArray unreachable = atLine(1, "aiohttp.client_exceptions.ClientConnectorDNSError: Cannot connect to host a.example:443 "
                                             "ssl:default [Temporary failure in name resolution]");
    python("T30", "import aiohttp\n…", unreachable, u"trust_env=True"_s);
    python("T30 with it", "import aiohttp\naiohttp.ClientSession(trust_env=True)", unreachable, {});

    python("an ordinary mistake", "print('before')\n1/0", atLine(2, "ZeroDivisionError: division by zero"), {});
    python("exit code alone", "raise SystemExit(1)", {}, {});
}

void TestNotes::notes()
{
    QFETCH(bool, isPython);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, errors);
    QFETCH(int, exitCode);
    QFETCH(QString, words);
    ExecutionRequest request;
    request.language = isPython ? Language::Python : Language::JavaScript;
    request.code = code;
    ExecutionResult result;
    result.exitCode = exitCode;
    result.err = {errors, {}, errors.size()};
    const QStringList notes = failureNotes(request, result, Settings());
    QVERIFY2(notes.size() == (words.isEmpty() ? 0 : 1) && notes.join(QString()).contains(words),
             qPrintable(notes.join(u" | "_s)));
}

void TestNotes::withoutANetworkNothingCanBeInstalled()
{
    ExecutionRequest request;
    request.code = "import polars";
    ExecutionResult result;
    result.exitCode = 1;
    const QByteArray errors = atLine(1, "ModuleNotFoundError: No module named 'polars'");
    result.err = {errors, {}, errors.size()};
    Settings settings;
    settings.network = NetworkMode::None;
    QCOMPARE(failureNotes(request, result, settings), QStringList{u"polars is not installed, and without a network it cannot be"_s});
}

void TestNotes::aRunThatSucceededHasNone()
{
    ExecutionRequest request;
    request.code = "```\n!pip install x\nawait f()\n";
    ExecutionResult result;
    result.exitCode = 0;
    const QByteArray errors = syntaxError(2) + atLine(1, "ModuleNotFoundError: No module named 'polars'");
    result.err = {errors, {}, errors.size()};
    QCOMPARE(failureNotes(request, result, Settings()), QStringList());
    for (const Outcome outcome : {Outcome::TimedOut, Outcome::Signalled, Outcome::OutOfMemory, Outcome::Cancelled}) {
        result.exitCode.reset();
        result.outcome = outcome;
        QCOMPARE(failureNotes(request, result, Settings()), QStringList());
    }
}

/// Minutes, if a rule looked at everything several times over.
void TestNotes::longOutputTakesNoTime()
{
    ExecutionRequest request;
    request.code = QByteArray("'\\").repeated(1 << 20);
    ExecutionResult result;
    result.exitCode = 1;
    const QByteArray errors = QByteArray("File \"/sandbox/code.py\", line 1\nSyntaxError: \"'\\").repeated(100'000);
    result.err = {errors, {}, errors.size()};
    failureNotes(request, result, Settings());
    request.language = Language::JavaScript;
    failureNotes(request, result, Settings());
}

QTEST_GUILESS_MAIN(TestNotes)
#include "tst_notes.moc"
