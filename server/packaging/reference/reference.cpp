#include "packaging/reference/reference.h"

#include <QDir>
#include <QSaveFile>

#include <cstdio>

using namespace Qt::StringLiterals;

bool reference::writeAll(const Program &program, const QString &folder)
{
    const QList<std::pair<QString, QByteArray>> files{{u".1"_s, manPage(program)},
                                                      {u".bash"_s, bashCompletion(program)},
                                                      {u".zsh"_s, zshCompletion(program)},
                                                      {u".fish"_s, fishCompletion(program)}};
    for (const auto &[ending, text] : files) {
        QSaveFile file(QDir(folder).filePath(program.name + ending));
        if (!file.open(QSaveFile::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
            std::fprintf(stderr, "%s: %s\n", qPrintable(file.fileName()), qPrintable(file.errorString()));
            return false;
        }
    }
    return true;
}
