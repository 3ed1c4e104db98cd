#include "models/outputlog.h"

#include <algorithm>

namespace {

/// Pieces of the same stream are joined up to this size: a program that prints byte by byte stays cheap.
constexpr qsizetype pieceSize = 16 * 1024;

} // namespace

void OutputLog::append(const monitor::Output &output)
{
    if (output.part == monitor::OutputPart::Sample) {
        m_hasSamples = true;
        add({Kind::Sample, output.stream, output.text, output.bytes});
        return;
    }
    if (output.part == monitor::OutputPart::Tail && m_hasSamples)
        dropSamples();
    qint64 &end = m_end[output.stream == Stream::Stdout ? 0 : 1];
    if (output.offset > end) {
        m_missingBytes += output.offset - end;
        add({Kind::Gap, output.stream, {}, output.offset - end});
    }
    end = std::max(end, output.offset + output.bytes);
    add({Kind::Text, output.stream, output.text, output.bytes});
}

void OutputLog::clear()
{
    m_droppedChars += m_chars;
    m_firstPiece += qint64(m_pieces.size());
    m_pieces.clear();
    m_chars = 0;
    ++m_revision;
}

std::optional<OutputLog::Piece> OutputLog::read(Position &position, qsizetype maxSize) const
{
    while (position.piece < m_firstPiece + qint64(m_pieces.size())) {
        const Piece &piece = m_pieces.at(size_t(position.piece - m_firstPiece));
        if (piece.kind == Kind::Gap) {
            ++position.piece;
            return piece;
        }
        const qsizetype left = piece.text.size() - position.chars;
        if (left > 0) {
            const QString text = monitor::cut(piece.text.sliced(position.chars), std::max<qsizetype>(maxSize, 2));
            position.chars += text.size();
            return Piece{piece.kind, piece.stream, text, piece.bytes};
        }
        if (position.piece + 1 == m_firstPiece + qint64(m_pieces.size()))
            return std::nullopt; // the last piece may still grow
        ++position.piece;
        position.chars = 0;
    }
    return std::nullopt;
}

bool OutputLog::isOutdated(const Position &position) const
{
    return position.revision != m_revision || position.piece < m_firstPiece;
}

qsizetype OutputLog::unread(const Position &position) const
{
    qsizetype result = -position.chars;
    for (qint64 piece = position.piece; piece < m_firstPiece + qint64(m_pieces.size()); ++piece)
        result += m_pieces.at(size_t(piece - m_firstPiece)).text.size();
    return result;
}

QString OutputLog::text(std::optional<Stream> stream) const
{
    QString result;
    result.reserve(m_chars);
    for (const Piece &piece : m_pieces) {
        if (!stream || piece.stream == *stream)
            result += piece.text;
    }
    return result;
}

bool OutputLog::contains(const QString &needle) const
{
    return std::any_of(m_pieces.cbegin(), m_pieces.cend(),
                       [&needle](const Piece &piece) { return piece.text.contains(needle, Qt::CaseInsensitive); });
}

void OutputLog::add(Piece piece)
{
    m_chars += piece.text.size();
    const bool joins = !m_pieces.empty() && piece.kind == Kind::Text && m_pieces.back().kind == Kind::Text &&
                       m_pieces.back().stream == piece.stream &&
                       m_pieces.back().text.size() + piece.text.size() <= pieceSize;
    if (joins) {
        m_pieces.back().text += piece.text;
        m_pieces.back().bytes += piece.bytes;
    } else {
        m_pieces.push_back(std::move(piece));
    }
    while (m_chars > maxChars && m_pieces.size() > 1) {
        m_chars -= m_pieces.front().text.size();
        m_droppedChars += m_pieces.front().text.size();
        m_pieces.pop_front();
        ++m_firstPiece;
    }
}

void OutputLog::dropSamples()
{
    std::erase_if(m_pieces, [](const Piece &piece) { return piece.kind == Kind::Sample; });
    m_chars = 0;
    for (const Piece &piece : m_pieces)
        m_chars += piece.text.size();
    m_hasSamples = false;
    ++m_revision;
}
