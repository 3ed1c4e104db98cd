#include "engine/leftovers.h"

#include "common/runtimefolder.h"
#include "engine/containerspec.h"
#include "engine/hostfacts.h"
#include "engine/instance.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto listLimit = 20s;
constexpr auto removeLimit = 20s;

enum class WithSize
{
    No,
    Yes
};
enum class CopiesImage
{
    No,
    Yes
};

OwnerFacts::Lock lockState(const QString &instance)
{
    static const QRegularExpression idPattern(u"\\A[a-z2-7]{1,32}\\z"_s);
    if (!idPattern.match(instance).hasMatch()) // a label is somebody's text, and becomes a path here
        return OwnerFacts::Lock::Missing;
    for (const QString &folder : existingRuntimeFolders()) {
        const int file = open(QFile::encodeName(lockFilePath(folder, instance)).constData(), O_RDWR | O_CLOEXEC);
        if (file < 0)
            continue;
        const bool isFree = flock(file, LOCK_EX | LOCK_NB) == 0;
        close(file);
        return isFree ? OwnerFacts::Lock::Free : OwnerFacts::Lock::Held;
    }
    return OwnerFacts::Lock::Missing;
}

QString label(const QMap<QString, QString> &all, QLatin1StringView name)
{
    return all.value(labels::key(name));
}

/// "12.3kB (virtual 7.73MB)" as Docker writes it, in powers of 1000. What the container wrote comes first.
std::optional<qint64> dockerSize(const QString &words)
{
    static const QRegularExpression pattern(u"\\A([0-9]+(?:\\.[0-9]+)?)(B|kB|MB|GB|TB)\\b"_s);
    const QRegularExpressionMatch match = pattern.match(words);
    if (!match.hasMatch())
        return std::nullopt;
    static const QStringList units{u"B"_s, u"kB"_s, u"MB"_s, u"GB"_s, u"TB"_s};
    double bytes = match.captured(1).toDouble();
    for (qsizetype i = units.indexOf(match.captured(2)); i > 0; --i)
        bytes *= 1000;
    return qint64(bytes);
}

/// What the container wrote; with storage that gives every container a copy of its image, that as well.
std::optional<qint64> podmanSize(const QJsonValue &size, CopiesImage copiesImage)
{
    if (!size.isObject())
        return std::nullopt;
    const qint64 written = size["rwSize"_L1].toInteger();
    return copiesImage == CopiesImage::Yes ? std::max(written, size["rootFsSize"_L1].toInteger()) : written;
}

QList<ListedContainer> parsePodmanList(const QByteArray &json, CopiesImage copiesImage)
{
    QList<ListedContainer> containers;
    const QJsonArray array = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &value : array) {
        ListedContainer container{value["Names"_L1][0].toString(), value["State"_L1].toString(), {}};
        const QJsonObject all = value["Labels"_L1].toObject();
        for (auto one = all.begin(); one != all.end(); ++one)
            container.labels.insert(one.key(), one.value().toString());
        container.sizeBytes = podmanSize(value["Size"_L1], copiesImage);
        if (!container.name.isEmpty())
            containers.append(container);
    }
    return containers;
}

/// One object a line, with our labels as further members; "" stands for one that is not there.
QList<ListedContainer> parseDockerList(const QByteArray &lines)
{
    QList<ListedContainer> containers;
    for (const QByteArray &line : lines.split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        ListedContainer container{object["Names"_L1].toString(), object["State"_L1].toString(), {}};
        for (QLatin1StringView name : labels::all) {
            const QString key = labels::key(name);
            if (const QString value = object[key].toString(); !value.isEmpty())
                container.labels.insert(key, value);
        }
        container.sizeBytes = dockerSize(object["Size"_L1].toString());
        if (!container.name.isEmpty())
            containers.append(container);
    }
    return containers;
}

/// Arguments of `ps` for both purposes.
QStringList psArguments(Engine::Kind kind, const QString &label, WithSize withSize)
{
    QStringList options;
    if (withSize == WithSize::Yes)
        options += u"--size"_s;
    QString format = u"json"_s;
    if (kind == Engine::Kind::Docker) {
        // Its own JSON has all labels in one text, "key=value,key=value", in which a value with a comma passes for a
        // label: anybody's container could claim to be one of ours. So each is asked for by its name.
        QStringList members{u"\"Names\":{{json .Names}}"_s, u"\"State\":{{json .State}}"_s};
        if (withSize == WithSize::Yes)
            members += u"\"Size\":{{json .Size}}"_s;
        for (QLatin1StringView name : labels::all) {
            const QString key = labels::key(name);
            members += u"\"%1\":{{json (.Label \"%1\")}}"_s.arg(key);
        }
        format = u'{' + members.join(u',') + u'}';
    }
    return QStringList{u"ps"_s, u"--all"_s, u"--no-trunc"_s} + options +
           QStringList{u"--filter"_s, u"label="_s + label, u"--format"_s, format};
}

} // namespace

