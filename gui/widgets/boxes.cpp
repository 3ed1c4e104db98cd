#include "widgets/boxes.h"

#include "models/wording.h"
#include "widgets/theme.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Boxes)
};

QMessageBox *makeBox(QWidget *parent, QMessageBox::Icon icon, const QString &title, const QString &text)
{
    auto *box = new QMessageBox(icon, title, text, QMessageBox::NoButton, parent);
    const bool isWarning = icon == QMessageBox::Warning;
    const QIcon drawn =
        Theme::icon(isWarning ? Symbol::Warning : Symbol::Info, isWarning ? Tone::Warning : Tone::Active);
    box->setIconPixmap(drawn.pixmap(QSize(1, 1) * Theme::spacing(4), box->devicePixelRatio()));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    return box;
}

} // namespace

void Boxes::problem(QWidget *parent, const QString &title, const QString &text)
{
    QMessageBox *box = makeBox(parent, QMessageBox::Warning, title, text);
    // Our own word: Qt's translations need not be installed.
    box->addButton(Texts::tr("OK"), QMessageBox::AcceptRole);
    box->open();
}

void Boxes::ask(QWidget *parent, const Question &question, Default defaultButton, std::function<void()> then)
{
    const bool isDangerous = defaultButton == Default::Cancel;
    QMessageBox *box =
        makeBox(parent, isDangerous ? QMessageBox::Warning : QMessageBox::Question, question.title, question.text);
    box->setObjectName(question.name);
    // Informative texts have no format of their own to set.
    box->setInformativeText(Wording::plain(question.details));
    QPushButton *cancel = box->addButton(QMessageBox::Cancel);
    cancel->setText(Texts::tr("Cancel"));
    QPushButton *action =
        box->addButton(question.action, isDangerous ? QMessageBox::DestructiveRole : QMessageBox::AcceptRole);
    box->setDefaultButton(isDangerous ? cancel : action);
    QObject::connect(box, &QMessageBox::buttonClicked, parent,
                     [action, then = std::move(then)](const QAbstractButton *clicked) {
                         if (clicked == action)
                             then();
                     });
    box->open();
}
