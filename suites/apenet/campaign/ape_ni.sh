#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay and a campaign on APEnet's network interface alone. The promise: whatever comes to packets at its local port, and however long
# software sleeps, a message is whole, or a host has an error event, or a counter tells; and nothing stands still.
#   ape_ni.sh BUILD SAMPLE [SIMULATOR]
# The plan's first SAMPLE faults under Icarus; with SIMULATOR under that one, too, which must find the same.
set -u
build=$1 sample=$2 also=${3:-}
tenter=$build/tenter
capture=traces/apenet/two_hosts.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
replay() { # STATUS OPTION...
    local want=$1
    shift
    "$tenter" replay --dut ape_ni "$@" >"$dir/out" 2>&1
    [ $? = "$want" ]
}

packets() { "$tenter" show --hex "$1" | awk '/^ +[0-9]+ [0-9.]+ c[0-9]/ { found = 1 } found'; } # all but the capture's own text
# (15 messages of the capture, pieces of two pages, and two probes)
for timing in fast captured random; do
    replay 0 --timing $timing --trace "$dir/$timing" $capture && has '^17 messages: 17 whole, 0 told, 0 gone; 17 as the model says, 0 verdicts'
    result "a capture's messages come whole, $timing" $?
    "$tenter" check "$dir/$timing" >"$dir/out" 2>&1 && has '^50 packets .* 0 broken, 0 violations'
    result "the packets of the local port break no rule, $timing" $?
done
replay 0 --timing random --trace "$dir/again" $capture && cmp "$dir/random" "$dir/again" >>"$dir/out"
result "the same seed makes the same packets in the same cycles" $?
replay 0 --timing random --seed 2 --trace "$dir/other" $capture && ! cmp -s "$dir/random" "$dir/other"
result "another seed makes others" $?
for sim in $also; do
    replay 0 --sim "$sim" --timing random --trace "$dir/$sim" $capture && diff <(packets "$dir/random") <(packets "$dir/$sim") >>"$dir/out"
    result "$sim makes the same" $?
done
replay 0 "$dir/fast" && has ' 0 told, 0 gone; .* 0 verdicts'
result "what a replay recorded can be played again" $?
# each packet as two lines of a torus have it
python3 - "$dir/fast" "$dir/doubled" <<'END'
import struct, sys
data, at = open(sys.argv[1], "rb").read(), 24
out = bytearray(data[:at])
while at < len(data):
    end = at + 16 + struct.unpack_from("<I", data, at + 8)[0]
    out += data[at:end] * (1 if at == 24 else 2)
    at = end
open(sys.argv[2], "wb").write(out)
END
replay 0 "$dir/fast" && grep messages "$dir/out" >"$dir/once" && replay 0 "$dir/doubled" && grep messages "$dir/out" | cmp - "$dir/once" >>"$dir/out"
result "a packet that two lines carried is played once" $?
# 2.1.0 sends messages 2, 7, 8 (in two pieces) and f, and gets 3 and a; two probes
replay 0 --map own=2.1.0 --trace "$dir/own" $capture && has '^9 messages: 9 whole, 0 told, 0 gone; .* 0 verdicts' &&
    "$tenter" show "$dir/own" >"$dir/out" && has ' 2\.1\.0 > 3\.1\.0:' && has ' 3\.1\.0 > 2\.1\.0:' && ! has ' 0\.0\.0 > '
result "--map own= makes it that node" $?
replay 2 --map own=9.9.9 $capture && has 'no message from or to the node of --map own=9\.9\.9$'
result "a node of which the capture has nothing" $?
for map in own=9 own=64.0.0 own=1.2.3x port; do
    replay 2 --map $map $capture && has "map: not own=X\.Y\.Z"
    result "--map $map is refused" $?
done
for other in traces/tnw/forty_each_way.pcap traces/apenet/two_boards.pcap; do
    replay 2 $other && has "${other}: no message of APEnet"
    result "$other has nothing for it" $?
done
replay 2 --fault reorder@in@500 $capture && has 'fault reorder@in: not at this port'
result "a fault that a port has not" $?
replay 2 --fault drop@in@p4 $capture && has 'at this port faults are by cycle'
result "a fault by packet" $?

# (12 messages, two probes. Causes: 5 CRC, 6 GAP)
for f in burst:200+20@in@900 flip:900@out@900; do
    replay 1 --max 12 --fault $f $capture && has '^14 messages: 13 whole, 1 told, 0 gone' && has 'error events of cause 5$'
    result "$f: one message has its error event, all others come" $?
done
for f in drop@in@900 drop@out@900; do
    replay 1 --max 12 --fault $f $capture && has '^14 messages: 13 whole, 1 told, 0 gone' && has 'error events of cause 6$'
    result "$f: a packet that is missing is a gap" $?
done
for f in valid0:3000@in@900 ready0:3000@out@900 valid0:3000@user@900 valid0:30000@firmware@400 flip:17@in@900; do
    replay 0 --max 12 --fault $f $capture && has '^14 messages: 14 whole, 0 told, 0 gone; 14 as the model says, 0 verdicts'
    result "$f: all messages come" $?
done

outcomes() {
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
number() { sqlite3 "$dir/icarus.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
for sim in icarus $also; do
    sed "s|\.\./\.\./\.\./traces|$PWD/traces|; s/^sample.*/sample = $sample/" suites/apenet/campaign/ape_ni.plan >"$dir/$sim.plan"
    echo "sim = $sim" >>"$dir/$sim.plan"
    "$tenter" campaign run "$dir/$sim.plan" --db "$dir/$sim.db" -j 2 >"$dir/out" 2>&1
    result "a campaign under $sim" $?
    outcomes "$dir/$sim.db" >"$dir/$sim.txt"
done
cp "$dir/icarus.txt" "$dir/out"
[ "$(number "outcome <> 'broken run'")" = "$sample" ]
result "whose faults have outcomes" $?
[ "$(number "text NOT LIKE 'seu%' AND text NOT LIKE 'stuck%' AND outcome = 'hang'")" = 0 ]
result "no fault of packets or software makes it stand still" $?
# (a packet that comes twice, and one whose message has no other, nobody can tell: suites/campaign/README.md)
[ "$(number "text NOT LIKE 'seu%' AND text NOT LIKE 'stuck%' AND text NOT LIKE 'dup%' AND text NOT LIKE 'drop%' AND outcome = 'silent corruption'")" = 0 ]
result "packets that are harmed are reported" $?
[ "$(number "(text LIKE 'ready0:%' OR text LIKE '%valid0:1500@%' OR text LIKE '%valid0:3000@%' OR text LIKE '%valid0:9000@%') AND outcome <> 'no effect'")" = 0 ]
result "who waits loses nothing" $?
[ "$(number "text LIKE '%u_tlb%' AND outcome IN ('silent corruption', 'hang')")" = 0 ]
result "upsets of the TLB are harmless" $?
if [ -n "$also" ]; then
    diff "$dir/icarus.txt" "$dir/$also.txt" >"$dir/out"
    result "both simulators find the same, to the cycle" $?
fi
exit $bad
