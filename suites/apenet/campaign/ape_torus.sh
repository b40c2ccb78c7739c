#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and a campaign on two nodes of an APEnet torus. The promise: whatever the lines do, a message is whole, or its
# receiver has an error event, or a counter tells; no other byte changes, and nothing stands still.
#   ape_torus.sh BUILD SAMPLE [SIMULATOR]
# SAMPLE faults of the plan, with three of its messages, under Icarus; with SIMULATOR under that one alone.
set -u
build=$1 sample=$2 sim=${3:-icarus}
tenter=$build/tenter
capture=traces/apenet/two_hosts.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut ape_torus-pair --sim "$sim" "$@" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# (3 messages, one more, two packets with forged footers, two messages that look like words of a line, and two probes)
replay 0 --max 3 "$capture" && has '^10 messages: 10 whole, 0 told, 0 gone; 10 as the model says, 0 verdicts'
result "a capture's messages come whole" $?
tlb=()
for node in 0 1; do
    for word in to_q[0] to_q[1] to_q[2] page_q[3]; do
        tlb+=(--fault "seu:20@u_dut.u_block.g_node[$node].u_node.g_ni[0].u_ni.u_in.u_tlb.$word@2500")
    done
done
replay 0 --max 3 "${tlb[@]}" "$capture" && has '^10 messages: 10 whole, 0 told, 0 gone; 10 as the model says, 0 verdicts'
result "an upset of the TLB's entries leads no byte astray: the firmware walks again" $?
replay 2 --max 3 --fault dup@line3@500 "$capture" && has "not on APEnet's lines"
result "a fault that these lines have not" $?
replay 2 traces/tnw/forty_each_way.pcap && has 'no message of APEnet'
result "a capture of another fabric" $?

sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/; s/^packets.*/packets = 3/" suites/apenet/campaign/ape_torus.plan >"$dir/plan"
echo "sim = $sim" >>"$dir/plan"
"$tenter" campaign run "$dir/plan" --db "$dir/db" -j 2 >"$dir/out" 2>&1
result "a campaign under $sim" $?
number() { sqlite3 "$dir/db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
sqlite3 "$dir/db" 'SELECT id, text, outcome, told_rule, first_rule, what FROM fault LEFT JOIN result USING(id) ORDER BY id' >"$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
# (a message all of whose words a line lost without a trace has no counter: apenet.md 9, A6)
[ "$(number "text NOT LIKE 'seu%' AND outcome = 'hang'")" = 0 ] &&
    [ "$(number "text NOT LIKE 'seu%' AND text NOT LIKE 'drop@line%' AND text NOT LIKE 'valid0:%@li%' AND outcome = 'silent corruption'")" = 0 ]
result "faults of lines and hosts are harmless, or reported; none stops the nodes" $?
[ "$(number "text LIKE '%u_tlb%' AND outcome IN ('silent corruption', 'hang')")" = 0 ]
result "upsets of the TLB are harmless" $?
[ "$(number "text LIKE 'nfc%' AND outcome NOT IN ('no effect', 'false alarm')")" = 0 ]
result "credit words lost or wrong cost no message" $?
exit $bad
