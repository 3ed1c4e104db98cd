#pragma once

#include "engine/engineprobe.h"
#include "sandbox/settings.h"

#include <QObject>

#include <memory>

class ImageBuilder;

/// Makes sure that a server with these settings could run programs: an engine answers and the images are there. Those
/// of this project are built if they are missing and the user agrees; the user is told the rest.
///
/// start() may be called once; then one finished() follows through the event loop.
class Readiness : public QObject
{
    Q_OBJECT

public:
    enum class Consent
    {
        Ask, ///< On a terminal; elsewhere the answer is no.
        Given
    };

    /// `certificateFiles`: for the images' build, PEM.
    Readiness(const Settings &settings, QStringList certificateFiles, Consent consent, QObject *parent = nullptr);
    ~Readiness() override;

    void start();

Q_SIGNALS:
    /// False if no engine works, or the images could not be built.
    void finished(bool isReady);

private:
    void inspectImages(const Engine &engine, QStringList images);
    void settleImages(const Engine &engine);
    void build(const Engine &engine);
    void fail(const Error &error);

    Settings m_settings;
    QStringList m_certificateFiles;
    Consent m_consent;
    EngineProbe m_probe;
    QStringList m_missing;
    std::unique_ptr<ImageBuilder> m_builder;
};
