#!/usr/bin/env python3
"""installed.py BUILD LIST… [--run ENGINE]: `cmake --install` puts the right files in place, and the programs work from there.

Installs the build tree BUILD with a prefix, with the default prefix, and with DESTDIR. What is installed must be what the
files LIST name, a path below the prefix each. With --run, both languages and `doctor` run from the prefix as well.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def installed_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def compare(found, expected, how):
    unexpected, missing = sorted(set(found) - set(expected)), sorted(set(expected) - set(found))
    if unexpected or missing:
        sys.exit(f"installed {how}: unexpected {unexpected}, missing {missing}")


def use(prefix, engine):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    server, monitor = prefix / "bin/code-sandbox-mcp", prefix / "bin/code-sandbox-monitor"
    assert "code-sandbox-mcp" in run([server, "--version"], cwd="/", env=environment)
    if monitor.exists():
        assert "--minimized" in run([monitor, "--help"], cwd="/", env=environment)
    if engine:
        with tempfile.TemporaryDirectory() as folder:
            for name, code in (("a.py", "print(6 * 7)"), ("a.js", "console.log(6 * 7)")):
                pathlib.Path(folder, name).write_text(code + "\n")
                output = run([server, "run", "--engine", engine, name], cwd=folder, env=environment)
                assert output == "42\n", output
        run([server, "doctor", "--engine", engine], cwd="/", env=environment)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("lists", type=pathlib.Path, nargs="+")
    parser.add_argument("--run", metavar="ENGINE")
    options = parser.parse_args()
    expected = [line for one in options.lists for line in one.read_text().splitlines()]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        prefix = scratch / "a prefix"
        run(["cmake", "--install", options.build, "--prefix", prefix])
        compare(installed_below(prefix), expected, "with --prefix")
        use(prefix, options.run)
        run(["cmake", "--install", options.build], env={**os.environ, "DESTDIR": str(scratch / "stage")})
        default = next(line for line in (options.build / "CMakeCache.txt").read_text().splitlines()
                       if line.startswith("CMAKE_INSTALL_PREFIX:")).partition("=")[2]
        compare(installed_below(scratch / "stage" / default.lstrip("/")), expected, "with DESTDIR")
        use(scratch / "stage" / default.lstrip("/"), None)
    print(f"{len(expected)} files installed")


if __name__ == "__main__":
    main()
