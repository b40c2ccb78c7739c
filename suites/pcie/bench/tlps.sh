#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TLPs decoded, judged by every rule and encoded again, per second of processor time,
# in memory, in units of a public Python model's rate (see README.md).
# shellcheck source=suites/bench/lib.bash disable=SC2154 # seconds_N, rss_N: by measure
. suites/bench/lib.bash

python=30700
"$tenter" gen --packets 400 --size 1500 "$dir/capture" 2>/dev/null
for _ in 1 2 3 4 5; do "$build/bench/tlps" "$dir/capture"; done >"$dir/rates"
figure "TLPs decoded, checked and encoded a second / $python" \
    "$(sort -g "$dir/rates" | sed -n 3p) / $python" at-least 100
