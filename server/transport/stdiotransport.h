#pragma once

#include "transport/linesplitter.h"
#include "transport/protocolstdout.h"

#include <QObject>

#include <memory>

class MessageSink;
class QSocketNotifier;
class McpSession;

/// Serves one McpSession on stdin and on the stdout that ProtocolStdout::claim() put aside.
class StdioTransport : public QObject
{
    Q_OBJECT

public:
    /// A longer line is refused; the code argument is at most 4 MiB, which JSON may make 6 times as long at worst.
    static constexpr qsizetype maxLine = 32 * 1024 * 1024;

    StdioTransport(McpSession &session, int protocolDescriptor, QObject *parent = nullptr);
    ~StdioTransport() override;

    void start();
    /// No further input is read.
    void stopReading();
    [[nodiscard]] bool isFlushed() const { return m_output.isFlushed(); }

Q_SIGNALS:
    /// The client has taken every answer so far.
    void flushed();
    /// The client closed its end of stdin, or stopped reading: it is gone. Comes once.
    void clientLeft();

private:
    void read();
    void leave();

    McpSession &m_session;
    ProtocolStdout m_output;
    LineSplitter m_lines{maxLine};
    std::shared_ptr<MessageSink> m_sink;
    std::unique_ptr<QSocketNotifier> m_readable;
    bool m_hasLeft = false;
};
