#pragma once

#include "widgets/theme.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

/// A page in place of content: what the matter is, its cause and one next step.
class StatePage : public QWidget
{
    Q_OBJECT

public:
    explicit StatePage(QWidget *parent = nullptr);

    void setContent(Symbol symbol, Tone tone, const QString &title, const QString &text);
    /// Something to copy (a configuration, a command); empty: none.
    void setSample(const QString &sample);
    /// Empty: no button.
    void setAction(const QString &text);

Q_SIGNALS:
    void actionRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void showIcon();

    Symbol m_symbol = Symbol::Info;
    Tone m_tone = Tone::Muted;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_text;
    QWidget *m_sampleBox;
    QPlainTextEdit *m_sample;
    QPushButton *m_action;
};
