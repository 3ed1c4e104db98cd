#include "tools/resultwriter.h"

#include "common/names.h"
#include "tools/failurenotes.h"
#include "tools/outputtext.h"
#include "tools/runstore.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono;

namespace {

/// A client drops the connection, or the result, above 1 MB. This leaves room for what is around the streams.
constexpr qint64 maxMessageBytes = 940'000;

/// Of an error: the engine's words can be long, and hold anything.
constexpr qint64 maxErrorBytes = 30'000;
constexpr qint64 maxDetailBytes = 2'000;

QJsonArray textContent(const QString &text)
{
    return {QJsonObject{{u"type"_s, u"text"_s}, {u"text"_s, text}}};
}

/// Gives the larger stream what the smaller one leaves.
std::pair<qint64, qint64> share(qint64 total, qint64 out, qint64 err)
{
    const qint64 half = total / 2;
    if (out + err <= total)
        return {total, total};
    if (err <= half)
        return {total - err, err};
    if (out <= half)
        return {out, total - out};
    return {half, half};
}

/// Whether a program failed for lack of room, and where; files count as memory.
QStringList notesOnFolders(const ExecutionResult &result, const Settings &settings)
{
    if (result.outcome == Outcome::Exited && result.exitCode == 0)
        return {};
    const bool isOutOfMemory = result.outcome == Outcome::OutOfMemory;
    QStringList notes;
    for (const FolderUse &folder : result.folders) {
        const QString size = resultwriter::sizeText(folder.size);
        if (folder.isFull())
            notes += u"%1 is full: it holds %2, which --memory decides"_s.arg(folder.path, size);
        else if (isOutOfMemory && folder.used >= settings.memoryBytes / 8)
            notes += u"the files in %1 take %2 of the memory"_s.arg(folder.path, resultwriter::sizeText(folder.used));
    }
    const QByteArray errors = result.err.head + result.err.tail;
    if (notes.isEmpty() && (errors.contains("No space left on device") || errors.contains("ENOSPC"))) {
        QStringList sizes;
        for (const FolderUse &folder : result.folders)
            sizes += u"%1 holds %2"_s.arg(folder.path, resultwriter::sizeText(folder.size));
        if (!sizes.isEmpty())
            notes += u"a folder was full: %1, which --memory decides"_s.arg(sizes.join(u", "_s));
    }
    return notes;
}

QStringList notesOn(const ExecutionRequest &request, const ExecutionResult &result, const Settings &settings,
                    const OutputText &out, const OutputText &err)
{
    QStringList notes;
    if (!result.isOutputWhole)
        notes += u"its container did not answer any more and was removed, so how much more was printed is not known"_s;
    else if (result.out.totalBytes == 0 && result.err.totalBytes == 0)
        notes += u"no output"_s;
    if (out.hadInvalidUtf8 || err.hadInvalidUtf8) {
        notes += u"%1 was not UTF-8, bad bytes are shown as U+FFFD"_s.arg(!err.hadInvalidUtf8   ? u"stdout"_s
                                                                          : !out.hadInvalidUtf8 ? u"stderr"_s
                                                                                                : u"the output"_s);
    }
    if (result.pidsRefused > 0)
        notes += u"the process limit of %1 was reached"_s.arg(settings.pids);
    if (result.oomKills > 0 && result.outcome != Outcome::OutOfMemory)
        notes +=
            u"a child process was killed at the memory limit of %1"_s.arg(resultwriter::sizeText(settings.memoryBytes));
    if (const ConnectionLog &log = result.connections; log.refused > 0) {
        QString reason = log.firstRefusal;
        while (reason.endsWith(u'.'))
            reason.chop(1);
        notes += log.refused == 1 ? u"a connection was refused: %1"_s.arg(reason)
                                  : u"%1 connections were refused, the first one: %2"_s.arg(log.refused).arg(reason);
    }
    if (result.ranAsTypeScript)
        notes += u"ran as TypeScript"_s;
    notes += notesOnFolders(result, settings);
    notes += failureNotes(request, result, settings);
    const qint64 leftOut = out.bytesLeftOut + err.bytesLeftOut;
    if (leftOut > 0) {
        QStringList uris;
        if (out.bytesLeftOut > 0)
            uris += RunUri{request.id, Stream::Stdout}.toString();
        if (err.bytesLeftOut > 0)
            uris += RunUri{request.id, Stream::Stderr}.toString();
        notes += u"%1 bytes left out, resource for 10 minutes: %2"_s.arg(outputtext::grouped(leftOut),
                                                                         uris.join(u" and "_s));
    }
    return notes;
}

/// One stream for programs, cut to a budget in JSON bytes.
QString streamValue(const StreamCapture &capture, qint64 maxJsonBytes, bool *isTruncated)
{
    bool hadInvalidUtf8 = false;
    QString text = outputtext::decode(capture, nullptr, &hadInvalidUtf8);
    *isTruncated = capture.isTruncated();
    if (outputtext::cutToJsonSize(text, maxJsonBytes) > 0)
        *isTruncated = true;
    return text;
}

QJsonArray connectionList(const ConnectionLog &log)
{
    QJsonArray list;
    for (const ConnectionReport &report : log.kept) {
        QJsonObject one{
            {u"host"_s, report.host},
            {u"port"_s, report.port},
            {u"verdict"_s, verdictName(report.verdict)},
            {u"bytes_in"_s, report.bytesIn},
            {u"bytes_out"_s, report.bytesOut},
            {u"duration_ms"_s, qint64(report.duration.count())},
        };
        if (!report.address.isEmpty())
            one[u"address"_s] = report.address;
        if (!report.reason.isEmpty())
            one[u"reason"_s] = report.reason;
        list.append(one);
    }
    return list;
}

QJsonObject details(const ExecutionResult &result, qint64 budget)
{
    const QJsonArray connections = connectionList(result.connections);
    budget -= QJsonDocument(connections).toJson(QJsonDocument::Compact).size();
    // Escaped sizes are only known after decoding; captures bound them from above well enough for sharing.
    const auto [outShare, errShare] = share(budget, 6 * (result.out.head.size() + result.out.tail.size()),
                                            6 * (result.err.head.size() + result.err.tail.size()));
    bool isOutCut = false;
    bool isErrCut = false;
    const QString out = streamValue(result.out, std::min(outShare, budget), &isOutCut);
    const QString err = streamValue(result.err, std::min(errShare, budget - outputtext::jsonSize(out)), &isErrCut);
    QJsonObject object{
        {u"stdout"_s, out},
        {u"stderr"_s, err},
        {u"exit_code"_s, result.exitCode ? QJsonValue(*result.exitCode) : QJsonValue(QJsonValue::Null)},
        {u"signal"_s, result.signal ? QJsonValue(signalName(result.signal)) : QJsonValue(QJsonValue::Null)},
        {u"outcome"_s, outcomeName(result.outcome)},
        {u"duration_ms"_s, double(result.duration.count()) / 1000},
        {u"cpu_ms"_s, double(result.cpuTime.count()) / 1000},
        {u"peak_memory_bytes"_s, result.peakMemoryBytes},
        {u"stdout_bytes"_s, result.out.totalBytes},
        {u"stderr_bytes"_s, result.err.totalBytes},
        {u"stdout_truncated"_s, isOutCut || !result.isOutputWhole},
        {u"stderr_truncated"_s, isErrCut || !result.isOutputWhole},
        {u"engine"_s, result.engine},
        {u"container"_s, result.container},
    };
    if (result.connections.total > 0) {
        object[u"connections"_s] = connections;
        object[u"connections_total"_s] = result.connections.total;
        object[u"connections_refused"_s] = result.connections.refused;
    }
    return object;
}

} // namespace

