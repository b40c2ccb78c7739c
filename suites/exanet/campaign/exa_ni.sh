#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on the blocks of ExaNet's network interface: what becomes of a message
# when its channel or the block itself has a fault.
#   exa_ni.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which
# must find the same.
set -u
build=$1 dut=$2 sample=$3 also=${4:-}
tenter=$build/tenter
capture=traces/exanet/hotspot_8_nodes.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut "$dut" "$@" "$capture" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# The capture holds 19 messages, 2 notifications and 24 acknowledgments, of 8 domains; 0.0.0.0
# gets 8 messages and no notification, 3 acknowledgments of its own 3.
case $dut in
exa_mailbox) all=21 first='8 messages in 5 domains' lost=EXM-ORD-2 ;;
exa_rt_mailbox) all=43 first='11 messages in 6 domains' lost=EXR-RD-1 ;;
exa_packetizer) all=19 first='3 messages in 1 domains' lost=EXP-PKT-1 ;;
esac
for timing in fast captured random; do
    replay 0 --timing $timing && has "$all messages in 8 domains, .*; $all as the model says, 0 verdicts"
    result "each message comes to its reader, $timing" $?
done
replay 0 --map own=0.0.0.0 && has "$first" && has ', 0 verdicts'
result "one node's alone" $?
replay 1 --fault stuck0:0@u_dut.u_block.u_axi.s_axi_rvalid@60 && has "the DUT hangs"
result "reads that are not answered any more are a hang" $?
replay 2 --fault drop@s_exa99@p1 && has 'no link of that name'
result "a link that is not there" $?
replay 2 --digest && has 'no digest'
result "a digest, which ExaNet has not" $?
if [ "$dut" = exa_packetizer ]; then
    replay 1 --fault drop@m_exa@p4 && has "^$lost .*more often" && has "; $all as the model says, 1 verdicts"
    result "a lost message is sent again" $?
    replay 1 --fault drop@s_exa@p4 && has "^$lost .*more often" && has "; $all as the model says, 1 verdicts"
    result "as is one whose acknowledgment is lost" $?
    # bit 200 lies in the first payload word, bit 30 in the header's domain
    replay 1 --fault flip:200@m_exa@p4 && has '^EXA-CRC-2 ' && has "^$lost .*more often"
    result "one with a wrong payload is refused and sent again" $?
    replay 1 --fault flip:30@s_exa@p4 && has '^EXN-CSE-1 .*cause 1 on obs_rx' && has "; $all as the model says"
    result "an acknowledgment with a wrong header is dropped as HCRC" $?
    replay 0 --fault dup@s_exa@p4 && has "; $all as the model says, 0 verdicts"
    result "an acknowledgment that comes twice counts once" $?
else
    # packet 3 is a message in any case, its bit 200 in the first payload word
    replay 1 --fault drop@s_exa@p3 && has "^$lost .*found nothing" && has "; $((all - 1)) as the model says, 1 verdicts"
    result "a lost message is missed by its sender alone" $?
    replay 1 --fault flip:30@s_exa@p3 && has '^EXN-CSE-1 .*cause 1 on obs_rx' && has "; $((all - 1)) as the model says"
    result "one with a wrong header is dropped as HCRC" $?
    replay 1 --fault flip:200@s_exa@p3 && has '^EXN-CSE-10 .*cause 10 on obs_rx' && has '^EXN-ACK-1 .*refused with 3'
    result "one with a wrong payload is refused with code 3" $?
    replay 1 --fault dup@s_exa@p3 && has "^$lost .*more often" && has "; $all as the model says, 1 verdicts"
    result "one that comes twice is answered twice and read once" $?
    replay 1 --fault drop@m_exa@p3 && has '^EXN-ACK-1 .*found none' && has "; $all as the model says, 1 verdicts"
    result "a lost acknowledgment is missed, and the message read" $?
    replay 1 --fault flip:30@m_exa@p3 && has '^EXA-CRC-1 ' && has "; $all as the model says"
    result "a wrong one is told by its CRC" $?
fi

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" "${0%/*}/$dut.plan" >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
[ "$(sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result WHERE outcome NOT IN ('broken run')")" = "$sample" ]
result "$sample faults have outcomes and no run broke" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
