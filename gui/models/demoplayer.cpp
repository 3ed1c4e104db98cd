#include "models/demoplayer.h"

#include <QFile>

using namespace Qt::StringLiterals;

Result<bool> DemoPlayer::load(const QString &path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return Error{
            Error::Code::InvalidInput, tr("The journal %1 cannot be read: %2.").arg(path, file.errorString()), {}};
    QString instance;
    for (int number = 1; !file.atEnd(); ++number) {
        const QByteArray line = file.readLine(monitor::maxEventLine + 2).trimmed();
        if (line.isEmpty())
            continue;
        const auto event = monitor::decodeEvent(line);
        if (!event.ok())
            return Error{Error::Code::InvalidInput, tr("Line %1 of the journal %2 is malformed.").arg(number).arg(path),
                         event.error().message};
        if (const auto *hello = std::get_if<monitor::Hello>(&event->payload))
            instance = hello->server.instance;
        m_lines += Line{instance, *event};
        if (std::holds_alternative<monitor::ReplayEnded>(event->payload))
            m_present = m_lines.size();
    }
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DemoPlayer::playNext);
    return true;
}

void DemoPlayer::start()
{
    if (m_lines.isEmpty())
        return;
    const QDateTime present = m_lines.at(m_present > 0 ? m_present - 1 : 0).event.time;
    m_shift = present.msecsTo(QDateTime::currentDateTimeUtc());
    while (m_next < m_present)
        playNext();
    m_timer.start(0);
}

void DemoPlayer::finish()
{
    m_timer.stop();
    while (m_next < m_lines.size())
        playNext();
    m_timer.stop();
}

void DemoPlayer::playNext()
{
    if (m_next >= m_lines.size()) {
        Q_EMIT finished();
        return;
    }
    Line line = m_lines.at(m_next++);
    if (m_next > m_present && m_next < m_lines.size()) {
        constexpr qint64 longestPause = 2000;
        const qint64 pause = line.event.time.msecsTo(m_lines.at(m_next).event.time);
        m_timer.start(int(std::clamp<qint64>(pause, 0, longestPause)));
    }
    shift(line.event);
    Q_EMIT eventPlayed(line.instance, line.event);
}

void DemoPlayer::shift(monitor::Event &event) const
{
    const auto move = [this](QDateTime &time) {
        if (time.isValid())
            time = time.addMSecs(m_shift);
    };
    move(event.time);
    if (auto *hello = std::get_if<monitor::Hello>(&event.payload))
        move(hello->server.started);
    else if (auto *changed = std::get_if<monitor::ServerChanged>(&event.payload))
        move(changed->server.started);
    else if (auto *container = std::get_if<monitor::ContainerChanged>(&event.payload))
        move(container->container.created);
    else if (auto *answer = std::get_if<monitor::Answer>(&event.payload)) {
        for (monitor::AnswerItem &item : answer->items)
            move(item.created);
    }
}
