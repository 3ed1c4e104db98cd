#include "sandbox/preparation.h"

#include "common/frames.h"
#include "engine/containerspec.h"

#include <cmath>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace {

/// After the program's end, for output that its pipes still hold.
constexpr std::uint32_t drainMs = 500;
/// Above the longest time limit and the longest wait; a container ends by itself even if everything else fails.
constexpr std::uint32_t marginMs = 60'000;

/// MAX_ARG_STRLEN of Linux, with the closing NUL: execve() refuses longer strings.
constexpr qsizetype maxVariableSize = 32 * 4096;

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

/// Outside of the range that the kernel gives ports from, and not a usual one, so that no program wants it.
constexpr std::uint32_t proxyPort = 61'128;

/// In one of the few writable places.
constexpr auto certificatesPath = "/tmp/.code-sandbox-certificates.pem";
/// Where Debian and what is made of it have the usual authorities.
constexpr auto systemCertificates = "/etc/ssl/certs/ca-certificates.crt";

QByteArrayList networkEnvironment(const Settings &settings)
{
    QByteArrayList variables;
    if (settings.hasEgress()) {
        const QByteArray proxy = "http://127.0.0.1:" + QByteArray::number(proxyPort);
        for (const char *name : {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"})
            variables += name + QByteArray("=") + proxy;
        for (const char *name : {"NO_PROXY", "no_proxy"})
            variables += name + QByteArray("=localhost,127.0.0.1,::1,0.0.0.0,sandbox"); // the rest of itself: init
        variables += "NODE_USE_ENV_PROXY=1"; // else Node's fetch and https know nothing of the above
    }
    if (!settings.certificates.isEmpty()) {
        for (const char *name : {"SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO",
                                 "AWS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"})
            variables += name + QByteArray("=") + certificatesPath;
    }
    return variables;
}

} // namespace

QList<PassedVariable> passedVariables(const QStringList &names, QStringList *unset)
{
    QList<PassedVariable> variables;
    for (const QString &name : names) {
        const QByteArray key = name.toUtf8();
        if (const char *value = std::getenv(key.constData()))
            variables.append({key, value});
        else
            unset->append(name);
    }
    return variables;
}

QString passedVariablesProblem(const QList<PassedVariable> &variables, const Settings &settings)
{
    // The largest of a frame without them; lists of names that users give have no such limits.
    qsizetype taken = 0;
    for (Language language : {Language::Python, Language::JavaScript})
        taken = std::max(taken, prepareFrame(language, settings, {}).size());
    const qsizetype most = qsizetype(frames::maxPayload(frames::Type::Prepare)) - taken;
    QStringList sizes;
    qsizetype sum = 0;
    for (const PassedVariable &variable : variables) {
        const QString name = QString::fromUtf8(variable.name);
        const qsizetype size = variable.name.size() + 1 + variable.value.size();
        if (size >= maxVariableSize) {
            return u"--pass-through-env: %1 has %2 bytes, and Linux gives a program no variable of more than %3. Let "
                   "programs read such data from the network or from their code."_s.arg(name)
                       .arg(size)
                       .arg(maxVariableSize - 1);
        }
        sizes += u"%1 (%2)"_s.arg(name).arg(size);
        sum += size + qsizetype(sizeof(std::uint32_t));
    }
    if (sum <= most)
        return {};
    return u"--pass-through-env: the variables have %1 bytes together, and at most %2 can be passed through (less with "
           "a --ca-file): %3. Pass fewer or shorter ones."_s.arg(sum)
               .arg(std::max<qsizetype>(most, 0))
               .arg(sizes.join(u", "_s));
}

QByteArrayList programEnvironment(const Settings &settings)
{
    const QByteArray threads = QByteArray::number(std::max(1, int(std::ceil(settings.cpus))));
    const QByteArray heapMebibytes = QByteArray::number(settings.nodeHeapBytes() / (1024 * 1024));
    const QByteArrayList variables{
        "HOME=/tmp",
        "USER=sandbox",
        "LOGNAME=sandbox", // getpass.getuser() works in images that do not name our uid
        "LANG=C.UTF-8",
        "PYTHONUTF8=1",
        "PYTHONDONTWRITEBYTECODE=1",
        "TERM=dumb", // for programs that must know the terminal, which there is none of
        "COLUMNS=80",
        "LINES=24",
        "MPLBACKEND=Agg",
        "npm_config_cache=/tmp/npm",
        "npm_config_prefix=/sandbox/.local", // for --global
        "npm_config_update_notifier=false",
        "npm_config_audit=false",
        "npm_config_fund=false",
        "PYTHONUSERBASE=/sandbox/.local", // where pip installs, since the image is read-only
        "PIP_BREAK_SYSTEM_PACKAGES=1",
        "PIP_DISABLE_PIP_VERSION_CHECK=1",
        "PIP_NO_CACHE_DIR=1", // it would take memory
        "OPENBLAS_NUM_THREADS=" + threads, // else it starts a thread for each processor of the host
        "OMP_NUM_THREADS=" + threads,
        "NODE_OPTIONS=--max-old-space-size=" + heapMebibytes,
    };
    return variables + networkEnvironment(settings);
}

bool hasSecondLanguage(Language language)
{
    return language == Language::JavaScript;
}

QString scriptName(Language language)
{
    return language == Language::Python ? u"code.py"_s : u"code.js"_s;
}

QByteArray prepareFrame(Language language, const Settings &settings, const QList<PassedVariable> &variables)
{
    QByteArrayList environment = programEnvironment(settings);
    const bool isPreloading = language == Language::Python && !settings.preload.isEmpty();
    const QByteArray preloadPath = QByteArray("PYTHONPATH=") + preloadPathInContainer.data();
    if (isPreloading)
        environment.append("CODE_SANDBOX_PRELOAD=" + settings.preload.join(u',').toUtf8());
    for (const PassedVariable &variable : variables)
        environment.append(variable.name + '=' + variable.value);

    frames::Prepare prepare;
    if (language == Language::Python) {
        prepare.candidates = {{"python3", "-u", "code.py"}, {"python", "-u", "code.py"}};
        prepare.scriptName = "code.py";
        prepare.honoursCodingCookie = 1;
        // It must be there when the interpreter starts, or it is no part of sys.path.
        prepare.folders = {"/sandbox/.local/lib/{}/site-packages"};
    } else {
        prepare.candidates = {{"node", "code.js"}, {"nodejs", "code.js"}};
        prepare.limitsData = 0; // V8 reserves 512 MiB for the code of each thread; its own heap limit holds
        prepare.scriptName = "code.js";
        prepare.secondArguments = {"--experimental-transform-types", "--disable-warning=ExperimentalWarning", "code.ts"};
        prepare.secondScriptName = "code.ts";
    }
    prepare.searchFirst = {"PATH=/sandbox/.local/bin"};
    prepare.workingFolder = "/sandbox";
    prepare.dropEnvironment = {"HOSTNAME",  "container", "http_proxy", "https_proxy",
                               "ftp_proxy", "all_proxy", "no_proxy",   "TERM"};
    for (const QByteArray &variable : std::as_const(environment))
        prepare.environment.push_back(view(variable));
    if (isPreloading)
        prepare.searchFirst.push_back(view(preloadPath));
    prepare.memoryBytes = std::uint64_t(settings.memoryBytes);
    prepare.captureBytes = std::uint64_t(settings.maxCapture);
    prepare.idleMs = std::uint32_t(settings.poolMaxAge.count()) + marginMs;
    prepare.lifetimeMs = prepare.idleMs + std::uint32_t(settings.maxTimeout.count()) + marginMs;
    prepare.drainMs = drainMs;
    prepare.streamPort = settings.hasEgress() ? proxyPort : 0;
    prepare.streamsAreRequests = 1;
    if (!settings.certificates.isEmpty())
        prepare.files.push_back({certificatesPath, systemCertificates, view(settings.certificates)});
    return frames::frame<QByteArray>(frames::Type::Prepare, prepare);
}
