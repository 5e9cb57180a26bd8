#!/usr/bin/env bash
# Places eight seeds of a machine through Slurm on this machine alone, kills one of the jobs, and makes it again. What Slurm's jobs
# left has to be what Movewright's own engine makes. It takes about ten minutes on two processors. It needs root rights, Debian's
# packages slurm-wlm and munge, and a machine that is in no cluster: /etc/slurm/slurm.conf is written, and removed in the end.
set -euo pipefail
cd "$(dirname "$0")/.."

conf=/etc/slurm/slurm.conf
stop() { echo "cluster test: $1" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || stop "Slurm's daemons start jobs for other users; run it as root, in a container for instance"
for program in munged slurmctld slurmd sbatch squeue scancel; do
    command -v "$program" >/dev/null || stop "$program is missing; apt-get install slurm-wlm munge"
done
[ ! -e "$conf" ] || stop "$conf is there: this machine is in a cluster already; run it in a container"

movewright=$PWD/target/release/movewright
[ -x "$movewright" ] || stop "$movewright is missing; run it by \`make cluster-test\`, which builds it"
if [ ! -x .cluster/bin/snakemake ]; then
    python3 -m venv .cluster
    .cluster/bin/pip install --quiet "$(grep '^snakemake==' scripts/requirements.txt)" snakemake-executor-plugin-slurm==2.8.0
fi
export PATH=$PWD/.cluster/bin:$PATH
work=$(mktemp -d)
chmod 755 "$work"

# A cluster of this machine.
finish() {
    for daemon in slurmd slurmctld munged; do
        local pid
        pid=$(cat "$work/$daemon.pid" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null || continue
        for _ in $(seq 100); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.1
        done
    done
    rm -f "$conf"
    if [ "${passed:-no}" = yes ]; then rm -rf "$work"; else echo "logs are in $work" >&2; fi
}
trap finish EXIT
host=$(hostname -s)
mkdir -p "${conf%/*}" "$work"/{state,spool}
cat >"$conf" <<CONF
ClusterName=alone
SlurmctldHost=$host
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
NodeName=$host CPUs=$(nproc) RealMemory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
head -c 1024 /dev/urandom >"$work/munge.key"
chmod 400 "$work/munge.key"
munged --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --log-file="$work/munged.log" --seed-file="$work/munge.seed"
slurmctld
slurmd
for _ in $(seq 30); do
    [ "$(sinfo --noheader --format=%T)" = idle ] && break
    sleep 1
done
[ "$(sinfo --noheader --format=%T)" = idle ] || stop "the node is not idle after 30 seconds"

explore() {
    "$movewright" explore hash-index --target ice40 --seeds 8 -o "$work/out" "$@"
}
# This Slurm keeps no accounts, so Snakemake asks squeue and not sacct.
through_slurm() {
    explore --engine snakemake --executor slurm --jobs 4 --engine-option=--slurm-status-command=squeue \
        --engine-option=--slurm-no-account --engine-option=--slurm-init-seconds-before-status-checks=5 "$@"
}
placed() { find "$work/out/jobs" -name 'seed_*.json' | wc -l; }

echo "== Eight placements, of which the first that runs is killed"
through_slurm >"$work/killed.txt" 2>"$work/killed.log" &
run=$!
victim=
while kill -0 "$run" 2>/dev/null; do
    if [ -z "$victim" ]; then
        # The plugin writes the rule into the comment.
        victim=$(squeue --noheader --states=RUNNING --format='%i %k' | awk '/seed_/ && !found++ { print $1 }')
        [ -z "$victim" ] || { sleep 2; scancel --signal=KILL --full "$victim"; echo "killed Slurm's job $victim"; }
    fi
    sleep 1
done
wait "$run" && stop "it ends well though a job was killed"
[ -n "$victim" ] || stop "no job ran"
echo "$(placed) of 8 placements are there"
[ "$(placed)" -eq 7 ] || stop "the other seven should be there"

echo "== The same command makes the one that is missing"
through_slurm >"$work/results.txt" 2>"$work/again.log"
echo "$(placed) of 8 placements are there"
[ "$(placed)" -eq 8 ] || stop "one is missing"

echo "== Movewright's own engine makes the same"
cp "$work"/out/jobs/seed_*.json "$work"
again=$(find "$work/out/jobs" -name 'seed_*.json' | sort | tail -1)
rm "$again"
explore >"$work/own.txt" 2>"$work/own.log"
cmp "$again" "$work/${again##*/}"
cmp "$work/own.txt" "$work/results.txt"
cat "$work/results.txt"
passed=yes
