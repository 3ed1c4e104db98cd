#include "widgets/detailpane.h"

#include "common/names.h"
#include "models/wording.h"
#include "widgets/bars.h"
#include "widgets/boxes.h"
#include "widgets/codeview.h"
#include "widgets/columns.h"
#include "widgets/findbar.h"
#include "widgets/outputview.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSaveFile>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

enum Tab
{
    OutputTab,
    CodeTab,
    NetworkTab,
    DetailsTab,
};

enum Value
{
    IdValue,
    ClientValue,
    ServerValue,
    EngineValue,
    ImageValue,
    ContainerValue,
    QueuedValue,
    StartedValue,
    EndedValue,
    TimeLimitValue,
    MemoryLimitValue,
    CpuLimitValue,
    ProcessLimitValue,
    OutputLimitValue,
    NetworkValue,
    VariablesValue,
    NotesValue,
};

QLabel *plainLabel()
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(true);
    return label;
}

/// Servers send only the beginning of a long program.
bool isCodeCut(const ExecutionRecord &record)
{
    return record.codeBytes > monitor::maxCodeBytes;
}

/// `run` with the code on its stdin, for a shell. `run` is trusted, the code is not.
QString shellCommand(const QString &run, const QString &code)
{
    // Escape characters could end a terminal's bracketed paste: such code is given in letters.
    const bool steersTerminal = std::any_of(code.cbegin(), code.cend(), [](QChar c) {
        return c.category() == QChar::Other_Control && c != u'\n' && c != u'\t';
    });
    if (steersTerminal)
        return u"echo %1 | base64 -d | %2\n"_s.arg(QString::fromLatin1(code.toUtf8().toBase64()), run);
    // A here-document with a quoted end: the shell takes nothing in it for its own.
    QString end = u"END_OF_CODE"_s;
    while (code.contains(end))
        end += u'_';
    const QString lastEnd = code.endsWith(u'\n') ? QString() : u"\n"_s;
    return u"%1 <<'%2'\n%3%4%2\n"_s.arg(run, end, code, lastEnd);
}

} // namespace

DetailPane::DetailPane(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_content(new QWidget)
    , m_tabs(new QTabWidget)
    , m_code(new CodeView)
    , m_connectionTable(new QTableView)
    , m_noConnections(new QLabel)
    , m_find(new FindBar)
{
    auto *hint = new QLabel(tr("Select an execution to see what it does."));
    hint->setAlignment(Qt::AlignCenter);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint = hint;

    m_tabs->setObjectName(u"detailTabs");
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeOutputTab(), tr("Output"));
    m_tabs->addTab(makeCodeTab(), tr("Code"));

    m_connectionTable->setObjectName(u"connectionTable");
    m_connectionTable->setModel(&m_connections);
    m_connectionTable->setShowGrid(false);
    m_connectionTable->setFrameShape(QFrame::NoFrame);
    m_connectionTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_connectionTable->setWordWrap(false);
    m_connectionTable->setTabKeyNavigation(false);
    m_connectionTable->verticalHeader()->hide();
    m_connectionTable->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Theme::spacing());
    m_connectionTable->horizontalHeader()->setHighlightSections(false);
    Columns::stretch(*m_connectionTable, ConnectionModel::DecisionColumn);
    m_connectionTable->setColumnWidth(ConnectionModel::HostColumn, Theme::spacing(20));
    m_connectionTable->setColumnWidth(ConnectionModel::PortColumn, Theme::spacing(7));
    m_connectionTable->setColumnWidth(ConnectionModel::AddressColumn, Theme::spacing(26));
    m_connectionTable->setAccessibleName(tr("Network connections"));
    m_noConnections->setAlignment(Qt::AlignCenter);
    m_noConnections->setForegroundRole(QPalette::PlaceholderText);
    m_noConnections->setText(tr("No network connection was reported."));
    auto *network = new QWidget;
    auto *networkLayout = new QVBoxLayout(network);
    networkLayout->setContentsMargins({});
    networkLayout->addWidget(m_connectionTable);
    networkLayout->addWidget(m_noConnections);
    m_tabs->addTab(network, tr("Network"));
    m_tabs->addTab(makeDetailsTab(), tr("Timeline and Limits"));

    auto *content = new QVBoxLayout(m_content);
    content->setContentsMargins({});
    content->setSpacing(0);
    content->addWidget(makeHeader());
    content->addWidget(m_tabs, 1);
    content->addWidget(m_find);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_content);
    layout->addWidget(m_hint);
    m_content->hide();

    connect(m_tabs, &QTabWidget::currentChanged, this, &DetailPane::tabChanged);
    for (TextView *view : std::initializer_list<TextView *>{m_output, m_code})
        connect(view, &TextView::zoomRequested, this, &DetailPane::zoomRequested);
    connect(&m_session.executions(), &ExecutionModel::recordChanged, this, [this](const ExecutionId &id) {
        if (id == m_id)
            showRecord();
    });
    connect(&m_session.executions(), &ExecutionModel::outputAppended, this, [this](const ExecutionId &id) {
        if (id == m_id)
            m_output->showNew();
    });
    connect(&m_session.executions(), &ExecutionModel::rowsRemoved, this, [this] {
        if (!m_id.value.isEmpty() && record() == nullptr)
            setExecution({});
    });
}

