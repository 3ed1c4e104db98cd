#include "common/terminaltext.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestTerminalText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void escapesAreDropped_data();
    void escapesAreDropped();
    void barsShowTheirLastState_data();
    void barsShowTheirLastState();
    void manyStatesAreOne();
    void whatIsOutOfReachStays();
    void noEscapeEverRemains();
    void longInputTakesLinearTime();
};

void TestTerminalText::escapesAreDropped_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const QString &text, const QString &shown) {
        QTest::newRow(name) << text << shown;
    };
    row("none", u"plain [31m text"_s, u"plain [31m text"_s);
    row("colour", u"\x1b[31mred\x1b[0m"_s, u"red"_s);
    row("colour with parameters", u"\x1b[38;2;255;0;0mred\x1b[m"_s, u"red"_s);
    row("colour with colons", u"\x1b[4:3mx"_s, u"x"_s);
    row("private mode", u"\x1b[?25lx\x1b[?1049h"_s, u"x"_s);
    row("intermediate byte", u"\x1b[2 qx"_s, u"x"_s);
    row("clear screen", u"a\x1b[2J\x1b[Hb"_s, u"ab"_s);
    row("single character CSI", u"a\u009b31mb"_s, u"ab"_s);
    row("unfinished CSI at the end", u"a\x1b[31"_s, u"a"_s);
    row("unfinished CSI before a line end", u"a\x1b[31\nb"_s, u"a\nb"_s);
    row("title with BEL", u"a\x1b]0;evil title\x07z"_s, u"az"_s);
    row("title with ST", u"a\x1b]2;evil title\x1b\\z"_s, u"az"_s);
    row("title with the single character ST", u"a\x1b]2;evil title\u009cz"_s, u"az"_s);
    row("single character OSC", u"a\u009d2;evil title\u009cz"_s, u"az"_s);
    row("title of other letters", u"a\x1b]0;日本😀\x07z"_s, u"az"_s);
    row("hyperlink", u"\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\!"_s, u"here!"_s);
    row("clipboard", u"a\x1b]52;c;cm0gLXJmIC8=\x07z"_s, u"az"_s);
    row("unfinished OSC keeps other lines", u"a\x1b]0;title\nb"_s, u"a\nb"_s);
    row("unfinished OSC at the end", u"a\x1b]52;c;"_s, u"a"_s);
    row("OSC cut short by a colour", u"a\x1b]0;t\x1b[31mz"_s, u"az"_s);
    row("device control", u"a\x1bP1$r0m\x1b\\z"_s, u"az"_s);
    row("single character device control", u"a\u0090q\u009cz"_s, u"az"_s);
    row("application command", u"a\x1b_x\x1b\\b\u009fy\u009cz"_s, u"abz"_s);
    row("privacy message", u"a\x1b^x\x1b\\b\u009ey\u009cz"_s, u"abz"_s);
    row("start of string", u"a\x1bXx\x1b\\b\u0098y\u009cz"_s, u"abz"_s);
    row("character set", u"a\x1b(Bz"_s, u"az"_s);
    row("reset",
        u"a\x1b"
        u"cz"_s,
        u"az"_s);
    row("keypad", u"a\x1b=\x1b>z"_s, u"az"_s);
    row("lone escape at the end", u"a\x1b"_s, u"a"_s);
    row("escape before a letter of no ASCII", u"a\x1bäz"_s, u"aäz"_s);
    row("two escapes in a row", u"a\x1b\x1b[31mz"_s, u"az"_s);
    row("escape made of the remains of others", u"a\x1b\x1b[m[31mz"_s, u"a[31mz"_s);
    row("not a terminal's business", u"a\tb\r\n c"_s, u"a\tb\n c"_s);
    row("bells", u"a\x07\x07z"_s, u"az"_s);
    row("overwritten line", u" 10%\r 99%\r\ndone\r"_s, u" 99%\ndone"_s);
    row("reversed letters", u"a\u202ecb\u202c\u2066d\u2069z"_s, u"acbdz"_s);
    row("marks of ordinary text", u"a\u200f\u061cz"_s, u"a\u200f\u061cz"_s);
}

void TestTerminalText::escapesAreDropped()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(terminalText(text), shown);
}

