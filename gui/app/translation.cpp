#include "app/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

void installTranslation(const QString &locale)
{
    static QTranslator own;
    static QTranslator ofQt;
    QCoreApplication::removeTranslator(&own);
    QCoreApplication::removeTranslator(&ofQt);
    const QLocale chosen = locale.isEmpty() ? QLocale::system() : QLocale(locale);
    QLocale::setDefault(chosen);
    // English too has a file: it holds the plural forms. It is also what other languages fall back to.
    if (!own.load(chosen, u"code-sandbox-monitor"_s, u"_"_s, u":/i18n"_s))
        (void)own.load(u":/i18n/code-sandbox-monitor_en.qm"_s);
    QCoreApplication::installTranslator(&own);
    if (ofQt.load(chosen, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&ofQt);
}
