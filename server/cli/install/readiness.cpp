#include "cli/install/readiness.h"

#include "cli/standardoutput.h"
#include "engine/imagebuilder.h"
#include "engine/installedfiles.h"

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto questionLimit = 30s;

void say(const QString &line, std::FILE *file = stdout)
{
    standardoutput::write(line.toUtf8() + '\n', file);
}

/// False where nobody can be asked.
bool confirms(const QString &question)
{
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
        return false;
    standardoutput::write(question.toUtf8() + " [Y/n] ");
    char answer[64] = {};
    return std::fgets(answer, sizeof answer, stdin) && answer[0] != 'n' && answer[0] != 'N';
}

} // namespace

Readiness::Readiness(const Settings &settings, QStringList certificateFiles, Consent consent, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_certificateFiles(std::move(certificateFiles))
    , m_consent(consent)
    , m_probe(settings.engine, settings.runtime)
{
    connect(&m_probe, &EngineProbe::finished, this, [this](const Result<Engine> &engine) {
        if (!engine)
            return fail(engine.error());
        say(u"Engine: "_s + engine->description());
        inspectImages(*engine, {m_settings.pythonImage, m_settings.jsImage});
    });
}

Readiness::~Readiness() = default;

void Readiness::start()
{
    m_probe.start();
}

void Readiness::inspectImages(const Engine &engine, QStringList images)
{
    if (images.isEmpty())
        return settleImages(engine);
    const QString image = images.takeFirst();
    auto *command = new EngineCommand(engine.command({u"image"_s, u"inspect"_s, u"--"_s, image}), questionLimit, this);
    connect(command, &EngineCommand::finished, this, [this, engine, image, images](const CommandResult &result) {
        if (!result.succeeded())
            m_missing.append(image);
        inspectImages(engine, images);
    });
    command->start();
}

void Readiness::settleImages(const Engine &engine)
{
    if (m_missing.isEmpty())
        say(u"Images: %1, %2"_s.arg(m_settings.pythonImage, m_settings.jsImage));
    QStringList ours;
    for (const QString &image : m_missing) {
        if (image == defaultImage(Language::Python) || image == defaultImage(Language::JavaScript))
            ours.append(image);
        else
            say(u"Image: %1 is not here; it is pulled when it is first needed."_s.arg(image));
    }
    m_missing = ours;
    if (ours.isEmpty()) {
        Q_EMIT finished(true);
        return;
    }
    say(u"Images: %1 must be built first, which takes some minutes and about 2 GB."_s.arg(ours.join(u" and "_s)));
    if (m_consent == Consent::Given || confirms(u"Build now?"_s))
        return build(engine);
    say(u"    Nothing runs before \"code-sandbox-mcp images build\" has built them."_s);
    Q_EMIT finished(true);
}

void Readiness::build(const Engine &engine)
{
    const Result<InstalledFiles> files = InstalledFiles::find();
    if (!files)
        return fail(files.error());
    ImageBuildOptions options;
    options.certificateFiles = m_certificateFiles;
    options.initPath = files->initPath;
    options.languages.clear();
    for (const Language language : {Language::Python, Language::JavaScript}) {
        if (m_missing.contains(defaultImage(language)))
            options.languages.append(language);
    }
    m_builder = std::make_unique<ImageBuilder>(engine, options);
    connect(m_builder.get(), &ImageBuilder::stepStarted, this, [](const QString &sentence) { say(sentence, stderr); });
    connect(m_builder.get(), &ImageBuilder::lineReceived, this,
            [](const QString &line) { say(u"    "_s + line, stderr); });
    connect(m_builder.get(), &ImageBuilder::finished, this, [this](const Result<QString> &result) {
        if (!result)
            return fail(result.error());
        say(*result);
        Q_EMIT finished(true);
    });
    m_builder->build();
}

void Readiness::fail(const Error &error)
{
    say(u"code-sandbox-mcp: %1 Nothing was written; \"code-sandbox-mcp doctor\" checks this machine."_s.arg(
            error.message),
        stderr);
    if (!error.detail.isEmpty())
        say(error.detail, stderr);
    Q_EMIT finished(false);
}
