#pragma once

#include <QDialog>

class Preferences;
class QCheckBox;
class QComboBox;
class QSpinBox;

/// Settings; what can be changed at once is changed at once, the language at the next start.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit SettingsDialog(Preferences &preferences, qsizetype executionsKept, qint64 bytesKept,
                            QWidget *parent = nullptr);

private:
    void store();

    Preferences &m_preferences;
    QComboBox *m_language;
    QComboBox *m_scheme;
    QSpinBox *m_history;
    QSpinBox *m_megabytes;
    QCheckBox *m_failures;
    QCheckBox *m_timeouts;
    QCheckBox *m_muted;
    QCheckBox *m_login;
};
