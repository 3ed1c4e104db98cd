#pragma once

#include "common/result.h"
#include "engine/engine.h"
#include "sandbox/settings.h"

#include <QObject>

/// Finds a container engine that works: asks each candidate for its `info` rather than trusting the PATH.
///
/// start() may be called again after finished(), to look anew. Every run ends with exactly one finished(), through the
/// event loop, at the latest after the limit of each question (20 s; Docker is asked two).
class EngineProbe : public QObject
{
    Q_OBJECT

public:
    /// `runtime`: what the user asked for with --runtime; empty lets the probe choose one that can work.
    EngineProbe(EngineChoice choice, QString runtime, QObject *parent = nullptr);

    void start();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    /// The engine, or why there is none: each candidate with its reason.
    void finished(const Result<Engine> &engine);

private:
    void tryNext();
    void examine(Engine engine, const CommandResult &info);
    /// Where Docker's daemon is, which DOCKER_HOST, DOCKER_CONTEXT or `docker context use` may say.
    void askForContext(Engine engine);
    void settleOn(const Engine &engine);
    void conclude(const Result<Engine> &engine);

    EngineChoice m_choice;
    QString m_runtime;
    QList<Engine::Kind> m_candidates;
    QStringList m_failures;
    bool m_sawProgram = false;
    bool m_isRunning = false;
};

namespace engineenvironment {

/// What processes of an engine may see of our environment: an allow list, so that secrets of the client stay out of
/// them, plus XDG_RUNTIME_DIR where clients do not pass it on.
QProcessEnvironment forCommands();

/// An engine's environment plus the proxies, for pull and build only.
QProcessEnvironment forDownloads(QProcessEnvironment ofEngine);

/// Finds a program in PATH and in the usual places beside it, since clients pass a short PATH. Empty if there is none.
QString findProgram(const QString &name);

} // namespace engineenvironment
