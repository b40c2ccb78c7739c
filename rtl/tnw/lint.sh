# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth tnw tnw_pcs tnw_link tnw_rcv tnw_pput tnw_pi_in tnw_pi_out tnw_pi_regs tnw_inj_arb tnw_wire tnw_nget,TAG_LOG2=1,DESC_LOG2=1

for p in "2 1" "6 4" "5 2"; do
    read -r tx rx <<<"$p"
    by_turn "tnw_link with 2^$tx items and 2^$rx packets is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_link \
        "-GTX_ITEMS_LOG2=$tx" "-GRX_PKTS_LOG2=$rx" rtl/tnw/tnw_link.v
done

for c in 0 1 4; do
    by_turn "tnw_rcv with 2^$c credits is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_rcv "-GCREDIT_LOG2=$c" rtl/tnw/tnw_rcv.v
done

for p in "8 2" "24 5"; do
    read -r off item <<<"$p"
    by_turn "tnw_pput with 2^$off fragments and 2^$item items is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_pput \
        "-GOFF_LOG2=$off" "-GITEM_LOG2=$item" rtl/tnw/tnw_pput.v
done

for off in 8 24; do
    by_turn "tnw_pi_in with 2^$off fragments is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_pi_in "-GOFF_LOG2=$off" rtl/tnw/tnw_pi_in.v
done

for p in "1 0" "5 4"; do
    read -r tag desc <<<"$p"
    by_turn "tnw_nget with 2^$tag slots and 2^$desc descriptors is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_nget \
        "-GTAG_LOG2=$tag" "-GDESC_LOG2=$desc" rtl/tnw/tnw_nget.v
done
for w in 0 2 3 63; do
    by_turn "tnw_wire of $w cycles is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_wire "-GWIRE_CYC=$w" rtl/tnw/tnw_wire.v
done
for t in tnw_rcv tnw_pi; do
    by_turn "$t without last is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module "$t" -GLAST_EN=0 "rtl/tnw/$t.v"
done
by_turn "tnw_nwp without symbols is clean" \
    verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module tnw_nwp -GPCS_EN=0 rtl/tnw/tnw_nwp.v

for p in TX_ITEMS_LOG2=1 TX_ITEMS_LOG2=7 RX_PKTS_LOG2=0 RX_PKTS_LOG2=5; do
    refused tnw_link "$p" "${files[@]}"
done
refused tnw_rcv CREDIT_LOG2=-1 "${files[@]}"
refused tnw_rcv CREDIT_LOG2=5 "${files[@]}"
refused tnw_rcv LAST_EN=2 "${files[@]}"
for p in OFF_LOG2=7 OFF_LOG2=25 ITEM_LOG2=1 ITEM_LOG2=6; do
    refused tnw_pput "$p" "${files[@]}"
done
refused tnw_pi_in OFF_LOG2=7 "${files[@]}"
refused tnw_pi_in OFF_LOG2=25 "${files[@]}"
for p in TAG_LOG2=0 TAG_LOG2=6 DESC_LOG2=-1 DESC_LOG2=5; do
    refused tnw_nget "$p" "${files[@]}"
done
refused tnw_nwp PCS_EN=2 "${files[@]}"
for p in X_N=0 X_N=5 Y_N=5 Z_N=5 WIRE_CYC=-1 WIRE_CYC=64; do
    refused tnw_torus "$p" "${files[@]}"
done
