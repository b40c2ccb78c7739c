#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Holes of APEnet's paper and of the public link that links show: each trace in traces/apenet is what holes.py makes of that
# protocol, tenter check names the hole by its rule, and the mended protocol breaks nothing but the rule of the error that shows the hole.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

broken() { "$tenter" check --json "$1" | grep -v inconclusive | grep -oE '"rule":"[^"]*"' | cut -d'"' -f4 | sort -u; }

# hole, rule that names it, rule that the line's error breaks where the mend holds
while read -r hole rule error; do
    python3 suites/apenet/holes.py "$hole" paper "$dir/paper"
    python3 suites/apenet/holes.py "$hole" mended "$dir/mended"
    true_that "$hole: the trace is the model's" cmp "$dir/paper" "traces/apenet/hole_$hole.pcap"
    true_that "$hole: $rule names it" grep -qx "$rule" <<<"$(broken "traces/apenet/hole_$hole.pcap")"
    is "$hole: mended it breaks nothing else" "$error" "$(broken "$dir/mended")"
done <<'END'
a3 APE-LNK-3
a4 APE-CRD-2
a8 APE-MSG-2
a11 APE-RTR-3
a13 APE-LNK-1 APE-SEC-1
a18 APE-LNK-1 APE-LNK-5
END
# what a network interface without a mend does at its local port
for hole in "a14 pid 8 1000 len 16 hops 0 msg 4 pkt 1 last" "a16 pid 9 50200 len 48 hops 1 msg 63 pkt 0 last" "a17 pid 7 40000 len 16 hops 1 msg 1 pkt 0 last"; do
    read -r name packet <<<"$hole"
    true_that "$name: the trace shows the packet" grep -q "$packet" <<<"$("$tenter" show "traces/apenet/hole_$name.pcap")"
done
true_that "a15: APE-MSG-1 names it" grep -qx APE-MSG-1 <<<"$(broken traces/apenet/hole_a15.pcap)"
packets() { "$tenter" show --stats "$1" | grep -o '^[0-9]* APEnet packets'; }
is "a13: a packet that nobody sent" "1 APEnet packets" "$(packets traces/apenet/hole_a13.pcap)"
python3 suites/apenet/holes.py a13 mended "$dir/mended"
is "a13: mended there is none" "0 APEnet packets" "$(packets "$dir/mended")"
is "a18: a credit that nobody gave" "credits, last 0/0 0/0" "$("$tenter" show traces/apenet/hole_a18.pcap | grep -o 'credits, last 0/0 0/0')"
