#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

/// SIGTERM, SIGINT and SIGHUP as an event of the loop: the handler only writes a byte to a socket pair. One instance a
/// process. SIGPIPE is ignored from then on; writes report EPIPE instead.
class TerminationSignals : public QObject
{
    Q_OBJECT

public:
    explicit TerminationSignals(QObject *parent = nullptr);
    ~TerminationSignals() override;

Q_SIGNALS:
    void received(int signal);

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};
