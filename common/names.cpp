#include "common/names.h"

#include <array>
#include <csignal>
#include <cstring>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr std::array outcomes{
    std::pair{Outcome::Exited, "exited"_L1},       std::pair{Outcome::Signalled, "signalled"_L1},
    std::pair{Outcome::TimedOut, "timed_out"_L1},  std::pair{Outcome::OutOfMemory, "out_of_memory"_L1},
    std::pair{Outcome::Cancelled, "cancelled"_L1},
};

} // namespace

QString languageName(Language language)
{
    return language == Language::Python ? u"python"_s : u"javascript"_s;
}

std::optional<Language> languageFromString(const QString &text)
{
    const QString word = text.toLower();
    if (word == "python"_L1 || word == "py"_L1)
        return Language::Python;
    if (word == "javascript"_L1 || word == "js"_L1 || word == "node"_L1)
        return Language::JavaScript;
    return std::nullopt;
}

QString outcomeName(Outcome outcome)
{
    for (const auto &[value, word] : outcomes) {
        if (value == outcome)
            return word;
    }
    Q_UNREACHABLE();
}

std::optional<Outcome> outcomeFromString(const QString &text)
{
    for (const auto &[value, word] : outcomes) {
        if (word == text)
            return value;
    }
    return std::nullopt;
}

QString phaseName(Phase phase)
{
    switch (phase) {
    case Phase::Waiting:
        return u"waiting"_s;
    case Phase::Pulling:
        return u"pulling"_s;
    case Phase::Starting:
        return u"starting"_s;
    case Phase::Running:
        return u"running"_s;
    }
    Q_UNREACHABLE();
}

QString streamName(Stream stream)
{
    return stream == Stream::Stdout ? u"stdout"_s : u"stderr"_s;
}

QString verdictName(ConnectionReport::Verdict verdict)
{
    switch (verdict) {
    case ConnectionReport::Verdict::Allowed:
        return u"allowed"_s;
    case ConnectionReport::Verdict::Refused:
        return u"refused"_s;
    case ConnectionReport::Verdict::Failed:
        return u"failed"_s;
    }
    Q_UNREACHABLE();
}

QString errorName(Error::Code code)
{
    switch (code) {
    case Error::Code::EngineMissing:
        return u"engine_missing"_s;
    case Error::Code::EngineUnreachable:
        return u"engine_unreachable"_s;
    case Error::Code::ImageMissing:
        return u"image_missing"_s;
    case Error::Code::PullFailed:
        return u"pull_failed"_s;
    case Error::Code::ContainerFailed:
        return u"container_failed"_s;
    case Error::Code::InterpreterMissing:
        return u"interpreter_missing"_s;
    case Error::Code::TimedOut:
        return u"timed_out"_s;
    case Error::Code::Busy:
        return u"busy"_s;
    case Error::Code::Cancelled:
        return u"cancelled"_s;
    case Error::Code::ShuttingDown:
        return u"shutting_down"_s;
    case Error::Code::InvalidInput:
        return u"invalid_input"_s;
    case Error::Code::Internal:
        return u"internal"_s;
    }
    Q_UNREACHABLE();
}

QString signalName(int signal)
{
    if (const char *name = sigabbrev_np(signal))
        return u"SIG"_s + QString::fromLatin1(name);
    return u"signal "_s + QString::number(signal);
}
