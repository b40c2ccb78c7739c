#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Legal traffic at random behind the hard block (suites/pcie/waves/inside.py) is clean, from its beginning and from its middle, whoever
# gives the tags; one fault is one verdict. SEEDS="3 4 5": other seeds than those of make check.
set -u
. suites/cli/hex.bash
tenter=$(realpath "$1")/tenter
inside=$(realpath suites/pcie/waves/inside.py)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2

judged() { # SEED FAULT [ARG...]
    "$inside" "$1" inside.vcd "$2" || exit 2
    "$tenter" wave --check "${@:3}" inside.vcd >out
}
told() { grep -E '^[A-Z]+-[A-Z0-9-]+ +at ' out | grep -v INCONCLUSIVE | sed -E 's/^([A-Z0-9-]+) .* ns ([^ ]+): .*/\1 \2/' | paste -sd';'; }

for seed in ${SEEDS:-1 5}; do
    judged "$seed" ""
    is "legal traffic is clean, seed $seed" "" "$(told)"
    true_that "and there is some" grep -q ', [12][0-9]* packets,' out
    for from in 2222 5121; do
        "$tenter" wave --check --from $from inside.vcd >out
        is "from $from ns on, too, seed $seed" "" "$(told)"
    done
    judged "$seed" tags
    is "where the block gives the tags, too, seed $seed" "" "$(told)"
    judged "$seed" cq
    is "a fault on CQ is told there, seed $seed" "TLP-BE-3 tb.dut.s_axis_cq" "$(told)"
    judged "$seed" fifo
    is "a fault behind the FIFO is told once, seed $seed" "TLP-BE-3 tb.dut.demux_inst.out_tlp" "$(told | sed 's/\[[012]\]$//')"
    judged "$seed" tag
    is "a tag that is taken twice is told once, seed $seed" 1 "$(told | grep -cE '^TAG-1 [^;]*$')"
done