OwnerFacts OwnerFacts::ofThisMachine()
{
    return {QString::fromLatin1(hostfacts::machineId()),
            QString::fromLatin1(hostfacts::bootId()),
            QString::number(hostfacts::pidNamespace()),
            QString::number(geteuid()),
            &hostfacts::processStartTime,
            &lockState};
}

Owner judgeOwner(const QMap<QString, QString> &all, const OwnerFacts &facts)
{
    if (label(all, "format"_L1) != labels::formatVersion || label(all, "machine"_L1) != facts.machineId ||
        label(all, "uid"_L1) != facts.uid)
        return Owner::Unknown;
    const QString boot = label(all, "boot"_L1);
    if (boot != facts.bootId) {
        // Machines without an id (minimal images have none) cannot be told apart; a missing boot id says nothing.
        return facts.machineId.isEmpty() || boot.isEmpty() ? Owner::Unknown : Owner::Dead;
    }
    if (label(all, "pidns"_L1) != facts.pidNamespace)
        return Owner::Unknown;
    switch (facts.lock(label(all, "instance"_L1))) {
    case OwnerFacts::Lock::Held:
        return Owner::Alive;
    case OwnerFacts::Lock::Free:
        return Owner::Dead;
    case OwnerFacts::Lock::Missing:
        break; // proves nothing: the folder may have been another one
    }
    bool isNumber = false;
    const qint64 pid = label(all, "pid"_L1).toLongLong(&isNumber);
    const quint64 started = label(all, "started"_L1).toULongLong();
    if (!isNumber || pid <= 0 || started == 0)
        return Owner::Unknown;
    return facts.processStartTime(pid) == started ? Owner::Alive : Owner::Dead;
}

QStringList listArguments(Engine::Kind kind, const QString &label)
{
    return psArguments(kind, label, WithSize::No);
}

QList<ListedContainer> parseList(Engine::Kind kind, const QByteArray &output)
{
    return kind == Engine::Kind::Podman ? parsePodmanList(output, CopiesImage::No) : parseDockerList(output);
}

QStringList sizeArguments(Engine::Kind kind, const QString &label)
{
    return psArguments(kind, label, WithSize::Yes);
}

QList<ListedContainer> parseSizes(const Engine &engine, const QByteArray &output)
{
    if (engine.kind == Engine::Kind::Docker)
        return parseDockerList(output);
    return parsePodmanList(output, engine.storageDriver == "vfs"_L1 ? CopiesImage::Yes : CopiesImage::No);
}

Sweeper::Sweeper(Engine engine, QObject *parent)
    : QObject(parent)
    , m_engine(std::move(engine))
{
}

void Sweeper::look()
{
    list();
}

void Sweeper::sweep(const QStringList &only)
{
    m_removes = true;
    m_only = only;
    list();
}

void Sweeper::list()
{
    auto *command =
        new EngineCommand(m_engine.command(listArguments(m_engine.kind, labels::key("format"_L1))), listLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command](const CommandResult &result) {
        command->deleteLater();
        listed(result);
    });
    command->start();
}

void Sweeper::listed(const CommandResult &result)
{
    if (!result.succeeded()) {
        Q_EMIT finished(
            Error{Error::Code::EngineUnreachable,
                  u"%1 did not list its containers: %2."_s.arg(m_engine.description(), result.explanation()),
                  QString::fromUtf8(result.errors).trimmed()});
        return;
    }
    const OwnerFacts facts = OwnerFacts::ofThisMachine();
    const QList<ListedContainer> containers = parseList(m_engine.kind, result.output);
    for (const ListedContainer &container : containers) {
        switch (judgeOwner(container.labels, facts)) {
        case Owner::Dead:
            m_report.dead.append(container);
            break;
        case Owner::Alive:
            m_report.spared.append(container.name);
            break;
        case Owner::Unknown:
            m_report.unknown.append(container.name);
            break;
        }
    }
    for (const ListedContainer &container : std::as_const(m_report.dead)) {
        if (m_removes && (m_only.isEmpty() || m_only.contains(container.name)))
            m_remaining.append(container.name);
    }
    removeNext();
}

void Sweeper::removeNext()
{
    if (m_remaining.isEmpty()) {
        if (m_removes && m_only.isEmpty()) { // now that their owners are judged; without a lock the pid tells
            for (const QString &folder : existingRuntimeFolders())
                Instance::removeFilesOfTheDead(folder);
        }
        Q_EMIT finished(m_report);
        return;
    }
    const QString name = m_remaining.takeFirst();
    auto *command = new EngineCommand(removeCommand(m_engine, {name}), removeLimit, this);
    connect(command, &EngineCommand::finished, this, [this, command, name](const CommandResult &result) {
        command->deleteLater();
        // One that was on its way out by itself is as good as removed.
        if (result.succeeded() || result.errors.contains("o such container"))
            m_report.removed.append(name);
        else
            m_report.failed.append({name, result.explanation()});
        removeNext();
    });
    command->start();
}
