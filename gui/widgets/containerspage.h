#pragma once

#include "models/session.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;
class StatePage;

/// The containers that exist: warm, in use, on their way out, and those that dead servers left behind.
class ContainersPage : public QWidget
{
    Q_OBJECT

public:
    explicit ContainersPage(Session &session, QWidget *parent = nullptr);

    /// Asks for orphans anew.
    void refresh();
    void removeSelected();
    void cleanUp();
    /// Asks for the sizes of all containers.
    void measure();
    [[nodiscard]] QTableView &table() { return *m_table; }
    [[nodiscard]] bool hasSelection() const;
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &state);

Q_SIGNALS:
    void selectionChanged();
    void executionActivated(const ExecutionId &id);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void updateSummary();
    void showNothing();
    void remove(const QString &name, const QString &instance);

    Session &m_session;
    QSortFilterProxyModel m_sorted;
    QTableView *m_table;
    QLabel *m_summary;
    QPushButton *m_remove;
    QPushButton *m_measure;
    StatePage *m_nothing;
    QStackedWidget *m_stack;
    QTimer m_timer;
};
