#pragma once

#include "common/frames.h"

#include <QByteArray>
#include <QObject>

#include <chrono>
#include <limits>
#include <utility>

class QIODevice;

/// One connection of the program, as the server has it: bytes from it and bytes to it, both held back by windows.
///
/// It lives until both sides have ended, or broke() was emitted; then it deletes itself through the event loop, and
/// nothing may be sent any more (calls are ignored).
class EgressStream : public QObject
{
    Q_OBJECT

public:
    [[nodiscard]] virtual qint64 bytesAvailable() const = 0;
    /// Takes bytes that the program sent, and lets it send as many more.
    virtual QByteArray take(qint64 maxBytes) = 0;
    /// Everything was taken and nothing more will come: the program has closed its side.
    [[nodiscard]] virtual bool atEnd() const = 0;
    /// From now on the program may be so far ahead; the window never gets smaller.
    virtual void setWindow(quint32 bytes) = 0;

    /// How many bytes can be sent now. When that is 0, roomGrew() tells when to ask again.
    [[nodiscard]] virtual qint64 room() = 0;
    /// What the window allows, also while others have to go first: for a few last words.
    [[nodiscard]] virtual qint64 credit() const = 0;
    /// Sends bytes to the program, at most room() of them.
    virtual void send(const QByteArray &bytes) = 0;
    /// Sends a piece of what `source` holds, as far as there is room, without a copy in between. Returns how many
    /// bytes.
    virtual qint64 sendFrom(QIODevice &source, qint64 maxBytes = std::numeric_limits<qint64>::max()) = 0;
    /// The program reads end of file after what was sent.
    virtual void closeSending() = 0;
    /// Throws away what the program has sent and still sends, up to its end, which is then not waited for for ever.
    virtual void ignoreInput() = 0;
    /// Ends both directions at once; the program sees its connection broken.
    virtual void reset() = 0;
    /// The run is over: ends without a word to the program, and broke() is emitted.
    virtual void breakOff() = 0;

Q_SIGNALS:
    /// There is something to take(), or atEnd() has become true.
    void readyRead();
    void roomGrew();
    /// The program has torn the connection down, or the run is over.
    void broke();

protected:
    using QObject::QObject;

    /// The first bytes of what is kept, which are removed there.
    static QByteArray takeFrom(QByteArray &kept, qint64 maxBytes)
    {
        if (maxBytes >= kept.size())
            return std::exchange(kept, {});
        const QByteArray bytes = kept.first(maxBytes);
        kept.remove(0, maxBytes);
        return bytes;
    }

    /// How long a program may keep its side open after ours is closed.
    static constexpr std::chrono::seconds closingLimit{10};
};
