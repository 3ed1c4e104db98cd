"""What the packages say about themselves agrees with the project: one version, one name, one set of tools.

    manifests.py SOURCE_FOLDER VERSION SERVER_PROGRAM
"""

import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

source, version, server = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
packaging = source / "server" / "packaging"
problems = []


def expect(is_true, sentence):
    if not is_true:
        problems.append(sentence)


def read(name):
    return json.loads((packaging / name).read_text())


def tools():
    """Their names, as the server lists them."""
    messages = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "manifests", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
    ]
    text = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    lines = subprocess.run([server], input=text, capture_output=True, text=True, timeout=60, check=True).stdout
    answers = [json.loads(line) for line in lines.splitlines()]
    return [tool["name"] for answer in answers if answer.get("id") == 2 for tool in answer["result"]["tools"]]


npm, bundle, registry = read("npm/package.json"), read("mcpb/manifest.json"), read("server.json")
for name, found in (("npm/package.json", npm["version"]), ("mcpb/manifest.json", bundle["version"]),
                    ("server.json", registry["version"]),
                    *((f"server.json, {one['registryType']}", one["version"]) for one in registry["packages"])):
    expect(found == version, f"{name} has version {found}, the project {version}")

python = (packaging / "python" / "pyproject.toml").read_text()
names = {npm["name"], bundle["name"], re.search(r'^name = "(.*)"$', python, re.M)[1],
         *(one["identifier"] for one in registry["packages"])}
expect(names == {"code-sandbox-mcp"}, f"the packages have several names: {sorted(names)}")
expect(re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", registry["name"]) is not None, "server.json: not a name of the registry")
expect(len(registry["description"]) <= 100, "server.json: the registry takes descriptions of at most 100 characters")

listed = [tool["name"] for tool in bundle["tools"]]
expect(listed == tools(), f"mcpb/manifest.json lists {listed}, the server {tools()}")
given = set(re.findall(r"\$\{user_config\.(\w+)\}", json.dumps(bundle["server"])))
expect(given == set(bundle["user_config"]), "mcpb/manifest.json: what users are asked and what the server is given differ")
expect(bundle["server"]["mcp_config"]["command"] == "${__dirname}/" + bundle["server"]["entry_point"],
       "mcpb/manifest.json starts another program than its entry point")
options = subprocess.run([server, "--help-all"], capture_output=True, text=True, timeout=60, check=True).stdout
used = [word for word in bundle["server"]["mcp_config"]["args"] if word.startswith("--")]
used += [argument["name"] for one in registry["packages"] for argument in one.get("packageArguments", [])]
for option in used:
    expect(option in options, f"a manifest uses {option}, which is no option")

homepage = xml.etree.ElementTree.parse(next((source / "gui" / "packaging").glob("*.metainfo.xml"))).find("url").text
expect(homepage.startswith("https://"), "the monitor's metainfo has no homepage")

print("\n".join(problems) or "the manifests agree")
sys.exit(1 if problems else 0)
