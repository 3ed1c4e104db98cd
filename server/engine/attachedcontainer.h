#pragma once

#include "engine/containerspec.h"
#include "engine/directchannel.h"

#include <QObject>
#include <QProcess>

/// One container with its stdin and stdout attached to us, from `run` to its removal.
///
/// With ContainerSpec::direct a socket goes along. What is written goes to stdin until something has come
/// through the socket, and then there: sandbox-init changes over when it has read Prepare, if the socket has arrived.
/// Only one of the two is listened to, the one on which it said its first word; the socket is closed if that was
/// stdout.
///
/// start() may be called once; then exactly one ended() follows through the event loop, also when the engine is
/// missing. bytesReceived() comes only in between. Destroying it earlier has the engine kill and remove the container;
/// the destructor itself does not wait.
class AttachedContainer : public QObject
{
    Q_OBJECT

public:
    AttachedContainer(Engine engine, ContainerSpec spec, QObject *parent = nullptr);
    ~AttachedContainer() override;

    [[nodiscard]] const QString &name() const { return m_spec.name; }
    [[nodiscard]] bool isRunning() const { return m_process && !m_hasEnded; }

    void start();
    void write(const QByteArray &bytes);
    /// Of what was written, so much has not left this process yet.
    [[nodiscard]] qint64 pendingBytes() const;
    /// The oldest descriptor that sandbox-init has sent along, for the caller to close; -1 if there is none.
    [[nodiscard]] int takeDescriptor() { return m_channel ? m_channel->takeDescriptor() : -1; }
    /// sandbox-init kills everything and ends when its stdin does.
    void closeInput();
    /// Kills and removes the container by name. If the engine does not do that within its limit, the attached client
    /// is killed, so that ended() comes in any case.
    void remove();

Q_SIGNALS:
    void bytesReceived(const QByteArray &bytes);
    /// Some of what was written has left.
    void bytesLeft();
    /// The attached client has ended; with --rm the container is gone then, or on its way.
    void ended(const CommandResult &result);

private:
    void openChannel();
    void receiveFromClient(const QByteArray &bytes);
    void conclude(CommandResult::End end, int exitCode, const QString &reason = {});

    Engine m_engine;
    ContainerSpec m_spec;
    QProcess *m_process = nullptr;      ///< Child, until it ended or is handed to the reaper.
    DirectChannel *m_channel = nullptr; ///< Child; null without one, and when it was not taken.
    bool m_isDirect = false;            ///< The other side has changed over to it.
    QByteArray m_errors;
    bool m_isBeingRemoved = false;
    bool m_hasEnded = false;
};
