#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Holes of ExaNet's thesis that a link shows: each trace in traces/exanet is what holes.py makes of the
# thesis's protocol, tenter check names the hole by its rule, and the mended protocol keeps that rule.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

broken() { "$tenter" check --transfers --json "$1" | grep -v inconclusive | grep -oE '"rule":"[^"]*"' | cut -d'"' -f4 | sort -u; }

# hole, rule that names it, rules that the mended protocol may break: copies that a link makes are told in both, and answers that a
# full mailbox drops behind the link were seen on it
while read -r hole rule rest; do
    python3 suites/exanet/holes.py "$hole" paper "$dir/paper"
    python3 suites/exanet/holes.py "$hole" mended "$dir/mended"
    true_that "$hole: the trace is the model's" cmp "$dir/paper" "traces/exanet/hole_$hole.pcap"
    true_that "$hole: $rule names it" grep -qx "$rule" <<<"$(broken "traces/exanet/hole_$hole.pcap")"
    is "$hole: mended it breaks nothing of its own" "${rest:-}" "$(broken "$dir/mended")"
done <<'END'
e1 EXA-SEQ-2
e2 EXA-NTF-8
e3 EXA-SEQ-1
e4 EXF-NTF-1
e6 EXA-NTF-9
e7 EXA-ACK-9
e8 EXA-ACK-10
e9 EXA-ACK-7
e10 EXA-ACK-7 EXA-SEQ-4
e13 EXA-BND-2
e17 EXA-ACK-5 EXA-DUP-1
e18 EXA-SEQ-1
END

# Holes of software, by what the trace has: domains of the packets of data, tags of the requests for reads as they leave.
domains() { "$tenter" show "$1" | grep -oE ' Write .* pdid [0-9a-f]+' | sed 's/.* //' | sort -u | tr '\n' ' '; }
tags() { "$tenter" show -x "$1" | grep -A3 'b0f0_i02 ReadReq' | awk '$1 == "0020" { print $9 $8 $7 $6 }' | tr '\n' ' '; }
is "e20: the next owner's domain writes what it never asked for" "4202 " "$(domains traces/exanet/hole_e20.pcap)"
is "e21: two lives ask with one tag" "01000001 01000001 " "$(tags traces/exanet/hole_e21.pcap)"
is "e21: mended they ask with two" "01000001 02000001 " "$(tags traces/exanet/hole_e21_mended.pcap)"
