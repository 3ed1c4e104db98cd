#pragma once

#include "sandbox/executor.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>

#include <functional>

/// Finds out what programs find inside the sandbox, by running a small program in each image through the ordinary path:
/// so it tells what is, not what should be. What an image answered is kept for as long as the server runs, also when
/// the engine or the image is replaced meanwhile.
class EnvironmentReport : public QObject
{
    Q_OBJECT

public:
    using Answer = std::function<void(const QJsonObject &report)>;

    explicit EnvironmentReport(Executor &executor, QObject *parent = nullptr);

    /// The content of sandbox://environments, through the event loop. Trouble with an image or the engine is part of
    /// the report, not a failure.
    void request(QObject *context, Answer answer);

private:
    struct Waiting
    {
        QPointer<QObject> context;
        Answer answer;
    };

    void inspect(Language language);
    void inspected(Language language, const Result<ExecutionResult> &result, bool hasEngineSeccomp);
    [[nodiscard]] QJsonObject report() const;
    /// How much the folders hold that programs may write to.
    [[nodiscard]] QJsonObject rooms() const;

    Executor &m_executor;
    QHash<Language, QJsonObject> m_known;   ///< What was found out and stays.
    QHash<Language, QJsonObject> m_current; ///< For the answer under way; may hold errors.
    QList<Waiting> m_waiting;
};
