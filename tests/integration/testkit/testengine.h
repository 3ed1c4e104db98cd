#pragma once

#include "common/result.h"
#include "engine/leftovers.h"

#include <QProcessEnvironment>
#include <QStringList>

#include <chrono>
#include <optional>

/// The engine that a test run is about, chosen by SANDBOX_TEST_ENGINE: podman (the default), docker, rootless (podman
/// as an ordinary user, whom this class makes) or gvisor (podman with runsc). One process tests one engine.
class TestEngine
{
public:
    enum class Kind
    {
        Podman,
        Docker,
        RootlessPodman,
        GVisor
    };

    /// The ordinary user of the tests on rootless podman.
    static constexpr auto userName = QLatin1StringView("code-sandbox-test");

    struct Output
    {
        int exitCode = -1; ///< -1: it did not start, or did not end in time.
        QByteArray out;
        QByteArray err;
    };

    /// The engine with both images in it. The error is the reason to skip, or to fail where engines are required.
    static Result<TestEngine> prepare();
    /// The same for a test function: nothing after giveUp(), when it must return.
    static std::optional<TestEngine> prepareOrGiveUp();
    /// Skips the test that runs, or fails it where engines are required; in initTestCase(), all of them. Return afterwards.
    static void giveUp(const QString &reason);
    /// True where a missing engine is a failure: SANDBOX_TEST_REQUIRE_ENGINES is set.
    static bool isRequired();

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] QString name() const;
    /// Rootless podman on cgroups v1 and gVisor under podman limit neither memory nor processes; the server says so,
    /// and rows about such limits have nothing to test.
    [[nodiscard]] bool enforcesLimits() const { return m_enforcesLimits; }
    /// gVisor's processes are none of the host's kernel.
    [[nodiscard]] bool showsProcesses() const { return m_kind != Kind::GVisor; }

    /// The built server with the options that make it use this engine, as the right user.
    [[nodiscard]] QStringList serverCommand(const QStringList &arguments) const;
    /// Servers are started with these words before their command from now on.
    void setServerPrefix(const QStringList &words) { m_serverPrefix = words; }
    /// What a client passes on: HOME, PATH and where the engine listens.
    [[nodiscard]] QProcessEnvironment serverEnvironment() const;

    /// Runs the engine's own command line, as the right user.
    [[nodiscard]] Output run(const QStringList &arguments, const QByteArray &input = {}) const;
    /// The containers of all servers, or of one process.
    [[nodiscard]] QList<ListedContainer> containers(qint64 serverPid = 0) const;
    /// The host's pids of what runs in a container; empty where the host does not see them.
    [[nodiscard]] QList<qint64> processesOf(const QString &container) const;

private:
    [[nodiscard]] QStringList engineCommand(const QStringList &arguments) const;
    [[nodiscard]] QString prepareUser();
    [[nodiscard]] QString prepareImage(const QString &image) const;

    Kind m_kind = Kind::Podman;
    bool m_enforcesLimits = true;
    QString m_server;
    QString m_home;
    QStringList m_serverPrefix;
    QStringList m_asUser; ///< Command words that run the rest as the test's user; empty for ourselves.
};

/// Runs a program to its end, for the tests' own needs.
TestEngine::Output runProgram(const QStringList &command, const QProcessEnvironment &environment = {},
                              const QByteArray &input = {}, std::chrono::milliseconds limit = std::chrono::minutes(2));

/// The pid namespace that a process of the host is in, thus its container; 0 if it is gone.
quint64 pidNamespaceOf(qint64 pid);
