#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter check beside a verdict: the packet's line, the request's, the section; lists of artefacts.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

{
    pcap_head 125
    record 0 00000001 0100000f 00001044
    record 100 4a000001 00000004 01000000 11111111 # Lower Address is not 44
    record 300 4a000001 00000004 01000000 11111111 # none open
    for i in 1 2 3 4 5 6 7 8; do record $((300 + i)) 40000001 0000000f fee00000 deadbee$i; done # else its request may stand behind them
} >"$dir/in"
"$tenter" check "$dir/in" >"$dir/out"
cat >"$dir/want" <<'END'
CPL-7      packet 2: expected address of the first byte asked for; found Lower Address 00, not 44
    PCIe 3.0 2.2.9
    packet       2 0.000000100 CplD   to 01:00.0 tag 00 from 00:00.0 SC bc 4 la 00 len 1
    request      1 0.000000000 MRd    from 01:00.0 tag 00 addr 00001044 be f/0 len 1
CPL-1      packet 3: expected an outstanding request; found CplD to 0100 tag 00, none open
    PCIe 3.0 2.3.2
    packet       3 0.000000300 CplD   to 01:00.0 tag 00 from 00:00.0 SC bc 4 la 00 len 1
END
true_that "a verdict has its section, its packet and its request" diff "$dir/want" <(head -n 7 "$dir/out")
is "-v prints the fields of both" "2 1 2" "$("$tenter" check -v "$dir/in" | grep -c 'lower_addr  0h') \
$("$tenter" check -v "$dir/in" | grep -c 'addr        1044h') $("$tenter" check -v "$dir/in" | sed '/^CPL-1/,$d' | grep -c ' requester ')" # of both
is "-q prints the summary alone" 1 "$("$tenter" check -q "$dir/in" | wc -l)"
is "JSON has the same" "PCIe 3.0 2.2.9 100 1 MRd    from 01:00.0 tag 00 addr 00001044 be f/0 len 1 True" \
    "$("$tenter" check --json "$dir/in" | head -n 1 | python3 -c '
import json, sys
d = json.loads(sys.stdin.read())
print(d["source"], d["time_ns"] % 1000000000, d["related"], d["related_line"], d["line"].startswith("CplD   to 01:00.0 tag 00"))')"

# two endpoints of one flow in Ethernet: the line names it
"$tenter" gen --packets 4 "$dir/gen" 2>/dev/null
"$tenter" check "$dir/gen" >"$dir/out"
is "without a violation there is no line of a packet" 0 "$(grep -c '^    ' "$dir/out")"
"$tenter" gen --packets 2 --size 256 "$dir/gen" 2>/dev/null
"$tenter" check --mps 128 "$dir/gen" >"$dir/out"
true_that "the line names the link" grep -qE '^    packet +[0-9]+ 0\.[0-9]{9} 192\.168\.10\.[13]>192\.168\.10\.[13] ' "$dir/out"

# a request further back than the packets that are kept
far() {
    pcap_head 125
    record 0 00000001 0100000f 00001044
    local one
    one=$(record 1 40000001 0200000f fee00000 deadbeef | od -An -v -tx1 | tr -d ' \n')
    python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.argv[1]) * 70000)' "$one"
    record 100 4a000001 00000004 01000000 11111111
}
far >"$dir/far"
is "a request too far back is named without its line" 1 \
    "$("$tenter" check "$dir/far" | grep -c '^    request      1 (too far back to be shown)$')"
is "in JSON, too" "1 False" "$("$tenter" check --json "$dir/far" | python3 -c '
import json, sys
d = json.loads(sys.stdin.readline())
print(d["related"], "related_line" in d)')"

# artefacts: text shows the first eight, JSON all
{
    pcap_head 125
    for i in $(seq 20); do
        bytes "$(le32 1)" "$(le32 "$i")" "$(le32 12)" "$(le32 16)" 40000001 0200000f fee00000
    done
} >"$dir/snapped"
true_that "text has the first of many artefacts" grep -qF '20 records (1 2 3 4 5 6 7 8 ...)' <("$tenter" check "$dir/snapped")
is "JSON has all" "ART-SNAP 20 True" "$("$tenter" check --json "$dir/snapped" | python3 -c '
import json, sys
d = json.loads(sys.stdin.readline())
print(d["artefact"], d["count"], d["records"] == list(range(1, 21)))')"
