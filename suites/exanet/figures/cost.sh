#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What blocks of ExaNet, or of another fabric (FABRIC=), cost on a 7-series device, by Yosys: a line a block with LUTs, flip-flops, block RAM in halves of 36 Kb
# (one RAMB18 is 0.5), and those of the LUTs that are memory. LUTs that are memory or shift registers count as the LUTs that they take. A block may stand with parameters:
# exa_rt_mailbox,DUP_N=4. Modules behind a minus are left out, so that what joins them is counted: exa_crossbar-exa_port_in. Each takes minutes; one that does not end within LIMIT seconds of processor time has no numbers.
#   cost.sh OUT BLOCK...
set -u
out=$1 fabric=${FABRIC:-exanet}
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
one() { # BLOCK[-MODULE...][,NAME=VALUE...]: its line
    local -a part without
    local top set='' p
    IFS=, read -ra part <<<"$1"
    IFS=- read -ra without <<<"${part[0]}"
    top=${without[0]}
    for p in "${part[@]:1}"; do set+=" -chparam ${p%%=*} ${p#*=}"; done
    (
        ulimit -t "${LIMIT:-900}"
        yosys -q -l "$dir/$1.log" -p "read_verilog -Irtl/common -Irtl/exanet -Irtl/$fabric -I${B:-build}/gen $(echo rtl/common/*.v rtl/$fabric/*.v); ${without[1]:+blackbox ${without[*]:1};} hierarchy -top $top$set; synth_xilinx -family xc7 -flatten -noiopad -top $top; tee -o $dir/$1.stat stat"
    ) >/dev/null 2>&1
    if [ ! -s "$dir/$1.stat" ]; then
        printf '%s\t-\t-\t-\t-\n' "$1"
        return
    fi
    awk -v b="$1" '
        $1 ~ /^LUT[1-6]$/ { lut += $2 }
        $1 ~ /^RAM(32|64|128|256)/ { n = $2 * ($1 ~ /^RAM32M$|^RAM64M$/ ? 4 : $1 ~ /^RAM32X1D$|^RAM64X1D$/ ? 2 : $1 ~ /^RAM128X1D$/ ? 4 : 1); lut += n; memory += n }
        $1 ~ /^SRL/ { lut += $2 }
        $1 ~ /^FD[RSCP]E$/ { ff += $2 }
        $1 == "RAMB36E1" { ram += $2 }
        $1 == "RAMB18E1" { ram += $2 / 2 }
        END { printf "%s\t%d\t%d\t%.1f\t%d\n", b, lut, ff, ram, memory }' "$dir/$1.stat"
}
for block; do
    while [ "$(jobs -pr | wc -l)" -ge "${JOBS:-2}" ]; do wait -n; done
    one "$block" >"$dir/$block.tsv" &
done
wait
for block; do cat "$dir/$block.tsv"; done >"$out.new"
cat "$out.new"
mv "$out.new" "$out"
