#!/usr/bin/env bash
# wheel.sh FOLDER: makes the wheel, the npm package and the bundle, and uses them as people do: pip in a virtual environment here,
# pip on a bare Debian 13 without Qt, npx, and the bundle as Claude Desktop unpacks it. Needs root, a working Podman with the images,
# npm, and half an hour.
set -euo pipefail

mkdir -p "$1"
folder=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
packaging=$here/../../server/packaging
bare=$here/bare-root
root=$folder/root

say() { printf '\n== %s\n' "$*"; }
die() {
    printf 'wheel.sh: %s\n' "$*" >&2
    exit 1
}
runs_both_languages() {
    local output
    output=$(cd / && printf 'print(6 * 7)' | "$@" run - --language python) && [ "$output" = 42 ] || die "no 42 from Python: $*"
    output=$(cd / && printf 'console.log(6 * 7)' | "$@" run - --language javascript) && [ "$output" = 42 ] ||
        die "no 42 from JavaScript: $*"
}

say "the wheel"
compgen -G "$folder/*.whl" >/dev/null || "$packaging/wheel" "$folder"
wheel=$(compgen -G "$folder/*.whl")
[ "$(stat -c %s "$wheel")" -lt 30000000 ] || die "$wheel is larger than 30 MB"
python3 -m venv --clear "$folder/venv"
"$folder/venv/bin/pip" install --quiet "$wheel"
runs_both_languages "$folder/venv/bin/code-sandbox-mcp"

say "the wheel on a bare Debian 13"
[ -d "$root" ] || "$bare" make trixie "$root"
cp "$wheel" "$root/root/"
"$bare" enter "$root" sh -c 'apt-get update -qq && apt-get install -qq -y --no-install-recommends python3-venv >/dev/null &&
    python3 -m venv --clear /root/venv && /root/venv/bin/pip install --quiet /root/*.whl &&
    cd / && /root/venv/bin/code-sandbox-mcp --version && ! ldconfig -p | grep -i libqt6'
# Without an engine, too, it answers and says what is missing.
reason=$("$bare" enter "$root" sh -c 'echo "print(1)" | /root/venv/bin/code-sandbox-mcp run - --language python 2>&1' || true)
[[ $reason == *"Install Podman"* ]] || die "no sentence about the missing engine: $reason"

say "npx, and the bundle"
rm -rf "$folder/repacked" "$folder/npm" "$folder/bundle"
"$packaging/repack" "$wheel" "$folder/repacked" 2>/dev/null
mkdir "$folder/npm"
(cd "$folder/npm" && npm install --silent "$folder"/repacked/*.tgz @anthropic-ai/mcpb)
runs_both_languages "$folder/npm/node_modules/.bin/code-sandbox-mcp"
mcpb=$folder/npm/node_modules/.bin/mcpb
"$mcpb" validate "$packaging/mcpb/manifest.json"
"$mcpb" unpack "$folder"/repacked/*.mcpb "$folder/bundle"
runs_both_languages "$folder/bundle/native/code_sandbox_mcp/bin/code-sandbox-mcp"
say "all is well"
