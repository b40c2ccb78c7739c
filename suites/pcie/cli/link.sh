#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A PCIe link's traffic with errors, as tenter gen makes it, judged by tenter check: each damaged frame is told, and nothing else.
#   link.sh BUILD
set -u
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok $2"; else echo "not ok $2"; fi
}
timed=(--link-width 4 --mps 128 --link-wire 20)
gen() { "$tenter" gen --pattern link "$@" 2>"$dir/said"; }
check() { "$tenter" check "${timed[@]}" --json "$@" >"$dir/json"; }
# the packets that rules name, and those that the generator damaged before the point of capture
named() { grep '"rule"' "$dir/json" | grep '"expected"' | grep -v '"inconclusive":true' | grep -o '"packet":[0-9]*' | sort -u; }
damaged() { "$tenter" show --json "$1" | grep '"flags":1,' | grep -o '"packet":[0-9]*' | sort -u; }

seed=${SEED:-1}
gen --packets 100 --seed "$seed" "$dir/a.pcap"
check "$dir/a.pcap" && [ "$("$tenter" show --stats "$dir/a.pcap" | grep -c ', 0 sent again')" = 2 ] && ! named | grep -q .
say $? "a link without errors breaks no rule, and nothing is sent again"
gen --packets 100 --seed "$seed" "$dir/b.pcap" && cmp -s "$dir/a.pcap" "$dir/b.pcap"
say $? "the same seed makes the same capture"
for n in 20 60 300; do
    gen --packets 300 --faults $n --seed "$seed" "$dir/f.pcap"
    check "$dir/f.pcap"
    [ $? = 1 ] && named >"$dir/named" && damaged "$dir/f.pcap" >"$dir/damaged" && [ -s "$dir/damaged" ] && cmp -s "$dir/named" "$dir/damaged"
    say $? "with $n faults of 1000 each damaged frame is told, and no other"
done
"$tenter" show --stats "$dir/f.pcap" | grep -qE ', [1-9][0-9]* sent again' && "$tenter" show --ladder "$dir/f.pcap" | grep -q 'Nak'
say $? "with replays and Naks in it"
# a capture of four lanes read as one of 32 and of one: its times are others
check --link-width 32 "$dir/a.pcap"
[ $? = 1 ] && grep -q '"rule":"DLL-13"' "$dir/json"
say $? "Acks of four lanes are late for 32"
gen --packets 600 --faults 200 --seed "$seed" "$dir/f.pcap"
"$tenter" check --link-width 1 --mps 128 --only DLL-14 "$dir/f.pcap" >"$dir/out"
[ $? = 1 ] && grep -q 'DLL-14.*found a replay' "$dir/out"
say $? "replays of four lanes are early for one"
for bad in "--link-width 3" "--link-width 0" "--link-width 64" "--link-speed 8" "--link-wire -1"; do
    # shellcheck disable=SC2086 # two words
    "$tenter" check $bad "$dir/a.pcap" >"$dir/out" 2>&1
    [ $? = 2 ]
    say $? "refused: $bad"
done
for bad in "--faults 5" "--pattern link --size 64" "--pattern link --faults 301" "--pattern ring"; do
    # shellcheck disable=SC2086 # two words
    "$tenter" gen $bad "$dir/x.pcap" >"$dir/out" 2>&1
    [ $? = 2 ] && [ ! -e "$dir/x.pcap" ]
    say $? "refused: gen $bad"
done
