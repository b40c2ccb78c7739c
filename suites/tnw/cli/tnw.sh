#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW in the tenter command: a link's traffic made, shown, filtered, checked, converted; what
# captures lack or do to it (suites/tnw/cli/tnw.py) must not be taken for a violation, and what a
# link may not do must be.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# generated traffic keeps every rule, whatever the line does to it, and is the same for the same seed
for faults in 0 5 50 200; do
    wrong=
    for seed in 1 2 3 4 5 6; do
        "$tenter" gen --fabric tnw --packets 200 --faults $faults --seed $seed "$dir/gen" 2>/dev/null
        "$tenter" check "$dir/gen" >"$dir/out" || wrong="$wrong $seed: $(head -1 "$dir/out")"
    done
    is "traffic with $faults of 1000 items damaged breaks no rule" "" "$wrong"
done
"$tenter" gen --fabric tnw --packets 100 --faults 50 --seed 9 "$dir/faults" 2>/dev/null
"$tenter" gen --fabric tnw --packets 100 --faults 50 --seed 9 "$dir/again" 2>/dev/null
true_that "the same seed makes the same capture" cmp -s "$dir/faults" "$dir/again"
"$tenter" gen --fabric tnw --packets 100 --seed 9 "$dir/calm" 2>/dev/null
is "each end sends its packets" 200 "$("$tenter" show --ladder "$dir/calm" | grep 'packet [0-9]' | grep -cv ' again')"
is "and on a line with errors the last arrives, too" "3 3" "$(for point in 0 1; do # number 99 modulo 32
    "$tenter" show --filter "type == Packet && point == $point" "$dir/faults" |
        awk '/seq/ && !/wrong|broken/ { s = $9 } END { print s }'
done | xargs)"
for bad in '--faults 301' '--size 64' '--pattern uniform'; do
    # shellcheck disable=SC2086
    "$tenter" gen --fabric tnw $bad "$dir/bad" 2>"$dir/err"
    is "gen $bad is refused" "2 1" "$? $(wc -l <"$dir/err")"
done
"$tenter" gen --faults 1 "$dir/bad" 2>/dev/null
is "faults are for TNW alone" 2 $?

# the packet of tnw.md section 4, vc 5 seq 17 offset 00ABCD, payload 00 to 7F: alone, and in its
# frame behind a START with ACK 5; then SETs, and what is none of these
tnw_at() { # tnw_at POINT UNIT CYCLE HEX...: as own() of hex.bash
    local point=$1 unit=$2 cycle=$3
    shift 3
    printf '0105%02x00%04x0000%016x00000000%08x' "$unit" "$point" "$cycle" $(($(echo "$@" | tr -cd '0-9a-f' | wc -c) / 2))
    echo "$@"
}
payload=$(for i in {0..127}; do printf %02x "$i"; done)
words=$(sed 's/......../00&/g' <<<"$payload")
packet=b100abcd${payload}a72f77c6
frame=01fb38002500cdab00b1${words}00c6772fa7
{
    pcap_head 147
    record 0 "$(note 'point.0=m_x\npoint.1=s_x')"
    record 100 "$(tnw_at 0 1 10 "$packet")"
    record 200 "$(tnw_at 0 2 50 "$frame")"
    record 300 "$(tnw_at 1 2 95 019cf20046)"
    record 400 "$(tnw_at 0 2 100 "${frame/00b1/00b2}")"
    record 500 "$(tnw_at 0 2 140 "${frame:0:100}")"
    record 600 "$(tnw_at 1 2 160 019c1f0086 0807fe0707)"
    record 700 "$(tnw_at 0 2 170 019c5d0066)"
    record 800 "$(tnw_at 0 1 210 "${packet:0:48}")"
} >"$dir/typed"
"$tenter" show "$dir/typed" | sed '1d; s/^ *//; s/ [0-9.]* / /' >"$dir/out"
cat >"$dir/expected" <<'END'
2 c10 m_x Packet vc 5 seq 17 offset 00abcd last
3 c50 m_x Packet vc 5 seq 17 offset 00abcd last, ACK 5
4 c95 s_x Set    NACK 6
5 c100 m_x Packet vc 5 seq 18 offset 00abcd last [CRC wrong], ACK 5
6 c140 m_x Packet vc 5 seq 17 offset 00abcd last [broken after 8 words of payload], ACK 5
7 c160 s_x Set    NACK_FULL 6, 1 words more
8 c170 m_x Set    RESTART 6 [feedback CRC wrong]
9 c210 m_x Packet vc 5 seq 17 offset 00abcd last [broken after 5 words of payload]
END
true_that "the lines of packets, frames, feedback and what is broken" diff "$dir/expected" "$dir/out"
is "--json holds the same" "Packet 5 17 43981 True True 0 True ACK 5 True 35" "$("$tenter" show --json "$dir/typed" |
    python3 -c 'import json, sys
