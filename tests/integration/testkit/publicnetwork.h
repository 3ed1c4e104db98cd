#pragma once

#include "common/result.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

/// A network in which the tests have an internet: two namespaces, one for the server under test, and behind a router
/// the other one with "public" addresses (tests/fakes/internet.py). Nothing of it leaves this machine, and the server
/// knows nothing of it: to it these are public addresses like any other.
///
/// The name server is at the address that the machine's own configuration names, so that it is asked.
class PublicNetwork
{
public:
    /// The error is the reason to skip.
    static Result<std::shared_ptr<PublicNetwork>> make();
    ~PublicNetwork();

    /// Words before a command that put it into the server's network.
    [[nodiscard]] QStringList prefix() const;
    /// The authority of the web servers.
    [[nodiscard]] QString certificateFile() const { return m_folder.filePath(QStringLiteral("ca.pem")); }

private:
    PublicNetwork();
    [[nodiscard]] QString setUp();

    QString m_here; ///< Names of the namespaces.
    QString m_there;
    QTemporaryDir m_folder;
    QProcess m_internet;
};
