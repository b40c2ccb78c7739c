#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Where OUT goes: what a signal ends leaves nothing half-written, and ends as the signal says; standard output.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# ended SIGNAL COMMAND...: signals a command whose last argument is OUT once OUT.part is there. Status, and how
# many files are left; again, with OUT removed, while the command was faster.
ended() {
    local signal=$1 out=${!#} pid code
    shift
    for _ in $(seq 50); do
        # a shell's background commands would ignore INT
        env --default-signal=INT,HUP,TERM "$@" 2>/dev/null &
        pid=$!
        until [ -e "$out.part" ] || ! kill -0 $pid 2>/dev/null; do :; done
        kill -"$signal" $pid 2>/dev/null
        wait $pid 2>/dev/null
        code=$?
        [ $code = 0 ] || break
        rm -f "$out"
    done
    echo "$code $(find "$(dirname "$out")" -name "$(basename "$out")*" | wc -l)"
}

many="--packets 100000000"
for fabric in pcie exanet tnw; do
    # shellcheck disable=SC2086
    is "gen of $fabric ended by TERM leaves nothing" "143 0" \
        "$(ended TERM "$tenter" gen --fabric $fabric $many "$dir/out")"
done
# shellcheck disable=SC2086
is "by INT, too" "130 0" "$(ended INT "$tenter" gen $many "$dir/out")"
# shellcheck disable=SC2086
is "and by HUP" "129 0" "$(ended HUP "$tenter" gen $many "$dir/out")"
"$tenter" gen --packets 40000 "$dir/big" 2>/dev/null
for form in own pcap-raw; do
    is "convert to $form ended by TERM leaves nothing" "143 0" \
        "$(ended TERM "$tenter" convert --to $form "$dir/big" "$dir/out")"
done
echo before >"$dir/kept"
# shellcheck disable=SC2086
ended TERM "$tenter" gen $many "$dir/kept" >/dev/null
is "a file of that name stays as it was" before "$(cat "$dir/kept")"
(
    trap '' HUP
    # shellcheck disable=SC2086
    exec "$tenter" gen $many "$dir/nohup" 2>/dev/null
) &
pid=$!
until [ -e "$dir/nohup.part" ]; do :; done
kill -HUP $pid
sleep 0.1
true_that "under nohup HUP is nothing" kill -0 $pid
kill $pid
wait $pid 2>/dev/null

# standard output, a file or not
for fabric in pcie exanet tnw; do
    "$tenter" gen --fabric $fabric "$dir/named" 2>/dev/null
    "$tenter" gen --fabric $fabric - >"$dir/std" 2>/dev/null
    true_that "gen of $fabric to standard output, a file" cmp -s "$dir/named" "$dir/std"
    true_that "and to a pipe" cmp -s "$dir/named" <("$tenter" gen --fabric $fabric - 2>/dev/null)
done

# closed descriptors: a file that is opened is none of them
for closed in 0 1 2; do
    "$tenter" gen "$dir/without" 2>/dev/null # as expected below
    eval '"$tenter" gen "$dir/closed" '$closed'>&-' 2>/dev/null
    true_that "without descriptor $closed a file holds what it should" cmp -s "$dir/without" "$dir/closed"
done
# told COMMAND...: exit 2 and one line that names standard output, closed or full
told() {
    "$tenter" "$@" 2>"$dir/err" >&-
    is "a closed standard output is told: ${*/$dir\//}" "2 1" "$? $(grep -c ': standard output: ' "$dir/err")"
    "$tenter" "$@" 2>"$dir/err" >/dev/full
    is "a full one, too" "2 1" "$? $(grep -c ': standard output: No space' "$dir/err")"
}
in=$dir/without
for command in "show $in" "check $in" rules "decode 00000001 0100000f 10000000" help --version "help gen" "gen -" \
    "gen --fabric exanet -" "gen --fabric tnw -" "convert $in -" "convert --to pcap-raw $in -" "replay --faults"; do
    # shellcheck disable=SC2086
    told $command
done
