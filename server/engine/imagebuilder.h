#pragma once

#include "common/execution.h"
#include "common/result.h"
#include "engine/command.h"
#include "engine/engine.h"
#include "engine/imagereference.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>

/// "localhost/code-sandbox-python", "localhost/code-sandbox-js".
QString defaultImage(Language language);

struct ImageBuildOptions
{
    enum class Network
    {
        Automatic, ///< The engine's own; where the build cannot reach anything through that, the host's.
        Engine,
        Host
    };
    enum class Reuse
    {
        WhenCurrent, ///< An image that was built from the same files is left as it is.
        Never
    };

    QList<Language> languages{Language::Python, Language::JavaScript};
    QString baseImage; ///< Empty: Debian's, or one made here of Debian packages where that cannot be pulled.
    Network network = Network::Automatic;
    Reuse reuse = Reuse::WhenCurrent;

    // Files of the building machine that the build needs and the images do not keep; see containers/host/README.
    QStringList certificateFiles; ///< PEM
    QString pipConf;
    QString npmrc;
    QString aptConf;

    QString initPath;         ///< sandbox-init; put into the images when the engine cannot mount it.
    QString bootstrapProgram; ///< Empty: mmdebstrap, looked for in PATH.

    std::chrono::milliseconds queryLimit = std::chrono::seconds(30);
    std::chrono::milliseconds pullLimit = std::chrono::minutes(5);
    std::chrono::milliseconds bootstrapLimit = std::chrono::minutes(10);
    std::chrono::milliseconds buildLimit = std::chrono::minutes(20);
};

/// Brings images onto an engine: builds ours, derives one from another image, or pulls one.
///
/// One of build(), buildDerived() and pull() may be called, once. Then exactly one finished() follows through the
/// event loop; the other signals come before it. Destroying the builder ends the step that runs.
class ImageBuilder : public QObject
{
    Q_OBJECT

public:
    ImageBuilder(Engine engine, ImageBuildOptions options, QObject *parent = nullptr);
    ~ImageBuilder() override;

    /// Builds the images of options.languages from the files of containers/, which the program carries in itself.
    void build();

    /// Makes `tag` of `image` and sandbox-init, for engines that cannot mount it. Pulls the image if it is missing.
    void buildDerived(const QString &image, const QString &initPath, const QString &tag);

    void pull(const QString &image);

Q_SIGNALS:
    void stepStarted(const QString &sentence);
    /// What the engine or mmdebstrap prints.
    void lineReceived(const QString &line);
    /// A sentence that says what is there now.
    void finished(const Result<QString> &result);

private:
    using Continuation = std::function<void(const CommandResult &)>;

    void run(CommandLine commandLine, std::chrono::milliseconds limit, const Continuation &next);
    void ask(const QStringList &arguments, const Continuation &next);
    void conclude(const Result<QString> &result);
    void fail(Error::Code code, const QString &message, const QString &detail = {});
    void failCommand(Error::Code code, const QString &what, const QString &nextStep, const CommandResult &result);

    void checkNextImage();
    void findBase();
    void pullBase();
    void findBootstrappedBase();
    void bootstrapBase();
    void importBase(const QString &archive);
    void buildCurrentImage();
    void runBuild(const QStringList &arguments, const QString &tag, const std::function<void()> &next);
    /// Sees to it that sandbox-init will be in its containers.
    void finishCurrentImage();
    void checkMounts(const QString &image);
    void concludeCurrentImage();
    /// Pulls, also by the whole name where the engine does not know a short one. `reference`: what was tried last.
    void fetch(const QString &image,
               const std::function<void(const QString &reference, const CommandResult &)> &next);
    void pullIfMissing(const QString &image, const std::function<void()> &next);
    void buildDerivedImage(const QString &image, const QString &tag, const std::function<void()> &next);
    void removeLeftovers();

    bool stageContext();
    bool stageHostFiles();
    [[nodiscard]] QString buildHash() const;
    [[nodiscard]] QStringList buildArguments(bool withHostNetwork) const;
    [[nodiscard]] QStringList proxyArguments() const;
    [[nodiscard]] QString contextPath(const QString &name = {}) const;

    Engine m_engine;
    ImageBuildOptions m_options;
    QList<Language> m_remaining;
    QString m_base; ///< Known after findBase().
    bool m_usesHostNetwork = false;
    QTemporaryDir m_folder;
    std::unique_ptr<EngineCommand> m_command;
    QStringList m_lastLines; ///< Of the running step, for the Error's detail.
    QStringList m_done;
};
