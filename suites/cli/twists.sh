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
for fabric in exanet apenet cluster tnw; do
    "$1/tenter" gen --fabric $fabric --packets 60 --seed "$((10#$seed))" "$dir/$fabric.pcap" 2>/dev/null && made+=("$dir/$fabric.pcap")
done
files=("${made[@]}" traces/{pcie,exanet,apenet,cluster}/*.pcap traces/tnw/{forty,hole_t[247]}*.pcap "$real"/nettlp/*/*.pcap "$real"/analyzer/*.pcapng)
if [ -n "${TN_ALL:-}" ]; then
    suites/twists/run "$1/tenter" 40 "$((10#$seed))" -- "${files[@]}"
else # a capture of each kind, by SEED
    part=()
    for ((i = seed % 12; i < ${#files[@]}; i += 12)); do part+=("${files[i]}"); done
    suites/twists/run "$1/tenter" 2 "$((10#$seed))" -- "${part[@]}"
fi
