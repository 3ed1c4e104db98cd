#!/usr/bin/env python3
"""reference.py FOLDER SERVER [MONITOR]: the man pages and completions in FOLDER know what the programs know.

Each option of --help-all must be on the man page, which mandoc finds nothing wrong with, and in the completions that bash, zsh
and fish give. Exit code 77 (ctest's "skipped") without one of these programs, unless SANDBOX_TEST_REQUIRE_ENGINES is set.
"""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TERM": "dumb",
               "QT_QPA_PLATFORM": "offscreen", "COLUMNS": "200"}
problems = []


def check(claim, text):
    if not claim:
        problems.append(text)


def output(*command, cwd="/"):
    done = subprocess.run(command, env=ENVIRONMENT, cwd=cwd, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    check(done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def in_bash(script, line, cwd="/"):
    """The completions of the line's last word, which may be empty."""
    function = "_" + line.split()[0].replace("-", "_")
    words = re.split(" |(=)", line)
    words = [word for word in words if word is not None]
    quoted = " ".join(f"'{word}'" for word in words)
    return output("bash", "--norc", "-c", f". '{script}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; {function}; "
                  'printf "%s\\n" "${COMPREPLY[@]}"', cwd=cwd).split("\n")


def in_fish(script, line, cwd="/"):
    listed = output("fish", "--no-config", "-c", f"source '{script}'; complete --do-complete '{line}'", cwd=cwd)
    return [entry.split("\t")[0] for entry in listed.splitlines()]


ZSH_SETUP = r"""
fpath=($PWD $fpath)
autoload -U compinit
compinit -u -D
compadd() {
    local -a found
    if [[ " ${@[1,(i)-]} " != *" -"[OAD]" "* ]]; then # else it only asks what would match
        builtin compadd -A found "$@"
        print -rl -- $found >>answer
    fi
    builtin compadd "$@"
}
list-all() { zle list-choices; mv answer answer.whole }
zle -N list-all
bindkey '^T' list-all
: >answer
cd $1
"""


def in_zsh(script, line, cwd="/"):
    """What the completion of an interactive zsh adds to its list."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(script, pathlib.Path(folder, "_" + line.split()[0]))
        answer = pathlib.Path(folder, "answer.whole")
        setup = ZSH_SETUP.replace("answer", f"{folder}/answer").replace("$PWD", folder).replace("$1", f"'{cwd}'")
        pathlib.Path(folder, ".zshrc").write_text(setup)
        child, terminal = pty.fork()
        if child == 0:
            os.execve("/usr/bin/zsh", ["zsh", "-i"], {**ENVIRONMENT, "ZDOTDIR": folder})
        try:
            os.write(terminal, line.encode() + b"\x14")
            shown = b""
            end = time.monotonic() + 30
            while not answer.exists() and time.monotonic() < end:
                if select.select([terminal], [], [], 0.05)[0]:
                    shown += os.read(terminal, 65536)
            check(answer.exists(), f"zsh does not complete \"{line}\": {shown}")
            return [word.rstrip("=").replace("\\ ", " ") for word in answer.read_text().splitlines()] if answer.exists() else []
        finally:
            os.close(terminal)
            os.kill(child, 9)
            os.waitpid(child, 0)


def check_completions(folder, program, options):
    bash, fish, zsh = (folder / f"{program}.{ending}" for ending in ("bash", "fish", "zsh"))
    for shell, listed in (("bash", in_bash(bash, f"{program} --")), ("fish", in_fish(fish, f"{program} --")),
                          ("zsh", in_zsh(zsh, f"{program} --"))):
        missing = options - set(listed)
        check(not missing, f"{shell} does not complete {sorted(missing)} of {program}")


def check_server_completions(folder):
    name = "code-sandbox-mcp"
    bash, fish, zsh = (folder / f"{name}.{ending}" for ending in ("bash", "fish", "zsh"))
    with tempfile.TemporaryDirectory() as cwd:
        pathlib.Path(cwd, "a program.py").touch()
        for line, expected, unexpected in (
                (f"{name} ", {"run", "install", "doctor", "images", "prune", "monitor"}, {"cursor", "build"}),
                (f"{name} --engine ", {"auto", "podman", "docker"}, {"run"}),
                (f"{name} doctor --engine=do", {"docker"}, {"podman", "run"}),
                (f"{name} run --language p", {"python"}, {"javascript"}),
                (f"{name} run --lang", {"--language"}, {"--json"}),
                (f"{name} doctor --js", {"--json", "--js-image"}, {"--language"}),
                (f"{name} images ", {"build", "pull", "list"}, {"run"}),
                (f"{name} images --ca", {"--ca-file"}, set()),
                (f"{name} install c", {"claude-code", "claude-desktop", "codex", "cursor"}, {"zed"}),
                (f"{name} run a", {"a program.py"}, {"install"}),
                (f"{name} --memory ", set(), {"run", "auto"})):
            for shell, complete, script in (("bash", in_bash, bash), ("fish", in_fish, fish), ("zsh", in_zsh, zsh)):
                listed = {word.removeprefix("--engine=") for word in complete(script, line, cwd)}
                check(expected <= listed and not unexpected & listed, f"{shell}: \"{line}\" gives {sorted(listed)}")


def main(folder, *programs):
    folder = pathlib.Path(folder).resolve()
    missing = [tool for tool in ("mandoc", "bash", "zsh", "fish") if not shutil.which(tool)]
    if missing and not os.environ.get("SANDBOX_TEST_REQUIRE_ENGINES"):
        print("not installed: " + ", ".join(missing))
        return 77
    for path in map(os.path.abspath, programs):
        program = pathlib.Path(path).name
        help_text = output(path, "--help-all" if program == "code-sandbox-mcp" else "--help")
        options = set(re.findall(r"^\s+(?:-\w, )?(--[a-z-]+)", help_text, re.MULTILINE)) - {"--help-all"}
        check(len(options) > 3, f"--help of {program} is not understood: {help_text}")
        page = folder / f"{program}.1"
        lint = subprocess.run(["mandoc", "-T", "lint", page], capture_output=True, text=True, timeout=60)
        check(lint.returncode == 0 and not lint.stdout, f"mandoc: {lint.stdout}{lint.stderr}")
        shown = re.sub(r".\x08", "", output("mandoc", "-T", "utf8", page))
        absent = {option for option in options if not re.search(re.escape(option) + r"\b", shown)}
        check(not absent, f"the man page of {program} lacks {sorted(absent)}")
        check_completions(folder, program, options)
        if program == "code-sandbox-mcp":
            check_server_completions(folder)
    print("\n".join(problems) or f"{len(programs)} programs")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
