#pragma once

#include <QString>

/// True for text that can be passed to an engine as an image: the characters and parts of a reference
/// (registry/name:tag@digest), not beginning with a dash, so that no engine takes it for an option.
bool isValidImageReference(const QString &text);
