#include "widgets/executionspage.h"

#include "models/wording.h"
#include "widgets/columns.h"
#include "widgets/detailpane.h"
#include "widgets/executiondelegate.h"
#include "widgets/filterbar.h"
#include "widgets/statepage.h"

#include <QActionGroup>
#include <QButtonGroup>
#include <QComboBox>
#include <QDataStream>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

ExecutionsPage::ExecutionsPage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_table(new QTableView)
    , m_columnsMenu(new QMenu(tr("Co&lumns"), this))
    , m_sortMenu(new QMenu(tr("Sort &By"), this))
    , m_nothing(new StatePage)
    , m_stack(new QStackedWidget)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_detail(new DetailPane(session))
{
    m_filter.setSourceModel(&session.executions());
    setUpTable();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_nothing);
    m_splitter->setObjectName(u"executionsSplitter");
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setChildrenCollapsible(false);
    m_stack->setMinimumHeight(fontMetrics().height() * 6);
    m_splitter->setSizes({Theme::spacing(38), Theme::spacing(48)});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeFilterBar());
    layout->addWidget(m_splitter, 1);

    connect(m_nothing, &StatePage::actionRequested, this, &ExecutionsPage::clearFilter);
    connect(m_detail, &DetailPane::stopRequested, this, &ExecutionsPage::stopRequested);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_filter, signal, this, &ExecutionsPage::updatePage);
    connect(&m_filter, &ExecutionFilter::applied, this, &ExecutionsPage::filterApplied);
    connect(&session.servers(), &ServerModel::serversChanged, this, &ExecutionsPage::updateServers);
    updateServers();
    updatePage();
}

QWidget *ExecutionsPage::makeFilterBar()
{
    m_text = new QLineEdit;
    m_text->setObjectName(u"filterText");
    m_text->setClearButtonEnabled(true);
    m_text->setPlaceholderText(tr("Filter by code, output, client or id"));
    m_text->setAccessibleName(tr("Filter"));
    m_text->addAction(Theme::icon(Symbol::Search, Tone::Muted), QLineEdit::LeadingPosition);
    m_text->setMinimumWidth(Theme::spacing(12));
    connect(m_text, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter.setText(text.trimmed());
        updatePage();
    });

    auto *first = new QWidget;
    auto *layout = new QHBoxLayout(first);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::spacing(0.6));
    layout->addWidget(m_text, 1);
    auto *group = new QButtonGroup(this);
    const std::pair<QString, const char *> names[] = {{tr("All"), "groupAll"},
                                                      {tr("Active"), "groupActive"},
                                                      {tr("Finished"), "groupFinished"},
                                                      {tr("Failed"), "groupFailed"},
                                                      {tr("Timed Out"), "groupTimedOut"}};
    for (const auto &[text, name] : names) {
        auto *chip = new QToolButton;
        chip->setObjectName(QLatin1StringView(name));
        chip->setText(text);
        chip->setCheckable(true);
        chip->setAutoRaise(true);
        chip->setFocusPolicy(Qt::StrongFocus);
        group->addButton(chip, int(m_groups.size()));
        layout->addWidget(chip);
        m_groups += chip;
    }
    m_groups.first()->setChecked(true);
    connect(group, &QButtonGroup::idClicked, this, [this](int id) { setGroup(ExecutionFilter::Group(id)); });

    // In the letters that a box counts in.
    const auto lengthOf = [this](const QString &text) {
        return fontMetrics().horizontalAdvance(text) / fontMetrics().horizontalAdvance(u'X') + 1;
    };
    m_language = new QComboBox;
    m_language->setObjectName(u"filterLanguage");
    m_language->setAccessibleName(tr("Language"));
    m_language->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_language->addItem(tr("All Languages"));
    m_language->setMinimumContentsLength(lengthOf(m_language->itemText(0)));
    for (const Language language : {Language::Python, Language::JavaScript})
        m_language->addItem(Wording::language(language), int(language));
    connect(m_language, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_filter.setLanguage(index == 0 ? std::nullopt : std::optional(Language(m_language->currentData().toInt())));
        updatePage();
    });
    auto *second = new QWidget;
    layout = new QHBoxLayout(second);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::spacing(0.6));
    layout->addWidget(m_language, 1);

    m_server = new QComboBox;
    m_server->setObjectName(u"filterServer");
    m_server->setAccessibleName(tr("Server"));
    m_server->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_server->setMinimumContentsLength(lengthOf(tr("All Servers")));
    connect(m_server, &QComboBox::currentIndexChanged, this, [this] {
        m_filter.setInstance(m_server->currentData().toString());
        updatePage();
    });
    layout->addWidget(m_server, 1);
    m_count = new QLabel;
    m_count->setObjectName(u"filterCount");
    m_count->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_count);
    return new FilterBar(first, second);
}

