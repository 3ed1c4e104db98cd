#pragma once

#include <QString>

/// Whether `text` names an image and nothing else: no option, no URL, no path, nothing a shell or an engine would
/// take for something different. Everything that reaches an engine's argv as an image has passed this.
bool isValidImageReference(const QString &text);

/// The whole name that Docker takes a short one for: "python" is "docker.io/library/python". A name with a registry,
/// or of this machine alone ("localhost/…"), stays as it is.
QString withRegistry(const QString &reference);
