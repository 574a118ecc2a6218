#!/bin/sh
# Installs what the tests need from the system's packages, as far as it is missing and may be installed here.
# What cannot be had is said; the tests that need it are then skipped with the reason (in CI a skip is a failure).
set -u

missing=""
have() { command -v "$1" >/dev/null 2>&1; }
have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome || missing="$missing chromium"
have faketime || missing="$missing faketime"
have openssl || missing="$missing openssl"
have nginx || missing="$missing nginx"
have redis-server || missing="$missing redis-server"
[ -n "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || have initdb || missing="$missing postgresql"
have node || missing="$missing nodejs"
have npm || missing="$missing npm"
have xgettext || missing="$missing gettext"
[ -n "$(fc-list :lang=zh 2>/dev/null | head -n 1)" ] || missing="$missing fonts-noto-cjk"

install_missing() {
    if [ "$(id -u)" = 0 ]; then as_root=""; elif have sudo && sudo -n true 2>/dev/null; then as_root="sudo"; else
        echo "not installed (no root):$missing" >&2
        return
    fi
    if ! have apt-get; then
        echo "not installed (no apt-get):$missing" >&2
        return
    fi
    $as_root apt-get update -qq
    # The headless shell draws no browser window; not every distribution has it.
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        missing=$(echo "$missing" | sed 's/ chromium\b/ chromium-headless-shell/')
    fi
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
}
[ -z "$missing" ] || install_missing

# What the tests need from npm, once for each state of the lock file.
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --ignore-scripts --no-audit --no-fund --silent || echo "not installed: the packages of package.json" >&2
fi
