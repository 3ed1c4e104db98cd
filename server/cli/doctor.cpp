#include "doctor.h"

#include "hostfacts.h"
#include "leftovers.h"
#include "resultwriter.h"
#include "wording.h"

#include <QCoreApplication>
#include <QJsonObject>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

DoctorCommand::DoctorCommand(const Settings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_service(m_settings)
    , m_report(m_service.executor)
{
}

DoctorCommand::~DoctorCommand() = default;

void DoctorCommand::say(Mark mark, const QString &text)
{
    const char *sign = mark == Mark::Good ? "ok  " : mark == Mark::Warning ? "note" : "BAD ";
    m_hasFailed |= mark == Mark::Bad;
    std::fprintf(stdout, "%s  %s\n", sign, qUtf8Printable(text));
    std::fflush(stdout);
}

void DoctorCommand::start()
{
    say(Mark::Good, u"code-sandbox-mcp %1"_s.arg(QCoreApplication::applicationVersion()));
    if (m_service.instance.problem().isEmpty())
        say(Mark::Good, u"runtime folder %1"_s.arg(m_service.instance.runtimeFolder()));
    else
        say(Mark::Warning, m_service.instance.problem());
    m_service.factory.findEngine(this, [this](const Result<Engine> &engine) { checkEngine(engine); });
}

void DoctorCommand::checkEngine(const Result<Engine> &engine)
{
    if (!engine) {
        say(Mark::Bad, engine.error().message);
        return conclude();
    }
    say(Mark::Good, u"%1 (%2%3), runtime %4, storage %5, cgroups v%6"_s
                        .arg(engine->description(), engine->program, engine->isRootless ? u", rootless"_s : QString(),
                             engine->runtimeInUse, engine->storageDriver)
                        .arg(engine->cgroupVersion));
    for (const QString &note : engine->notes)
        say(Mark::Warning, note);
    m_report.request(this, [this](const QJsonObject &report) { checkLanguages(report); });
}

void DoctorCommand::checkLanguages(const QJsonObject &report)
{
    const QJsonObject environments = report["environments"_L1].toObject();
    for (const QString &language : environments.keys()) {
        const QJsonObject facts = environments[language].toObject();
        if (facts.contains("error"_L1)) {
            say(Mark::Bad, u"%1: %2"_s.arg(language, facts["error"_L1].toString()));
            continue;
        }
        say(Mark::Good, u"%1: %2 %3 in %4 ran, %5 libraries"_s
                            .arg(language, facts["interpreter"_L1].toString(), facts["version"_L1].toString(),
                                 facts["image"_L1].toString())
                            .arg(facts["libraries"_L1].toObject().size()));
        checkLimits(language, facts);
    }
    say(Mark::Good, u"network: programs have "_s + wording::network(m_settings));
    checkLeftovers();
}

void DoctorCommand::checkLimits(const QString &language, const QJsonObject &facts)
{
    const auto check = [&](const QString &what, const QString &wanted, bool holds) {
        if (holds)
            say(Mark::Good, u"%1: %2 limited to %3"_s.arg(language, what, wanted));
        else
            say(Mark::Warning, u"%1: the engine does not limit %2 to %3"_s.arg(language, what, wanted));
    };
    check(u"memory"_s, resultwriter::sizeText(m_settings.memoryBytes),
          facts["memory_limit"_L1].toString() == QString::number(m_settings.memoryBytes));
    check(u"processes"_s, QString::number(m_settings.pids),
          facts["pids_limit"_L1].toString() == QString::number(m_settings.pids));
    const QString cpuLimit = facts["cpu_limit"_L1].toString();
    check(u"processors"_s, QString::number(m_settings.cpus),
          !cpuLimit.isEmpty() && !cpuLimit.startsWith("max"_L1) && cpuLimit != "-1"_L1);
    if (facts["seccomp"_L1].toString() != "2"_L1)
        say(Mark::Warning, u"%1: no seccomp filter is in force"_s.arg(language));
}

void DoctorCommand::checkLeftovers()
{
    if (!m_service.factory.engine())
        return conclude();
    m_sweeper = std::make_unique<Sweeper>(*m_service.factory.engine());
    connect(m_sweeper.get(), &Sweeper::finished, this, [this](const Result<Sweeper::Report> &report) {
        if (!report)
            say(Mark::Bad, report.error().message);
        else if (!report->dead.isEmpty())
            say(Mark::Warning, u"%1 containers of dead servers are left; \"code-sandbox-mcp prune\" removes them"_s.arg(
                                   report->dead.size()));
        else
            say(Mark::Good, u"no leftover containers"_s);
        conclude();
    });
    m_sweeper->look();
}

void DoctorCommand::conclude()
{
    connect(&m_service.executor, &Executor::idle, this, [this] { Q_EMIT finished(m_hasFailed ? 1 : 0); });
    QTimer::singleShot(10s, this, [this] { Q_EMIT finished(m_hasFailed ? 1 : 0); });
    m_service.executor.shutDown();
}
