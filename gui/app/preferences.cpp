#include "app/preferences.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

Preferences::Preferences(const QString &file, QObject *parent)
    : QObject(parent)
    , m_settings(file.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                                      u"/code-sandbox-mcp/monitor.ini"_s
                                : file,
                 QSettings::IniFormat)
    , m_autostartFolder(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/autostart"_s)
{
}

QString Preferences::language() const
{
    return m_settings.value("language").toString();
}

void Preferences::setLanguage(const QString &locale)
{
    set(u"language"_s, locale);
}

Theme::Scheme Preferences::scheme() const
{
    const QString name = m_settings.value("scheme").toString();
    return name == "light"_L1 ? Theme::Scheme::Light : name == "dark"_L1 ? Theme::Scheme::Dark : Theme::Scheme::System;
}

void Preferences::setScheme(Theme::Scheme scheme)
{
    set(u"scheme"_s, scheme == Theme::Scheme::Light  ? u"light"_s
                     : scheme == Theme::Scheme::Dark ? u"dark"_s
                                                     : u"system"_s);
}

int Preferences::historyLimit() const
{
    return std::clamp(m_settings.value("history", 10'000).toInt(), 100, 100'000);
}

void Preferences::setHistoryLimit(int executions)
{
    set(u"history"_s, executions);
}

int Preferences::historyMegabytes() const
{
    return std::clamp(m_settings.value("historyMegabytes", 128).toInt(), 8, 4096);
}

void Preferences::setHistoryMegabytes(int megabytes)
{
    set(u"historyMegabytes"_s, megabytes);
}

bool Preferences::notifiesFailures() const
{
    return m_settings.value("notifyFailures", true).toBool();
}

void Preferences::setNotifiesFailures(bool notifies)
{
    set(u"notifyFailures"_s, notifies);
}

bool Preferences::notifiesTimeouts() const
{
    return m_settings.value("notifyTimeouts", true).toBool();
}

void Preferences::setNotifiesTimeouts(bool notifies)
{
    set(u"notifyTimeouts"_s, notifies);
}

bool Preferences::isMutedForGood() const
{
    return m_settings.value("muted", false).toBool();
}

void Preferences::setMutedForGood(bool isMuted)
{
    set(u"muted"_s, isMuted);
}

bool Preferences::wrapsLines() const
{
    return m_settings.value("wrap", true).toBool();
}

void Preferences::setWrapsLines(bool wraps)
{
    set(u"wrap"_s, wraps);
}

int Preferences::zoom() const
{
    return std::clamp(m_settings.value("zoom", 0).toInt(), -5, 30);
}

void Preferences::setZoom(int steps)
{
    set(u"zoom"_s, std::clamp(steps, -5, 30));
}

bool Preferences::wasHintShown(const QString &hint) const
{
    return m_settings.value(u"hints/"_s + hint, false).toBool();
}

void Preferences::setHintShown(const QString &hint)
{
    m_settings.setValue(u"hints/"_s + hint, true);
}

QByteArray Preferences::layout(const QString &part) const
{
    return m_settings.value(u"layout/"_s + part).toByteArray();
}

void Preferences::setLayout(const QString &part, const QByteArray &state)
{
    m_settings.setValue(u"layout/"_s + part, state);
}

bool Preferences::startsAtLogin() const
{
    return QFile::exists(autostartFile());
}

void Preferences::setStartsAtLogin(bool starts)
{
    if (!starts) {
        QFile::remove(autostartFile());
        return;
    }
    QDir().mkpath(m_autostartFolder);
    QFile file(autostartFile());
    if (!file.open(QFile::WriteOnly))
        return;
    QString program = QCoreApplication::applicationFilePath();
    program.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
    file.write("[Desktop Entry]\nType=Application\nName=Code Sandbox Monitor\nIcon=code-sandbox-monitor\nExec=\"" +
               program.toUtf8() + "\" --minimized\nX-GNOME-Autostart-enabled=true\n");
}

QString Preferences::autostartFile() const
{
    return m_autostartFolder + u"/code-sandbox-monitor.desktop"_s;
}

void Preferences::set(const QString &key, const QVariant &value)
{
    m_settings.setValue(key, value);
    Q_EMIT changed();
}
