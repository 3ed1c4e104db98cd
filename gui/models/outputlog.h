#pragma once

#include "common/monitorprotocol.h"

#include <QString>

#include <deque>

/// What one execution printed, in order of arrival, bounded: beyond the cap the oldest text goes, and its size is
/// counted.
///
/// Readers hold a Position; when revision() differs from theirs, text that they have shown is gone or replaced (samples
/// gave way to the true tail) and they start again.
class OutputLog
{
public:
    enum class Kind
    {
        Text,
        Gap,   ///< `bytes` were not sent here.
        Sample ///< A glimpse of a flood; replaced by the tail at the end.
    };

    struct Piece
    {
        Kind kind = Kind::Text;
        Stream stream = Stream::Stdout;
        QString text;
        qint64 bytes = 0;
    };

    /// Where a reader is: `chars` of piece number `piece` are read.
    struct Position
    {
        int revision = 0;
        qint64 piece = 0;
        qsizetype chars = 0;
    };

    static constexpr qsizetype maxChars = 1024 * 1024;

    void append(const monitor::Output &output);
    /// The rest of the history needs the room.
    void clear();

    /// What follows `position`, at most `maxSize` characters; advances it. Null at the end.
    [[nodiscard]] std::optional<Piece> read(Position &position, qsizetype maxSize) const;
    [[nodiscard]] Position begin() const { return {m_revision, m_firstPiece, 0}; }
    [[nodiscard]] int revision() const { return m_revision; }
    /// True if the reader's place is not in the log any more.
    [[nodiscard]] bool isOutdated(const Position &position) const;
    [[nodiscard]] qsizetype unread(const Position &position) const;

    /// Nothing is missing between its beginning and its end.
    [[nodiscard]] bool isWhole() const { return m_droppedChars == 0 && m_missingBytes == 0 && !m_hasSamples; }
    [[nodiscard]] bool isEmpty() const { return m_pieces.empty(); }
    [[nodiscard]] qsizetype chars() const { return m_chars; }
    /// Bytes of the stream as far as they are known of, also those that were not sent.
    [[nodiscard]] qint64 streamBytes(Stream stream) const { return m_end[stream == Stream::Stdout ? 0 : 1]; }
    [[nodiscard]] qint64 droppedChars() const { return m_droppedChars; } ///< Of the oldest text.
    /// All of the text of both streams, or of one.
    [[nodiscard]] QString text(std::optional<Stream> stream = {}) const;
    [[nodiscard]] bool contains(const QString &needle) const;

private:
    void add(Piece piece);
    void dropSamples();

    std::deque<Piece> m_pieces;
    qint64 m_firstPiece = 0; ///< Number of m_pieces.front().
    qsizetype m_chars = 0;
    qint64 m_droppedChars = 0;
    qint64 m_end[2] = {0, 0};  ///< Offset after the last Live or Tail of each stream.
    qint64 m_missingBytes = 0; ///< In gaps.
    bool m_hasSamples = false;
    int m_revision = 0;
};
