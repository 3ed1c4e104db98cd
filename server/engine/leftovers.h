#pragma once

#include "common/result.h"
#include "engine/engine.h"

#include <QMap>
#include <QObject>

#include <functional>
#include <optional>

/// A container of this project, of whatever server, as the engine lists it.
struct ListedContainer
{
    QString name;
    QString state; ///< The engine's word: "running", "created", "exited".
    QMap<QString, QString> labels;
    std::optional<qint64> sizeBytes = std::nullopt; ///< Disk space that goes with it; only in parseSizes().
};

/// What can be known of an owner from here. Injected, so that tests can make up machines.
struct OwnerFacts
{
    QString machineId;
    QString bootId;
    QString pidNamespace;
    QString uid;
    std::function<quint64(qint64 pid)> processStartTime; ///< 0: no such process.
    enum class Lock
    {
        Missing,
        Free,
        Held
    };
    std::function<Lock(const QString &instance)> lock;

    static OwnerFacts ofThisMachine();
};

enum class Owner
{
    Dead,
    Alive,
    Unknown, ///< Of another machine, user or pid namespace: not ours to judge.
};

/// Whether the server that started a container still lives. Dead only when that is certain.
Owner judgeOwner(const QMap<QString, QString> &labels, const OwnerFacts &facts);

/// The engine's `ps` that lists all containers with this label ("NAME" or "NAME=value"), in the form that the parser
/// below reads.
QStringList listArguments(Engine::Kind kind, const QString &label);

/// Reads what that printed; empty for garbage.
QList<ListedContainer> parseList(Engine::Kind kind, const QByteArray &output);

/// The same with the engine's own measuring of each container's files: slow.
QStringList sizeArguments(Engine::Kind kind, const QString &label);
QList<ListedContainer> parseSizes(const Engine &engine, const QByteArray &output);

/// Finds containers whose owner is dead, and removes them. Used once: exactly one finished() follows look() or sweep().
class Sweeper : public QObject
{
    Q_OBJECT

public:
    struct Failure
    {
        QString name;
        QString reason; ///< The engine's words.
    };
    struct Report
    {
        QList<ListedContainer> dead; ///< What was found, before anything was removed.
        QStringList removed;
        QList<Failure> failed;
        QStringList spared;  ///< Of live owners.
        QStringList unknown; ///< Of owners that cannot be judged from here.
    };

    explicit Sweeper(Engine engine, QObject *parent = nullptr);

    /// Only finds them.
    void look();
    /// Removes them: all, with the files that dead servers left in the runtime folder, or those of `only`.
    void sweep(const QStringList &only = {});

Q_SIGNALS:
    void finished(const Result<Report> &report);

private:
    void list();
    void listed(const CommandResult &result);
    void removeNext();

    Engine m_engine;
    Report m_report;
    bool m_removes = false;
    QStringList m_only;
    QStringList m_remaining;
};
