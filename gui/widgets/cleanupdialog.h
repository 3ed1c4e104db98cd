#pragma once

#include "models/cleanupmodel.h"
#include "models/session.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTableView;

/// Lists what dead servers left behind, removes what stays checked, and tells what became of each.
class CleanupDialog : public QDialog
{
    Q_OBJECT

public:
    explicit CleanupDialog(Session &session, QWidget *parent = nullptr);

private:
    void list();
    void listed(const monitor::Answer &answer);
    void remove();
    void removed(const QStringList &names, const monitor::Answer &answer);
    void updateButtons();

    Session &m_session;
    CleanupModel m_model;
    QLabel *m_text;
    QTableView *m_table;
    QPushButton *m_remove;
    QPushButton *m_close;
    bool m_isWaiting = true;
    bool m_hasResults = false;
};
