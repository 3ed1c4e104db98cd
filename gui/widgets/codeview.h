#pragma once

#include "common/execution.h"
#include "widgets/textview.h"

class CodeHighlighter;

/// The code of an execution with line numbers and colours.
class CodeView : public TextView
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);

    void setCode(const QString &code, Language language);
    /// In the code, from 1; 0 where the block goes on with the line above.
    [[nodiscard]] int lineOf(int block) const;

protected:
    [[nodiscard]] int marginWidth() const override;
    void paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    void changeEvent(QEvent *event) override;

private:
    void showSlice();

    CodeHighlighter *m_highlighter; ///< Owned by the document.
    QString m_waiting;              ///< What is not shown yet.
    QList<int> m_continued;         ///< Blocks that go on with the line above, in order.
    QTimer m_slice;
};
