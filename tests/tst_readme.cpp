#include "cli/options.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

/// The README's tables of options are what the program knows.
class TestReadme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsEveryOption();
};

namespace {

QString table()
{
    QString text;
    for (const Option &option : optionTable()) {
        const QString title = u"\n### %1\n\n| Option | Default | |\n|---|---|---|\n"_s.arg(groupTitle(option.group));
        if (!text.contains(title))
            text += title;
        const QString name = option.valueName.isEmpty() ? option.name : option.name + u' ' + option.valueName;
        text += u"| `--%1` | %2 | %3 |\n"_s.arg(name, option.defaultText, option.description);
    }
    return text + u'\n';
}

} // namespace

void TestReadme::listsEveryOption()
{
    QFile file(QStringLiteral(README_PATH));
    QVERIFY(file.open(QFile::ReadOnly));
    const QString readme = QString::fromUtf8(file.readAll());
    const qsizetype begin = readme.indexOf(u"\n"_s, readme.indexOf("<!-- options:"_L1)) + 1;
    const qsizetype end = readme.indexOf("<!-- end of options -->"_L1);
    QVERIFY(begin > 0 && end >= begin);
    if (readme.mid(begin, end - begin) != table())
        QFAIL(qPrintable(u"The tables of options in README.md should be:\n\n"_s + table()));
}

QTEST_GUILESS_MAIN(TestReadme)
#include "tst_readme.moc"
