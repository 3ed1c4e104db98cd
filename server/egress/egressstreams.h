#pragma once

#include "common/frames.h"
#include "egress/egressstream.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class FrameStream;

/// The streams of one container: what frames.h says of them, from the server's side.
///
/// Some connections arrive as descriptors, which `takeDescriptor` gives in the order of their frames (-1: none has
/// come); their bytes do not pass here. Those of others are frames.
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

    using TakeDescriptor = std::function<int()>;

    EgressStreams(
        Write write, Pending pending, TakeDescriptor takeDescriptor = [] { return -1; }, QObject *parent = nullptr);
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
    friend class FrameStream;

    [[nodiscard]] bool open(frames::Type type, quint32 id);
    [[nodiscard]] bool isCongested() const;
    template<typename Payload>
    void send(frames::Type type, const Payload &payload)
    {
        sendFrame(frames::frame<QByteArray>(type, payload));
    }
    /// A frame with room for so many bytes of data, which start at dataStart.
    [[nodiscard]] static QByteArray dataFrame(quint32 id, qsizetype size);
    static constexpr qsizetype dataStart = qsizetype(frames::headerSize + frames::streamDataHeaderSize);
    void sendFrame(const QByteArray &frame);
    void forget(FrameStream *stream);
    [[nodiscard]] bool fail(const QString &problem);

    Write m_write;
    Pending m_pending;
    TakeDescriptor m_takeDescriptor;
    QHash<quint32, EgressStream *> m_streams; ///< All of them.
    QHash<quint32, FrameStream *> m_framed;   ///< Those whose bytes are frames.
    QList<FrameStream *> m_wantRoom;          ///< In the order of their turns.
    quint32 m_lastId = 0;
    QString m_problem;
    bool m_isClosed = false;
};
