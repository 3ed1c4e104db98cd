#include "tools/outputtext.h"

#include "common/terminaltext.h"

#include <QLocale>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isContinuation(char byte)
{
    return (byte & 0xc0) == 0x80;
}

/// How many bytes at the end belong to a character whose rest was cut off.
qsizetype incompleteEnd(const QByteArray &bytes)
{
    for (qsizetype back = 1; back <= 3 && back <= bytes.size(); ++back) {
        const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
        if (isContinuation(char(byte)))
            continue;
        if (byte < 0xc2 || byte > 0xf4)
            return 0; // ASCII, or a byte that begins no character: whatever is wrong here was not cut by us
        const qsizetype length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        return length > back ? back : 0;
    }
    return 0;
}

/// How many bytes at the start belong to a character whose begin was cut off.
qsizetype incompleteStart(const QByteArray &bytes)
{
    qsizetype count = 0;
    while (count < 3 && count < bytes.size() && isContinuation(bytes[count]))
        ++count;
    return count;
}

QString decodeBytes(const QByteArray &bytes, bool *hadInvalidUtf8)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    QString text = decoder(bytes);
    *hadInvalidUtf8 |= decoder.hasError();
    return text;
}

/// How many bytes of a program decoded text stands for. A replacement character takes the place of one bad byte.
qint64 byteCount(const QString &text, bool hadInvalidUtf8)
{
    const qint64 size = text.toUtf8().size();
    return hadInvalidUtf8 ? size - 2 * text.count(QChar::ReplacementCharacter) : size;
}

int jsonSize(QChar c)
{
    const char16_t unit = c.unicode();
    if (unit == '"' || unit == '\\' || unit == '\n' || unit == '\r' || unit == '\t' || unit == '\b' || unit == '\f')
        return 2;
    if (unit < 0x20 || unit == 0x2028 || unit == 0x2029)
        return 6;
    if (unit < 0x80)
        return 1;
    if (unit < 0x800 || c.isSurrogate()) // a pair takes 4 bytes, thus 2 each
        return 2;
    return 3;
}

/// Moves a cut out of a surrogate pair.
qsizetype wholeCharacters(const QString &text, qsizetype cut, int direction)
{
    const bool splits = cut > 0 && cut < text.size() && text[cut].isLowSurrogate() && text[cut - 1].isHighSurrogate();
    return splits ? cut + direction : cut;
}

} // namespace

QString outputtext::decode(const StreamCapture &capture, qsizetype *gap, bool *hadInvalidUtf8)
{
    if (!capture.isTruncated()) {
        if (gap)
            *gap = -1;
        return decodeBytes(capture.head + capture.tail, hadInvalidUtf8);
    }
    const QString head = decodeBytes(capture.head.chopped(incompleteEnd(capture.head)), hadInvalidUtf8);
    const QString tail = decodeBytes(capture.tail.mid(incompleteStart(capture.tail)), hadInvalidUtf8);
    if (gap)
        *gap = head.size();
    return head + tail;
}

OutputText outputtext::forReading(const StreamCapture &capture, qsizetype maxCharacters)
{
    OutputText result;
    qsizetype gap = -1;
    QString text = decode(capture, &gap, &result.hadInvalidUtf8);
    result.bytesLeftOut = capture.omittedBytes();
    if (gap >= 0)
        result.bytesLeftOut += incompleteEnd(capture.head) + incompleteStart(capture.tail);

    QString head = terminalText(gap < 0 ? text : text.left(gap));
    QString tail = gap < 0 ? QString() : terminalText(text.mid(gap));
    if (gap < 0 && head.size() > maxCharacters) { // cut a whole text in two
        const qsizetype middle = wholeCharacters(head, head.size() / 2, -1);
        tail = head.mid(middle);
        head.truncate(middle);
    } else if (gap < 0) {
        result.text = head;
        return result;
    }
    const qsizetype half = maxCharacters / 2;
    const qsizetype headCut = wholeCharacters(head, std::min(head.size(), half), -1);
    const qsizetype tailCut = wholeCharacters(tail, std::max<qsizetype>(0, tail.size() - half), 1);
    result.bytesLeftOut += byteCount(head.mid(headCut), result.hadInvalidUtf8);
    result.bytesLeftOut += byteCount(tail.left(tailCut), result.hadInvalidUtf8);
    head.truncate(headCut);
    if (!head.endsWith(u'\n'))
        head += u'\n';
    result.text = head + u"[… %1 bytes left out …]\n"_s.arg(grouped(result.bytesLeftOut)) + tail.mid(tailCut);
    return result;
}

qint64 outputtext::jsonSize(const QString &text)
{
    qint64 size = 0;
    for (QChar c : text)
        size += ::jsonSize(c);
    return size;
}

qsizetype outputtext::fittingLength(const QString &text, qint64 maxJsonBytes)
{
    qsizetype length = 0;
    for (qint64 size = 0; length < text.size(); ++length) {
        size += ::jsonSize(text[length]);
        if (size > maxJsonBytes)
            break;
    }
    return wholeCharacters(text, length, -1);
}

qsizetype outputtext::cutToJsonSize(QString &text, qint64 maxJsonBytes)
{
    if (fittingLength(text, maxJsonBytes) == text.size())
        return 0;
    const qsizetype head = fittingLength(text, maxJsonBytes / 2);
    qsizetype tail = text.size();
    for (qint64 size = 0; tail > head; --tail) {
        size += ::jsonSize(text[tail - 1]);
        if (size > maxJsonBytes / 2)
            break;
    }
    tail = wholeCharacters(text, tail, 1);
    text.remove(head, tail - head);
    return tail - head;
}

QString outputtext::grouped(qint64 number)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number);
}
