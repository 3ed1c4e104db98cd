#include "cli/install/textediting.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

QByteArray textediting::lineEnd(const QByteArray &text)
{
    return text.contains("\r\n") ? "\r\n"_ba : "\n"_ba;
}

qsizetype textediting::lineBegin(const QByteArray &text, qsizetype place)
{
    return place == 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

qsizetype textediting::nextLine(const QByteArray &text, qsizetype place)
{
    const qsizetype end = text.indexOf('\n', place);
    return end < 0 ? text.size() : end + 1;
}

QByteArray textediting::indentation(const QByteArray &text, qsizetype place)
{
    qsizetype begin = lineBegin(text, place);
    if (begin == 0 && text.startsWith(byteOrderMark))
        begin += byteOrderMark.size();
    qsizetype end = begin;
    while (end < text.size() && (text[end] == ' ' || text[end] == '\t'))
        ++end;
    return text.mid(begin, end - begin);
}

qsizetype textediting::contentEnd(const QByteArray &text, qsizetype begin, qsizetype end)
{
    while (end > begin && QByteArrayView(" \t\r\n").contains(text[end - 1]))
        --end;
    return end;
}

QByteArray textediting::inlineJson(const QJsonValue &value)
{
    QByteArrayList parts;
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member)
            parts += inlineJson(member.key()) + ": " + inlineJson(member.value());
        return parts.isEmpty() ? "{}"_ba : "{ " + parts.join(", ") + " }";
    }
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue &element : array)
            parts += inlineJson(element);
        return '[' + parts.join(", ") + ']';
    }
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

QJsonValue textediting::scalarOfJson(const QByteArray &text)
{
    const QJsonArray list = QJsonDocument::fromJson('[' + text + ']').array();
    return list.size() == 1 ? list.first() : QJsonValue(QJsonValue::Undefined);
}

Error textediting::notUnderstood(const QByteArray &text, qsizetype place, const QString &reason)
{
    const auto line = 1 + std::count(text.begin(), text.begin() + std::min(place, text.size()), '\n');
    return {Error::Code::InvalidInput, u"line %1: %2"_s.arg(line).arg(reason), {}};
}
