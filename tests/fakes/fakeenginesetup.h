#pragma once

#include "engine/engine.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

/// A test's side of tests/fakes/fakeengine.cpp: tells it how to behave, and reads how it was called.
class FakeEngineSetup
{
public:
    /// See fakeengine.cpp for the rules. Holds for engines and command lines made afterwards.
    void setRules(const QJsonArray &rules) { m_rules = rules; }

    [[nodiscard]] QProcessEnvironment environment() const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("FAKE_ENGINE_LOG"), logPath());
        environment.insert(QStringLiteral("FAKE_ENGINE_BEHAVIOUR"),
                           QString::fromUtf8(QJsonDocument(m_rules).toJson(QJsonDocument::Compact)));
        return environment;
    }

    [[nodiscard]] Engine engine(Engine::Kind kind = Engine::Kind::Podman) const
    {
        Engine engine;
        engine.kind = kind;
        engine.program = program();
        engine.environment = environment();
        engine.version = QStringLiteral("0.0");
        return engine;
    }

    [[nodiscard]] CommandLine commandLine(const QStringList &arguments) const
    {
        return {program(), arguments, environment()};
    }

    /// The arguments of every call until now, joined by spaces.
    [[nodiscard]] QStringList calls() const { return callsIn(logPath()); }

    static QStringList callsIn(const QString &logFile)
    {
        QStringList calls;
        QFile log(logFile);
        if (!log.open(QIODevice::ReadOnly))
            return calls;
        while (!log.atEnd()) {
            QStringList words;
            const QJsonArray arguments = QJsonDocument::fromJson(log.readLine()).array();
            for (const QJsonValue &argument : arguments)
                words.append(argument.toString());
            calls.append(words.join(u' '));
        }
        return calls;
    }

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    static QString program() { return QStringLiteral(FAKE_ENGINE); }

private:
    [[nodiscard]] QString logPath() const { return path(QStringLiteral("calls.jsonl")); }

    QTemporaryDir m_folder;
    QJsonArray m_rules;
};
