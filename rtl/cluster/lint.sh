# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth cluster cl_link cl_link,PLANE=2 cl_level2,PORT_N=2,PLANE_N=1 cl_pcs cl_ni

for p in 1 2; do
    by_turn "cl_link of lane $p is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cl_link "-GPLANE=$p" rtl/cluster/cl_link.v
done
for p in PLANE=-1 PLANE=3; do
    refused cl_link "$p" "${files[@]}"
done

for shape in PORT_N=2,PLANE_N=1,SPEED=1,PREEMPT=0 PORT_N=6,PLANE_N=3 PORT_N=20,PLANE_N=1; do
    by_turn "cl_level2 of $shape is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cl_level2 -G${shape//,/ -G} rtl/cluster/cl_level2.v
done
for p in PORT_N=1 PORT_N=11 PLANE_N=4 SPEED=3 PREEMPT=2; do
    refused cl_switch "$p" "${files[@]}"
done
refused cl_port PLANE_N=4 "${files[@]}"

for p in READ_N=0 READ_N=5; do
    refused cl_ni "$p" "${files[@]}"
done
