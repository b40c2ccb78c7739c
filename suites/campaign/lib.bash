# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# shellcheck shell=bash
# What the tests of a DUT's replay and campaigns share: a folder that goes with them, results in TAP with what
# the last command printed ($dir/out), and a look into that. bad is their exit code.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# shellcheck disable=SC2034 # read where this is sourced
bad=0
result() { # name status
    if [ "$2" = 0 ]; then echo "ok $1"; else echo "not ok $1"; cat "$dir/out"; bad=1; fi
}
has() { grep -qE -- "$1" "$dir/out"; }
# Runs a plan of faults of symbols whole under Verilator and its first FEW faults under Icarus. Leaves SIM.db and the first FEW
# faults' outcomes, SIM.txt, in $dir.
#   under_both PLAN FEW JOBS
under_both() {
    local sim
    for sim in verilator icarus; do
        sed "s|\.\./\.\./\.\./traces|$PWD/traces|" "$1" >"$dir/$sim.plan"
        [ $sim = verilator ] || sed -i "s/^sample.*/sample = $2/" "$dir/$sim.plan"
        echo "sim = $sim" >>"$dir/$sim.plan"
        # shellcheck disable=SC2154 # set where this is sourced
        "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j "$3" >"$dir/out" 2>&1
        result "a campaign under $sim" $?
        sqlite3 "$dir/$sim.db" "SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
            wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id LIMIT $2" >"$dir/$sim.txt"
    done
}
