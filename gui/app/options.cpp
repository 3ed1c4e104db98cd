#include "app/options.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

MonitorOptions::MonitorOptions()
    : minimized(u"minimized"_s, QCoreApplication::translate("main", "Start in the tray, without a window."))
    , demo(u"demo"_s, QCoreApplication::translate("main", "Play a journal instead of connecting to servers."),
           QCoreApplication::translate("main", "file"))
    , execution(u"execution"_s, QCoreApplication::translate("main", "Select the execution with this id."),
                QCoreApplication::translate("main", "id"))
    , language(u"language"_s, QCoreApplication::translate("main", "Use this language, for example zh_CN."),
               QCoreApplication::translate("main", "locale"))
{
}
