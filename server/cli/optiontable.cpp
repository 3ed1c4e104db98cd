#include "cli/optiontable.h"

#include "egress/hostrules.h"
#include "engine/imagereference.h"

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QRegularExpression>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

using Apply = std::function<QString(Settings &, const QString &)>;

std::optional<double> number(const QString &text)
{
    bool ok = false;
    const double value = text.trimmed().toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// "512m", "1g", "1073741824": as Docker and Podman write them.
std::optional<qint64> byteSize(const QString &text)
{
    static const QRegularExpression pattern(u"^([0-9]+(?:\\.[0-9]+)?)\\s*([bkmgt]?)(?:i?b)?$"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = pattern.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    const int power = int(u"bkmgt"_s.indexOf(match.captured(2).toLower()));
    const double bytes = match.captured(1).toDouble() * std::pow(1024.0, match.captured(2).isEmpty() ? 0 : power);
    return bytes < 1e15 ? std::optional(qint64(bytes)) : std::nullopt;
}

/// "32m", as byteSize() reads it.
QString sizeWord(qint64 bytes)
{
    static const QString units = u"bkmgt"_s;
    qsizetype unit = 0;
    for (; bytes % 1024 == 0 && unit < units.size() - 1; ++unit)
        bytes /= 1024;
    return QString::number(bytes) + (unit > 0 ? QString(units[unit]) : QString());
}

template<typename Integer>
Apply integer(Integer Settings::*member, int least, int most)
{
    return [=](Settings &settings, const QString &text) -> QString {
        const auto value = number(text);
        if (!value || *value != std::trunc(*value) || *value < least || *value > most)
            return u"a whole number from %1 to %2"_s.arg(least).arg(most);
        settings.*member = Integer(*value);
        return {};
    };
}

Apply size(qint64 Settings::*member, qint64 least, qint64 most)
{
    return [=](Settings &settings, const QString &text) -> QString {
        const auto value = byteSize(text);
        if (!value || *value < least || *value > most)
            return u"a size from %1 to %2, for example 512m, 1g, or a number of bytes"_s.arg(sizeWord(least),
                                                                                             sizeWord(most));
        settings.*member = *value;
        return {};
    };
}

Apply timeSpan(milliseconds Settings::*member, double leastSeconds, double mostSeconds)
{
    return [=](Settings &settings, const QString &text) -> QString {
        const auto value = number(text);
        if (!value || *value < leastSeconds || *value > mostSeconds)
            return u"a number of seconds from %1 to %2"_s.arg(leastSeconds).arg(mostSeconds);
        settings.*member = milliseconds(std::llround(*value * 1000));
        return {};
    };
}

Apply flag(bool Settings::*member)
{
    return [=](Settings &settings, const QString &text) -> QString {
        const QString word = text.trimmed().toLower();
        const bool isOn = word == "true"_L1 || word == "1"_L1 || word == "yes"_L1 || word == "on"_L1;
        if (!isOn && word != "false"_L1 && word != "0"_L1 && word != "no"_L1 && word != "off"_L1)
            return u"true or false"_s;
        settings.*member = isOn;
        return {};
    };
}

Apply networkMode()
{
    return [](Settings &settings, const QString &text) -> QString {
        const QString word = text.trimmed();
        static const QHash<QString, NetworkMode> words{
            {u"public"_s, NetworkMode::Public}, {u"bridge"_s, NetworkMode::Bridge}, {u"none"_s, NetworkMode::None}};
        settings.allowedHosts.clear();
        if (words.contains(word)) {
            settings.network = words.value(word);
            return {};
        }
        QString problem = u"the mode is not known"_s;
        if (word.startsWith("allow:"_L1)) {
            if (const auto rules = HostRules::parse(word.mid(6), &problem)) {
                settings.network = NetworkMode::Allow;
                settings.allowedHosts = rules->toString().remove(u' ');
                return {};
            }
        }
        return u"public, bridge, none, or allow: with hosts, *.HOST or addresses, each with a :PORT or without, "
               "separated by commas (here %1)"_s.arg(problem);
    };
}

Apply userNamespace()
{
    return [](Settings &settings, const QString &text) -> QString {
        constexpr qint64 size = 65'536;
        const QString word = text.trimmed();
        const auto value = number(word);
        if (word == "auto"_L1 || word == "off"_L1) {
            settings.userNamespace = word == "auto"_L1 ? UserNamespace::Auto : UserNamespace::Off;
            return {};
        }
        if (!value || *value != std::trunc(*value) || *value < size || *value + size > 4'294'967'295.0)
            return u"auto, off, or the first of 65536 ids, from 65536 to 4294901759"_s;
        settings.userNamespace = UserNamespace::Given;
        settings.firstHostId = qint64(*value);
        return {};
    };
}

Apply certificateFile()
{
    return [](Settings &settings, const QString &text) -> QString {
        constexpr qint64 most = 512 * 1024; // it goes to every container
        QFile file(text);
        const QByteArray bytes = file.open(QFile::ReadOnly) ? file.read(most + 1) : QByteArray();
        if (!bytes.contains("-----BEGIN CERTIFICATE-----") || bytes.contains("PRIVATE KEY-----") || bytes.size() > most)
            return u"a file with certificates in PEM form and nothing secret, of at most 512 KiB"_s;
        settings.certificates = bytes;
        return {};
    };
}

constexpr auto oneOf = "one of: "_L1;

template<typename Enum>
Apply choice(Enum Settings::*member, const QList<std::pair<QString, Enum>> &choices)
{
    return [=](Settings &settings, const QString &text) -> QString {
        QStringList words;
        for (const auto &[word, value] : choices) {
            words += word;
            if (word == text.trimmed()) {
                settings.*member = value;
                return {};
            }
        }
        return oneOf + words.join(u", "_s);
    };
}

Apply image(QString Settings::*member)
{
    return [=](Settings &settings, const QString &text) -> QString {
        if (!isValidImageReference(text))
            return u"an image such as localhost/my-image or docker.io/library/python:3.13"_s;
        settings.*member = text;
        return {};
    };
}

/// Names separated by commas, each matching `pattern`.
Apply names(QStringList Settings::*member, const QString &pattern, const QString &allowed)
{
    return [=](Settings &settings, const QString &text) -> QString {
        const QRegularExpression expression(QRegularExpression::anchoredPattern(pattern));
        QStringList result;
        for (const QString &part : text.split(u',')) {
            const QString name = part.trimmed();
            if (name.isEmpty() || result.contains(name))
                continue;
            if (expression.match(name).hasMatch())
                result += name;
            else if (text.contains(u'='))
                return allowed; // KEY=secret: not shown
            else
                return allowed + u" (\"%1\" is none)"_s.arg(name);
        }
        settings.*member = result;
        return {};
    };
}

/// "ADDRESS:PORT", "[ADDRESS]:PORT" or "localhost:PORT".
bool isEndpoint(const QString &text)
{
    static const QRegularExpression pattern(
        u"\\A(?:localhost|\\[([0-9a-fA-F:.]+)\\]|([0-9]+(?:\\.[0-9]+){3})):([0-9]{1,5})\\z"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch() || match.captured(3).toInt() > 65'535)
        return false;
    const QString address = match.captured(1) + match.captured(2);
    return address.isEmpty() || !QHostAddress(address).isNull();
}

Apply endpoints()
{
    return [](Settings &settings, const QString &text) -> QString {
        QStringList result;
        for (const QString &part : text.split(u',', Qt::SkipEmptyParts)) {
            if (!isEndpoint(part.trimmed()))
                result.clear();
            else
                result += part.trimmed();
            if (result.isEmpty())
                break;
        }
        if (result.isEmpty()) {
            return u"ADDRESS:PORT, such as localhost:8080, 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080 (several are "
                   "separated by commas; port 0 is any that is free)"_s;
        }
        settings.listen = result;
        return {};
    };
}

Apply absolutePath(QString Settings::*member)
{
    return [=](Settings &settings, const QString &text) -> QString {
        if (!QDir::isAbsolutePath(text))
            return u"an absolute path"_s;
        settings.*member = text;
        return {};
    };
}

Apply runtimeName()
{
    return [](Settings &settings, const QString &text) -> QString {
        static const QRegularExpression pattern(u"\\A[A-Za-z0-9][A-Za-z0-9._-]*\\z"_s);
        if (!pattern.match(text).hasMatch())
            return u"the name of an OCI runtime such as runc, crun or runsc"_s;
        settings.runtime = text;
        return {};
    };
}

} // namespace

const QList<Option> &optionTable()
{
    using enum OptionGroup;
    constexpr qint64 mebibyte = 1024 * 1024;
    static const QList<Option> table{
        {Everyday, u"pass-through-env"_s, u"NAMES"_s,
         u"Environment variables of the server that every program gets, separated by commas. Values never appear in a "
         "command line or log."_s,
         u"none"_s,
         names(&Settings::passThroughEnv, u"[A-Za-z_][A-Za-z0-9_]*"_s,
               u"names of environment variables separated by commas, such as API_KEY,REGION"_s)},
        {Everyday, u"network"_s, u"MODE"_s,
         u"What programs can reach. public: every public address, through this server (HTTP proxy). "
         "allow:HOST,*.HOST,ADDRESS/BITS[:PORT],…: only these, the same way; the word public in the list stands for "
         "all "
         "public addresses. bridge: the internet and all that this machine reaches, unfiltered. none: nothing."_s,
         u"public"_s, networkMode()},
        {Everyday, u"timeout"_s, u"SECONDS"_s, u"Time limit of a program that asks for none."_s, u"30"_s,
         timeSpan(&Settings::timeout, 0.001, 86'400)},
        {Everyday, u"max-timeout"_s, u"SECONDS"_s, u"The longest time limit that a call may ask for."_s, u"300"_s,
         timeSpan(&Settings::maxTimeout, 0.001, 86'400)},
        {Everyday, u"memory"_s, u"SIZE"_s, u"Memory of a program with its files in /sandbox and /tmp; there is no swap."_s,
         u"1g"_s, size(&Settings::memoryBytes, 32 * mebibyte, 1024LL * 1024 * mebibyte)},
        {Everyday, u"engine"_s, u"NAME"_s,
         u"Container engine: auto (podman, then docker), podman, docker. BACKEND in the environment does the same."_s,
         u"auto"_s,
         choice<EngineChoice>(&Settings::engine, {{u"auto"_s, EngineChoice::Auto},
                                                  {u"podman"_s, EngineChoice::Podman},
                                                  {u"docker"_s, EngineChoice::Docker}})},
        {ImagesAndEngine, u"python-image"_s, u"IMAGE"_s, u"Image for Python; any image with python3 or python works."_s,
         u"localhost/code-sandbox-python"_s, image(&Settings::pythonImage)},
        {ImagesAndEngine, u"js-image"_s, u"IMAGE"_s, u"Image for JavaScript; any image with node or nodejs works."_s,
         u"localhost/code-sandbox-js"_s, image(&Settings::jsImage)},
        {ImagesAndEngine, u"pull"_s, u"WHEN"_s, u"When images (other than localhost/…) are pulled: missing, never, always."_s,
         u"missing"_s,
         choice<PullPolicy>(&Settings::pull, {{u"missing"_s, PullPolicy::Missing},
                                              {u"never"_s, PullPolicy::Never},
                                              {u"always"_s, PullPolicy::Always}})},
        {ImagesAndEngine, u"runtime"_s, u"NAME"_s, u"OCI runtime for the engine: runc, crun, runsc (gVisor), kata."_s,
         u"the engine's own"_s, runtimeName()},
        {ImagesAndEngine, u"userns"_s, u"MODE"_s,
         u"User namespace of containers, for Podman that runs as root: auto (where /etc/subuid and /etc/subgid have a "
         "range of 65536 ids for \"containers\" or root), off, or the first of 65536 host ids that nothing else uses."_s,
         u"auto"_s, userNamespace()},
        {Limits, u"cpus"_s, u"NUMBER"_s, u"Processors that a program can use, fractions allowed."_s, u"1"_s,
         [](Settings &settings, const QString &text) -> QString {
             const auto value = number(text);
             if (!value || *value < 0.01 || *value > 1024)
                 return u"a number from 0.01 to 1024"_s;
             settings.cpus = *value;
             return {};
         }},
        {Limits, u"pids"_s, u"NUMBER"_s, u"Processes and threads that a program can have."_s, u"128"_s,
         integer(&Settings::pids, 16, 32'768)},
        {Limits, u"max-output"_s, u"CHARACTERS"_s,
         u"How much of the output the model is shown; beyond it the middle is cut out."_s, u"30000"_s,
         integer(&Settings::maxOutput, 500, 100'000)},
        {Limits, u"max-capture"_s, u"SIZE"_s,
         u"How much of each stream is kept at all, half from its beginning, half from its end."_s, u"1m"_s,
         size(&Settings::maxCapture, 4096, 64 * mebibyte)},
        {Limits, u"max-concurrent"_s, u"NUMBER"_s,
         u"Programs that run at once; more calls wait, up to 256. With twice --pool-size no more than 128, since each "
         "container has a user id of its own."_s,
         u"2 × processors, at least 4"_s, integer(&Settings::maxConcurrent, 1, 100)},
        {Network, u"max-traffic"_s, u"SIZE"_s,
         u"How much a program can move through the network in all, with --network public or allow."_s, u"4g"_s,
         size(&Settings::maxTraffic, 1024, 1024LL * 1024 * 1024 * mebibyte)},
        {Network, u"ca-file"_s, u"FILE"_s,
         u"Certificates of authorities that programs trust beside the usual ones (PEM), as behind a proxy that looks "
         "into TLS."_s,
         u"none"_s, certificateFile()},
        {WaitingContainers, u"pool-size"_s, u"NUMBER"_s,
         u"Most containers per language that wait for calls; 0 starts each when it is needed."_s, u"4"_s,
         integer(&Settings::poolSize, 0, 62)},
        {WaitingContainers, u"pool-idle"_s, u"SECONDS"_s, u"Without a call for so long, no container waits any more."_s, u"600"_s,
         timeSpan(&Settings::poolIdle, 1, 864'000)},
        {WaitingContainers, u"pool-max-age"_s, u"SECONDS"_s, u"A container that waited so long is replaced by a new one."_s, u"1800"_s,
         timeSpan(&Settings::poolMaxAge, 1, 864'000)},
        {WaitingContainers, u"preload"_s, u"MODULES"_s,
         u"Python modules, separated by commas, that waiting interpreters have imported already; import then takes "
         "no time, but each waiting container takes their memory."_s,
         u"none"_s,
         names(&Settings::preload, u"[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_][A-Za-z0-9_]*)*"_s,
               u"names of Python modules separated by commas, such as numpy,pandas"_s)},
        {Http, u"transport"_s, u"NAME"_s,
         u"stdio: one client, which starts this server. http: many clients, over Streamable HTTP at /mcp."_s,
         u"stdio"_s,
         choice<TransportKind>(&Settings::transport,
                               {{u"stdio"_s, TransportKind::Stdio}, {u"http"_s, TransportKind::Http}})},
        {Http, u"listen"_s, u"ADDRESS:PORT"_s,
         u"With --transport http: where to listen, several separated by commas; localhost is 127.0.0.1 and [::1]. "
         "Another machine's clients need a token and TLS."_s,
         u"localhost:8080"_s, endpoints()},
        {Http, u"token-file"_s, u"FILE"_s,
         u"With --transport http: file of mode 0600 with the token that clients must send, or with several, one a line "
         "after a name. Made if it is not there."_s,
         u"code-sandbox-mcp/token in the configuration folder"_s, absolutePath(&Settings::tokenFile)},
        {Http, u"no-token"_s,
         {},
         u"With --transport http: serves whoever can connect, thus every user of this machine."_s,
         u"off"_s,
         flag(&Settings::noToken)},
        {Http, u"allow-host"_s, u"NAMES"_s,
         u"With --transport http: names (with :PORT or without) under which clients reach this server, separated by "
         "commas, beside localhost and the addresses it listens on."_s,
         u"none"_s,
         names(&Settings::allowedHostNames, u"(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?"_s,
               u"names of hosts separated by commas, such as sandbox.example.com or sandbox.example.com:8443"_s)},
        {Http, u"allow-origin"_s, u"ORIGINS"_s,
         u"With --transport http: web pages that may use this server, separated by commas, beside those of this "
         "machine."_s,
         u"none"_s,
         names(&Settings::allowedOrigins, u"https?://(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?"_s,
               u"origins separated by commas, such as https://app.example.com"_s)},
        {Http, u"tls-certificate"_s, u"FILE"_s,
         u"With --transport http: serves HTTPS with this certificate and its chain (PEM)."_s, u"none"_s,
         absolutePath(&Settings::tlsCertificate)},
        {Http, u"tls-key"_s, u"FILE"_s, u"The certificate's private key (PEM, without a passphrase)."_s, u"none"_s,
         absolutePath(&Settings::tlsKey)},
        {Http, u"allow-insecure"_s,
         {},
         u"With --transport http: listens for other machines even without a token or without TLS, as behind a proxy "
         "that sees to them."_s,
         u"off"_s,
         flag(&Settings::allowInsecure)},
        {Http, u"max-connections"_s, u"NUMBER"_s, u"With --transport http: connections at once; more are refused."_s,
         u"256"_s, integer(&Settings::maxConnections, 1, 10'000)},
        {Http, u"max-running-per-client"_s, u"NUMBER"_s, u"With --transport http: programs of one client that run at once."_s,
         u"--max-concurrent"_s, integer(&Settings::maxRunningPerClient, 1, 100)},
        {Http, u"max-waiting-per-client"_s, u"NUMBER"_s,
         u"With --transport http: calls of one client that wait; of all clients together 256."_s, u"32"_s,
         integer(&Settings::maxWaitingPerClient, 1, 64)},
        {Http, u"grace"_s, u"SECONDS"_s,
         u"With --transport http: how long calls may still run after SIGTERM, before they are cancelled."_s, u"10"_s,
         timeSpan(&Settings::grace, 0, 86'400)},
        {Other, u"journal"_s, u"FILE"_s,
         u"File that keeps what the monitor shows, with the programs and their output, as JSON lines."_s, u"none"_s,
         absolutePath(&Settings::journal)},
        {Other, u"structured-content"_s,
         {},
         u"Sends results as structuredContent too, for programs; some clients then hide the text "
         "from the model."_s,
         u"off"_s,
         flag(&Settings::structuredContent)},
        {Other, u"verbose"_s,
         {},
         u"Tells on stderr what happens, with the engine's command lines."_s,
         u"off"_s,
         flag(&Settings::verbose)},
    };
    return table;
}

QString groupTitle(OptionGroup group)
{
    switch (group) {
    case OptionGroup::Everyday:
        return u"Everyday"_s;
    case OptionGroup::ImagesAndEngine:
        return u"Images and engine"_s;
    case OptionGroup::Limits:
        return u"Limits"_s;
    case OptionGroup::Network:
        return u"Network"_s;
    case OptionGroup::WaitingContainers:
        return u"Waiting containers"_s;
    case OptionGroup::Http:
        return u"HTTP"_s;
    case OptionGroup::Other:
        return u"Other"_s;
    }
    Q_UNREACHABLE();
}

QString Option::environmentName() const
{
    return u"CODE_SANDBOX_"_s + QString(name).toUpper().replace(u'-', u'_');
}

QStringList Option::choices() const
{
    Settings settings;
    const QString allowed = apply(settings, {}); // nothing is no choice
    return allowed.startsWith(oneOf) ? allowed.mid(oneOf.size()).split(u", "_s) : QStringList();
}
