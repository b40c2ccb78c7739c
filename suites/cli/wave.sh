#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter wave: channels, captures and verdicts of waveforms that foreign benches made; what cannot be
# read ends with one line and code 2.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
axil=suites/pcie/waves/pcie_us_axil_master.fst

# code NAME EXPECTED ARG...: the exit code of tenter wave
code() {
    local name=$1 want=$2
    shift 2
    "$tenter" wave "$@" >"$dir/out" 2>"$dir/err"
    is "$name" "$want" $?
}
count() { grep -cE "^$1 " "$dir/out"; }

# the public bench of an AXI4-Lite master behind an UltraScale hard block: its module answers I/O
# requests with the Byte Count and Lower Address of memory reads
code "a waveform is listed" 0 "$axil"
is "two streams of the hard block are in it" 2 "$(grep -cE '^us-c[qc] ' "$dir/out")"
true_that "a channel names its clock and reset" grep -q 'clock pcie_us_axil_master.clk, reset pcie_us_axil_master.rst$' "$dir/out"
code "a waveform that breaks rules is code 1" 1 --check "$axil"
true_that "352 TLPs" grep -q ', 352 packets,' "$dir/out"
is "Byte Counts below 4" 72 "$(count CPL-10)"
is "Lower Addresses that are not 0" 48 "$(count CPL-11)"
is "refused reads with Byte Count 0" 4 "$(count CPL-5)"
is "and nothing else" 0 "$(grep -E '^[A-Z]+-[A-Z0-9-]+ ' "$dir/out" | grep -cvE '^CPL-(5|10|11) ')"
true_that "a verdict has time and path" grep -q '^CPL-10 * at 32224.008 ns pcie_us_axil_master.m_axis_cc: ' "$dir/out"
code "with those rules off it passes" 0 --check --skip CPL-5,CPL-10,CPL-11 "$axil"
code "a slip of the pen is no rule" 2 --check --only CPL-X "$axil"
code "it becomes a capture" 0 -o "$dir/axil.pcap" "$axil"
grep -E '^CPL' <("$tenter" wave --check "$axil") | sed 's/ at .*: expected/ expected/' >"$dir/wave"
"$tenter" check "$dir/axil.pcap" | grep -E '^CPL' | sed 's/ packet [0-9]*: / /' >"$dir/check"
true_that "which check judges alike" cmp -s "$dir/wave" "$dir/check"
code "a scope without channels" 2 --scope pcie_us_axil_master.nothing "$axil"
code "no such file" 2 "$dir/none.fst"

# not code: the program's own answer to a damaged file is one line on stderr
refused() { # NAME FILE
    code "$1" 2 --check "$2"
    is "$1: one line" 1 "$(wc -l <"$dir/err")"
}
for n in 1 100 1000 5000 13000 13967; do
    head -c "$n" "$axil" >"$dir/cut.fst"
    refused "cut after $n bytes" "$dir/cut.fst"
done
: >"$dir/empty.fst"
refused "an empty file" "$dir/empty.fst"
refused "a text" README.md
refused "a directory" "$dir"
