#pragma once

#include "app/service.h"
#include "tools/environmentreport.h"

#include <QJsonArray>
#include <QObject>

#include <memory>

class Sweeper;

/// `code-sandbox-mcp doctor`: looks at everything that a call needs and that keeps it safe, with a real run in each
/// language, and says for each finding what to do. For people line by line, with --json as one object at the end.
class DoctorCommand : public QObject
{
    Q_OBJECT

public:
    enum class Format
    {
        Text,
        Json
    };

    DoctorCommand(const Settings &settings, Format format, QObject *parent = nullptr);
    ~DoctorCommand() override;

    void start();

Q_SIGNALS:
    /// 0: everything that a call needs works. 1: something does not.
    void finished(int exitCode);

private:
    enum class Mark
    {
        Good,
        Note,
        Bad
    };

    /// `fix`: what to do about it; empty where nothing needs doing.
    void say(Mark mark, const QString &topic, const QString &text, const QString &fix = {});
    void checkEngine(const Result<Engine> &engine);
    void checkDockersParts();
    void checkRuntimeVersion();
    void checkAge(const QString &runtimeVersion);
    void checkProcessors();
    void checkHoles(const QString &program, const QString &version);
    [[nodiscard]] QString isolationAdvice() const;
    void checkLanguages(const QJsonObject &report);
    void checkLimits(const QString &language, const QJsonObject &facts);
    void checkImages(QStringList images);
    void checkResources();
    void checkLeftovers();
    void conclude();
    void ask(const CommandLine &command, const std::function<void(const CommandResult &)> &next);

    Settings m_settings;
    Format m_format;
    Service m_service;
    Engine m_engine; ///< From checkEngine() on; the factory forgets its own when a run fails.
    EnvironmentReport m_report;
    std::unique_ptr<Sweeper> m_sweeper;
    qint64 m_waitingBytes = 0; ///< Of the interpreters in a full pool.
    QJsonArray m_findings;
    bool m_hasFailed = false;
};
