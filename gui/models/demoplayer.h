#pragma once

#include "common/monitorprotocol.h"

#include <QObject>
#include <QTimer>

/// Plays a journal as if its servers ran now: for demonstrations, screenshots and reading old journals.
///
/// What comes before a "replay_ended" line is the past and is given at once, the rest in its own time (pauses of more
/// than two seconds are shortened). All times are moved so that the present begins now.
class DemoPlayer : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    Result<bool> load(const QString &path);
    void start();
    /// Gives everything that is left without waiting.
    void finish();

Q_SIGNALS:
    void eventPlayed(const QString &instance, const monitor::Event &event);
    void finished();

private:
    struct Line
    {
        QString instance;
        monitor::Event event;
    };

    void playNext();
    void shift(monitor::Event &event) const;

    QList<Line> m_lines;
    qsizetype m_next = 0;
    qsizetype m_present = 0; ///< First line that is played in time.
    qint64 m_shift = 0;      ///< Milliseconds.
    QTimer m_timer;
};
