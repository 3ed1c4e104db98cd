#!/usr/bin/env python3
"""Writes demo-journal.jsonl: an hour of two servers with every state that the monitor knows.

Used by `code-sandbox-monitor --demo`, by the screenshots and by tests. Always writes the same.
"""
import datetime
import json
import pathlib
import random

random.seed(7)
NOW = datetime.datetime(2026, 3, 1, 12, 0, 0, tzinfo=datetime.timezone.utc)
lines = []  # (time in seconds from NOW, instance, object)
seqs = {}


def stamp(t):
    return (NOW + datetime.timedelta(seconds=t)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{int(t * 1000) % 1000:03d}Z"


def event(t, instance, kind, **members):
    lines.append((t, instance, {"event": kind, **members}))


GEMINI, CURSOR = "k3j2h4g5f6d7s8a9", "q8w7e6r5t4z3u2i1"


def server(instance, client, pid, started, **more):
    return {"instance": instance, "pid": pid, "version": "0.1.0", "started": stamp(started), "transport": "stdio",
            "client": client, "engine_state": "ready", "engine": "podman 4.3.1", "runtime": "runc",
            "limits": {"timeout_ms": 30000, "max_timeout_ms": 300000, "memory_bytes": 512 << 20, "cpus": 1,
                       "pids": 128, "max_concurrent": 4, "capture_bytes": 1 << 20, "network": "public"},
            "configuration": {"pass-through-env": "GEMINI_API_KEY"}, **more}


SERVERS = {GEMINI: server(GEMINI, "gemini-cli 0.9.2", 48213, -3500),
           CURSOR: server(CURSOR, "Cursor 1.4.0", 51077, -2100)}
CLIENT = {name: info["client"] for name, info in SERVERS.items()}
PY, JS = "python", "javascript"
IMAGE = {PY: "localhost/code-sandbox-python", JS: "localhost/code-sandbox-js"}

SNIPPETS = [
    (PY, "import pandas as pd\n\ndf = pd.read_json(data)\nprint(df.groupby('region').sales.sum())\n",
     "region\nEast     18230\nNorth     9411\nSouth    12077\nWest     15502\nName: sales, dtype: int64\n"),
    (PY, "from math import isqrt\n\ndef is_prime(n):\n    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))\n\n"
         "print([n for n in range(10**6, 0, -1) if is_prime(n)][:5])\n", "[999983, 999979, 999961, 999959, 999953]\n"),
    (JS, "const words = text.split(/\\s+/);\nconst counts = new Map();\nfor (const word of words)\n"
         "  counts.set(word, (counts.get(word) ?? 0) + 1);\nconsole.log([...counts].slice(0, 3));\n",
     "[ [ 'the', 12 ], [ 'sandbox', 5 ], [ 'runs', 3 ] ]\n"),
    (PY, "import numpy as np\n\na = np.random.default_rng(1).normal(size=(500, 500))\nprint(np.linalg.svd(a)[1][:3])\n",
     "[44.52813511 44.20106917 43.96412035]\n"),
    (JS, "const response = await fetch('https://api.example.org/rates');\nconst rates = await response.json();\n"
         "console.log(`EUR/USD ${rates.usd.toFixed(4)}`);\n", "EUR/USD 1.0841\n"),
    (PY, "import datetime\nprint((datetime.date(2026, 12, 24) - datetime.date.today()).days, 'days left')\n",
     "298 days left\n"),
    (PY, "import re\nprint(len(re.findall(r'\\b\\w+ing\\b', corpus)))\n", "1374\n"),
]

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
numbers = {GEMINI: 0, CURSOR: 0}


def new_id():
    return "".join(random.choice(ALPHABET) for _ in range(26))


class Run:
    def __init__(self, t, instance, language, code, timeout=30):
        self.t, self.instance, self.language, self.id = t, instance, language, new_id()
        numbers[instance] += 1
        self.container = f"code-sandbox-{instance[:6]}-{numbers[instance]}"
        self.offset = {"stdout": 0, "stderr": 0}
        event(t, instance, "execution_queued", execution=self.id, language=language, code=code, code_bytes=len(code.encode()),
              stdin_bytes=0, timeout_ms=timeout * 1000, client=CLIENT[instance])

    def phase(self, after, phase):
        event(self.t + after, self.instance, "execution_phase", execution=self.id, phase=phase)

    def start(self, after=0.004):
        self.begun = self.t + after
        self.phase(after, "running")
        self.container_is(after, "in_use")
        event(self.begun, self.instance, "execution_started", execution=self.id, container=self.container)
        return self

    def container_is(self, after, state):
        event(self.t + after, self.instance, "container", container=self.container, language=self.language,
              image=IMAGE[self.language], state=state, execution=self.id, created=stamp(self.t - 40))

    def output(self, after, text, stream="stdout"):
        event(self.begun + after, self.instance, "output", execution=self.id, stream=stream, part="live",
              offset=self.offset[stream], bytes=len(text.encode()), text=text)
        self.offset[stream] += len(text.encode())
        return self

    def usage(self, after, cpu, memory):
        event(self.begun + after, self.instance, "usage", execution=self.id, duration_us=int(after * 1e6),
              cpu_us=int(cpu * 1e6), memory_bytes=memory << 20)
        return self

    def connection(self, after, host, port, sent, received, duration, verdict="allowed", **more):
        event(self.begun + after, self.instance, "connection", execution=self.id, host=host, port=port, sent_bytes=sent,
              received_bytes=received, duration_ms=duration, verdict=verdict, **more)
        return self

    def finish(self, after, cpu, memory, outcome="exited", code=0, signal=0, oom=0, **more):
        event(self.begun + after, self.instance, "execution_finished", execution=self.id, outcome=outcome,
              exit_code=code if outcome == "exited" else None, signal=signal, duration_us=int(after * 1e6),
              cpu_us=int(cpu * 1e6), peak_memory_bytes=int(memory * (1 << 20)), oom_kills=oom, pids_refused=0,
              stdout_bytes=more.pop("stdout_bytes", self.offset["stdout"]), stderr_bytes=self.offset["stderr"],
              stdout_truncated=more.pop("truncated", False), stderr_truncated=False, engine="podman 4.3.1",
              container=self.container, image=IMAGE[self.language], waited_ms=4, warm=True)
        self.container_is(self.begun - self.t + after + 0.06, "removed")
        return self


# The past hour: mostly short and well.
for minute in range(58, 0, -1):
    for instance in SERVERS:
        if instance == GEMINI or minute < 34:
            event(-minute * 60, instance, "pool", language=PY, ready=random.choice([1, 2, 2, 2]), starting=0, target=2)
            event(-minute * 60, instance, "pool", language=JS, ready=1, starting=0, target=1)
t = -3480.0
while t < -240:
    instance = GEMINI if t < -2050 or random.random() < 0.6 else CURSOR
    language, code, text = random.choice(SNIPPETS)
    seconds = random.choice([0.004, 0.018, 0.09, 0.4, 0.9, 2.2])
    run = Run(t, instance, language, code).start()
    run.usage(seconds * 0.5, seconds * 0.4, random.choice([18, 40, 92, 130]))
    run.output(seconds * 0.7, text)
    roll = random.random()
    if roll < 0.08:
        run.output(seconds * 0.8, "Traceback (most recent call last):\n  File \"/sandbox/code.py\", line 3, in <module>\n"
                                  "NameError: name 'data' is not defined\n", "stderr")
        run.finish(seconds, seconds * 0.8, 24, code=1)
    else:
        run.finish(seconds, seconds * 0.8, random.choice([11, 14, 38, 92]))
    t += random.expovariate(1 / 38)

# One of each kind of end.
Run(-230, CURSOR, PY, "import ctypes\nctypes.string_at(0)\n").start().output(0.01, "Segmentation fault ahead\n").finish(
    0.08, 0.03, 12, "signalled", signal=11)
flood = Run(-200, GEMINI, PY, "n = 0\nwhile True:\n    n += 1\n    print('still thinking', n)\n", 10).start()
flood.output(0.2, "".join(f"still thinking {n}\n" for n in range(1, 400)))
event(flood.begun + 10, GEMINI, "output", execution=flood.id, stream="stdout", part="tail", offset=48_206_120, bytes=5200,
      text="".join(f"still thinking {n}\n" for n in range(2_411_050, 2_411_250)))
flood.finish(10.0, 9.97, 9, "timed_out", stdout_bytes=48_211_320, truncated=True)
oom = Run(-150, GEMINI, PY, "rows = []\nwhile True:\n    rows.append(bytearray(1 << 20))\n").start()
for step in range(1, 5):
    oom.usage(step * 0.2, step * 0.18, step * 120)
oom.finish(0.94, 0.9, 512, "out_of_memory", signal=9, oom=1)
Run(-118, CURSOR, JS, "setInterval(() => console.log(new Date().toISOString()), 1000);\n").start().output(
    1, "2026-03-01T11:58:03.120Z\n").output(2, "2026-03-01T11:58:04.121Z\n").finish(2.6, 0.05, 41, "cancelled", signal=9)
failed = Run(-95, CURSOR, JS, "import sharp from 'sharp';\nawait sharp('in.png').resize(320).toFile('out.png');\n")
failed.phase(0.002, "pulling")
event(-88, CURSOR, "execution_failed", execution=failed.id, code="pull_failed",
      message="The image docker.io/library/node:24 could not be fetched: the registry does not answer. "
              "Check the network, or build the images with “code-sandbox-mcp images build”.",
      detail="Error: initializing source docker://node:24: pinging container registry: dial tcp: i/o timeout")
colours = Run(-70, GEMINI, PY, "import sys, time\n\nfor step in range(1, 101):\n    print(f'\\rProgress {step:3d} %', end='')\n"
              "print()\nprint('\\x1b[32mPASS\\x1b[0m test_parser')\nprint('\\x1b[31mFAIL\\x1b[0m test_export', file=sys.stderr)\n"
              "sys.exit(2)\n").start()
colours.output(0.2, "".join(f"\rProgress {step:3d} %" for step in range(1, 101)) + "\n")
colours.output(0.3, "\x1b[32mPASS\x1b[0m test_parser\n\x1b[32mPASS\x1b[0m test_lexer\n")
colours.output(0.32, "\x1b[31mFAIL\x1b[0m test_export: expected 12 rows, got 11\n", "stderr")
colours.output(0.34, "\x1b[1m2 passed\x1b[0m, \x1b[1;31m1 failed\x1b[0m\n")
colours.finish(0.36, 0.3, 17, code=2)
web = Run(-52, CURSOR, JS, SNIPPETS[4][1]).start()
web.connection(0.05, "api.example.org", 443, 812, 3120, 41, address="93.184.216.34")
web.connection(0.09, "cdn.example.org", 443, 640, 48_213, 67, address="2606:2800:21f:cb07:6820:80da:af6b:8b2c")
web.connection(0.12, "169.254.169.254", 80, 0, 0, 0, "refused", reason="The address 169.254.169.254 is not public.")
web.connection(0.13, "rates.example.net", 443, 0, 0, 9, "failed",
               reason="The sandbox could not connect to rates.example.net:443: there is no such host name.")
web.output(0.3, SNIPPETS[4][2]).output(0.31, "warning: rates are 4 minutes old\n", "stderr").finish(0.34, 0.08, 44)

event(-3490, GEMINI, "note", text="crun does not work on this machine (cgroups in hybrid mode); runc is used.")
event(-3485, GEMINI, "orphans_removed", containers=["code-sandbox-dead01-4", "code-sandbox-dead01-5"])
for instance in SERVERS:
    for language, ready in ((PY, 2), (JS, 1)):
        event(-20, instance, "pool", language=language, ready=ready, starting=0, target=ready)
        for n in range(ready):
            event(-20, instance, "container", container=f"code-sandbox-{instance[:6]}-{900 + n}{language[0]}", language=language,
                  image=IMAGE[language], state="ready", created=stamp(-90 - 13 * n))

# What goes on now: running, starting, fetching, queued.
LONG = ("import time\nimport numpy as np\nfrom sklearn.linear_model import Ridge\n\n\nclass Search:\n"
        "    \"\"\"Tries every regularisation strength on each fold.\"\"\"\n\n    def __init__(self, folds=8):\n"
        "        self.folds = folds\n        self.best = (float('inf'), None)\n\n    def run(self, x, y):\n"
        "        for fold in range(self.folds):\n            for alpha in np.logspace(-3, 3, 25):  # coarse\n"
        "                model = Ridge(alpha=alpha).fit(x[fold], y[fold])\n"
        "                error = ((model.predict(x[-1]) - y[-1]) ** 2).mean()\n"
        "                self.best = min(self.best, (error, alpha))\n            print(f'fold {fold}: best {self.best[0]:.4f}')\n\n\n"
        "Search().run(*load())\n")
search = Run(-14, GEMINI, PY, LONG, 120).start()
for fold in range(5):
    search.output(1 + fold * 2.5, f"fold {fold}: best {0.4 - fold * 0.031:.4f} at alpha={10 ** (fold / 2 - 1):.3f}\n")
    search.usage(1 + fold * 2.5, 0.95 + fold * 2.4, 120 + fold * 22)
search.output(9, "ConvergenceWarning: Ill-conditioned matrix (rcond=2.1e-17)\n", "stderr")
fetching = Run(-9, CURSOR, JS, "import { parse } from 'yaml';\nconsole.log(parse(source));\n")
fetching.phase(0.01, "pulling")
starting = Run(-1.5, GEMINI, PY, "import matplotlib.pyplot as plt\nplt.plot(range(10))\nplt.savefig('plot.png')\n")
starting.phase(0.01, "starting")
event(-1.4, GEMINI, "container", container=starting.container, language=PY, image=IMAGE[PY], state="starting", created=stamp(-1.4))
event(-200, CURSOR, "container", container="code-sandbox-q8w7e6-77", language=JS, image=IMAGE[JS], state="failed",
      created=stamp(-200), reason="OCI runtime error: runc create failed: no space left on device")
queued = Run(-0.8, CURSOR, PY, "print(sum(range(10**8)))\n")
queued.phase(0, "waiting")

# The present, played in its own time.
for step in range(5, 30):
    after = 1 + step * 2.5
    search.output(after, f"fold {step}: best {0.4 - step * 0.009:.4f}\n")
    search.usage(after, after * 0.95, 180 + step * 4)
search.finish(76, 72, 310)
starting.start(2)
starting.finish(0.6, 0.5, 88)
queued.start(4)
queued.output(2.1, "4999999950000000\n").finish(2.2, 2.2, 9)
for n in range(12):
    language, code, text = SNIPPETS[n % len(SNIPPETS)]
    run = Run(5 + n * 5, CURSOR if n % 3 else GEMINI, language, code).start()
    run.output(0.3, text).finish(0.5, 0.4, 30, code=1 if n % 5 == 4 else 0)

lines.sort(key=lambda line: line[0])
out = []
for instance, info in SERVERS.items():
    out.append({"event": "hello", "time": stamp(-3500), "protocol": 1, "server": info})
# What a demonstration lists as left behind: without "seq", since an answer is no event of a server's history.
out.append({"event": "answer", "time": stamp(-3500), "items": [
    {"container": f"code-sandbox-dead02-{n}", "owner": "server 40122, which ended", "created": stamp(-5400 + 40 * n),
     "state": "running", "size_bytes": size} for n, size in ((7, 4321000), (8, 612000))]})
current = CURSOR
present = False
for t, instance, members in lines:
    if t >= 0 and not present:
        present = True
        for name, info in SERVERS.items():
            out.append({"event": "hello", "time": stamp(0), "protocol": 1, "server": info})
            out.append({"event": "replay_ended", "time": stamp(0)})
            current = name
    if instance != current:
        out.append({"event": "hello", "time": stamp(t), "protocol": 1, "server": SERVERS[instance]})
        current = instance
    seqs[instance] = seqs.get(instance, 0) + 1
    out.append({**members, "seq": seqs[instance], "time": stamp(t)})
path = pathlib.Path(__file__).with_name("demo-journal.jsonl")
path.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n" for line in out), encoding="utf-8")
