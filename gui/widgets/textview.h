#pragma once

#include <QPlainTextEdit>
#include <QTimer>

#include <optional>

/// Read-only text of a program in a fixed font, with a margin beside it that subclasses paint.
///
/// Searching it never takes long: places are collected some milliseconds at a time, also in text that comes later, and
/// only those in view are marked.
class TextView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit TextView(QWidget *parent = nullptr);

    void setWrapping(bool wraps);
    /// Steps from the ordinary size; the same for all views of the program.
    void setZoom(int steps);

    /// Looks for all places of `text`, ignoring case, and marks them; ends the search for another text. Empty: for
    /// none.
    void search(const QString &text);
    [[nodiscard]] bool isSearching() const { return !m_needle.isEmpty() && !m_isSearchDone; }
    /// Places found so far.
    [[nodiscard]] int matchCount() const { return int(m_matches.size()); }
    /// The number of the selected place from 1; 0 if none is selected.
    [[nodiscard]] int currentMatch() const;
    enum class Move
    {
        Here, ///< Stays where it is if that still matches.
        Next,
        Previous
    };
    /// Selects a place, around the end; as soon as it is found.
    void moveToMatch(Move move);

Q_SIGNALS:
    void zoomRequested(int change); ///< Ctrl and wheel.
    void searchProgressed();

protected:
    [[nodiscard]] virtual int marginWidth() const = 0;
    virtual void paintMarginOf(QPainter &painter, const QTextBlock &block, const QRect &rect) = 0;
    void updateMargin();

    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;
    /// Empties the view; what it held is taken apart later, since for a large text that takes long.
    void discardText();

private:
    class Margin;

    void watchDocument();
    void takeApart();
    void contentsChanged(int position, int removed, int added);
    void searchSlice();
    void moveIfFound();
    void updateMarks();

    void paintMargin(QPaintEvent *event);

    QWidget *m_margin; ///< Child.
    qreal m_baseSize;
    QString m_needle;
    QList<int> m_matches; ///< Where they begin, in order.
    int m_scanned = 0;    ///< Beginning of the last block that was looked at.
    bool m_isSearchDone = true;
    std::optional<Move> m_wanted;
    QTimer m_searchTimer;
    QList<QTextDocument *> m_discarded; ///< Children.
    QTimer m_discardTimer;
};
