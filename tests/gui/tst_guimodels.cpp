#include "guitestdata.h"
#include "models/cleanupmodel.h"
#include "models/connectionmodel.h"
#include "models/containermodel.h"
#include "models/executionfilter.h"
#include "models/executionmodel.h"
#include "models/notemodel.h"
#include "models/servermodel.h"
#include "models/session.h"
#include "models/statistics.h"
#include "models/wording.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Tester = QAbstractItemModelTester;

class TestGuiModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void anExecutionGoesThroughItsStates();
    void everyEndHasItsState_data();
    void everyEndHasItsState();
    void burstsAreAnnouncedTogether();
    void aReplayMakesNoDuplicates();
    void theOldestEndedOnesGoBeyondTheLimit();
    void endedExecutionsCanBeForgotten();
    void activeRowsBecomeStaleAndReturn();
    void whatADeadServerLeftIsNotActive();
    void rowsTickOnlyWhileSomebodyLooks();
    void outputIsBoundedAndItsGapsAreKnown();
    void samplesGiveWayToTheTail();
    void historyIsBoundedByMemory();
    void aRunningExecutionStaysWhileOthersGiveTheirOutput();
    void theFilterCombinesItsConditions();
    void theFilterIsRightWhateverHappens_data();
    void theFilterIsRightWhateverHappens();
    void aLargeFilterWorksInSlices();
    void columnsSortAsValues();
    void containersComeAndGo();
    void orphansAreListedUntilTheyAreGone();
    void connectionsAreAppended();
    void cleanUpReportsEachItem();
    void serversAreUpdatedAndEnd();
    void notesAreBounded();
    void statisticsCountTheLastHour();
    void theSessionSaysItsStateInWords();
    void whatIsRefusedIsTakenBack();
    void firstLinesSaySomething_data();
    void firstLinesSaySomething();
    void durationsHaveUnits();

private:
    static int rowFor(const ExecutionModel &model, const QString &id) { return model.rowOf({id}); }
};

void TestGuiModels::anExecutionGoesThroughItsStates()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    monitor::Event queued = server.queued(u"a"_s, u"# comment\nprint(1)"_s);
    queued.time = queued.time.addSecs(-100);
    model.apply(server.instance, queued);
    model.flush();
    QCOMPARE(model.rowCount(), 1);
    const ExecutionRecord *record = model.record(ExecutionId{u"a"_s});
    QCOMPARE(record->state, ExecutionState::Queued);
    QCOMPARE(model.index(0, ExecutionModel::CodeColumn).data().toString(), u"print(1)"_s);
    model.apply(server.instance, server.next(monitor::PhaseChanged{{u"a"_s}, Phase::Starting}));
    QCOMPARE(record->state, ExecutionState::Starting);
    model.apply(server.instance, server.started(u"a"_s));
    QCOMPARE(record->state, ExecutionState::Running);
    model.apply(server.instance, server.output(u"a"_s, u"hello\n"_s));
    model.apply(server.instance, server.finished(u"a"_s));
    model.apply(server.instance, server.container(u"c-a"_s, ContainerState::Removed));
    QSignalSpy ended(&model, &ExecutionModel::ended);
    model.flush();
    QCOMPARE(ended.count(), 1);
    QCOMPARE(record->state, ExecutionState::Succeeded);
    QCOMPARE(record->output->text(), u"hello\n"_s);
    QVERIFY(record->firstOutput.isValid() && record->ended.isValid() && record->removed.isValid());
    QCOMPARE(model.activeCount(), 0);
    // Shown is what is sorted by.
    const QModelIndex called = model.index(0, ExecutionModel::CalledColumn);
    QCOMPARE(called.data().toString(), Wording::moment(queued.time, QDateTime::currentDateTimeUtc()));
    QCOMPARE(called.data(Qt::ToolTipRole).toString(), Wording::fullMoment(queued.time));
    QVERIFY(model.index(0, 0).data(ExecutionModel::SentenceRole).toString().contains(u"Finished successfully"_s));
}

