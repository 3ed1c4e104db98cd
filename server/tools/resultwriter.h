#pragma once

#include "common/execution.h"
#include "common/result.h"
#include "sandbox/settings.h"

#include <QJsonObject>

/// Makes tool results of what happened; the one place where a program's end and the sandbox's own failure meet the
/// wire.
namespace resultwriter {

inline constexpr QLatin1StringView metaKey("io.github.code-sandbox-mcp/result");

struct ToolResult
{
    QJsonObject object;       ///< The result of tools/call.
    bool isOutputCut = false; ///< The text does not hold all that was captured: keep the streams for reading.
};

/// The program ran.
ToolResult write(const ExecutionRequest &request, const ExecutionResult &result, const Settings &settings);
/// It could not be run, or the arguments made no sense.
QJsonObject write(const Error &error);

/// What happened, in words, in brackets: "[exit code 0 in 4 ms]".
QString closingLine(const ExecutionRequest &request, const ExecutionResult &result, const Settings &settings,
                    const QStringList &notes);

/// "4 ms", "1.2 s", "3 min 5 s".
QString durationText(std::chrono::microseconds duration);
/// "512 MiB", "1.5 GiB".
QString sizeText(qint64 bytes);

} // namespace resultwriter
