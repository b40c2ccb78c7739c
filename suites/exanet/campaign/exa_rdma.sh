#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on the sender and the receiver of RDMA transactions, and on loads and stores to other nodes: what becomes of packets when a channel or the
# block itself has a fault.
#   exa_rdma.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which must find the same.
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

# The capture holds 5 transactions of 40 packets in 4 domains, 19 messages, 2 notifications and 2 control packets, which
# are answered through what they complete.
case $dut in
exa_dma) what='5 transactions in 4 domains' all=40 ;;
exa_rdma_rx) what='63 packets in 8 domains' all=61 ;;
exa_axi) what='41 lines' all=82 ;; # 39 lines of these transactions, 8 of each at most, and two probes; each is stored and loaded
esac
for timing in fast captured random; do
    replay 0 --timing $timing && has "$what, .*; $all as the model says, 0 verdicts"
    result "each packet leaves or is written, $timing" $?
done
replay 2 --fault drop@s_exa99@p1 && has 'no link of that name'
result "a link that is not there" $?
replay 2 --digest && has 'no digest'
result "a digest, which ExaNet has not" $?
if [ "$dut" = exa_axi ]; then
    # packet 3 is a store, its bit 200 in the first payload word
    replay 1 --fault drop@m_exa@p3 && has '^EXZ-SRV-1 .*found SLVERR' && has "; 76 as the model says, 1 verdicts"
    result "a lost store ends with SLVERR, its line is not loaded, and nothing is probed" $?
    replay 1 --fault flip:200@m_exa@p3 && has '^EXA-CRC-2 ' && has '^EXZ-SRV-1 .*found SLVERR'
    result "a wrong payload is told by its CRC" $?
    replay 0 --fault dup@s_exa@p4 && has "; $all as the model says, 0 verdicts"
    result "a request that comes twice is stored twice, and answered twice" $?
    replay 1 --fault drop@s_exa@p4 && has '^EXZ-SRV-1 .*found no answer' && has "; 76 as the model says, 1 verdicts"
    result "a lost request is missed by its sender" $?
elif [ "$dut" = exa_dma ]; then
    replay 1 --fault drop@m_exa0@p2 && has '^EXD-PKT-4 .*found none' && has "; $((all - 1)) as the model says, 1 verdicts"
    result "a lost packet is missed" $?
    replay 1 --fault dup@m_exa0@p2 && has '^EXD-PKT-4 .*more often' && has "; $all as the model says, 1 verdicts"
    result "one that comes twice is said to, and the transaction is whole" $?
    # bit 200 lies in the first payload word, bit 30 in the header's domain
    replay 1 --fault flip:200@m_exa0@p2 && has '^EXA-CRC-2 ' && has "; $((all - 1)) as the model says"
    result "a wrong payload is told by its CRC" $?
    replay 1 --fault flip:30@m_exa0@p2 && has '^EXA-CRC-1 ' && has "; $((all - 1)) as the model says"
    result "a wrong header is told by its CRC" $?
    replay 1 --fault stuck0:0@u_dut.u_block.u_read.valid_q@1300 && has 'the DUT hangs'
    result "a sender that reads nothing any more hangs" $?
else
    # packet 3 is a message
    replay 1 --fault drop@s_exa@p3 && has '^EXV-WR-1 .*found nothing' && has "; $((all - 1)) as the model says, 1 verdicts"
    result "a lost message is missed by its sender alone" $?
    replay 1 --fault flip:30@s_exa@p3 && has '^EXV-CSE-1 .*cause 1 on obs_rx' && has "; $((all - 1)) as the model says"
    result "one with a wrong header is dropped as HCRC" $?
    replay 1 --fault flip:200@s_exa@p3 && has '^EXV-CSE-10 .*cause 10 on obs_rx' && has '^EXV-NCK-1 .*refused'
    result "one with a wrong payload is refused" $?
    replay 0 --fault dup@s_exa@p3 && has ', 27 out;' && has "; $all as the model says, 0 verdicts"
    result "one that comes twice is answered twice" $?
    replay 0 --fault drop@m_exa@p3 && has ', 25 out;' && has "; $all as the model says, 0 verdicts"
    result "a lost answer leaves memory as it is" $?
    replay 1 --fault flip:30@m_exa@p3 && has '^EXA-CRC-1 ' && has "; $all as the model says"
    result "a wrong answer is told by its CRC" $?
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
