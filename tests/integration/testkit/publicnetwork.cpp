#include "publicnetwork.h"

#include "testengine.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>

#include <unistd.h>

using namespace Qt::StringLiterals;

Result<std::shared_ptr<PublicNetwork>> PublicNetwork::make()
{
    std::shared_ptr<PublicNetwork> network(new PublicNetwork);
    const QString problem = geteuid() == 0 ? network->setUp() : u"only root can make networks"_s;
    if (!problem.isEmpty())
        return Error{Error::Code::Internal, u"There is no network for the tests: %1."_s.arg(problem), {}};
    return network;
}

PublicNetwork::PublicNetwork()
    : m_here(u"code-sandbox-here-%1"_s.arg(QCoreApplication::applicationPid()))
    , m_there(u"code-sandbox-there-%1"_s.arg(QCoreApplication::applicationPid()))
{
}

PublicNetwork::~PublicNetwork()
{
    m_internet.closeWriteChannel();
    if (!m_internet.waitForFinished(5000))
        m_internet.kill();
    m_internet.waitForFinished(5000);
    for (const QString &name : {m_here, m_there})
        runProgram({u"ip"_s, u"netns"_s, u"delete"_s, name});
}

QString PublicNetwork::setUp()
{
    QFile configuration(u"/etc/resolv.conf"_s);
    static const QRegularExpression line(u"^nameserver\\s+(\\S+)"_s, QRegularExpression::MultilineOption);
    const QString nameServer = configuration.open(QFile::ReadOnly)
                                   ? line.match(QString::fromUtf8(configuration.readAll())).captured(1)
                                   : QString();
    if (nameServer.isEmpty())
        return u"/etc/resolv.conf names no name server"_s;
    const bool isLocal = nameServer.startsWith("127."_L1);
    if (isLocal)
        return u"the machine's name server is a local one"_s;
    const QString nameServerBits = nameServer.contains(u':') ? u"/128"_s : u"/32"_s;

    const QString &a = m_here;
    const QString &b = m_there;
    const QList<QStringList> commands{
        {u"netns"_s, u"add"_s, a},
        {u"netns"_s, u"add"_s, b},
        {u"-n"_s, a, u"link"_s, u"add"_s, u"uplink"_s, u"type"_s, u"veth"_s, u"peer"_s, u"name"_s, u"router"_s,
         u"netns"_s, b},
        {u"-n"_s, a, u"address"_s, u"add"_s, u"10.211.0.1/30"_s, u"dev"_s, u"uplink"_s},
        {u"-n"_s, b, u"address"_s, u"add"_s, u"10.211.0.2/30"_s, u"dev"_s, u"router"_s},
        {u"-n"_s, a, u"address"_s, u"add"_s, u"fd12:3456::1/64"_s, u"dev"_s, u"uplink"_s, u"nodad"_s},
        {u"-n"_s, b, u"address"_s, u"add"_s, u"fd12:3456::2/64"_s, u"dev"_s, u"router"_s, u"nodad"_s},
        {u"-n"_s, a, u"link"_s, u"set"_s, u"lo"_s, u"up"_s},
        {u"-n"_s, b, u"link"_s, u"set"_s, u"lo"_s, u"up"_s},
        {u"-n"_s, a, u"link"_s, u"set"_s, u"uplink"_s, u"up"_s},
        {u"-n"_s, b, u"link"_s, u"set"_s, u"router"_s, u"up"_s},
        {u"-n"_s, b, u"address"_s, u"add"_s, u"11.22.33.44/32"_s, u"dev"_s, u"lo"_s},
        {u"-n"_s, b, u"address"_s, u"add"_s, u"10.99.0.1/32"_s, u"dev"_s, u"lo"_s},
        {u"-n"_s, b, u"address"_s, u"add"_s, u"2a11:2233::44/128"_s, u"dev"_s, u"lo"_s, u"nodad"_s},
        {u"-n"_s, b, u"address"_s, u"add"_s, nameServer + nameServerBits, u"dev"_s, u"lo"_s, u"nodad"_s},
        {u"-n"_s, a, u"route"_s, u"add"_s, u"default"_s, u"via"_s, u"10.211.0.2"_s},
        {u"-n"_s, a, u"-6"_s, u"route"_s, u"add"_s, u"default"_s, u"via"_s, u"fd12:3456::2"_s},
    };
    for (const QStringList &words : commands) {
        const TestEngine::Output output = runProgram(QStringList{u"ip"_s} + words);
        if (output.exitCode != 0 && !words.contains("nodad"_L1)) // a machine without IPv6 does without
            return u"ip %1: %2"_s.arg(words.join(u' '), QString::fromUtf8(output.err).trimmed());
    }
    m_internet.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_internet.start(u"ip"_s, {u"netns"_s, u"exec"_s, b, u"python3"_s, QStringLiteral(SANDBOX_TEST_INTERNET),
                               m_folder.path(), nameServer});
    while (!m_internet.canReadLine()) {
        if (!m_internet.waitForReadyRead(30'000))
            return u"its servers did not start"_s;
    }
    return {};
}

QStringList PublicNetwork::prefix() const
{
    return {u"nsenter"_s, u"--net=/run/netns/"_s + m_here};
}
