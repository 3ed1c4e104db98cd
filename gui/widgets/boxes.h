#pragma once

#include <QString>

#include <functional>

class QWidget;

// Message boxes that do not block, with plain text only: what programs and engines wrote is never taken for markup.

namespace Boxes {

void problem(QWidget *parent, const QString &title, const QString &text);

struct Question
{
    QString name; ///< objectName of the box.
    QString title;
    QString text;
    QString details; ///< Below the text; may be empty.
    QString action;  ///< On the button that does it.
};

enum class Default
{
    Cancel, ///< For what destroys something.
    Action
};

/// Calls `then` if the answer is the action; not after `parent` is gone.
void ask(QWidget *parent, const Question &question, Default defaultButton, std::function<void()> then);

} // namespace Boxes
