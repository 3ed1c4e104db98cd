#include "monitor/secretmask.h"

#include <algorithm>
#include <utility>

namespace {

constexpr qsizetype shortestSecret = 4;
constexpr char replacement[] = "[masked]";

} // namespace

SecretMask::SecretMask(QList<QByteArray> secrets)
    : m_secrets(std::move(secrets))
{
    m_secrets.removeIf([](const QByteArray &secret) { return secret.size() < shortestSecret; });
    std::sort(m_secrets.begin(), m_secrets.end(),
              [](const QByteArray &a, const QByteArray &b) { return a.size() > b.size(); });
    for (const QByteArray &secret : std::as_const(m_secrets))
        m_isFirstByte[static_cast<unsigned char>(secret.front())] = true;
}

QByteArray SecretMask::masked(const QByteArray &text) const
{
    if (isEmpty())
        return text;
    QByteArray result;
    result.reserve(text.size());
    mask(text, End::Final, result);
    return result;
}

QString SecretMask::masked(const QString &text) const
{
    return isEmpty() || text.isEmpty() ? text : QString::fromUtf8(masked(text.toUtf8()));
}

QByteArray SecretMask::maskedPiece(const QByteArray &piece) const
{
    if (isEmpty())
        return piece;
    qsizetype before = 0;
    qsizetype after = 0;
    for (const QByteArray &secret : m_secrets) {
        if (piece.size() >= shortestSecret && secret.contains(piece))
            return replacement;
        const qsizetype longest = std::min(secret.size() - 1, piece.size());
        for (qsizetype size = longest; size >= shortestSecret; --size) {
            if (size > before && piece.startsWith(QByteArrayView(secret).last(size)))
                before = size;
            if (size > after && piece.endsWith(QByteArrayView(secret).first(size)))
                after = size;
        }
    }
    const qsizetype rest = piece.size() - before - after;
    return (before > 0 ? QByteArray(replacement) : QByteArray()) +
           masked(piece.mid(before, std::max<qsizetype>(rest, 0))) +
           (after > 0 ? QByteArray(replacement) : QByteArray());
}

qsizetype SecretMask::mask(const QByteArray &text, End end, QByteArray &result) const
{
    qsizetype copied = 0;
    qsizetype at = 0;
    while (at < text.size()) {
        if (!m_isFirstByte[static_cast<unsigned char>(text.at(at))]) {
            ++at;
            continue;
        }
        const QByteArrayView rest = QByteArrayView(text).sliced(at);
        qsizetype matched = 0;
        for (const QByteArray &secret : m_secrets) {
            // Longest first: a longer one that may still come true decides before a shorter one that already is.
            if (end == End::Open && rest.size() < secret.size() && QByteArrayView(secret).startsWith(rest)) {
                result.append(text.constData() + copied, at - copied);
                return at;
            }
            if (rest.startsWith(secret)) {
                matched = secret.size();
                break;
            }
        }
        if (matched == 0) {
            ++at;
            continue;
        }
        result.append(text.constData() + copied, at - copied);
        result.append(replacement);
        at += matched;
        copied = at;
    }
    result.append(text.constData() + copied, text.size() - copied);
    return text.size();
}

QByteArray SecretMask::Stream::feed(const QByteArray &chunk)
{
    if (m_mask->isEmpty())
        return chunk;
    m_held += chunk;
    QByteArray result;
    m_held.remove(0, m_mask->mask(m_held, End::Open, result));
    return result;
}

QByteArray SecretMask::Stream::finish()
{
    return m_mask->masked(std::exchange(m_held, {}));
}

QByteArray SecretMask::Stream::interrupt()
{
    return m_mask->maskedPiece(std::exchange(m_held, {}));
}
