#!/usr/bin/env bash
# quickstart_engine.sh QUICKSTART: `quickstart engine` in the situations that people's machines are in.
#
# podman, docker, apt-get, sudo and the like are stand-ins in a folder of their own, which is all of PATH besides the system's
# plain tools. Runs as root and as an ordinary user, from another folder, in a path with a space, and each a second time.
# shellcheck disable=SC2016 # the scripts of stand-ins are expanded when they run
set -euo pipefail
quickstart=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
failures=0

# stand_in NAME SCRIPT: a command, which sees $state, a folder for what it changes.
stand_in() {
    printf '#!/bin/bash\nstate=%q\n%s\n' "$state" "$2" >"$bin/$1"
    chmod 755 "$bin/$1"
}

# A machine without engines, for `as` (root or user).
machine() {
    rm -rf "$scratch/machine"
    home="$scratch/machine/a clone"
    bin=$scratch/machine/bin
    state=$scratch/machine/state
    mkdir -p "$home" "$bin" "$state"
    cp "$quickstart" "$home/quickstart"
    local tool
    for tool in bash cat chmod cmake cp cut date dirname env head id ln ls mkdir mktemp nproc printf rm sed sleep tail timeout \
        touch tr wc; do
        ln -sf "$(command -v "$tool")" "$bin/$tool"
    done
    stand_in sudo 'if [[ $1 == -v ]]; then exit 0; fi; exec "$@"'
    stand_in dpkg-query '[[ -e $state/installed ]] && printf installed'
    stand_in apt-cache 'printf "  Candidate: 1.0\n"'
    stand_in apt-get 'if [[ $* == *" install "* ]]; then touch "$state/installed"; cp "$state/podman" "${0%/*}/podman"; fi'
    # What apt-get would install: a Podman that works.
    printf '#!/bin/bash\nif [[ $1 == unshare ]]; then printf "0 0 1\\n1 1 65536\\n"; fi\n' >"$state/podman"
    chmod 755 "$state/podman"
    chmod -R a+rwX "$scratch/machine"
}

podman_works() { cp "$state/podman" "$bin/podman"; }
podman_fails() { stand_in podman 'echo "Error: no storage" >&2; exit 125'; }
podman_without_ids() {
    stand_in podman 'if [[ $1 == unshare ]]; then echo "0 1000 1"; [[ ! -e $state/ids ]] || echo "1 100000 65536"; fi'
    stand_in usermod 'touch "$state/ids"'
}
docker_works() { stand_in docker 'echo 20.10'; }
docker_client_alone() { stand_in docker 'echo "Cannot connect to the Docker daemon at unix:///x. Is it running?" >&2; exit 1'; }
docker_stopped() {
    stand_in docker 'if [[ -e $state/started ]]; then echo 20.10; else echo "Cannot connect to the Docker daemon" >&2; exit 1; fi'
    stand_in dockerd ''
    stand_in systemctl 'touch "$state/started"'
    stand_in service 'touch "$state/started"'
}
docker_of_others() { stand_in docker 'echo "permission denied while trying to connect to the Docker daemon socket" >&2; exit 1'; }
no_root() { rm "$bin/sudo"; }
no_apt() { rm "$bin/apt-get"; }

# expect AS EXIT-CODE WORDS… : runs it as root or user; each of WORDS must be printed, those that begin with ! must not.
expect() {
    local as=$1 code=$2 output got=0 words prefix=()
    shift 2
    if [[ $as == user ]]; then
        ((EUID == 0)) && prefix=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    elif ((EUID != 0)); then
        return 0 # nobody can become root for a test
    fi
    output=$(cd / && "${prefix[@]}" env -i PATH="$bin" HOME=/nonexistent "$home/quickstart" engine 2>&1 </dev/null) || got=$?
    for words in "exit code $code" "$@"; do
        if [[ $words == !* ]]; then
            [[ $output != *"${words#!}"* ]] && continue
        else
            [[ "$output, exit code $got" == *"$words"* ]] && continue
        fi
        failures=$((failures + 1))
        printf '%s\n' "FAIL: $situation, as $as: \"$words\" in:" "$output" "exit code $got"
    done
}

for as in root user; do
    situation="Podman works"
    machine && podman_works
    expect "$as" 0 "Container engine: podman" "!install"
    expect "$as" 0 "Container engine: podman"

    situation="Docker works"
    machine && docker_works
    expect "$as" 0 "Container engine: docker" "!install"

    situation="Podman fails, Docker works"
    machine && podman_fails && docker_works
    expect "$as" 0 "Container engine: docker"

    situation="none"
    machine
    expect "$as" 0 "No container engine is installed." "To be installed with apt: podman" "Container engine: podman"
    expect "$as" 0 "Container engine: podman" "!To be installed"

    situation="Docker's client alone"
    machine && docker_client_alone
    expect "$as" 0 "docker: only its client is here" "To be installed with apt: podman" "Container engine: podman"

    situation="Docker's client alone, no apt"
    machine && docker_client_alone && no_apt
    expect "$as" 1 "docker: only its client is here" "set DOCKER_HOST" "install Podman with your system's package manager"

    situation="Docker's daemon stopped"
    machine && docker_stopped
    expect "$as" 0 "docker: its daemon does not run" "Starting Docker's daemon … done" "Container engine: docker" \
        "!To be installed"

    situation="not in group docker"
    machine && docker_of_others
    expect "$as" 0 "no member of the group docker" "To be installed with apt: podman" "Container engine: podman"

    situation="Podman that fails, alone"
    machine && podman_fails
    expect "$as" 1 '"podman info" fails: Error: no storage' 'make "podman info" succeed for user'
done

situation="Podman without ids"
machine && podman_without_ids
expect user 0 "has no range of ids" "Giving nobody a range of ids … done" "Container engine: podman"

situation="Podman without ids, no root"
machine && podman_without_ids && no_root
expect user 1 "has no range of ids" "sudo usermod --add-subuids"

situation="Docker's daemon stopped, no root"
machine && docker_stopped && no_root
expect user 1 "docker: its daemon does not run" "as root, run: apt-get install podman"

echo "$failures failures"
((failures == 0))