QWidget *DetailPane::makeHeader()
{
    m_icon = new QLabel;
    m_sentence = plainLabel();
    m_sentence->setObjectName(u"outcomeSentence");
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    strong.setPointSizeF(strong.pointSizeF() * 1.1);
    m_sentence->setFont(strong);
    m_facts = plainLabel();
    m_facts->setObjectName(u"facts");
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_stop = new QToolButton;
    m_stop->setObjectName(u"stopButton");
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop this execution (Del)"));
    m_stop->setIcon(Theme::icon(Symbol::Stop, Tone::Bad));
    m_stop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_stop, &QToolButton::clicked, this, [this] { Q_EMIT stopRequested(m_id); });

    m_time = new UsageBar(tr("Time"), UsageBar::Full::IsTrouble);
    m_cpu = new UsageBar(tr("CPU"), UsageBar::Full::IsFine);
    m_memory = new UsageBar(tr("Memory"), UsageBar::Full::IsTrouble);
    m_outputSize = new UsageBar(tr("Output"), UsageBar::Full::IsTrouble);
    m_outputSize->setObjectName(u"outputBar");
    auto *bars = new QHBoxLayout;
    bars->setSpacing(Theme::spacing(3));
    for (UsageBar *bar : {m_time, m_cpu, m_memory, m_outputSize})
        bars->addWidget(bar, 1);

    auto *words = new QVBoxLayout;
    words->setSpacing(Theme::spacing(0.2));
    words->addWidget(m_sentence);
    words->addWidget(m_facts);
    auto *top = new QHBoxLayout;
    top->setSpacing(Theme::spacing(1.2));
    top->addWidget(m_icon, 0, Qt::AlignTop);
    top->addLayout(words, 1);
    top->addWidget(m_stop, 0, Qt::AlignTop);
    auto *header = new QWidget;
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(Theme::spacing(1.5), Theme::spacing(1.2), Theme::spacing(1.5), Theme::spacing(1.2));
    layout->setSpacing(Theme::spacing(1.2));
    layout->addLayout(top);
    layout->addLayout(bars);
    return header;
}

QWidget *DetailPane::makeOutputTab()
{
    m_output = new OutputView;
    m_streams = new QComboBox;
    m_streams->setObjectName(u"streams");
    m_streams->setAccessibleName(tr("Streams to show"));
    m_streams->addItem(tr("Both Streams"));
    m_streams->addItem(tr("Standard Output"));
    m_streams->addItem(tr("Standard Error"));
    connect(m_streams, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_output->setShow(OutputView::Show(index)); });
    m_notice = plainLabel();
    m_notice->setObjectName(u"outputNotice");
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    connect(m_output, &OutputView::noticeChanged, this, &DetailPane::showNotice);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Theme::spacing(), Theme::spacing(0.4), Theme::spacing(), Theme::spacing(0.4));
    bar->addWidget(m_streams);
    bar->addWidget(m_notice, 1);
    auto *tab = new QWidget;
    auto *layout = new QVBoxLayout(tab);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_output, 1);
    return tab;
}

