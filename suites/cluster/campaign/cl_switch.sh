#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on the level-2 switch. The promise: each packet leaves once with the words as they came.
#   cl_switch.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which must find the same.
set -u
build=$1 dut=$2 sample=$3 also=${4:-}
tenter=$build/tenter
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash

for timing in fast captured random; do
    "$tenter" replay --dut "$dut" --timing $timing traces/cluster/switch.pcap >"$dir/out" 2>&1 &&
        has '^240 packets in, 240 out; 240 as the model says, 0 verdicts'
    result "each packet passes the switch, $timing" $?
done
"$tenter" replay --dut "$dut" traces/cluster/lane.pcap >"$dir/out" 2>&1 && has '^[1-9][0-9]* packets in, ' && has ', 0 verdicts'
result "packets of a lane's capture enter by their flows' lanes" $?

for sim in icarus $also; do
    sed "s|= .*traces/|= $PWD/traces/|; s/^sample.*/sample = $sample/" suites/cluster/cl_switch/plans/state.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    sqlite3 "$dir/$sim.db" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told, wrong, lost, cycles, what
        FROM fault LEFT JOIN result USING(id) ORDER BY id' >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result WHERE outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
