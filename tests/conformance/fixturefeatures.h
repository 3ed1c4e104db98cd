#pragma once

#include "mcp/serverfeatures.h"
#include "mcp/taskstore.h"

#include <functional>

/// What the official conformance suite expects of a server: its test_* tools, prompts and resources, and the tools of
/// the Tasks extension's scenarios. Nothing of the product is in it; it shows that the protocol library does it all.
class FixtureFeatures : public ServerFeatures
{
    Q_OBJECT

public:
    explicit FixtureFeatures(QObject *parent = nullptr);

    [[nodiscard]] QString instructions() const override;
    [[nodiscard]] Offers offers() const override;
    [[nodiscard]] TaskStore *tasks() override { return &m_tasks; }
    [[nodiscard]] int pageSize() const override { return m_pageSize; }
    void setPageSize(int entries) { m_pageSize = entries; }
    void setTaskLifetime(std::chrono::milliseconds lifetime) { m_taskLifetime = lifetime; }
    [[nodiscard]] QList<Tool> tools() const override { return m_tools; }
    [[nodiscard]] bool hasTool(const QString &name) const override { return m_handlers.contains(name); }
    void callTool(Exchange *call, const QString &name, const QJsonValue &arguments) override;
    [[nodiscard]] QList<Resource> resources() const override;
    [[nodiscard]] QList<Resource> resourceTemplates() const override;
    void readResource(Exchange *read, const QString &uri) override;
    [[nodiscard]] QList<Prompt> prompts() const override;
    void getPrompt(Exchange *get, const QString &name, const QJsonObject &arguments) override;
    [[nodiscard]] QStringList complete(const QJsonObject &reference, const QString &argument,
                                       const QString &begin) const override;

private:
    using Handler = std::function<void(Exchange *call, const QJsonObject &arguments)>;

    void add(const QString &name, const QString &description, const Handler &handler,
             const QJsonObject &properties = {});
    void addContentTools();
    void addTalkingTools();
    void addAskingTools();
    void addTaskTools();
    /// Goes on as a task where the client can have one; else with the call itself.
    Exchange *asTask(Exchange *call, const QString &tool, const QJsonObject &arguments);

    QList<Tool> m_tools;
    QHash<QString, Handler> m_handlers;
    TaskStore m_tasks;
    int m_pageSize = 0;
    std::chrono::milliseconds m_taskLifetime = std::chrono::minutes(10);
};
