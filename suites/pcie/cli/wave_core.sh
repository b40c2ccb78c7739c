#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The waveform of a core behind the hard block (suites/pcie/waves/core.v) is clean, and one fault in it is one verdict,
# however many channels its TLP passes; the same live.
set -u
. suites/cli/hex.bash
build=$(realpath "$1")
tenter=$build/tenter
core=$(realpath suites/pcie/waves/core.v)
axil=$(realpath suites/pcie/waves/pcie_us_axil_master.fst)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2

# judged SEG FAULT: the core's waveform, and what is told of it in out
judged() {
    iverilog -g2005 -Ptb.SEG="$1" -Ptb.FAULT="$2" -o core.vvp "$core" && vvp -n core.vvp -fst >/dev/null
    "$tenter" wave --list --check core.fst >out 2>err
}
told() { grep -E '^[A-Z]+-[A-Z0-9-]+ +at ' out | grep -v INCONCLUSIVE | sed -E 's/^([A-Z0-9-]+) .* ns ([^ ]+): .*/\1 \2/' | paste -sd';'; }
listed() { sed -En "s/^tlp-segments +tb.core.$1 +[0-9]+ bits +//p" out | sed 's/, clock.*//'; }

for seg in 1 2; do
    judged $seg 0
    is "a core of $seg segments breaks no rule" 0 $?
    is "and nothing is told" "" "$(told)"
    is "ports in the same vectors are two: port 0 of $seg" "16 transfers" "$(listed 'port_tlp\[0\]')"
    is "port 1 of $seg" "16 transfers" "$(listed 'port_tlp\[1\]')"
    judged $seg 1
    is "a byte enable that is wrong on CQ is told there, of $seg" "TLP-BE-3 tb.cq" "$(told)"
    true_that "and not again on the 7 channels behind, of $seg" grep -q ', 7 not told again further on$' out
    judged $seg 2
    is "a completion with a wrong tag is told once, of $seg" "CPL-1 tb.cc" "$(told)"
    judged $seg 3
    is "a tag that is taken twice is told once, of $seg" "TAG-1 tb.rq" "$(told)"
    judged $seg 4
    is "a completion that gets another Requester ID inside is told there, of $seg" "CPL-1 tb.core.rx_cpl_tlp" "$(told)"
    judged $seg 5
    is "a header that the FIFO damages is told once, of $seg" "TLP-BE-3 tb.core.port_tlp[1]" "$(told)"
    judged $seg 6
    is "one that the demultiplexer damages, too, of $seg" "TLP-BE-3 tb.core.port_tlp[1]" "$(told)"
    judged $seg 7
    is "a port's valid that becomes unknown is told once, of $seg" "AXI-UNK-1 tb.core.port[0]" "$(told)"
    judged $seg 8
    is "of two equal TLPs with a strobe too many each is told, of $seg" "TLP-TD-1 tb.core.rx_req_tlp;TLP-TD-1 tb.core.rx_req_tlp" "$(told)"
done
is "what is read by read_en is understood" "32 transfers" "$(listed fifo_inst.out_tlp)"
is "and where it is not, the list says why" "0 transfers, not judged: it is taken by read_en, without seg_offset and read_seg_count" "$(listed fifo_tlp)"
"$tenter" wave --list --json core.fst >out
true_that "in JSON, too" grep -q '"path":"tb.core.fifo_tlp",.*"not_judged":"it is taken by read_en' out

# without the hard block's streams, headers of 4 DWs are a link's: each is told, once
fst2vcd core.fst | sed -E '/^\$var/ s/ (s_axis_|m_axis_)?(cq|cc|rq|rc)_t/ \2_x/' >inside.vcd
"$tenter" wave --check --only TLP-ADR-1 inside.vcd >out
is "without the block's streams a header of 4 DWs is a link's" 1 $?
is "and each is told once" 25 "$(grep -c '^TLP-ADR-1 ' out)"

# RC's signals have other names where RQ is found: both are one link all the same
judged 1 0
fst2vcd core.fst | awk '/^\$scope module core / { deep = 1 } /^\$var/ && !deep && $5 ~ /^rc_/ { $5 = "x" $5 } { print }' >parts.vcd
"$tenter" wave --list --check parts.vcd >out
is "streams of one block in two scopes break no rule" 0 $?
is "and RC is found further down" 1 "$(grep -c '^us-rc * tb.core.s_axis_rc ' out)"

# from a time on, behind the reset: the answers to what came before are none's
judged 1 0
"$tenter" wave --check --from 60ns core.fst >out
is "from a time behind the reset on, nothing is told" 0 $?

# a READY of another name: the stream is listed, and its beats are not taken for TLPs
fst2vcd "$axil" | sed -E '/^\$var/ s/ m_axis_cc_tready/ m_axis_cc_tready_int/' >other.vcd
"$tenter" wave --list --check other.vcd >out
is "with a READY of another name nothing is told" 0 $?
is "and the list says why, of TLPs and of the stream" 2 "$(grep -cE '^(us-cc|axi-stream) +pcie_us_axil_master.m_axis_cc .* not judged: its ready has another name' out)"

# a simulation at work
iverilog -g2005 -Ptb.FAULT=1 -o core.vvp "$core"
vvp -n -M "$build" -m tenter_attach core.vvp -fst +tenter | sed '/^FST info/d' >live
"$tenter" wave --check core.fst >file
true_that "a simulation at work has the waveform's verdicts" cmp -s live file
is "once" 1 "$(grep -c '^TLP-BE-3 ' live)"
