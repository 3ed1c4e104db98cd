#include "tools/wording.h"

#include "tools/resultwriter.h"

using namespace Qt::StringLiterals;

namespace {

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000) + u" s"_s;
}

/// What our own images hold; of others nothing is known before they run.
QString installed(Language language, const Settings &settings)
{
    const Settings defaults;
    const QString &image = settings.image(language);
    if (image != defaults.image(language))
        return u"The image is %1; its libraries are listed in the resource sandbox://environments."_s.arg(image);
    if (language == Language::Python)
        return u"Installed: Python 3.13 with numpy, pandas, matplotlib, scikit-learn, requests and google-genai."_s;
    return u"Installed: Node.js 24 with @google/genai; import and require both work, top-level await too. TypeScript "
           "syntax does not."_s;
}

} // namespace

QString wording::network(const Settings &settings)
{
    switch (settings.network) {
    case NetworkMode::Public:
        return u"access to public internet addresses over HTTP and HTTPS through a proxy that the environment names "
               "(HTTPS_PROXY; requests, httpx, urllib, pip, fetch and npm use it by themselves), and neither DNS nor "
               "other sockets, nor private addresses"_s;
    case NetworkMode::Allow:
        return u"access to nothing but %1, over HTTP and HTTPS through a proxy that the environment names "
               "(HTTPS_PROXY; requests, httpx, urllib, pip, fetch and npm use it by themselves), and neither DNS "
               "nor other sockets"_s.arg(settings.allowedHosts);
    case NetworkMode::None:
        return u"no network at all"_s;
    case NetworkMode::Bridge:
        return u"network access to the internet and to the network of the machine it runs on (unfiltered)"_s;
    }
    Q_UNREACHABLE();
}

QString wording::instructions(const Settings &settings)
{
    return u"Runs programs in throw-away containers: run_python_code for Python, run_js_code for JavaScript "
           "(Node.js). Each call starts from nothing: no files, variables or packages remain from earlier calls, so "
           "send complete programs and print what you want to see. Programs have %1. They have at most %2 of time "
           "unless \"timeout\" asks for more, and %3 of memory."_s.arg(network(settings), seconds(settings.timeout),
                                                                       resultwriter::sizeText(settings.memoryBytes));
}

QString wording::toolDescription(Language language, const Settings &settings)
{
    const bool isPython = language == Language::Python;
    return u"Runs a complete %1 program in a fresh, isolated Linux container and returns what it printed. "
           "Only printed output comes back (%2); the value of a last expression does not. %3 "
           "The program has %4. Nothing is kept between calls. It may write to the working folder /sandbox and to "
           "/tmp. Limits: %5 of time (\"timeout\" allows up to %6), %7 of memory, %8 processor(s), %9 processes. "
           "Example: %10"_s
               .arg(isPython ? u"Python"_s : u"JavaScript (Node.js)"_s, isPython ? u"print()"_s : u"console.log()"_s,
                    installed(language, settings), network(settings), seconds(settings.timeout),
                    seconds(settings.maxTimeout), resultwriter::sizeText(settings.memoryBytes))
               .arg(settings.cpus)
               .arg(settings.pids)
               .arg(isPython ? u"print(sum(range(10)))"_s : u"console.log([1, 2, 3].map(x => x * 2))"_s);
}

QString wording::codeArgument(Language language)
{
    return language == Language::Python
               ? u"The complete Python program, at most 4 MiB. Print the results: print(...)."_s
               : u"The complete JavaScript program for Node.js (CommonJS or ES module), at most 4 MiB. Print the "
                 "results: console.log(...)."_s;
}

QString wording::timeoutArgument(const Settings &settings)
{
    return u"Time limit in seconds, fractions allowed: above 0, at most %1, default %2. When it is over the program is "
           "killed and what it printed until then is returned."_s.arg(double(settings.maxTimeout.count()) / 1000)
               .arg(double(settings.timeout.count()) / 1000);
}

QString wording::stdinArgument()
{
    return u"Text that the program can read from standard input; empty if left out."_s;
}
