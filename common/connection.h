#pragma once

#include <QList>
#include <QString>

#include <chrono>

// The connections that a program made through the server. Values, no behaviour.

struct ConnectionReport
{
    enum class Verdict
    {
        Allowed, ///< It was connected.
        Refused, ///< Not allowed, or beyond a limit.
        Failed,  ///< Allowed, but the network did not go along.
    };

    QString host; ///< Lower case, without trailing dot; as the program wrote it when it makes no sense.
    quint16 port = 0;
    QString address;     ///< What was connected to; empty unless allowed, or when another proxy looks the name up.
    qint64 bytesIn = 0;  ///< From the network to the program.
    qint64 bytesOut = 0; ///< From the program to the network.
    std::chrono::milliseconds duration{0};
    Verdict verdict = Verdict::Allowed;
    QString reason; ///< Why it was refused or failed, or broken off: a sentence for people.
};

/// All connections of one execution, of which some are kept in full.
struct ConnectionLog
{
    static constexpr int maxKept = 50;

    QList<ConnectionReport> kept; ///< In the order of their ends; refused ones push out allowed ones.
    int total = 0;
    int refused = 0;
    QString firstRefusal; ///< The reason of the first one refused.

    void add(const ConnectionReport &report);
};
