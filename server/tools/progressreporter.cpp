#include "tools/progressreporter.h"

#include "common/names.h"
#include "common/terminaltext.h"
#include "mcp/exchange.h"
#include "sandbox/executor.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto shortestPause = 250ms;
constexpr auto longestPause = 4s;
constexpr int maxMessage = 200;

QString phaseText(Phase phase, const QString &detail)
{
    switch (phase) {
    case Phase::Waiting:
        return u"waiting for a free slot"_s;
    case Phase::Pulling:
        return detail.isEmpty() ? u"pulling the image"_s : u"pulling the image: "_s + detail;
    case Phase::Starting:
        return u"starting the container"_s;
    case Phase::Running:
        return u"running"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

ProgressReporter::ProgressReporter(Execution &execution, Exchange &exchange)
    : QObject(&exchange)
    , m_exchange(exchange)
    , m_message(phaseText(execution.phase(), {}))
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ProgressReporter::report);
    m_pulse.setInterval(longestPause);
    connect(&m_pulse, &QTimer::timeout, this, &ProgressReporter::report);
    m_pulse.start();
    connect(&execution, &Execution::phaseChanged, this, [this](Phase phase, const QString &detail) {
        m_message = phaseText(phase, detail);
        report();
    });
    connect(&execution, &Execution::outputReceived, this,
            [this](Stream, const QByteArray &bytes, bool) { addOutput(bytes); });
    m_next.start(shortestPause); // a call that is quick needs no "waiting"
}

void ProgressReporter::addOutput(const QByteArray &bytes)
{
    // The last line that has text, also one that is not ended yet.
    QByteArray end = (m_lastLine + bytes).right(2048);
    while (end.endsWith('\n'))
        end.chop(1);
    m_lastLine = end.mid(end.lastIndexOf('\n') + 1);
    if (bytes.endsWith('\n'))
        m_lastLine += '\n';
    const QString line = terminalText(QString::fromUtf8(m_lastLine)).trimmed();
    if (line.isEmpty())
        return;
    m_message = line.left(maxMessage);
    if (m_message.back().isHighSurrogate())
        m_message.chop(1);
    if (!m_next.isActive())
        report();
}

void ProgressReporter::report()
{
    if (m_sinceReport.isValid() && std::chrono::milliseconds(m_sinceReport.elapsed()) < shortestPause) {
        if (!m_next.isActive())
            m_next.start(shortestPause);
        return;
    }
    m_sinceReport.start();
    m_pulse.start();
    m_exchange.reportProgress(m_message);
}
