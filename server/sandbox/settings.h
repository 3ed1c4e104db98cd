#pragma once

#include "common/execution.h"

#include <QString>
#include <QStringList>

#include <chrono>

enum class EngineChoice
{
    Auto,
    Podman,
    Docker
};
enum class NetworkMode
{
    Public, ///< Public addresses, through the server.
    Allow,  ///< What the user has listed, through the server.
    Bridge, ///< The engine's network, unfiltered.
    None
};
enum class UserNamespace
{
    Auto, ///< Where the machine has ranges of ids for containers' users.
    Off,
    Given ///< From Settings::firstHostId on.
};
enum class TransportKind
{
    Stdio,
    Http
};
enum class PullPolicy
{
    Missing,
    Never,
    Always
};

/// Everything that a user can set, checked. server/cli/options.* fills it from the command line, the environment and
/// the configuration file; the defaults here are the defaults of the documentation.
struct Settings
{
    // What runs.
    EngineChoice engine = EngineChoice::Auto;
    QString runtime; ///< OCI runtime; empty: the engine's own.
    UserNamespace userNamespace = UserNamespace::Auto;
    qint64 firstHostId = 0;
    QString pythonImage = QStringLiteral("localhost/code-sandbox-python");
    QString jsImage = QStringLiteral("localhost/code-sandbox-js");
    PullPolicy pull = PullPolicy::Missing;
    QStringList passThroughEnv; ///< Names, in the user's order.

    // Limits of one execution.
    NetworkMode network = NetworkMode::Public;
    QString allowedHosts;                         ///< For NetworkMode::Allow: HostRules' list.
    qint64 maxTraffic = 4LL * 1024 * 1024 * 1024; ///< Bytes through the server, both directions together.
    QByteArray certificates;                      ///< PEM; authorities that programs trust beside the usual ones.
    std::chrono::milliseconds timeout{30'000};
    std::chrono::milliseconds maxTimeout{300'000};
    qint64 memoryBytes = 1024LL * 1024 * 1024;
    double cpus = 1;
    int pids = 128;
    qint64 maxOutput = 30'000;       ///< Characters that the model is shown.
    qint64 maxCapture = 1024 * 1024; ///< Bytes kept of each stream.

    // The server.
    int poolSize = 4;
    std::chrono::milliseconds poolIdle{10 * 60'000};   ///< Without a call for so long, the pool empties.
    std::chrono::milliseconds poolMaxAge{30 * 60'000}; ///< A waiting container is replaced after so long.
    QStringList preload;                               ///< Python modules that the waiting interpreter imports.
    int maxConcurrent = 4;
    int maxWaiting = 256;
    int maxRunningPerClient = 100; ///< Over HTTP, as is the next one; no more than maxConcurrent can run anyway.
    int maxWaitingPerClient = 32;
    QString journal; ///< File that the monitor's events are appended to; empty: none.
    bool structuredContent = false;
    bool verbose = false;

    // Serving over HTTP.
    TransportKind transport = TransportKind::Stdio;
    QStringList listen{QStringLiteral("localhost:8080")}; ///< "ADDRESS:PORT", checked; localhost is both loopbacks.
    QString tokenFile;                                    ///< By default in the configuration folder.
    bool noToken = false;
    QStringList allowedHostNames;
    QStringList allowedOrigins;
    QString tlsCertificate; ///< PEM file, with the chain.
    QString tlsKey;
    bool allowInsecure = false;
    int maxConnections = 256;
    std::chrono::milliseconds grace{10'000};

    /// The container has no network, and connections go through the server.
    [[nodiscard]] bool hasEgress() const { return network == NetworkMode::Public || network == NetworkMode::Allow; }

    /// V8's own limit: it sees the host's memory, not the container's. The rest is for everything beside its heap.
    [[nodiscard]] qint64 nodeHeapBytes() const { return memoryBytes * 3 / 4; }

    [[nodiscard]] const QString &image(Language language) const
    {
        return language == Language::Python ? pythonImage : jsImage;
    }
};

/// As on the command line: "public", "allow:example.com".
QString networkName(const Settings &settings);
