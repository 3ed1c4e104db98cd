#pragma once

#include "fakeenginesetup.h"

#include <QFile>

/// Puts the fake engine into PATH as podman and docker, for code that looks for its engine itself. Such code passes
/// only some of the environment on, so each is a small script that tells the fake engine how to behave; new rules hold
/// for the next call.
class FakeEnginePath
{
public:
    FakeEnginePath()
    {
        for (const QString &name : {QStringLiteral("podman"), QStringLiteral("docker")}) {
            setRules(name, {});
            QFile script(m_setup.path(name));
            if (!script.open(QFile::WriteOnly))
                qFatal("no folder for the fake engines");
            const QString text = QStringLiteral("#!/bin/sh\n"
                                                "FAKE_ENGINE_LOG='%1.jsonl'\n"
                                                "FAKE_ENGINE_BEHAVIOUR=$(cat '%1.rules')\n"
                                                "export FAKE_ENGINE_LOG FAKE_ENGINE_BEHAVIOUR\n"
                                                "exec '%2' \"$@\"\n")
                                     .arg(m_setup.path(name), FakeEngineSetup::program());
            script.write(text.toUtf8());
            script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        qputenv("PATH", ownPath() + qgetenv("PATH"));
    }
    ~FakeEnginePath() { qputenv("PATH", qgetenv("PATH").replace(ownPath(), {})); }
    Q_DISABLE_COPY_MOVE(FakeEnginePath)

    /// `engine`: "podman" or "docker". The rules are those of fakeengine.cpp.
    void setRules(const QString &engine, const QJsonArray &rules) const
    {
        // Written aside: a call may be reading it.
        QFile file(m_setup.path(engine + QStringLiteral(".new")));
        if (!file.open(QFile::WriteOnly))
            qFatal("no folder for the rules");
        file.write(QJsonDocument(rules).toJson(QJsonDocument::Compact));
        file.close();
        if (std::rename(QFile::encodeName(file.fileName()).constData(),
                        QFile::encodeName(m_setup.path(engine + QStringLiteral(".rules"))).constData()) != 0)
            qFatal("cannot write the rules");
    }

    /// The arguments of every call until now, joined by spaces.
    [[nodiscard]] QStringList calls(const QString &engine) const
    {
        return FakeEngineSetup::callsIn(m_setup.path(engine + QStringLiteral(".jsonl")));
    }

    [[nodiscard]] QString path(const QString &name) const { return m_setup.path(name); }

private:
    [[nodiscard]] QByteArray ownPath() const { return QFile::encodeName(m_setup.path({})) + ':'; }

    FakeEngineSetup m_setup;
};