QWidget *DetailPane::makeCodeTab()
{
    m_code->setObjectName(u"codeView");
    m_code->setAccessibleName(tr("Code"));
    m_codeNotice = plainLabel();
    m_codeNotice->setObjectName(u"codeNotice");
    m_codeNotice->setForegroundRole(QPalette::PlaceholderText);
    m_codeNotice->setMargin(int(Theme::spacing(0.8)));
    m_codeNotice->hide();
    auto *tab = new QWidget;
    auto *layout = new QVBoxLayout(tab);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_codeNotice);
    layout->addWidget(m_code, 1);
    return tab;
}

QWidget *DetailPane::makeDetailsTab()
{
    m_timeline = new TimelineBar;
    m_timeline->setObjectName(u"timeline");
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(Theme::spacing(1.5), Theme::spacing(1.5), Theme::spacing(1.5), Theme::spacing(1.5));
    layout->setSpacing(Theme::spacing(2));
    layout->addWidget(m_timeline);
    // No QFormLayout: the one of Qt 6.4 writes behind its rows when some of them are hidden (valgrind saw it).
    auto *form = new QGridLayout;
    form->setColumnStretch(1, 1);
    form->setHorizontalSpacing(Theme::spacing(2));
    form->setVerticalSpacing(Theme::spacing(0.6));
    const QStringList names{tr("Id"),        tr("Client"),      tr("Server"),         tr("Engine"),
                            tr("Image"),     tr("Container"),   tr("Queued"),         tr("Started"),
                            tr("Ended"),     tr("Time limit"),  tr("Memory limit"),   tr("Processors"),
                            tr("Processes"), tr("Output kept"), tr("Network access"), tr("Passed variables"),
                            tr("Notes")};
    for (const QString &text : names) {
        auto *name = new QLabel(text);
        name->setForegroundRole(QPalette::PlaceholderText);
        m_names += name;
        m_values += plainLabel();
        form->addWidget(name, int(m_names.size()), 0, Qt::AlignTop);
        form->addWidget(m_values.last(), int(m_names.size()), 1);
    }
    layout->addLayout(form);
    layout->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    return scroll;
}

void DetailPane::setExecution(const ExecutionId &id)
{
    if (id == m_id)
        return;
    m_id = id;
    const ExecutionRecord *shown = record();
    m_content->setVisible(shown != nullptr);
    m_hint->setVisible(shown == nullptr);
    if (shown == nullptr) {
        m_output->setLog(nullptr);
        return;
    }
    m_code->setCode(shown->code, shown->language);
    m_codeNotice->setVisible(isCodeCut(*shown));
    m_codeNotice->setText(tr("Only the first %1 of %2 are shown.")
                              .arg(Wording::size(monitor::maxCodeBytes), Wording::size(shown->codeBytes)));
    m_output->setLog(shown->output);
    showRecord();
    m_find->refresh();
}

const ExecutionRecord *DetailPane::record() const
{
    return m_session.executions().record(m_id);
}

void DetailPane::showRecord()
{
    const ExecutionRecord *shown = record();
    if (shown == nullptr)
        return;
    showHeader(*shown);
    showUsage(*shown);
    showDetails(*shown);
    m_output->setPlaceholderText(isActive(shown->state) ? tr("Nothing was printed yet.") : tr("Nothing was printed."));
    m_connections.setConnections(shown->connections);
    m_connectionTable->setVisible(!shown->connections.isEmpty());
    m_noConnections->setVisible(shown->connections.isEmpty());
}

void DetailPane::showHeader(const ExecutionRecord &record)
{
    const int size = fontMetrics().height() * 2;
    m_icon->setPixmap(Theme::icon(record.state).pixmap(QSize(size, size), devicePixelRatio()));
    m_icon->setAccessibleName(Wording::state(record.state));
    m_sentence->setText(Wording::sentence(record, QDateTime::currentDateTimeUtc()));
    QStringList facts{Wording::language(record.language)};
    for (const QString &fact : {record.client, record.container})
        if (!fact.isEmpty())
            facts += fact;
    m_facts->setText(facts.join(u"  ·  "_s));
    m_stop->setVisible(isActive(record.state) && !record.isStale);
    m_stop->setEnabled(!record.isStopRequested);
}

