#pragma once

#include "engine/instance.h"
#include "sandbox/executor.h"
#include "sandbox/sandboxevents.h"
#include "sandbox/sandboxfactory.h"

#include <QObject>

/// The parts that every command which runs programs needs, wired together: who we are, who watches, who runs.
struct Service
{
    explicit Service(const Settings &settings)
        : factory(settings, instance, events)
        , executor(settings, factory, events)
    {
    }

    Instance instance;
    SandboxEvents events;
    SandboxFactory factory;
    Executor executor;
};
