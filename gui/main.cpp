#include "app/monitorapp.h"
#include "app/options.h"
#include "app/singleinstance.h"
#include "app/translation.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

/// What --language asks for. It is needed before the other options: their texts are translated.
QString languageOf(const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption language(u"language"_s, {}, u"locale"_s);
    parser.addOption(language);
    parser.parse(arguments); // the others are unknown here
    return parser.value(language);
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(u"code-sandbox-monitor"_s);
    QApplication::setApplicationVersion(QStringLiteral(MONITOR_VERSION));
    QApplication::setDesktopFileName(u"code-sandbox-monitor"_s);
    QApplication::setQuitOnLastWindowClosed(false); // MonitorApp decides

    Preferences preferences;
    const QString asked = languageOf(QCoreApplication::arguments());
    installTranslation(asked.isEmpty() ? preferences.language() : asked);
    QApplication::setApplicationDisplayName(QCoreApplication::translate("main", "Code Sandbox Monitor"));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Shows what the code sandbox servers on this machine are doing."));
    parser.addHelpOption();
    parser.addVersionOption();
    const MonitorOptions options;
    parser.addOptions(options.all());
    parser.process(app);

    SingleInstance instance;
    if (!parser.isSet(options.demo) && !instance.claim(parser.value(options.execution)))
        return 0;

    Session session;
    MonitorApp monitor(session, preferences);
    QObject::connect(&monitor, &MonitorApp::quitRequested, &app, &QCoreApplication::quit, Qt::QueuedConnection);
    QObject::connect(&instance, &SingleInstance::raiseRequested, &monitor, &MonitorApp::comeForward);
    const auto started = monitor.start({parser.isSet(options.minimized), parser.value(options.demo), parser.value(options.execution)});
    if (!started.ok()) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(started.error().message));
        return 2;
    }
    return QApplication::exec();
}