void TestGuiModels::everyEndHasItsState_data()
{
    QTest::addColumn<int>("outcome");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("state");
    QTest::newRow("0") << int(Outcome::Exited) << 0 << int(ExecutionState::Succeeded);
    QTest::newRow("3") << int(Outcome::Exited) << 3 << int(ExecutionState::Failed);
    QTest::newRow("signal") << int(Outcome::Signalled) << 0 << int(ExecutionState::Killed);
    QTest::newRow("time") << int(Outcome::TimedOut) << 0 << int(ExecutionState::TimedOut);
    QTest::newRow("memory") << int(Outcome::OutOfMemory) << 0 << int(ExecutionState::OutOfMemory);
    QTest::newRow("cancelled") << int(Outcome::Cancelled) << 0 << int(ExecutionState::Stopped);
    QTest::newRow("sandbox") << -1 << 0 << int(ExecutionState::NotRun);
}

void TestGuiModels::everyEndHasItsState()
{
    QFETCH(int, outcome);
    QFETCH(int, code);
    QFETCH(int, state);
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    model.apply(server.instance, server.queued(u"a"_s));
    model.apply(server.instance, outcome < 0 ? server.failed(u"a"_s) : server.finished(u"a"_s, Outcome(outcome), code));
    model.flush();
    QCOMPARE(model.record(0)->state, ExecutionState(state));
    QVERIFY(!Wording::sentence(*model.record(0), QDateTime::currentDateTimeUtc()).isEmpty());
    QVERIFY(!model.index(0, ExecutionModel::OutcomeColumn).data().toString().isEmpty());
}

void TestGuiModels::burstsAreAnnouncedTogether()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    for (int i = 0; i < 500; ++i) {
        const QString id = QString::number(i);
        model.apply(server.instance, server.queued(id));
        for (int line = 0; line < 10; ++line)
            model.apply(server.instance, server.output(id, u"x\n"_s));
    }
    QCOMPARE(inserted.count(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 500, 5000);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(changed.count(), 1);
}

void TestGuiModels::aReplayMakesNoDuplicates()
{
    Session session({geteuid(), {}, {}, {}});
    Tester tester(&session.executions(), Tester::FailureReportingMode::Fatal);
    EventSource server;
    const QList<monitor::Event> events{server.queued(u"a"_s), server.started(u"a"_s), server.output(u"a"_s, u"once"_s)};
    for (int round = 0; round < 2; ++round) {
        session.receive(server.instance, server.hello());
        for (const monitor::Event &event : events)
            session.receive(server.instance, event);
        if (round == 0)
            session.serverLost(server.instance);
    }
    session.receive(server.instance, {0, {}, monitor::ReplayEnded{}});
    session.executions().flush();
    QCOMPARE(session.executions().rowCount(), 1);
    QCOMPARE(session.executions().record(0)->output->text(), u"once"_s);
    QVERIFY(!session.executions().record(0)->isStale);
}

void TestGuiModels::theOldestEndedOnesGoBeyondTheLimit()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setLimits(100, ExecutionModel::defaultByteLimit);
    EventSource server;
    for (int i = 0; i < 1000; ++i) {
        model.apply(server.instance, server.queued(QString::number(i)));
        model.apply(server.instance, server.output(QString::number(i), u"text"_s));
        model.apply(server.instance, server.finished(QString::number(i)));
        if (i % 37 == 0)
            model.flush();
    }
    model.flush();
    QVERIFY(model.rowCount() <= 100);
    QCOMPARE(rowFor(model, u"999"_s), model.rowCount() - 1);
    QCOMPARE(rowFor(model, u"0"_s), -1);
    const auto textSize = qint64(sizeof(QChar)) * QStringLiteral("print(1)text").size();
    QCOMPARE(model.bytes(), textSize * model.rowCount());
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.rowOf(model.record(row)->id), row);
}

void TestGuiModels::endedExecutionsCanBeForgotten()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    for (int i = 0; i < 10; ++i) {
        model.apply(server.instance, server.queued(QString::number(i)));
        if (i % 3 != 0)
            model.apply(server.instance, server.finished(QString::number(i)));
    }
    model.clearEnded();
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(rowFor(model, u"9"_s), 3);
    model.apply(server.instance, server.queued(u"new"_s));
    model.flush();
    QCOMPARE(rowFor(model, u"new"_s), 4);
}

void TestGuiModels::activeRowsBecomeStaleAndReturn()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    EventSource other(u"server2"_s);
    model.apply(server.instance, server.queued(u"a"_s));
    model.apply(other.instance, other.queued(u"b"_s));
    model.setStale(server.instance, true);
    QVERIFY(model.index(rowFor(model, u"a"_s), 0).data(ExecutionModel::StaleRole).toBool());
    QVERIFY(!model.index(rowFor(model, u"b"_s), 0).data(ExecutionModel::StaleRole).toBool());
    model.setStale(server.instance, false);
    QVERIFY(!model.index(rowFor(model, u"a"_s), 0).data(ExecutionModel::StaleRole).toBool());
}

