#pragma once

#include "exchange.h"

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

/// What a server offers. The protocol (McpSession) asks; implementations know nothing of revisions.
class ServerFeatures : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Model-facing: when to use which tool, at most 1 kB.
    [[nodiscard]] virtual QString instructions() const = 0;

    [[nodiscard]] virtual QList<Tool> tools() const = 0;
    /// True also for aliases that tools() does not list.
    [[nodiscard]] virtual bool hasTool(const QString &name) const = 0;
    /// Answers `call` with a tool result, now or later. Called with known names only.
    virtual void callTool(Exchange *call, const QString &name, const QJsonValue &arguments) = 0;

    [[nodiscard]] virtual QList<Resource> resources() const = 0;
    [[nodiscard]] virtual QList<Resource> resourceTemplates() const = 0;
    /// Answers `read` with `{"contents": […]}` or McpSession::resourceNotFound().
    virtual void readResource(Exchange *read, const QString &uri) = 0;
};
