#pragma once

#include "widgets/theme.h"

#include <QObject>
#include <QSettings>

/// What the user chose, and the layout that is remembered. Reads and writes at once.
class Preferences : public QObject
{
    Q_OBJECT

public:
    /// Kept in the user's settings; tests give a file.
    explicit Preferences(const QString &file = {}, QObject *parent = nullptr);

    [[nodiscard]] QString language() const; ///< A locale's name; empty: the system's.
    void setLanguage(const QString &locale);
    [[nodiscard]] Theme::Scheme scheme() const;
    void setScheme(Theme::Scheme scheme);
    [[nodiscard]] int historyLimit() const;
    void setHistoryLimit(int executions);
    [[nodiscard]] int historyMegabytes() const;
    void setHistoryMegabytes(int megabytes);
    [[nodiscard]] bool notifiesFailures() const;
    void setNotifiesFailures(bool notifies);
    [[nodiscard]] bool notifiesTimeouts() const;
    void setNotifiesTimeouts(bool notifies);
    [[nodiscard]] bool isMutedForGood() const;
    void setMutedForGood(bool isMuted);
    [[nodiscard]] bool wrapsLines() const;
    void setWrapsLines(bool wraps);
    [[nodiscard]] int zoom() const;
    void setZoom(int steps);
    [[nodiscard]] bool wasHintShown(const QString &hint) const;
    void setHintShown(const QString &hint);

    [[nodiscard]] QByteArray layout(const QString &part) const;
    void setLayout(const QString &part, const QByteArray &state);

    /// Started with the desktop: the entry in the autostart folder.
    [[nodiscard]] bool startsAtLogin() const;
    void setStartsAtLogin(bool starts);
    void setAutostartFolder(const QString &folder) { m_autostartFolder = folder; }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QString autostartFile() const;
    void set(const QString &key, const QVariant &value);

    QSettings m_settings;
    QString m_autostartFolder;
};
