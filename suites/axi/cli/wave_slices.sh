#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# AXI4 behind register slices in a waveform (suites/axi/waves/slices.v): a burst that is wrong is told once, at the first
# port; a handshake, at the port that breaks it; ports in vectors have their clocks in vectors, too.
set -u
. suites/cli/hex.bash
tenter=$(realpath "$1")/tenter
slices=$(realpath suites/axi/waves/slices.v)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2

judged() { # FAULT
    iverilog -g2005 -Ptb.FAULT="$1" -o slices.vvp "$slices" && vvp -n slices.vvp -fst >/dev/null
    "$tenter" wave --list --check slices.fst >out
}
told() { grep -E '^[A-Z]+-[A-Z0-9-]+ +at ' out | sed -E 's/^([A-Z0-9-]+) .* ns ([^ ]+): .*/\1 \2/' | paste -sd';'; }

judged 0
is "bursts through two slices break no rule" 0 $?
is "of ports in vectors each has its clock and reset" "tb.m_axi[0] 0 tb.m_axi_clk tb.m_axi_rst tb.m_axi[1] 66 tb.m_axi_clk tb.m_axi_rst" \
    "$(sed -En 's/^axi4 +(tb.m_axi\[[01]\]) +32 bits +([0-9]+) transfers, clock ([^,]+), reset (.*)/\1 \2 \3 \4/p' out | paste -sd' ')"
judged 1
is "a burst across 4 KiB is told once, where it begins" "AXI-BST-2 tb.a_axi" "$(told)"
true_that "and is counted further on" grep -q ', 4 not told again further on$' out
judged 2
is "a WLAST that lacks is told once" "AXI-WR-1 tb.a_axi" "$(told)"
judged 3
is "an RLAST too early is told once, at the slave" "AXI-RD-1 tb.m_axi[1]" "$(told)"
judged 4
is "an address that changes while it waits is told each time, at its own port" "AXI-HSK-2 tb.m_axi[1];AXI-HSK-2 tb.m_axi[1];AXI-HSK-2 tb.m_axi[1]" "$(told)"
judged 5
is "data that are unknown are told once" "AXI-UNK-2 tb.a_axi" "$(told)"

# the clock of the vectors' ports never runs: nothing is transferred there, whatever the clock beside does
judged 0
fst2vcd slices.fst | awk '/^\$var/ && $5 == "m_axi_clk" { id = $4 } id && $2 == id { next } { print }' >stopped.vcd
"$tenter" wave --list --check stopped.vcd >out
is "a port whose clock does not run has no transfers" 0 "$(sed -En 's/^axi4 +tb.m_axi\[1\] +32 bits +([0-9]+) .*/\1/p' out)"

# in the style of large cores: m_axi_ddr_* has ddr_clk[1:0], and a clock without a name of its own stands beside
fst2vcd slices.fst | sed -E '/^\$var/ { s/ m_axi_(clk|rst) / ddr_\1 /; s/ m_axi_/ m_axi_ddr_/ }' >ddr.vcd
"$tenter" wave --list ddr.vcd >out
is "a clock by the last words of the port's name" "tb.ddr_clk, reset tb.ddr_rst" "$(sed -En 's/^axi4 +tb.m_axi_ddr\[1\] .* clock //p' out)"
