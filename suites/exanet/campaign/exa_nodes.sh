#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on two nodes: the transfers of a capture, of RoCEv2 too, through firmware and RTL, and what becomes of
# them when packets between the nodes, lines, pages, software or the engines' state have a fault.
#   exa_nodes.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus, of that short capture; with SIMULATOR of the plan's, and under that one, too, which must find the same.
set -u
build=$1 dut=$2 sample=$3 also=${4:-}
tenter=$build/tenter
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
capture=$dir/exa
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut "$dut" "$@" "$capture" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# RoCEv2: a WRITE of 2100 bytes over two blocks of 16 KiB, a READ that is answered in two: four transactions from two
# hosts; the third is read by the host to which it goes, the first asks for a notification.
python3 suites/exanet/cli/roce.py make "$dir/roce"
"$tenter" convert --to exanet "$dir/roce" "$capture" 2>"$dir/out"
result "a RoCEv2 capture is converted" $?
replay 0 && has '4 transfers and two probes, 1 of them reads; .* 0 attempts more; 6 as the model says, 0 verdicts'
result "its writes and reads move the same bytes through the engines" $?
# 800 cycles on the lines carry, and transfers are under way
replay 0 --fault drop@data1@700 && has '; [1-9][0-9]* attempts more; 6 as the model says, 0 verdicts'
result "a lost data packet costs an attempt" $?
replay 0 --fault drop@both0@1 && has '^fault: drop on both0' && has '; [1-9][0-9]* attempts more; 6 as the model says, 0 verdicts'
result "pages that are missing at both ends are brought in" $?
replay 2 --fault drop@data2@1 && has 'no faults on links'
result "a place that is not there" $?
replay 2 --fault drop@line0@1 && has 'only valid0'
result "a fault that a place does not take" $?
replay 2 --digest && has 'no digest'
result "a digest, which ExaNet has not" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
[ -n "$also" ] && capture=$PWD/traces/exanet/transfers_2_nodes.pcap
for sim in icarus $also; do
    sed "s|^stimulus.*|stimulus = $capture|; s/^sample.*/sample = $sample/" "${0%/*}/$dut.plan" >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
# packets, pages, lines and software: the first 13 lines of the plan, of which nothing is silent and nothing hangs
sqlite3 "$dir/icarus.db" "SELECT * FROM result WHERE outcome IN ('broken run') OR (what NOT LIKE '%u_dut%' AND outcome IN ('silent corruption', 'hang'))" >"$dir/out"
[ "$(sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result")" = "$sample" ] && [ ! -s "$dir/out" ]
result "$sample faults have outcomes; none of the network, the pages or the software is silent, or a hang" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
