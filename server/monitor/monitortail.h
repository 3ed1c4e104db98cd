#pragma once

#include "common/monitorlink.h"

#include <QObject>

#include <functional>

/// `code-sandbox-mcp monitor`: prints what all servers of the user do, until it is stopped.
class MonitorTail : public QObject
{
    Q_OBJECT

public:
    enum class Format
    {
        Readable, ///< One line an event, for people; control characters of programs are shown as U+FFFD.
        Json      ///< The servers' lines as they are, each with its server's Hello before.
    };
    using Sink = std::function<void(const QByteArray &bytes)>;

    /// `sink` gets whole lines for stdout, `notes` sentences for stderr ("no server runs").
    MonitorTail(Format format, Sink sink, Sink notes, RuntimePlaces places = RuntimePlaces::ofThisProcess(),
                QObject *parent = nullptr);

    void start();

    /// The event in one or more lines, for people; empty when there is nothing to say about it.
    static QByteArray readable(const monitor::Event &event, const QString &instance);

private:
    MonitorLinks m_links;
    Format m_format;
    Sink m_sink;
    Sink m_notes;
    bool m_saidNoServer = false;
};
