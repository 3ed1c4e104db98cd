#pragma once

#include "common/monitorprotocol.h"
#include "engine/leftovers.h"

enum class SweepMode
{
    Look,
    Remove
};

/// What a sweep found or did, as monitors are told: one item for each container that would be removed, was removed, or
/// could not be removed.
monitor::Answer sweepAnswer(const Result<Sweeper::Report> &report, SweepMode mode);

/// Sizes as monitors are told, of the containers of this user.
monitor::Answer sizeAnswer(const QList<ListedContainer> &containers, const QString &uid);

/// A refusal with its reason.
monitor::Answer refusalAnswer(const QString &message);
