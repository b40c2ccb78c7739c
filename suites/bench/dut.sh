#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The DUT driven and monitored by the C harness against the same DUT under the same
# traffic driven by Verilog alone: processor time a cycle. Both must end with the same
# sums of what came out.
. "${0%/*}/lib.bash"

dut=cz_ioport_remap
"$tenter" gen --packets 32 --size 1500 "$dir/capture" 2>/dev/null
read -r -d '' -a beats < <("$build/bench/dut_beats" "$dir/capture" "$dir") || [ ${#beats[@]} = 2 ]

# cycles I: of the I-th command measured; sums I: what came out
cycles() { sed -n 's/^cycles \([0-9]*\) .*/\1/p' "$dir/out.$1"; }
sums() { sed -n 's/^cycles [0-9]* //p' "$dir/out.$1"; }

compare() { # simulator, bound, times each, rounds of traffic, command of the floor
    local sim=$1 bound=$2 times=$3 rounds=$4
    shift 4
    measure "$times" harness/sim/run-sim "$build" "$sim" "$dut" bench/dut_drive "$dir/capture" "$rounds" -- \
        "$@" "+dir=$dir" "${beats[@]}" "+rounds=$rounds"
    if [ -z "$(sums 1)" ] || [ "$(sums 1)" != "$(sums 2)" ]; then
        echo "$0: $sim: C harness and Verilog alone differ: '$(sums 1)', '$(sums 2)'" >&2
        exit 2
    fi
    figure "C harness / Verilog alone, processor time a cycle of $dut, $sim" \
        "($seconds_1 / $(cycles 1)) / ($seconds_2 / $(cycles 2))" at-most "$bound"
}
compare icarus 1.5 5 3 vvp -n "$build/bench/dut_floor.vvp"
compare verilator 1.2 5 150 "$build/bench/dut_floor"
