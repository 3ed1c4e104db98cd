#include "widgets/statepage.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

StatePage::StatePage(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel)
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_sampleBox(new QWidget)
    , m_sample(new QPlainTextEdit)
    , m_action(new QPushButton)
{
    m_icon->setAlignment(Qt::AlignCenter);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    m_title->setObjectName(u"stateTitle");
    m_text->setObjectName(u"stateText");
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_sample->setReadOnly(true);
    m_sample->setFont(Theme::fixedFont());
    m_sample->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sample->setTabChangesFocus(true);
    m_sample->setAccessibleName(tr("Text to copy"));
    auto *copy = new QToolButton;
    copy->setText(tr("Copy"));
    copy->setIcon(Theme::icon(Symbol::Copy));
    copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_sample->toPlainText()); });
    auto *sampleLayout = new QVBoxLayout(m_sampleBox);
    sampleLayout->setContentsMargins(0, Theme::spacing(), 0, 0);
    sampleLayout->addWidget(m_sample);
    sampleLayout->addWidget(copy, 0, Qt::AlignRight);
    connect(m_action, &QPushButton::clicked, this, &StatePage::actionRequested);

    auto *column = new QWidget;
    column->setMaximumWidth(Theme::spacing(75));
    auto *layout = new QVBoxLayout(column);
    layout->setSpacing(Theme::spacing(1.2));
    layout->addStretch(2);
    layout->addWidget(m_icon);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_sampleBox);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);

    auto *centre = new QWidget;
    auto *centreLayout = new QHBoxLayout(centre);
    centreLayout->addStretch(1);
    centreLayout->addWidget(column, 20);
    centreLayout->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(centre);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins({});
    outer->addWidget(scroll);
    setSample({});
    setAction({});
}

void StatePage::setContent(Symbol symbol, Tone tone, const QString &title, const QString &text)
{
    m_symbol = symbol;
    m_tone = tone;
    m_title->setText(title);
    m_text->setText(text);
    showIcon();
}

void StatePage::setSample(const QString &sample)
{
    m_sampleBox->setVisible(!sample.isEmpty());
    if (m_sample->toPlainText() == sample)
        return;
    m_sample->setPlainText(sample);
    const int lines = int(sample.count(u'\n')) + 1;
    m_sample->setFixedHeight(lines * QFontMetrics(m_sample->font()).lineSpacing() + Theme::spacing(3));
}

void StatePage::setAction(const QString &text)
{
    m_action->setVisible(!text.isEmpty());
    m_action->setText(text);
}

void StatePage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void StatePage::showIcon()
{
    const int size = Theme::spacing(6);
    m_icon->setPixmap(Theme::icon(m_symbol, m_tone).pixmap(QSize(size, size), devicePixelRatio()));
}
