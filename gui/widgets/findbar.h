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

    /// Shows the bar for this view.
    void open(TextView *view);
    void close();
    void findNext();
    void findPrevious();
    /// The text of the view changed.
    void refresh();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void find(bool isBackward);

    QPointer<TextView> m_view;
    QLineEdit *m_text;
    QLabel *m_count;
    int m_matches = 0;
};
