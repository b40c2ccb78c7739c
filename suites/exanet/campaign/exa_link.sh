#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on two ExaNet links back to back: what errors of a line do to
# packets, and who tells.
#   exa_link.sh BUILD SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which
# must find the same.
set -u
build=$1 sample=$2 also=${3:-}
tenter=$build/tenter
capture=traces/exanet/hotspot_8_nodes.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut exa_link --map own=0.0.0.0 "$@" "$capture" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

replay 0 && has '13 packets from side 0, 22 from side 1; 13 to side 1, 22 to side 0; 35 as the model says, 0 verdicts'
result "what one side takes the other hands on" $?
replay 0 --timing random && has '35 as the model says, 0 verdicts'
result "under stalls, too" $?
replay 1 --fault flip:0@line1@3000 && has '^EXL-CNT-1 .*side 0: register 40c is 0; found 1'
result "an invalid sync header breaks its frame, which is counted" $?
replay 1 --fault drop@line0@3000 && has 'fault: drop on line0' && has '^EX[AL]-'
result "a lost block is told" $?
replay 1 --fault slip:7@line1@3000 && has '^EXL-RX-5 .*side 0: ' && has ' 13 to side 1, [0-9]+ to side 0;' && ! has ' 22 to side 0;'
result "moved bits lose the block lock, and what comes meanwhile, on that line alone" $?
replay 1 --fault ber:3@line1@2500 && has '^EXA-CRC-'
result "a bad line is told by CRCs" $?
replay 2 --fault flip:3@line7@3000 && has 'fault flip:3@line7@3000: '
result "a line that is not there" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" suites/exanet/campaign/exa_link.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
[ "$(sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result WHERE outcome NOT IN ('broken run')")" = "$sample" ]
result "whose faults have outcomes" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
