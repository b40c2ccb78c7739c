# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth cluster cl_link cl_link,PLANE=2 cl_pcs

for p in 1 2; do
    by_turn "cl_link of lane $p is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cl_link "-GPLANE=$p" rtl/cluster/cl_link.v
done
for p in PLANE=-1 PLANE=3; do
    refused cl_link "$p" "${files[@]}"
done
