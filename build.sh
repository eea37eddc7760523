#!/usr/bin/env bash
# The one way to build, check and play Tapis Vert; CI calls it too. See usage below.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
    cat <<'TEXT'
./build.sh serve [--port N] [--service-worker]   build the site and play it on this machine
./build.sh site [--out DIR] [--add-wheel FILE]   build the site into dist/
./build.sh check   lint, types, import contracts, fast tests
./build.sh test    check, and all other tests, those in Chromium and in Pyodide included
./build.sh bench   measure the engine, the bots and the start of the page
./build.sh soak    the long runs
Environment: PYTHON and CHROMIUM name the programs to use instead of those found.
TEXT
}

die() {
    echo "build.sh: $*" >&2
    exit 1
}

# Runs a command unless it already succeeded for the same contents of the same files.
# usage: once STAMP FILE... -- COMMAND...
once() {
    local stamp=$1 files=() sum
    shift
    while [ "$1" != -- ]; do
        files+=("$1")
        shift
    done
    shift
    sum=$(cat "${files[@]}" | cksum)
    [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ] && return
    "$@"
    echo "$sum" >"$stamp"
}

make_venv() {
    local python=${PYTHON:-python3}
    command -v "$python" >/dev/null || die "Python 3.11 or newer is needed and $python was not found"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Python 3.11 or newer is needed; $python is $("$python" --version 2>&1)"
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        die "Python's venv module is needed (Debian: apt-get install python3-venv)"
    echo "build.sh: installing the Python tools into .venv" >&2
    "$python" -m venv --clear .venv
    pip install --require-hashes -r py/requirements.lock
}

pip() {
    .venv/bin/python -m pip -qq --disable-pip-version-check "$@" || die "pip $1 failed (is the network there?)"
}

fetch_micropip() {
    mkdir -p .cache/wheels
    pip download --no-deps --require-hashes --only-binary :all: --python-version 3.14 \
        -d .cache/wheels -r py/requirements-browser.lock
}

fetch_pyodide_tools() {
    rm -rf .cache/pyodide
    pip install --no-deps --require-hashes --only-binary :all: --python-version 3.14 --platform any \
        --target .cache/pyodide -r py/requirements-pyodide.lock
}

install_npm() {
    command -v node >/dev/null || die "Node 20 or newer is needed and node was not found"
    [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || die "Node 20 or newer is needed; this is $(node --version)"
    command -v npm >/dev/null || die "npm is needed and was not found"
    echo "build.sh: installing Pyodide, PyScript and the card art into static/node_modules" >&2
    (cd static && npm ci --silent) || die "npm ci failed (is the network there?)"
}

python_tools() {
    .venv/bin/python -c '' 2>/dev/null || rm -rf .venv
    once .venv/stamp py/requirements.lock -- make_venv
    once .cache/wheels/.stamp py/requirements-browser.lock -- fetch_micropip
}

site() {
    python_tools
    once static/node_modules/.stamp static/package-lock.json static/.npmrc -- install_npm
    .venv/bin/python -m tools.site "$@"
}

find_chromium() {
    CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
    if [ -z "$CHROMIUM" ]; then
        command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] ||
            die "Chromium is needed for the browser tests: install it, or set CHROMIUM to its path"
        echo "build.sh: installing Chromium from Debian's packages" >&2
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-dejavu-core; } >&2 ||
            die "Chromium could not be installed"
        CHROMIUM=$(command -v chromium)
    fi
    [ -x "$CHROMIUM" ] || die "Chromium is not at $CHROMIUM"
    export CHROMIUM
}

lint() {
    .venv/bin/python -m tools.catalogues || die "the catalogues cannot be compiled"
    .venv/bin/ruff check --quiet --config py/pyproject.toml . || die "ruff check failed"
    .venv/bin/ruff format --quiet --check --config py/pyproject.toml . ||
        die "ruff format --check failed (.venv/bin/ruff format --config py/pyproject.toml . mends it)"
    (cd py && ../.venv/bin/mypy --no-error-summary tapisvert table worker ../tools) || die "mypy failed"
    (cd py && ../.venv/bin/lint-imports --no-logo pyproject.toml) || die "lint-imports failed"
}

run_tests() {
    .venv/bin/python -m pytest -c py/pyproject.toml --rootdir . "$@"
}

# The engine's fast tests once more, in the Python and on the library that visitors have.
run_tests_in_pyodide() {
    once .cache/pyodide.stamp py/requirements-pyodide.lock -- fetch_pyodide_tools
    TRANSCRIPT=$(PYTHONPATH=py:. .venv/bin/python -c "from tests.helpers import transcript; print(transcript('determinism'))") \
        STDLIB=$(echo dist/*/pyodide/python_stdlib.zip) \
        node tools/pyodide.mjs "$PWD/.cache/pyodide" -m pytest -c py/pyproject.toml --rootdir . -q -p no:cacheprovider \
        -m "not slow" tests/engine || die "the engine's tests failed in Pyodide"
}

verb=${1:-help}
[ $# -eq 0 ] || shift
case $verb in
    serve)
        site
        exec .venv/bin/python -m tools.serve "$@"
        ;;
    site) site "$@" ;;
    check)
        python_tools
        lint
        run_tests -m "not slow and not browser and not soak" "$@"
        ;;
    test)
        find_chromium
        site
        lint
        run_tests "$@"
        run_tests_in_pyodide
        ;;
    bench)
        site >&2
        PYTHONPATH=py .venv/bin/python tests/bench/run.py "$@"
        ;;
    soak)
        find_chromium
        site
        run_tests -m soak "$@"
        ;;
    help | --help | -h) usage ;;
    *)
        usage >&2
        die "there is no '$verb'"
        ;;
esac
