#pragma once

#include "models/outputlog.h"
#include "widgets/ansitext.h"
#include "widgets/textview.h"

#include <QTimer>

#include <memory>

class QToolButton;

/// What a program printed, as it comes: both streams in order of arrival or one of them, lines of stderr marked by a
/// sign in the margin and by colour.
///
/// Follows the end only while the reader is there. Text is shown in slices, so that the window answers whatever is
/// printed: a writer that is faster than that loses the middle on screen (a notice says so), not in the log.
class OutputView : public TextView
{
    Q_OBJECT

public:
    enum class Show
    {
        Both,
        Stdout,
        Stderr
    };

    static constexpr int maxBlocks = 20'000;
    static constexpr qsizetype maxChars = 2 * 1024 * 1024;
    static constexpr qsizetype longestLine = 4096;

    explicit OutputView(QWidget *parent = nullptr);

    /// Null shows nothing.
    void setLog(std::shared_ptr<const OutputLog> log);
    void setShow(Show show);
    /// The log may have grown.
    void showNew();
    /// Back to the newest line, and stay there.
    void follow();
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// True while there is text that is not on screen yet.
    [[nodiscard]] bool isBusy() const { return m_slice.isActive(); }
    /// What is not shown of the beginning, in words; empty if all is.
    [[nodiscard]] QString notice() const;

Q_SIGNALS:
    void noticeChanged();

protected:
    [[nodiscard]] int marginWidth() const override;
    void paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// Kept in the user state of each line.
    enum Mark
    {
        StdoutLine = 0,
        StderrLine = 1,
        GapLine = 2,
        Continued = 4 ///< A flag: the line goes on from the one before.
    };

    void restart();
    void showSlice();
    void showPiece(QTextCursor &cursor, const OutputLog::Piece &piece);
    void showGap(QTextCursor &cursor, const QString &words);
    void newLine(QTextCursor &cursor, int mark);
    void eraseLine(QTextCursor &cursor);
    void moveUp(QTextCursor &cursor, int lines, int mark);
    void moveToEnd(QTextCursor &cursor);
    void insert(QTextCursor &cursor, const QString &text, const QTextCharFormat &format, int mark);
    void trim();
    void updateButton();
    void placeButton();
    [[nodiscard]] QTextCharFormat format(const AnsiText::Style &style, Stream stream) const;
    [[nodiscard]] bool isShown(Stream stream) const;

    std::shared_ptr<const OutputLog> m_log;
    OutputLog::Position m_position;
    Show m_show = Show::Both;
    AnsiText m_ansi[2];
    bool m_isLineOpen = false;   ///< The last line has text and no end yet.
    bool m_isReturned = false;   ///< A carriage return came: the next text replaces the line.
    int m_linesBelow = 0;        ///< The line that is written to, when a progress bar of several lines has gone up.
    int m_lastMark = StdoutLine; ///< Of the open line.
    bool m_isFollowing = true;
    bool m_hasCaughtUp = false; ///< All that there was has been shown once: what waits now is new.
    bool m_isInserting = false;
    int m_newLines = 0; ///< Below what the reader looks at.
    qint64 m_trimmedChars = 0;
    QTimer m_slice;
    QToolButton *m_button; ///< Child.
};
