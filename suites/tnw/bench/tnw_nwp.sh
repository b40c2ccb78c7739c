#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW's network processors in cycles, counted in simulation under Icarus, the software on the library;
# beside each what paper 004 measured (section 4). A link carries 32 payload words of 35, 0.91 GB/s of the paper's 1.
# shellcheck source=suites/bench/lib.bash
. suites/bench/lib.bash

# (symbols, which Icarus is slow at, where they count: they take time, and no share of the words)
harness/sim/run-sim "$build" icarus tnw_torus-symbols bench/tnw_rates latency >"$dir/latency"
harness/sim/run-sim "$build" icarus tnw_torus-pair bench/tnw_rates >"$dir/rates"
of() { awk -v k="$2" '$1 == k { print $2; n++ } END { exit n != 1 }' "$dir/$1"; }

figure "TNW, NWP to NWP, cycles (paper: 0.6 us, 150 at 250 MHz)" "$(of latency latency)" at-most 150
figure "TNW link, payload share of its words, Pput (paper: 0.83; ceiling: 0.914)" "$(of rates pput1)" at-least 0.823
figure "TNW link, payload share of its words, Nget (paper: 0.76; ceiling: 0.914)" "$(of rates nget1)" at-least 0.76
for way in pput nget; do
    for n in 2 3; do
        figure "TNW, $n links as a multiple of one, ${way^} (paper: scales well)" "$(of rates "$way$n") / $(of rates "${way}1")" at-least "$(awk "BEGIN { print 0.95 * $n }")"
    done
done
