#include "app/logging.h"

#include <QLoggingCategory>

#include <cstdio>
#include <cstring>

namespace {

void writeLine(QtMsgType, const QMessageLogContext &context, const QString &message)
{
    const char *category = context.category && std::strcmp(context.category, "default") != 0 ? context.category : "qt";
    std::fprintf(stderr, "%s: %s\n", category, qUtf8Printable(message));
}

} // namespace

void installLogging(bool verbose)
{
    qInstallMessageHandler(writeLine);
    QLoggingCategory::setFilterRules(verbose ? QStringLiteral("sandbox.*=true")
                                             : QStringLiteral("sandbox.*.info=false\nsandbox.*.debug=false"));
}
