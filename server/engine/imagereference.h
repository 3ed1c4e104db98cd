#pragma once

#include <QString>

/// Whether `text` names an image and nothing else: no option, no URL, no path, nothing a shell or an engine would
/// take for something different. Everything that reaches an engine's argv as an image has passed this.
bool isValidImageReference(const QString &text);
