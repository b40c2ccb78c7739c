#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and a campaign on two nodes of an APEnet torus whose lines carry symbols: each kind of fault of the physical coding with
# the fate that ape_pcs.md section 3 gives to the messages of a capture. The promise: a message is whole, or its receiver has an
# error event, or a counter tells; nothing stands still.
#   ape_symbols.sh BUILD FEW
# All of the plan under Verilator; its first FEW faults under Icarus (half a minute each), which must find the same.
set -u
build=$1 few=$2
tenter=$build/tenter
capture=traces/apenet/two_hosts.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS FAULT
    "$tenter" replay --sim verilator --dut ape_torus-symbols --max 12 ${2:+--fault "$2"} "$capture" >"$dir/out" 2>&1
    [ $? = "$1" ]
}
all='^24 messages: 24 whole, 0 told, 0 gone'
few_lost='^24 messages: (19|20|21|22|23) whole, '
alive() { ! has 'hangs'; }

# (12 messages of the capture, six, two with forged footers, two that look like words of a line, and two probes)
replay 0 '' && has "$all; 24 as the model says, 0 verdicts"
result "a capture's messages come whole" $?
replay 2 drop@line3@900 && has 'on lines of symbols nobody knows words'
result "a fault of words" $?
"$tenter" replay --dut ape_torus-pair --max 3 --fault symlose@line3@900 "$capture" >"$dir/out" 2>&1
[ $? = 2 ] && has 'these lines have no symbols'
result "a fault of symbols where there are words" $?
# line3 is what node 0 sends to node 1; a message is on it in cycle 900. Causes: 5 CRC, 6 GAP
for f in flip:17 burst:90+25; do
    replay 1 $f@line3@900 && has '^24 messages: 23 whole, 1 told, 0 gone' && has 'error events of cause 5' && alive
    result "$f: one message has its error event, all others come" $?
done
for f in symlose:1 symdup:2 lanedark:300 laneskew:320 laneskew:640 laneskew:10 laneskew:1 laneskew:7 laneskew:900+800 ber:3+400 valid0:500; do
    replay 1 $f@line3@900 && has "$few_lost" && has 'error events of cause (5|6)' && alive
    result "$f: the messages under way are told or counted, all others come" $?
done
replay 1 laneskew:640@line3@40 && has "$all" && alive
result "lanes that are 16 words apart are put together: all messages come" $?
replay 1 laneskew:680@line3@40 && has '^24 messages: ([0-9]|1[0-9]) whole' && alive
result "lanes that are 17 words apart are not, and when they are nearer again messages come" $?

under_both suites/apenet/campaign/ape_symbols.plan "$few" 2
sqlite3 "$dir/verilator.db" 'SELECT id, text, outcome, told_rule, first_rule, what FROM fault LEFT JOIN result USING(id)' >"$dir/out"
number() { sqlite3 "$dir/verilator.db" "SELECT count(*) FROM fault LEFT JOIN result USING(id) WHERE $1"; }
[ "$(number "outcome IS NULL OR outcome = 'broken run'")" = 0 ]
result "whose faults have outcomes" $?
[ "$(number "text NOT LIKE 'seu%' AND outcome IN ('silent corruption', 'hang')")" = 0 ]
result "faults of symbols and lanes are harmless, or reported; none stops the nodes" $?
diff "$dir/icarus.txt" "$dir/verilator.txt" >"$dir/out"
result "both simulators find the same, to the cycle" $?
exit $bad
