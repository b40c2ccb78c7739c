#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# No false alarm on parts, merges, copies and conversions of captures: a few of each, by SEED, with TN_ALL=1 many. Captures
# made on real hardware are among them where they are present (TENTER_CAPTURES).
set -u
real=${TENTER_CAPTURES:-../shared/captures}
seed=${SEED:-1}
[[ $seed =~ ^[0-9]{1,15}$ ]] || seed=$((0x$(printf '%s' "$seed" | sha256sum | cut -c1-12)))
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mapfile -t made < <(suites/twists/made "$dir" "$((10#$seed))")
shopt -s nullglob
files=("${made[@]}" traces/pcie/*.pcap traces/exanet/*.pcap "$real"/nettlp/*/*.pcap "$real"/analyzer/*.pcapng)
if [ -n "${TN_ALL:-}" ]; then
    suites/twists/run "$1/tenter" 40 "$((10#$seed))" -- "${files[@]}"
else # a capture of each kind, by SEED
    part=()
    for ((i = seed % 6; i < ${#files[@]}; i += 6)); do part+=("${files[i]}"); done
    suites/twists/run "$1/tenter" 2 "$((10#$seed))" -- "${part[@]}"
fi
