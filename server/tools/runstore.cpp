#include "tools/runstore.h"

#include "common/names.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

qint64 RunStore::Run::size() const
{
    return out.head.size() + out.tail.size() + err.head.size() + err.tail.size();
}

void RunStore::add(const ExecutionId &id, const StreamCapture &out, const StreamCapture &err)
{
    dropExpired();
    m_runs.append({id, out, err, QDeadlineTimer(m_lifetime)});
    m_size += m_runs.constLast().size();
    while (m_size > capacity && m_runs.size() > 1)
        m_size -= m_runs.takeFirst().size();
}

const StreamCapture *RunStore::find(const ExecutionId &id, Stream stream)
{
    dropExpired();
    for (const Run &run : std::as_const(m_runs)) {
        if (run.id == id)
            return stream == Stream::Stdout ? &run.out : &run.err;
    }
    return nullptr;
}

void RunStore::dropExpired()
{
    while (!m_runs.isEmpty() && m_runs.constFirst().expiry.hasExpired())
        m_size -= m_runs.takeFirst().size();
}

QString RunUri::toString() const
{
    const QString uri = u"sandbox://runs/%1/%2"_s.arg(id.value, streamName(stream));
    return offset > 0 ? uri + u"?offset=%1"_s.arg(offset) : uri;
}

std::optional<RunUri> RunUri::parse(const QString &uri)
{
    static const QRegularExpression pattern(
        u"\\Asandbox://runs/([a-z2-7]{26})/(stdout|stderr)(?:\\?offset=([0-9]{1,12}))?\\z"_s);
    const QRegularExpressionMatch match = pattern.match(uri);
    if (!match.hasMatch())
        return std::nullopt;
    return RunUri{{match.captured(1)},
                  match.captured(2) == "stdout"_L1 ? Stream::Stdout : Stream::Stderr,
                  qsizetype(match.captured(3).toLongLong())};
}
