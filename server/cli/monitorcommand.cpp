#include "cli/monitorcommand.h"

#include "app/terminationsignals.h"
#include "cli/standardoutput.h"

#include <cstdio>

MonitorCommand::MonitorCommand(MonitorTail::Format format, QObject *parent)
    : QObject(parent)
    , m_tail(
          format,
          [this](const QByteArray &bytes) {
              if (!standardoutput::write(bytes)) // main says why
                  Q_EMIT finished(1);
          },
          [](const QByteArray &note) { std::fwrite(note.constData(), 1, size_t(note.size()), stderr); })
{
    auto *signals_ = new TerminationSignals(this);
    connect(signals_, &TerminationSignals::received, this, [this] { Q_EMIT finished(0); });
}
