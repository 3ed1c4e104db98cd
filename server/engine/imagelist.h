#pragma once

#include "common/result.h"
#include "engine/command.h"
#include "engine/engine.h"

// Labels of our images; the Dockerfiles set them.
/// "python", "javascript", "derived"; "stage" for what a build leaves behind.
inline constexpr QLatin1StringView imageKindLabel{"io.github.code-sandbox-mcp.image"};
/// SHA-256 of the files that the image was built from.
inline constexpr QLatin1StringView buildHashLabel{"io.github.code-sandbox-mcp.build-hash"};

struct ImageInfo
{
    QString reference; ///< "localhost/code-sandbox-python:latest"
    QString id;        ///< Short, as the engine shows it.
    QString size;      ///< In the engine's words: "562 MB"
    QString created;   ///< "2026-01-31 12:00:00"
};

/// Lists the images that were built from our Dockerfiles or derived for us, wherever their names come from.
CommandLine imageListCommand(const Engine &engine);

/// Reads what that command printed. Lines that are not of the expected form are left out.
QList<ImageInfo> parseImageList(const QByteArray &output);
