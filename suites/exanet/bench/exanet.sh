#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's switch and link in cycles, counted in simulation under Icarus; beside each what
# paper 001 says of its own.
# shellcheck source=suites/bench/lib.bash
. suites/bench/lib.bash

harness/sim/run-sim "$build" icarus exa_crossbar-uniform bench/exa_switch_rate >"$dir/switch"
harness/sim/run-sim "$build" icarus exa_link bench/exa_link_rate >"$dir/link"
of() { awk -v k="$2" '$1 == k { print $2; n++ } END { exit n != 1 }' "$dir/$1"; }

figure "ExaNet switch, latency of a header, cycles (paper: 2)" "$(of switch latency)" at-most 2
figure "ExaNet switch, idle cycles between packets of one input (paper: 2)" "$(of switch idle_one_input)" at-most 0
figure "ExaNet switch, idle cycles between packets of two inputs (paper: 2)" "$(of switch idle_two_inputs)" at-most 0
figure "ExaNet switch, idle cycles between packets of two words (paper: 2)" "$(of switch idle_small)" at-most 0
# A switch without buffers that serves the heads of its inputs carries 0.586 of uniform
# traffic when it is large (Karol, Hluchyj, Morgan 1987); with 16 ports a little more.
for n in 16 64 256; do
    figure "ExaNet switch, share of 16 ports' words, uniform traffic, $n bytes (paper: none; theory: 0.59)" "$(of switch uniform_$n)" at-least 0.57
done
# The ceiling counts a packet's header and footer words: n / (n + 32), 88.9 % of 256 bytes. A frame has a
# separator more (8 bytes), and one block in 64 is flow control; 1 % on top is the bound. The paper (section 7) measured
# 8.23 of the line's 10 Gb/s with RDMA over one hop in packets of 256 bytes, and nothing of the smaller ones.
for n in 16 32 64 128 256; do
    [ "$n" = 256 ] && paper='0.823, RDMA over one hop' || paper=none
    figure "ExaNet link, payload share of its blocks, $n bytes (paper: $paper; ceiling: $(awk "BEGIN { printf \"%.3f\", $n / ($n + 32) }"))" \
        "$(of link "$n")" at-least "$(awk "BEGIN { printf \"%.3f\", 0.99 * 63 / 64 * $n / ($n + 40) }")"
done
