#pragma once

#include <QString>

/// Installs the program's and Qt's own texts for `locale` (empty: the system's), and makes it the default locale.
void installTranslation(const QString &locale);
