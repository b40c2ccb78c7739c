#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster in the tenter command: traffic of a lane made, shown, filtered, counted, checked and converted; what captures lack
# or do to it (suites/cluster/cli/cut.py) must not be taken for a violation, and what a lane may not do must be.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cut() { python3 suites/cluster/cli/cut.py "$@"; }

# generated traffic keeps every rule, whatever the line does to it, and wherever the capture begins and ends
for faults in 0 20 100 300; do
    wrong=
    for seed in 1 2 3; do
        "$tenter" gen --fabric cluster --packets 150 --faults $faults --seed $seed "$dir/gen" 2>/dev/null
        "$tenter" check "$dir/gen" >"$dir/out" || wrong="$wrong $seed: $(head -1 "$dir/out")"
        for how in 3- 40- 111- 170-400 200- "250- dir=1" "90-300 dir=2"; do
            # shellcheck disable=SC2086
            cut "$dir/gen" "$dir/cut" $how
            "$tenter" check "$dir/cut" >"$dir/out" || wrong="$wrong $seed $how: $(head -1 "$dir/out")"
        done
    done
    is "traffic with $faults of 1000 runs damaged breaks no rule, from any record on" "" "$wrong"
done
"$tenter" gen --fabric cluster --packets 60 --faults 50 --seed 9 "$dir/faults" 2>/dev/null
"$tenter" gen --fabric cluster --packets 60 --faults 50 --seed 9 "$dir/again" 2>/dev/null
true_that "the same seed makes the same capture" cmp -s "$dir/faults" "$dir/again"
is "each end sends its packets" "60 60" "$(for d in '---' '<--'; do
    "$tenter" show --ladder "$dir/faults" | grep -F "|$d " | grep ' > ' | grep -v fault | awk '{ print $5 }' | uniq | wc -l
done | xargs | sed -E 's/([6-9][0-9]|1[0-9][0-9])/60/g')"
for bad in '--faults 301' '--size 64' '--pattern uniform'; do
    # shellcheck disable=SC2086
    "$tenter" gen --fabric cluster $bad "$dir/bad" 2>"$dir/err"
    is "gen $bad is refused" "2 1" "$? $(wc -l <"$dir/err")"
done

# a capture of the tree: what each way of showing it says
lane=traces/cluster/lane.pcap
"$tenter" show --stats "$lane" >"$dir/stats"
is "--stats counts the packets of both ends" "48 cluster packets, 0 again" "$(grep -o '^[0-9]* cluster packets, [0-9]* again' "$dir/stats")"
is "by type, none forgotten" 48 "$(awk '$1 ~ /^[A-Z_]+$/ && NF == 2 { n += $2 } END { print n }' "$dir/stats")"
true_that "the time to an acknowledgment is told" grep -q '^packet to its acknowledgment, ns: ' "$dir/stats"
is "--filter finds as many by type" "$(awk '$1 == "READ" { print $2 }' "$dir/stats")" "$("$tenter" show --filter 'type == READ' "$lane" | wc -l)"
is "and by two fields" "$("$tenter" show "$lane" | grep -c ' 3\.[0-3] > .* prio 2 ')" "$("$tenter" show --filter 'src == 3 && prio == 2' "$lane" | wc -l)"
is "link packets have ack and plane" "$("$tenter" show "$lane" | grep -c LINK)" "$("$tenter" show --filter 'plane == 0' "$lane" | wc -l)"
is "--ladder has a step a run" 114 "$("$tenter" show --ladder "$lane" | grep -c '|')"
is "--json has each run, no name twice" "114 48" "$("$tenter" show --json "$lane" | python3 -c '
import json, sys
once = lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a name twice")
rows = [json.loads(line, object_pairs_hook=once) for line in sys.stdin]
print(sum("type" in r for r in rows), sum("addr" in r for r in rows))')"
"$tenter" convert --to own "$lane" "$dir/own" >/dev/null 2>"$dir/err"
is "convert to our own form: every run is as it was" "$("$tenter" show --hex "$lane" | md5sum)" "$("$tenter" show --hex "$dir/own" | md5sum)"