void DetailPane::showUsage(const ExecutionRecord &record)
{
    const monitor::ServerInfo *info = server(record);
    const auto limited = [](const QString &used, const QString &limit) {
        //: An amount and its limit.
        return tr("%1 of %2").arg(used, limit);
    };
    const auto duration = record.duration(QDateTime::currentDateTimeUtc());
    const QString time = Wording::duration(duration);
    if (record.timeout > 0ms)
        m_time->setUsage(double(duration.count()) / double(std::chrono::microseconds(record.timeout).count()),
                         limited(time, Wording::duration(record.timeout)));
    else
        m_time->setUsage(-1, time);

    const auto cpu = record.cpuTime();
    double load = -1;
    if (duration > 1ms)
        load = double(cpu.count()) / double(duration.count()) /
               (info != nullptr && info->limits.cpus > 0 ? info->limits.cpus : 1);
    m_cpu->setUsage(load, Wording::duration(cpu));

    const QString memory = Wording::size(record.peakMemoryBytes);
    if (info != nullptr && info->limits.memoryBytes > 0)
        m_memory->setUsage(double(record.peakMemoryBytes) / double(info->limits.memoryBytes),
                           limited(memory, Wording::size(info->limits.memoryBytes)));
    else
        m_memory->setUsage(-1, memory);

    // Each stream has its limit: the fuller one tells whether something is lost.
    const qint64 bytes = record.result ? std::max(record.result->out.totalBytes, record.result->err.totalBytes)
                                       : std::max(record.output->streamBytes(Stream::Stdout),
                                                  record.output->streamBytes(Stream::Stderr));
    if (info != nullptr && info->limits.captureBytes > 0)
        m_outputSize->setUsage(double(bytes) / double(info->limits.captureBytes),
                               limited(Wording::size(bytes), Wording::size(info->limits.captureBytes)));
    else
        m_outputSize->setUsage(-1, Wording::size(bytes));
}

void DetailPane::showDetails(const ExecutionRecord &record)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<TimelineBar::Phase> phases;
    const auto add = [&](const QString &name, const QDateTime &from, const QDateTime &to, Tone tone) {
        if (!from.isValid())
            return;
        const QDateTime end = to.isValid() ? to : now;
        const auto length = std::chrono::milliseconds(std::max<qint64>(from.msecsTo(end), 0));
        phases += TimelineBar::Phase{name, Wording::duration(length), double(length.count()), tone};
    };
    const QDateTime begun = record.starting.isValid() ? record.starting : record.started;
    add(tr("Queued"), record.queued, begun.isValid() ? begun : record.ended, Tone::Muted);
    if (record.starting.isValid())
        add(tr("Starting"), record.starting, record.started.isValid() ? record.started : record.ended, Tone::Warning);
    if (record.started.isValid()) {
        if (record.firstOutput.isValid()) {
            add(tr("Until first output"), record.started, record.firstOutput, Tone::Active);
            add(tr("Running"), record.firstOutput, record.ended, Tone::Good);
        } else {
            add(tr("Running"), record.started, record.ended, Tone::Good);
        }
    }
    if (record.ended.isValid() && record.removed.isValid())
        add(tr("Removing container"), record.ended, record.removed, Tone::Muted);
    m_timeline->setPhases(phases);

    const monitor::ServerInfo *info = server(record);
    const auto setValue = [this](int place, const QString &text) {
        m_values[place]->setText(text);
        m_names[place]->setVisible(!text.isEmpty());
        m_values[place]->setVisible(!text.isEmpty());
    };
    setValue(IdValue, record.id.value);
    setValue(ClientValue, record.client);
    setValue(ServerValue, info != nullptr ? ServerModel::title(*info) : record.instance);
    setValue(EngineValue, record.result && !record.result->engine.isEmpty() ? record.result->engine
                          : info != nullptr                                 ? info->engine
                                                                            : QString());
    setValue(ImageValue, record.result ? record.result->image : QString());
    setValue(ContainerValue, record.container);
    setValue(QueuedValue, Wording::fullMoment(record.queued));
    setValue(StartedValue, Wording::fullMoment(record.started));
    setValue(EndedValue, Wording::fullMoment(record.ended));
    setValue(TimeLimitValue, record.timeout > 0ms ? Wording::duration(record.timeout) : QString());
    setValue(MemoryLimitValue,
             info != nullptr && info->limits.memoryBytes > 0 ? Wording::size(info->limits.memoryBytes) : QString());
    const monitor::Limits limits = info != nullptr ? info->limits : monitor::Limits();
    const auto atMost = [](bool isLimited, const QString &amount) {
        //: A limit: "at most 128"
        return isLimited ? tr("at most %1").arg(amount) : QString();
    };
    setValue(CpuLimitValue, atMost(limits.cpus > 0, QLocale().toString(limits.cpus)));
    setValue(ProcessLimitValue, atMost(limits.pids > 0, QLocale().toString(limits.pids)));
    //: How much of the program's output is kept: "1 MiB of each stream"
    const QString kept = tr("%1 of each stream").arg(Wording::size(limits.captureBytes));
    setValue(OutputLimitValue, limits.captureBytes > 0 ? kept : QString());
    setValue(NetworkValue, limits.network);
    setValue(VariablesValue, info != nullptr ? info->configuration.value(u"pass-through-env"_s) : QString());
    QStringList notes;
    if (record.result) {
        if (record.result->wasWarm)
            notes += tr("A warm container was waiting for it.");
        if (record.isStdoutTruncated || record.isStderrTruncated)
            notes += tr("Part of the output was not kept.");
        if (record.result->oomKills > 0)
            notes += tr("%n process(es) were killed for lack of memory.", nullptr, record.result->oomKills);
        if (record.result->pidsRefused > 0)
            notes += tr("%n new process(es) were refused by the process limit.", nullptr, record.result->pidsRefused);
    }
    if (record.stdinBytes > 0)
        notes += tr("It was given %1 of input.").arg(Wording::size(record.stdinBytes));
    if (record.error && !record.error->detail.isEmpty())
        notes += record.error->detail;
    setValue(NotesValue, notes.join(u'\n'));
}

