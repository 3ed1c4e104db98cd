#pragma once

#include "mcp/serverfeatures.h"
#include "mcp/taskstore.h"
#include "tools/environmentreport.h"
#include "tools/runstore.h"

/// The product's tools and resources: run_python_code, run_js_code, sandbox://environments, sandbox://runs/….
class CodeTools : public ServerFeatures
{
    Q_OBJECT

public:
    explicit CodeTools(Executor &executor, QObject *parent = nullptr);

    [[nodiscard]] QString instructions() const override;
    [[nodiscard]] QList<Tool> tools() const override;
    [[nodiscard]] bool hasTool(const QString &name) const override;
    [[nodiscard]] TaskStore *tasks() override { return &m_tasks; }
    void callTool(Exchange *call, const QString &name, const QJsonValue &arguments) override;
    [[nodiscard]] QList<Resource> resources() const override;
    [[nodiscard]] QList<Resource> resourceTemplates() const override;
    void readResource(Exchange *read, const QString &uri) override;

    /// What sandbox://runs/… serves; null when it is not kept. Valid until the event loop goes on.
    [[nodiscard]] const StreamCapture *keptOutput(const ExecutionId &id, Stream stream)
    {
        return m_runs.find(id, stream);
    }

private:
    void readRun(Exchange *read, const QString &uri);

    Executor &m_executor;
    EnvironmentReport m_environment;
    RunStore m_runs;
    TaskStore m_tasks;
};
