#include "imagereference.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

bool isValidImageReference(const QString &text)
{
    static const QRegularExpression pattern(
        u"^[A-Za-z0-9][A-Za-z0-9._-]*(?::[0-9]{1,5}/[A-Za-z0-9._-]+)?(?:/[A-Za-z0-9._-]+)*"
        "(?::[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(?:@sha256:[0-9a-f]{64})?$"_s);
    return text.size() <= 512 && pattern.match(text).hasMatch();
}
