#include "sandbox/nodesigns.h"

#include <QRegularExpression>

#include <csignal>

using namespace Qt::StringLiterals;

namespace {

QByteArray firstWords(const ExecutionResult &result)
{
    return result.err.head.left(32 * 1024);
}

/// A line of a stack is Node's own when it names no file but those built into it.
bool isNodesOwn(QByteArrayView line)
{
    return line.contains("(node:") || line.startsWith("    at node:") || line.startsWith("    at async node:");
}

} // namespace

int nodesigns::refusedLine(const ExecutionResult &result, const QByteArray &scriptPath)
{
    if (result.exitCode != 1 || result.out.totalBytes > 0 || result.connections.total > 0)
        return 0;
    // "/sandbox/code.js:3", or the same as a URL if it was read as an ES module.
    QByteArray text = firstWords(result);
    if (text.startsWith("file://"))
        text.remove(0, 7);
    if (!text.startsWith(scriptPath + ':'))
        return 0;
    const int number = text.sliced(scriptPath.size() + 1).left(text.indexOf('\n') - scriptPath.size() - 1).toInt();
    bool isSyntaxError = false;
    bool hasStack = false;
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &line : lines) {
        if (!isSyntaxError) {
            isSyntaxError = line.startsWith("SyntaxError:") || line.startsWith("SyntaxError [");
        } else if (line.startsWith("    at ")) {
            // Something of the program ran, be it JSON.parse() or what it throws itself.
            if (!isNodesOwn(line))
                return 0;
            hasStack = true;
        }
    }
    return isSyntaxError && hasStack ? number : 0;
}

bool nodesigns::looksLikeTypeScript(const QByteArray &line)
{
    static const QRegularExpression syntax(
        u"\\b(?:enum|interface|namespace|abstract|declare|module)\\s+[\\w\"']|\\btype\\s+\\w+(?:<[^>]*>)?\\s*=|"
        "[\\w)\\]}?!]\\s*:\\s*(?:string|number|boolean|any|unknown|void|never|object|bigint|symbol|null|undefined|"
        "[A-Z]\\w*|\\w+\\[\\]|\\{|\\()|\\b(?:as|satisfies)\\s+\\w|\\b(?:import|export)\\s+type\\b|"
        "\\b(?:public|private|protected|readonly)\\s+\\w|[\\w>]<[A-Z]\\w*[^>]*>\\("_s);
    return syntax.match(QString::fromUtf8(line)).hasMatch();
}

bool nodesigns::refusedOption(const ExecutionResult &result)
{
    return result.exitCode == 9 && result.out.totalBytes == 0 && firstWords(result).contains(": bad option: --");
}

bool nodesigns::ranOutOfHeap(const ExecutionResult &result)
{
    const auto said = [&result](const char *words) {
        return result.err.head.contains(words) || result.err.tail.contains(words);
    };
    if (result.signal == SIGABRT || result.signal == SIGTRAP || result.signal == SIGILL)
        return said("JavaScript heap out of memory") || said("Fatal JavaScript out of memory") ||
               said("FATAL ERROR: invalid array length Allocation failed") ||
               said("FATAL ERROR: invalid table size Allocation failed");
    return result.exitCode == 1 && said("Error [ERR_WORKER_OUT_OF_MEMORY]: Worker terminated due to reaching memory limit");
}
