#pragma once

#include "cli/commandline.h"
#include "cli/install/clientchange.h"

#include <QObject>

/// `code-sandbox-mcp install [CLIENT…]`: makes the clients of this machine start this program, after a look at engine
/// and images. A client that cannot be changed does not keep the others from it.
class InstallCommand : public QObject
{
    Q_OBJECT

public:
    explicit InstallCommand(const Invocation &invocation, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    /// 0 if all clients are as they should be, 1 if not, 2 if the arguments make no sense.
    void finished(int exitCode);

private:
    [[nodiscard]] Result<QList<Client>> chosenClients() const;
    [[nodiscard]] QString usageProblem() const;
    [[nodiscard]] ServerStart serverStart() const;
    [[nodiscard]] bool has(const QString &option) const { return m_invocation.options.contains(option); }
    void printAll(const QList<Client> &clients);
    void prepare();
    void changeNext();
    void fail(int exitCode, const QString &message);

    Invocation m_invocation;
    QList<Client> m_remaining;
    bool m_hasChanged = false;
    bool m_hasFailed = false;
};
