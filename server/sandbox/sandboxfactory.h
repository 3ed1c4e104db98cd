#pragma once

#include "egress/egressrules.h"
#include "engine/imagestore.h"
#include "engine/installedfiles.h"
#include "engine/instance.h"
#include "engine/missinglimits.h"
#include "sandbox/preparation.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandboxevents.h"

#include <QObject>

#include <memory>
#include <optional>

class EngineProbe;

/// Makes sandboxes: finds the engine, sees to the image, and gives every container its name, labels and uid.
///
/// The engine is looked for at the first need, or by lookForEngine(); a failure is not kept, so that a later call finds
/// an engine that was started meanwhile.
class SandboxFactory : public QObject
{
    Q_OBJECT

public:
    using Answer = std::function<void(const Result<Engine> &engine)>;

    SandboxFactory(const Settings &settings, const Instance &instance, SandboxEvents &events,
                   QObject *parent = nullptr);
    ~SandboxFactory() override;

    /// The working engine, once it is known.
    [[nodiscard]] const std::optional<Engine> &engine() const { return m_engine; }

    /// Answers through the event loop, when an engine works and the language's image is there, or with the reason why
    /// not. `context` dying withdraws the request.
    void prepare(Language language, QObject *context, Answer answer);
    /// True when prepare() would have nothing to do.
    [[nodiscard]] bool isPrepared(Language language) const;
    /// The engine alone.
    void findEngine(QObject *context, Answer answer);

    /// A new sandbox, not started. Only when prepared.
    std::unique_ptr<Sandbox> create(Language language);
    /// What create() would start, as a command for a person; an error while no engine is known.
    [[nodiscard]] Result<CommandLine> commandByHand(Language language);
    /// To be told of starts that failed, so that what they disprove is looked at anew. True when a container will be
    /// started differently from now on, so that it is worth trying again.
    bool noteFailure(Language language, const Error &error);

    /// What programs may be connected to through this server; nothing where they may not, or need not.
    [[nodiscard]] const std::optional<EgressRules> &egressRules() const { return m_egress; }

    /// Passed-through variables, as every program gets them.
    [[nodiscard]] const QList<PassedVariable> &variables() const { return m_variables; }

Q_SIGNALS:
    void engineFound(const Engine &engine);
    void engineMissing(const Error &error);
    void pullProgressed(Language language, const QString &line);

private:
    struct Waiting
    {
        QPointer<QObject> context;
        Answer answer;
    };

    void engineProbed(const Result<Engine> &engine);
    void dropLimit(missinglimits::Limit limit);
    /// Those of the engine, from this one on, that came after it was found.
    void tellNotes(qsizetype first);
    /// From now on nothing of ours is mounted.
    void noteBlindEngine();
    /// What all containers of the language have in common.
    [[nodiscard]] ContainerSpec commonSpec(Language language, int uid) const;
    /// Tells the events of its life from now on.
    void announce(const Sandbox &sandbox, const ContainerInfo &info);

    const Settings &m_settings;
    const Instance &m_instance;
    SandboxEvents &m_events;
    Result<InstalledFiles> m_files;
    QList<PassedVariable> m_variables;
    std::optional<EgressRules> m_egress;
    UidSlots m_uids;
    std::unique_ptr<EngineProbe> m_probe;
    std::optional<Engine> m_engine;
    QList<Waiting> m_waitingForEngine;
    ImageStore m_images;
    QList<missinglimits::Limit> m_missingLimits; ///< As failed starts have shown.
    bool m_filesArrive = true;   ///< Until the engine has shown that it does not see ours.
    bool m_socketsArrive = true; ///< Until the engine has refused to hand one on, or to mount it.
    int m_count = 0;
};
