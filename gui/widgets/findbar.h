#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class TextView;

/// Find in a text view: number of matches, next and previous; Escape closes it.
class FindBar : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);

    /// Shows the bar for this view, and takes the focus.
    void open(TextView *view);
    /// Searches this view instead, without a change of focus.
    void setView(TextView *view);
    void close();
    void findNext();
    void findPrevious();
    /// Another text is in the view.
    void refresh();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showCount();

    QPointer<TextView> m_view;
    QLineEdit *m_text;
    QLabel *m_count;
};
