#include "engine/missinglimits.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

QString noteOn(missinglimits::Limit limit, const QString &engine)
{
    switch (limit) {
    case missinglimits::Limit::Processors:
        return u"%1 cannot limit processors here (no cpu controller), so --cpus has no effect: a program may use all "
               "processors until its time is over. Delegate the controller (systemd: Delegate=cpu for user@.service), "
               "or run the engine as root."_s.arg(engine);
    case missinglimits::Limit::Memory:
        return u"WEAKER: %1 cannot limit memory here (no memory controller), so --memory does not hold for a whole "
               "program, only for each of its processes: several together can use up this machine's memory. /sandbox, "
               "/tmp and /dev/shm stay small instead. Delegate the controller (systemd: Delegate=memory for "
               "user@.service), or run the engine as root."_s.arg(engine);
    case missinglimits::Limit::Processes:
        return u"WEAKER: %1 cannot limit processes here (no pids controller), so --pids has no effect: a fork bomb "
               "can slow this machine down until its time is over. Delegate the controller (systemd: Delegate=pids "
               "for user@.service), or run the engine as root."_s.arg(engine);
    }
    Q_UNREACHABLE();
}

} // namespace

std::optional<missinglimits::Limit> missinglimits::refused(const QString &words)
{
    // Podman with crun, and with runc; Docker.
    static const QRegularExpression controller(
        u"cgroup controller [`'\"]?(cpu|memory|pids)[`'\"]? is not available|"
        "cannot set (cpu|memory|pids) limit|(NanoCPUs|CPU CFS|Memory limit|Pids limit)\\b.*"
        "(?:can ?not be set|not support)"_s,
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = controller.match(words);
    if (!match.hasMatch())
        return std::nullopt;
    const QString what = (match.captured(1) + match.captured(2) + match.captured(3)).toLower();
    if (what.startsWith("memory"_L1))
        return Limit::Memory;
    return what.startsWith("pids"_L1) ? Limit::Processes : Limit::Processors;
}

void missinglimits::drop(Engine &engine, Limit limit)
{
    bool &takes = limit == Limit::Memory       ? engine.takesMemoryLimit
                  : limit == Limit::Processors ? engine.takesCpuLimit
                                               : engine.takesProcessLimit;
    if (std::exchange(takes, false))
        engine.notes += noteOn(limit, engine.description());
}
