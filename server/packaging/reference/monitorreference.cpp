// monitor-reference FOLDER VERSION DATE: writes the man page of code-sandbox-monitor and its completions.

#include "app/options.h"
#include "packaging/reference/reference.h"

using namespace Qt::StringLiterals;

int main(int argc, char *argv[])
{
    if (argc != 4)
        return 2;
    reference::Program program;
    program.name = u"code-sandbox-monitor"_s;
    program.version = QString::fromLocal8Bit(argv[2]);
    program.date = QString::fromLocal8Bit(argv[3]);
    program.summary = u"shows what the code sandbox servers are doing"_s;
    program.description = {
        u"A window and a tray icon: which programs run, what they print, what they cost and what they leave behind, "
        "live. It can stop executions and remove containers that are left. The servers run on without it."_s,
        u"A second start brings the window of the first one to the front."_s};
    reference::Group group;
    const MonitorOptions options;
    for (const QCommandLineOption &option : options.all()) {
        const QString name = option.names().constLast();
        group.options.append({name, option.valueName().toUpper(), option.description(), {}});
    }
    group.options +=
        {{u"help"_s, {}, u"Prints these options."_s, {}}, {u"version"_s, {}, u"Prints the version."_s, {}}};
    program.groups = {group};
    program.seeAlso = {u"code-sandbox-mcp(1)"_s};
    return reference::writeAll(program, QString::fromLocal8Bit(argv[1])) ? 0 : 1;
}
