#!/usr/bin/env bash
# Installs the tools that the whole of `make test` needs, where they are missing or too old: those of the system on Debian
# and its like by apt-get, with sudo where the user is not root (elsewhere it says what to install), and those of
# requirements.txt into .tools in the project, or into the folder that MOVEWRIGHT_TOOLS names.
set -euo pipefail
cd "$(dirname "$0")/.."
# Debian has chess programs in a folder of games.
PATH=$PATH:/usr/games

# Debian package, the program in it, the option that prints its version, the oldest version that will do; `any` of a
# program that does not tell its version.
tools=(
    "verilator verilator --version 5.006"
    "ghdl ghdl --version 2.0.0"
    "yosys yosys -V 0.23"
    "iverilog iverilog -V 11.0"
    "g++ g++ --version 10.0"
    "make make --version 4.0"
    "python3 python3 --version 3.9"
    "stockfish stockfish --version 12"
    "fpga-icestorm icebox_vlog - any"
    "chromium chromium --version 100.0"
    "chromium-driver chromedriver --version 100.0"
)

# The first version number that a program prints; nothing where the program is missing.
version_of() {
    local text
    command -v "$1" >/dev/null || return 0
    if [ "$2" = - ]; then
        echo any
        return 0
    fi
    text=$("$1" "$2" 2>/dev/null </dev/null) || return 0
    grep -oE -m 1 '[0-9]+\.[0-9]+(\.[0-9]+)?' <<<"$text" | head -n 1
}

# Whether version $1 is at least version $2.
at_least() {
    [ -n "$1" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

# The packages whose program is missing or too old; says on standard error what is there.
wanting() {
    local package program option oldest found
    for tool in "${tools[@]}"; do
        read -r package program option oldest <<<"$tool"
        found=$(version_of "$program" "$option")
        if at_least "$found" "$oldest"; then
            echo "  $program $found" >&2
        else
            echo "  $program ${found:-is missing}, $oldest or newer is needed" >&2
            echo "$package"
        fi
    done
}

# Installs packages of Debian and its like. Another apt, as a fresh machine runs one by itself, is waited for.
apt_install() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"
}

# Installs what is wanting of the system's packages.
install_packages() {
    local packages
    mapfile -t packages < <(wanting)
    if [ "${#packages[@]}" -eq 0 ]; then
        return
    fi
    if ! command -v apt-get >/dev/null; then
        echo "Please install these with your system's package manager: ${packages[*]}" >&2
        echo "(macOS: brew install verilator ghdl yosys icarus-verilog python stockfish chromium chromedriver; Fedora: dnf install verilator ghdl yosys iverilog gcc-c++ python3 icestorm stockfish chromium chromedriver)" >&2
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "Please run as root: apt-get install ${packages[*]}" >&2
        exit 1
    fi
    apt_install "${packages[@]}"
    echo "Tools now:" >&2
    mapfile -t packages < <(wanting)
    if [ "${#packages[@]}" -ne 0 ]; then
        echo "This system's packages are too old: ${packages[*]}; install newer ones by hand" >&2
        exit 1
    fi
}

# Installs what requirements.txt pins. A copy of the list, written last, tells that all of it is there.
install_pinned() {
    local folder=${MOVEWRIGHT_TOOLS:-.tools} list=scripts/requirements.txt
    if cmp -s "$list" "$folder/requirements.txt"; then
        echo "  those of $list" >&2
        return
    fi
    # Debian has the module that makes environments in a package of its own.
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null && command -v apt-get >/dev/null; then
        apt_install python3-venv
    fi
    echo "  installing those of $list into $folder" >&2
    rm -f "$folder/requirements.txt"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$list"
    # Debian has the shared library, which cocotb loads into the simulator, in a package of its own.
    if [ -z "$("$folder/bin/python" -m find_libpython)" ] && command -v apt-get >/dev/null; then
        apt_install "$("$folder/bin/python" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2])')"
    fi
    cp "$list" "$folder/requirements.txt"
}

echo "Tools:" >&2
install_packages
install_pinned
"${MOVEWRIGHT_TOOLS:-.tools}/bin/python" scripts/quicken_vsg.py
