#include "engine/imagereference.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

bool isValidImageReference(const QString &text)
{
    // The grammar of the engines' references, with host, port, tag and digest; also short and long image ids.
    static const QRegularExpression reference(QRegularExpression::anchoredPattern(
        u"(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?/)?"       // host:port/
        u"[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*"                                // name
        u"(?:/[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*)*"                          // /more/names
        u"(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?"                               // :tag
        u"(?:@[A-Za-z][A-Za-z0-9]*(?:[+._-][A-Za-z0-9]+)*:[0-9a-fA-F]{32,128})?" // @sha256:digest
        ""_s));
    return text.size() <= 512 && reference.match(text).hasMatch();
}

QString withRegistry(const QString &reference)
{
    const qsizetype slash = reference.indexOf(u'/');
    if (slash < 0)
        return u"docker.io/library/"_s + reference;
    // The same test that Docker's client makes.
    const QStringView first = QStringView(reference).left(slash);
    const bool isRegistry = first == "localhost"_L1 || first.contains(u'.') || first.contains(u':');
    return isRegistry ? reference : u"docker.io/"_s + reference;
}
