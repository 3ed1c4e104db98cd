#pragma once

#include "execution.h"
#include "textview.h"

class CodeHighlighter;

/// The code of an execution with line numbers and colours.
class CodeView : public TextView
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);

    void setCode(const QString &code, Language language);

protected:
    [[nodiscard]] int marginWidth() const override;
    void paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    void changeEvent(QEvent *event) override;

private:
    void showSlice();

    CodeHighlighter *m_highlighter; ///< Owned by the document.
    QString m_waiting;              ///< What is not shown yet.
    QTimer m_slice;
};
