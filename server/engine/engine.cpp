#include "engine/engine.h"

#include "engine/imagereference.h"

using namespace Qt::StringLiterals;

namespace {

bool sharesOurKernel(const Engine &engine)
{
    return !engine.isRemote && (engine.runtimeInUse == "runc"_L1 || engine.runtimeInUse == "crun"_L1);
}

} // namespace

QString Engine::name() const
{
    return kind == Kind::Podman ? u"podman"_s : u"docker"_s;
}

QString Engine::description() const
{
    return name() + u' ' + version;
}

QString Engine::otherName(const QString &image) const
{
    const QString whole = withRegistry(image);
    return kind == Kind::Podman && whole != image ? whole : QString();
}

bool Engine::handsDescriptorsOn() const
{
    return kind == Kind::Podman && sharesOurKernel(*this);
}

bool Engine::mountsSockets() const
{
    return kind == Kind::Docker && sharesOurKernel(*this);
}

CommandLine Engine::command(const QStringList &arguments) const
{
    QStringList all;
    if (kind == Kind::Podman && !runtime.isEmpty())
        all << u"--runtime"_s << runtime; // Docker takes it with `run` instead
    all << arguments;
    return {program, all, environment};
}