QString resultwriter::durationText(microseconds duration)
{
    const double milli = double(duration.count()) / 1000;
    if (milli < 9.95)
        return QString::number(milli, 'g', 2) + u" ms"_s;
    if (milli < 999.5)
        return QString::number(milli, 'f', 0) + u" ms"_s;
    if (milli < 59'950)
        return QString::number(std::round(milli / 100) / 10) + u" s"_s;
    const auto whole = round<seconds>(duration).count();
    return u"%1 min %2 s"_s.arg(whole / 60).arg(whole % 60);
}

QString resultwriter::sizeText(qint64 bytes)
{
    const double mebibytes = std::round(double(bytes) / (1024 * 1024) * 10) / 10;
    if (mebibytes >= 1024)
        return QString::number(std::round(mebibytes / 102.4) / 10) + u" GiB"_s;
    return QString::number(mebibytes) + u" MiB"_s;
}

QString resultwriter::closingLine(const ExecutionRequest &request, const ExecutionResult &result,
                                  const Settings &settings, const QStringList &notes)
{
    const bool hasOutput = result.out.totalBytes > 0 || result.err.totalBytes > 0;
    QString line;
    switch (result.outcome) {
    case Outcome::Exited:
        line = u"exit code %1 in %2"_s.arg(result.exitCode.value_or(0)).arg(durationText(result.duration));
        break;
    case Outcome::Signalled:
        line = u"killed by %1 after %2"_s.arg(signalName(result.signal), durationText(result.duration));
        break;
    case Outcome::TimedOut:
        line = u"timed out after %1"_s.arg(durationText(request.timeout));
        if (hasOutput)
            line += u"; what it printed until then is above"_s;
        break;
    case Outcome::OutOfMemory:
        line = result.heapLimitBytes > 0
                   ? u"out of memory at %1, the limit of Node's heap (V8)"_s.arg(sizeText(result.heapLimitBytes))
                   : u"out of memory at %1"_s.arg(sizeText(settings.memoryBytes));
        break;
    case Outcome::Cancelled:
        line = u"cancelled after %1"_s.arg(durationText(result.duration));
        break;
    }
    for (const QString &note : notes)
        line += u"; "_s + note;
    return u'[' + line + u']';
}

resultwriter::ToolResult resultwriter::write(const ExecutionRequest &request, const ExecutionResult &result,
                                             const Settings &settings)
{
    // Characters are at most as many as bytes.
    const auto [outShare, errShare] = share(settings.maxOutput, std::min(result.out.totalBytes, settings.maxCapture),
                                            std::min(result.err.totalBytes, settings.maxCapture));
    const OutputText out = outputtext::forReading(result.out, outShare);
    const OutputText err = outputtext::forReading(result.err, errShare);

    QString text = out.text;
    const auto startLine = [&text] {
        if (!text.isEmpty() && !text.endsWith(u'\n'))
            text += u'\n';
    };
    if (!err.text.isEmpty()) {
        startLine();
        text += u"[stderr]\n"_s + err.text;
    }
    startLine();
    text += closingLine(request, result, settings, notesOn(request, result, settings, out, err));

    const qint64 budget = maxMessageBytes - outputtext::jsonSize(text);
    ToolResult toolResult;
    toolResult.isOutputCut = out.bytesLeftOut > 0 || err.bytesLeftOut > 0;
    toolResult.object = {
        {u"content"_s, textContent(text)},
        {u"isError"_s, result.outcome != Outcome::Exited || result.exitCode.value_or(0) != 0},
    };
    const QJsonObject all = details(result, budget);
    if (settings.structuredContent) {
        toolResult.object[u"structuredContent"_s] = all;
        QJsonObject rest = all; // the streams are not sent twice
        rest.remove("stdout"_L1);
        rest.remove("stderr"_L1);
        toolResult.object[u"_meta"_s] = QJsonObject{{metaKey, rest}};
    } else {
        toolResult.object[u"_meta"_s] = QJsonObject{{metaKey, all}};
    }
    return toolResult;
}

QJsonObject resultwriter::write(const Error &error)
{
    QString text = error.message;
    if (!error.detail.isEmpty() && !text.contains(error.detail))
        text += u"\n\n"_s + error.detail.left(outputtext::fittingLength(error.detail, maxDetailBytes));
    outputtext::cutToJsonSize(text, maxErrorBytes);
    return {{u"content"_s, textContent(text)}, {u"isError"_s, true}};
}