d = [json.loads(l) for l in sys.stdin][2]
print(*[d[k] for k in "type vc seq offset last whole more crc_ok code fb_seq fb_crc_ok words".split()])')"
fields=$("$tenter" show -v --filter 'packet == 3' "$dir/typed")
for field in 'bit 7..5  code        1h  All packets up to this one were taken' 'bit 4..0  seq         5 ' \
    'bit 7..0  crc         38h' 'octet       fbh  /S/' 'vc          5 ' 'seq         17 ' 'offset      abcdh' \
    'crc         a72f77c6h' 'word  0 START  1  fb 38 00 25' 'word 34 data   0  c6 77 2f a7'; do
    true_that "show -v prints $field" grep -qF "$field" <<<"$fields"
done
true_that "show -x prints the bytes" grep -qF '0000  b1 00 ab cd 00 01' <("$tenter" show -x --filter 'packet == 2' "$dir/typed")
for filter in 'type == Packet && seq == 17:2 3 6 9' 'type == set:4 7 8' 'code == NACK_FULL:7' 'code == ack && fb_seq == 5:3 5 6' \
    'vc == 5 && offset == 0xabcd && seq != 17:5' 'code == 3:8' \
    'last == 1 && whole == 0:6 9' 'last == 0:' 'more == 0 && whole == 1:2 3 5'; do
    is "filter ${filter%:*}" "${filter#*:}" "$("$tenter" show --filter "${filter%:*}" "$dir/typed" | awk '{ print $1 }' | xargs)"
done
"$tenter" show --filter 'code == Nothing' "$dir/typed" >/dev/null 2>"$dir/err"
is "a code of another name is refused" "2 1" "$? $(wc -l <"$dir/err")"
"$tenter" check --json "$dir/typed" | grep -o '"packet":[0-9]*\|TNW-[A-Z]*-[0-9]*' | paste -sd' ' >"$dir/out"
is "check names the records and their rules" \
    '"packet":5 TNW-PKT-2 "packet":6 TNW-PKT-1 "packet":7 TNW-RX-9 "packet":7 TNW-WRD-1 "packet":8 TNW-FB-1' "$(cat "$dir/out")"
"$tenter" check --junit "$dir/junit" -q "$dir/typed" >/dev/null
true_that "JUnit has the rules of TNW as such" grep -q 'classname="tnw" name="TNW-PKT-2"><failure' "$dir/junit"
"$tenter" show --ladder "$dir/typed" | sed 's/^ *//; s/  */ /g' >"$dir/out"
true_that "the ladder has packets with their feedback" grep -qF '|--- packet 17 vc 5, ACK 5 -->|' "$dir/out"
true_that "and what comes back" grep -qF '|<-- NACK_FULL 6 ---|' "$dir/out"
"$tenter" show --ladder "$dir/faults" >"$dir/out"
for what in 'packet [0-9]+ vc [0-7] again' 'RESTART [0-9]+' 'NACK [0-9]+' 'feedback broken .* fault' 'packet, broken'; do
    true_that "the ladder of a line with errors has '$what'" grep -qE "(--- |<-- |, )$what" "$dir/out"
done
"$tenter" show --stats "$dir/faults" >"$dir/out"
is "--stats counts what the ladder shows" "$("$tenter" show --ladder "$dir/faults" | grep -c ' again')" \
    "$(grep -o '[0-9]* again' "$dir/out" | cut -d' ' -f1)"
true_that "and the time to the ACK" grep -q '^packet to first answer, ns: ' "$dir/out"

# converted it is the same
"$tenter" convert "$dir/faults" "$dir/own"
is "convert keeps every record" "$("$tenter" show "$dir/faults" | md5sum)" "$("$tenter" show "$dir/own" | md5sum)"

# what a capture may lack, and what a link may not do: each change of the traffic, and what check says
python3 suites/tnw/cli/tnw.py "$tenter" "$dir"
