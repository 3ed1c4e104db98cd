#include "findbar.h"

#include "textview.h"
#include "theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLineEdit)
    , m_count(new QLabel)
{
    m_text->setObjectName(u"findText");
    m_text->setPlaceholderText(tr("Find in this text"));
    m_text->setAccessibleName(tr("Find in this text"));
    m_text->setClearButtonEnabled(true);
    m_count->setObjectName(u"findCount");
    const auto button = [this](Symbol symbol, const QString &tip, void (FindBar::*slot)()) {
        auto *result = new QToolButton;
        result->setIcon(Theme::icon(symbol));
        result->setToolTip(tip);
        result->setAccessibleName(tip);
        result->setAutoRaise(true);
        connect(result, &QToolButton::clicked, this, slot);
        return result;
    };
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::spacing(), Theme::spacing(0.4), Theme::spacing(), Theme::spacing(0.4));
    layout->addWidget(m_text, 1);
    layout->addWidget(m_count);
    layout->addWidget(button(Symbol::Up, tr("Find Previous"), &FindBar::findPrevious));
    layout->addWidget(button(Symbol::Down, tr("Find Next"), &FindBar::findNext));
    layout->addWidget(button(Symbol::Close, tr("Close"), &FindBar::close));
    connect(m_text, &QLineEdit::textChanged, this, [this] {
        refresh();
        find(false);
    });
    hide();
}

void FindBar::open(TextView *view)
{
    if (m_view != nullptr && m_view != view)
        m_view->highlight({});
    m_view = view;
    show();
    m_text->setFocus();
    m_text->selectAll();
    refresh();
}

void FindBar::close()
{
    if (m_view != nullptr) {
        m_view->highlight({});
        m_view->setFocus();
    }
    hide();
}

void FindBar::findNext()
{
    find(false);
}

void FindBar::findPrevious()
{
    find(true);
}

void FindBar::refresh()
{
    if (m_view == nullptr || isHidden())
        return;
    m_matches = m_view->highlight(m_text->text());
    m_count->setText(m_text->text().isEmpty() ? QString() : tr("%n match(es)", nullptr, m_matches));
}

void FindBar::find(bool isBackward)
{
    if (m_view == nullptr)
        return;
    if (const int number = m_view->findNext(m_text->text(), isBackward); number > 0)
        //: Which of the matches is selected: "2 of 14".
        m_count->setText(tr("%1 of %2").arg(number).arg(m_matches));
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        find((event->modifiers() & Qt::ShiftModifier) != 0);
    else
        QWidget::keyPressEvent(event);
}
