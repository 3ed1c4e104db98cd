// The server that the official conformance suite is run on: FixtureFeatures over HTTP, on a free port of this machine.
// Prints its URL; ends when its standard input does.

#include "fixturefeatures.h"
#include "transport/httptransport.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QSocketNotifier>

#include <array>
#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationVersion(u"1.0.0"_s);
    QLoggingCategory::setFilterRules(u"sandbox.*.info=false"_s);

    FixtureFeatures features;
    HttpTransport::Config config;
    config.addresses = {{QHostAddress(QHostAddress::LocalHost), 0}};
    HttpTransport transport(features, config);
    const Result<bool> isListening = transport.listen();
    if (!isListening) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(isListening.error().message));
        return 1;
    }
    std::printf("%s\n", qUtf8Printable(transport.urls().first().toString()));
    std::fflush(stdout);

    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &application, [] {
        std::array<char, 256> ignored;
        if (read(STDIN_FILENO, ignored.data(), ignored.size()) <= 0)
            QCoreApplication::quit();
    });
    return QCoreApplication::exec();
}
