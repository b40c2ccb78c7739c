#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW's link in cycles, counted in simulation under Verilator, one end the RTL, both ways at full
# speed; beside each what the paper says, or theory.
# shellcheck source=suites/bench/lib.bash
. suites/bench/lib.bash

harness/sim/run-sim "$build" verilator tnw_link bench/tnw_link_rate >"$dir/link"
of() { awk -v k="$1" '$1 == k { print $2; n++ } END { exit n != 1 }' "$dir/link"; }
number() { awk "BEGIN { printf \"%.${2:-0}f\", $1 }"; }

# A packet's 32 of 35 words; the paper's 0.91 GB/s of 1, and what its Pput reaches of it, 0.83.
figure "TNW link, payload share of its words, sent (paper: 0.83 with Pput; ceiling 32/35)" "$(of efficiency_out)" at-least 0.90
figure "TNW link, payload share of its words, received (paper: 0.83 with Pput; ceiling 32/35)" "$(of efficiency_in)" at-least 0.90

# From the error to the first item again, taken whole. Page (tnw_link.md 9): 2D + 35 + 35 + 12 to the first packet
# again, D = 7 cycles of wire and 8 of both tnw_pcs; the packet itself 35, its judgement 4, its take 20.
D=15 packet=59
again=$((2 * D + 35 + 35 + 12 + packet))
for kind in bit lost doubled swapped symbol symbol_in; do
    figure "TNW link, cycles from an error to the first item behind its repair: $kind (paper: none)" "$(of recovery_$kind)" at-most $again
done
# a packet lost whole is missed when the next one has come
figure "TNW link, cycles from an error to the first item behind its repair: packet lost whole (paper: none)" \
    "$(of recovery_packet)" at-most $((again + 70))
# 512 from the last progress, which may be a packet and a round trip behind the error, and idle columns
figure "TNW link, cycles from an error to the first item behind its repair: lanes lost (paper: none)" \
    "$(of recovery_lanes)" at-most $((512 + 48 + 2 * D + 2 * D + 47 + packet))

# Go-back-N: of a packet of 1400 bits on the line P = 1 - (1 - p)^1400 are wrong; each costs R cycles from its START
# to the next time: itself 35, a round trip, the packets under way here and there (17.5 each). Share of the cycles:
# 32 (1 - P) / (35 (1 - P) + R P).
R=$((35 + 2 * D + 12 + 35))
theory() { number "(1 - (1 - (1 - $1) ^ 1400)) * 32 / ((1 - $1) ^ 1400 * 35 + (1 - (1 - $1) ^ 1400) * $R)" 5; }
for n in 3 4 5; do
    t=$(theory 1e-$n)
    figure "TNW link, payload share at one wrong bit in 10^$n (paper: none; go-back-N: $(number "$t" 3))" \
        "$(of goodput_$n)" at-least "$(number "0.95 * $t" 3)"
done
# Rarer errors are too rare to be waited for: what one costs was measured at 10^-5, where they do not meet.
cost=$(number "(32 / 35 - $(of goodput_5)) / (32 / 35) * 1000000 / $(of errors_5)" 2)
for n in 6 7 8 9; do
    t=$(theory 1e-$n)
    figure "TNW link, payload share at one wrong bit in 10^$n, by the cost of one (paper: none; go-back-N: $(number "$t" 5))" \
        "32 / 35 * (1 - 40 * 1e-$n * $cost)" at-least "$(number "0.999 * $t" 5)"
done