void TestGuiModels::whatADeadServerLeftIsNotActive()
{
    ExecutionModel model;
    ExecutionFilter filter;
    filter.setSourceModel(&model);
    filter.setGroup(ExecutionFilter::Group::Active);
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setLimits(100, ExecutionModel::defaultByteLimit);
    EventSource dead;
    EventSource server(u"server2"_s);
    model.apply(dead.instance, dead.queued(u"lost"_s));
    model.apply(dead.instance, dead.started(u"lost"_s));
    model.flush();
    QCOMPARE(model.activeCount(), 1);
    QCOMPARE(filter.rowCount(), 1);
    model.setStale(dead.instance, true);
    model.flush();
    QCOMPARE(model.activeCount(), 0);
    QVERIFY(model.active().isEmpty());
    QCOMPARE(filter.rowCount(), 0);
    // It is back, and gone again.
    model.setStale(dead.instance, false);
    model.flush();
    QCOMPARE(model.activeCount(), 1);
    QCOMPARE(filter.rowCount(), 1);
    model.setStale(dead.instance, true);
    for (int i = 0; i < 1000; ++i) {
        model.apply(server.instance, server.queued(QString::number(i)));
        model.apply(server.instance, server.finished(QString::number(i)));
    }
    model.flush();
    QVERIFY(model.rowCount() <= 100);
    QCOMPARE(rowFor(model, u"lost"_s), -1);
    model.setStale(dead.instance, false);
    QCOMPARE(model.activeCount(), 0);
    // What ended while nobody listened is told of in the replay.
    model.apply(dead.instance, dead.queued(u"ends"_s));
    model.setStale(dead.instance, true);
    QSignalSpy ended(&model, &ExecutionModel::ended);
    model.apply(dead.instance, dead.finished(u"ends"_s));
    model.setStale(dead.instance, false);
    QCOMPARE(ended.count(), 1);
    QCOMPARE(model.activeCount(), 0);
    model.apply(dead.instance, dead.queued(u"forgotten"_s));
    model.setStale(dead.instance, true);
    model.clearEnded();
    QCOMPARE(model.rowCount(), 0);
}

void TestGuiModels::rowsTickOnlyWhileSomebodyLooks()
{
    ExecutionModel model;
    EventSource server;
    model.apply(server.instance, server.queued(u"a"_s));
    model.apply(server.instance, server.started(u"a"_s));
    model.flush();
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setTicking(true);
    QCOMPARE(changed.count(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 2, 3000);
    model.setTicking(false);
    QTest::qWait(1200);
    QCOMPARE(changed.count(), 2);
}

void TestGuiModels::outputIsBoundedAndItsGapsAreKnown()
{
    OutputLog log;
    OutputLog::Position position = log.begin();
    qint64 offset = 0;
    for (int i = 0; i < 400; ++i) {
        log.append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Live, offset, 8192, QString(8192, u'x')});
        offset += 8192;
    }
    QVERIFY(log.chars() <= OutputLog::maxChars);
    QCOMPARE(log.chars() + log.droppedChars(), offset);
    QVERIFY(log.isOutdated(position));
    log.append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Live, offset + 500, 3, u"end"_s});
    position = log.begin();
    qint64 gap = 0;
    QString last;
    while (const auto piece = log.read(position, 1000)) {
        gap += piece->kind == OutputLog::Kind::Gap ? piece->bytes : 0;
        last = piece->text;
    }
    QCOMPARE(gap, 500);
    QCOMPARE(last, u"end"_s);
    QCOMPARE(log.unread(position), 0);
    log.append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Live, offset + 503, 1, u"!"_s});
    QCOMPARE(log.read(position, 1000)->text, u"!"_s); // also where it was joined to the last piece
}

void TestGuiModels::samplesGiveWayToTheTail()
{
    OutputLog log;
    log.append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Live, 0, 4, u"head"_s});
    log.append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Sample, 0, 6, u"sample"_s});
    const int revision = log.revision();
    log.append({{u"a"_s}, Stream::Stdout, monitor::OutputPart::Tail, 96, 4, u"tail"_s});
    QVERIFY(log.revision() != revision);
    QCOMPARE(log.text(), u"headtail"_s);
}

