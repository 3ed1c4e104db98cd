#include "widgets/settingsdialog.h"

#include "app/preferences.h"
#include "models/wording.h"
#include "widgets/fittingscrollarea.h"
#include "widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

SettingsDialog::SettingsDialog(Preferences &preferences, qsizetype executionsKept, qint64 bytesKept, QWidget *parent)
    : QDialog(parent)
    , m_preferences(preferences)
    , m_language(new QComboBox)
    , m_scheme(new QComboBox)
    , m_history(new QSpinBox)
    , m_megabytes(new QSpinBox)
    , m_failures(new QCheckBox(tr("Notify of failures")))
    , m_timeouts(new QCheckBox(tr("Notify of time-outs")))
    , m_muted(new QCheckBox(tr("Mute all notifications")))
    , m_login(new QCheckBox(tr("Start with the desktop")))
{
    setObjectName(u"settingsDialog");
    setWindowTitle(tr("Settings"));
    m_language->setObjectName(u"language");
    m_language->addItem(tr("As the system"), QString());
    // Each language by its own name, so that it is found by those who read it.
    m_language->addItem(u"English"_s, u"en"_s);
    const QStringList files = QDir(u":/i18n"_s).entryList({u"*.qm"_s});
    for (const QString &file : files) {
        const QString locale = file.section(u"monitor_"_s, 1).chopped(3);
        if (locale != "en"_L1)
            m_language->addItem(QLocale(locale).nativeLanguageName(), locale);
    }
    m_language->setCurrentIndex(std::max(m_language->findData(preferences.language()), 0));
    m_scheme->setObjectName(u"scheme");
    m_scheme->addItem(tr("As the system"));
    m_scheme->addItem(tr("Light"));
    m_scheme->addItem(tr("Dark"));
    m_scheme->setCurrentIndex(int(preferences.scheme()));
    m_history->setObjectName(u"history");
    m_history->setRange(100, 100'000);
    m_history->setSingleStep(1000);
    m_history->setGroupSeparatorShown(true);
    m_history->setValue(preferences.historyLimit());
    m_megabytes->setObjectName(u"historyMegabytes");
    m_megabytes->setRange(8, 4096);
    m_megabytes->setSingleStep(32);
    m_megabytes->setGroupSeparatorShown(true);
    m_megabytes->setValue(preferences.historyMegabytes());
    m_failures->setChecked(preferences.notifiesFailures());
    m_timeouts->setChecked(preferences.notifiesTimeouts());
    m_muted->setChecked(preferences.isMutedForGood());
    m_login->setObjectName(u"startAtLogin");
    m_login->setChecked(preferences.startsAtLogin());

    auto *languageHint = new QLabel(tr("A new language is used from the next start on."));
    languageHint->setForegroundRole(QPalette::PlaceholderText);
    languageHint->setWordWrap(true);
    auto *historyHint = new QLabel(
        //: %1 is an amount of memory.
        tr("%n execution(s) are kept now; their code and output take %1.", nullptr, int(executionsKept))
            .arg(Wording::size(bytesKept)));
    historyHint->setForegroundRole(QPalette::PlaceholderText);
    historyHint->setWordWrap(true);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins({});
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setHorizontalSpacing(Theme::spacing(2));
    form->setVerticalSpacing(Theme::spacing());
    form->addRow(tr("&Language:"), m_language);
    form->addRow(QString(), languageHint);
    form->addRow(tr("&Appearance:"), m_scheme);
    form->addRow(tr("&Executions to keep:"), m_history);
    form->addRow(tr("&Megabytes to keep:"), m_megabytes);
    form->addRow(QString(), historyHint);
    for (QCheckBox *box : {m_failures, m_timeouts, m_muted, m_login}) {
        Theme::outlineCheckBoxes(*box);
        form->addRow(box);
    }

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    // Our own words: Qt's translations need not be installed.
    buttons->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        store();
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Theme::spacing(2));
    layout->addWidget(new FittingScrollArea(page), 1);
    layout->addWidget(buttons);
}

void SettingsDialog::store()
{
    m_preferences.setLanguage(m_language->currentData().toString());
    m_preferences.setScheme(Theme::Scheme(m_scheme->currentIndex()));
    m_preferences.setHistoryLimit(m_history->value());
    m_preferences.setHistoryMegabytes(m_megabytes->value());
    m_preferences.setNotifiesFailures(m_failures->isChecked());
    m_preferences.setNotifiesTimeouts(m_timeouts->isChecked());
    m_preferences.setMutedForGood(m_muted->isChecked());
    if (m_login->isChecked() != m_preferences.startsAtLogin())
        m_preferences.setStartsAtLogin(m_login->isChecked());
}
