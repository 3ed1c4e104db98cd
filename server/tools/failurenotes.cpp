#include "tools/failurenotes.h"

#include <QHash>
#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace {

/// Enough for any last words; the rules stay fast whatever a program prints.
constexpr qsizetype maxErrorBytes = 8 * 1024;
constexpr qsizetype maxCodeBytesRead = 256 * 1024;

/// What the rules look at.
struct Failure
{
    const ExecutionRequest &request;
    const ExecutionResult &result;
    const Settings &settings;
    QString code;
    QString errors; ///< The end of stderr.
    QString line;   ///< Of the program, that the interpreter complained of; may be empty.

    [[nodiscard]] bool isPython() const { return request.language == Language::Python; }
    [[nodiscard]] bool isSyntaxError() const { return errors.contains("SyntaxError"_L1); }
};

QRegularExpressionMatch lastMatch(const QRegularExpression &expression, const QString &text)
{
    QRegularExpressionMatch last;
    for (const QRegularExpressionMatch &match : expression.globalMatch(text))
        last = match;
    return last;
}

QString complainedLine(const QString &errors, const QString &code, bool isPython)
{
    static const QRegularExpression pythonPlace(u"File \"/sandbox/code\\.py\", line ([0-9]+)"_s);
    static const QRegularExpression nodePlace(u"/sandbox/code\\.[a-z]+:([0-9]+)"_s);
    const int number =
        isPython ? lastMatch(pythonPlace, errors).captured(1).toInt() : nodePlace.match(errors).captured(1).toInt();
    return number > 0 ? code.section(u'\n', number - 1, number - 1) : QString();
}

/// A line without what stands in quotes or in a comment.
QString withoutStrings(QString line, bool isPython)
{
    static const QRegularExpression strings(u"\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`"_s);
    static const QRegularExpression pythonComment(u"#.*"_s);
    static const QRegularExpression nodeComment(u"//.*"_s);
    return line.remove(strings).remove(isPython ? pythonComment : nodeComment);
}

QString notebookLines(const Failure &failure)
{
    static const QRegularExpression magic(u"^\\s*(?:%{1,2}|!{1,2})[A-Za-z]"_s);
    if (!failure.isPython() || !failure.isSyntaxError() || !magic.match(failure.line).hasMatch())
        return {};
    return u"this is no notebook: leave out lines that begin with % or !, and install packages with "
           "subprocess.run([sys.executable, \"-m\", \"pip\", \"install\", NAME], check=True)"_s;
}

QString awaitOutside(const Failure &failure)
{
    static const QRegularExpression outside(
        u"SyntaxError: (?:'(?:await|async for|async with)' outside (?:async )?function|"
        "asynchronous comprehension outside of an asynchronous function)"_s);
    if (!failure.isPython() || !outside.match(failure.errors).hasMatch())
        return {};
    return u"\"await\" belongs into an \"async def main():\", which asyncio.run(main()) runs"_s;
}

QString markdownFence(const Failure &failure)
{
    const QString start = failure.code.left(200).trimmed();
    if (!start.startsWith("```"_L1) && !start.startsWith("~~~"_L1))
        return {};
    return u"the code begins with a Markdown fence (%1): send the code alone"_s.arg(start.left(3));
}

QString lineBreaksEscapedTwice(const Failure &failure)
{
    const QString code = failure.code.trimmed();
    if (!failure.isSyntaxError() || code.contains(u'\n') || !withoutStrings(code, false).contains("\\n"_L1))
        return {};
    return u"the line breaks are escaped twice: send line breaks, not a backslash and an n"_s;
}

