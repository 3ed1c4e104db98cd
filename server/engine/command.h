#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTimer>

#include <chrono>

/// A command line to execute: never a shell, never one string.
struct CommandLine
{
    QString program;
    QStringList arguments;
    QProcessEnvironment environment;

    /// For people only, quoted so that it can be pasted into a shell.
    [[nodiscard]] QString toDisplayString() const;
};

/// Where engines' commands run: a folder that always exists and in which nobody can create a file. Ours may be a folder
/// that has been deleted, or the user's project: conmon leaves a file `oom` where it is when memory runs out.
QString engineWorkingFolder();

struct CommandResult
{
    enum class End
    {
        Exited,
        CouldNotStart,
        Crashed,
        TimedOut
    };

    End end = End::Exited;
    int exitCode = -1;
    QByteArray output; ///< At most EngineCommand::maxOutput bytes of stdout.
    QByteArray errors; ///< The last EngineCommand::maxErrors bytes of stderr.
    QString reason;    ///< For CouldNotStart: the system's words.

    [[nodiscard]] bool succeeded() const { return end == End::Exited && exitCode == 0; }
    /// One line for people: what the command said last, or how it ended.
    [[nodiscard]] QString explanation() const;
};

/// Runs one short command of an engine (info, rm, image inspect, build …) and reports its result.
///
/// start() may be called once; then exactly one finished() follows through the event loop, also when the program is
/// missing or the limit strikes (it is killed then). Destroying it earlier kills the process and reports nothing.
class EngineCommand : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 maxOutput = 8 * 1024 * 1024;
    static constexpr qint64 maxErrors = 16 * 1024;

    EngineCommand(CommandLine commandLine, std::chrono::milliseconds limit, QObject *parent = nullptr);
    ~EngineCommand() override;

    /// Given to the command's stdin, which is closed afterwards. Call before start().
    void setInput(const QByteArray &input) { m_input = input; }
    void start();

Q_SIGNALS:
    /// A line that the command wrote to stdout or stderr, without its end; for progress.
    void lineReceived(const QByteArray &line);
    void finished(const CommandResult &result);

private:
    void read(QProcess::ProcessChannel channel, QByteArray &pendingLine);
    void conclude(CommandResult::End end, int exitCode, const QString &reason = {});

    CommandLine m_commandLine;
    QByteArray m_input;
    QProcess *m_process = nullptr; ///< Child; handed to the reaper when it must go while it runs.
    QTimer m_limit;
    QByteArray m_outputLine;
    QByteArray m_errorLine;
    CommandResult m_result;
    bool m_isConcluded = false;
};
