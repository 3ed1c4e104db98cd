#pragma once

#include "mcp/exchange.h"

#include <QHash>
#include <QJsonArray>
#include <QList>
#include <QObject>

struct Tool
{
    QString name;
    QString title;
    QString description;
    QJsonObject inputSchema; ///< Flat, see mcp-guide: several clients reject more.
    QJsonObject annotations;
};

struct Resource
{
    QString uri; ///< For a template: the URI template.
    QString name;
    QString title;
    QString description;
    QString mimeType;
};

struct PromptArgument
{
    QString name;
    QString description;
    bool isRequired = false;
};

struct Prompt
{
    QString name;
    QString title;
    QString description;
    QList<PromptArgument> arguments;
};

class TaskStore;

/// What a server may offer beside tools and resources. Only what is named here is declared to clients, and served.
enum class Offer
{
    Prompts = 1,
    Completions = 2,
    Logging = 4,
    ToolsListChanged = 8,
    PromptsListChanged = 16,
    ResourceSubscriptions = 32
};
Q_DECLARE_FLAGS(Offers, Offer)
Q_DECLARE_OPERATORS_FOR_FLAGS(Offers)

/// What a server offers. The protocol (McpSession) asks; implementations know nothing of revisions.
class ServerFeatures : public QObject
{
    Q_OBJECT

public:
    explicit ServerFeatures(QObject *parent = nullptr)
        : QObject(parent)
    {
        connect(this, &ServerFeatures::toolsChanged, this, [this] { m_toolLists.clear(); });
    }

    /// Model-facing: when to use which tool, at most 1 kB.
    [[nodiscard]] virtual QString instructions() const = 0;

    [[nodiscard]] virtual Offers offers() const { return {}; }
    /// Tools that may go on as tasks keep them there; null: the Tasks extension is not offered.
    [[nodiscard]] virtual TaskStore *tasks() { return nullptr; }
    /// Entries of a list in one answer; 0: all.
    [[nodiscard]] virtual int pageSize() const { return 0; }

    /// May change only with toolsChanged().
    [[nodiscard]] virtual QList<Tool> tools() const = 0;
    /// Where the protocol keeps the whole list as it goes to clients of a revision, until toolsChanged(); empty at
    /// first.
    [[nodiscard]] QByteArray &serializedTools(Revision revision) { return m_toolLists[revision]; }
    /// True also for aliases that tools() does not list.
    [[nodiscard]] virtual bool hasTool(const QString &name) const = 0;
    /// Answers `call` with a tool result, now or later. Called with known names only.
    virtual void callTool(Exchange *call, const QString &name, const QJsonValue &arguments) = 0;

    [[nodiscard]] virtual QList<Resource> resources() const = 0;
    [[nodiscard]] virtual QList<Resource> resourceTemplates() const = 0;
    /// Answers `read` with `{"contents": […]}` or McpSession::resourceNotFound().
    virtual void readResource(Exchange *read, const QString &uri) = 0;

    [[nodiscard]] virtual QList<Prompt> prompts() const { return {}; }
    /// Answers `get` with `{"messages": […]}`. Called with the names of prompts() and with all required arguments.
    virtual void getPrompt(Exchange *get, const QString &name, const QJsonObject &arguments)
    {
        Q_UNUSED(name)
        Q_UNUSED(arguments)
        get->fail({RpcError::InternalError, QStringLiteral("This prompt has no content"), {}});
    }
    /// What an argument of a prompt or of a template could be, best first.
    [[nodiscard]] virtual QStringList complete(const QJsonObject &reference, const QString &argument,
                                               const QString &begin) const
    {
        Q_UNUSED(reference)
        Q_UNUSED(argument)
        Q_UNUSED(begin)
        return {};
    }

Q_SIGNALS:
    void toolsChanged();
    void promptsChanged();
    void resourceUpdated(const QString &uri);

private:
    QHash<Revision, QByteArray> m_toolLists;
};
