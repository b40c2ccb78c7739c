#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on the two blocks of a TNW node alone, the reception side (tnw_rcv) and the processor
# interface (tnw_pi). The promise: who waits, however long, loses nothing; what the host loses, delays or
# poisons is reported.
#   tnw_block.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which
# must find the same.
set -u
build=$1 dut=$2 sample=$3 also=${4:-}
tenter=$build/tenter
capture=traces/tnw/forty_each_way.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut "$dut" "$@" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# (20 packets each way are messages of 1, 4, 2, 8, 1 and 4; there are two probes of tnw_rcv, three of tnw_pi)
case $dut in
tnw_rcv)
    waits="text LIKE 'ready0:%' OR text LIKE 'valid0:%'"
    told="text LIKE 'burst:0+24@rcv%' OR text LIKE 'linkrst:%'"
    replay 0 --max 40 --fault ready0:2000@m_wr@300 $capture && has '^14 messages, .*; 14 as the model says, 0 verdicts'
    result "a host that takes nothing for 2000 cycles gets all, and all in its place" $?
    replay 1 --max 40 --fault burst:0+24@rcv@300 $capture && has '^TNW-CRD-6 .*expected messages without an error' &&
        has '^TNW-CRD-5 .*found 1 in register c04' && has '; 13 as the model says, 2 verdicts'
    result "a packet with a wrong offset is reported, and touches no other message" $?
    replay 1 --max 40 --fault linkrst:1@rcv@600 $capture && has '^TNW-CRD-5 .*found 1 in register c14' &&
        has '; 13 as the model says, 2 verdicts'
    result "a link that is reset drops its own messages, and no others" $?
    ;;
tnw_pi)
    waits="text LIKE 'ready0:%' OR text LIKE 'valid0:%'"
    told="text LIKE 'drop@s_tlp%' OR text LIKE 'trunc:%@s_tlp%' OR text LIKE 'delay:%@s_tlp%' OR text LIKE 'flip:17@s_tlp%'"
    replay 0 --max 40 --fault ready0:2000@inj@300 $capture && has '^15 messages, .*; 15 as the model says, 0 verdicts'
    result "links that take nothing for 2000 cycles get all, once and in order" $?
    ;;
esac
for timing in fast captured random; do
    replay 0 --timing $timing $capture && has ', 0 verdicts'
    result "each message comes, $timing" $?
done
replay 2 --fault drop@nowhere@p4 $capture && has 'fault drop@nowhere@p4: '
result "a link that is not there" $?
replay 2 --fault join@m_wr@400 $capture && has 'not at this port'
result "a fault that a port has not" $?
replay 2 traces/exanet/hotspot_8_nodes.pcap && has 'no packet of a TNW link'
result "a capture of another fabric" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
number() { sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" "${0%/*}/$dut.plan" >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
[ "$(number "($waits) AND outcome <> 'no effect'")" = 0 ] && [ "$(number "($waits) AND outcome = 'no effect'")" -ge 1 ]
result "who waits loses nothing" $?
[ "$(number "($told) AND outcome IN ('silent corruption', 'hang')")" = 0 ] && [ "$(number "($told) AND outcome = 'reported'")" -ge 1 ]
result "what the page says is reported is, or does nothing" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
