#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and a campaign on two nodes of a TNW torus. The promise: whatever the cable and the hosts do,
# each message comes whole, or an error is reported.
#   tnw_torus.sh BUILD SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus (which is slow here: a second or two each); with SIMULATOR
# under that one, too, which must find the same.
set -u
build=$1 sample=$2 also=${3:-}
tenter=$build/tenter
capture=traces/tnw/torus_exchange.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut tnw_torus-pair "$@" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# (6 messages each way, and a probe)
replay 0 --max 12 --fault flip:5@line0@250 "$capture" && has '^fault: flip on line0, cycle 25[0-9]$' &&
    has '^recovered in [0-9]+ cycles' && has '^7 messages from node 0, 7 from node 1; 14 as the model says, 0 verdicts'
result "a packet hurt on the cable is sent again, and all messages come whole" $?
replay 2 --fault slip@line0@700 "$capture" && has 'not on the lines of a torus'
result "a fault that these lines have not" $?
replay 2 traces/exanet/hotspot_8_nodes.pcap && has 'no packet of a TNW link'
result "a capture of another fabric" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
number() { sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" suites/tnw/campaign/tnw_torus.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
resets="(text LIKE 'noderst:%' OR text LIKE 'linkrst:%')"
[ "$(number "text LIKE '%@line%' AND NOT $resets AND outcome IN ('silent corruption', 'hang', 'reported')")" = 0 ] &&
    [ "$(number "outcome = 'corrected'")" -ge 1 ]
result "errors of the cable are corrected, or do nothing" $?
# (but a register's write, which is PCIe's to keep: tnw_torus.md 3; BAR0 of the nodes is at f001xxxx and 200001xxxx)
kept="what LIKE '%MWr at f001____%' OR what LIKE '%MWr at 200001____%'"
lost="(text LIKE 'drop@to%' OR text LIKE 'flip:17@to%' OR text LIKE 'delay:%@to%') AND NOT ($kept)"
[ "$(number "($lost) AND outcome IN ('silent corruption', 'hang')")" = 0 ]
result "a fragment or a completion that is lost, late or poisoned on its way to a node is reported, or was not needed" $?
[ "$(number "$resets AND outcome <> 'reported'")" = 0 ]
result "a node, or a link, that is reset alone is reported" $?
"$tenter" campaign report "$dir/icarus.db" -o "$dir/page.html" >"$dir/out" 2>&1 && grep -q '<h2>Recovery</h2>' "$dir/page.html"
result "the report says how long repairs took" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
