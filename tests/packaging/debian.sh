#!/usr/bin/env bash
# debian.sh SUITE FOLDER: stands where a new user stands, on a bare Debian (bookworm or trixie), with root's rights.
#
# There README's two commands are run as written, from another folder, on a clone whose path has a space; then Debian's packages
# are made, and installed in a second bare root, which only gets the images, upgraded, and purged. Takes about half an hour; what
# is in FOLDER from an earlier run (SUITE-source, SUITE-packages) is used again.
set -euo pipefail

suite=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
bare=$here/bare-root
clone='/root/code sandbox'
first=$folder/$suite-source
second=$folder/$suite-packages

say() { printf '\n== %s\n' "$*"; }
die() {
    printf 'debian.sh: %s\n' "$*" >&2
    exit 1
}
# expect TEXT COMMAND…: the command succeeds, and this is a line of what it prints.
expect() {
    local text=$1 output
    shift
    output=$("$@") || die "failed: $*"
    grep -qxF -- "$text" <<<"$output" || die "no line \"$text\" from: $*"$'\n'"$output"
}
runs_both_languages() {
    printf 'print(6 * 7)\n' >"$1/root/x.py"
    printf 'console.log(6 * 7)\n' >"$1/root/x.js"
    expect 42 "$bare" enter "$1" sh -c 'cd / && code-sandbox-mcp run /root/x.py'
    expect 42 "$bare" enter "$1" sh -c 'cd / && code-sandbox-mcp run /root/x.js'
    "$bare" enter "$1" code-sandbox-mcp doctor >/dev/null || die "doctor is not content in $1"
}

if [ ! -d "$first$clone" ]; then
    say "a bare $suite"
    "$bare" make "$suite" "$first"
    mkdir "$first$clone"
    git -C "$here/../.." archive HEAD | tar x -C "$first$clone"
fi
say "./quickstart"
"$bare" enter "$first" sh -c "cd / && '$clone/quickstart'"
say "cmake --install"
"$bare" enter "$first" cmake --install "$clone/build/release" >/dev/null
runs_both_languages "$first"

say "Debian's packages"
"$bare" enter "$first" sh -c "apt-get install -qq -y --no-install-recommends dpkg-dev file lintian >/dev/null &&
    cd '$clone/build/release' && rm -f ./*.deb && cpack -G DEB >/dev/null &&
    cpack -G DEB -R 0.1.99 >/dev/null && lintian --fail-on error,warning ./*_0.1.0*.deb"
[ -d "$second" ] || "$bare" make "$suite" "$second"
mkdir -p "$second/root/packages"
cp "$first$clone"/build/release/*.deb "$second/root/packages/"
listed() {
    "$bare" enter "$second" find / -xdev -not -path '/proc/*' -not -path '/var/*' -not -path '/root/*' -not -path '/tmp/*' |
        grep -e code-sandbox -e code_sandbox || true
}
say "installed"
"$bare" enter "$second" sh -c 'apt-get update -qq && cd /root/packages && apt-get install -qq -y ./*_0.1.0_*.deb >/dev/null'
# crun, which comes with podman, refuses machines that mount both versions of cgroups.
if [ -d /sys/fs/cgroup/unified ]; then
    "$bare" enter "$second" apt-get install -qq -y runc >/dev/null
fi
if [ ! -d "$second/var/lib/containers/storage" ]; then
    rm -rf "$second/var/lib/containers"
    cp -a "$first/var/lib/containers" "$second/var/lib/"
fi
runs_both_languages "$second"
"$bare" enter "$second" env QT_QPA_PLATFORM=offscreen code-sandbox-monitor --version
say "upgraded"
"$bare" enter "$second" sh -c 'cd /root/packages && apt-get install -qq -y ./*_0.1.99_*.deb >/dev/null'
runs_both_languages "$second"
say "purged"
"$bare" enter "$second" apt-get purge -qq -y code-sandbox-mcp code-sandbox-monitor >/dev/null
[ -z "$(listed)" ] || die "left after the purge: $(listed)"
say "all is well on $suite"
