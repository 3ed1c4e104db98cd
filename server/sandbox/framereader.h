#pragma once

#include "common/frames.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <string_view>

/// Cuts the bytes from sandbox-init into frames.
class FrameReader
{
public:
    /// `payload` is valid during the call only.
    std::function<void(frames::Type type, std::string_view payload)> onFrame;

    /// False when the bytes are no frames; problem() says why, and nothing more must be fed.
    bool feed(const QByteArray &bytes);
    [[nodiscard]] const QString &problem() const { return m_problem; }
    /// True when all that was fed were whole frames.
    [[nodiscard]] bool isAtFrameEnd() const { return m_pending.isEmpty(); }

private:
    QByteArray m_pending;
    QString m_problem;
};
