#!/usr/bin/env bash
# Installs nextpnr built with Python (ECP5, iCE40, Gowin, Xilinx 7 series) into .tools-full in the project, or into the folder that
# MOVEWRIGHT_TOOLS_FULL names, for floorplans and for placement on Artix-7. Debian's newest suite has it; its packages are unpacked
# into a root of their own and run there with that suite's C library, so that they start on an older system too. No root rights are
# needed, and nothing of the system changes. The mirror is the one that this system's apt uses.
set -euo pipefail
cd "$(dirname "$0")/.."

suite=${1:-sid}
tools=(nextpnr-ecp5 nextpnr-ice40 nextpnr-himbaechel-gowin nextpnr-himbaechel-xilinx)
folder=${MOVEWRIGHT_TOOLS_FULL:-.tools-full}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

for program in apt-get dpkg-deb; do
    if ! command -v "$program" >/dev/null; then
        echo "$program is missing: these tools come from Debian packages; on other systems build nextpnr with Python" >&2
        exit 1
    fi
done
architecture=$(dpkg --print-architecture)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# The first mirror of Debian itself, not of its security updates.
mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(SITE)' 2>/dev/null |
    awk '$1 == "Debian" && $2 == "Debian" { print $3; exit }')
if [ -z "$mirror" ]; then
    echo "apt knows no Debian mirror here; add one to /etc/apt and run apt-get update" >&2
    exit 1
fi

# An apt of its own that has installed nothing yet, so that it brings every library along.
apt=$folder/apt
mkdir -p "$apt"/etc/apt/{apt.conf.d,preferences.d} "$apt"/var/lib/{apt/lists/partial,dpkg} \
    "$apt"/var/cache/apt/archives/partial
: >"$apt/var/lib/dpkg/status"
echo "deb [signed-by=$keyring] $mirror $suite main" >"$apt/etc/apt/sources.list"
options=(-qq -o "Dir=$apt" -o "Dir::State::status=$apt/var/lib/dpkg/status" -o "APT::Architecture=$architecture"
    -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none -o Debug::NoLocking=1)
echo "Fetching ${tools[*]} of Debian $suite" >&2
apt-get "${options[@]}" update
rm -f "$apt"/var/cache/apt/archives/*.deb
apt-get "${options[@]}" install --yes --no-install-recommends --download-only "${tools[@]}" >/dev/null

root=$folder/root
rm -rf "$root" "$folder/bin"
mkdir -p "$root" "$folder/bin"
for package in "$apt"/var/cache/apt/archives/*.deb; do
    dpkg-deb --extract "$package" "$root"
done

# The loader stands beside the programs: some look for their databases from the folder of what runs them.
loader=$(find "$root" -name 'ld-linux*.so.*' | head -n 1)
libraries=$(dirname "$(find "$root" -name 'libc.so.6' | head -n 1)")
cp -L "$loader" "$root/usr/bin/loader"
for tool in "${tools[@]}"; do
    # Others have the path compiled in. In this copy it becomes one of the same length: the folder that is open as number 9.
    LC_ALL=C sed -i 's#/usr/share/nextpnr/#/proc/self/fd/9////#g' "$root/usr/bin/$tool"
    cat >"$folder/bin/$tool" <<END
#!/usr/bin/env bash
exec 9<"$root/usr/share/nextpnr"
export PYTHONHOME="$root/usr"
exec "$root/usr/bin/loader" --library-path "$libraries" "$root/usr/bin/$tool" "\$@"
END
    chmod +x "$folder/bin/$tool"
    "$folder/bin/$tool" --version >&2
done
rm -rf "$apt"
