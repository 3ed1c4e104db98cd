#include "cli/options.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

/// The tables of server/doc/options.md are what the program knows.
class TestOptionsDocument : public QObject
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

void TestOptionsDocument::listsEveryOption()
{
    QFile file(QStringLiteral(OPTIONS_PATH));
    QVERIFY(file.open(QFile::ReadOnly));
    const QString document = QString::fromUtf8(file.readAll());
    const qsizetype begin = document.indexOf(u"\n"_s, document.indexOf("<!-- options:"_L1)) + 1;
    const qsizetype end = document.indexOf("<!-- end of options -->"_L1);
    QVERIFY(begin > 0 && end >= begin);
    if (document.mid(begin, end - begin) != table())
        QFAIL(qPrintable(u"The tables in server/doc/options.md should be:\n\n"_s + table()));
}

QTEST_GUILESS_MAIN(TestOptionsDocument)
#include "tst_optionsdocument.moc"
