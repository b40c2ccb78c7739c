#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Fault campaigns: faults a second when each is forked off one warm simulation against
# one simulation a fault, and what a whole campaign takes against the simulation of the
# faults' windows alone.
# shellcheck source=suites/bench/lib.bash disable=SC2154 # seconds_N, rss_N: by measure
. "${0%/*}/lib.bash"

plan=suites/czodiac/campaign/remap.plan
key() { sed -n "s/^$1 *= *//p" "$plan"; } # of the plan
stimulus=$(realpath "${plan%/*}/$(key stimulus)")

# run LIST [restart]: the campaign's simulation; result lines on standard output
run() {
    harness/sim/run-sim "$build" "$sim" "$image" campaign run "$stimulus" "$(key timing)" 1 1 \
        "$(key packets)" - "$(key window)" "$@" 9>&1 >/dev/null
}
# each fault of a list in a simulation of its own
run_each() {
    while IFS= read -r fault; do
        printf '%s\n' "$fault" >"$dir/one"
        run "$dir/one" 9 restart
    done <"$1"
}
outcomes() { cut -f 1-11,13 "$1" | sort -n; } # all but the seconds
export -f run run_each key
export build plan stimulus dir

faults() { # simulator, faults of the campaign, of them compared with restarts, window in cycles
    export sim=$1 image
    local n=$2 some=$3 window=$4
    image=$(key dut)
    [ "$sim" = icarus ] || image=$image-state
    { sed "s|^stimulus.*|stimulus = $stimulus|; /^sample/d; /^sim/d; /^window/d" "$plan"
        printf 'sample = %s\nsim = %s\nwindow = %s\n' "$n" "$sim" "$window"; } >"$dir/plan"
    rm -f "$dir"/db*
    measure 1 "$tenter" campaign run "$dir/plan" --db "$dir/db" -j 1 2>"$dir/log" || { cat "$dir/log" >&2; false; }
    figure "campaign / simulation of its forked windows of $window cycles, processor time, $sim" \
        "$seconds_1 / $(sqlite3 "$dir/db" 'SELECT sum(seconds) FROM result')" at-most 1.3

    sqlite3 -separator $'\t' "$dir/db" "SELECT id, arm, text FROM fault WHERE id <= $some ORDER BY arm, id" >"$dir/list"
    # shellcheck disable=SC2016 # $0 is the list, for the inner shell
    measure 3 bash -euc 'run "$0" 9' "$dir/list" -- bash -euc 'run_each "$0"' "$dir/list"
    [ "$(wc -l <"$dir/out.1")" = "$some" ]
    cmp <(outcomes "$dir/out.1") <(outcomes "$dir/out.2") >&2
    figure "faults a second, forked / restarted, $sim" "$seconds_2 / $seconds_1" at-least 1
}
# A fork costs the same whatever is simulated; a fast simulator affords longer windows.
faults icarus 60 12 500
faults verilator 4000 50 2000
