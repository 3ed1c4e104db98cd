#pragma once

#include "app/servercontrol.h"
#include "monitor/journal.h"
#include "monitor/monitorpublisher.h"
#include "sandbox/settings.h"

#include <QObject>

#include <optional>

struct Service;

/// Lets monitors watch a Service: the event socket and, if asked for, the journal. What does not work here is a note on
/// stderr; programs run all the same.
class Watching : public QObject
{
    Q_OBJECT

public:
    Watching(Service &service, const Settings &settings, QObject *parent = nullptr);

    void setClient(const QString &client);
    /// Where the output of ended runs is kept.
    void setOutputSource(ServerControl::OutputSource source) { m_control.setOutputSource(std::move(source)); }

private:
    void update(const std::function<void(monitor::ServerInfo &)> &change);

    ServerControl m_control;
    MonitorPublisher m_publisher;
    std::optional<Journal> m_journal;
};
