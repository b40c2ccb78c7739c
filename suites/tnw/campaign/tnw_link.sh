#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on one end of a TNW link. The promise: whatever the lines do, each item is
# delivered once and in order, or the loss is reported.
#   tnw_link.sh BUILD SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which
# must find the same.
set -u
build=$1 sample=$2 also=${3:-}
tenter=$build/tenter
capture=traces/tnw/forty_each_way.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut tnw_link "$@" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# (40 packets each way, and a probe)
replay 0 --trace "$dir/lines.pcap" --fault ber:3+900@line1@400 --fault flip@line0@700 "$capture" &&
    has '^fault: ber on line1, cycle 4' && has '^recovered in [0-9]+ cycles' && has '; 41 and 41 came; 82 as the model says, 0 verdicts'
result "a line with errors loses nothing" $?
"$tenter" check "$dir/lines.pcap" >"$dir/out" 2>&1 && has ' 0 broken, 0 violations' &&
    [ "$("$tenter" show --filter 'point == 1' "$dir/lines.pcap" | grep -c ' s_link! ')" -gt 3 ]
result "its capture has the damaged frames, and breaks no rule" $?
replay 0 --map vcs=2 --timing random "$dir/lines.pcap" && has '82 as the model says, 0 verdicts|84 as the model says, 0 verdicts'
result "what is sent again in a capture is played once" $?
replay 1 --fault seu:0@u_dut.u_link.u_fifos.g_ch[3].rd_q@500 "$capture" && has '^TNW-'
result "an upset that delivers wrong packets is told by a rule" $?
replay 2 --map vcs=9 "$capture" && has "map: 'vcs=9' is neither"
result "a map that means nothing" $?
replay 2 traces/exanet/hotspot_8_nodes.pcap && has 'no packet of a TNW link'
result "a capture of another fabric" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
number() { sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" suites/tnw/campaign/tnw_link.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
[ "$(number "text LIKE '%@line%' AND outcome IN ('silent corruption', 'hang', 'false alarm', 'not struck')")" = 0 ] &&
    [ "$(number "text LIKE '%@line%' AND outcome = 'corrected'")" -ge 10 ]
result "errors of the lines are corrected, or do nothing, or are reported" $?
[ "$(number "text LIKE '%@line%' AND what LIKE '%recovered in %'")" -ge 8 ] &&
    "$tenter" campaign report "$dir/icarus.db" -o "$dir/page.html" >"$dir/out" 2>&1 &&
    has '^  drop +[0-9]+ repaired: least [0-9]+, median' && grep -q '<h2>Recovery</h2>' "$dir/page.html"
result "the report says how long repairs took" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
