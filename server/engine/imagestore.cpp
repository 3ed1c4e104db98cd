#include "engine/imagestore.h"

#include "engine/engineprobe.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(log, "sandbox.engine")

constexpr auto inspectLimit = 20s;
constexpr auto pullLimit = 5min;

/// Our own images are built, not pulled.
bool isLocalOnly(const QString &image)
{
    return image.startsWith("localhost/"_L1);
}

QString adviceFor(const QString &image)
{
    return isLocalOnly(image)
               ? u"Build it with \"code-sandbox-mcp images build\" (once, some minutes)."_s
               : u"Check the name and the registry, or get it with \"code-sandbox-mcp images pull %1\"."_s.arg(image);
}

} // namespace

ImageStore::ImageStore(PullPolicy policy, QObject *parent)
    : QObject(parent)
    , m_policy(policy)
{
}

void ImageStore::ensure(const Engine &engine, const QString &image, QObject *context, Answer answer)
{
    auto &waiting = m_waiting[image];
    waiting.append({context, std::move(answer)});
    if (waiting.size() > 1)
        return;
    if (isKnown(image))
        QMetaObject::invokeMethod(
            this, [this, image] { conclude(image, image); }, Qt::QueuedConnection);
    else if (m_policy == PullPolicy::Always && !isLocalOnly(image))
        pull(engine, image, image);
    else
        inspect(engine, image);
}

void ImageStore::inspect(const Engine &engine, const QString &image)
{
    auto *command = new EngineCommand(
        engine.command({u"image"_s, u"inspect"_s, u"--format"_s, u"{{.Id}}"_s, u"--"_s, image}), inspectLimit, this);
    connect(command, &EngineCommand::finished, this, [=, this](const CommandResult &result) {
        command->deleteLater();
        if (result.succeeded())
            return conclude(image, image);
        if (result.end != CommandResult::End::Exited) {
            return conclude(image, Error{Error::Code::EngineUnreachable,
                                         u"%1 did not say whether the image %2 is there: %3."_s.arg(
                                             engine.description(), image, result.explanation()),
                                         {}});
        }
        if (m_policy != PullPolicy::Never && !isLocalOnly(image))
            return pull(engine, image, image);
        conclude(image, Error{Error::Code::ImageMissing,
                              u"The image %1 is not on this machine (%2). %3"_s.arg(image, engine.description(),
                                                                                    adviceFor(image)),
                              QString::fromUtf8(result.errors).trimmed()});
    });
    command->start();
}

void ImageStore::pull(const Engine &engine, const QString &image, const QString &reference)
{
    qCInfo(log).noquote() << "Pulling" << reference;
    Q_EMIT pullProgressed(image, {});
    CommandLine commandLine = engine.command({u"pull"_s, u"--"_s, reference});
    commandLine.environment = engineenvironment::forDownloads(engine.environment);
    auto *command = new EngineCommand(commandLine, pullLimit, this);
    connect(command, &EngineCommand::lineReceived, this,
            [this, image](const QByteArray &line) { Q_EMIT pullProgressed(image, QString::fromUtf8(line).trimmed()); });
    connect(command, &EngineCommand::finished, this, [=, this](const CommandResult &result) {
        command->deleteLater();
        if (result.succeeded())
            return conclude(image, image);
        if (const QString whole = engine.otherName(reference); !whole.isEmpty()) {
            const QString note = u"%1 does not know where %2 comes from; trying %3, as Docker would."_s.arg(
                engine.description(), image, whole);
            qCWarning(log).noquote() << note;
            pull(engine, image, whole);
            return Q_EMIT pullProgressed(image, note);
        }
        const QString reason = result.end == CommandResult::End::TimedOut
                                   ? u"no end within %1 minutes"_s.arg(std::chrono::minutes(pullLimit).count())
                                   : result.explanation();
        conclude(image, Error{Error::Code::PullFailed,
                              u"Cannot pull the image %1: %2. %3"_s.arg(reference, reason, adviceFor(reference)),
                              QString::fromUtf8(result.errors).trimmed()});
    });
    command->start();
}

void ImageStore::conclude(const QString &image, const Result<QString> &result)
{
    if (result)
        m_present.insert(image);
    const QList<Waiting> waiting = m_waiting.take(image);
    for (const Waiting &one : waiting) {
        if (one.context)
            one.answer(result);
    }
}