void ExecutionsPage::setUpTable()
{
    m_table->setObjectName(u"executionTable");
    m_table->setAccessibleName(tr("Executions"));
    m_table->setModel(&m_filter);
    m_table->setItemDelegate(new ExecutionDelegate(m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::spacing(1.2));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ExecutionModel::CalledColumn, Qt::DescendingOrder);

    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setStretchLastSection(false);
    // Wide enough for the words of every language; what the columns really hold decides.
    const int digit = fontMetrics().horizontalAdvance(u'0');
    const std::pair<int, int> widths[] = {
        {ExecutionModel::StateColumn, 16},     {ExecutionModel::CodeColumn, 40},   {ExecutionModel::LanguageColumn, 12},
        {ExecutionModel::ClientColumn, 17},    {ExecutionModel::CalledColumn, 12}, {ExecutionModel::DurationColumn, 11},
        {ExecutionModel::CpuColumn, 11},       {ExecutionModel::MemoryColumn, 15}, {ExecutionModel::OutcomeColumn, 17},
        {ExecutionModel::ContainerColumn, 24}, {ExecutionModel::ServerColumn, 12}};
    for (const auto &[column, digits] : widths)
        m_table->setColumnWidth(column, digits * digit);
    header->moveSection(header->visualIndex(ExecutionModel::OutcomeColumn), 2); // beside what it is the outcome of
    header->hideSection(ExecutionModel::ContainerColumn);
    header->hideSection(ExecutionModel::ServerColumn);
    header->setMinimumSectionSize(5 * digit);
    Columns::stretch(*m_table, ExecutionModel::CodeColumn);

    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint &place) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        updateHeaderMenus();
        menu->addActions(m_columnsMenu->actions());
        menu->addSeparator();
        menu->addMenu(m_sortMenu);
        menu->popup(header->mapToGlobal(place));
    });

    makeHeaderMenus();

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ExecutionsPage::currentChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        // A row that was selected by a click on a filtered-out place is current without being selected.
        currentChanged();
        Q_EMIT selectionChanged();
    });
    // The first to come is shown at once: an empty pane would say less.
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, [this] {
        if (!std::exchange(m_hasSelectedFirst, true) && !m_table->currentIndex().isValid())
            selectNewest();
    });
    // New rows at the top would push the text away under a reader who has scrolled down.
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &, int first, int last) {
        QScrollBar *bar = m_table->verticalScrollBar();
        if (bar->value() > 0 && first <= m_table->rowAt(0))
            bar->setValue(bar->value() + last - first + 1);
    });
}

void ExecutionsPage::makeHeaderMenus()
{
    QHeaderView *header = m_table->horizontalHeader();
    auto *columns = new QActionGroup(this);
    for (int column = 0; column < ExecutionModel::ColumnCount; ++column) {
        const QString name = m_filter.headerData(column, Qt::Horizontal).toString();
        QAction *sort = m_sortMenu->addAction(name);
        sort->setCheckable(true);
        columns->addAction(sort);
        connect(sort, &QAction::triggered, this,
                [this, column] { m_table->sortByColumn(column, m_filter.sortOrder()); });
        if (column == ExecutionModel::StateColumn || column == ExecutionModel::CodeColumn)
            continue; // always shown
        QAction *show = m_columnsMenu->addAction(name);
        show->setCheckable(true);
        show->setData(column);
        connect(show, &QAction::triggered, header,
                [header, column](bool isShown) { header->setSectionHidden(column, !isShown); });
    }
    m_sortMenu->addSeparator();
    auto *orders = new QActionGroup(this);
    const std::pair<QString, Qt::SortOrder> names[] = {{tr("&Ascending"), Qt::AscendingOrder},
                                                       {tr("&Descending"), Qt::DescendingOrder}};
    for (const auto &[name, order] : names) {
        QAction *action = m_sortMenu->addAction(name);
        action->setCheckable(true);
        orders->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, order = order] { m_table->sortByColumn(m_filter.sortColumn(), order); });
    }
    for (QMenu *menu : {m_columnsMenu, m_sortMenu})
        connect(menu, &QMenu::aboutToShow, this, &ExecutionsPage::updateHeaderMenus);
}

void ExecutionsPage::updateHeaderMenus()
{
    for (QAction *action : m_columnsMenu->actions())
        action->setChecked(!m_table->horizontalHeader()->isSectionHidden(action->data().toInt()));
    const QList<QAction *> sort = m_sortMenu->actions(); // the columns, a separator, the orders
    sort.at(m_filter.sortColumn())->setChecked(true);
    sort.at(ExecutionModel::ColumnCount + 1 + int(m_filter.sortOrder()))->setChecked(true);
}

void ExecutionsPage::focusFilter()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void ExecutionsPage::clearFilter()
{
    m_text->clear();
    m_filter.clear();
    m_groups.first()->click();
    m_language->setCurrentIndex(0);
    m_server->setCurrentIndex(0);
}

