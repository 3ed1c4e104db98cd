#include "widgets/cleanupdialog.h"

#include "models/wording.h"
#include "widgets/columns.h"
#include "widgets/theme.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTableView>
#include <QVBoxLayout>

CleanupDialog::CleanupDialog(Session &session, QWidget *parent)
    : QDialog(parent)
    , m_session(session)
    , m_text(new QLabel)
    , m_table(new QTableView)
    , m_remove(new QPushButton)
{
    setObjectName(u"cleanupDialog");
    setWindowTitle(tr("Clean Up"));
    m_text->setObjectName(u"cleanupText");
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_table->setObjectName(u"cleanupTable");
    m_table->setAccessibleName(tr("Containers to remove"));
    m_table->setModel(&m_model);
    Theme::outlineCheckBoxes(*m_table);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    Columns::stretch(*m_table, CleanupModel::ResultColumn);

    auto *buttons = new QDialogButtonBox;
    m_remove->setObjectName(u"cleanupRemove");
    m_remove->setAutoDefault(false);
    buttons->addButton(m_remove, QDialogButtonBox::ActionRole);
    m_close = buttons->addButton(QDialogButtonBox::Cancel);
    m_close->setObjectName(u"cleanupClose");
    m_close->setDefault(true);
    connect(m_remove, &QPushButton::clicked, this, &CleanupDialog::remove);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &CleanupDialog::updateButtons);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Theme::spacing(1.5));
    layout->addWidget(m_text);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    resize(QSize(Theme::spacing(95), Theme::spacing(45)).boundedTo(screen()->availableSize() * 9 / 10));
    list();
}

void CleanupDialog::list()
{
    m_text->setText(tr("Looking for containers that dead servers left behind…"));
    updateButtons();
    m_session.listOrphans(this, [this](const monitor::Answer &answer) { listed(answer); });
}

void CleanupDialog::listed(const monitor::Answer &answer)
{
    m_isWaiting = false;
    m_model.setItems(answer.items);
    if (!answer.ok)
        m_text->setText(tr("The containers could not be listed: %1").arg(answer.message));
    else if (answer.items.isEmpty())
        m_text->setText(tr("There is nothing to clean up: no container was left behind."));
    else
        m_text->setText(tr("%n container(s) were left behind by servers that do not run any more. Exactly the checked "
                           "ones are removed; nothing else is touched.",
                           nullptr, int(answer.items.size())));
    updateButtons();
    if (!answer.items.isEmpty()) // nobody waits for it: the engine may take its time
        m_session.measureContainers(this, [this](const monitor::Answer &sizes) { m_model.setSizes(sizes.items); });
}

void CleanupDialog::remove()
{
    const QStringList names = m_model.checkedNames();
    if (names.isEmpty())
        return;
    m_isWaiting = true;
    m_model.setRemoving(names);
    updateButtons();
    m_session.prune(names, this, [this, names](const monitor::Answer &answer) { removed(names, answer); });
}

void CleanupDialog::removed(const QStringList &names, const monitor::Answer &answer)
{
    m_isWaiting = false;
    m_hasResults = true;
    m_model.setResults(names, answer);
    const int failed = m_model.count(CleanupModel::Progress::Failed);
    QString done = tr("%n container(s) were removed.", nullptr, m_model.count(CleanupModel::Progress::Removed));
    if (const auto freed = m_model.freedBytes())
        //: A sentence on how many containers were removed, then one on the disk space.
        done = tr("%1 %2").arg(done, tr("%1 of disk space was freed.").arg(Wording::size(*freed)));
    m_text->setText(failed == 0 ? done
                                //: A sentence on what was removed, then one on what was not.
                                : tr("%1 %2").arg(done, tr("%n could not be removed.", nullptr, failed)));
    updateButtons();
}

void CleanupDialog::updateButtons()
{
    const int count = int(m_model.checkedNames().size());
    m_remove->setVisible(m_model.rowCount() > 0);
    m_remove->setEnabled(!m_isWaiting && count > 0);
    m_remove->setText(m_hasResults ? tr("Retry %n", nullptr, count) : tr("Remove %n", nullptr, count));
    if (m_hasResults && count == 0)
        m_remove->hide();
    // What is being removed cannot be called back.
    const bool isRemoving = m_isWaiting && m_model.rowCount() > 0;
    const bool isNothing = !m_isWaiting && m_model.rowCount() == 0;
    m_close->setText(m_hasResults || isRemoving || isNothing ? tr("Close") : tr("Cancel"));
}
