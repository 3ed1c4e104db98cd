#include "widgets/containerspage.h"

#include "widgets/boxes.h"
#include "widgets/cleanupdialog.h"
#include "widgets/columns.h"
#include "widgets/statepage.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

ContainersPage::ContainersPage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_table(new QTableView)
    , m_summary(new QLabel)
    , m_remove(new QPushButton(tr("Remove…")))
    , m_measure(new QPushButton(tr("Measure Sizes")))
    , m_nothing(new StatePage)
    , m_stack(new QStackedWidget)
{
    m_sorted.setSourceModel(&session.containers());
    m_sorted.setSortRole(ContainerModel::SortRole);
    m_table->setObjectName(u"containerTable");
    m_table->setAccessibleName(tr("Containers"));
    m_table->setModel(&m_sorted);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ContainerModel::StateColumn, Qt::AscendingOrder);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::spacing(1.2));
    m_table->horizontalHeader()->setHighlightSections(false);
    const int digit = fontMetrics().horizontalAdvance(u'0');
    const std::pair<int, int> widths[] = {{ContainerModel::NameColumn, 28},     {ContainerModel::StateColumn, 20},
                                          {ContainerModel::LanguageColumn, 14}, {ContainerModel::AgeColumn, 13},
                                          {ContainerModel::SizeColumn, 11},     {ContainerModel::ExecutionColumn, 14},
                                          {ContainerModel::OwnerColumn, 24}};
    for (const auto &[column, digits] : widths)
        m_table->setColumnWidth(column, digits * digit);
    Columns::stretch(*m_table, ContainerModel::ImageColumn);

    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setObjectName(u"containerSummary");
    m_remove->setObjectName(u"removeContainer");
    auto *cleanUpButton = new QPushButton(tr("Clean Up…"));
    cleanUpButton->setObjectName(u"cleanUp");
    cleanUpButton->setIcon(Theme::icon(Symbol::Cleanup));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Theme::spacing(1.5), Theme::spacing(), Theme::spacing(), Theme::spacing());
    bar->addWidget(m_summary, 1);
    bar->addWidget(m_measure);
    bar->addWidget(m_remove);
    bar->addWidget(cleanUpButton);
    m_nothing->setObjectName(u"noContainers");
    showNothing();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_nothing);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);

    m_measure->setObjectName(u"measureContainers");
    connect(m_measure, &QPushButton::clicked, this, &ContainersPage::measure);
    connect(m_remove, &QPushButton::clicked, this, &ContainersPage::removeSelected);
    connect(cleanUpButton, &QPushButton::clicked, this, &ContainersPage::cleanUp);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_remove->setEnabled(hasSelection());
        Q_EMIT selectionChanged();
    });
    connect(m_nothing, &StatePage::actionRequested, this, &ContainersPage::refresh);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        const QString id = index.data(ContainerModel::ExecutionRole).toString();
        if (!id.isEmpty())
            Q_EMIT executionActivated({id});
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&session.containers(), signal, this, &ContainersPage::updateSummary);
    connect(&session.containers(), &QAbstractItemModel::dataChanged, this, &ContainersPage::updateSummary);
    m_timer.setInterval(5000);
    connect(&m_timer, &QTimer::timeout, &session.containers(), &ContainerModel::refreshAges);
    m_remove->setEnabled(false);
    updateSummary();
}

void ContainersPage::refresh()
{
    m_session.listOrphans(this, [this](const monitor::Answer &answer) {
        if (answer.ok) {
            m_session.containers().setOrphans(answer.items);
            showNothing();
            return;
        }
        m_nothing->setContent(Symbol::Warning, Tone::Warning, tr("Containers Unknown"),
                              tr("The containers could not be listed: %1").arg(answer.message));
        m_nothing->setAction(tr("Look Again"));
    });
}

void ContainersPage::showNothing()
{
    m_nothing->setContent(Symbol::Containers, Tone::Good, tr("No Containers"),
                          tr("Nothing waits, nothing runs and nothing was left behind."));
    m_nothing->setAction({});
}

bool ContainersPage::hasSelection() const
{
    return m_table->selectionModel()->hasSelection();
}

void ContainersPage::removeSelected()
{
    const QModelIndex row = m_table->currentIndex();
    if (!row.isValid() || !hasSelection())
        return;
    const QString name = row.data(ContainerModel::NameRole).toString();
    const QString instance = row.data(ContainerModel::InstanceRole).toString();
    const bool isInUse = row.data(ContainerModel::StateRole).toInt() == int(ContainerState::InUse);
    Boxes::ask(this,
               {u"removeBox"_s,
                tr("Remove Container"),
                isInUse ? tr("Remove the container %1? The program that runs in it is killed.").arg(name)
                        : tr("Remove the container %1?").arg(name),
                {},
                tr("Remove")},
               Boxes::Default::Cancel, [this, name, instance] { remove(name, instance); });
}

void ContainersPage::remove(const QString &name, const QString &instance)
{
    m_session.removeContainer(name, instance, this, [this, name](const monitor::Answer &answer) {
        if (!answer.ok)
            Boxes::problem(this, tr("Remove Container"),
                           tr("The container %1 could not be removed: %2").arg(name, answer.message));
        refresh();
    });
}

void ContainersPage::cleanUp()
{
    auto *dialog = new CleanupDialog(m_session, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, &ContainersPage::refresh);
    dialog->open();
}

void ContainersPage::measure()
{
    if (!m_measure->isEnabled())
        return; // it is under way
    m_measure->setEnabled(false);
    m_session.measureContainers(this, [this](const monitor::Answer &answer) {
        m_measure->setEnabled(true);
        m_session.containers().setSizes(answer.items);
        if (!answer.ok)
            Boxes::problem(this, tr("Measure Sizes"),
                           tr("The containers could not be measured: %1").arg(answer.message));
    });
}

QByteArray ContainersPage::saveLayout() const
{
    return m_table->horizontalHeader()->saveState();
}

void ContainersPage::restoreLayout(const QByteArray &state)
{
    m_table->horizontalHeader()->restoreState(state);
}

void ContainersPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    m_timer.start();
}

void ContainersPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

void ContainersPage::updateSummary()
{
    const ContainerModel &containers = m_session.containers();
    const QString warm = tr("%n warm", nullptr, containers.count(ContainerState::Ready));
    const QString inUse = tr("%n in use", nullptr, containers.count(ContainerState::InUse));
    const QString orphans = tr("%n left behind", nullptr, containers.orphanCount());
    //: Numbers of containers: "4 warm, 2 in use, 1 left behind"
    m_summary->setText(tr("%1, %2, %3").arg(warm, inUse, orphans));
    m_stack->setCurrentIndex(containers.rowCount() > 0 ? 0 : 1);
}
