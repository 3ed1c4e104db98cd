#include "tools/environmentreport.h"

#include "common/names.h"
#include "engine/containerspec.h"
#include "tools/wording.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace {

constexpr std::array languages{Language::Python, Language::JavaScript};

/// Both print one JSON object: interpreter, version, libraries, and what the kernel says of the limits.
constexpr auto pythonProgram = R"(
import importlib.metadata, json, os, platform, sys

def first_line(*paths):
    for path in paths:
        try:
            with open(path) as file:
                return file.readline().strip()
        except OSError:
            pass

def status(name):
    with open("/proc/self/status") as file:
        return next((line.split()[1] for line in file if line.startswith(name + ":")), None)

libraries = {d.metadata["Name"]: d.version for d in importlib.metadata.distributions() if d.metadata["Name"]}
print(json.dumps({
    "interpreter": "CPython" if platform.python_implementation() == "CPython" else platform.python_implementation(),
    "version": platform.python_version(),
    "executable": sys.executable,
    "architecture": platform.machine(),
    "libraries": dict(sorted(libraries.items(), key=lambda item: item[0].lower())),
    "uid": os.getuid(),
    "resident_bytes": int((status("VmRSS") or "0")) * 1024,
    "uid_map": first_line("/proc/self/uid_map"),
    "seccomp": status("Seccomp"),
    "memory_limit": first_line("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    "swap_limit": first_line("/sys/fs/cgroup/memory.swap.max", "/sys/fs/cgroup/memory/memory.memsw.limit_in_bytes"),
    "pids_limit": first_line("/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"),
    "cpu_limit": first_line("/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
}))
)";

constexpr auto javaScriptProgram = R"(
const fs = require("fs"), path = require("path");
function firstLine(...paths) {
    for (const p of paths) {
        try { return fs.readFileSync(p, "utf8").split("\n")[0].trim(); } catch {}
    }
    return null;
}
const libraries = {};
for (const root of ["/node_modules", "/usr/share/nodejs"]) {
    let names = [];
    try { names = fs.readdirSync(root); } catch {}
    for (const name of names) {
        const inner = name.startsWith("@") ? fs.readdirSync(path.join(root, name)).map(n => name + "/" + n) : [name];
        for (const full of inner) {
            try { libraries[full] = JSON.parse(fs.readFileSync(path.join(root, full, "package.json"))).version; } catch {}
        }
    }
}
const status = fs.readFileSync("/proc/self/status", "utf8");
console.log(JSON.stringify({
    interpreter: "Node.js",
    version: process.versions.node,
    executable: process.execPath,
    architecture: process.arch,
    libraries,
    uid: process.getuid(),
    resident_bytes: process.memoryUsage().rss,
    uid_map: firstLine("/proc/self/uid_map"),
    seccomp: (status.match(/^Seccomp:\s*(\d)/m) || [])[1] ?? null,
    memory_limit: firstLine("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    swap_limit: firstLine("/sys/fs/cgroup/memory.swap.max", "/sys/fs/cgroup/memory/memory.memsw.limit_in_bytes"),
    pids_limit: firstLine("/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"),
    cpu_limit: firstLine("/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
}));
)";

/// What stands between a program and the host's kernel, from the strongest wall to the weakest.
QString isolationTier(const std::optional<Engine> &engine, const QJsonObject &facts)
{
    if (!engine)
        return {};
    if (engine->runtimeInUse.startsWith("runsc"_L1))
        return u"gVisor: a kernel of its own in user space"_s;
    if (engine->runtimeInUse.startsWith("kata"_L1))
        return u"virtual machine"_s;
    // "0 0 4294967295": uids mean the same inside and outside.
    const QStringList map = facts["uid_map"_L1].toString().simplified().split(u' ');
    if (engine->isRootless || (map.size() == 3 && map[1] != "0"_L1))
        return u"user namespace: root inside is nobody outside; the kernel is shared"_s;
    return u"plain runtime"_s;
}

} // namespace

EnvironmentReport::EnvironmentReport(Executor &executor, QObject *parent)
    : QObject(parent)
    , m_executor(executor)
{
}

void EnvironmentReport::request(QObject *context, Answer answer)
{
    m_waiting.append({context, std::move(answer)});
    if (m_waiting.size() > 1)
        return;
    m_current = m_known;
    for (Language language : languages)
        inspect(language);
}

void EnvironmentReport::inspect(Language language)
{
    ExecutionRequest request;
    request.language = language;
    request.code = language == Language::Python ? pythonProgram : javaScriptProgram;
    request.timeout = std::min<std::chrono::milliseconds>(std::chrono::seconds(20), m_executor.settings().maxTimeout);
    request.client = u"Code Sandbox (looks at its environment)"_s;
    if (m_known.contains(language)) {
        QMetaObject::invokeMethod(
            this, [this, language] { inspected(language, Error{}, false); }, Qt::QueuedConnection);
        return;
    }
    const Execution *execution = m_executor.submit(request);
    connect(execution, &Execution::finished, this, [this, language, execution](const Result<ExecutionResult> &result) {
        inspected(language, result, execution->hasEngineSeccomp());
    });
}

void EnvironmentReport::inspected(Language language, const Result<ExecutionResult> &result, bool hasEngineSeccomp)
{
    if (!m_known.contains(language)) {
        QJsonObject found =
            result ? QJsonDocument::fromJson(result->out.head + result->out.tail).object() : QJsonObject();
        if (!found.isEmpty()) {
            found[u"engine_seccomp"_s] = hasEngineSeccomp; // the program itself sees only that there is some filter
            m_known[language] = found;
        }
        m_current[language] =
            !found.isEmpty() ? found
            : !result        ? QJsonObject{{u"error"_s, result.error().message}}
                             : QJsonObject{{u"error"_s,
                                            u"the inspecting program failed: "_s +
                                                QString::fromUtf8(result->err.head + result->err.tail).trimmed().right(500)}};
    }
    if (m_current.size() < qsizetype(languages.size()))
        return;
    const QJsonObject answer = report();
    const QList<Waiting> waiting = std::exchange(m_waiting, {});
    for (const Waiting &one : waiting) {
        if (one.context)
            one.answer(answer);
    }
}

QJsonObject EnvironmentReport::rooms() const
{
    const std::optional<Engine> &engine = m_executor.factory().engine();
    if (!engine)
        return {};
    const Rooms rooms = Rooms::of(*engine, m_executor.settings().memoryBytes);
    return {{u"/sandbox"_s, rooms.files}, {u"/tmp"_s, rooms.files}, {u"/dev/shm"_s, rooms.sharedMemory}};
}

QJsonObject EnvironmentReport::report() const
{
    const Settings &settings = m_executor.settings();
    QJsonObject perLanguage;
    for (Language language : languages) {
        QJsonObject entry = m_current[language];
        entry[u"image"_s] = settings.image(language);
        perLanguage[languageName(language)] = entry;
    }
    QJsonObject engine;
    if (const auto &known = m_executor.factory().engine()) {
        engine = {{u"name"_s, known->name()},
                  {u"version"_s, known->version},
                  {u"runtime"_s, known->runtimeInUse},
                  {u"rootless"_s, known->isRootless},
                  {u"remote"_s, known->isRemote},
                  {u"cgroup_version"_s, known->cgroupVersion},
                  {u"notes"_s, QJsonArray::fromStringList(known->notes)}};
    }
    QJsonArray variables;
    for (const PassedVariable &variable : m_executor.factory().variables())
        variables.append(QString::fromUtf8(variable.name));
    return {
        {u"environments"_s, perLanguage},
        {u"engine"_s, engine},
        {u"limits"_s, QJsonObject{{u"timeout_seconds"_s, double(settings.timeout.count()) / 1000},
                                  {u"max_timeout_seconds"_s, double(settings.maxTimeout.count()) / 1000},
                                  {u"memory_bytes"_s, settings.memoryBytes},
                                  {u"cpus"_s, settings.cpus},
                                  {u"processes"_s, settings.pids},
                                  {u"writable_folders_bytes"_s, rooms()},
                                  {u"shown_characters"_s, settings.maxOutput},
                                  {u"captured_bytes_per_stream"_s, settings.maxCapture},
                                  {u"concurrent_executions"_s, settings.maxConcurrent}}},
        {u"network"_s, wording::network(settings)},
        {u"isolation"_s, isolationTier(m_executor.factory().engine(), m_current[Language::Python])},
        {u"passed_through_variables"_s, variables},
        {u"kept_between_calls"_s, false},
    };
}
