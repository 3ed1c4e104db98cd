#pragma once

#include "cli/commandline.h"
#include "engine/engineprobe.h"

#include <QObject>

#include <memory>

class ImageBuilder;

/// `code-sandbox-mcp images build|pull|list`.
class ImagesCommand : public QObject
{
    Q_OBJECT

public:
    explicit ImagesCommand(const Invocation &invocation, QObject *parent = nullptr);
    ~ImagesCommand() override;

    void start();

Q_SIGNALS:
    /// 0 if all went well, 1 if not, 2 if the arguments make no sense.
    void finished(int exitCode);

private:
    void engineFound(const Result<Engine> &engine);
    void build(const Engine &engine);
    void pull(const Engine &engine);
    void list(const Engine &engine);
    void follow(ImageBuilder *builder);
    void fail(int exitCode, const Error &error);

    Invocation m_invocation;
    EngineProbe m_probe;
    std::unique_ptr<ImageBuilder> m_builder;
};