void DetailPane::showNotice()
{
    m_notice->setText(m_output->notice());
}

void DetailPane::tabChanged()
{
    if (m_find->isHidden())
        return;
    if (m_tabs->currentIndex() <= CodeTab)
        m_find->setView(currentText());
    else
        m_find->close();
}

void DetailPane::tick()
{
    const ExecutionRecord *shown = record();
    if (shown != nullptr && isActive(shown->state) && isVisible())
        showRecord();
}

const monitor::ServerInfo *DetailPane::server(const ExecutionRecord &record) const
{
    return m_session.servers().server(record.instance);
}

TextView *DetailPane::currentText() const
{
    return m_tabs->currentIndex() == CodeTab ? static_cast<TextView *>(m_code) : static_cast<TextView *>(m_output);
}

void DetailPane::setWrapping(bool wraps)
{
    m_output->setWrapping(wraps);
    m_code->setWrapping(wraps);
}

void DetailPane::setZoom(int steps)
{
    m_output->setZoom(steps);
    m_code->setZoom(steps);
}

void DetailPane::openFind()
{
    if (record() == nullptr)
        return;
    if (m_tabs->currentIndex() > CodeTab)
        m_tabs->setCurrentIndex(OutputTab);
    m_find->open(currentText());
}

void DetailPane::findNext(bool isBackward)
{
    if (m_find->isHidden())
        openFind();
    else if (isBackward)
        m_find->findPrevious();
    else
        m_find->findNext();
}

QString DetailPane::wholeCode(const QString &title)
{
    const ExecutionRecord *shown = record();
    if (shown == nullptr)
        return {};
    if (!isCodeCut(*shown))
        return shown->code;
    Boxes::problem(this, title,
                   tr("The monitor has only the first %1 of this program.").arg(Wording::size(monitor::maxCodeBytes)));
    return {};
}

void DetailPane::copyCode()
{
    if (const QString code = wholeCode(tr("Copy Code")); !code.isNull())
        QGuiApplication::clipboard()->setText(code);
}

void DetailPane::copyOutput()
{
    if (const ExecutionRecord *shown = record())
        QGuiApplication::clipboard()->setText(shown->output->text());
}

