#pragma once

#include "environmentreport.h"
#include "service.h"

#include <QObject>

class EngineProbe;
class Sweeper;

/// `code-sandbox-mcp doctor`: looks at everything that a call needs, with a real run in each language, and says for
/// each finding what to do.
class DoctorCommand : public QObject
{
    Q_OBJECT

public:
    explicit DoctorCommand(const Settings &settings, QObject *parent = nullptr);
    ~DoctorCommand() override;

    void start();

Q_SIGNALS:
    /// 0: everything a call needs works. 1: something does not.
    void finished(int exitCode);

private:
    enum class Mark
    {
        Good,
        Warning,
        Bad
    };

    void say(Mark mark, const QString &text);
    void checkEngine(const Result<Engine> &engine);
    void checkLanguages(const QJsonObject &report);
    void checkLimits(const QString &language, const QJsonObject &facts);
    void checkLeftovers();
    void conclude();

    Settings m_settings;
    Service m_service;
    EnvironmentReport m_report;
    std::unique_ptr<Sweeper> m_sweeper;
    bool m_hasFailed = false;
};
