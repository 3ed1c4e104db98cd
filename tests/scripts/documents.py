"""The documents hold together: links lead somewhere, and a translation says as much as its original.

    documents.py SOURCE_FOLDER
"""

import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
translations = {"server/doc/README.zh_CN.md": "README.md", "gui/doc/monitor.zh_CN.md": "gui/doc/monitor.md"}
problems = []

# Which test runs each command that README shows.
ran_by = {
    "./quickstart": "packages.bookworm",
    "sudo cmake --install build/release": "packages.bookworm",
    "code-sandbox-mcp install": "client.installed",
    "code-sandbox-mcp run hello.py": "installed.podman",
    "echo 'print(6 * 7)' | code-sandbox-mcp run - --language python": "packages.wheel",
    "code-sandbox-mcp doctor": "endtoend.podman",
    "code-sandbox-mcp monitor": "monitorpublisher, as a class",
    "code-sandbox-mcp prune": "endtoend.podman",
    "cmake --preset release && cmake --build --preset release && cmake --install build/release": "packages.bookworm",
    "cmake --preset headless …": "quickstart test, in its step for sanitizers",
}


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def anchors(text):
    """As the usual renderers make them of headings."""
    titles = re.findall(r"^#+ (.*)$", without_code(text), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def check_links(path):
    text = path.read_text()
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name) if name else path
        if not file.exists():
            problems.append(f"{path.relative_to(source)}: there is no {target}")
        elif anchor and anchor not in anchors(file.read_text()):
            problems.append(f"{path.relative_to(source)}: {target} names no heading")


def structure(text):
    """Headings by level, code as it stands (but for comments), tables by their rows, lists by their entries."""
    parts = []
    for block in re.findall(r"^```.*?^```|^(?: {4}[^\n]*\n)+|^#+ |^\|[^\n]*$|^- |^!\[", text, re.M | re.S):
        if block.startswith(("```", "    ")):
            parts.append("\n".join(re.sub(r"\s+# .*$", "", line).rstrip() for line in block.splitlines()))
        elif block.startswith("|"):
            parts.append(f"row of {block.count('|')}")
        else:
            parts.append(block)
    return parts


def commands(text):
    """Of the indented blocks that begin with a program, the lines without comments."""
    for block in re.findall(r"^(?: {4}[^\n]*\n)+", without_code(text), re.M):
        lines = [re.sub(r"\s+# .*$", "", line).strip() for line in block.splitlines()]
        if re.match(r"(\./|sudo |code-sandbox|echo |cmake )", lines[0]):
            yield from lines


shown = set(commands((source / "README.md").read_text()))
for command in sorted(shown ^ set(ran_by)):
    problems.append(f"README.md shows a command that no test is known to run: {command}" if command in shown
                    else f"README.md no longer shows: {command}")

documents = [source / name for name in subprocess.run(
    ["find", ".", "-name", "*.md", "-not", "-path", "./build/*", "-not", "-path", "*/node_modules/*", "-not", "-path", "./.git/*"],
    cwd=source, capture_output=True, text=True, check=True).stdout.split("\n") if name]
for document in documents:
    check_links(document)
for translation, original in translations.items():
    ours, theirs = structure((source / translation).read_text()), structure((source / original).read_text())
    for i, (one, other) in enumerate(zip(ours + [None] * len(theirs), theirs)):
        if one != other:
            problems.append(f"{translation}: part {i + 1} is {one!r}, in {original} it is {other!r}")
            break
    else:
        if len(ours) > len(theirs):
            problems.append(f"{translation} has more parts than {original}, from {ours[len(theirs)]!r} on")

print("\n".join(problems) or f"{len(documents)} documents hold together")
sys.exit(1 if problems else 0)