void DetailPane::copyCommand()
{
    const QString code = wholeCode(tr("Copy as Command"));
    if (code.isNull())
        return;
    QGuiApplication::clipboard()->setText(shellCommand(
        u"%1 run --language %2 -"_s.arg(m_session.serverCommand(), languageName(record()->language)), code));
}

void DetailPane::copyEngineCommand()
{
    const QString code = wholeCode(tr("Copy Engine Command"));
    if (code.isNull())
        return;
    m_session.reproduce(m_id, this, [this, code](const monitor::Answer &answer) {
        if (answer.ok && !answer.text.text.isEmpty())
            QGuiApplication::clipboard()->setText(shellCommand(answer.text.text, code));
        else
            Boxes::problem(this, tr("Copy Engine Command"), tr("There is no command: %1").arg(answer.message));
    });
}

void DetailPane::saveOutput()
{
    const ExecutionRecord *shown = record();
    if (shown == nullptr)
        return;
    auto *dialog = new QFileDialog(this, tr("Save Output"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(shown->id.value.left(8) + u".txt"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &DetailPane::saveOutputTo);
    dialog->open();
}

void DetailPane::saveOutputTo(const QString &path)
{
    const ExecutionRecord *shown = record();
    if (shown == nullptr)
        return;
    const ExecutionId id = shown->id;
    const bool isWhole =
        shown->output->isWhole() &&
        (!shown->result || (shown->output->streamBytes(Stream::Stdout) >= shown->result->out.totalBytes &&
                            shown->output->streamBytes(Stream::Stderr) >= shown->result->err.totalBytes));
    const std::optional<Stream> only = chosenStream();
    if (isWhole) {
        write(path, shown->output->text(only));
        return;
    }
    if (only) {
        m_session.readOutput(id, *only, this, [this, id, path](const Result<QString> &text) {
            if (text)
                write(path, *text);
            else
                writeWhatIsHere(id, path, text.error().message);
        });
        return;
    }
    m_session.readOutput(id, Stream::Stdout, this, [this, id, path](const Result<QString> &out) {
        if (!out) {
            writeWhatIsHere(id, path, out.error().message);
            return;
        }
        m_session.readOutput(id, Stream::Stderr, this, [this, id, path, out](const Result<QString> &err) {
            if (!err)
                writeWhatIsHere(id, path, err.error().message);
            else
                write(path, err->isEmpty() ? *out : u"%1\n[standard error]\n%2"_s.arg(*out, *err));
        });
    });
}

void DetailPane::writeWhatIsHere(const ExecutionId &id, const QString &path, const QString &reason)
{
    const ExecutionRecord *known = m_session.executions().record(id);
    if (known == nullptr) {
        Boxes::problem(this, tr("Save Output"), reason);
        return;
    }
    const std::optional<Stream> only = chosenStream();
    QString text;
    if (known->output->droppedChars() > 0)
        text += u"[… %1 characters are missing …]\n"_s.arg(known->output->droppedChars());
    for (OutputLog::Position position = known->output->begin();
         const auto piece = known->output->read(position, OutputLog::maxChars);) {
        if (only && piece->stream != *only)
            continue;
        if (piece->kind == OutputLog::Kind::Gap)
            text += u"\n[… %1 bytes are missing …]\n"_s.arg(piece->bytes);
        else
            text += piece->text;
    }
    write(path, text);
    Boxes::problem(
        this, tr("Save Output"),
        tr("Only what the monitor has was saved; where something is missing, a line says so. The server could "
           "not give the rest: %1")
            .arg(reason));
}

void DetailPane::write(const QString &path, const QString &text)
{
    QSaveFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.commit())
        Boxes::problem(this, tr("Save Output"), tr("The output could not be saved: %1").arg(file.errorString()));
}

std::optional<Stream> DetailPane::chosenStream() const
{
    switch (OutputView::Show(m_streams->currentIndex())) {
    case OutputView::Show::Stdout:
        return Stream::Stdout;
    case OutputView::Show::Stderr:
        return Stream::Stderr;
    case OutputView::Show::Both:
        break;
    }
    return std::nullopt;
}

int DetailPane::currentTab() const
{
    return m_tabs->currentIndex();
}

void DetailPane::setCurrentTab(int index)
{
    m_tabs->setCurrentIndex(std::clamp(index, 0, m_tabs->count() - 1));
}