void TestTerminalText::barsShowTheirLastState_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const QString &text, const QString &shown) {
        QTest::newRow(name) << text << shown;
    };
    row("return first", u"\r 1%\r 50%\r100%\ndone\n"_s, u"100%\ndone\n"_s);
    row("return last", u" 1%\r 50%\r100%\r"_s, u"100%"_s);
    row("two returns", u"a\r\r\nb"_s, u"a\nb"_s);
    row("shorter than before", u"downloading\rdone\n"_s, u"doneloading\n"_s); // as a terminal shows it
    row("padded with blanks", u"downloading\rdone       \n"_s, u"done\n"_s);
    row("cleared by blanks", u"50%\r   \rdone\n"_s, u"done\n"_s);
    row("erased to the end", u"downloading\r\x1b[Kdone\n"_s, u"done\n"_s);
    row("erased whole, to column 1", u"downloading\x1b[2K\x1b[1Gdone\n"_s, u"done\n"_s);
    row("erased up to the cursor", u"12345\x1b[2D\x1b[1K\n"_s, u"    5\n"_s);
    row("erased and nothing more", u"before\n50%\r\x1b[K"_s, u"before\n"_s);
    row("backspaces", u"spin |\b/\b-\b\\\bok\n"_s, u"spin ok\n"_s);
    row("backspace at the begin", u"\b\ba\n"_s, u"a\n"_s);
    row("to the left", u"abc\x1b[2Dxy\n"_s, u"axy\n"_s);
    row("to the right", u"a\x1b[3Cb\n"_s, u"a   b\n"_s);
    row("blanks that were printed stay", u"a  \n\x1b[31mb  \x1b[m\n"_s, u"a  \nb  \n"_s);
    row("between ordinary lines", u"one\n 5%\r10%\ntwo\n"_s, u"one\n10%\ntwo\n"_s);
    // tqdm, two nested bars: the inner one is drawn a line below and left by a move up.
    row("nested bars",
        u"\router 0/2\n\rinner 0/9\x1b[A\n\rinner 9/9\x1b[A\router 1/2\n\r         \x1b[A\router 2/2\n"_s,
        u"outer 2/2\n"_s);
    // rich: the cursor hidden, each line erased on the way up, everything drawn again.
    row("bars of several lines",
        u"\x1b[?25lload ━━ 10%\nsave ━━ 0%\r\x1b[2K\x1b[1A\x1b[2Kload ━━ 100%\nsave ━━ 40%"
        "\r\x1b[2K\x1b[1A\x1b[2Kload ━━ 100%\nsave ━━ 100%\n\x1b[?25h"_s,
        u"load ━━ 100%\nsave ━━ 100%\n"_s);
    row("a display that clears itself", u"a\nb\r\x1b[2K\x1b[1A\x1b[2Kdone\n"_s, u"done\n"_s);
    row("erased below", u"a\nb\nc\x1b[2A\r\x1b[Jx\n"_s, u"x\n"_s);
    row("previous line", u"a\nb\n\x1b[2Fx\n\x1b[Ey\n"_s, u"x\nb\ny\n"_s);
    row("a private erase is none", u"abc\x1b[?2K\n"_s, u"abc\n"_s);
    row("half of a pair overwritten", u"😀\rx\n"_s, u"x\n"_s);
}

void TestTerminalText::barsShowTheirLastState()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(terminalText(text), shown);
}

void TestTerminalText::manyStatesAreOne()
{
    QString text = u"start\n"_s;
    for (int i = 0; i <= 2000; ++i)
        text += u"\r%1%|█████     | %2/2000 [00:01<00:00, 1500.00it/s]"_s.arg(i / 20, 3).arg(i);
    QCOMPARE(terminalText(text + u"\nend\n"_s), u"start\n100%|█████     | 2000/2000 [00:01<00:00, 1500.00it/s]\nend\n"_s);
}

void TestTerminalText::whatIsOutOfReachStays()
{
    QString text;
    for (int i = 0; i < 500; ++i)
        text += u"line %1\n"_s.arg(i);
    const QString shown = terminalText(text + u"\x1b[9999A\rX"_s);
    const QStringList lines = shown.split(u'\n');
    QCOMPARE(lines.filter(u"X"_s).size(), 1);
    QCOMPARE(lines.first(500 - terminaltext::reachableLines), text.split(u'\n').first(500 - terminaltext::reachableLines));

    const QString longLine(terminaltext::maxColumns + 1, u'a');
    QCOMPARE(terminalText(longLine + u"\rb\n"_s), longLine + u"\nb\n"_s);
    QCOMPARE(terminalText(u"\x1b[99999999999Cb"_s).size(), terminaltext::maxColumns + 1);
}

void TestTerminalText::noEscapeEverRemains()
{
    const QString alphabet = u"\x1b\u009b\u009d\u0090[]P\\;m0 (\x07\n\u009caä\b\rKADG"_s;
    quint32 random = 1; // reproducible
    for (int round = 0; round < 20'000; ++round) {
        QString text;
        for (int i = 0; i < 12; ++i) {
            random = random * 1664525 + 1013904223;
            text += alphabet[qsizetype((random >> 16) % quint32(alphabet.size()))];
        }
        const QString shown = terminalText(text);
        for (const QChar control : {QChar(0x1b), QChar(0x9b), QChar(0x9d), QChar(0x90), QChar(u'\r'), QChar(u'\b')})
            QVERIFY2(!shown.contains(control), text.toUtf8().toPercentEncoding().constData());
        QVERIFY(shown.count(u'\n') <= text.count(u'\n'));
    }
}

/// Each of these would take minutes if a step cost as much as the line is long.
void TestTerminalText::longInputTakesLinearTime()
{
    const QString filler(4'000'000, u'0');
    QCOMPARE(terminalText(u"a\x1b]52;c;"_s + filler + u"\x07z"_s), u"az"_s);
    QCOMPARE(terminalText(u"a\x1b["_s + filler + u"mz"_s), u"az"_s);
    QCOMPARE(terminalText(u"a\x1b["_s + QString(1'000'000, u' ') + u"\nz"_s), u"a\nz"_s);
    QCOMPARE(terminalText(QString(1'000'000, u'\x1b')), QString());
    QCOMPARE(terminalText(u"\x1b]"_s.repeated(500'000)), QString());
    QCOMPARE(terminalText(filler + u"\r"_s.repeated(1'000'000)), filler + u'\n');
    QCOMPARE(terminalText(filler + u"\x1b[1K"_s.repeated(500'000)), filler);
    QCOMPARE(terminalText(u"\x1b[999C\b \x1b[1K"_s.repeated(200'000)), QString());
    QCOMPARE(terminalText(u"\x1b[2K\x1b[A"_s.repeated(500'000) + u"x"_s), u"x"_s);
}

QTEST_GUILESS_MAIN(TestTerminalText)
#include "tst_terminaltext.moc"