void ExecutionsPage::setGroup(ExecutionFilter::Group group)
{
    m_filter.setGroup(group);
    updatePage();
}

void ExecutionsPage::select(const QList<ExecutionId> &ids)
{
    m_toSelect.clear();
    for (const ExecutionId &id : ids) {
        if (m_session.executions().rowOf(id) >= 0 && !indexOf(id).isValid()) {
            clearFilter();
            break;
        }
    }
    if (m_filter.isBusy())
        m_toSelect = ids;
    QItemSelection rows;
    QModelIndex first;
    for (const ExecutionId &id : ids) {
        if (const QModelIndex index = indexOf(id); index.isValid()) {
            rows.select(index, index);
            if (!first.isValid())
                first = index;
        }
    }
    if (!first.isValid())
        return;
    m_table->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(first);
}

void ExecutionsPage::selectNewest()
{
    // Not selectRow(): that takes a Ctrl key which happens to be down for a wish to toggle.
    if (m_filter.rowCount() > 0)
        m_table->selectionModel()->setCurrentIndex(m_filter.index(0, 0),
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

QList<ExecutionId> ExecutionsPage::selection() const
{
    QList<ExecutionId> ids;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &row : rows)
        ids += ExecutionId{row.data(ExecutionModel::IdRole).toString()};
    return ids;
}

bool ExecutionsPage::isSelected(const ExecutionId &id) const
{
    const QModelIndex index = indexOf(id);
    return index.isValid() && m_table->selectionModel()->isRowSelected(index.row());
}

QModelIndex ExecutionsPage::indexOf(const ExecutionId &id) const
{
    const int row = m_session.executions().rowOf(id);
    return row < 0 ? QModelIndex() : m_filter.mapFromSource(m_session.executions().index(row, 0));
}

QByteArray ExecutionsPage::saveLayout() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_splitter->saveState() << m_table->horizontalHeader()->saveState() << int(m_filter.group())
           << m_language->currentIndex() << m_detail->currentTab();
    return state;
}

void ExecutionsPage::restoreLayout(const QByteArray &state)
{
    QDataStream stream(state);
    QByteArray splitter;
    QByteArray header;
    int group = 0;
    int language = 0;
    int tab = 0;
    stream >> splitter >> header >> group >> language >> tab;
    if (stream.status() != QDataStream::Ok)
        return;
    m_splitter->restoreState(splitter);
    m_table->horizontalHeader()->restoreState(header);
    m_groups.at(std::clamp(group, 0, int(m_groups.size()) - 1))->click();
    m_language->setCurrentIndex(std::clamp(language, 0, m_language->count() - 1));
    m_detail->setCurrentTab(tab);
}

void ExecutionsPage::updateServers()
{
    const QString current = m_server->currentData().toString();
    const QSignalBlocker blocker(m_server);
    m_server->clear();
    m_server->addItem(tr("All Servers"), QString());
    const ServerModel &servers = m_session.servers();
    for (int row = 0; row < servers.rowCount(); ++row) {
        const QString instance = servers.index(row, 0).data(ServerModel::InstanceRole).toString();
        m_server->addItem(ServerModel::title(*servers.server(instance)), instance);
    }
    m_server->setCurrentIndex(std::max(m_server->findData(current), 0));
    m_server->setVisible(servers.rowCount() > 1);
}

void ExecutionsPage::updatePage()
{
    const int shown = m_filter.rowCount();
    const int all = m_session.executions().rowCount();
    m_count->setText(m_filter.isFiltering() ? tr("%1 of %2").arg(shown).arg(all) : QString());
    const bool isNothing = shown == 0 && all > 0 && !m_filter.isBusy();
    if (isNothing) {
        if (m_filter.text().isEmpty())
            m_nothing->setContent(Symbol::Filter, Tone::Muted, tr("Nothing Matches"),
                                  tr("No execution is of the kind that you chose."));
        else
            m_nothing->setContent(Symbol::Search, Tone::Muted, tr("Nothing Matches"),
                                  tr("No execution matches “%1”.").arg(m_filter.text()));
        m_nothing->setAction(tr("Clear Filter"));
    }
    m_stack->setCurrentIndex(isNothing ? 1 : 0);
}

void ExecutionsPage::filterApplied()
{
    updatePage();
    if (!m_toSelect.isEmpty())
        select(std::exchange(m_toSelect, {}));
    else if (m_filter.rowCount() > 0 && !std::exchange(m_hasSelectedFirst, true))
        selectNewest();
    // Rows that went with the old order took their selection along without a word.
    currentChanged();
    Q_EMIT selectionChanged();
}

void ExecutionsPage::currentChanged()
{
    const QModelIndex current = m_table->currentIndex();
    const bool isSelected = current.isValid() && m_table->selectionModel()->isRowSelected(current.row());
    m_detail->setExecution({isSelected ? current.data(ExecutionModel::IdRole).toString() : QString()});
}
