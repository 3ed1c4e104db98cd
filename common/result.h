#pragma once

#include <QString>

#include <optional>
#include <utility>

/// Why something that could be expected to fail did fail.
struct Error
{
    enum class Code
    {
        EngineMissing,     ///< No container engine on this machine, or not the one asked for.
        EngineUnreachable, ///< It is installed but does not answer or refuses us.
        ImageMissing,
        PullFailed,
        ContainerFailed, ///< The container could not be started, or ended in a way that tells nothing of the program.
        InterpreterMissing,
        TimedOut, ///< An engine command took too long. (A program that took too long is an Outcome.)
        Busy,     ///< The queue is full.
        Cancelled,
        ShuttingDown,
        InvalidInput,
        Internal,
    };

    Code code = Code::Internal;
    QString message; ///< Sentences for a person: the thing, the reason, the next step.
    QString detail;  ///< The engine's own words, shortened; may be empty.
};

/// A value or the Error that took its place.
template<typename T>
class [[nodiscard]] Result
{
public:
    Result(T value) // NOLINT(google-explicit-constructor): returned as it is
        : m_value(std::move(value))
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor)
        : m_error(std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return m_value.has_value(); }
    explicit operator bool() const { return ok(); }

    /// Only when ok().
    const T &value() const & { return *m_value; }
    T &&value() && { return std::move(*m_value); }
    const T *operator->() const { return &*m_value; }
    const T &operator*() const & { return *m_value; }

    /// Only when not ok().
    const Error &error() const { return m_error; }

private:
    std::optional<T> m_value;
    Error m_error;
};
