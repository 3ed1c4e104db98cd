#include "cli/imagescommand.h"

#include "cli/standardoutput.h"
#include "engine/imagebuilder.h"
#include "engine/imagelist.h"
#include "engine/installedfiles.h"

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

ImagesCommand::ImagesCommand(const Invocation &invocation, QObject *parent)
    : QObject(parent)
    , m_invocation(invocation)
    , m_probe(invocation.settings.engine, invocation.settings.runtime)
{
    connect(&m_probe, &EngineProbe::finished, this, &ImagesCommand::engineFound);
}

ImagesCommand::~ImagesCommand() = default;

void ImagesCommand::start()
{
    const QString action = m_invocation.arguments.value(0);
    const qsizetype words = action == "pull"_L1 ? 2 : 1;
    if (!QStringList{u"build"_s, u"pull"_s, u"list"_s}.contains(action) || m_invocation.arguments.size() != words) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                fail(2, {Error::Code::InvalidInput,
                         u"images takes one of: build, list, pull IMAGE. See \"images --help\"."_s,
                         {}});
            },
            Qt::QueuedConnection);
        return;
    }
    m_probe.start();
}

void ImagesCommand::engineFound(const Result<Engine> &engine)
{
    if (!engine)
        return fail(1, engine.error());
    const QString action = m_invocation.arguments.constFirst();
    if (action == "build"_L1)
        build(*engine);
    else if (action == "pull"_L1)
        pull(*engine);
    else
        list(*engine);
}

void ImagesCommand::build(const Engine &engine)
{
    const auto option = [this](const QString &name) { return m_invocation.option(name); };
    const Result<InstalledFiles> files = InstalledFiles::find();
    if (!files)
        return fail(1, files.error());
    ImageBuildOptions options;
    options.baseImage = option(u"base"_s);
    options.certificateFiles = m_invocation.options.value(u"ca-file"_s);
    options.pipConf = option(u"pip-conf"_s);
    options.npmrc = option(u"npmrc"_s);
    options.aptConf = option(u"apt-conf"_s);
    options.initPath = files->initPath;
    m_builder = std::make_unique<ImageBuilder>(engine, options);
    follow(m_builder.get());
    if (const QString source = option(u"from"_s); source.isEmpty())
        m_builder->build();
    else
        m_builder->buildDerived(source, files->initPath,
                                option(u"tag"_s).isEmpty() ? source + "-code-sandbox"_L1 : option(u"tag"_s));
}

void ImagesCommand::pull(const Engine &engine)
{
    m_builder = std::make_unique<ImageBuilder>(engine, ImageBuildOptions());
    follow(m_builder.get());
    m_builder->pull(m_invocation.arguments.at(1));
}

void ImagesCommand::follow(ImageBuilder *builder)
{
    connect(builder, &ImageBuilder::stepStarted, this,
            [](const QString &sentence) { std::fprintf(stderr, "%s\n", qUtf8Printable(sentence)); });
    connect(builder, &ImageBuilder::lineReceived, this,
            [](const QString &line) { std::fprintf(stderr, "    %s\n", qUtf8Printable(line)); });
    connect(builder, &ImageBuilder::finished, this, [this](const Result<QString> &result) {
        if (!result)
            return fail(1, result.error());
        standardoutput::write(result->toUtf8() + '\n');
        Q_EMIT finished(0);
    });
}

void ImagesCommand::list(const Engine &engine)
{
    auto *command = new EngineCommand(imageListCommand(engine), 30s, this);
    connect(command, &EngineCommand::finished, this, [this, engine](const CommandResult &result) {
        if (!result.succeeded()) {
            return fail(1, {Error::Code::EngineUnreachable,
                            u"%1 did not list its images: %2."_s.arg(engine.description(), result.explanation()),
                            {}});
        }
        const QList<ImageInfo> images = parseImageList(result.output);
        for (const ImageInfo &image : images) {
            standardoutput::write(u"%1 %2 %3  %4\n"_s.arg(image.reference, -48)
                                      .arg(image.id, -14)
                                      .arg(image.size, 10)
                                      .arg(image.created)
                                      .toUtf8());
        }
        if (images.isEmpty()) {
            standardoutput::write(
                u"%1 has no images of Code Sandbox; \"code-sandbox-mcp images build\" makes them.\n"_s.arg(engine.description())
                    .toUtf8());
        }
        Q_EMIT finished(0);
    });
    command->start();
}

void ImagesCommand::fail(int exitCode, const Error &error)
{
    std::fprintf(stderr, "code-sandbox-mcp: %s\n", qUtf8Printable(error.message));
    if (!error.detail.isEmpty())
        std::fprintf(stderr, "%s\n", qUtf8Printable(error.detail));
    Q_EMIT finished(exitCode);
}
