#pragma once

#include "common/result.h"

#include <QMap>
#include <QString>

#include <array>

/// This server's identity among all servers of the machine: an id, a lock that the kernel frees when the process ends
/// in whatever way, and the labels that let others judge whether a container's owner still lives.
class Instance
{
public:
    /// Creates the lock in the runtime folder. Without a usable folder the instance has no lock; the labels still name
    /// the process.
    Instance();
    ~Instance();
    Q_DISABLE_COPY_MOVE(Instance)

    /// 16 characters a-z2-7, random.
    [[nodiscard]] const QString &id() const { return m_id; }
    /// Empty if none could be made; then problem() says why.
    [[nodiscard]] const QString &runtimeFolder() const { return m_runtimeFolder; }
    [[nodiscard]] const QString &problem() const { return m_problem; }

    /// A folder for files of this server alone, made by whoever needs it and removed at its end; empty without a
    /// runtime folder.
    [[nodiscard]] QString filesFolder() const;

    /// All labels but those of a single container (language, creation time).
    [[nodiscard]] QMap<QString, QString> labels() const;

    /// Removes the lock, the socket and the files that killed servers left in a runtime folder. Free locks only: the kernel holds
    /// those of the living.
    static void removeFilesOfTheDead(const QString &runtimeFolder);

    /// Random text of a-z2-7, 5 bits a character.
    static QString randomId(int characters);

private:
    QString m_id;
    QString m_runtimeFolder;
    QString m_problem;
    int m_lock = -1;
};

/// The labels of our containers. A contract: `prune` of other versions reads them.
namespace labels {
inline constexpr QLatin1StringView prefix("io.github.code-sandbox-mcp.");
inline constexpr QLatin1StringView formatVersion("1");

/// The names of all labels that a container of ours has.
inline constexpr std::array all{
    QLatin1StringView("format"),   QLatin1StringView("machine"),  QLatin1StringView("boot"),
    QLatin1StringView("pidns"),    QLatin1StringView("uid"),      QLatin1StringView("pid"),
    QLatin1StringView("started"),  QLatin1StringView("instance"), QLatin1StringView("created"),
    QLatin1StringView("language"),
};

QString key(QLatin1StringView name); ///< prefix + name
} // namespace labels
