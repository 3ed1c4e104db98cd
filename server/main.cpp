#include "app/logging.h"
#include "app/serve.h"
#include "cli/commandline.h"
#include "cli/doctor.h"
#include "cli/imagescommand.h"
#include "cli/install/installcommand.h"
#include "cli/monitorcommand.h"
#include "cli/options.h"
#include "cli/prune.h"
#include "cli/runprogram.h"
#include "cli/standardoutput.h"
#include "egress/resolver.h"
#include "transport/protocolstdout.h"

#include <QCoreApplication>

#include <cstdio>
#include <unistd.h>

namespace {

/// Runs a command to its end.
template<typename CommandType, typename... Arguments>
int execute(QCoreApplication &application, Arguments &&...arguments)
{
    int exitCode = 0;
    {
        CommandType command(std::forward<Arguments>(arguments)...);
        QObject::connect(&command, &CommandType::finished, &application, &QCoreApplication::exit, Qt::QueuedConnection);
        command.start();
        exitCode = application.exec();
    }
    exitCode = standardoutput::exitCode(exitCode);
    if (Resolver::pendingLookUps() > 0) {
        // Qt would wait for its threads, and those for a name server that may never answer a program's question.
        std::fflush(nullptr);
        _exit(exitCode);
    }
    return exitCode;
}

} // namespace

int main(int argc, char *argv[])
{
    // Before anything else can write there; only serving needs it, the other commands print to stdout.
    const int protocolDescriptor = argc > 1 && argv[1][0] != '-' ? -1 : ProtocolStdout::claim();
    standardoutput::openMissingDescriptors();
    qputenv("QT_NO_GLIB", "1"); // Qt's own event dispatcher starts faster and is all we need

    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("code-sandbox-mcp"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SANDBOX_VERSION));

    const Result<Invocation> invocation =
        parseCommandLine(QCoreApplication::arguments(), QProcessEnvironment::systemEnvironment());
    if (!invocation) {
        std::fprintf(stderr, "code-sandbox-mcp: %s\n", qUtf8Printable(invocation.error().message));
        return 2;
    }
    if (!invocation->textToPrint.isEmpty()) {
        if (protocolDescriptor >= 0)
            dup2(protocolDescriptor, STDOUT_FILENO);
        standardoutput::write(invocation->textToPrint.toUtf8());
        return standardoutput::exitCode(0);
    }
    installLogging(invocation->settings.verbose);
    for (const QString &name : options::unknownVariables(QProcessEnvironment::systemEnvironment())) {
        std::fprintf(stderr,
                     "code-sandbox-mcp: the environment variable %s is ignored: there is no such option. See --help.\n",
                     qUtf8Printable(name));
    }

    switch (invocation->command) {
    case Command::Serve:
        return execute<ServeCommand>(application, invocation->settings, protocolDescriptor);
    case Command::Run:
        return execute<RunCommand>(application, *invocation);
    case Command::Install:
        return execute<InstallCommand>(application, *invocation);
    case Command::Doctor: {
        const bool json = invocation->options.contains(QStringLiteral("json"));
        return execute<DoctorCommand>(application, invocation->settings,
                                      json ? DoctorCommand::Format::Json : DoctorCommand::Format::Text);
    }
    case Command::Prune:
        return execute<PruneCommand>(application, *invocation);
    case Command::Images:
        return execute<ImagesCommand>(application, *invocation);
    case Command::Monitor: {
        const bool json = invocation->options.contains(QStringLiteral("json"));
        return execute<MonitorCommand>(application, json ? MonitorTail::Format::Json : MonitorTail::Format::Readable);
    }
    }
}
