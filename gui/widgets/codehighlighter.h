#pragma once

#include "common/execution.h"

#include <QPalette>
#include <QSyntaxHighlighter>

/// Colours Python and JavaScript well enough to read a snippet: keywords, strings (also over lines), comments, numbers,
/// names of functions.
class CodeHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    explicit CodeHighlighter(QTextDocument *document);

    void setLanguage(Language language);
    void setPalette(const QPalette &palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    /// What a line begins in.
    enum State
    {
        Code = -1,
        BlockComment = 1,
        Template,     ///< `…` of JavaScript.
        TripleSingle, ///< '''…'''
        TripleDouble
    };

    /// Formats from `at` to the end of the string or comment; where code goes on, or the length of the text.
    int continueOver(const QString &text, int at, State state);
    int quoted(const QString &text, int at);

    Language m_language = Language::Python;
    QTextCharFormat m_keyword;
    QTextCharFormat m_string;
    QTextCharFormat m_comment;
    QTextCharFormat m_number;
    QTextCharFormat m_function;
};
