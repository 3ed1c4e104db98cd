#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

/// Replaces secret values in what people get to see. Values shorter than 4 bytes are left alone: they would match
/// everywhere. Encoded forms of a value (base64, reversed …) cannot be recognised.
class SecretMask
{
public:
    explicit SecretMask(QList<QByteArray> secrets = {});

    [[nodiscard]] bool isEmpty() const { return m_secrets.isEmpty(); }
    [[nodiscard]] QByteArray masked(const QByteArray &text) const;
    [[nodiscard]] QString masked(const QString &text) const;
    /// For a piece cut out of something longer: also masks the parts of a secret at its edges.
    [[nodiscard]] QByteArray maskedPiece(const QByteArray &piece) const;

    /// Masks text that comes in chunks; what could be the beginning of a secret is held back until it is decided.
    class Stream
    {
    public:
        explicit Stream(const SecretMask &mask)
            : m_mask(&mask)
        {
        }

        QByteArray feed(const QByteArray &chunk);
        /// The end of the text; gives what was held back.
        QByteArray finish();
        /// Text is missing from here on, so what was held back may be a part of a secret.
        QByteArray interrupt();
        [[nodiscard]] qsizetype heldBack() const { return m_held.size(); }

    private:
        const SecretMask *m_mask; ///< Outlives the stream.
        QByteArray m_held;
    };

private:
    enum class End
    {
        Open,
        Final
    };

    /// Masks `text` into `result`; returns where it stopped because a secret may have begun (End::Open only).
    qsizetype mask(const QByteArray &text, End end, QByteArray &result) const;

    QList<QByteArray> m_secrets; ///< Longest first.
    bool m_isFirstByte[256] = {};
};
