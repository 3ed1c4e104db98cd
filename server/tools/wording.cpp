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
        return u"Image: %1; the resource sandbox://environments lists its libraries."_s.arg(image);
    if (language == Language::Python)
        return u"Libraries: numpy, pandas, scipy, scikit-learn, matplotlib (fonts for all scripts and emoji), pillow, "
               "requests, pydantic, cryptography, websockets, google-genai."_s;
    return u"CommonJS and ES modules, top-level await, and TypeScript (types are removed, not checked). Library: "
           "@google/genai."_s;
}

/// Whether the program itself may install what is missing.
QString packages(Language language, const Settings &settings)
{
    if (settings.network == NetworkMode::None)
        return u"Nothing else can be installed."_s;
    return language == Language::Python
               ? u"Others: subprocess.run([sys.executable, \"-m\", \"pip\", \"install\", …]) in the program."_s
               : u"Others: child_process.execSync(\"npm install …\") in the program."_s;
}

} // namespace

QString wording::network(const Settings &settings)
{
    switch (settings.network) {
    case NetworkMode::Public:
        return u"HTTP and HTTPS to public addresses, through the proxy that the environment names (requests, urllib, pip, "
               "fetch and npm use it); no DNS, no other sockets, no private addresses"_s;
    case NetworkMode::Allow:
        return u"HTTP and HTTPS to %1 alone, through the proxy that the environment names (requests, urllib, pip, fetch "
               "and npm use it); no DNS, no other sockets"_s.arg(settings.allowedHosts);
    case NetworkMode::None:
        return u"none"_s;
    case NetworkMode::Bridge:
        return u"the internet and the network of the machine that this runs on, unfiltered"_s;
    }
    Q_UNREACHABLE();
}

QString wording::instructions(const Settings &settings)
{
    return u"Runs programs in throw-away containers: run_python_code for Python, run_js_code for JavaScript and TypeScript "
           "(Node.js). Nothing remains from earlier calls, no files, variables or packages: send complete programs and "
           "print what you want to see. Network: %1. Limits: %2 of time unless \"timeout\" asks for more, %3 of memory."_s
               .arg(network(settings), seconds(settings.timeout), resultwriter::sizeText(settings.memoryBytes));
}

QString wording::toolDescription(Language language, const Settings &settings)
{
    const bool isPython = language == Language::Python;
    return u"Runs a complete %1 program in a fresh Linux container and returns what it printed; the value of a last "
           "expression is not shown. %2 %3 Network: %4. Files: write to /sandbox (the working folder) or /tmp, which take "
           "up to %5 together with the program's memory. Nothing is kept for the next call. There is no display, "
           "terminal, notebook, apt or sudo. Limits: %6 (\"timeout\": up to %7), %5 of memory, %8 CPU, %9 processes."_s
               .arg(isPython ? u"Python 3"_s : u"JavaScript (Node.js)"_s, installed(language, settings),
                    packages(language, settings), network(settings), resultwriter::sizeText(settings.memoryBytes),
                    seconds(settings.timeout), seconds(settings.maxTimeout))
               .arg(settings.cpus)
               .arg(settings.pids);
}

QString wording::codeArgument(Language language)
{
    return language == Language::Python
               ? u"The complete program, at most 4 MiB. Print the results: print(…)."_s
               : u"The complete program, at most 4 MiB. Print the results: console.log(…)."_s;
}

QString wording::timeoutArgument(const Settings &settings)
{
    return u"Time limit in seconds: above 0, at most %1, default %2. Then the program is killed; what it printed is "
           "returned."_s.arg(double(settings.maxTimeout.count()) / 1000)
               .arg(double(settings.timeout.count()) / 1000);
}

QString wording::stdinArgument()
{
    return u"Text for the program's standard input."_s;
}
