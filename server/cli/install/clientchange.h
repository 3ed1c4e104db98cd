#pragma once

#include "cli/install/clienttable.h"
#include "engine/command.h"

#include <QObject>

/// Puts our entry into one client's configuration, or takes it out of it, and tells the user on stdout and stderr what
/// happened, or why nothing did.
///
/// start() may be called once; then one finished() follows through the event loop. Through the client's own command
/// where it has one for that; what is in an entry already is changed in its file, where the user's additions to it
/// stay.
class ClientChange : public QObject
{
    Q_OBJECT

public:
    enum class Kind
    {
        Add,
        Remove
    };
    enum class Outcome
    {
        Changed,
        AsBefore, ///< Nothing had to change.
        Failed
    };

    ClientChange(Client client, QString entryName, ServerStart start, Kind kind, QObject *parent = nullptr);

    void start();
    /// Only says what to do by hand.
    void print() const;

Q_SIGNALS:
    void finished(ClientChange::Outcome outcome);

private:
    [[nodiscard]] QStringList entryPath(const QByteArray &text) const;
    [[nodiscard]] Result<QByteArray> changed(const QByteArray &text) const;
    [[nodiscard]] CommandLine ownCommand(const QByteArray &text) const;
    void run(const CommandLine &commandLine);
    void edit(const QByteArray &before, const QByteArray &after);
    [[nodiscard]] QString byHand() const;
    [[nodiscard]] QString snippet() const;
    void fail(const QString &reason, const QString &nextStep);
    void conclude(Outcome outcome);

    Client m_client;
    QString m_entryName;
    ServerStart m_start;
    Kind m_kind;
};
