#include "mcp/stateseal.h"

#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

#include <array>

using namespace Qt::StringLiterals;

namespace {

const QByteArray &secret()
{
    static const QByteArray bytes = [] {
        std::array<quint32, 8> words{};
        QRandomGenerator::system()->fillRange(words.data(), words.size());
        return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words);
    }();
    return bytes;
}

QByteArray signature(const QByteArray &text, const QString &purpose)
{
    QMessageAuthenticationCode code(QCryptographicHash::Sha256, secret());
    code.addData(purpose.toUtf8());
    code.addData("\n", 1);
    code.addData(text);
    return code.result().toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

/// In a time that does not tell where they differ.
bool isSame(const QByteArray &a, const QByteArray &b)
{
    if (a.size() != b.size())
        return false;
    int difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

} // namespace

QString stateseal::seal(const QJsonObject &state, const QString &purpose)
{
    const QByteArray text = QJsonDocument(state)
                                .toJson(QJsonDocument::Compact)
                                .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    return QString::fromLatin1(text + '.' + signature(text, purpose));
}

std::optional<QJsonObject> stateseal::open(const QString &sealed, const QString &purpose)
{
    const QByteArray bytes = sealed.toLatin1();
    const qsizetype dot = bytes.indexOf('.');
    if (dot < 0 || !isSame(bytes.mid(dot + 1), signature(bytes.left(dot), purpose)))
        return std::nullopt;
    return QJsonDocument::fromJson(QByteArray::fromBase64(bytes.left(dot), QByteArray::Base64UrlEncoding)).object();
}
