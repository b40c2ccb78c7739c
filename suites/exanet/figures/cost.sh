#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What blocks of ExaNet cost on a 7-series device, by Yosys: a line a block with LUTs, flip-flops, and block RAM in halves of 36 Kb
# (one RAMB18 is 0.5). Each takes minutes; one that does not end within LIMIT seconds of processor time says so.
#   cost.sh OUT BLOCK...
set -u
out=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
: >"$out.new"
for block; do
    files=$(ls rtl/common/*.v rtl/exanet/*.v)
    (
        ulimit -t "${LIMIT:-900}"
        # shellcheck disable=SC2086
        yosys -q -l "$dir/$block.log" -p "read_verilog -Irtl/common -Irtl/exanet -I${B:-build}/gen $(echo $files); hierarchy -top $block; synth_xilinx -family xc7 -flatten -noiopad -top $block; tee -o $dir/$block.stat stat"
    ) >/dev/null 2>&1
    if [ -s "$dir/$block.stat" ]; then
        awk -v b="$block" '
            $1 ~ /^LUT[1-6]$/ { lut += $2 }
            $1 ~ /^RAM(32|64|128|256)/ { lut += $2 * ($1 ~ /^RAM32M$|^RAM64M$/ ? 4 : $1 ~ /^RAM32X1D$|^RAM64X1D$/ ? 2 : $1 ~ /^RAM128X1D$/ ? 4 : 1) }
            $1 ~ /^SRL/ { lut += $2 }
            $1 ~ /^FD[RSCP]E$/ { ff += $2 }
            $1 == "RAMB36E1" { ram += $2 }
            $1 == "RAMB18E1" { ram += $2 / 2 }
            END { printf "%s\t%d\t%d\t%.1f\n", b, lut, ff, ram }' "$dir/$block.stat" >>"$out.new"
    else
        printf '%s\t-\t-\t-\n' "$block" >>"$out.new"
    fi
    tail -1 "$out.new"
done
mv "$out.new" "$out"
