#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter check on a capture of 100 MB: against libpcap alone, against tshark, and the
# memory it takes.
# shellcheck source=suites/bench/lib.bash disable=SC2154 # seconds_N, rss_N: by measure
. "${0%/*}/lib.bash"

# 20500 packets of 1500 bytes make a little over 100 MB of TLPs
"$tenter" gen --packets 20500 --size 1500 "$dir/100" 2>/dev/null
"$tenter" gen --packets 2050 --size 1500 "$dir/10" 2>/dev/null
"$tenter" gen --packets 700 --size 1500 "$dir/3" 2>/dev/null

measure 7 "$tenter" check -q "$dir/100" -- "$build/bench/pcap_read" "$dir/100"
figure "check / libpcap alone, processor time on $(($(stat -c %s "$dir/100") / 1000000)) MB" \
    "$seconds_1 / $seconds_2" at-most 2
# (tshark warns root on standard error)
measure 3 "$tenter" check -q "$dir/3" -- tshark -n -r "$dir/3" 2> >(grep -v '^Running as user "root"' >&2 || true)
figure "tshark / check, processor time on $(($(stat -c %s "$dir/3") / 1000000)) MB" \
    "$seconds_2 / $seconds_1" at-least 1
measure 3 "$tenter" check -q "$dir/100" -- "$tenter" check -q "$dir/10"
figure "check's memory, 100 MB / 10 MB" "$rss_1 / $rss_2" at-most 1.1
