#include "common/terminaltext.h"
#include "widgets/ansitext.h"
#include "widgets/codeview.h"
#include "widgets/outputview.h"

#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace {

void append(QString &result, const QList<AnsiText::Token> &tokens)
{
    for (const auto &token : tokens) {
        if (token.kind == AnsiText::Kind::Backspace)
            result.chop(1);
        result += token.kind == AnsiText::Kind::LineEnd          ? u"\n"_s
                  : token.kind == AnsiText::Kind::CarriageReturn ? u"\r"_s
                                                                 : token.text;
    }
}

} // namespace

class TestGuiOutput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sequencesAreDroppedOrShown_data();
    void sequencesAreDroppedOrShown();
    void coloursAreUnderstood();
    void progressShowsItsLastState();
    void T09_barsAreShownAsModelsSeeThem_data();
    void T09_barsAreShownAsModelsSeeThem();
    void barsReachNoLineOfTheOtherStream();
    void linesBelongToTheirStream();
    void oneStreamCanBeShownAlone();
    void hugeLinesAreCut();
    void itFollowsOnlyAtTheEnd();
    void textStaysPutWhenOldLinesGo();
    void gapsAreNamed();
    void searchingFindsAndCounts();
    void searchingGoesOnInTextThatComesLater();
    void theEndOfAFloodIsShown();
    void codeIsInert();
    void longCodeIsShownWhole();
    void linesOfCodeKeepTheirNumbers();

private:
    void print(const QString &text, Stream stream = Stream::Stdout)
    {
        qint64 &offset = m_offset[stream == Stream::Stdout ? 0 : 1];
        m_log->append({{u"a"_s}, stream, monitor::OutputPart::Live, offset, text.size(), text});
        offset += text.size();
        m_view->showNew();
        settle();
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), 20'000); }
    QStringList lines() const { return m_view->toPlainText().split(u'\n'); }

    std::shared_ptr<OutputLog> m_log;
    std::unique_ptr<OutputView> m_view;
    qint64 m_offset[2];
};

void TestGuiOutput::init()
{
    m_log = std::make_shared<OutputLog>();
    m_view = std::make_unique<OutputView>();
    m_view->resize(500, 200);
    m_view->show();
    m_view->setLog(m_log);
    m_offset[0] = m_offset[1] = 0;
}

void TestGuiOutput::sequencesAreDroppedOrShown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << u"a\tb\n"_s << u"a\tb\n"_s;
    QTest::newRow("colour") << u"\x1b[1;31mred\x1b[0m"_s << u"red"_s;
    QTest::newRow("cursor") << u"a\x1b[2J\x1b[10;20Hb\x1b[?25l"_s << u"ab"_s;
    QTest::newRow("clipboard") << u"a\x1b]52;c;SGVsbG8=\x07z"_s << u"az"_s;
    QTest::newRow("title with ST") << u"a\x1b]0;title\x1b\\z"_s << u"az"_s;
    QTest::newRow("hyperlink") << u"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\"_s << u"link"_s;
    QTest::newRow("8-bit CSI") << QString(u"a"_s + QChar(0x9b) + u"31mz"_s) << u"az"_s;
    QTest::newRow("bell") << u"a\az"_s << u"az"_s;
    QTest::newRow("backspace") << u"ab\bc"_s << u"ac"_s;
    QTest::newRow("charset") << u"\x1b(Bz"_s << u"z"_s;
    QTest::newRow("bidi") << QString(u"a"_s + QChar(0x202e) + u"z"_s) << u"a\ufffdz"_s;
    QTest::newRow("line separator") << QString(u"a"_s + QChar(0x2028) + u"z"_s) << u"a\ufffdz"_s;
    QTest::newRow("control") << u"a\x01z"_s << u"a\ufffdz"_s;
    QTest::newRow("endless string") << u"\x1b]"_s + QString(10'000, u'x') + u"\nz"_s
                                    << QString(10'000 - 8193, u'x') + u"\nz"_s;
    QTest::newRow("endless sequence") << u"\x1b["_s + QString(100, u'1') + u"z"_s << QString(34, u'1') + u"z"_s;
}

void TestGuiOutput::sequencesAreDroppedOrShown()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    AnsiText whole;
    QString result;
    append(result, whole.feed(text));
    QCOMPARE(result, shown);
    AnsiText pieces;
    result.clear();
    for (const QChar c : text)
        append(result, pieces.feed(QString(c)));
    QCOMPARE(result, shown);
}

