#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The DUT driven and monitored by the C harness against the same DUT under the same
# traffic driven by Verilog alone: processor time a cycle. Both must end with the same
# sums of what came out.
# shellcheck source=suites/bench/lib.bash disable=SC2154 # seconds_N, rss_N: by measure
. suites/bench/lib.bash

dut=cz_ioport_remap
"$tenter" gen --packets 32 --size 1500 "$dir/capture" 2>/dev/null

# cycles I: of the I-th command measured; sums I: what came out
cycles() { sed -n 's/^cycles \([0-9]*\) .*/\1/p' "$dir/out.$1"; }
sums() { sed -n 's/^cycles [0-9]* //p' "$dir/out.$1"; }

compare() { # traffic, simulator, bound, times each, rounds of traffic, command of the floor
    local traffic=$1 sim=$2 bound=$3 times=$4 rounds=$5 beats
    shift 5
    beats=$("$build/bench/dut_beats" "$dir/capture" "$dir" "$traffic")
    # shellcheck disable=SC2086 # a word a plusarg
    measure "$times" harness/sim/run-sim "$build" "$sim" "$dut" bench/dut_drive "$dir/capture" "$traffic" "$rounds" -- \
        "$@" "+dir=$dir" $beats "+rounds=$rounds"
    if [ -z "$(sums 1)" ] || [ "$(sums 1)" != "$(sums 2)" ]; then
        echo "$0: $sim: C harness and Verilog alone differ: '$(sums 1)', '$(sums 2)'" >&2
        exit 2
    fi
    figure "C harness / Verilog alone, processor time a cycle of $dut, $traffic traffic, $sim" \
        "($seconds_1 / $(cycles 1)) / ($seconds_2 / $(cycles 2))" at-most "$bound"
}
vvp=(env "LD_PRELOAD=$build/sim/icarus/prog/vvp_cast.so" vvp -n) # as run-sim has it
compare paced icarus 1.5 5 2 "${vvp[@]}" "$build/bench/dut_floor.vvp"
compare full icarus 1.5 5 3 "${vvp[@]}" "$build/bench/dut_floor.vvp"
compare paced verilator 1.2 7 50 "$build/bench/dut_floor"
compare full verilator 1.2 15 500 "$build/bench/dut_floor"