# the packets of vectors/cluster as unit 1, by hand: a WRITE of 8 bytes from 17.2 to 19.3, an ACK
write=9c51e22dfff89fff00103a001100110111021103af97
ack=2886510000402d00000800000f60
cl_at() { # cl_at UNIT CYCLE DIR HEX: as own() of hex.bash
    printf '0103%02x000000%02x00%016x00000000%08x%s' "$1" "$3" "$2" $((${#4} / 2)) "$4"
}
{
    pcap_head 147
    record 0 "$(note 'point.0=node2')"
    record 100 "$(cl_at 1 10 0 $write)"
    record 200 "$(cl_at 1 30 0 $ack)"
} >"$dir/packets"
is "packets by hand, as lines" "WRITE 17.2 > 19.3 prio 1 seq 45 addr 9ffffff8 ack 3a000010 size 8;ACK 2.1 > 5.1 prio 0 seq 0 ack 2d000040 value 8" \
    "$("$tenter" show "$dir/packets" | sed -nE 's/.* node2 +(WRITE|ACK) +/\1 /p' | paste -sd';')"
"$tenter" check "$dir/packets" >"$dir/out"
is "node and CPU of the ACK are not those of its address" "1 1" "$? $(grep -c '^CLU-HDR-4' "$dir/out")"

# what a capture may do to a lane is no violation, and is said to be an artefact; --strict or another packet: a verdict
cut "$lane" "$dir/twice" twice=20
cut "$lane" "$dir/swap" 0-40 swap=6
cut "$lane" "$dir/snap" snap=4,9
for how in twice swap; do
    "$tenter" check "$dir/$how" >"$dir/out"
    is "a record $how: ART-ORDER alone" "0 1" "$? $(grep -c '^artefact ART-ORDER' "$dir/out")"
done
"$tenter" check "$dir/snap" >"$dir/out"
is "a run of which 9 bytes are kept: ART-SNAP alone" "0 1" "$? $(grep -c '^artefact ART-SNAP' "$dir/out")"
run=$(for ((i = 0; i < ${#write}; i += 4)); do printf '00%s' "${write:i:4}"; done)
for how in "ART-ZERO 2 000000000000000000000000000000" "ART-ZERO 1 0000000000000000" "ART-SHIFT 2 ${run:2}00" "ART-SHIFT 1 ffeedd$write" "ART-SHIFT 1 00$write"; do
    read -r art unit hex <<<"$how"
    { pcap_head 147; record 0 "$(note 'point.0=node2')"; record 100 "$(cl_at "$unit" 10 1 "$hex")"; record 200 "$(cl_at 1 30 0 $write)"; } >"$dir/art"
    "$tenter" check "$dir/art" >"$dir/out"
    is "a record of unit $unit, ${hex:0:12}...: $art alone" "0 1" "$? $(grep -c "^artefact $art" "$dir/out")"
    "$tenter" check --strict "$dir/art" >"$dir/out"
    is "unit $unit, ${hex:0:12}... with --strict: a violation" 1 $?
done
cut "$lane" "$dir/flip" flip=1,60
"$tenter" check "$dir/flip" >"$dir/out"
is "a run with a wrong bit breaks CLU-CRC-1 alone" "1 1 1" "$? $(grep -c '^CLU-CRC-1' "$dir/out") $(grep -c '^[A-Z]' "$dir/out")"
cut "$lane" "$dir/symbol" flip=1,5
"$tenter" check "$dir/symbol" >"$dir/out"
is "one with an invalid symbol breaks CLU-LNK-1" "1 1" "$? $(grep -c '^CLU-LNK-1' "$dir/out")"
gone=$("$tenter" show "$lane" | awk '/node3\^/ && / seq 20 / { print $1 - 1; exit }')
cut "$lane" "$dir/gone" "drop=$gone"
"$tenter" check "$dir/gone" >"$dir/out"
is "a packet that leaves without the number before it breaks CLU-SEQ-1" "1 1" "$? $(grep -c '^CLU-SEQ-1' "$dir/out")"

# the same lane on its wires in a waveform
python3 suites/cluster/cli/wires.py "$lane" "$dir/lane.vcd"
"$tenter" wave --check "$dir/lane.vcd" >"$dir/out"
is "a waveform of the lane breaks no rule" 0 $?
"$tenter" wave -o "$dir/found" "$dir/lane.vcd" >/dev/null
is "its runs are found, each as it is in the capture" "$("$tenter" show "$lane" | sed -nE 's/.* node3[v^] //p' | sort | md5sum)" \
    "$("$tenter" show "$dir/found" | sed -nE 's/.* [^ ]*[v^] ([A-Z_]+ .*)/\1/p' | sort | md5sum)"
python3 suites/cluster/cli/wires.py "$dir/flip" "$dir/flip.vcd"
"$tenter" wave --check "$dir/flip.vcd" >"$dir/out"
is "one with a damaged run breaks a rule" "1 1" "$? $(grep -c '^CLU-CRC-1' "$dir/out")"
