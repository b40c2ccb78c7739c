#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW's network processors in cycles, counted in simulation under Icarus with tnw_pcs, the software on the library;
# beside each what paper 004 measured (section 4). A link carries 32 payload words of 35, 0.91 GB/s of the paper's 1.
# shellcheck source=suites/bench/lib.bash
. "${0%/*}/lib.bash"

harness/sim/run-sim "$build" icarus tnw_torus-pair bench/tnw_rates >"$dir/tnw"
of() { awk -v k="$1" '$1 == k { print $2; n++ } END { exit n != 1 }' "$dir/tnw"; }

figure "TNW, NWP to NWP, cycles (paper: 0.6 us, 150 at 250 MHz)" "$(of latency)" at-most 150
figure "TNW link, payload share of its words, Pput (paper: 0.83; ceiling: 0.914)" "$(of pput1)" at-least 0.823
figure "TNW link, payload share of its words, Nget (paper: 0.76; ceiling: 0.914)" "$(of nget1)" at-least 0.76
for way in pput nget; do
    for n in 2 3; do
        figure "TNW, $n links as a multiple of one, ${way^} (paper: scales well)" "$(of $way$n) / $(of ${way}1)" at-least "$(awk "BEGIN { print 0.95 * $n }")"
    done
done
