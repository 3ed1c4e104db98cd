#pragma once

#include "models/connectionmodel.h"
#include "models/session.h"

#include <QWidget>

class CodeView;
class FindBar;
class OutputView;
class QComboBox;
class QLabel;
class QTableView;
class QTabWidget;
class QToolButton;
class TimelineBar;
class TextView;
class UsageBar;

/// Everything about the selected execution: what became of it, its output, code, connections, limits and timeline.
class DetailPane : public QWidget
{
    Q_OBJECT

public:
    explicit DetailPane(Session &session, QWidget *parent = nullptr);

    /// An empty id shows the hint to select something.
    void setExecution(const ExecutionId &id);
    [[nodiscard]] const ExecutionRecord *record() const;

    void setWrapping(bool wraps);
    void setZoom(int steps);
    void openFind();
    void findNext(bool isBackward);
    void copyCode();
    void copyOutput();
    /// A shell command that runs the same program in a sandbox.
    void copyCommand();
    /// The command of the container engine that starts the same container and runs the program in it, from the server.
    void copyEngineCommand();
    /// Asks where to.
    void saveOutput();
    /// All of it, from the server if something is missing here; says so when that has not all of it either.
    void saveOutputTo(const QString &path);
    /// Durations of a running execution grow while somebody looks.
    void tick();

    [[nodiscard]] int currentTab() const;
    void setCurrentTab(int index);

Q_SIGNALS:
    void stopRequested(const ExecutionId &id);
    void zoomRequested(int change);

private:
    QWidget *makeHeader();
    QWidget *makeOutputTab();
    QWidget *makeCodeTab();
    QWidget *makeDetailsTab();
    void showRecord();
    void showHeader(const ExecutionRecord &record);
    void showUsage(const ExecutionRecord &record);
    void showDetails(const ExecutionRecord &record);
    void showNotice();
    void tabChanged();
    /// The program; null when the monitor has only its beginning, which a box says.
    [[nodiscard]] QString wholeCode(const QString &title);
    void write(const QString &path, const QString &text);
    void writeWhatIsHere(const ExecutionId &id, const QString &path, const QString &reason);
    [[nodiscard]] std::optional<Stream> chosenStream() const;
    [[nodiscard]] TextView *currentText() const;
    [[nodiscard]] const monitor::ServerInfo *server(const ExecutionRecord &record) const;

    Session &m_session;
    ExecutionId m_id;
    ConnectionModel m_connections;
    QWidget *m_content;
    QWidget *m_hint;
    QLabel *m_icon;
    QLabel *m_sentence;
    QLabel *m_facts;
    QToolButton *m_stop;
    UsageBar *m_cpu;
    UsageBar *m_memory;
    UsageBar *m_outputSize;
    UsageBar *m_time;
    QTabWidget *m_tabs;
    OutputView *m_output;
    QComboBox *m_streams;
    QLabel *m_notice;
    CodeView *m_code;
    QLabel *m_codeNotice;
    QTableView *m_connectionTable;
    QLabel *m_noConnections;
    FindBar *m_find;
    TimelineBar *m_timeline;
    QList<QLabel *> m_names;
    QList<QLabel *> m_values; ///< In the order of the form.
};
