#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Captures of several links of ExaNet: answers may take another way than what they answer, and are judged all the same. Of what ways.py
# does to a capture each link where it happens tells it once.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

told() { "$tenter" check --json "$1" | grep -oE '"rule":"[^"]*"' | cut -d'"' -f4 | sort | uniq -c | awk '{ printf "%s%s %s", s, $1, $2; s = " " }'; }
changed() { python3 suites/exanet/cli/ways.py "$1" "$dir/changed" "${@:2}" && told "$dir/changed"; }

is "two boards in a torus, from RTL: nothing" "" "$(told traces/exanet/two_boards.pcap)"
for name in hotspot_8_nodes transfers_2_nodes; do
    capture=traces/exanet/$name.pcap
    python3 suites/exanet/cli/ways.py "$capture" "$dir/ways"
    is "$name, each direction by its own links: nothing" "" "$(told "$dir/ways")"
    is "$name: an answer to a message comes twice" "2 EXA-ACK-4" "$(changed "$capture" double-message)"
    is "$name: it comes twice at its last link" "1 EXA-ACK-4" "$(changed "$capture" double-message 1)"
    is "$name: a positive response comes twice" "2 EXA-ACK-5" "$(changed "$capture" double-response)"
    is "$name: it comes twice at its last link" "1 EXA-ACK-5" "$(changed "$capture" double-response 1)"
    is "$name: an answer to a message that was not sent" "1 EXA-ACK-1" "$(changed "$capture" nobody-message 1)"
    is "$name: a response to an attempt that was not sent" "1 EXA-ACK-2" "$(changed "$capture" nobody-response 1)"
    is "$name: a positive response before the last packet" "2 EXA-ACK-3" "$(changed "$capture" early)"
    is "$name: an answer that no link sees, to a message that two links saw" "2 EXA-ACK-6" "$(changed "$capture" lost-message)"
    is "$name: a response that no link sees" "2 EXA-ACK-7" "$(changed "$capture" lost-response)"
    is "$name: behind a reset numbers may begin anew" "" "$(changed "$capture" again-reset)"
    true_that "$name: and without one they may not" grep -q EXA- <<<"$(changed "$capture" again)"
done
is "two boards: an answer comes twice, at both its points" "2 EXA-ACK-4" "$(changed traces/exanet/two_boards.pcap double-message)"
is "two boards: an answer to no message, seen at one point" "1 EXA-ACK-1" "$(changed traces/exanet/two_boards.pcap nobody-message 1)"
