#pragma once

#include "app/preferences.h"
#include "models/session.h"

#include <QMainWindow>

class ContainersPage;
class ElidedLabel;
class ExecutionsPage;
class OverviewPage;
class QActionGroup;
class QLabel;
class QStackedWidget;
class StatePage;

/// The window: a strip that says how things are, and the pages. Every action is in a menu and has a shortcut.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class Page
    {
        Overview,
        Executions,
        Containers
    };

    MainWindow(Session &session, Preferences &preferences, QWidget *parent = nullptr);

    void showPage(Page page);
    [[nodiscard]] Page page() const;
    [[nodiscard]] ExecutionsPage &executions() { return *m_executions; }
    [[nodiscard]] ContainersPage &containers() { return *m_containers; }
    /// Shown, in front, not minimised.
    void comeForward();
    void selectExecutions(const QList<ExecutionId> &ids);
    /// Asks first; lists exactly what is stopped.
    void stop(const QList<ExecutionId> &ids);
    void cleanUp();
    void openSettings();
    /// Says that the servers live on.
    void askToQuit();
    void showHint(const QString &text);
    void saveLayout();
    void restoreLayout();

Q_SIGNALS:
    void quitRequested();
    void shown(); ///< The user can see it now.
    void closedByUser();

protected:
    void closeEvent(QCloseEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeActions();
    void makeToolBar();
    QWidget *makeStrip();
    void updateStrip();
    void updateUptime();
    void updatePage();
    void updateActions();
    void updateTicking();
    void setZoom(int steps);
    void showAbout();
    [[nodiscard]] QString sampleConfiguration() const;

    Session &m_session;
    Preferences &m_preferences;
    QStackedWidget *m_stack;
    OverviewPage *m_overview;
    ExecutionsPage *m_executions;
    ContainersPage *m_containers;
    StatePage *m_state;
    StatePage *m_empty;
    QLabel *m_stripIcon = nullptr;
    QLabel *m_stripText;
    ElidedLabel *m_stripServer = nullptr;
    QActionGroup *m_pages;
    QAction *m_stop = nullptr;
    QAction *m_copyCode = nullptr;
    QAction *m_copyOutput = nullptr;
    QAction *m_copyCommand = nullptr;
    QAction *m_copyEngineCommand = nullptr;
    QAction *m_save = nullptr;
    QAction *m_find = nullptr;
    QAction *m_wrap = nullptr;
    QAction *m_remove = nullptr;
    Page m_page = Page::Executions;
    QTimer m_tick;
};
