#pragma once

#include "common/container.h"
#include "common/execution.h"
#include "common/result.h"
#include "egress/egressstreams.h"
#include "engine/attachedcontainer.h"
#include "engine/uidslots.h"
#include "sandbox/framereader.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>

/// How a program ended, as sandbox-init reports it, and what it wrote.
struct ExitReport
{
    frames::Exited exited;
    StreamCapture out;
    StreamCapture err;
    bool isOutputWhole = true; ///< Else the container did not report, and there may have been more than the captures tell.
};

/// One container with a waiting interpreter in it, for one execution.
///
///     Starting ──ready()──▶ Ready ──run()──▶ Running ──▶ Ended ──gone()──▶ (delete)
///
/// Nothing may follow the report of the program's end: what comes with it makes the run a failure, what comes after
/// ended() costs only the container, for callers do not wait for its end.
///
/// Exactly one ended() follows start(): with the report of the program, or with the error that kept it from being
/// known. If no report comes in time, one is made here, with what the program has printed. Then exactly one gone(),
/// when the container is removed. All signals come through the event loop. Destroying a sandbox that is not gone
/// removes its container without waiting.
class Sandbox : public QObject
{
    Q_OBJECT

public:
    enum class State
    {
        Starting,
        Ready,
        Running,
        Ended,
        Gone
    };

    /// `prepareFrame`: the whole frame that tells sandbox-init what to start; `captureBytes` as in it.
    Sandbox(const Engine &engine, const ContainerSpec &spec, Language language, UidSlots::Slot uid,
            QByteArray prepareFrame, qint64 captureBytes, QObject *parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString &name() const { return m_container.name(); }
    [[nodiscard]] Language language() const { return m_language; }
    [[nodiscard]] const QString &image() const { return m_image; }
    /// Whom it was given to; empty while it waits. Only for telling about it.
    [[nodiscard]] const ExecutionId &execution() const { return m_execution; }
    void setExecution(const ExecutionId &id) { m_execution = id; }
    /// "podman 4.3.1"
    [[nodiscard]] const QString &engine() const { return m_engine; }
    /// From Ready on: what holds inside.
    [[nodiscard]] const frames::Ready &facts() const { return m_facts; }

    /// From Ended on: the container was killed with its PID 1, as a program can bring about. Tells nothing of the
    /// engine.
    [[nodiscard]] bool wasKilled() const { return m_wasKilled; }

    void start();
    /// Takes the connections that the program will make to its loopback's egress port; before run(), and only where
    /// Prepare named a port. They break when the run ends.
    EgressStreams &openStreams();
    /// Hands the program over; only when Ready. Its clock starts now.
    /// With Dialect::Second the interpreter starts anew, as Prepare says for its second language.
    enum class Dialect
    {
        First,
        Second
    };
    void run(const QByteArray &code, const QByteArray &stdinText, std::chrono::milliseconds timeout,
             Dialect dialect = Dialect::First);
    /// Ends it, in whatever state: a running program is killed and reported as cancelled.
    void cancel();

Q_SIGNALS:
    void ready();
    void started();
    void outputReceived(Stream stream, const QByteArray &bytes, bool isSample);
    void usageReported(const UsageSample &usage);
    void ended(const Result<ExitReport> &report);
    void gone();

private:
    void makeNetwork();
    void startContainer();
    void receiveBytes(const QByteArray &bytes);
    void receive(frames::Type type, std::string_view payload);
    void receiveOutput(frames::Type type, std::string_view payload);
    void receiveExit(std::string_view payload);
    void receiveFailure(std::string_view payload);
    void containerEnded(const CommandResult &result);
    void leave();
    void conclude(const Result<ExitReport> &report);
    void breakOff(const QString &reason);
    [[nodiscard]] ExitReport reportInItsPlace();

    AttachedContainer m_container;
    FrameReader m_frames;
    Language m_language;
    QString m_image;
    ExecutionId m_execution;
    QString m_engine;
    QString m_networkName;
    CommandLine m_networkCommand; ///< Makes that network.
    UidSlots::Slot m_uid;
    QByteArray m_prepareFrame;
    qint64 m_captureBytes;
    frames::Ready m_facts;
    EgressStreams *m_streams = nullptr;
    StreamCapture m_out;
    StreamCapture m_err;
    State m_state = State::Starting;
    bool m_wasKilled = false;
    bool m_isCancelled = false; ///< While it ran.
    bool m_hasStarted = false;
    std::uint64_t m_lastUsageUs = 0;
    QElapsedTimer m_runTime;
    std::optional<ExitReport> m_report; ///< From Exited on, the last frame of all.
    /// Start-up, then the program's time limit with a margin, then the container's way out.
    QTimer m_limit;
};
