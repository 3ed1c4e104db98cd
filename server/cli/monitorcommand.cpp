#include "cli/monitorcommand.h"

#include "app/terminationsignals.h"

#include <cstdio>

MonitorCommand::MonitorCommand(MonitorTail::Format format, QObject *parent)
    : QObject(parent)
    , m_tail(
          format,
          [this](const QByteArray &bytes) {
              std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
              if (std::fflush(stdout) != 0) // the reader of a pipe is gone
                  Q_EMIT finished(0);
          },
          [](const QByteArray &note) { std::fwrite(note.constData(), 1, size_t(note.size()), stderr); })
{
    auto *signals_ = new TerminationSignals(this);
    connect(signals_, &TerminationSignals::received, this, [this] { Q_EMIT finished(0); });
}
