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
code "verdicts come as JSON" 1 --check --json "$axil"
is "a line of JSON for each" 124 "$(python3 -c 'import json, sys
print(sum("rule" in json.loads(line) for line in sys.stdin))' <"$dir/out")"
true_that "it has the time, the path and both packets" grep -q '^{"tick":32224008,"cycle":8055,"rule":"CPL-10","path":"pcie_us_axil_master.m_axis_cc",.*"packet":183,.*"related":182,' "$dir/out"
code "with those rules off it passes" 0 --check --skip CPL-5,CPL-10,CPL-11 "$axil"
code "a slip of the pen is no rule" 2 --check --only CPL-X "$axil"
code "it becomes a capture" 0 -o "$dir/axil.pcap" "$axil"
grep -E '^CPL' <("$tenter" wave --check "$axil") | sed 's/ at .*: expected/ expected/' >"$dir/wave"
"$tenter" check "$dir/axil.pcap" | grep -E '^CPL' | sed 's/ packet [0-9]*: / /' >"$dir/check"
true_that "which check judges alike" cmp -s "$dir/wave" "$dir/check"

# a simulation that is at work has written so much of its waveform
fst2vcd "$axil" | head -c 300000 >"$dir/growing.vcd"
code "a waveform that still grows is code 2" 2 --check "$dir/growing.vcd"
is "which says so in one line" 1 "$(grep -c 'growing.vcd: cut short: looked at as far as it goes$' "$dir/err")"
true_that "and is judged as far as it goes" grep -q '^[0-9]* channels, [1-9][0-9]* transfers' "$dir/out"

# AXI4-Lite and AXI4-Stream on the same wires
"$tenter" wave --list "$axil" >"$dir/out"
true_that "the AXI4-Lite port is found" grep -q '^axi4-lite .* 32 bits .* 500 transfers' "$dir/out"
is "both streams are AXI4-Stream, too" 2 "$(grep -c '^axi-stream ' "$dir/out")"

# the larger waveforms of the same project's benches, where they are present
waves=${TENTER_CAPTURES:-../shared/captures}/waves
if [ -e "$waves/pcie_us_axi_master.fst" ]; then
    code "the AXI4 master's waveform breaks a rule" 1 --check "$waves/pcie_us_axi_master.fst"
    true_that "2712 TLPs" grep -q ', 2712 packets,' "$dir/out"
    is "refused I/O requests with Byte Count 0" 4 "$(count CPL-10)"
    is "and nothing else in it" 4 "$(grep -cE '^[A-Z]+-[A-Z0-9-]+ ' "$dir/out")"
    code "both sides of an AXI4 register slice break none" 0 --check "$waves/axi_register.fst"
    true_that "and are two ports" grep -q '^2 channels, 311568 transfers' "$dir/out"
fi

# a map: another name for the streams, without the ones that names give away
{
    echo "# the completer's streams"
    echo "none pcie_us_axil_master.s_axis_cq"
    echo "none pcie_us_axil_master.m_axis_cc"
    echo "us-cq my.requests clock=pcie_us_axil_master.clk reset=pcie_us_axil_master.rst link=mine cq_tvalid=pcie_us_axil_master.s_axis_cq_tvalid cq_tready=pcie_us_axil_master.s_axis_cq_tready cq_tdata=pcie_us_axil_master.s_axis_cq_tdata[63:0] cq_tuser=pcie_us_axil_master.s_axis_cq_tuser cq_tlast=pcie_us_axil_master.s_axis_cq_tlast cq_tkeep=pcie_us_axil_master.s_axis_cq_tkeep"
} >"$dir/map"
code "a map names a channel" 0 --check --map "$dir/map" -o "$dir/map.pcap" "$axil"
is "its requests alone are there" 208 "$("$tenter" show "$dir/map.pcap" | grep ' my.requests' | grep -vc ' reset$')"
echo "us-cq my.requests cq_tvalid=nothing" >"$dir/map"
code "a signal that is not there" 2 --map "$dir/map" "$axil"
true_that "is named with its line" grep -q "line 1 of the map: no signal 'nothing'" "$dir/err"

# a part of the waveform, and the files beside
code "from a time to another" 1 --check --from 32us --to 33000 --junit "$dir/j.xml" --gtkw "$dir/w.gtkw" "$axil"
true_that "verdicts lie between them" awk '/^CPL/ && ($3 < 32000 || $3 > 33000) { bad = 1 } END { exit bad }' "$dir/out"
true_that "JUnit names the rule" grep -q 'classname="pcie" name="CPL-10"><failure' "$dir/j.xml"
true_that "GTKWave has a marker at the first" grep -q '^\*-15.0 32224008 32224008 ' "$dir/w.gtkw"
true_that "one for both rules of a completion" grep -q '^\[markername\] [A-Z] CPL-10 CPL-11$' "$dir/w.gtkw"
true_that "and the channel's signals" grep -qx 'pcie_us_axil_master.m_axis_cc_tdata\[63:0\]' "$dir/w.gtkw"
code "no time" 2 --from soon "$axil"
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
# eight bytes of ones, where the library's own structures stand: whatever it makes of them, no message
# is longer than a line, and no signal ends the command
for at in 1 60 320 400 2000 9000 13500 13900; do
    cp "$axil" "$dir/bad.fst"
    printf '\377\377\377\377\377\377\377\377' | dd of="$dir/bad.fst" bs=1 seek="$at" conv=notrunc 2>/dev/null
    "$tenter" wave --check "$dir/bad.fst" >/dev/null 2>"$dir/err"
    code=$?
    true_that "damage at byte $at: code 0 to 2, one line with code 2" [ "$code" -le 2 -a "$(wc -l <"$dir/err")" = "$((code == 2))" ]
done
# a NUL in a vector's value: the digits behind it were read from beyond the value
{
    printf '$timescale 1 ns $end\n$scope module t $end\n$var wire 1 ! clk $end\n$var wire 1 " s_tvalid $end\n$var wire 64 # s_tdata $end\n'
    printf '$upscope $end\n$enddefinitions $end\n#0\n0!\n0"\nb1\0000101 #\n#5\n1!\n'
} >"$dir/nul.vcd"
refused "a NUL in a value" "$dir/nul.vcd"
: >"$dir/empty.fst"
refused "an empty file" "$dir/empty.fst"
refused "a text" README.md
refused "a directory" "$dir"
