#include "conditions.h"

#include "patience.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto pingPause = 200ms;
/// A server that is blocked by a run does not answer at all. The guide's 100 ms are the benchmark's to hold: here a
/// fork bomb, its engine and this test share two processors with whatever else the machine does.
constexpr auto pingLimit = 10s;
constexpr qint64 growthLimitKib = 32 * 1024;
constexpr auto resultMargin = 10s;
constexpr auto goneLimit = 10s;
/// A container that has to be started first; only a shared machine makes that take so long.
constexpr auto startAllowance = 4s;

const auto neighbourCode = u"import time\nfor i in range(20):\n    print('neighbour', i)\n    time.sleep(0.05)\n"_s;

QString neighbourOutput()
{
    QString expected;
    for (int i = 0; i < 20; ++i)
        expected += u"neighbour %1\n"_s.arg(i);
    return expected;
}

/// The files of ours that containers can see, and who else could be written to by mistake.
QByteArray hostFiles()
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &path : {QStringLiteral(SANDBOX_TEST_INIT), QStringLiteral(SANDBOX_TEST_HOSTS),
                                QStringLiteral(SANDBOX_TEST_RESOLV_CONF), u"/etc/passwd"_s, u"/etc/hosts"_s,
                                u"/proc/sys/kernel/core_pattern"_s}) {
        QFile file(path);
        if (!file.open(QFile::ReadOnly))
            continue;
        while (!file.atEnd()) {
            const QByteArray line = file.readLine();
            if (!line.startsWith(TestEngine::userName.data())) // the tests on rootless podman make it, at any time
                hash.addData(line);
        }
    }
    return hash.result();
}

QByteArray &hostFilesBefore()
{
    static QByteArray hash = hostFiles();
    return hash;
}

} // namespace

bool becomesTrue(const std::function<bool()> &holds, std::chrono::milliseconds limit)
{
    return QTest::qWaitFor(holds, int(patient(limit).count()));
}

Conditions::Conditions(McpClient &client, Watch watch)
    : m_client(client)
    , m_watch(watch)
    , m_kibBefore(residentKib())
{
    hostFilesBefore();
    m_sinceStart.start();
    connect(&m_pings, &QTimer::timeout, this, &Conditions::ping);
    m_pings.start(pingPause);
    m_neighbour = m_client.callPython(neighbourCode, {{u"timeout"_s, 60}});
}

QString Conditions::markName()
{
    return u"SANDBOX_TEST_MARK"_s;
}

QString Conditions::markValue()
{
    static const QString value =
        u"mark-%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(QDateTime::currentMSecsSinceEpoch());
    return value;
}

QList<qint64> Conditions::markedProcesses()
{
    const QByteArray mark = (markName() + u'=' + markValue()).toUtf8();
    QList<qint64> pids;
    for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isPid = false;
        const qint64 pid = entry.toLongLong(&isPid);
        QFile environment(u"/proc/%1/environ"_s.arg(entry));
        // The server itself has the variable, too; the programs' copy comes with a HOME of ours.
        if (isPid && environment.open(QFile::ReadOnly)) {
            const QByteArray content = environment.readAll();
            if (content.contains(mark) && content.contains("MPLBACKEND="))
                pids += pid;
        }
    }
    return pids;
}

qint64 Conditions::residentKib() const
{
    QFile file(u"/proc/%1/statm"_s.arg(m_client.pid()));
    if (!file.open(QFile::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE) / 1024;
}

void Conditions::ping()
{
    m_kibMost = std::max(m_kibMost, residentKib());
    if (m_watch == Watch::ServerAndProcesses)
        countProcesses();
    if (m_pingId >= 0 && !m_client.hasReply(m_pingId))
        return;
    if (m_pingId >= 0)
        m_slowestPing = std::max(m_slowestPing, m_client.tookFor(m_pingId));
    m_pingId = m_client.request(u"ping"_s);
}

void Conditions::countProcesses()
{
    QHash<quint64, qsizetype> perContainer;
    for (qint64 pid : markedProcesses()) {
        if (const quint64 space = pidNamespaceOf(pid); space != 0)
            ++perContainer[space];
    }
    for (qsizetype count : std::as_const(perContainer))
        m_mostProcesses = std::max(m_mostProcesses, count);
}

QStringList Conditions::broken(const RunResult &result, std::chrono::milliseconds timeout)
{
    QStringList problems;
    m_pings.stop();
    if (result.reply.isEmpty())
        return {u"no result came; the server's log: "_s + QString::fromUtf8(m_client.log().right(2000))};
    if (m_pingId < 0)
        ping();
    m_kibMost = std::max(m_kibMost, residentKib());
    if (m_client.waitForReply(m_pingId).isEmpty())
        problems += u"a ping was not answered"_s;
    m_slowestPing = std::max(m_slowestPing, m_client.tookFor(m_pingId));
    if (result.took > patient(timeout + resultMargin + startAllowance))
        problems += u"the result took %1 ms"_s.arg(result.took.count());
    if (result.hasRun() && result.number("duration_ms"_L1) > double(patient(timeout + 5s).count()))
        problems += u"the program ran for %1 ms"_s.arg(result.number("duration_ms"_L1));
    if (m_slowestPing > patient(pingLimit))
        problems += u"a ping took %1 ms"_s.arg(m_slowestPing.count());
    if (m_kibMost - m_kibBefore > growthLimitKib + m_messageKib)
        problems += u"the server grew by %1 KiB"_s.arg(m_kibMost - m_kibBefore);

    const RunResult neighbour = m_client.waitForResult(m_neighbour);
    if (neighbour.out() != neighbourOutput() || neighbour.isError())
        problems += u"the program that ran beside it was harmed: "_s + QString::fromUtf8(neighbour.description());
    const RunResult next = m_client.runPython(u"print('next')"_s, {{u"timeout"_s, 60}});
    if (next.out() != "next\n"_L1)
        problems += u"the next program was harmed: "_s + QString::fromUtf8(next.description());

    checkLeftovers(result, problems);
    if (!m_client.violations().isEmpty())
        problems += u"the server's stdout is not pure: "_s + m_client.violations().join(u" | "_s);
    if (const QStringList left = m_client.leftInWorkingFolder(); !left.isEmpty())
        problems += u"left in the working folder: "_s + left.join(u", "_s);
    if (hostFiles() != hostFilesBefore())
        problems += u"a file of the host changed"_s;
    return problems;
}

void Conditions::checkLeftovers(const RunResult &result, QStringList &problems)
{
    QStringList names;
    const bool isGone = becomesTrue(
        [&] {
            names.clear();
            for (const ListedContainer &container : m_client.engine().containers(m_client.pid()))
                names += container.name;
            // Each container that is left waits for a call, with one process of its own.
            return !names.contains(result.container()) &&
                   (!m_client.engine().showsProcesses() || markedProcesses().size() <= names.size());
        },
        goneLimit);
    if (!isGone) {
        problems +=
            u"something is left of %1: containers %2, %3 processes"_s.arg(result.container(), names.join(u", "_s))
                .arg(markedProcesses().size());
    }
}
