#!/usr/bin/env bash
# Side by side with SPIN on dining philosophers with forks as tasks (dph.tfg):
# the full state space, no reduction on either side, CPU seconds of one run
# each. SPIN gets the easier problem: it only explores, while flavers also
# follows a property. Needs spin and gcc (Debian: apt-get install spin gcc).
#
#   bench/spin.sh [N ...]        default: 8 10 11 12
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
(cd "$here/.." && go build -o "$work/flavers" ./cmd/flavers)

# seconds COMMAND... runs it with limits and leaves its output in out and its
# user CPU time in $secs.
seconds() {
    local TIMEFORMAT=%U
    secs=$( { time (ulimit -v 12000000; timeout 600 "$@" >out 2>&1) || true; } 2>&1 )
}

printf '%3s %10s %12s %9s %9s | %10s %12s %9s | %s\n' N states transitions pan_s all_s tuples visits flavers_s 'pan/flavers (all/flavers)'
for n in "${@:-8 10 11 12}"; do for N in $n; do
    {
        echo "chan up[$N] = [0] of { bit }; chan down[$N] = [0] of { bit };"
        echo "proctype fork(byte i) { do :: up[i]?_; down[i]?_ od }"
        echo "proctype phil(byte i) { byte j = (i+1)%$N; do :: up[i]!0; up[j]!0; down[i]!0; down[j]!0 od }"
        echo "init { atomic {"
        for ((i = 0; i < N; i++)); do echo "run fork($i); run phil($i);"; done
        echo "} }"
    } >dph.pml
    seconds bash -c 'spin -a dph.pml && gcc -O2 -DSAFETY -DNOREDUCE -DMEMLIM=8000 -o pan pan.c'
    build=$secs
    seconds ./pan -E -m10000000 -w24
    pan=$secs
    states=$(awk '/states, stored/ {print $1}' out)
    transitions=$(awk '/transitions \(=/ {print $1}' out)
    seconds ./flavers check "$here/dph.tfg" --property "$here/dph.fsa" --set "N=$N" --refine all --por none --format json
    tuples=$(awk -F'[:,]' '/"tuples"/ {print $2; exit}' out | tr -d ' ')
    visits=$(awk -F'[:,]' '/"visits"/ {print $2; exit}' out | tr -d ' ')
    awk -v N="$N" -v st="$states" -v tr="$transitions" -v pan="$pan" -v build="$build" -v tu="$tuples" -v vi="$visits" -v fl="$secs" 'BEGIN {
        printf "%3d %10s %12s %9.2f %9.2f | %10s %12s %9.2f | %.1f (%.1f)\n", N, st, tr, pan, pan + build, tu, vi, fl, pan / (fl + 1e-9), (pan + build) / (fl + 1e-9) }'
done; done
