#!/usr/bin/env python3
"""loading.py BUILD DECOY: no program loads a library from the folder that it is started in.

Clients start the server in their user's project, which may be anybody's repository. So no ELF file of the build tree BUILD
may have a run path that is empty or relative to the working folder, and the programs must start in a folder where
DECOY, a library that ends its process, lies under the name of everything that they load.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
# What a Qt program looks for besides its libraries.
PLUGINS = ["platforms/libqoffscreen.so", "platforms/libqxcb.so", "tls/libqopensslbackend.so", "iconengines/libqsvgicon.so",
           "imageformats/libqsvg.so", "platformthemes/libqgtk3.so", "networkinformation/libqnetworkmanager.so"]


def elf_files(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.suffix not in (".o", ".gch"):
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def bad_entries(path):
    """The entries of the file's run paths that depend on the working folder."""
    dynamic = subprocess.run(["readelf", "--dynamic", "--wide", path], capture_output=True, text=True, check=True).stdout
    for run_path in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic):
        yield from (entry for entry in run_path.split(":") if not re.match(r"/|\$ORIGIN(/|$)", entry))


def library_names(program):
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^\s+(\S+?\.so[.\d]*) =>", listed, re.MULTILINE)


def starts_among_decoys(program, arguments, decoy, expected):
    with tempfile.TemporaryDirectory() as folder:
        for name in [*library_names(program), "libgomp.so.1", *PLUGINS, *("plugins/" + name for name in PLUGINS)]:
            place = pathlib.Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(decoy, place)
        pathlib.Path(folder, "qt.conf").write_text("[Paths]\nPrefix=.\nPlugins=.\n")
        before = sorted(os.walk(folder))
        done = subprocess.run([program, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60)
        output = done.stdout + done.stderr
        if done.returncode != 0 or expected not in output:
            return f"{program}: started among decoys it ended with {done.returncode} and said: {output}"
        if sorted(os.walk(folder)) != before:
            return f"{program}: it left something in its working folder: {sorted(os.walk(folder))}"
    return None


def main(build, decoy):
    build = pathlib.Path(build).resolve()
    files = list(elf_files(build))
    problems = [f"{path}: its run path has the entry \"{entry}\"" for path in files for entry in bad_entries(path)]
    starts = [("server/code-sandbox-mcp", ["--version"], "code-sandbox-mcp"),
              ("server/code-sandbox-mcp", [], ""), # serves until the end of stdin, which comes at once
              ("gui/code-sandbox-monitor", ["--help"], "--minimized")]
    tried = 0
    for name, arguments, expected in starts:
        if (build / name).exists():
            tried += 1
            problems.append(starts_among_decoys(build / name, arguments, decoy, expected))
    problems = [problem for problem in problems if problem]
    print("\n".join(problems) or f"{len(files)} files, {tried} starts")
    return 1 if problems or tried < 2 or len(files) < 3 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
