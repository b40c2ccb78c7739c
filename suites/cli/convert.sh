#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter convert: what comes out is judged as what went in, and a fault leaves
# nothing behind.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mwr="40000001 0100000f fee00000 deadbeef"

# refuses NAME INPUT: exit 2, one line, neither OUT nor OUT.part
refuses() {
    rm -f "$dir/out" "$dir/out.part"
    "$tenter" convert "$2" "$dir/out" 2>"$dir/err"
    is "$1" "2 1 0" "$? $(wc -l <"$dir/err") $(find "$dir" -name 'out*' | wc -l)"
}

# a packet of 262,124 bytes, four more than fit behind a record head
{
    pcap_head 125
    bytes "$(le32 1)$(le32 0)$(le32 262124)$(le32 262124)" 40000001 0100000f fee00000
    head -c 262112 /dev/zero
    record 9 "$mwr"
} >"$dir/long"
refuses "a packet longer than a record is told, not dropped" "$dir/long"
true_that "the message names record and bytes" grep -q 'record 1: 262124 bytes' "$dir/err"
{ head -c 24 "$dir/long"; record 0 "$mwr"; bytes 01000000 00000000 ffffff7f ffffff7f; } >"$dir/corrupt"
refuses "a corrupt record leaves nothing behind" "$dir/corrupt"
capture_of vectors/capture/pcapng_two_links.cap >"$dir/mixed"
refuses "interfaces of two link types are one plain line" "$dir/mixed"
true_that "the line says what to do" grep -q 'split it' "$dir/err"

capture_of vectors/capture/cut_file.cap >"$dir/cut"
"$tenter" convert "$dir/cut" "$dir/cut.own" 2>"$dir/err"
is "a capture cut short is converted up to its last whole record, and that is said" "0 1 1" \
    "$? $(grep -c 'ends inside a record' "$dir/err") $("$tenter" show "$dir/cut.own" | grep -c MRd)"
capture_of vectors/capture/foreign.cap >"$dir/foreign"
"$tenter" convert "$dir/foreign" "$dir/foreign.own" 2>"$dir/err"
is "records that are left out are counted on stderr" "0 1" "$? $(grep -c '5 records left out' "$dir/err")"

# NetTLP: points, and an order that is not to be trusted, survive
"$tenter" gen --packets 20 --size 256 "$dir/gen" 2>/dev/null
"$tenter" convert "$dir/gen" "$dir/gen.own"
is "the first record has the point table and the form it was made from" \
    "from=NetTLP point.0=192.168.10.1>192.168.10.3 point.1=192.168.10.3>192.168.10.1" \
    "$("$tenter" show "$dir/gen.own" | head -n 1 | tr ';' '\n' | grep -E '^(from|point)' | xargs)"
is "a clean NetTLP capture stays clean when converted" "0" \
    "$("$tenter" check "$dir/gen.own" >"$dir/out.txt"; echo $?)"
true_that "with as many violations, none" grep -q ' 0 violations' "$dir/out.txt"
"$tenter" convert "$dir/gen.own" "$dir/gen.own2"
true_that "an own capture is rewritten as it is" cmp -s "$dir/gen.own" "$dir/gen.own2"
"$tenter" convert - "$dir/gen.pipe" <"$dir/gen"
true_that "standard input is converted the same" cmp -s "$dir/gen.own" "$dir/gen.pipe"
"$tenter" convert <(cat "$dir/gen") "$dir/gen.fifo"
true_that "a pipe is converted the same" cmp -s "$dir/gen.own" "$dir/gen.fifo"
capture_of vectors/capture/time_back.cap >"$dir/back"
"$tenter" convert "$dir/back" "$dir/back.own"
true_that "time stamps that step back are named after conversion, too" \
    grep -q 'artefact ART-TIME.*1 record' <("$tenter" check "$dir/back.own")
capture_of vectors/capture/analyser.cap >"$dir/symbols"
"$tenter" convert "$dir/symbols" "$dir/symbols.own" 2>/dev/null
true_that "garbage is named after conversion, too" \
    grep -q 'artefact ART-GARBAGE.*2 records' <("$tenter" check "$dir/symbols.own")

# raw TLPs
"$tenter" convert --to pcap-raw "$dir/gen" "$dir/gen.raw"
is "--to pcap-raw writes link type 125 in nanoseconds" "4d3cb2a1 7d000000" \
    "$(od -An -tx1 -N4 "$dir/gen.raw" | tr -d ' ') $(od -An -tx1 -j20 -N4 "$dir/gen.raw" | tr -d ' ')"
tlps() { "$tenter" show "$1" | grep -oE ' [0-9]+\.[0-9]{9} .*' | sed -E 's/ [0-9.]+>[0-9.]+//'; }
true_that "the raw TLPs are those of the capture" cmp -s <(tlps "$dir/gen") <(tlps "$dir/gen.raw")
"$tenter" convert --to own "$dir/gen" "$dir/gen.own3"
true_that "--to own is what happens without" cmp -s "$dir/gen.own" "$dir/gen.own3"
"$tenter" convert --to pdf "$dir/gen" "$dir/pdf" 2>/dev/null
is "another form is refused" 2 $?
"$tenter" convert "$dir/gen" /dev/full 2>"$dir/err"
is "a full disk is told" "2 1" "$? $(wc -l <"$dir/err")"