void TestGuiModels::historyIsBoundedByMemory()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    constexpr qint64 limit = 16 * 1024 * 1024;
    model.setLimits(1000, limit);
    EventSource server;
    const QString text(16 * 1024, u'x');
    for (int i = 0; i < 60; ++i) {
        const QString id = QString::number(i);
        model.apply(server.instance, server.queued(id, QString(100'000, u'#')));
        for (int piece = 0; piece < 16; ++piece)
            model.apply(server.instance, server.output(id, text));
        model.apply(server.instance, server.finished(id));
        model.flush();
        QVERIFY(model.bytes() <= limit);
    }
    QVERIFY(model.rowCount() > 20 && model.rowCount() < 25); // of some 0.7 MB each
    QCOMPARE(model.rowOf({u"0"_s}), -1);
    QVERIFY(!model.record(ExecutionId{u"59"_s})->output->isEmpty());
    model.setLimits(1000, limit / 2);
    QVERIFY(model.bytes() <= limit / 2);
}

void TestGuiModels::aRunningExecutionStaysWhileOthersGiveTheirOutput()
{
    ExecutionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    constexpr qint64 limit = 1024 * 1024;
    model.setLimits(1000, limit);
    EventSource server;
    model.apply(server.instance, server.queued(u"running"_s));
    model.apply(server.instance, server.started(u"running"_s));
    for (int i = 0; i < 100; ++i) {
        const QString id = QString::number(i);
        model.apply(server.instance, server.queued(id));
        model.apply(server.instance, server.output(id, QString(16 * 1024, u'x')));
        model.apply(server.instance, server.finished(id));
        model.flush();
    }
    QVERIFY(model.bytes() <= limit);
    QCOMPARE(model.rowCount(), 101);
    QVERIFY(model.record(1)->output->isEmpty());
    QVERIFY(!model.record(100)->output->isEmpty());
}

void TestGuiModels::theFilterCombinesItsConditions()
{
    ExecutionModel model;
    ExecutionFilter filter;
    filter.setSourceModel(&model);
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    Tester filterTester(&filter, Tester::FailureReportingMode::Fatal);
    EventSource server;
    EventSource other(u"server2"_s);
    model.apply(server.instance, server.queued(u"ok"_s, u"print('Needle')"_s));
    model.apply(server.instance, server.finished(u"ok"_s));
    model.apply(server.instance, server.queued(u"bad"_s));
    model.apply(server.instance, server.output(u"bad"_s, u"the needle is here"_s));
    model.apply(server.instance, server.finished(u"bad"_s, Outcome::Exited, 1));
    model.apply(other.instance, other.queued(u"late"_s, u"x"_s, Language::JavaScript));
    model.apply(other.instance, other.finished(u"late"_s, Outcome::TimedOut));
    model.apply(other.instance, other.queued(u"now"_s));
    model.flush();
    QCOMPARE(filter.rowCount(), 4);
    QVERIFY(!filter.isFiltering());
    filter.setText(u"needle"_s);
    QCOMPARE(filter.rowCount(), 2);
    filter.setGroup(ExecutionFilter::Group::Failed);
    QCOMPARE(filter.rowCount(), 1);
    filter.clear();
    filter.setGroup(ExecutionFilter::Group::TimedOut);
    QCOMPARE(filter.rowCount(), 1);
    filter.setLanguage(Language::Python);
    QCOMPARE(filter.rowCount(), 0);
    filter.clear();
    filter.setInstance(u"server2"_s);
    QCOMPARE(filter.rowCount(), 2);
    filter.setGroup(ExecutionFilter::Group::Active);
    QCOMPARE(filter.rowCount(), 1);
    model.apply(other.instance, other.finished(u"now"_s));
    model.flush();
    QCOMPARE(filter.rowCount(), 0);
}

void TestGuiModels::theFilterIsRightWhateverHappens_data()
{
    QTest::addColumn<int>("burst");
    QTest::newRow("single rows") << 3;
    QTest::newRow("bursts") << 400;
}

void TestGuiModels::theFilterIsRightWhateverHappens()
{
    QFETCH(int, burst);
    ExecutionModel model;
    model.setLimits(1000, 1 << 30);
    ExecutionFilter filter;
    filter.setSourceModel(&model);
    Tester filterTester(&filter, Tester::FailureReportingMode::Fatal);
    QItemSelectionModel selection(&filter);
    EventSource server;
    QRandomGenerator random(4711);
    QStringList running;
    int count = 0;
    for (int step = 0; step < 120; ++step) {
        switch (random.bounded(9)) {
        case 0:
        case 1:
        case 2:
            for (int i = random.bounded(burst); i >= 0; --i) {
                const QString id = u"id%1"_s.arg(++count);
                model.apply(server.instance, server.queued(id, u"code %1"_s.arg(random.bounded(100))));
                if (random.bounded(3) == 0) {
                    model.apply(server.instance, server.started(id));
                    running += id;
                } else {
                    model.apply(server.instance, server.finished(id, Outcome::Exited, random.bounded(2)));
                }
            }
            break;
        case 3:
            for (int i = random.bounded(burst); i >= 0 && !running.isEmpty(); --i) {
                const QString id = running.takeAt(random.bounded(int(running.size())));
                model.apply(server.instance, server.output(id, u"42\n"_s));
                model.apply(server.instance, server.finished(id, Outcome::Exited, random.bounded(2)));
            }
            break;
        case 4:
            filter.sort(random.bounded(ExecutionModel::ColumnCount),
                        random.bounded(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
            break;
        case 5:
            filter.setText(random.bounded(2) == 0 ? QString() : QString::number(random.bounded(10)));
            break;
        case 6:
            filter.setGroup(ExecutionFilter::Group(random.bounded(5)));
            break;
        case 7:
            if (random.bounded(8) == 0)
                model.clearEnded();
            break;
        case 8:
            if (filter.rowCount() > 0)
                selection.select(filter.index(random.bounded(filter.rowCount()), 0),
                                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            break;
        }
        const auto selected = [&] {
            const QModelIndexList rows = selection.selectedRows();
            return rows.isEmpty() ? QString() : rows.first().data(ExecutionModel::IdRole).toString();
        };
        const QString before = selected();
        model.flush();
        if (random.bounded(2) == 0)
            continue; // the next change comes into the middle of this one
        QTRY_VERIFY(!filter.isBusy());
        if (const QString after = selected(); !after.isEmpty())
            QCOMPARE(after, before);

        // What is shown, and in which order, by the plainest of ways.
        QSet<QString> shown;
        for (int row = 0; row < filter.rowCount(); ++row) {
            const QModelIndex index = filter.index(row, 0);
            shown.insert(index.data(ExecutionModel::IdRole).toString());
            QCOMPARE(filter.mapFromSource(filter.mapToSource(index)), index);
        }
        QCOMPARE(shown.size(), filter.rowCount());
        for (int row = 0; row < model.rowCount(); ++row) {
            const ExecutionRecord &record = *model.record(row);
            const bool isText = filter.text().isEmpty() || record.id.value.contains(filter.text()) ||
                                record.code.contains(filter.text()) || record.output->contains(filter.text()) ||
                                record.client.contains(filter.text()) || record.container.contains(filter.text());
            bool isGroup = true;
            if (filter.group() == ExecutionFilter::Group::Active)
                isGroup = isActive(record.state);
            else if (filter.group() == ExecutionFilter::Group::Succeeded)
                isGroup = record.state == ExecutionState::Succeeded;
            else if (filter.group() != ExecutionFilter::Group::Everything)
                isGroup = filter.group() == ExecutionFilter::Group::Failed && record.state == ExecutionState::Failed;
            QCOMPARE(shown.contains(record.id.value), isText && isGroup);
        }
        for (int row = 1; row < filter.rowCount(); ++row) {
            const int column = filter.sortColumn();
            if (column == ExecutionModel::DurationColumn)
                break; // goes on while we look
            QModelIndex first = filter.index(row - 1, column);
            QModelIndex second = filter.index(row, column);
            if (filter.sortOrder() == Qt::DescendingOrder)
                std::swap(first, second);
            const auto value = [](const QModelIndex &index) {
                const QVariant result = index.data(ExecutionModel::SortRole);
                return result.typeId() == QMetaType::QString ? QVariant(result.toString().toCaseFolded()) : result;
            };
            const auto order = QVariant::compare(value(first), value(second));
            const bool isSooner = filter.mapToSource(first).row() < filter.mapToSource(second).row();
            QVERIFY(order == QPartialOrdering::Less || (order == QPartialOrdering::Equivalent && isSooner));
        }
    }
    QVERIFY(count > 30);
}

void TestGuiModels::aLargeFilterWorksInSlices()
{
    ExecutionModel model;
    ExecutionFilter filter;
    filter.setSourceModel(&model);
    EventSource server;
    for (int i = 0; i < 2000; ++i) {
        const QString id = u"id%1"_s.arg(i);
        model.apply(server.instance, server.queued(id));
        model.apply(server.instance, server.output(id, QString(20'000, u'x') + (i % 2 == 0 ? u"even"_s : u"odd"_s)));
    }
    model.flush();
    QTRY_VERIFY(!filter.isBusy());
    QCOMPARE(filter.rowCount(), 2000);
    QSignalSpy applied(&filter, &ExecutionFilter::applied);
    filter.setText(u"nothing like it"_s);
    QVERIFY(filter.isBusy());
    QCOMPARE(filter.rowCount(), 2000); // what was shown stays until the new one is there
    filter.setText(u"even"_s);         // the other one is dropped
    QTRY_COMPARE(applied.count(), 1);
    QCOMPARE(filter.rowCount(), 1000);
}

void TestGuiModels::columnsSortAsValues()
{
    ExecutionModel model;
    ExecutionFilter filter;
    filter.setSourceModel(&model);
    EventSource server;
    int number = 0;
    for (const auto duration : {9ms, 1200ms, 100ms}) {
        const QString id = QString::number(number++);
        model.apply(server.instance, server.queued(id));
        ExecutionResult result;
        result.exitCode = 0;
        result.duration = duration;
        model.apply(server.instance, server.next(monitor::ExecutionFinished{{id}, result, false, false}));
    }
    model.flush();
    filter.sort(ExecutionModel::DurationColumn, Qt::AscendingOrder);
    QStringList ids;
    for (int row = 0; row < filter.rowCount(); ++row)
        ids += filter.index(row, 0).data(ExecutionModel::IdRole).toString();
    QCOMPARE(ids, QStringList({u"0"_s, u"2"_s, u"1"_s}));
}

void TestGuiModels::containersComeAndGo()
{
    ContainerModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    model.apply(server.instance, server.container(u"c1"_s, ContainerState::Starting));
    model.apply(server.instance, server.container(u"c1"_s, ContainerState::Ready));
    model.apply(server.instance, server.container(u"c2"_s, ContainerState::InUse, u"run"_s));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.count(ContainerState::Ready), 1);
    model.setStale(server.instance, true);
    QCOMPARE(model.count(ContainerState::Ready), 0);
    model.setStale(server.instance, false);
    model.apply(server.instance, server.container(u"c1"_s, ContainerState::Removed));
    model.apply(server.instance, server.container(u"never seen"_s, ContainerState::Removed));
    QCOMPARE(model.rowCount(), 1);
}

void TestGuiModels::orphansAreListedUntilTheyAreGone()
{
    ContainerModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EventSource server;
    model.apply(server.instance, server.container(u"mine"_s, ContainerState::Ready));
    model.setOrphans({{u"o1"_s, u"server 1"_s, {}, {}, true, {}}, {u"o2"_s, u"server 1"_s, {}, {}, true, {}}});
    QCOMPARE(model.orphanCount(), 2);
    model.setOrphans({{u"o2"_s, u"server 1"_s, {}, {}, true, {}}});
    QCOMPARE(model.orphanCount(), 1);
    model.apply(server.instance, server.next(monitor::OrphansRemoved{{u"o2"_s}}));
    QCOMPARE(model.rowCount(), 1);
    // The containers of a server that died are left behind or gone.
    model.apply(server.instance, server.container(u"left"_s, ContainerState::InUse));
    model.setStale(server.instance, true);
    QCOMPARE(model.rowCount(), 2);
    model.setOrphans({{u"left"_s, u"server 1"_s, {}, {}, true, {}}});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.orphanCount(), 1);
}

void TestGuiModels::connectionsAreAppended()
{
    ConnectionModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    using Verdict = ConnectionReport::Verdict;
    QList<monitor::ConnectionReported> connections{
        {{u"a"_s}, {u"example.org"_s, 443, u"93.184.216.34"_s, 2048, 1, 250ms, Verdict::Allowed, {}}}};
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setConnections(connections);
    connections += {{u"a"_s}, {u"10.0.0.1"_s, 80, {}, 0, 0, 0ms, Verdict::Refused, u"the address is not public"_s}};
    connections += {{u"a"_s}, {u"gone.example"_s, 80, {}, 0, 0, 1ms, Verdict::Failed, u"no such name"_s}};
    model.setConnections(connections);
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, ConnectionModel::AddressColumn).data().toString(), u"93.184.216.34"_s);
    QCOMPARE(model.index(0, ConnectionModel::ReceivedColumn).data().toString(), u"2.0 KiB"_s);
    QCOMPARE(model.index(0, ConnectionModel::DurationColumn).data().toString(), u"250 ms"_s);
    QCOMPARE(model.index(0, ConnectionModel::DecisionColumn).data().toString(), u"Allowed"_s);
    QCOMPARE(model.index(1, ConnectionModel::DecisionColumn).data().toString(),
             u"Refused: the address is not public"_s);
    QCOMPARE(model.index(2, ConnectionModel::DecisionColumn).data().toString(), u"Failed: no such name"_s);
    model.setConnections({});
    QCOMPARE(model.rowCount(), 0);
}

void TestGuiModels::cleanUpReportsEachItem()
{
    CleanupModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    QList<monitor::AnswerItem> items;
    for (const auto *name : {"a", "b", "c"})
        items += monitor::AnswerItem{QString::fromLatin1(name), {}, {}, {}, true, {}};
    model.setItems(items);
    QVERIFY(model.setData(model.index(2, 0), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.checkedNames(), QStringList({u"a"_s, u"b"_s}));
    model.setRemoving({u"a"_s, u"b"_s});
    model.setResults({u"a"_s, u"b"_s}, {0, false, u"lost"_s, {{u"a"_s, {}, {}, {}, true, {}}}});
    QCOMPARE(model.count(CleanupModel::Progress::Removed), 1);
    QCOMPARE(model.count(CleanupModel::Progress::Failed), 1);
    QVERIFY(model.index(1, CleanupModel::ResultColumn).data().toString().contains(u"lost"_s));
    QCOMPARE(model.checkedNames(), QStringList(u"b"_s)); // Retry
    QVERIFY(!(model.flags(model.index(0, 0)) & Qt::ItemIsUserCheckable));
}

void TestGuiModels::serversAreUpdatedAndEnd()
{
    ServerModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    monitor::ServerInfo server;
    for (int i = 0; i < 60; ++i) {
        server.instance = QString::number(i);
        model.update(server);
        if (i > 0)
            model.setLost(server.instance);
    }
    server.instance = u"0"_s;
    server.client = u"client"_s;
    model.update(server);
    QCOMPARE(model.connected().size(), 1);
    QCOMPARE(model.server(u"0"_s)->client, u"client"_s);
    QVERIFY(model.rowCount() < 30);
}

void TestGuiModels::notesAreBounded()
{
    NoteModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    for (int i = 0; i < 300; ++i)
        model.add(QDateTime::currentDateTimeUtc(), QString::number(i));
    QCOMPARE(model.rowCount(), 200);
    QVERIFY(model.index(0, 0).data(Qt::DisplayRole).toString().endsWith(u"299"_s));
}

void TestGuiModels::statisticsCountTheLastHour()
{
    Statistics statistics;
    EventSource server;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (int i = 0; i < 10; ++i) {
        const QString id = QString::number(i);
        statistics.apply(server.instance, server.queued(id));
        statistics.apply(server.instance, server.started(id));
        if (i < 8)
            statistics.apply(server.instance, server.finished(id, Outcome::Exited, i < 6 ? 0 : 1));
    }
    statistics.apply(server.instance, server.next(monitor::PoolChanged{{Language::Python, 2, 0, 2}}));
    auto figures = statistics.figures(now);
    QCOMPARE(figures.running, 2);
    QCOMPARE(figures.warm, 2);
    QCOMPARE(figures.ended, 8);
    QCOMPARE(figures.successRate, std::optional(0.75));
    QCOMPARE(figures.callsPerMinute, 2.0);
    QCOMPARE(figures.median, std::optional<std::chrono::microseconds>(20ms));
    QCOMPARE(statistics.series(Statistics::Series::Running, now).size(), Statistics::sliceCount);
    QVERIFY(statistics.series(Statistics::Series::Running, now).last() >= 2);
    const QDateTime later = now.addSecs(3700);
    figures = statistics.figures(later);
    QVERIFY(!figures.successRate);
    QVERIFY(std::isnan(statistics.series(Statistics::Series::SuccessRate, later).last()));
    // An event of long ago does no harm.
    statistics.apply(server.instance,
                     {99, now.addSecs(-100'000), monitor::ExecutionQueued{{u"old"_s}, {}, {}, 0, 0, 0ms, {}}});
    statistics.forget(server.instance);
    QCOMPARE(statistics.figures(later).running, 0);
}

void TestGuiModels::theSessionSaysItsStateInWords()
{
    Session session({geteuid(), {}, {}, {}});
    QCOMPARE(session.state(), Session::State::Searching);
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::NoServer, 5000);
    EventSource server;
    session.receive(server.instance, server.hello(monitor::EngineState::Unavailable));
    QCOMPARE(session.state(), Session::State::EngineUnavailable);
    QCOMPARE(session.serverText(QDateTime::currentDateTimeUtc()), u"permission denied"_s);
    session.receive(server.instance, server.hello());
    QCOMPARE(session.state(), Session::State::Connected);
    session.receive(server.instance, server.queued(u"a"_s));
    session.executions().flush();
    QVERIFY(session.sentence().contains(u"1 active"_s));
    session.serverLost(server.instance);
    QCOMPARE(session.state(), Session::State::NoServer);
    bool answered = false;
    session.cancel({u"a"_s}, this, [&answered](const monitor::Answer &answer) { answered = !answer.ok; });
    QVERIFY(answered);
}

void TestGuiModels::whatIsRefusedIsTakenBack()
{
    Session session({geteuid(), {}, {}, {}});
    session.setServerProgram(u"/nonexistent/program"_s);
    EventSource server; // it gives events, but no link to send a command by
    session.receive(server.instance, server.queued(u"a"_s));
    session.receive(server.instance, server.container(u"c1"_s, ContainerState::Ready));
    session.executions().flush();
    int refused = 0;
    const auto count = [&refused](const monitor::Answer &answer) { refused += answer.ok ? 0 : 1; };
    session.cancel({u"a"_s}, this, count);
    session.removeContainer(u"c1"_s, server.instance, this, count);
    QTRY_COMPARE(refused, 2);
    const auto state = [&session] {
        return session.containers().index(0, ContainerModel::StateColumn).data().toString();
    };
    QVERIFY(!session.executions().record(0)->isStopRequested);
    QCOMPARE(state(), u"Warm, waiting"_s);
    // What is under way ends with the connection.
    session.executions().setStopRequested({u"a"_s}, true);
    session.containers().setBeingRemoved(u"c1"_s, true);
    QCOMPARE(state(), u"Being removed"_s);
    session.serverLost(server.instance);
    session.receive(server.instance, {0, {}, monitor::ReplayEnded{}});
    QVERIFY(!session.executions().record(0)->isStopRequested);
    QCOMPARE(state(), u"Warm, waiting"_s);
}

void TestGuiModels::firstLinesSaySomething_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << u"print(1)"_s << u"print(1)"_s;
    QTest::newRow("comment") << u"# what\n\n  x = 1"_s << u"x = 1"_s;
    QTest::newRow("imports") << u"import os\nfrom a import b\nrun()"_s << u"run()"_s;
    QTest::newRow("only imports") << u"import os\nimport sys"_s << u"import os"_s;
    QTest::newRow("only comments") << u"// a"_s << u"// a"_s;
    QTest::newRow("empty") << QString() << QString();
}

void TestGuiModels::firstLinesSaySomething()
{
    QFETCH(QString, code);
    QFETCH(QString, line);
    ExecutionRecord record;
    record.code = code;
    QCOMPARE(record.firstLine(), line);
}

void TestGuiModels::durationsHaveUnits()
{
    QCOMPARE(Wording::duration(4300us), u"4.3 ms"_s);
    QCOMPARE(Wording::duration(850ms), u"850 ms"_s);
    QCOMPARE(Wording::duration(1200ms), u"1.2 s"_s);
    QCOMPARE(Wording::duration(125s), u"2 min 5 s"_s);
    QCOMPARE(Wording::duration(2h + 3min), u"2 h 3 min"_s);
}

QTEST_GUILESS_MAIN(TestGuiModels)
#include "tst_guimodels.moc"
