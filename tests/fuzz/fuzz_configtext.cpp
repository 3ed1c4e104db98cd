#include "cli/install/configtext.h"

#include <QJsonArray>
#include <QJsonObject>

#include <cstdint>
#include <cstdlib>

using namespace Qt::StringLiterals;

/// Whatever a client's configuration is, an entry that was put into it can be read, is not put there twice, and can be
/// taken out. The first byte says which format it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto format = configtext::Format(data[0] % 3);
    const QByteArray text(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    const QStringList path{u"servers"_s, u"s"_s};
    const Members entry{{u"command"_s, u"/usr/bin/s"_s}, {u"args"_s, QJsonArray{u"-a"_s}}};
    const Result<QByteArray> added = configtext::withMembers(format, text, path, entry);
    if (!added)
        return 0;
    const Result<QJsonValue> found = configtext::valueAt(format, *added, path);
    if (!found || (*found)["command"_L1] != u"/usr/bin/s"_s || (*found)["args"_L1] != entry.last().value)
        std::abort();
    const Result<QByteArray> again = configtext::withMembers(format, *added, path, entry);
    if (!again || *again != *added)
        std::abort();
    const Result<QByteArray> removed = configtext::without(format, *added, path);
    if (!removed)
        return 0; // within the braces of TOML
    const Result<QJsonValue> gone = configtext::valueAt(format, *removed, path);
    if (!gone || !gone->isUndefined())
        std::abort();
    return 0;
}
