#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on one end of a lane. The promise: each packet once and in the order of its priority, or at d, or a reported error.
#   cl_link.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which must find the same.
set -u
build=$1 dut=$2 sample=$3 also=${4:-}
tenter=$build/tenter
capture=traces/cluster/lane.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut "$dut" "$@" "$capture" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

for timing in fast captured random; do
    replay 0 --timing $timing && has '^48 packets in, 48 out; 48 as the model says, 0 verdicts'
    result "each packet passes both ends, $timing" $?
done
for f in flip:20@wire_tx@p4 drop@wire_rx@p5 dup@wire_tx@200 dup@wire_rx@200 join@wire_tx@200 wordlose@wire_tx@300 worddup:2@wire_rx@100 \
    wordcomma:3@wire_rx@100 wordcomma:2@wire_tx@300 symbol@wire_rx@100 burst+33@wire_tx@300 valid0:600@wire_tx@100 ber:3+20@wire_tx@100 ber:3+20@wire_rx@100; do
    replay 0 --fault $f && has ', 48 out.*; 48 as the model says' && ! has 'has not struck'
    result "the lane repairs $f" $?
done
replay 0 --fault wordlose@wire_tx@300 --trace "$dir/wire.pcap" && has ', [1-9][0-9]* errors repaired' &&
    "$tenter" check "$dir/wire.pcap" >"$dir/out" 2>&1
result "the rules of a capture have nothing against the repair of a lost word" $?
replay 1 --fault lanedie@wire_tx@200 && has '^CLL-DWN-1 .*found the lane is down' && has ', 1 verdicts'
result "packets of a lane that dies are at the far end or at d, each once" $?
replay 1 --fault valid0:20000@wire_tx@100 && has '^CLL-DWN-1 .*found the lane is down' && has ', 16 errors repaired' && has ', 1 verdicts'
result "a lane that stays dark goes down behind 16 goings back" $?
replay 2 --fault slip@wire_tx@400 && has 'not on this lane'
result "a fault that this lane has not" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
number() { sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
for sim in icarus $also; do
    sed "s|= .*traces/|= $PWD/traces/|; s/^sample.*/sample = $sample/" suites/cluster/cl_link/plans/lane.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
lane="text LIKE '%@wire_%'"
[ "$(number "$lane AND outcome IN ('silent corruption', 'hang')")" = 0 ] && [ "$(number "$lane AND outcome = 'corrected'")" -ge 1 ]
result "no fault of the lane loses or doubles a packet" $?
[ "$(number "$lane AND outcome = 'reported' AND text NOT LIKE 'lanedie%' AND text NOT LIKE 'valid0:12000%'")" = 0 ]
result "the lane repairs all that leaves it alive" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
