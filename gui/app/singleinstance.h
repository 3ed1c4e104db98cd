#pragma once

#include "common/runtimefolder.h"

#include <QLocalServer>
#include <QObject>

/// One monitor a user: a second start hands its wish to the first and ends.
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    explicit SingleInstance(RuntimePlaces places = RuntimePlaces::ofThisProcess(), QObject *parent = nullptr);

    /// True if this is the first. Otherwise the first has been asked to come forward and to select `execution` (may be
    /// empty).
    bool claim(const QString &execution);

Q_SIGNALS:
    void raiseRequested(const QString &execution);

private:
    void accept();

    RuntimePlaces m_places;
    QLocalServer m_listener;
};
