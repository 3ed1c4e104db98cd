#include "codingcookie.h"

namespace {

using std::string_view;

// ASCII only, whatever the locale: this is the tokenizer's own rule.
bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

/// Everything up to the line's end in any of its three forms; moves `rest` behind it.
string_view takeLine(string_view &rest)
{
    const std::size_t end = rest.find_first_of("\r\n");
    const string_view line = rest.substr(0, end);
    if (end == string_view::npos)
        rest = {};
    else if (rest.substr(end, 2) == "\r\n")
        rest.remove_prefix(end + 2);
    else
        rest.remove_prefix(end + 1);
    return line;
}

/// The encoding that a comment names, empty if none: `coding[:=]\s*([-\w.]+)`.
string_view cookieOf(string_view comment)
{
    for (std::size_t at = comment.find("coding"); at != string_view::npos; at = comment.find("coding", at + 1)) {
        string_view rest = comment.substr(at + 6);
        if (rest.empty() || (rest.front() != ':' && rest.front() != '='))
            continue;
        rest.remove_prefix(1);
        while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t'))
            rest.remove_prefix(1);
        std::size_t size = 0;
        while (size < rest.size() && isNameCharacter(rest[size]))
            ++size;
        if (size > 0)
            return rest.substr(0, size);
    }
    return {};
}

/// CPython's get_normal_name(): `utf-8` and `utf-8-anything` in any case and with `_` for `-`, but not `utf8`.
bool isUtf8(string_view name)
{
    constexpr string_view utf8 = "utf-8";
    if (name.size() < utf8.size())
        return false;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        char c = name[i];
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        else if (c == '_')
            c = '-';
        if (c != utf8[i])
            return false;
    }
    return name.size() == utf8.size() || name[utf8.size()] == '-' || name[utf8.size()] == '_';
}

} // namespace

bool namesForeignEncoding(string_view code)
{
    if (code.substr(0, 3) == "\xef\xbb\xbf")
        code.remove_prefix(3);
    for (int lineNumber = 1; lineNumber <= 2; ++lineNumber) {
        const string_view line = takeLine(code);
        const std::size_t start = line.find_first_not_of(" \t\f");
        if (start == string_view::npos)
            continue; // blank: the next line may still hold a cookie
        if (line[start] != '#')
            return false; // a statement ends the search
        if (const string_view name = cookieOf(line.substr(start)); !name.empty())
            return !isUtf8(name);
    }
    return false;
}
