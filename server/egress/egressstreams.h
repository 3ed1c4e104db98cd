#pragma once

#include "frames.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>
#include <QIODevice>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class EgressStreams;

/// One connection of the program, as the server has it: bytes from it and bytes to it, both held back by windows.
///
/// It lives until both sides have ended, or broke() was emitted; then it deletes itself through the event loop, and
/// nothing may be sent any more (calls are ignored).
class EgressStream : public QObject
{
    Q_OBJECT

public:
    [[nodiscard]] quint32 id() const { return m_id; }

    [[nodiscard]] qint64 bytesAvailable() const { return m_input.size(); }
    /// Takes bytes that the program sent, and lets it send as many more.
    QByteArray take(qint64 maxBytes);
    /// Everything was taken and nothing more will come: the program has closed its side.
    [[nodiscard]] bool atEnd() const { return m_hasProgramEnded && m_input.isEmpty(); }
    /// From now on the program may be so far ahead; the window never gets smaller.
    void setWindow(quint32 bytes);

    /// How many bytes can be sent now. When that is 0, roomGrew() tells when to ask again.
    [[nodiscard]] qint64 room();
    /// What the window allows, also while others have to go first: for a few last words.
    [[nodiscard]] qint64 credit() const { return m_credit; }
    /// Sends bytes to the program, at most room() of them.
    void send(const QByteArray &bytes);
    /// Sends a piece of what `source` holds, as far as there is room, without a copy in between. Returns how many
    /// bytes.
    qint64 sendFrom(QIODevice &source);
    /// The program reads end of file after what was sent.
    void closeSending();
    /// Throws away what the program has sent and still sends, up to its end, which is then not waited for for ever.
    void ignoreInput();
    /// Ends both directions at once; the program sees its connection broken.
    void reset();

Q_SIGNALS:
    /// There is something to take(), or atEnd() has become true.
    void readyRead();
    void roomGrew();
    /// The program has torn the connection down, or the run is over.
    void broke();

private:
    friend class EgressStreams;
    EgressStream(EgressStreams &streams, quint32 id);

    void giveCredit();
    void endIfDone();

    EgressStreams &m_streams;
    quint32 m_id;
    QByteArray m_input;
    quint32 m_window = frames::initialWindowFromProgram;
    quint32 m_granted = frames::initialWindowFromProgram; ///< So much the program may still send.
    quint32 m_credit = frames::initialWindowToProgram;    ///< So much we may still send.
    bool m_wantsRoom = false;
    bool m_hasProgramEnded = false;
    bool m_hasEnded = false; ///< closeSending()
    bool m_ignoresInput = false;
    bool m_isOver = false;
};

/// The streams of one container: what frames.h says of them, from the server's side.
///
/// Frames go out through `write`. While `pending` tells that much has not left yet, nobody has room: so a stream that
/// is full never holds up Cancel, and memory is bounded however many streams there are. bytesLeft() then gives the
/// streams room in turn.
class EgressStreams : public QObject
{
    Q_OBJECT

public:
    using Write = std::function<void(const QByteArray &bytes)>;
    using Pending = std::function<qint64()>;

    EgressStreams(Write write, Pending pending, QObject *parent = nullptr);
    ~EgressStreams() override;

    /// False when sandbox-init sent what it may not; problem() says what.
    [[nodiscard]] bool receive(frames::Type type, std::string_view payload);
    [[nodiscard]] const QString &problem() const { return m_problem; }
    /// To be called when bytes that were written have left.
    void bytesLeft();
    /// The run is over: all streams break, and nothing is sent any more.
    void close();

    [[nodiscard]] bool isClosed() const { return m_isClosed; }
    [[nodiscard]] qsizetype count() const { return m_streams.size(); }

Q_SIGNALS:
    void opened(EgressStream *stream);

private:
    friend class EgressStream;

    [[nodiscard]] bool isCongested() const;
    template<typename Payload>
    void send(frames::Type type, const Payload &payload);
    /// A frame with room for so many bytes of data, which start at dataStart.
    [[nodiscard]] static QByteArray dataFrame(quint32 id, qsizetype size);
    static constexpr qsizetype dataStart = qsizetype(frames::headerSize + frames::streamDataHeaderSize);
    void sendFrame(const QByteArray &frame);
    void forget(EgressStream *stream);
    [[nodiscard]] bool fail(const QString &problem);

    Write m_write;
    Pending m_pending;
    QHash<quint32, EgressStream *> m_streams;
    QList<EgressStream *> m_wantRoom; ///< In the order of their turns.
    quint32 m_lastId = 0;
    QString m_problem;
    bool m_isClosed = false;
};
