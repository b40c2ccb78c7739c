# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# cZodiac's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth czodiac cz_ioport_remap,FUNC_N=2,PORT_N=2,MPS_B=128,QUEUE_LOG2=5

# the largest and the smallest the contract allows
dut=rtl/czodiac/cz_ioport_remap.v
for p in "64 16 4096 10" "1 1 128 5" "5 3 512 7"; do
    read -r func port mps queue <<<"$p"
    silent "cz_ioport_remap with $func functions, $port ports, MPS $mps is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cz_ioport_remap \
        "-GFUNC_N=$func" "-GPORT_N=$port" "-GMPS_B=$mps" "-GQUEUE_LOG2=$queue" $dut
done

for p in FUNC_N=65 FUNC_N=0 PORT_N=17 PORT_N=0 MPS_B=64 MPS_B=8192 QUEUE_LOG2=4; do
    refused cz_ioport_remap "$p" "${files[@]}"
done
