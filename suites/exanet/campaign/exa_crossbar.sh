#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on ExaNet's switch: each kind of fault shows what the contract
# says it must, and both simulators find the same outcomes.
#   exa_crossbar.sh BUILD
set -u
build=$1
tenter=$build/tenter
capture=traces/exanet/hotspot_8_nodes.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut exa_crossbar --map own=0.0.0.0 "$@" "$capture" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

for timing in fast captured random; do
    replay 0 --timing $timing && has '65 packets in, 65 out; 65 as the model says, 0 verdicts'
    result "a capture goes through, $timing" $?
done
replay 0 --map own=0.0.0.3 && has 'switch of 0.0.0.3: 21 packets in, 21 out'
result "through another node's switch" $?
replay 0 --map port && has '87 packets in, 87 out'
result "all of it by the ports of the capture" $?
replay 0 --map '1.0.0.2>5 own=0.0.0.0' && has '(6[6-9]|7[0-9]|8[0-7]) packets in'
result "what one node sent, into a port of one's choice" $?

# bit 300 lies in the second payload word; its CRC tells the receiver, nothing else is wrong
replay 1 --fault flip:300@s_exa10@p3 && has '^EXX-ORD-2 .* payload' && has '^EXA-CRC-2 ' && has '64 as the model says, 2 verdicts'
result "a flipped payload bit is told by the payload's CRC" $?
# bit 40 lies in dst: the switch drops what has a wrong header CRC
replay 1 --fault flip:40@s_exa10@p3 && has '^EXX-CRC-1 .*cause 1' && has 'found nothing: input 10 took it' && has '65 packets in, 64 out'
result "a flipped header bit is dropped as HCRC" $?
replay 1 --fault burst:30+40@m_exa3@p2 && has '^EXA-CRC-1 '
result "a burst over a header that has left is told by its CRC" $?
replay 1 --fault drop@s_exa9@p2 && has '65 packets in, 64 out; 64 as the model says, 1 verdicts'
result "a lost packet is missed" $?
replay 1 --fault drop@m_exa3@p2 && has '65 packets in, 64 out; 64 as the model says, 1 verdicts'
result "one lost behind the switch, too" $?
replay 1 --fault dup@s_exa9@p2 && has '65 packets in, 66 out; 65 as the model says, 1 verdicts'
result "a doubled packet is told once" $?
replay 1 --fault reorder@m_exa0@p4 && has '^EXX-ORD-1 .*before later packets' && has '65 packets in, 65 out'
result "a packet behind a later one is late, not lost" $?
replay 1 --fault trunc:2@s_exa9@p1 && has '^EXX-BRK-1 .*cause 5' && has 'footer 0{32}$'
result "a cut packet is ended with a footer of zeros and counted as BROKEN" $?
replay 0 --fault delay:50@m_exa3@p2 && has '^fault: delay on m_exa3 packet 2, .*' && has '65 as the model says, 0 verdicts'
result "a delayed packet is only late" $?
replay 0 --fault ready0:30@s_exa9@20 && has '65 as the model says, 0 verdicts'
result "an input that is not ready for a while loses nothing" $?
replay 1 --fault ready0:4000@m_exa3@20 && has 'the DUT hangs'
result "an output that is never ready hangs" $?
replay 1 --fault valid1:2@s_exa12@248 && has '^EXX-CRC-1 .*input 12: cause 1' && has '65 as the model says'
result "headers out of nothing are dropped as HCRC" $?
replay 1 --timing random --fault ready1:300@m_exa0@900 && has '^EX[AX]-'
result "words taken by nobody are missed" $?
replay 1 --fault valid0:3@m_exa0@140 && has '^EX[AX]-'
result "words that do not arrive are missed" $?
replay 2 --fault drop@s_exa99@p1 && has 'no link of that name'
result "a link that is not there" $?
replay 2 --map nowhere && has "map: 'nowhere'"
result "a map that means nothing" $?
replay 2 --digest && has 'no digest'
result "a digest, which ExaNet has not" $?

# the plan, a little of it, on both simulators
outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
for sim in icarus verilator; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = 28/" suites/exanet/campaign/exa_crossbar.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
[ "$(sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result WHERE outcome NOT IN ('broken run')")" = 28 ]
result "28 faults have 28 outcomes and no run broke" $?
diff "$dir/icarus.txt" "$dir/verilator.txt" >"$dir/out"
result "both simulators find the same, to the cycle" $?
"$tenter" campaign report "$dir/icarus.db" -o "$dir/report.html" >"$dir/out" && tail -c 20 "$dir/report.html" | grep -q '</html>'
result "a report" $?
exit $bad
