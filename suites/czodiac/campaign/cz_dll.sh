#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and campaigns on the data link layer of a PCIe link. The promise: each TLP once and in order, or a reported error.
#   cz_dll.sh BUILD DUT SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which must find the same.
set -u
build=$1 dut=$2 sample=$3 also=${4:-}
tenter=$build/tenter
capture=traces/pcie/nic_like_1500b.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut "$dut" --max 100 "$@" "$capture" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

# (52 TLPs of the capture's first hundred are the host's, 48 the device's; the probes are one more each)
for timing in fast captured random; do
    replay 0 --timing $timing && has '^52 TLPs from the DUT, 50 to it, 0 Naks and timeouts; 100 as the model says, 0 verdicts'
    result "each TLP passes both ends, $timing" $?
done
# frame 9 from the DUT is its first TLP, frame 12 to it is the first Ack
for f in drop@m_frm@p9 flip:20@m_frm@p9 symbol@s_frm@p20 burst+33@s_frm@700 drop@s_frm@700 dup@s_frm@700 dup@m_frm@700 \
    valid0:1500@s_frm@700 ber:3+60@s_frm@500 ber:3+60@m_frm@500; do
    replay 0 --fault $f || replay 1 --fault $f
    has '; 100 as the model says' && ! has 'has not struck'
    result "the link repairs $f" $?
done
replay 0 --fault drop@m_frm@p9 && has '^52 TLPs from the DUT, 50 to it, [1-9] Naks and timeouts; 100 '
result "a lost TLP is asked for" $?
# the wire, judged as a capture: what the model repairs breaks no rule of the link, and a frame that comes twice is a replay too early
judged() { # STATUS TEXT
    "$tenter" check --link-width 4 --mps 512 "$dir/wire.pcap" >"$dir/out" 2>&1
    [ $? = "$1" ] && has "$2"
}
for f in drop@m_frm@p9 valid0:1500@s_frm@700 ber:3+60@m_frm@500; do
    replay 0 --fault $f --trace "$dir/wire.pcap" && judged 0 ' 0 violations'
    result "the rules of a capture have nothing against the repair of $f" $?
done
replay 0 --fault dup@s_frm@700 --trace "$dir/wire.pcap" && judged 1 '^DLL-14 .*a replay'
result "a TLP that comes twice is a replay too early" $?
replay 1 --fault linkdown:400@m_frm@1449 && has '^CZD-DWN-1 .*found the link went down' && has '; 9[0-9] as the model says, 1 verdicts'
result "a link that goes down loses the TLPs under way, says so, and goes on" $?
replay 1 --fault linkdown:400@m_frm@1449 --waves "$dir/window.fst" --cycles 1400:1700 &&
    "$tenter" wave --list "$dir/window.fst" >"$dir/out" 2>&1 && has 's_tlp .* [1-9][0-9]? transfers'
result "the waveform of the window around it has its streams" $?
for f in linkdown:1@m_frm@324 linkdown:400@m_frm@1453; do # the source begins a TLP under an offer of the cycle before
    replay 1 --fault $f && ! has '^CZD-(TX-1|RX-4)' && has '^CZD-DWN-1 .*found the link went down'
    result "a TLP that begins as the link falls is lost, and no other: $f" $?
done
replay 2 --fault drop@line9@p4 && has 'fault drop@line9@p4: '
result "a wire that is not there" $?
replay 2 --fault slip@m_frm@400 && has 'not on this wire'
result "a fault that this wire has not" $?
"$tenter" replay --dut "$dut" traces/exanet/hotspot_8_nodes.pcap >"$dir/out" 2>&1
[ $? = 2 ] && has 'no function of a device'
result "a capture of another fabric" $?

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
number() { sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" "${0%/*}/cz_dll.plan" >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
wire="(text LIKE '%@m_frm@%' OR text LIKE '%@s_frm@%')"
[ "$(number "$wire AND outcome IN ('silent corruption', 'hang', 'reported') AND text NOT LIKE 'linkdown%'")" = 0 ] &&
    [ "$(number "$wire AND outcome = 'corrected'")" -ge 1 ]
result "the link repairs all faults of the wire" $?
[ "$(number "text LIKE 'linkdown%' AND outcome IN ('silent corruption', 'hang')")" = 0 ]
result "a link that goes down tells its losses" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
