# shellcheck shell=sh
# Sourced by the RUN steps of the Dockerfiles: makes what lies beside this file known to apt, pip and npm, through
# the environment alone, so that nothing of it stays in the image. See README in this folder.

host_folder=/build/host

if ls "$host_folder"/*.crt >/dev/null 2>&1; then
    # The programs take one bundle instead of their own. Before ca-certificates is installed, these are all there is.
    bundle=/build/ca-bundle.pem
    rm -f "$bundle"
    for certificate in /etc/ssl/certs/ca-certificates.crt "$host_folder"/*.crt; do
        if [ -f "$certificate" ]; then
            cat "$certificate" >>"$bundle"
            echo >>"$bundle" # a file without a last line end would spoil the next one
        fi
    done
    export SSL_CERT_FILE="$bundle" PIP_CERT="$bundle" REQUESTS_CA_BUNDLE="$bundle"
    export NODE_EXTRA_CA_CERTS="$bundle" npm_config_cafile="$bundle"
    echo "Acquire::https::CAInfo \"$bundle\";" >/build/apt.conf
    export APT_CONFIG=/build/apt.conf
fi
if [ -f "$host_folder/apt.conf" ]; then
    cat "$host_folder/apt.conf" >>/build/apt.conf
    export APT_CONFIG=/build/apt.conf
fi
if [ -f "$host_folder/pip.conf" ]; then
    export PIP_CONFIG_FILE="$host_folder/pip.conf"
fi
if [ -f "$host_folder/npmrc" ]; then
    export NPM_CONFIG_USERCONFIG="$host_folder/npmrc"
fi

export DEBIAN_FRONTEND=noninteractive
export PIP_BREAK_SYSTEM_PACKAGES=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
export npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false npm_config_cache=/build/npm
