#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter check on a 100 MB capture against libpcap alone and tshark; its memory.
# Times are processor time, medians of five, the commands in turn.
set -u
build=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$build/tenter" gen --packets 38000 --size 1500 "$dir/large" 2>/dev/null
"$build/tenter" gen --packets 3800 --size 1500 "$dir/small" 2>/dev/null
seconds() {
    /usr/bin/time -o "$dir/t" -f '%U %S' "$@" >/dev/null 2>&1
    awk '{print $1 + $2}' <(tail -n 1 "$dir/t")
}
memory() {
    /usr/bin/time -o "$dir/t" -f '%M' "$@" >/dev/null 2>&1
    tail -n 1 "$dir/t"
}
median() { sort -g | sed -n 3p; }
for i in 1 2 3 4 5; do
    a=$(seconds "$build/tenter" check -q "$dir/large")
    b=$(seconds "$build/bench/pcap_read" "$dir/large")
    awk -v a="$a" -v b="$b" 'BEGIN { print a / (b > 0 ? b : 0.01) }' >>"$dir/libpcap"
    awk -v a="$a" 'BEGIN { print a }' >>"$dir/check"
done
line() { # name value bound at-most|at-least
    awk -v n="$1" -v v="$2" -v b="$3" -v s="$4" 'BEGIN {
        ok = s == "at-most" ? v <= b : v >= b
        printf "%s\t%.2f\t%s %s\t%s\n", n, v, s, b, ok ? "ok" : "short" }'
}
line "check/libpcap cpu on 100 MB" "$(median <"$dir/libpcap")" 2 at-most
if command -v tshark >/dev/null; then
    small=$(for i in 1 2 3 4 5; do seconds "$build/tenter" check -q "$dir/small"; done | median)
    shark=$(seconds tshark -n -r "$dir/small")
    line "tshark/check cpu on 10 MB" "$(awk -v a="$shark" -v b="$small" 'BEGIN { print a / (b > 0 ? b : 0.01) }')" 1 at-least
fi
tlps=$("$build/tenter" check "$dir/large" | sed -n 's/^\([0-9]*\) packets.*/\1/p')
line "TLPs checked from file per second / 30700" \
    "$(awk -v n="$tlps" -v t="$(median <"$dir/check")" 'BEGIN { print n / t / 30700 }')" 100 at-least
line "check memory 100 MB / 10 MB" \
    "$(awk -v a="$(memory "$build/tenter" check -q "$dir/large")" -v b="$(memory "$build/tenter" check -q "$dir/small")" 'BEGIN { print a / b }')" 1.1 at-most
