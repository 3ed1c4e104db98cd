#pragma once

#include <QDate>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

/// Ways out of a container that are known in the programs and processors below it, for doctor.
///
/// The table is taken from the advisories of the projects. Distributions mend older versions under their old number, so
/// what is found is a reason to look, not a proof.
namespace knownholes {

struct Hole
{
    QString mendedIn; ///< First version of this branch without it.
    QString names;    ///< "CVE-…"; several with commas.
};

/// Of "podman", "docker", "containerd", "runc", "crun". `version` may have words of a distribution behind its numbers.
QList<Hole> of(const QString &program, const QString &version);

/// gVisor has no numbers but the day of its release ("release-20221212.0"); nothing for another text.
std::optional<QDate> gvisorRelease(const QString &version);

/// What the kernel says it does nothing about, one sentence each: "spectre_v2: Vulnerable". `folder` is for tests.
QStringList ofProcessors(const QString &folder = QStringLiteral("/sys/devices/system/cpu/vulnerabilities"));

} // namespace knownholes
