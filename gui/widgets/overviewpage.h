#pragma once

#include "models/session.h"

#include <QTimer>
#include <QWidget>

class ChartCard;
class QGridLayout;
class QLabel;

/// Figures and their course over the last hour, the servers, and what they had to say.
class OverviewPage : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewPage(Session &session, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void arrange();

    Session &m_session;
    QGridLayout *m_grid;
    int m_columns = 0;
    ChartCard *m_running;
    ChartCard *m_queued;
    ChartCard *m_warm;
    ChartCard *m_memory;
    ChartCard *m_calls;
    ChartCard *m_success;
    ChartCard *m_median;
    ChartCard *m_p95;
    QLabel *m_noNotes;
    QTimer m_timer; ///< Runs only while the page is visible.
};
