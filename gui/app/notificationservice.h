#pragma once

#include <QDBusConnection>
#include <QObject>

/// What the desktop makes of a notification's text.
///
/// Qt hands notifications to the service org.freedesktop.Notifications where the tray icon is a D-Bus one
/// (StatusNotifierItem). Elsewhere it draws them itself, as plain text. A service renders markup if it says so
/// ("body-markup" in the Desktop Notifications Specification, version 1.2).
class NotificationService : public QObject
{
    Q_OBJECT

public:
    /// Asks at once; the answers come through the event loop. Without a bus nothing is asked.
    explicit NotificationService(const QDBusConnection &bus = QDBusConnection::sessionBus(), QObject *parent = nullptr);

    /// `text` as the desktop has to get it so that people read exactly that. Until it is known: unchanged.
    [[nodiscard]] QString literal(const QString &text) const;

private:
    bool m_isInUse = false;
    bool m_rendersMarkup = false;
};
