#pragma once

#include "common/result.h"
#include "engine/engine.h"
#include "sandbox/settings.h"

#include <QObject>
#include <QPointer>
#include <QSet>

#include <functional>

/// Makes sure that an image is on the machine before a container of it is started.
///
/// Each image is asked for once; concurrent requests share one answer. Answers come through the event loop. What was
/// found present stays so until forget().
class ImageStore : public QObject
{
    Q_OBJECT

public:
    using Answer = std::function<void(const Result<QString> &image)>;

    explicit ImageStore(PullPolicy policy, QObject *parent = nullptr);

    [[nodiscard]] bool isKnown(const QString &image) const { return m_present.contains(image); }
    /// `context` dying withdraws the request (the pull goes on).
    void ensure(const Engine &engine, const QString &image, QObject *context, Answer answer);
    /// A container could not be started for want of the image.
    void forget(const QString &image) { m_present.remove(image); }

Q_SIGNALS:
    /// `line`: what the engine said last.
    void pullProgressed(const QString &image, const QString &line);

private:
    void inspect(const Engine &engine, const QString &image);
    /// `reference`: the image as the engine is asked for it, perhaps with a registry that `image` does not name.
    void pull(const Engine &engine, const QString &image, const QString &reference);
    void conclude(const QString &image, const Result<QString> &result);

    struct Waiting
    {
        QPointer<QObject> context;
        Answer answer;
    };

    PullPolicy m_policy;
    QSet<QString> m_present;
    QHash<QString, QList<Waiting>> m_waiting;
};
