#include "widgets/findbar.h"

#include "widgets/textview.h"
#include "widgets/theme.h"

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
        if (m_view != nullptr)
            m_view->moveToMatch(TextView::Move::Here);
        showCount();
    });
    hide();
}

void FindBar::setView(TextView *view)
{
    if (m_view != view) {
        if (m_view != nullptr) {
            m_view->search({});
            disconnect(m_view, nullptr, this, nullptr);
        }
        m_view = view;
        connect(view, &TextView::searchProgressed, this, &FindBar::showCount);
    }
    refresh();
}

void FindBar::open(TextView *view)
{
    show();
    m_text->setFocus();
    m_text->selectAll();
    setView(view);
}

void FindBar::close()
{
    hide();
    if (m_view != nullptr) {
        m_view->search({});
        if (m_view->isVisible())
            m_view->setFocus();
    }
}

void FindBar::findNext()
{
    if (m_view != nullptr)
        m_view->moveToMatch(TextView::Move::Next);
    showCount();
}

void FindBar::findPrevious()
{
    if (m_view != nullptr)
        m_view->moveToMatch(TextView::Move::Previous);
    showCount();
}

void FindBar::refresh()
{
    if (m_view == nullptr || isHidden())
        return;
    m_view->search(m_text->text());
    showCount();
}

void FindBar::showCount()
{
    if (m_view == nullptr || isHidden())
        return;
    const int current = m_view->currentMatch();
    if (m_text->text().isEmpty())
        m_count->clear();
    else if (current > 0)
        //: Which of the matches is selected: "2 of 14".
        m_count->setText(tr("%1 of %2").arg(current).arg(m_view->matchCount()));
    else
        m_count->setText(tr("%n match(es)", nullptr, m_view->matchCount()));
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        (event->modifiers() & Qt::ShiftModifier) != 0 ? findPrevious() : findNext();
    else
        QWidget::keyPressEvent(event);
}