void TestGuiOutput::coloursAreUnderstood()
{
    AnsiText text;
    const auto tokens = text.feed(u"\x1b[1;31ma\x1b[92;44mb\x1b[38;5;196mc\x1b[38;2;0;250;0md\x1b[39;49;22me"_s);
    QCOMPARE(tokens.size(), 5);
    QCOMPARE(tokens.at(0).style, (AnsiText::Style{1, -1, true, false, false}));
    QCOMPARE(tokens.at(1).style, (AnsiText::Style{10, 4, true, false, false}));
    QCOMPARE(tokens.at(2).style.foreground, 9);
    QCOMPARE(tokens.at(3).style.foreground, 10);
    QCOMPARE(tokens.at(4).style, AnsiText::Style());
}

void TestGuiOutput::progressShowsItsLastState()
{
    for (int i = 0; i <= 100; i += 10)
        print(u"\r%1 %"_s.arg(i));
    print(u"\ndone\r\n"_s);
    QCOMPARE(lines(), QStringList({u"100 %"_s, u"done"_s, QString()}));
}

void TestGuiOutput::T09_barsAreShownAsModelsSeeThem_data()
{
    QTest::addColumn<QStringList>("pieces"); // as they come
    QStringList returns;
    QStringList erased;
    QStringList backspaces{u"work:   0 %"_s};
    QStringList threeBars{u"before\n"_s, u"a 0\nb 0\nc 0"_s};
    for (int i = 1; i <= 20; ++i) {
        returns += u"\r\x1b[K%1 of 20"_s.arg(i);
        erased += u"\x1b[2K\x1b[1G%1 of 20"_s.arg(i);
        backspaces += QString(5, u'\b') + u"%1 %"_s.arg(i, 3);
        threeBars += u"\r\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K"_s;
        threeBars += u"a %1\nb %2\n\x1b[32mc %3\x1b[0m"_s.arg(i).arg(2 * i).arg(3 * i);
    }
    QTest::newRow("carriage returns") << returns;
    QTest::newRow("erased lines") << erased;
    QTest::newRow("backspaces") << backspaces;
    QTest::newRow("three bars") << threeBars + QStringList{u"\nafter\n"_s};
    QTest::newRow("in one piece") << QStringList{threeBars.join(QString())};
    QTest::newRow("between lines") << QStringList{u"one\n"_s} + returns + QStringList{u"\ntwo\n"_s};
}

void TestGuiOutput::T09_barsAreShownAsModelsSeeThem()
{
    QFETCH(QStringList, pieces);
    for (const QString &piece : std::as_const(pieces))
        print(piece);
    QCOMPARE(m_view->toPlainText(), terminalText(pieces.join(QString())));
}

void TestGuiOutput::barsReachNoLineOfTheOtherStream()
{
    print(u"result\n"_s);
    print(u"1 %"_s, Stream::Stderr);
    print(u"\r\x1b[5A\x1b[2K2 %"_s, Stream::Stderr);
    QCOMPARE(lines(), QStringList({u"result"_s, u"2 %"_s}));
    print(u"more\n"_s);
    QCOMPARE(lines(), QStringList({u"result"_s, u"2 %"_s, u"more"_s, QString()}));
}

void TestGuiOutput::linesBelongToTheirStream()
{
    print(u"out "_s);
    print(u"err\n"_s, Stream::Stderr);
    print(u"more\n"_s);
    QCOMPARE(lines(), QStringList({u"out "_s, u"err"_s, u"more"_s, QString()}));
    QCOMPARE(m_view->document()->findBlockByNumber(1).userState() & 1, 1);
    QCOMPARE(m_view->document()->findBlockByNumber(2).userState(), 0);
}

