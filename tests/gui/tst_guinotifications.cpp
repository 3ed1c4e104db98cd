#include "app/notificationservice.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60'000; // ms
const QString code = u"print(\"<b>&\")"_s;

/// A desktop: answers for its notification service and for its tray.
class Desktop : public QDBusVirtualObject
{
public:
    QStringList capabilities;
    bool hasTray = true;
    int answers = 0;

    bool handleMessage(const QDBusMessage &message, const QDBusConnection &connection) override
    {
        const QVariant answer = message.member() == "GetCapabilities"_L1
                                    ? QVariant(capabilities)
                                    : QVariant::fromValue(QDBusVariant(hasTray));
        connection.send(message.createReply(answer));
        ++answers;
        return true;
    }
    [[nodiscard]] QString introspect(const QString &) const override { return {}; }
};

} // namespace

class TestGuiNotifications : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void T18_programTextIsShownAsItIs_data();
    void T18_programTextIsShownAsItIs();
    void withoutABusNothingIsChanged();

private:
    QProcess m_bus;
    QString m_address;
};

void TestGuiNotifications::initTestCase()
{
    m_bus.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
    QVERIFY2(m_bus.waitForReadyRead(patience), qPrintable(m_bus.errorString()));
    m_address = QString::fromUtf8(m_bus.readLine()).trimmed();
}

void TestGuiNotifications::cleanupTestCase()
{
    m_bus.kill();
    QVERIFY(m_bus.waitForFinished(patience));
}

void TestGuiNotifications::T18_programTextIsShownAsItIs_data()
{
    QTest::addColumn<QStringList>("capabilities");
    QTest::addColumn<bool>("hasTray");
    QTest::addColumn<QString>("given");
    QTest::newRow("renders markup") << QStringList{u"body"_s, u"body-markup"_s} << true << code.toHtmlEscaped();
    QTest::newRow("plain") << QStringList{u"body"_s, u"actions"_s} << true << code;
    QTest::newRow("not in use") << QStringList{u"body-markup"_s} << false << code;
}

void TestGuiNotifications::T18_programTextIsShownAsItIs()
{
    QFETCH(QStringList, capabilities);
    QFETCH(bool, hasTray);
    QFETCH(QString, given);
    Desktop desktop;
    desktop.capabilities = capabilities;
    desktop.hasTray = hasTray;
    QDBusConnection there = QDBusConnection::connectToBus(m_address, u"desktop"_s);
    QVERIFY(there.registerVirtualObject(u"/"_s, &desktop, QDBusConnection::SubPath));
    QVERIFY(there.registerService(u"org.freedesktop.Notifications"_s));
    QVERIFY(there.registerService(u"org.kde.StatusNotifierWatcher"_s));

    const NotificationService service(QDBusConnection::connectToBus(m_address, u"monitor"_s));
    QTRY_COMPARE_WITH_TIMEOUT(desktop.answers, 2, patience);
    QTRY_COMPARE_WITH_TIMEOUT(service.literal(code), given, patience);
    QDBusConnection::disconnectFromBus(u"monitor"_s);
    QDBusConnection::disconnectFromBus(u"desktop"_s);
}

void TestGuiNotifications::withoutABusNothingIsChanged()
{
    const NotificationService service{QDBusConnection(u"none"_s)};
    QCOMPARE(service.literal(code), code);
}

QTEST_GUILESS_MAIN(TestGuiNotifications)
#include "tst_guinotifications.moc"
