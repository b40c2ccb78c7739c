#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A waveform in another shape (suites/twists/vcd) has the same packets and verdicts.
#   wave_shapes.sh BUILD
set -u
. suites/cli/hex.bash
tenter=$(realpath "$1")/tenter
vcd=$(realpath suites/twists/vcd)
core=$(realpath suites/pcie/waves/core.v)
axil=$(realpath suites/pcie/waves/pcie_us_axil_master.fst)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
seed=${SEED:-1} faults="0 1" shapes=1
[ -z "${TN_ALL:-}" ] || { faults="0 1 2 3 4 5" shapes=10; }

# the channels without the names of their scopes, and each verdict's rule
seen() {
    "$tenter" wave --list --check "$1" >out 2>err
    echo "exit $?"
    sed -En 's/^([a-z0-9-]+) +[^ ]+ +([0-9]+ bits) +([0-9]+ transfers).*/\1 \2 \3/p' out | sort
    grep -oE '^[A-Z]+-[A-Z0-9]+(-[0-9]+)? +at ' out | sort
}
for fault in $faults; do
    iverilog -g2005 -Ptb.SEG=2 -Ptb.FAULT=$fault -o core.vvp "$core" && vvp -n core.vvp -fst >/dev/null && fst2vcd -f core.fst -o core$fault.vcd
done
fst2vcd -f "$axil" -o axil.vcd
for wave in core*.vcd axil; do
    wave=${wave%.vcd}
    [ -e "$wave.vcd" ] || continue
    seen "$wave.vcd" >want
    true_that "$wave has channels" grep -q transfers want
    for ((k = 1; k <= shapes; k++)); do
        for bits in "" bits; do
            # shellcheck disable=SC2086 # perhaps no word
            "$vcd" "$seed.$k" $bits "$wave.vcd" new.vcd
            is "$wave in shape $seed.$k $bits is the same" "$(cat want)" "$(seen new.vcd)"
        done
    done
done