void TestGuiOutput::oneStreamCanBeShownAlone()
{
    print(u"out\n"_s);
    print(u"err\n"_s, Stream::Stderr);
    m_view->setShow(OutputView::Show::Stderr);
    settle();
    QCOMPARE(lines(), QStringList({u"err"_s, QString()}));
    m_view->setShow(OutputView::Show::Stdout);
    settle();
    QCOMPARE(lines(), QStringList({u"out"_s, QString()}));
}

void TestGuiOutput::hugeLinesAreCut()
{
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 60; ++i)
        print(QString(16'000, u'x'));
    for (QTextBlock block = m_view->document()->begin(); block.isValid(); block = block.next())
        QVERIFY(block.length() <= OutputView::longestLine + 1);
    QCOMPARE(m_view->toPlainText().remove(u'\n').size(), 960'000);
}

void TestGuiOutput::itFollowsOnlyAtTheEnd()
{
    for (int i = 0; i < 100; ++i)
        print(u"line %1\n"_s.arg(i));
    QScrollBar *bar = m_view->verticalScrollBar();
    QVERIFY(m_view->isFollowing());
    QCOMPARE(bar->value(), bar->maximum());
    bar->setValue(20);
    QVERIFY(!m_view->isFollowing());
    print(u"new 1\nnew 2\n"_s);
    QCOMPARE(bar->value(), 20);
    auto *button = m_view->findChild<QToolButton *>(u"newLinesButton"_s);
    QVERIFY(button->isVisible());
    QVERIFY(button->text().contains(u"2"_s));
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QVERIFY(m_view->isFollowing());
    QVERIFY(!button->isVisible());
    QCOMPARE(bar->value(), bar->maximum());
    print(u"newest\n"_s);
    QCOMPARE(bar->value(), bar->maximum());
}

void TestGuiOutput::textStaysPutWhenOldLinesGo()
{
    m_view->setWrapping(false);
    QString block;
    for (int i = 0; i < 1000; ++i)
        block += u"line\n"_s;
    for (int i = 0; i < 19; ++i)
        print(block);
    QScrollBar *bar = m_view->verticalScrollBar();
    print(u"HERE\n"_s);
    print(block.first(block.size() / 2));
    bar->setValue(m_view->document()->find(u"HERE"_s).blockNumber());
    const int distance = m_view->cursorRect(m_view->document()->find(u"HERE"_s)).top();
    for (int i = 0; i < 3; ++i)
        print(block);
    QVERIFY(!m_view->notice().isEmpty());
    QVERIFY(m_view->blockCount() <= OutputView::maxBlocks);
    QCOMPARE(m_view->cursorRect(m_view->document()->find(u"HERE"_s)).top(), distance);
}

void TestGuiOutput::gapsAreNamed()
{
    print(u"head"_s);
    m_offset[0] += 5000;
    print(u"tail\n"_s);
    QCOMPARE(lines().size(), 4);
    QVERIFY(lines().at(1).contains(u"KiB"_s));
    QCOMPARE(lines().at(2), u"tail"_s);
}

void TestGuiOutput::searchingFindsAndCounts()
{
    print(u"one\ntwo one\nthree\n"_s);
    const auto numberAfter = [this](TextView::Move move) {
        m_view->moveToMatch(move);
        return m_view->currentMatch();
    };
    m_view->search(u"ONE"_s);
    QVERIFY(!m_view->isSearching());
    QCOMPARE(m_view->matchCount(), 2);
    QCOMPARE(m_view->currentMatch(), 0);
    QCOMPARE(numberAfter(TextView::Move::Here), 1);
    QCOMPARE(numberAfter(TextView::Move::Here), 1);
    QCOMPARE(numberAfter(TextView::Move::Next), 2);
    QCOMPARE(numberAfter(TextView::Move::Next), 1);
    QCOMPARE(numberAfter(TextView::Move::Previous), 2);
    QCOMPARE(numberAfter(TextView::Move::Previous), 1);
    QCOMPARE(m_view->extraSelections().size(), 2);
    m_view->search(u"four"_s);
    QCOMPARE(numberAfter(TextView::Move::Next), 0);
    QVERIFY(m_view->extraSelections().isEmpty());
}

void TestGuiOutput::searchingGoesOnInTextThatComesLater()
{
    QString text;
    for (int i = 0; i < 15'000; ++i)
        text += u"a needle in line %1\n"_s.arg(i);
    print(text);
    m_view->search(u"nothing"_s);
    m_view->search(u"needle"_s);                   // the other one is dropped
    m_view->moveToMatch(TextView::Move::Previous); // around the beginning, thus only known at the end
    QTRY_VERIFY(!m_view->isSearching());
    const int all = m_view->document()->blockCount() - 1;
    QCOMPARE(m_view->matchCount(), all);
    QCOMPARE(m_view->currentMatch(), all);
    QVERIFY(m_view->extraSelections().size() < 100); // only those in view
    print(u"a nee"_s);
    print(u"dle more\n"_s);
    QTRY_COMPARE(m_view->matchCount(), all + 1);
    for (int i = 0; i < 5; ++i)
        print(QString(200 * 1024, u'\n')); // the oldest lines go
    QTRY_VERIFY(!m_view->isSearching());
    QCOMPARE(m_view->matchCount(), int(m_view->toPlainText().count(u"needle"_s)));
    m_view->setLog(std::make_shared<OutputLog>());
    QTRY_COMPARE(m_view->matchCount(), 0);
}

void TestGuiOutput::theEndOfAFloodIsShown()
{
    for (int i = 0; i < 2000; ++i) {
        const QString text = u"line %1 "_s.arg(i) + QString(1000, u'x') + u'\n';
        m_log->append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Live, m_offset[0], text.size(), text});
        m_offset[0] += text.size();
        if (i % 100 == 0) {
            m_view->showNew();
            QTest::qWait(1);
        }
    }
    m_view->showNew();
    settle();
    QVERIFY(m_view->toPlainText().contains(u"line 1999"_s));
    QVERIFY(m_view->toPlainText().size() <= OutputView::maxChars + OutputView::longestLine);
}

void TestGuiOutput::codeIsInert()
{
    CodeView view;
    view.setCode(u"a = '\x1b[31m\u202e'\nb = \"\"\"<b>\n</b>\"\"\"\n"_s + QString(10'000, u'x'), Language::Python);
    QVERIFY(!view.toPlainText().contains(QChar(0x202e)));
    QVERIFY(!view.toPlainText().contains(QChar(0x1b)));
    QVERIFY(view.toPlainText().contains(u"<b>"_s));
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next())
        QVERIFY(block.length() <= 4097);
    view.setCode(u"/* `x` */ const a = `b\n${c}` // d"_s, Language::JavaScript);
    QCOMPARE(view.blockCount(), 2);
}

void TestGuiOutput::longCodeIsShownWhole()
{
    CodeView view;
    const QString code = u"value = compute(1, 'text')  # a comment\n"_s.repeated(3000);
    view.setCode(u"other\n"_s.repeated(20'000), Language::Python);
    view.setCode(code, Language::Python); // what was on its way is dropped
    QVERIFY(view.toPlainText().size() < code.size());
    QTRY_COMPARE(view.toPlainText(), code);
}

void TestGuiOutput::linesOfCodeKeepTheirNumbers()
{
    CodeView view;
    // Cut into three blocks, and no character into two: the first cut would fall into one.
    const QString longLine = QString(4095, u'x') + u"\U0001F600"_s + QString(4097, u'y');
    view.setCode(u"first\n"_s + longLine + u"\nthird\n"_s + QString(5000, u'z') + u"\nfifth"_s, Language::Python);
    QTRY_VERIFY(view.toPlainText().endsWith(u"fifth"_s));
    QList<int> lines;
    for (int block = 0; block < view.blockCount(); ++block)
        lines += view.lineOf(block);
    QCOMPARE(lines, QList<int>({1, 2, 0, 0, 3, 4, 0, 5}));
    QVERIFY(view.document()->findBlockByNumber(1).text().endsWith(u"\U0001F600"_s));
}

QTEST_MAIN(TestGuiOutput)
#include "tst_guioutput.moc"
