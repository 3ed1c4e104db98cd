#include "cli/install/installcommand.h"

#include "cli/install/readiness.h"
#include "cli/standardoutput.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const auto entryName = u"code-sandbox"_s;

/// This program as it was called, which is the path that stays: /usr/local/bin/… and not what that links to.
QString stableProgram()
{
    const QString real = QCoreApplication::applicationFilePath();
    const QString called = QCoreApplication::arguments().constFirst();
    const QString path = called.contains(u'/') ? QDir::cleanPath(QFileInfo(called).absoluteFilePath())
                                               : QStandardPaths::findExecutable(called);
    return QFileInfo(path).canonicalFilePath() == QFileInfo(real).canonicalFilePath() ? path : real;
}

/// As programs lie there that npx and uvx run.
bool isInCache(const QString &program)
{
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u'/';
    return program.startsWith(cache) || program.contains("/_npx/"_L1);
}

} // namespace

InstallCommand::InstallCommand(const Invocation &invocation, QObject *parent)
    : QObject(parent)
    , m_invocation(invocation)
{
}

QString InstallCommand::usageProblem() const
{
    if (has(u"print"_s) && has(u"remove"_s))
        return u"--print and --remove exclude each other."_s;
    for (const Option &option : optionTable()) {
        if (option.group == OptionGroup::Http && m_invocation.serverOptions.contains(u"--"_s + option.name))
            return u"--%1 is for a server that serves over HTTP; a client that starts the server itself has no use for it."_s
                .arg(option.name);
    }
    return {};
}

Result<QList<Client>> InstallCommand::chosenClients() const
{
    const QList<Client> all = clientTable(QProcessEnvironment::systemEnvironment());
    QList<Client> chosen;
    for (const QString &word : m_invocation.arguments) {
        const auto found = std::ranges::find_if(
            all, [&](const Client &client) { return client.name == word.toLower() || client.program == word; });
        if (found == all.end()) {
            QStringList names;
            for (const Client &client : all)
                names += client.name;
            return Error{Error::Code::InvalidInput,
                         u"There is no client \"%1\"; those that are known are %2."_s.arg(word, names.join(u", "_s)),
                         {}};
        }
        chosen.append(*found);
    }
    if (m_invocation.arguments.isEmpty())
        std::ranges::copy_if(all, std::back_inserter(chosen), &Client::isHere);
    return chosen;
}

ServerStart InstallCommand::serverStart() const
{
    return {stableProgram(), m_invocation.serverOptions, m_invocation.settings.passThroughEnv};
}

void InstallCommand::start()
{
    const Result<QList<Client>> clients = chosenClients();
    if (!clients)
        return fail(2, clients.error().message);
    if (const QString problem = usageProblem(); !problem.isEmpty())
        return fail(2, problem);
    if (has(u"print"_s))
        return printAll(clients->isEmpty() ? clientTable(QProcessEnvironment::systemEnvironment()) : *clients);
    if (clients->isEmpty()) {
        return fail(
            1, u"No client was found on this machine. Name one (code-sandbox-mcp install cursor), or see with --print "
               "what to put where."_s);
    }
    m_remaining = *clients;
    if (!has(u"remove"_s) && isInCache(stableProgram())) {
        standardoutput::write(
            "code-sandbox-mcp: " + stableProgram().toUtf8() +
                " lies in a cache, which may be emptied. Install it first, so that the entries last.\n",
            stderr);
    }
    if (has(u"remove"_s))
        QMetaObject::invokeMethod(this, &InstallCommand::changeNext, Qt::QueuedConnection);
    else
        prepare();
}

void InstallCommand::printAll(const QList<Client> &clients)
{
    for (const Client &client : clients)
        ClientChange(client, entryName, serverStart(), ClientChange::Kind::Add).print();
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT finished(0); }, Qt::QueuedConnection);
}

void InstallCommand::prepare()
{
    QStringList certificateFiles;
    if (const qsizetype place = m_invocation.serverOptions.indexOf("--ca-file"_L1); place >= 0)
        certificateFiles.append(m_invocation.serverOptions.at(place + 1));
    auto *readiness = new Readiness(m_invocation.settings, certificateFiles,
                                    has(u"yes"_s) ? Readiness::Consent::Given : Readiness::Consent::Ask, this);
    connect(readiness, &Readiness::finished, this, [this](bool isReady) {
        if (isReady)
            changeNext();
        else
            Q_EMIT finished(1);
    });
    readiness->start();
}

void InstallCommand::changeNext()
{
    if (m_remaining.isEmpty()) {
        if (m_hasChanged && !has(u"remove"_s))
            standardoutput::write("Clients that are open see it when they are started anew. Ask one: "
                                  "\"Run Python code that prints 6 times 7.\"\n");
        Q_EMIT finished(m_hasFailed ? 1 : 0);
        return;
    }
    auto *change = new ClientChange(m_remaining.takeFirst(), entryName, serverStart(),
                                    has(u"remove"_s) ? ClientChange::Kind::Remove : ClientChange::Kind::Add, this);
    connect(change, &ClientChange::finished, this, [this](ClientChange::Outcome outcome) {
        m_hasChanged |= outcome == ClientChange::Outcome::Changed;
        m_hasFailed |= outcome == ClientChange::Outcome::Failed;
        changeNext();
    });
    change->start();
}

void InstallCommand::fail(int exitCode, const QString &message)
{
    standardoutput::write("code-sandbox-mcp: " + message.toUtf8() + '\n', stderr);
    QMetaObject::invokeMethod(
        this, [this, exitCode] { Q_EMIT finished(exitCode); }, Qt::QueuedConnection);
}
