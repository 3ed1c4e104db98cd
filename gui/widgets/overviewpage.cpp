#include "widgets/overviewpage.h"

#include "models/wording.h"
#include "widgets/chartcard.h"
#include "widgets/columns.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

QLabel *heading(const QString &text)
{
    auto *label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QString orDash(const std::optional<std::chrono::microseconds> &duration)
{
    return duration ? Wording::duration(*duration) : u"–"_s;
}

} // namespace

OverviewPage::OverviewPage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_grid(new QGridLayout)
    , m_running(new ChartCard(tr("Running"), Tone::Active))
    , m_queued(new ChartCard(tr("Queued"), Tone::Warning))
    , m_warm(new ChartCard(tr("Warm Containers"), Tone::Good))
    , m_memory(new ChartCard(tr("Memory in Use"), Tone::Active))
    , m_calls(new ChartCard(tr("Calls per Minute"), Tone::Active))
    , m_success(new ChartCard(tr("Success Rate"), Tone::Good))
    , m_median(new ChartCard(tr("Median Duration"), Tone::Active))
    , m_p95(new ChartCard(tr("95 % Are Faster Than"), Tone::Warning))
{
    auto *servers = new QTableView;
    servers->setObjectName(u"serverTable");
    servers->setAccessibleName(tr("Servers"));
    servers->setModel(&session.servers());
    servers->setShowGrid(false);
    servers->setFrameShape(QFrame::NoFrame);
    servers->setWordWrap(false);
    servers->setTabKeyNavigation(false);
    servers->setSelectionBehavior(QAbstractItemView::SelectRows);
    servers->setSelectionMode(QAbstractItemView::SingleSelection);
    servers->verticalHeader()->hide();
    servers->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::spacing(1.2));
    servers->horizontalHeader()->setHighlightSections(false);
    servers->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    Columns::stretch(*servers, ServerModel::ClientColumn);
    servers->setMinimumHeight(fontMetrics().height() * 6);

    auto *notes = new QListView;
    notes->setObjectName(u"noteList");
    notes->setAccessibleName(tr("Notes"));
    notes->setModel(&session.notes());
    notes->setFrameShape(QFrame::NoFrame);
    notes->setWordWrap(true);
    notes->setResizeMode(QListView::Adjust);
    notes->setSpacing(Theme::spacing(0.2));
    notes->setMinimumHeight(fontMetrics().height() * 5);
    notes->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_noNotes = new QLabel(tr("Nothing worth noting so far."));
    m_noNotes->setForegroundRole(QPalette::PlaceholderText);
    const auto updateNotes = [this, notes] {
        notes->setVisible(m_session.notes().rowCount() > 0);
        m_noNotes->setVisible(m_session.notes().rowCount() == 0);
    };
    connect(&session.notes(), &QAbstractItemModel::rowsInserted, this, updateNotes);
    updateNotes();

    auto *lower = new QGridLayout;
    lower->setHorizontalSpacing(Theme::spacing(2));
    lower->addWidget(heading(tr("Servers")), 0, 0);
    lower->addWidget(heading(tr("Notes")), 0, 1);
    lower->addWidget(servers, 1, 0);
    auto *noteBox = new QVBoxLayout;
    noteBox->addWidget(notes, 1);
    noteBox->addWidget(m_noNotes, 0, Qt::AlignTop);
    lower->addLayout(noteBox, 1, 1);
    lower->setColumnStretch(0, 3);
    lower->setColumnStretch(1, 2);
    lower->setRowStretch(1, 1);

    auto *remark = new QLabel(tr("The curves show the last hour."));
    remark->setForegroundRole(QPalette::PlaceholderText);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(Theme::spacing(1.5), Theme::spacing(1.5), Theme::spacing(1.5), Theme::spacing(1.5));
    layout->setSpacing(Theme::spacing(1.2));
    m_grid->setSpacing(Theme::spacing(1.2));
    layout->addLayout(m_grid, 3);
    layout->addWidget(remark);
    layout->addLayout(lower, 2);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins({});
    outer->addWidget(scroll);

    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &OverviewPage::refresh);
    arrange();
}

void OverviewPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    m_timer.start();
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void OverviewPage::arrange()
{
    const QList<ChartCard *> cards{m_running, m_queued, m_warm, m_memory, m_calls, m_success, m_median, m_p95};
    int widest = 0;
    for (const ChartCard *card : cards)
        widest = std::max(widest, card->minimumSizeHint().width());
    const int columns = width() >= 4 * widest + 5 * Theme::spacing(1.5) ? 4 : 2;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < int(cards.size()); ++i)
        m_grid->addWidget(cards.at(i), i / columns, i % columns);
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void OverviewPage::refresh()
{
    m_session.servers().refreshUptimes();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    Statistics &statistics = m_session.statistics();
    const Statistics::Figures figures = statistics.figures(now);
    const auto course = [&](Statistics::Series series) { return statistics.series(series, now); };
    const QLocale locale;
    m_running->setData(locale.toString(figures.running), {}, course(Statistics::Series::Running));
    m_queued->setData(locale.toString(figures.queued), {}, course(Statistics::Series::Queued));
    m_warm->setData(locale.toString(figures.warm), {}, course(Statistics::Series::Warm));
    m_memory->setData(Wording::size(figures.memoryBytes), {}, course(Statistics::Series::Memory));
    m_calls->setData(locale.toString(figures.callsPerMinute, 'f', 1), {}, course(Statistics::Series::Calls));
    m_success->setData(figures.successRate ? Wording::percent(*figures.successRate) : u"–"_s,
                       tr("of %n run(s)", nullptr, figures.ended), course(Statistics::Series::SuccessRate), 1);
    m_median->setData(orDash(figures.median), {}, course(Statistics::Series::Median));
    m_p95->setData(orDash(figures.p95), {}, course(Statistics::Series::P95));
}
