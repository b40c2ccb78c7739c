# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth apenet ape_ni,BUF_LOG2=2,TLB_LOG2=2,MSG_LOG2=2,GET_LOG2=1,ACK_LOG2=1,PKT_LOG2=0,ENGINE_N=2 ape_link ape_pcs ape_router,LINK_N=3 ape_router,HEADER=1 ape_wire ape_wires,WIRE_CYC=5 ape_link,BAND=0 ape_link,BAND=0,LITERAL_EN=0 ape_link,HEADER=1

for p in "3 1" "3 2" "6 2"; do
    read -r link loc <<<"$p"
    by_turn "ape_switch of $link links and $loc local ports is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module ape_switch \
        "-GLINK_N=$link" "-GLOCAL_N=$loc" rtl/apenet/ape_switch.v
done
by_turn "ape_switch with lines of symbols is clean" \
    verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module ape_switch -GPCS=1 rtl/apenet/ape_switch.v
for m in ape_router ape_link ape_switch ape_lattice; do
    by_turn "$m for packets of ExaNet is clean" \
        verilator --lint-only -Wall "${waivers[@]}" -y "$boxes" "${path[@]}" --top-module "$m" -GHEADER=1 "rtl/apenet/$m.v"
done
by_turn "ape_wire with symbols is clean" \
    verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module ape_wire -GPCS=1 -GWIRE_CYC=5 rtl/apenet/ape_wire.v
for w in 0 2 3 22; do
    by_turn "ape_wire of $w cycles is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module ape_wire "-GWIRE_CYC=$w" rtl/apenet/ape_wire.v
done
for p in 0 1; do
    by_turn "ape_link in band, with LITERAL_EN $p, is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module ape_link -GBAND=0 "-GLITERAL_EN=$p" rtl/apenet/ape_link.v
done

for p in "1 0 1 1 1 1 1 1" "2 1 2 3 2 4 2 0" "3 2 5 6 6 2 4 0"; do
    read -r engine pkt buf tlb msg get ack cut <<<"$p"
    by_turn "ape_ni with $p is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module ape_ni "-GENGINE_N=$engine" "-GPKT_LOG2=$pkt" \
        "-GBUF_LOG2=$buf" "-GTLB_LOG2=$tlb" "-GMSG_LOG2=$msg" "-GGET_LOG2=$get" "-GACK_LOG2=$ack" "-GCUT=$cut" rtl/apenet/ape_ni.v
done

for p in AXI_ID_W=0 AXI_ID_W=17 ENGINE_N=0 ENGINE_N=5 PKT_LOG2=-1 PKT_LOG2=3 BUF_LOG2=0 BUF_LOG2=7 TLB_LOG2=0 TLB_LOG2=7 \
    MSG_LOG2=0 MSG_LOG2=7 GET_LOG2=0 GET_LOG2=5 ACK_LOG2=0 ACK_LOG2=5 CUT=2; do
    refused ape_ni "$p" "${files[@]}"
done
for p in BAND=2 LITERAL_EN=2 CUT_CYC=2 CUT_CYC=65536; do
    refused ape_link "$p" "${files[@]}"
done
for p in LINK_N=4 LOCAL_N=0 LOCAL_N=3 HEADER=2; do
    refused ape_router "$p" "${files[@]}"
done
for p in X_N=0 X_N=9 Y_N=9 Z_N=9 LINK_N=5 WIRE_CYC=-1 WIRE_CYC=23 PCS=2; do
    refused ape_lattice "$p" "${files[@]}"
done
