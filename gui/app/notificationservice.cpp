#include "app/notificationservice.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

using namespace Qt::StringLiterals;

namespace {

template<typename Value, typename Receiver>
void ask(QObject *parent, const QDBusConnection &bus, const QDBusMessage &question, Receiver receive)
{
    auto *call = new QDBusPendingCallWatcher(bus.asyncCall(question), parent);
    QObject::connect(call, &QDBusPendingCallWatcher::finished, parent, [call, receive] {
        call->deleteLater();
        const QDBusPendingReply<Value> reply = *call;
        if (reply.isValid())
            receive(reply.value());
    });
}

} // namespace

NotificationService::NotificationService(const QDBusConnection &bus, QObject *parent)
    : QObject(parent)
{
    if (!bus.isConnected())
        return;
    const QString service = u"org.freedesktop.Notifications"_s;
    const auto capabilities = QDBusMessage::createMethodCall(service, u"/org/freedesktop/Notifications"_s, service,
                                                             u"GetCapabilities"_s);
    ask<QStringList>(this, bus, capabilities,
                     [this](const QStringList &names) { m_rendersMarkup = names.contains(u"body-markup"_s); });

    const QString watcher = u"org.kde.StatusNotifierWatcher"_s;
    auto hasHost = QDBusMessage::createMethodCall(watcher, u"/StatusNotifierWatcher"_s,
                                                  u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    hasHost << watcher << u"IsStatusNotifierHostRegistered"_s;
    ask<QDBusVariant>(this, bus, hasHost, [this](const QDBusVariant &value) { m_isInUse = value.variant().toBool(); });
}

QString NotificationService::literal(const QString &text) const
{
    return m_isInUse && m_rendersMarkup ? text.toHtmlEscaped() : text;
}
