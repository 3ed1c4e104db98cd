#include "engine/knownholes.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QVersionNumber>

#include <array>

using namespace Qt::StringLiterals;

namespace {

struct Entry
{
    QLatin1StringView program;
    QLatin1StringView since; ///< First version of the branch that `mendedIn` belongs to.
    QLatin1StringView mendedIn;
    QLatin1StringView names;
};

constexpr std::array entries{
    Entry{"runc"_L1, "0"_L1, "1.1.12"_L1, "CVE-2024-21626"_L1},
    Entry{"runc"_L1, "0"_L1, "1.2.8"_L1, "CVE-2025-31133, CVE-2025-52565, CVE-2025-52881"_L1},
    Entry{"runc"_L1, "1.3.0"_L1, "1.3.3"_L1, "CVE-2025-31133, CVE-2025-52565, CVE-2025-52881"_L1},
    Entry{"crun"_L1, "0"_L1, "1.4.4"_L1, "CVE-2022-27650"_L1},
    Entry{"podman"_L1, "0"_L1, "4.0.3"_L1, "CVE-2022-27649"_L1},
    Entry{"docker"_L1, "0"_L1, "20.10.14"_L1, "CVE-2022-24769"_L1},
    Entry{"containerd"_L1, "0"_L1, "1.4.13"_L1, "CVE-2022-23648"_L1},
    Entry{"containerd"_L1, "1.5.0"_L1, "1.5.10"_L1, "CVE-2022-23648"_L1},
    Entry{"containerd"_L1, "1.6.0"_L1, "1.6.1"_L1, "CVE-2022-23648"_L1},
    Entry{"containerd"_L1, "0"_L1, "1.6.38"_L1, "CVE-2024-40635"_L1},
    Entry{"containerd"_L1, "1.7.0"_L1, "1.7.27"_L1, "CVE-2024-40635"_L1},
    Entry{"containerd"_L1, "2.0.0"_L1, "2.0.4"_L1, "CVE-2024-40635"_L1},
};

} // namespace

QList<knownholes::Hole> knownholes::of(const QString &program, const QString &version)
{
    QList<Hole> holes;
    const auto number = QVersionNumber::fromString(version);
    if (number.isNull())
        return holes;
    for (const Entry &entry : entries) {
        if (entry.program == program && number >= QVersionNumber::fromString(entry.since) &&
            number < QVersionNumber::fromString(entry.mendedIn))
            holes.append({entry.mendedIn, entry.names});
    }
    return holes;
}

std::optional<QDate> knownholes::gvisorRelease(const QString &version)
{
    static const QRegularExpression pattern(u"release-(\\d{8})"_s);
    const QDate date = QDate::fromString(pattern.match(version).captured(1), u"yyyyMMdd"_s);
    return date.isValid() ? std::optional(date) : std::nullopt;
}

QStringList knownholes::ofProcessors(const QString &folder)
{
    QStringList sentences;
    const QDir directory(folder);
    for (const QString &name : directory.entryList(QDir::Files, QDir::Name)) {
        QFile file(directory.filePath(name));
        if (!file.open(QFile::ReadOnly))
            continue;
        const QString state = QString::fromUtf8(file.readAll()).trimmed();
        if (state.startsWith("Vulnerable"_L1))
            sentences.append(name + u": "_s + state);
    }
    return sentences;
}
