#pragma once

#include "mcpclient.h"

#include <QTimer>

/// What must hold after every hostile program (security-guide.md section 7), whatever the program did:
/// the result came in time; the server answered `ping` meanwhile and did not grow; its stdout is pure JSON-RPC;
/// container and processes are gone; a program that ran beside it and the next one are unharmed; no file of the host
/// changed.
///
/// Made before the program is sent; broken() after its result is there tells what does not hold.
class Conditions : public QObject
{
    Q_OBJECT

public:
    enum class Watch
    {
        Server,
        ServerAndProcesses, ///< Counts the processes of each container, too, which costs time of its own.
    };

    explicit Conditions(McpClient &client, Watch watch = Watch::Server);

    /// A message of megabytes was sent: while it is taken apart, the server holds it several times over.
    void allowForMessage(qint64 bytes) { m_messageKib = 8 * bytes / 1024; }

    /// Sentences; empty if all is well.
    QStringList broken(const RunResult &result, std::chrono::milliseconds timeout);

    /// The most processes that one container was seen with; 0 if nobody counted.
    [[nodiscard]] qsizetype mostProcesses() const { return m_mostProcesses; }

    /// Processes, of any container of any server of this test process, that have not ended.
    static QList<qint64> markedProcesses();
    /// The variable that marks them; the server must pass it through.
    static QString markName();
    static QString markValue();

private:
    void ping();
    void countProcesses();
    [[nodiscard]] qint64 residentKib() const;
    void checkLeftovers(const RunResult &result, QStringList &problems);

    McpClient &m_client;
    Watch m_watch;
    QTimer m_pings;
    int m_pingId = -1;
    QElapsedTimer m_sinceStart;
    qint64 m_kibBefore;
    qint64 m_kibMost = 0;
    qint64 m_messageKib = 0;
    qsizetype m_mostProcesses = 0;
    std::chrono::milliseconds m_slowestPing{0};
    int m_neighbour;
};

/// Waits until `holds` returns true; its limit goes through patient().
bool becomesTrue(const std::function<bool()> &holds, std::chrono::milliseconds limit);
