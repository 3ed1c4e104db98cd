#!/usr/bin/env bash
# serverimage.sh: builds the container image of the server on a private Docker daemon, and uses it as its comment says, with that
# daemon's socket. Needs root, and Podman with the base image that `images build` has made. Takes a quarter of an hour.
#
# Give an empty folder in SERVER_IMAGE_FOLDER to keep the daemon's data for the next time.
set -euo pipefail

source=$(cd "$(dirname "$0")/../.." && pwd)
folder=${SERVER_IMAGE_FOLDER:-$(mktemp -d)}
base=localhost/code-sandbox-base:trixie
image=code-sandbox-mcp
export DOCKER_HOST=unix://$folder/docker.sock DOCKER_BUILDKIT=0

say() { printf '\n== %s\n' "$*"; }
die() {
    printf 'serverimage.sh: %s\n' "$*" >&2
    exit 1
}

dockerd --host "$DOCKER_HOST" --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/pid" \
    --default-ulimit nofile=1024:4096 --iptables=false --ip6tables=false --bridge=none >"$folder/log" 2>&1 &
daemon=$!
cleanUp() {
    kill "$daemon"
    wait "$daemon" || true
    [ -n "${SERVER_IMAGE_FOLDER-}" ] || rm -rf "$folder"
}
trap cleanUp EXIT
for _ in $(seq 60); do docker version >/dev/null 2>&1 && break || sleep 1; done
docker image inspect "$base" >/dev/null 2>&1 || podman save "$base" | docker load >/dev/null

say "docker build"
docker build --quiet --network host --build-arg "BASE_IMAGE=$base" -f "$source/containers/Dockerfile.server" -t "$image" "$source"
say "images build, through it"
mapfile -t authorities < <(find /usr/local/share/ca-certificates -name '*.crt' | sort)
options=()
mounts=()
for authority in "${authorities[@]}"; do
    options+=(--ca-file "$authority")
    mounts+=(-v "$authority:$authority:ro")
done
run() { docker run -i --rm --network none -v "$folder/docker.sock:/var/run/docker.sock" "$@"; }
run "${mounts[@]}" "$image" images build --base "$base" "${options[@]}" 2>"$folder/build.log" || die "$(tail -20 "$folder/build.log")"

say "run and doctor"
output=$(printf 'print(6 * 7)' | run "$image" run - --language python) && [ "$output" = 42 ] || die "no 42 from Python"
output=$(printf 'console.log(6 * 7)' | run "$image" run - --language javascript) && [ "$output" = 42 ] || die "no 42 from JavaScript"
run "$image" doctor | grep -i 'engine:' || die "doctor is not content"
say "as an MCP server"
answers=$({
    printf '%s\n' \
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}' \
        '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_python_code","arguments":{"code":"print(6 * 7)"}}}'
    sleep 20 # the end of stdin is the end of the client, and of its calls
} | run "$image")
grep -q '"text":"42' <<<"$answers" || die "no 42 through MCP: $answers"
sleep 2
[ -z "$(docker ps -q)" ] || die "containers are left: $(docker ps)"
say "all is well"
