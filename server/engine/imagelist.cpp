#include "engine/imagelist.h"

using namespace Qt::StringLiterals;

CommandLine imageListCommand(const Engine &engine)
{
    return engine.command({u"images"_s, u"--filter"_s, u"label="_s + imageKindLabel, u"--filter"_s, u"dangling=false"_s,
                           u"--format"_s, u"{{.Repository}}:{{.Tag}}\t{{.ID}}\t{{.Size}}\t{{.CreatedAt}}"_s});
}

QList<ImageInfo> parseImageList(const QByteArray &output)
{
    QList<ImageInfo> images;
    const QList<QByteArray> lines = output.split('\n');
    for (const QByteArray &line : lines) {
        const QStringList fields = QString::fromUtf8(line).split(u'\t');
        if (fields.size() != 4)
            continue;
        // "2026-01-31 12:00:00.123456 +0000 UTC": nobody wants to read fractions here
        images.append({fields[0], fields[1], fields[2], fields[3].left(19)});
    }
    return images;
}