QString htmlEntities(const Failure &failure)
{
    static const QRegularExpression entity(u"&(?:lt|gt|amp|quot|apos|#[0-9]+|#x[0-9a-f]+);"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression unknownName(u"(?:name '(?:lt|gt|amp|quot|apos)' is|\\b(?:lt|gt|amp|quot|apos) is) not defined"_s);
    const QRegularExpressionMatch found = entity.match(withoutStrings(failure.line, failure.isPython()));
    if (!found.hasMatch() || (!failure.isSyntaxError() && !unknownName.match(failure.errors).hasMatch()))
        return {};
    return u"the code has HTML entities (%1) where the characters themselves belong: send <, >, & and quotes as they are"_s.arg(
        found.captured());
}

QString foreignFolder(const Failure &failure)
{
    static const QRegularExpression python(
        u"(?:FileNotFoundError|PermissionError|OSError): (?:\\[Errno (2|13|30)\\] [^:\\n]*|Cannot save file into a non-existent "
        "directory): '(/[^'\\n]+)'"_s);
    static const QRegularExpression node(u"Error: (ENOENT|EACCES|EROFS|EPERM): [^'\\n]*'(/[^'\\n]+)'"_s);
    static const QRegularExpression ofTheSystem(u"^/(?:sandbox|tmp|dev|proc|sys|usr|etc|lib|opt|var|bin|sbin)(?:/|$)"_s);
    static const QStringList denied{u"13"_s, u"30"_s, u"EACCES"_s, u"EROFS"_s, u"EPERM"_s};
    const QRegularExpressionMatch match = lastMatch(failure.isPython() ? python : node, failure.errors);
    const QString path = match.captured(2);
    if (path.isEmpty() || path.startsWith("/sandbox/"_L1) || path.startsWith("/tmp/"_L1))
        return {};
    if (ofTheSystem.match(path).hasMatch() && !denied.contains(match.captured(1)))
        return {}; // a file of the system that is not there
    return u"programs can write to /sandbox, the working folder, and to /tmp alone; there is no data in %1"_s.arg(
        path.section(u'/', 0, 2));
}

/// Names of Python modules whose packages are called otherwise.
QString distributionOf(const QString &module)
{
    static const QHash<QString, QString> names{
        {u"cv2"_s, u"opencv-python-headless"_s}, {u"sklearn"_s, u"scikit-learn"_s},
        {u"PIL"_s, u"pillow"_s},                 {u"bs4"_s, u"beautifulsoup4"_s},
        {u"yaml"_s, u"pyyaml"_s},                {u"skimage"_s, u"scikit-image"_s},
        {u"dateutil"_s, u"python-dateutil"_s},   {u"dotenv"_s, u"python-dotenv"_s},
        {u"docx"_s, u"python-docx"_s},           {u"pptx"_s, u"python-pptx"_s},
        {u"Crypto"_s, u"pycryptodome"_s},        {u"jwt"_s, u"pyjwt"_s},
        {u"serial"_s, u"pyserial"_s},            {u"fitz"_s, u"pymupdf"_s},
        {u"igraph"_s, u"python-igraph"_s},       {u"Levenshtein"_s, u"levenshtein"_s},
        {u"git"_s, u"gitpython"_s},              {u"magic"_s, u"python-magic"_s},
        {u"psycopg2"_s, u"psycopg2-binary"_s},   {u"MySQLdb"_s, u"mysqlclient"_s},
        {u"attr"_s, u"attrs"_s},                 {u"OpenSSL"_s, u"pyopenssl"_s},
        {u"nacl"_s, u"pynacl"_s},                {u"usb"_s, u"pyusb"_s},
        {u"slugify"_s, u"python-slugify"_s},     {u"faiss"_s, u"faiss-cpu"_s},
        {u"google.protobuf"_s, u"protobuf"_s},   {u"umap"_s, u"umap-learn"_s},
    };
    return names.value(module, module);
}

QString missingModule(const Failure &failure)
{
    static const QRegularExpression python(u"ModuleNotFoundError: No module named '([A-Za-z0-9_.]+)'"_s);
    static const QRegularExpression node(u"Cannot find (?:module|package) '(?!node:)((?:@[\\w.-]+/)?[A-Za-z0-9_][\\w.-]*)[^']*'"_s);
    // Parts of Python's own library that images leave out, or that newer releases have lost.
    static const QStringList ofTheLibrary{u"tkinter"_s, u"_tkinter"_s, u"turtle"_s, u"idlelib"_s, u"imp"_s, u"cgi"_s,
                                          u"asyncore"_s, u"asynchat"_s, u"telnetlib"_s, u"distutils"_s, u"curses"_s, u"_curses"_s,
                                          u"winreg"_s, u"msvcrt"_s};
    const QString name = lastMatch(failure.isPython() ? python : node, failure.errors).captured(1);
    const QString module = failure.isPython() ? name.section(u'.', 0, 0) : name;
    if (module.isEmpty() || (failure.isPython() && ofTheLibrary.contains(module)))
        return {};
    if (failure.settings.network == NetworkMode::None)
        return u"%1 is not installed, and without a network it cannot be"_s.arg(module);
    return failure.isPython()
               ? u"%1 is not installed; the program can do it: subprocess.run([sys.executable, \"-m\", \"pip\", \"install\", "
                 "\"%2\"], check=True) before the import"_s.arg(module, distributionOf(module))
               : u"%1 is not installed; the program can do it: require(\"child_process\").execSync(\"npm install %1\") before "
                 "require(\"%1\") or await import(\"%1\")"_s.arg(module);
}

QString unsettledAwait(const Failure &failure)
{
    if (failure.isPython() || failure.result.exitCode != 13 || !failure.errors.contains("unsettled top-level await"_L1))
        return {};
    return u"13 means that an \"await\" at top level never settled: nothing was left that could have"_s;
}

QString missingLocale(const Failure &failure)
{
    if (!failure.isPython() || !failure.errors.contains("locale.Error: unsupported locale setting"_L1))
        return {};
    return u"of the locales only C.UTF-8 is installed"_s;
}

QString aiohttpWithoutProxy(const Failure &failure)
{
    static const QRegularExpression refused(u"aiohttp\\.client_exceptions\\.\\w+|Cannot connect to host"_s);
    if (!failure.isPython() || !failure.settings.hasEgress() || !failure.code.contains("aiohttp"_L1) ||
        failure.code.contains("trust_env"_L1) || !refused.match(failure.errors).hasMatch())
        return {};
    return u"aiohttp uses the proxy, the only way out, with aiohttp.ClientSession(trust_env=True)"_s;
}

/// Of the codes that the program's text names, one of more than 8 bits that ends as the one that was seen.
QString cutExitCode(const ExecutionRequest &request, const ExecutionResult &result, const QString &code)
{
    static const QRegularExpression python(
        u"(?:\\b(?:sys\\.exit|os\\._exit|exit|quit)|\\bSystemExit)\\(\\s*(-?[0-9]{1,9})\\s*\\)"_s);
    static const QRegularExpression node(u"\\bprocess\\.(?:exit\\(\\s*|exitCode\\s*=\\s*)(-?[0-9]{1,9})\\b"_s);
    for (const QRegularExpressionMatch &match :
         (request.language == Language::Python ? python : node).globalMatch(code)) {
        const int given = match.captured(1).toInt();
        if ((given < 0 || given > 255) && result.exitCode == (given & 255)) {
            return u"the program gave the exit code %1, of which a system keeps the lowest 8 bits, %2"_s.arg(given).arg(
                *result.exitCode);
        }
    }
    return {};
}

using Rule = QString (*)(const Failure &failure);
constexpr std::array<Rule, 10> rules{markdownFence,  notebookLines,  awaitOutside,   lineBreaksEscapedTwice, htmlEntities,
                                     foreignFolder,  missingModule,  unsettledAwait, missingLocale,          aiohttpWithoutProxy};

} // namespace

QStringList failureNotes(const ExecutionRequest &request, const ExecutionResult &result, const Settings &settings)
{
    if (result.outcome != Outcome::Exited)
        return {};
    const bool hasFailed = result.exitCode.value_or(0) != 0;
    if (!hasFailed && !request.code.contains("xit")) // most runs: nothing of the program is decoded
        return {};
    const QString code = QString::fromUtf8(request.code.left(maxCodeBytesRead));
    QStringList notes;
    if (const QString note = cutExitCode(request, result, code); !note.isEmpty())
        notes += note; // also of a run that counts as a success
    if (!hasFailed)
        return notes;
    const QString errors =
        QString::fromUtf8((result.err.head.right(maxErrorBytes) + result.err.tail.right(maxErrorBytes)).right(maxErrorBytes));
    const bool isPython = request.language == Language::Python;
    const Failure failure{request, result, settings, code, errors, complainedLine(errors, code, isPython)};
    for (const Rule rule : rules) {
        if (const QString note = rule(failure); !note.isEmpty()) {
            notes += note;
            break; // the first is the cause
        }
    }
    return notes;
}
