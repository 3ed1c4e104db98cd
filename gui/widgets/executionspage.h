#pragma once

#include "models/executionfilter.h"
#include "models/session.h"

#include <QWidget>

class DetailPane;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;
class StatePage;

/// The executions: filter, table, and beneath it the details of the selected one.
class ExecutionsPage : public QWidget
{
    Q_OBJECT

public:
    explicit ExecutionsPage(Session &session, QWidget *parent = nullptr);

    [[nodiscard]] DetailPane &detail() { return *m_detail; }
    [[nodiscard]] QTableView &table() { return *m_table; }
    [[nodiscard]] ExecutionFilter &filter() { return m_filter; }
    /// Which columns are shown, and the order of the rows; the header's context menu has the same.
    [[nodiscard]] QMenu &columnsMenu() { return *m_columnsMenu; }
    [[nodiscard]] QMenu &sortMenu() { return *m_sortMenu; }

    void focusFilter();
    void clearFilter();
    /// Selects these rows, clearing the filter if it hides one of them.
    void select(const QList<ExecutionId> &ids);
    void selectNewest();
    [[nodiscard]] QList<ExecutionId> selection() const;
    [[nodiscard]] bool isSelected(const ExecutionId &id) const;

    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &state);

Q_SIGNALS:
    void stopRequested(const ExecutionId &id);
    void selectionChanged();

private:
    QWidget *makeFilterBar();
    void setUpTable();
    void makeHeaderMenus();
    void updateHeaderMenus();
    void updateServers();
    void updatePage();
    void currentChanged();
    void filterApplied();
    [[nodiscard]] QModelIndex indexOf(const ExecutionId &id) const; ///< Invalid if the filter hides it.
    void setGroup(ExecutionFilter::Group group);

    Session &m_session;
    ExecutionFilter m_filter;
    QLineEdit *m_text;
    QList<QToolButton *> m_groups;
    QComboBox *m_language;
    QComboBox *m_server;
    QLabel *m_count;
    QTableView *m_table;
    QMenu *m_columnsMenu;
    QMenu *m_sortMenu;
    StatePage *m_nothing;
    QStackedWidget *m_stack;
    QSplitter *m_splitter;
    DetailPane *m_detail;
    bool m_hasSelectedFirst = false;
    QList<ExecutionId> m_toSelect; ///< As soon as the filter lets them be seen.
};
